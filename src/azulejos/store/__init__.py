"""Where tables are kept. What a store promises is written here; `sql.py` keeps the promise over SQLAlchemy.

A fact is kept before anybody is told of it. Facts of one table are numbered from 0 without a gap, so two writers cannot
both write the same next one.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from azulejos.table import Fact, Setup

Outline = dict[str, object]  # what one sees of a table in a list; goes into JSON


class Overtaken(Exception):
    """Somebody else wrote this fact's number first: load the table again."""


class AlreadyDone(Exception):
    """This request has been carried out before: it was sent twice."""


@dataclass(frozen=True)
class Kept:
    """A table as it was kept."""

    setup: Setup
    facts: list[Fact] = field(default_factory=list[Fact])


@dataclass(frozen=True)
class Listed:
    """A table in a list: what one sees of it without loading it."""

    id: str
    changed: datetime
    outline: Outline


class Store(Protocol):
    async def create(self, table: str, kept: Kept, outline: Outline, owners: set[str]) -> None:
        """A new table, with all that has been accepted so far."""

    async def append(
        self,
        table: str,
        number: int,
        facts: list[Fact],
        outline: dict[str, object],
        owners: set[str],
        request: str = "",
    ) -> None:
        """Facts `number`, `number` + 1, ... in one transaction. Overtaken, or AlreadyDone for a request seen before.

        `owners` are those who sit there since now.
        """

    async def load(self, table: str) -> Kept | None: ...

    async def has_done(self, table: str, request: str) -> bool:
        """Whether this request has been carried out."""
        ...

    async def tables_of(self, owner: str, most: int = 50) -> list[Listed]:
        """The tables where somebody sits or sat, the last changed first."""
        ...

    async def forget(self, table: str) -> None:
        """The table is gone, with all that happened there."""

    async def close(self) -> None: ...
