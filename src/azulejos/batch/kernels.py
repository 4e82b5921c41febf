"""What is done to one game of many, by its index: plain functions, which become kernels for each game.

The arrays have one row a game: records, streams for deals and for choices, codes, masks and so on. `fresh` is an array
with one record that is set up to its first draw: a new game is a copy of it.
"""

# pyright: standard
# Kernels are typed by Numba, not by annotations.

from functools import cache
from typing import Any

from azulejos.games import GAMES
from azulejos.jit import Kernel, kernel, kernel_over
from azulejos.observations import module_of

ILLEGAL = -2  # what `decide_alone` returns instead of a seat

# The kernels of the game that those of this file are made for.
deal: Any = None
apply: Any = None
is_legal: Any = None
legal_moves: Any = None
random_move: Any = None
ranking: Any = None
observe_row: Any = None
DEAL: Any = None
DRAFT: Any = None
OVER: Any = None

RULES = ("deal", "apply", "is_legal", "legal_moves", "random_move", "ranking", "DEAL", "DRAFT", "OVER")


# --- Beginning ---


def start_game(i: Any, states: Any, streams: Any, fresh: Any) -> Any:
    states[i] = fresh[0]
    deal(states[i], streams[i])


def start_chosen(i: Any, states: Any, streams: Any, fresh: Any, games: Any) -> Any:
    if games[i]:
        states[i] = fresh[0]
        deal(states[i], streams[i])


# --- Looking ---


def mask_moves(state: Any, mask: Any, codes: Any) -> Any:
    """1 for each legal code. `codes` is room for a list of them."""
    for code in range(len(mask)):
        mask[code] = 0
    for k in range(legal_moves(state, codes)):
        mask[codes[k]] = 1


def mask_entry(k: Any, states: Any, masks: Any) -> Any:
    """One entry of all masks: where threads are many, each asks about one code."""
    i, code = k // masks.shape[1], k % masks.shape[1]
    masks[i, code] = is_legal(states[i], code)


def is_wrong(i: Any, states: Any, codes: Any, games: Any) -> Any:
    return games[i] and not is_legal(states[i], codes[i])


def observe_game(i: Any, states: Any, rows: Any, viewer: Any) -> Any:
    """From a seat, or (-1) from the seat on turn; where nobody is on turn, from seat 0."""
    observe_row(states[i], viewer if viewer >= 0 else max(0, int(states[i].turn)), rows[i])


def note_turn(i: Any, states: Any, turns: Any) -> Any:
    turns[i] = states[i].turn


def note_over(i: Any, states: Any, over: Any) -> Any:
    over[i] = states[i].phase == OVER


def score_game(i: Any, states: Any, scores: Any) -> Any:
    for seat in range(scores.shape[1]):
        scores[i, seat] = states[i].players[seat].score


def reward_game(i: Any, states: Any, rewards: Any, ranks: Any) -> Any:
    for seat in range(rewards.shape[1]):
        rewards[i, seat] = 0
    if states[i].phase == OVER:
        add_rank_rewards(states[i], rewards[i], ranks[i])


# --- Rewards ---


def add_rank_rewards(state: Any, rewards: Any, ranks: Any) -> Any:
    """1 for the first and -1 for the last, evenly between; equal ranks share. The sum is 0."""
    ranking(state, ranks)
    players = len(ranks)
    for seat in range(players):
        ahead = 0
        for other in range(players):
            ahead += int(ranks[other] > ranks[seat]) - int(ranks[other] < ranks[seat])
        rewards[seat] += ahead / (players - 1)


@kernel
def add_margins(state: Any, rewards: Any, factor: Any) -> Any:
    """The score of each seat above the mean of the others, times a factor. The sum is 0."""
    if factor == 0:
        return
    players = len(rewards)
    total = 0
    for seat in range(players):
        total += int(state.players[seat].score)
    for seat in range(players):
        rewards[seat] += factor * (players * int(state.players[seat].score) - total) / (players - 1)


# --- Moving ---


def decide(state: Any, stream: Any, code: Any, rewards: Any, ranks: Any, shaping: Any) -> Any:
    """One decision, what follows from it, and the next deal."""
    for seat in range(len(rewards)):
        rewards[seat] = 0
    add_margins(state, rewards, -shaping)
    apply(state, code)
    deal(state, stream)
    add_margins(state, rewards, shaping)
    if state.phase == OVER:
        add_rank_rewards(state, rewards, ranks)


