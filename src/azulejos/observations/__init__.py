"""A position as a row of whole numbers for those who learn: what each index means, and the kernels that write it.

A row is int16: first the table, then the players, the one who looks first and the others clockwise. Counts stand as
they are, with bounds; whatever is one of several is as many numbers, of which at most one is 1. Nothing in these games
is hidden, so every seat sees the same in its own order. One file a game; `docs/observations.md` is made from here.
"""

# pyright: standard
# Kernels are typed by Numba, not by annotations.

from collections.abc import Iterator
from functools import cached_property
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from azulejos.observations import azul, pavilion, sintra
from azulejos.observations.fields import Field

Row = npt.NDArray[np.int16]
_GAMES: dict[str, ModuleType] = {"azul": azul, "pavilion": pavilion, "sintra": sintra}


def module_of(game: str) -> ModuleType:
    """The module of a game, with its kernel `observe(state, seat, out)`."""
    return _GAMES[game]


class Span(NamedTuple):
    """A field at its place in the row."""

    start: int
    field: Field

    @property
    def stop(self) -> int:
        return self.start + self.field.size


class Layout:
    """Which indices of a row mean what, for one game with its options."""

    def __init__(self, game: str, options: Any) -> None:
        module = module_of(game)
        fields: list[Field] = list(module.table_fields(options))
        for owner in owners(options.players):
            fields += [field._replace(name=f"{owner}.{field.name}") for field in module.player_fields(options)]
        starts = np.cumsum([0, *(field.size for field in fields)])
        self.spans = [Span(int(start), field) for start, field in zip(starts, fields, strict=False)]
        self.size = int(starts[-1])
        self._by_name = {span.field.name: span for span in self.spans}

    def __iter__(self) -> Iterator[Span]:
        return iter(self.spans)

    def part(self, row: npt.NDArray[Any], name: str) -> npt.NDArray[Any]:
        """A field of a row (or of many rows) in its shape."""
        span = self._by_name[name]
        return row[..., span.start : span.stop].reshape(*row.shape[:-1], *span.field.shape)

    @cached_property
    def low(self) -> Row:
        return self._bounds("low")

    @cached_property
    def high(self) -> Row:
        return self._bounds("high")

    def _bounds(self, side: str) -> Row:
        bounds = [getattr(span.field, side) for span in self.spans]
        return np.repeat(np.array(bounds, np.int16), [span.field.size for span in self.spans])


def owners(players: int) -> list[str]:
    """How the fields of the players are named: the one who looks, then the others clockwise."""
    return ["own", *(f"next{step}" for step in range(1, players))]
