"""Bots that look one move ahead: `greedy`, and the lower levels, which overlook things as people do.

Who begins does not see every move, and forgets what a move costs. So a lower level misses some moves, and at times does
not count penalties.
"""

# pyright: standard
# Kernels are typed by Numba, not by annotations.

import time
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from azulejos import chance
from azulejos.bots import Budget, Thought, judge
from azulejos.chance import below
from azulejos.games import GAMES, Position
from azulejos.jit import kernel_over

# What a board is judged by: points and hand-made prospects, or the chance to win.
PROSPECTS, WINNING = 0, 1
ALWAYS = 16  # what may be overlooked is so many times in sixteen

legal_moves: Any = None
apply: Any = None
settled: Any = None
promise: Any = None
forgive: Any = None
value: Any = None


class Eyes(NamedTuple):
    """How well a bot looks."""

    judged_by: int = PROSPECTS
    misses: int = 0  # moves that it does not see, times in sixteen
    forgets: int = 0  # decisions in which it does not count penalties, times in sixteen


def best_move(states: Any, codes: Any, rng: Any, eyes: Any, net: judge.Net, notes: judge.Notes):
    """The move after which the position looks best to these eyes; any of them where several are alike."""
    seat = int(states[0].turn)
    n = legal_moves(states[0], codes)
    careless = below(rng, ALWAYS) < eyes.forgets
    best, most, alike = codes[below(rng, n)], -(1 << 60), 0
    for i in range(n):
        if below(rng, ALWAYS) >= eyes.misses:
            states[1] = states[0]
            apply(states[1], codes[i])
            if careless:
                forgive(states[1], states[0], seat)
            if eyes.judged_by == PROSPECTS:
                worth = judge.UNIT * settled(states[1], seat) + promise(states[1], seat)
            else:
                worth = value(states[1], seat, net, notes)
            if worth > most:
                best, most, alike = codes[i], worth, 1
            elif worth == most:
                alike += 1
                if below(rng, alike) == 0:
                    best = codes[i]
    return best


@cache
def kernel_for(game: str) -> Any:
    rules, seen, judged = GAMES[game].rules, judge.FEATURES_OF[game], judge.judge_for(game)
    names = {"legal_moves": rules.legal_moves, "apply": rules.apply}
    names |= {"settled": seen.settled, "promise": seen.promise, "forgive": seen.forgive}
    names["value"] = judged.value
    return kernel_over(best_move, f"best_move_{game}", **names)


def _best_move_of(eyes: Eyes, position: Position, rng: chance.Stream) -> int:
    states = np.zeros(2, position.state.dtype).view(np.recarray)
    states[0] = position.state
    codes = np.zeros(int(position.rules.n_moves(position.state.options)), np.int16)
    net, notes = judge.net_for(position), judge.new_notes(position.players)
    return int(kernel_for(position.game)(states, codes, rng, eyes, net, notes))


class GlanceBot:
    def __init__(self, name: str, eyes: Eyes, seed: int | None = None) -> None:
        self.name = name
        self._eyes = Eyes(*eyes)
        self._rng = chance.new_stream(seed, chance.CHOICES)

    def begin(self, position: Position) -> None:
        _best_move_of(self._eyes, position, chance.new_stream(0))

    def think(self, position: Position, budget: Budget) -> Thought:
        """One look; no budget is too small for it."""
        began = time.perf_counter()
        move = _best_move_of(self._eyes, position, self._rng)
        expected = judge.expected_after(position, (move,))
        seconds = time.perf_counter() - began
        return Thought(move, expected, (move,), nodes=len(position.legal_codes), depth=1, seconds=seconds)

    def close(self) -> None:
        pass


def greedy(seed: int | None = None) -> GlanceBot:
    """Sees every move, wants what lies complete on its own board and what a person would call good prospects."""
    return GlanceBot("greedy", Eyes(), seed)
