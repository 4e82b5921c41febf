"""What every store promises; a second one joins by one more fixture parameter."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

from azulejos.notation import InvalidOption
from azulejos.store import AlreadyDone, Kept, Overtaken, Store
from azulejos.store.sql import LATEST, MIGRATIONS, async_url, metadata, migrate, open_store
from azulejos.table import Fact, Seat, setup_for
from tests.conftest import run

SETUP = setup_for("azul", {"wall": "gray"}, [Seat("Änn", "ann"), Seat("", "", "search:3")], "ann")
FACTS = [Fact("deal", -1, "start 0 F1 BBRK"), Fact("move", 0, "F1 red > 2")]
Use = Callable[[Callable[[Store], Awaitable[None]]], None]


@pytest.fixture(params=["sqlite"])
def use(request: pytest.FixtureRequest, tmp_path: Path) -> Use:
    """Runs something with the store open; what one leaves there the next finds."""
    addresses = {"sqlite": f"sqlite:///{tmp_path / 'tables.db'}"}

    async def with_store(what: Callable[[Store], Awaitable[None]]) -> None:
        store = await open_store(addresses[request.param])
        try:
            await what(store)
        finally:
            await store.close()

    return lambda what: run(with_store(what))


async def create(store: Store, name: str = "t") -> None:
    await store.create(name, Kept(SETUP, FACTS[:1]), {"round": 1}, {"ann"})


def test_what_was_kept_is_there_after_a_restart(use: Use) -> None:
    async def keep(store: Store) -> None:
        await create(store)
        await store.append("t", 1, FACTS[1:], {"round": 2}, {"ann"}, "r1")

    async def find(store: Store) -> None:
        assert await store.load("t") == Kept(SETUP, FACTS)

    use(keep)
    use(find)


def test_a_number_is_written_once(use: Use) -> None:
    async def race(store: Store) -> None:
        await create(store)
        await store.append("t", 1, FACTS[1:], {}, set())
        with pytest.raises(Overtaken):
            await store.append("t", 1, [Fact("move", 0, "other")], {}, set())
        assert await store.load("t") == Kept(SETUP, FACTS)

    use(race)


def test_a_request_is_carried_out_once(use: Use) -> None:
    async def twice(store: Store) -> None:
        await create(store)
        await store.append("t", 1, FACTS[1:], {}, set(), "r1")
        with pytest.raises(AlreadyDone):
            await store.append("t", 2, FACTS[1:], {}, set(), "r1")
        assert await store.load("t") == Kept(SETUP, FACTS)

    use(twice)


def test_facts_are_kept_all_or_none(use: Use) -> None:
    async def half(store: Store) -> None:
        await create(store)
        await store.append("t", 2, [Fact("undo", 0, "1")], {}, set())
        with pytest.raises(Overtaken):
            await store.append("t", 1, [FACTS[1], FACTS[1]], {"round": 9}, {"bob"})
        kept = await store.load("t")
        assert kept is not None
        assert [fact.kind for fact in kept.facts] == ["deal", "undo"]
        assert await store.tables_of("bob") == []

    use(half)


def test_tables_are_listed_for_who_sat_there_the_last_changed_first(use: Use) -> None:
    async def listed(store: Store) -> None:
        await create(store, "a")
        await create(store, "b")
        await store.append("a", 1, FACTS[1:], {"round": 2}, {"ann", "bob"})
        assert [(table.id, table.outline) for table in await store.tables_of("ann")] == [
            ("a", {"round": 2}),
            ("b", {"round": 1}),
        ]
        assert [table.id for table in await store.tables_of("bob")] == ["a"]

    use(listed)


def test_a_table_that_is_not_there_is_none_and_a_forgotten_one_too(use: Use) -> None:
    async def forget(store: Store) -> None:
        assert await store.load("t") is None
        await create(store)
        await store.forget("t")
        assert await store.load("t") is None
        assert await store.tables_of("ann") == []

    use(forget)


def test_an_address_that_means_no_database_is_refused_with_a_sentence(tmp_path: Path) -> None:
    for address in ("tables.db", "mysql://there/x"):
        with pytest.raises(InvalidOption, match="--database"):
            async_url(address)
    with pytest.raises(InvalidOption, match="cannot be opened"):
        run(open_store(f"sqlite:///{tmp_path}/no/folder/x.db"))


def test_the_latest_migration_is_the_one_that_the_store_expects() -> None:
    names = [path.stem.split("_")[0] for path in (MIGRATIONS / "versions").glob("v*.py")]
    assert max(names, key=lambda name: int(name[1:])) == f"v{LATEST}"


def test_a_new_database_may_be_opened_twice_at_once(tmp_path: Path) -> None:
    async def both() -> None:
        address = f"sqlite:///{tmp_path / 'tables.db'}"
        for store in await asyncio.gather(*(open_store(address) for _ in range(4))):
            await store.close()

    run(both())


def test_a_new_database_is_like_one_that_has_gone_through_every_migration() -> None:
    new, migrated = sa.create_engine("sqlite://"), sa.create_engine("sqlite://")
    metadata.create_all(new)
    with migrated.begin() as connection:
        migrate(connection)
    assert shape_of(new) == shape_of(migrated)


def shape_of(engine: sa.Engine) -> dict[str, object]:
    """The columns, keys and constraints of all tables, without the order in which they were made."""
    seen = sa.inspect(engine)
    return {
        name: (
            [{**column, "type": str(column["type"])} for column in seen.get_columns(name)],
            seen.get_pk_constraint(name)["constrained_columns"],
            [(key["constrained_columns"], key.get("options")) for key in seen.get_foreign_keys(name)],
            seen.get_unique_constraints(name),
            [index["column_names"] for index in seen.get_indexes(name)],
        )
        for name in seen.get_table_names()
        if name != "alembic_version"  # which Alembic makes in its own way
    }
