"""Tables that are being played: each has one writer, its viewers, and what plays by itself.

A room keeps a fact before anybody is told. Every viewer has one slot, in which only the latest state waits; who is slow
misses the steps between, never the last one.
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field

from azulejos import draw
from azulejos.bots import Bot, Budget, Thought
from azulejos.bots.hint import Hint, hint
from azulejos.bots.registry import bot_named
from azulejos.games import Position
from azulejos.store import AlreadyDone, Kept, Outline, Overtaken, Store
from azulejos.story import Happening
from azulejos.table import Fact, Refused, Seat, Setup, Table, by_weight
from azulejos.words import LANGUAGES, Words

THINKING_MS = 1500
HINT_MS = 1200
CROWDED = 200  # rooms in memory before those that nobody looks at are let go

shuffled = by_weight(secrets.randbelow)


@dataclass(eq=False)
class Viewer:
    """Somebody who looks at a table. `wake` says that there is something newer than what was sent."""

    owner: str
    narrow: bool = False  # what lies in the middle is drawn for a narrow screen
    wake: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(eq=False)
class Room:
    id: str
    table: Table
    store: Store
    viewers: set[Viewer] = field(default_factory=set[Viewer])
    history: list[tuple[int, Happening]] = field(default_factory=list[tuple[int, Happening]])  # with the version
    trouble: dict[int, str] = field(default_factory=dict[int, str])  # the bots that failed, by seat
    thinking: bool = False
    _drawn: dict[tuple[bytes, str], draw.Parts] = field(default_factory=dict[tuple[bytes, str], draw.Parts])
    _writer: asyncio.Lock = field(default_factory=asyncio.Lock)
    _driver: asyncio.Task[None] | None = None
    _bots: dict[int, tuple[str, Bot]] = field(default_factory=dict[int, tuple[str, Bot]])

    @classmethod
    def opened(cls, name: str, kept: Kept, store: Store) -> "Room":
        room = cls(name, Table(kept.setup), store)
        room.history = [(0, happening) for happening in happenings(room.table.position)]
        for fact in kept.facts:
            room._accept(fact)
        return room

    # --- What is accepted ---

    async def decide(self, wanted: Callable[[Table], Fact], version: int | None = None, request: str = "") -> int:
        """Asks the table for a fact, keeps it, and tells everybody. The version must be today's, if it is given."""
        async with self._writer:
            if version is not None and version != self.table.version:
                if request and await self.store.has_done(self.id, request):
                    return self.table.version
                raise Overtaken
            fact = wanted(self.table)
            try:
                await self._keep(fact, request)
                self._accept(fact)
            except AlreadyDone:  # sent twice, done once
                pass
            except Overtaken:
                await self._catch_up()
                raise
        self._tell()
        return self.table.version

    async def _catch_up(self) -> None:
        """Another server has written to this table."""
        kept = await self.store.load(self.id)
        for fact in kept.facts[self.table.version :] if kept else []:
            self._accept(fact)
        self._tell()

    async def _keep(self, fact: Fact, request: str) -> None:
        outline = outline_of(self._position_after(fact), self.table.seats)
        await self.store.append(self.id, self.table.version, [fact], outline, self.table.newcomer(fact), request)

    def _position_after(self, fact: Fact) -> Position:
        after = self.table.position.copy()
        if fact.kind == "move":
            after.push(fact.text)
        return after

    def _accept(self, fact: Fact) -> None:
        before = self.table.position.copy()
        self.table.accept(fact)
        position = self.table.position
        if fact.kind in ("move", "deal"):
            move = position.events[-1].code if fact.kind == "move" else None
            seat = fact.seat if fact.kind == "move" else None
            self.history.append((self.table.version, Happening(before, position.copy(), seat, move)))
        elif fact.kind == "undo":
            del self.history[len(self.history) - int(fact.text) :]

    def drawn(self, words: Words) -> draw.Parts:
        """The position in pictures, drawn once for all who read the same language."""
        key = self.table.position.key, words.language
        if key not in self._drawn:
            if len(self._drawn) > len(LANGUAGES):
                self._drawn.clear()
            self._drawn[key] = draw.parts(self.table.position, words)
        return self._drawn[key]

    def _tell(self) -> None:
        for viewer in self.viewers:
            viewer.wake.set()
        self.go_on()

    # --- What plays by itself ---

    def go_on(self) -> None:
        """Sees to it that draws and bots happen, unless that is being done."""
        if self._driver is None or self._driver.done():
            self._driver = asyncio.create_task(self._drive())

    async def _drive(self) -> None:
        while True:
            if self.table.position.asks == "deal":
                first = self.table.version == 0
                await self._pause(0 if first else 1)
                with suppress(Overtaken, Refused):
                    await self.decide(lambda table: table.deal(shuffled), self.table.version)
            elif self.table.waits_for_bot and self.table.asked is None:
                await self._bot_move()
            else:
                return

    async def _pause(self, beats: float) -> None:
        """What happens by itself is to be seen; nobody needs to wait for it where nobody looks."""
        if self.viewers:
            await asyncio.sleep(beats * self.table.setup.pace / 1000)

    async def _bot_move(self) -> None:
        version, seat = self.table.version, self.table.position.turn
        assert seat is not None
        self.thinking = True
        pause = asyncio.create_task(self._pause(1))
        try:
            thought = await self._thought(seat)
            await pause
            if self.table.version == version:
                with suppress(Overtaken, Refused):
                    await self.decide(lambda table: table.bot_move(thought.move), version)
        finally:
            self.thinking = False
            pause.cancel()

    async def _thought(self, seat: int) -> Thought:
        """The bot's move; a bot that fails says so, and something legal is played in its place."""
        position = self.table.position.copy()
        try:
            return await asyncio.to_thread(self._think, seat, position)
        except Exception as error:  # a bot is somebody else's program: whatever goes wrong there
            self.trouble[seat] = str(error) or type(error).__name__
            return Thought(secrets.choice([int(code) for code in position.legal_codes]))

    def _think(self, seat: int, position: Position) -> Thought:
        name = self.table.seats[seat].bot
        known, bot = self._bots.get(seat, ("", None))
        if bot is None or known != name:
            bot = bot_named(name)
            bot.begin(position.copy())
            self._bots[seat] = name, bot
        return bot.think(position, Budget(ms=THINKING_MS))

    async def hint(self) -> Hint:
        """What a strong bot would do here."""
        return await asyncio.to_thread(hint, self.table.position.copy(), Budget(ms=HINT_MS))

    def close(self) -> None:
        if self._driver is not None:
            self._driver.cancel()
        for _, bot in self._bots.values():
            bot.close()


