"""The rules of the games, one file a game, and the protocol that all of them offer under the same names.

Functions of the protocol are kernels: they trust their caller, work in place on the record, and run compiled, as
plain Python and inside CUDA kernels. Where a result has more than one number, the caller brings the array for it.
"""

from typing import Any, Protocol

import numpy as np


class Rules(Protocol):
    """What a module of this package is to the rest of the house.

    `state` is a record of `State[players]`. Every game's record has `options`, `round_number`, `phase` (an index in
    PHASES), `turn` (the seat that decides, or -1) and `ending` (an index in ENDINGS, 0 while the game runs).
    """

    PLAYERS: tuple[int, ...]
    PHASES: tuple[str, ...]
    ENDINGS: tuple[str, ...]
    DEAL: int  # the phase in which a draw is due and possible
    DRAFT: int  # the phase in which a seat takes from the offer
    OVER: int
    State: dict[int, np.dtype[Any]]  # one record type a player count
    Options: Any  # a NamedTuple: players, the variant, starter (-1: drawn), max_rounds
    Move: Any  # a NamedTuple: kind first, unused fields -1
    CHANCE_WEIGHTS: int  # room for the weights of any draw
    OBJECTIONS: tuple[str, ...]
    BROKEN: tuple[str, ...]

    def new_state(self, options: Any) -> Any:
        """A fresh record, before its first draw."""

    def new_game(self, state: Any, options: Any) -> None:
        """Sets a record up to its first draw; draws nothing."""

    def chance(self, state: Any, weights: Any) -> int:
        """Writes the exact weights of the draw that is due; returns how many outcomes there are. Changes nothing."""
        ...

    def draw(self, state: Any, outcome: int) -> None:
        """Performs one draw. A discard is poured into the bag as soon as a draw from an empty bag is due."""

    def deal(self, state: Any, rng: Any) -> None:
        """Performs draws until none is due: the same as looping over `chance`, `pick` and `draw`."""

    def n_moves(self, options: Any) -> int: ...
    def legal_moves(self, state: Any, out: Any) -> int:
        """Writes the legal codes, ascending; returns how many."""
        ...

    def count_moves(self, state: Any) -> int: ...
    def nth_move(self, state: Any, n: int) -> int:
        """Each number below `count_moves` names one legal move, in an order that suits the game."""
        ...

    def is_legal(self, state: Any, code: int) -> bool: ...
    def objection(self, state: Any, code: int) -> int:
        """0 where a move is legal, else an index in OBJECTIONS."""
        ...

    def random_move(self, state: Any, rng: Any) -> int:
        """A legal move, each as likely as the others."""
        ...

    def apply(self, state: Any, code: int) -> None:
        """One decision; what is forced follows, up to the next decision, draw or end."""

    def encode(self, state: Any, move: Any) -> int: ...
    def decode(self, state: Any, code: int) -> Any: ...
    def is_over(self, state: Any) -> bool: ...
    def scores(self, state: Any, out: Any) -> None: ...
    def ranking(self, state: Any, out: Any) -> None:
        """Ranks from 1; who is equal shares one."""

    def breakdown(self, state: Any, seat: int) -> list[tuple[str, int, int]]:
        """Where the score of a seat comes from: what, how often, points (plain Python)."""
        ...

    def recompute(self, state: Any) -> None:
        """Fills in every derived field, for who sets up a position by hand."""

    def check_state(self, state: Any) -> int:
        """0 where every invariant holds, else an index in BROKEN."""
        ...
