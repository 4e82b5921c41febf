"""The judgement of a position: the final score that each seat may expect, and from these how likely it wins.

A small network, one a variant of a game, learned from games of bots against themselves (tools/learn.py). Its input
are the things that are so on a board (`features/`), so a first layer is a sum of rows. All is whole numbers, so that
a comparison comes out alike on every machine.
"""

# pyright: standard
# Kernels are typed by Numba, not by annotations.

from functools import cache
from importlib.resources import files
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from azulejos.bots.features import azul as azul_features
from azulejos.bots.features import pavilion as pavilion_features
from azulejos.bots.features import sintra as sintra_features
from azulejos.games import GAMES, Position
from azulejos.jit import kernel_over

UNIT = 64  # of expected scores: a point
HIDDEN = 32
ROW_UNIT = 256  # of the first layer
OUT_SHIFT = 10  # a unit of the second layer is 2**-10 units of expected score a unit of the first
CEILING = 4 * ROW_UNIT  # hidden values are kept between 0 and this
SURE = 1 << 20  # the value of a game that is won; 0 of one that is lost
MARGIN_LIMIT = 80  # in points: beyond, a margin says nothing more about winning
MOST_ACTIVE = 160  # things that are so at once for a seat, at most

FEATURES_OF: dict[str, ModuleType] = {
    "azul": azul_features,
    "pavilion": pavilion_features,
    "sintra": sintra_features,
}

# What the templates below are made for: the functions of a game's features and rules.
bucket: Any = None
features: Any = None
ranking: Any = None
OVER: Any = None


class Net(NamedTuple):
    """The learned numbers of one variant."""

    rows: Any  # int16 [feature, hidden]
    bias: Any  # int32 [hidden]
    direct: Any  # int32 [bucket, feature], in units of expected score
    out: Any  # int32 [bucket, hidden]
    out_bias: Any  # int32 [bucket]
    winning: Any  # int32 [players - 2, bucket, margin]: the value of a margin, from -MARGIN_LIMIT to it


class Notes(NamedTuple):
    """Room for one judgement."""

    active: Any  # int16
    hidden: Any  # int32
    expected: Any  # int64, one a seat
    ranks: Any  # int64, one a seat


def new_notes(players: int) -> Notes:
    return Notes(
        np.zeros(MOST_ACTIVE, np.int16),
        np.zeros(HIDDEN, np.int32),
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
    )


def expectations(state: Any, net: Net, notes: Notes):
    """Writes the expected final score of each seat, in units; exact when the game is over."""
    if state.phase == OVER:
        for seat in range(len(state.players)):
            notes.expected[seat] = UNIT * int(state.players[seat].score)
        return
    moment = bucket(state)
    for seat in range(len(state.players)):
        n, sure = features(state, seat, notes.active)
        total = int(net.out_bias[moment]) + UNIT * sure
        for h in range(HIDDEN):
            notes.hidden[h] = net.bias[h]
        for i in range(n):
            feature = int(notes.active[i])
            total += int(net.direct[moment, feature])
            for h in range(HIDDEN):
                notes.hidden[h] += net.rows[feature, h]
        bent = 0
        for h in range(HIDDEN):
            bent += min(max(notes.hidden[h], 0), CEILING) * net.out[moment, h]
        notes.expected[seat] = total + (bent >> OUT_SHIFT)


def value(state: Any, root: int, net: Net, notes: Notes):
    """How good a position is for a seat: its chance to win, and a little for each point of the margin."""
    expectations(state, net, notes)
    best = -(1 << 40)
    for seat in range(len(state.players)):
        if seat != root and notes.expected[seat] > best:
            best = notes.expected[seat]
    margin = int(notes.expected[root]) - best
    if state.phase == OVER:
        return _outcome(state, root, notes) + margin
    at = margin + UNIT * MARGIN_LIMIT
    if at < 0:
        return margin
    if at >= 2 * UNIT * MARGIN_LIMIT:
        return SURE + margin
    others, moment = len(state.players) - 2, bucket(state)
    low, part = at // UNIT, at % UNIT
    left, right = int(net.winning[others, moment, low]), int(net.winning[others, moment, low + 1])
    return left + (right - left) * part // UNIT + margin


def _outcome(state: Any, root: int, notes: Notes):
    """The value of a game that is over: a shared victory counts in part."""
    ranking(state, notes.ranks)
    if notes.ranks[root] != 1:
        return 0
    winners = 0
    for seat in range(len(state.players)):
        if notes.ranks[seat] == 1:
            winners += 1
    return SURE // winners


class Judge(NamedTuple):
    expectations: Any
    value: Any


@cache
def judge_for(game: str) -> Judge:
    """The kernels of a game's judgement."""
    rules, seen = GAMES[game].rules, FEATURES_OF[game]
    names = {"bucket": seen.bucket, "features": seen.features}
    names |= {"ranking": rules.ranking, "OVER": rules.OVER}
    expectations_kernel = kernel_over(expectations, f"expectations_{game}", **names)
    outcome = kernel_over(_outcome, f"_outcome_{game}", ranking=rules.ranking)
    value_kernel = kernel_over(value, f"value_{game}", **names, expectations=expectations_kernel, _outcome=outcome)
    return Judge(expectations_kernel, value_kernel)


def variant_of(game: str, state: Any) -> str:
    """The name of the network for a position: the games' variants are judged apart."""
    options = state.options
    if game == "azul":
        return "azul" + ("-gray" if options.gray else "") + ("-jokers" if options.jokers else "")
    if game == "pavilion":
        return "pavilion-mono" if options.mono else "pavilion"
    return "sintra-b" if options.side else "sintra-a"


@cache
def net_named(name: str) -> Net:
    with files("azulejos.bots").joinpath("nets", f"{name}.npz").open("rb") as file, np.load(file) as arrays:
        return Net(*(np.ascontiguousarray(arrays[field]) for field in Net._fields))


def net_for(position: Position) -> Net:
    return net_named(variant_of(position.game, position.state))


def expected_after(position: Position, line: tuple[int, ...]) -> tuple[float, ...]:
    """The final scores that each seat may expect after these moves, up to where a draw is due."""
    after = position.copy()
    for code in line:
        after.push(code)
    notes = new_notes(position.players)
    judge_for(position.game).expectations(after.state, net_for(position), notes)
    return tuple(round(float(units) / UNIT, 2) for units in notes.expected)
