"""The bot that looks one move ahead, with a hand-made idea of what a board promises.

It wants points that lie complete on its board, and what a person would call good prospects. What the others need it
does not see. Quick, explainable, and what the other bots are measured against.
"""

# pyright: standard
# Kernels are typed by Numba, not by annotations.

import time
from functools import cache
from typing import Any

import numpy as np

from azulejos import chance
from azulejos.bots import Budget, Thought
from azulejos.bots.judge import FEATURES_OF
from azulejos.chance import below
from azulejos.games import GAMES, Position
from azulejos.jit import kernel_over

POINT = 64  # promises are counted in parts of a point

legal_moves: Any = None
apply: Any = None
settled: Any = None
promise: Any = None


def best_move(states: Any, codes: Any, rng: Any):
    """The move after which the board of the seat that decides is worth most; any of them where several are alike."""
    seat = int(states[0].turn)
    n = legal_moves(states[0], codes)
    best, most, alike = codes[0], -(1 << 40), 0
    for i in range(n):
        states[1] = states[0]
        apply(states[1], codes[i])
        worth = POINT * settled(states[1], seat) + promise(states[1], seat)
        if worth > most:
            best, most, alike = codes[i], worth, 1
        elif worth == most:
            alike += 1
            if below(rng, alike) == 0:
                best = codes[i]
    return best


@cache
def kernel_for(game: str) -> Any:
    rules, seen = GAMES[game].rules, FEATURES_OF[game]
    names = {"legal_moves": rules.legal_moves, "apply": rules.apply, "settled": seen.settled, "promise": seen.promise}
    return kernel_over(best_move, f"best_move_{game}", **names)


class GreedyBot:
    def __init__(self, seed: int | None = None) -> None:
        self.name = "greedy"
        self._rng = chance.new_stream(seed, chance.CHOICES)

    def think(self, position: Position, budget: Budget) -> Thought:
        began = time.perf_counter()
        states = np.zeros(2, position.state.dtype).view(np.recarray)
        states[0] = position.state
        codes = np.zeros(int(position.rules.n_moves(position.state.options)), np.int16)
        move = int(kernel_for(position.game)(states, codes, self._rng))
        return Thought(move, depth=1, nodes=len(position.legal_codes), seconds=time.perf_counter() - began)

    def close(self) -> None:
        pass