def happenings(position: Position) -> list[Happening]:
    """All that led to a position, draws in a row as one."""
    running = position.beginning()
    found: list[Happening] = []
    drawn_from: Position | None = None
    for event in position.events:
        before = running.copy()
        if event.seat is None:
            drawn_from = drawn_from or before
            running.draw(event.code)
            continue
        if drawn_from is not None:
            found.append(Happening(drawn_from, before, None, None))
            drawn_from = None
        running.push(event.code)
        found.append(Happening(before, running.copy(), event.seat, event.code))
    if drawn_from is not None:
        found.append(Happening(drawn_from, running.copy(), None, None))
    return found


def cut(position: Position, steps: int) -> Position:
    """A game as it was after so many happenings, with what led there."""
    running, done, drawing = position.beginning(), 0, False
    for event in position.events:
        if not (event.is_draw and drawing):
            if done == steps:
                break
            done += 1
        drawing = event.is_draw
        if event.is_draw:
            running.draw(event.code)
        else:
            running.push(event.code)
    return running


def outline_of(position: Position, seats: Sequence[Seat]) -> Outline:
    """What a list of tables shows."""
    return {
        "game": position.game,
        "seats": [asdict(seat) for seat in seats],
        "round": position.round,
        "scores": position.scores,
        "over": position.is_over,
    }


class Rooms:
    """The tables of a store, each in memory while it is played."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._rooms: dict[str, Room] = {}
        self._opening = asyncio.Lock()

    async def create(self, setup: Setup) -> Room:
        table = Table(setup)
        name = secrets.token_urlsafe(9)
        kept = Kept(setup)
        await self.store.create(name, kept, outline_of(table.position, table.seats), table.owners | {setup.host})
        room = self._rooms[name] = Room.opened(name, kept, self.store)
        self._make_room()
        return room

    async def find(self, name: str) -> Room | None:
        if name in self._rooms:
            return self._rooms[name]
        async with self._opening:
            if name not in self._rooms:
                kept = await self.store.load(name)
                if kept is None:
                    return None
                self._rooms[name] = await asyncio.to_thread(Room.opened, name, kept, self.store)
                self._make_room()
        return self._rooms[name]

    async def remove(self, name: str) -> None:
        """A table is gone, for everybody."""
        if name in self._rooms:
            self._rooms.pop(name).close()
        await self.store.forget(name)

    def _make_room(self) -> None:
        """Rooms that nobody looks at are let go when there are many; the store has them."""
        idle = [name for name, room in self._rooms.items() if not room.viewers and not room.thinking]
        for name in idle[: max(0, len(self._rooms) - CROWDED)]:
            self._rooms.pop(name).close()

    def close(self) -> None:
        for room in self._rooms.values():
            room.close()
