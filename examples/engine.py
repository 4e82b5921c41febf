"""An engine for Azulejos: `azulejos match "cmd:python examples/engine.py" greedy`.

After each move it finishes the round at random, as often as the time allows, and makes the move with which it was
ahead by the most on average. docs/engine-protocol.md explains the lines that it reads and writes.
"""

import json
import random
import sys
import time

import azulejos


def lead_after(position, move, seat):
    """Seat's lead over the best of the others at the end of a round that is played at random after a move."""
    game = position.copy()
    game.push(move)
    while game.turn is not None:  # a position that was read does not deal: it stops where the round ends
        game.push(random.choice(game.legal_codes))
    scores = game.scores
    return scores.pop(seat) - max(scores)


def choose(position, ms, nodes):
    """The best move, its mean lead, and how many rounds were played to find it."""
    stop_at = time.monotonic() + 0.8 * ms / 1000 if ms else float("inf")
    moves = position.legal_moves
    totals = [0.0] * len(moves)
    played = 0
    while len(moves) > 1 and played < (nodes or float("inf")) and (time.monotonic() < stop_at or played < len(moves)):
        turn = played % len(moves)
        totals[turn] += lead_after(position, moves[turn], position.turn)
        played += 1
    means = [total / max(1, -(-(played - turn) // len(moves))) for turn, total in enumerate(totals)]
    best = max(range(len(moves)), key=lambda turn: means[turn])
    return moves[best], means[best], played


def say(**answer):
    print(json.dumps(answer), flush=True)


for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "hello":
        say(type="hello", protocol=1, name="example")
    elif asked["type"] == "new":
        random.seed(asked["seed"])
        first = azulejos.start(asked["game"], **asked["options"])
        choose(azulejos.read(first.text), None, 1)  # everything once, so that no move waits for a compiler
        say(type="ready")
    elif asked["type"] == "think":
        move, _, nodes = choose(azulejos.read(asked["position"]), asked["ms"], asked["nodes"])
        say(type="move", id=asked["id"], move=str(move), nodes=nodes)
    elif asked["type"] == "quit":
        break