def play_code(
    i: Any,
    states: Any,
    streams: Any,
    codes: Any,
    games: Any,
    rewards: Any,
    ended: Any,
    ranks: Any,
    fresh: Any,
    restart: Any,
    shaping: Any,
) -> Any:
    if not games[i]:
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = 0
        ended[i] = False
        return
    decide(states[i], streams[i], codes[i], rewards[i], ranks[i], shaping)
    ended[i] = states[i].phase == OVER
    if restart and states[i].phase == OVER:
        start_game(i, states, streams, fresh)


def choose_random(i: Any, states: Any, choices: Any, codes: Any) -> Any:
    """A legal move, each as likely as the others; 0 where the game is over."""
    codes[i] = 0 if states[i].phase == OVER else random_move(states[i], choices[i])


def play_out(i: Any, states: Any, streams: Any, choices: Any, lengths: Any) -> Any:
    """Random moves to the end. Drafts in a loop of their own: on a GPU the games of a warp then come to their draws and
    to what follows the draft together."""
    state = states[i]
    lengths[i] = 0
    while state.phase != OVER:
        while state.phase == DRAFT:
            apply(state, random_move(state, choices[i]))
            lengths[i] += 1
        while state.phase != DRAFT and state.phase != OVER:
            if state.phase == DEAL:
                deal(state, streams[i])
            else:
                apply(state, random_move(state, choices[i]))
                lengths[i] += 1


def play_moves(i: Any, states: Any, streams: Any, choices: Any, fresh: Any, moves: Any, finished: Any) -> Any:
    """So many random moves; a game that ends starts anew."""
    state = states[i]
    finished[i] = 0
    left = moves
    while left > 0:
        while left > 0 and state.phase == DRAFT:
            apply(state, random_move(state, choices[i]))
            left -= 1
        while state.phase == DEAL or state.phase == OVER or (left > 0 and state.phase != DRAFT):
            if state.phase == OVER:
                finished[i] += 1
                states[i] = fresh[0]
            if state.phase == DEAL:
                deal(state, streams[i])
            else:
                apply(state, random_move(state, choices[i]))
                left -= 1


def play_until(i: Any, states: Any, streams: Any, choices: Any, seat: Any) -> Any:
    """Random moves until this seat is to decide, or to the end."""
    state = states[i]
    while state.phase != OVER and state.turn != seat:
        apply(state, random_move(state, choices[i]))
        deal(state, streams[i])


# --- One game alone, in one call from Python a move ---


def decide_alone(states: Any, streams: Any, code: Any, rewards: Any, ranks: Any, shaping: Any) -> Any:
    """Returns the seat that decides next, or -1 at the end; ILLEGAL, and nothing has happened, where the move is."""
    if not is_legal(states[0], code):
        return ILLEGAL
    decide(states[0], streams[0], code, rewards, ranks, shaping)
    return int(states[0].turn)


def look(states: Any, seat: Any, row: Any, mask: Any, codes: Any) -> Any:
    """What a seat sees, and the legal moves if it is on turn."""
    observe_row(states[0], seat, row)
    if states[0].turn == seat:
        mask_moves(states[0], mask, codes)
    else:
        for code in range(len(mask)):
            mask[code] = 0


# --- Speed inside a kernel, to measure Python against ---


def legal_and_step(
    i: Any, states: Any, streams: Any, choices: Any, masks: Any, codes: Any, rewards: Any, ranks: Any, fresh: Any
) -> Any:
    """What `legal`, `random_moves` and `step` do, without leaving the kernel."""
    mask_moves(states[i], masks[i], codes)
    decide(states[i], streams[i], random_move(states[i], choices[i]), rewards[i], ranks[i], 0.0)
    if states[i].phase == OVER:
        start_game(i, states, streams, fresh)


# --- Made for a game ---

INNER = (start_game, mask_moves, add_rank_rewards, decide)  # those that others call, in the order of their calls


@cache
def inner_kernels(game: str) -> dict[str, Any]:
    """The names that the functions of this file stand on, for a game."""
    rules = GAMES[game].rules
    names: dict[str, Any] = {name: getattr(rules, name) for name in RULES}
    names["observe_row"] = module_of(game).observe
    for template in INNER:
        names[template.__name__] = kernel_over(template, f"_{template.__name__}_{game}", **names)
    return names


@cache
def kernel_for(template: Any, game: str) -> Kernel:
    return kernel_over(template, f"{template.__name__}_{game}", **inner_kernels(game))
