"""Finds positions in which one move is clearly the best, by looking at every line to the end of the game.

    python tools/puzzles.py azul > tests/bots/puzzles/azul.txt

Each is taken from a game of greedy players with two seats, near the end of its last round. No line from it needs a
draw, so that nothing is a matter of opinion: the value of a move is the final ranking, then the margin. Positions that
greedy solves are left out, but for Summer Pavilion's monochrome side, where it solves nearly all.
"""

# pyright: standard
# Kernels are typed by Numba, not by annotations.

import argparse
import sys
from functools import cache
from typing import Any

import numpy as np

from azulejos.bots import Budget
from azulejos.bots.registry import bot_named
from azulejos.games import GAMES, Position, start
from azulejos.jit import kernel_over

VICTORY = 1000  # is worth more than any margin
CLEAR = 4  # points by which the best move is ahead of the second
DEEPEST = 64
MOST_NODES = 2_000_000
NODES, UNDECIDED = 0, 1

VARIANTS: dict[str, list[dict[str, Any]]] = {
    "azul": [{}, {"wall": "gray"}, {"jokers": True}, {"wall": "gray", "jokers": True}],
    "pavilion": [{}, {"side": "mono"}],
    "sintra": [{}, {"side": "B"}],
}

legal_moves: Any = None
apply: Any = None
ranking: Any = None
OVER: Any = None


def outcome(states: Any, codes: Any, ranks: Any, ply: int, root: int, counters: Any):
    """What the seat `root` gets of two if both play as well as can be: plain minimax over every line."""
    state = states[ply]
    counters[NODES] += 1
    if counters[NODES] > MOST_NODES or ply == DEEPEST - 1 or (state.turn < 0 and state.phase != OVER):
        counters[UNDECIDED] = 1
        return 0
    if state.phase == OVER:
        ranking(state, ranks)
        margin = int(state.players[root].score) - int(state.players[1 - root].score)
        return VICTORY * (int(ranks[1 - root]) - int(ranks[root])) + margin
    n = legal_moves(state, codes[ply])
    mine = state.turn == root
    best = -(1 << 30) if mine else 1 << 30
    for i in range(n):
        states[ply + 1] = states[ply]
        apply(states[ply + 1], codes[ply, i])
        worth = outcome(states, codes, ranks, ply + 1, root, counters)
        if counters[UNDECIDED] != 0:
            return 0
        best = max(best, worth) if mine else min(best, worth)
    return best


@cache
def outcome_kernel(game: str) -> Any:
    rules = GAMES[game].rules
    names = {name: getattr(rules, name) for name in ("legal_moves", "apply", "ranking", "OVER")}
    return kernel_over(outcome, f"outcome_{game}", **names)


def outcomes(position: Position) -> dict[str, int] | None:
    """Every move with its value for the seat on turn; None where a draw or too many lines stand in the way."""
    n_codes = int(position.rules.n_moves(position.state.options))
    states = np.zeros(DEEPEST, position.state.dtype).view(np.recarray)
    codes, ranks, counters = np.zeros((DEEPEST, n_codes), np.int16), np.zeros(2, np.int64), np.zeros(2, np.int64)
    found: dict[str, int] = {}
    for move in position.legal_moves:
        after = position.copy()
        after.push(move)
        states[0] = after.state
        found[str(move)] = int(outcome_kernel(position.game)(states, codes, ranks, 0, position.turn, counters))
        if counters[UNDECIDED]:
            return None
    return found


def only_good_one(found: dict[str, int]) -> str | None:
    """The move that is better than every other one, by a victory or some points."""
    if len(found) < 2:
        return None
    (second, _), (best, move) = sorted((worth, move) for move, worth in found.items())[-2:]
    return move if best - second >= CLEAR else None


def puzzle_of(game: str, options: dict[str, Any], seed: int) -> tuple[str, str] | None:
    """The earliest puzzle in the last moves of a game."""
    position = start(game, seed=seed, **options)
    bots = [bot_named("greedy", 2 * seed + seat) for seat in range(2)]
    before: list[Position] = []
    while position.turn is not None:
        before.append(position.copy())
        position.push(bots[position.turn].think(position.copy(), Budget()).move)
    puzzle = None
    for earlier in reversed(before):
        found = outcomes(earlier)
        if found is None:
            break
        answer = only_good_one(found)
        greedy = str(earlier.move(bot_named("greedy", 0).think(earlier.copy(), Budget()).move))
        if answer is not None and (greedy != answer or options.get("side") == "mono"):
            puzzle = earlier.text, answer
    return puzzle


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=list(VARIANTS))
    parser.add_argument("--wanted", type=int, default=24)
    given = parser.parse_args()
    variants = VARIANTS[given.game]
    for number, options in enumerate(variants):
        seed, missing = 0, -(-(given.wanted - number) // len(variants))
        while missing > 0:
            puzzle = puzzle_of(given.game, options, seed)
            seed += 1
            if puzzle is not None:
                missing -= 1
                print(f"{puzzle[0]} => {puzzle[1]}", flush=True)
        print(f"{given.game} {options}: {seed} games", file=sys.stderr)


if __name__ == "__main__":
    main()
