"""A room: bots play by themselves, and one that fails stops nothing."""

import asyncio
from pathlib import Path

import pytest

from azulejos.bots import Budget, Thought
from azulejos.games import Position
from azulejos.store import Overtaken
from azulejos.store.sql import open_store
from azulejos.table import Seat, setup_for
from azulejos.web import rooms
from azulejos.web.rooms import Room, Rooms, cut
from tests.conftest import run


class Broken:
    name = "broken"

    def begin(self, position: Position) -> None:
        pass

    def think(self, position: Position, budget: Budget) -> Thought:
        raise RuntimeError("no idea")

    def close(self) -> None:
        pass


def broken_bot(name: str) -> Broken:
    return Broken()


async def played(folder: Path) -> Room:
    """A short game between two bots, played to its end."""
    store = await open_store(f"sqlite:///{folder / 't.db'}")
    seats = [Seat("", "", "random"), Seat("", "", "random")]
    everywhere = Rooms(store)
    room = await everywhere.create(setup_for("azul", {"max_rounds": "1"}, seats, "ann", 0))
    room.go_on()
    for _ in range(500):
        await asyncio.sleep(0.02)
        if room.table.position.is_over:
            break
    kept = await store.load(room.id)
    assert kept is not None
    assert Room.opened(room.id, kept, store).table.position == room.table.position
    everywhere.close()
    await store.close()
    return room


def test_bots_play_by_themselves_and_all_is_kept(tmp_path: Path) -> None:
    room = run(played(tmp_path))
    assert room.table.position.is_over
    assert room.trouble == {}


def test_a_bot_that_fails_says_so_and_something_legal_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "bot_named", broken_bot)
    room = run(played(tmp_path))
    assert room.table.position.is_over
    assert room.trouble == {0: "no idea", 1: "no idea"}


def test_a_game_can_be_cut_at_every_step(tmp_path: Path) -> None:
    room = run(played(tmp_path))
    for step, (_, happening) in enumerate(room.history, 1):
        assert cut(room.table.position, step) == happening.after


async def two_servers(folder: Path) -> None:
    """Two rooms over one store: who is overtaken catches up."""
    store = await open_store(f"sqlite:///{folder / 't.db'}")
    here, there = Rooms(store), Rooms(store)
    room = await here.create(setup_for("azul", {}, [Seat("", "ann"), Seat("", "ann")], "ann", 0))
    other = await there.find(room.id)
    assert other is not None
    await room.decide(lambda table: table.deal(rooms.shuffled))
    with pytest.raises(Overtaken):
        await other.decide(lambda table: table.deal(rooms.shuffled))
    assert other.table.position == room.table.position
    for each in (here, there):
        each.close()
    await store.close()


def test_a_server_that_is_overtaken_catches_up(tmp_path: Path) -> None:
    run(two_servers(tmp_path))
