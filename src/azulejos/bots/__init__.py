"""Players that choose moves: what a bot is. The bots of the house have their names in `registry.py`.

A bot is given a position without a stream, so that it sees what a player sees, and a budget; it returns a move with
what it thinks of it.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from azulejos.games import Position
from azulejos.notation import InvalidOption

MOST_MS = 86_400_000  # a day
MOST_NODES = 10**12
MOST_THREADS = 256


class Budget(NamedTuple):
    """What a bot may use for one move: a time, a number of nodes (the same result on every machine), or both."""

    ms: float | None = None
    nodes: int | None = None
    threads: int = 1


def require_budget(budget: Budget) -> Budget:
    """The budget itself if it can be used; it may have come from anywhere, so that it may hold anything."""
    limits = (("ms", (int, float), MOST_MS), ("nodes", (int,), MOST_NODES), ("threads", (int,), MOST_THREADS))
    for name, kinds, most in limits:
        value: Any = getattr(budget, name)
        if value is not None and not (type(value) in kinds and 0 < value <= most):
            number = "number" if float in kinds else "whole number"
            raise InvalidOption(f"{name} must be a {number} above 0, at most {most}, not {value!r}")
    if budget.ms is None and budget.nodes is None:
        raise InvalidOption("a budget needs ms, nodes, or both")
    return budget


@dataclass(frozen=True)
class Thought:
    """A move (its code) and what led to it."""

    move: int
    expected: tuple[float, ...] = ()  # the final score that it expects for each seat; empty where it has no opinion
    line: tuple[int, ...] = ()  # the moves that it expects, as codes, this one first
    nodes: int = 0
    depth: int = 0  # decisions that it has looked ahead
    seconds: float = 0.0
    complete: bool = False  # it has seen every line to the end of the round


class Bot(Protocol):
    """Who chooses moves. One object plays one seat of one game at a time, and may remember things between its moves."""

    name: str

    def begin(self, position: Position) -> None:
        """A game begins, from about this position: gets ready (compiles, starts), so that no time of a move is lost."""
        ...

    def think(self, position: Position, budget: Budget) -> Thought:
        """Its move in a position that asks for one. The position is a copy without a stream, and the bot's own."""
        ...

    def close(self) -> None:
        """It is not needed any more."""


class BotFailed(Exception):
    """A bot did not do its part; says what happened. Its game is lost, nobody else's."""
