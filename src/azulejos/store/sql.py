"""Tables kept in a database, over SQLAlchemy Core. SQLite today; nothing here but the set-up knows which one it is."""

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from platformdirs import user_data_path
from sqlalchemy import event, exc
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from azulejos.notation import InvalidOption
from azulejos.store import AlreadyDone, Kept, Listed, Outline, Overtaken
from azulejos.table import Fact, Setup

MIGRATIONS = Path(__file__).parent / "migrations"
LATEST = "1"  # the revision of the last file in migrations/versions

metadata = sa.MetaData()
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("setup", sa.Text, nullable=False),
    sa.Column("outline", sa.Text, nullable=False),
    sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
)
facts_kept = sa.Table(
    "facts",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("seat", sa.SmallInteger, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("request", sa.String(64)),
    sa.UniqueConstraint("table_id", "request", name="one_fact_a_request"),
)
sitters = sa.Table(
    "sitters",
    metadata,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("owner", sa.String(64), primary_key=True, index=True),
)
versions = sa.Table("alembic_version", metadata, sa.Column("version_num", sa.String(32), primary_key=True))


def usual_database() -> str:
    """A file in the user's data directory."""
    return f"sqlite:///{user_data_path('azulejos', ensure_exists=True) / 'tables.db'}"


def async_url(database: str) -> sa.URL:
    """The address with its driver; only databases that this program knows."""
    try:
        url = sa.make_url(database)
    except exc.ArgumentError:
        raise InvalidOption(f"--database reads like sqlite:///tables.db, not {database!r}") from None
    if url.drivername != "sqlite":
        raise InvalidOption(f"--database: only sqlite:///FILE is known, not {url.drivername!r}")
    return url.set(drivername="sqlite+aiosqlite")


async def open_store(database: str) -> "SqlStore":
    """The store at an address, brought to today's tables."""
    url = async_url(database)
    try:
        await asyncio.to_thread(_bring_up_to_date, url.set(drivername="sqlite"))
    except exc.OperationalError as error:
        raise InvalidOption(f"--database: {database} cannot be opened: {error.orig}") from None
    engine = create_async_engine(url)
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    return SqlStore(engine)


def _prepare_sqlite(connection: Any, _record: object) -> None:
    """Readers do not wait for the writer, and what was committed survives the end of the program."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _bring_up_to_date(url: sa.URL) -> None:
    """Makes the tables of a new database, or runs the migrations that an old one lacks."""
    engine = sa.create_engine(url)
    try:
        with engine.begin() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # SQLite: all of it or nothing, and one server at a time
            if not sa.inspect(connection).has_table(versions.name):
                metadata.create_all(connection)
                connection.execute(sa.insert(versions).values(version_num=LATEST))
            elif connection.scalar(sa.select(versions)) != LATEST:
                migrate(connection)
    finally:
        engine.dispose()


def migrate(connection: sa.Connection) -> None:
    """Runs the migrations that are missing."""
    from alembic import command  # noqa: PLC0415  # takes time and memory, and is seldom needed
    from alembic.config import Config  # noqa: PLC0415  # the same

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS))
    command.upgrade(config, "head")


class SqlStore:
    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def create(self, table: str, kept: Kept, outline: Outline, owners: set[str]) -> None:
        async with self._engine.begin() as connection:
            row = {"id": table, "setup": kept.setup.text, "outline": json.dumps(outline), "changed": _now()}
            await connection.execute(sa.insert(tables).values(row))
            await _write(connection, table, 0, kept.facts, None)
            await _note_owners(connection, table, owners)

    async def append(
        self,
        table: str,
        number: int,
        facts: list[Fact],
        outline: dict[str, object],
        owners: set[str],
        request: str = "",
    ) -> None:
        try:
            async with self._engine.begin() as connection:
                await _write(connection, table, number, facts, request or None)
                changed = {"outline": json.dumps(outline), "changed": _now()}
                await connection.execute(sa.update(tables).where(tables.c.id == table).values(changed))
                await _note_owners(connection, table, owners)
        except exc.IntegrityError:
            if request and await self.has_done(table, request):
                raise AlreadyDone from None
            raise Overtaken from None

    async def load(self, table: str) -> Kept | None:
        async with self._engine.connect() as connection:
            setup = await connection.scalar(sa.select(tables.c.setup).where(tables.c.id == table))
            if setup is None:
                return None
            columns = sa.select(facts_kept.c.kind, facts_kept.c.seat, facts_kept.c.text)
            rows = await connection.execute(columns.where(facts_kept.c.table_id == table).order_by(facts_kept.c.number))
            return Kept(Setup.read(setup), [Fact(row.kind, row.seat, row.text) for row in rows])

    async def has_done(self, table: str, request: str) -> bool:
        async with self._engine.connect() as connection:
            return await _seen(connection, table, request)

    async def tables_of(self, owner: str, most: int = 50) -> list[Listed]:
        chosen = sa.select(tables.c.id, tables.c.changed, tables.c.outline).join(sitters)
        async with self._engine.connect() as connection:
            rows = await connection.execute(
                chosen.where(sitters.c.owner == owner).order_by(tables.c.changed.desc()).limit(most)
            )
            return [Listed(row.id, row.changed, json.loads(row.outline)) for row in rows]

    async def forget(self, table: str) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(sa.delete(tables).where(tables.c.id == table))

    async def close(self) -> None:
        await self._engine.dispose()


def _now() -> datetime:
    return datetime.now(UTC)


async def _seen(connection: AsyncConnection, table: str, request: str) -> bool:
    found = sa.select(facts_kept.c.number).where(facts_kept.c.table_id == table, facts_kept.c.request == request)
    return (await connection.scalar(found)) is not None


async def _write(connection: AsyncConnection, table: str, number: int, facts: list[Fact], request: str | None) -> None:
    rows = [{"table_id": table, "number": at, **fact._asdict()} for at, fact in enumerate(facts, number)]
    for index, row in enumerate(rows):
        row["request"] = None if index else request
    if rows:
        await connection.execute(sa.insert(facts_kept), rows)


async def _note_owners(connection: AsyncConnection, table: str, owners: set[str]) -> None:
    if not owners:
        return
    there = await connection.scalars(sa.select(sitters.c.owner).where(sitters.c.table_id == table))
    fresh = [{"table_id": table, "owner": owner} for owner in sorted(owners - set(there))]
    if fresh:
        await connection.execute(sa.insert(sitters), fresh)
