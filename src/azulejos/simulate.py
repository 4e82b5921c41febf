"""Many random games in one kernel, and counting the tree of moves; for every game alike, from its rules."""

import time
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from azulejos.chance import Stream
from azulejos.games import GAMES, Position
from azulejos.jit import kernel_over

CHUNK_SECONDS = 0.05  # the clock is read about this often

# The rules of the game that a kernel of this file is made for.
new_game: Any = None
deal: Any = None
random_move: Any = None
apply: Any = None
legal_moves: Any = None
OVER: Any = None


def play_games(state: Any, options: Any, rng: Any, games: int, lengths: Any, scores: Any):
    """Plays uniform random games; adds up their lengths and each seat's scores, then the squares of these."""
    for _ in range(games):
        new_game(state, options)
        deal(state, rng)
        moves = 0
        while state.phase != OVER:
            apply(state, random_move(state, rng))
            deal(state, rng)
            moves += 1
        lengths[0] += moves
        lengths[1] += moves * moves
        for seat in range(len(state.players)):
            score = int(state.players[seat].score)
            scores[0, seat] += score
            scores[1, seat] += score * score


def count_leaves(states: Any, codes: Any, sizes: Any, tried: Any, depth: int):
    """Counts sequences of `depth` moves from states[0], walking the tree with one record a level."""
    leaves = 0
    at = 0
    sizes[0] = legal_moves(states[0], codes[0])
    tried[0] = 0
    if sizes[0] == 0:
        return 1
    while at >= 0:
        if at == depth - 1:
            leaves += sizes[at]
            at -= 1
        elif tried[at] == sizes[at]:
            at -= 1
        else:
            states[at + 1] = states[at]
            apply(states[at + 1], codes[at, tried[at]])
            tried[at] += 1
            at += 1
            tried[at] = 0
            sizes[at] = legal_moves(states[at], codes[at])
            if sizes[at] == 0:
                leaves += 1
                at -= 1
    return leaves


@cache
def _kernel_for(template: Any, game: str) -> Any:
    rules = GAMES[game].rules
    names = {name: getattr(rules, name) for name in ("new_game", "deal", "random_move", "apply", "legal_moves", "OVER")}
    return kernel_over(template, f"{template.__name__}_{game}", **names)


@dataclass
class Playouts:
    """Sums over random games, and what follows from them."""

    players: int
    games: int = 0
    seconds: float = 0.0
    lengths: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(2, np.int64))
    scores: npt.NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        self.scores = np.zeros((2, self.players), np.int64)

    @property
    def moves(self) -> int:
        return int(self.lengths[0])

    @property
    def mean_length(self) -> float:
        return self.moves / self.games

    @property
    def length_error(self) -> float:
        return _error(self.games, self.lengths[0], self.lengths[1])

    @property
    def mean_scores(self) -> list[float]:
        return [float(total) / self.games for total in self.scores[0]]

    @property
    def score_errors(self) -> list[float]:
        return [_error(self.games, total, squares) for total, squares in self.scores.T]


def _error(n: int, total: float, squares: float) -> float:
    """The standard error of a mean."""
    mean = float(total) / n
    return max(0.0, (float(squares) / n - mean * mean) / n) ** 0.5


class PlayoutRunner:
    """Plays random games of one kind in portions; the first one compiles."""

    def __init__(self, game: str, options: Any, rng: Stream) -> None:
        self.kernel = _kernel_for(play_games, game)
        self.state = GAMES[game].rules.new_state(options)
        self.options = options
        self.rng = rng
        self.per_chunk = 1
        self._play(Playouts(len(self.state.players)))

    def _play(self, sums: Playouts) -> float:
        began = time.perf_counter()
        self.kernel(self.state, self.options, self.rng, self.per_chunk, sums.lengths, sums.scores)
        took = time.perf_counter() - began
        sums.games += self.per_chunk
        sums.seconds += took
        return took

    def play_for(self, seconds: float, sums: Playouts | None = None) -> Playouts:
        """Plays for about so long, and adds to the sums."""
        sums = sums or Playouts(len(self.state.players))
        until = sums.seconds + seconds
        while sums.seconds < until:
            took = self._play(sums)
            if took < CHUNK_SECONDS / 2:
                self.per_chunk *= 2
            elif took > CHUNK_SECONDS * 2:
                self.per_chunk = max(1, self.per_chunk // 2)
        return sums


def perft(position: Position, depth: int) -> int:
    """How many ways there are to make so many moves; sequences that meet a draw or the end count as they stand."""
    if depth == 0:
        return 1
    states = np.zeros(depth + 1, position.state.dtype).view(np.recarray)
    states[0] = position.state
    codes = np.zeros((depth + 1, int(position.rules.n_moves(position.state.options))), np.int16)
    sizes, tried = np.zeros(depth + 1, np.int64), np.zeros(depth + 1, np.int64)
    return int(_kernel_for(count_leaves, position.game)(states, codes, sizes, tried, depth))
