"""A table: who sits where, what has been accepted there, and who may do what. Pure: no clock, no chance, no storage.

A table is its setup and the list of accepted facts; everything else follows from them. What somebody wants to do is
first asked of a method here, which answers with the fact that it would be or refuses; whoever keeps tables writes the
fact down, and only then is it accepted.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple

from azulejos.games import Position, game_named
from azulejos.notation import InvalidOption, deal_text
from azulejos.record import Record, read_record, write

LONGEST_NAME = 24
NOBODY = -1

# What a table may answer; each is shown to people, so each has its translation.
NOT_YOURS = "This seat is not yours."
NOT_YOUR_TURN = "It is not the turn of this seat."
TAKEN = "This seat is taken."
NOT_THE_HOST = "Only who set up the table may change its seats."
NOTHING_TO_UNDO = "Nothing can be taken back: you have not moved since tiles were last drawn."
NOTHING_ASKED = "Nobody has asked to take anything back."
CONFIRM_DRAW = "After this move tiles are drawn, and it cannot be taken back: confirm it."
NO_DRAW = "No draw is due."
BOT_DECIDES = "A bot decides here."
REFUSALS = (
    NOT_YOURS, NOT_YOUR_TURN, TAKEN, NOT_THE_HOST, NOTHING_TO_UNDO, NOTHING_ASKED, CONFIRM_DRAW, NO_DRAW, BOT_DECIDES,
)  # fmt: skip


class Refused(Exception):
    """This may not be done here, and why: one of REFUSALS."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class NotYours(Refused):
    """It is another's to decide."""


class ConfirmFirst(Refused):
    """The move is legal, but what it leads to cannot be taken back."""


@dataclass(frozen=True)
class Seat:
    """A person (with an owner), a bot (with the name of one), or free (neither)."""

    name: str = ""
    owner: str = ""
    bot: str = ""

    @property
    def is_free(self) -> bool:
        return not self.owner and not self.bot

    @property
    def is_person(self) -> bool:
        return bool(self.owner)


@dataclass(frozen=True)
class Setup:
    """What a table begins with. `beginning` is the record of a game that goes on here, or empty."""

    game: str
    options: dict[str, str]
    seats: tuple[Seat, ...]
    host: str
    pace: int = 900  # milliseconds for what happens by itself to be seen
    beginning: str = ""

    @property
    def text(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def read(cls, text: str) -> "Setup":
        values: Any = json.loads(text)
        values["seats"] = tuple(Seat(**seat) for seat in values["seats"])
        return cls(**values)


class Fact(NamedTuple):
    """One thing that was accepted: its kind, the seat that did it (or NOBODY) and what exactly."""

    kind: str  # deal, move, undo, ask, agree, refuse, seat
    seat: int
    text: str = ""


def setup_for(game: str, options: dict[str, str], seats: Iterable[Seat], host: str, pace: int = 900) -> Setup:
    """A setup whose options and seats have been checked."""
    entry = game_named(game)
    chosen = entry.notation.options_from(options)
    seats = tuple(replace(seat, name=clean_name(seat.name)) for seat in seats)
    if len(seats) != chosen.players:
        raise InvalidOption(f"{chosen.players} play, but {len(seats)} seats were given")
    return Setup(game, entry.notation.words_of(chosen), seats, host, pace)


def setup_from(record: Record, seats: Iterable[Seat], host: str, pace: int = 900) -> Setup:
    """A setup that goes on with a game where its record ends."""
    position = record.position
    setup = setup_for(position.game, position.options, seats, host, pace)
    return replace(setup, beginning=write(position))


# Chooses one of the outcomes of a draw by their weights.
Drawer = Callable[[dict[int, int]], int]


def by_weight(below: Callable[[int], int]) -> Drawer:
    """Draws with a source of numbers from 0 to n - 1, each as likely as the others."""

    def drawer(chances: dict[int, int]) -> int:
        ticket = below(sum(chances.values()))
        for outcome, weight in chances.items():
            ticket -= weight
            if ticket < 0:
                return outcome
        raise ValueError("the source gave a number that is too large")

    return drawer


def clean_name(name: str) -> str:
    """One line, not too long, nothing that does not print."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())[:LONGEST_NAME].strip()


@dataclass
class Table:
    setup: Setup
    seats: list[Seat] = field(init=False)
    position: Position = field(init=False)
    facts: list[Fact] = field(init=False, default_factory=list[Fact])
    asked: int | None = field(init=False, default=None)  # the seat that wants to take back
    agreed: set[str] = field(init=False, default_factory=set[str])  # the owners who said yes
    took_back: bool = field(init=False, default=False)  # the last fact took moves back

    def __post_init__(self) -> None:
        self.seats = list(self.setup.seats)
        if self.setup.beginning:
            self.position = read_record(self.setup.beginning).position
            return
        entry = game_named(self.setup.game)
        self.position = Position(entry, entry.rules.new_state(entry.notation.options_from(self.setup.options)))

    @classmethod
    def replayed(cls, setup: Setup, facts: Iterable[Fact]) -> "Table":
        table = cls(setup)
        for fact in facts:
            table.accept(fact)
        return table

    # --- How it stands ---

    @property
    def version(self) -> int:
        return len(self.facts)

    @property
    def owners(self) -> set[str]:
        """Everybody who sits here as a person."""
        return {seat.owner for seat in self.seats if seat.is_person}

    def newcomer(self, fact: Fact) -> set[str]:
        """Who sits down by a fact, if somebody does."""
        owner = str(json.loads(fact.text)["owner"]) if fact.kind == "seat" else ""
        return {owner} if owner else set()

    def seats_of(self, owner: str) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if owner and seat.owner == owner]

    @property
    def on_turn(self) -> Seat | None:
        return None if self.position.turn is None else self.seats[self.position.turn]

    def may_move(self, owner: str) -> bool:
        return self.on_turn is not None and bool(owner) and self.on_turn.owner == owner

    @property
    def waits_for_bot(self) -> bool:
        return self.on_turn is not None and bool(self.on_turn.bot)

    @property
    def record(self) -> Record:
        """The game as it was played here, with the names."""
        tags = {f"seat{number}": seat.name for number, seat in enumerate(self.seats) if seat.name}
        bots = {f"bot{number}": seat.bot for number, seat in enumerate(self.seats) if seat.bot}
        return Record(self.position, tags | bots)

    # --- What somebody wants to do: the fact that it would be, or a refusal ---

    def move(self, owner: str, seat: int, move: str, *, confirmed: bool = False) -> Fact:
        """A decision of a person, who owns the seat."""
        self._require_own(owner, seat)
        if self.position.turn != seat:
            raise Refused(NOT_YOUR_TURN)
        after = self.position.copy()
        after.push(move)
        if after.asks == "deal" and not confirmed:
            raise ConfirmFirst(CONFIRM_DRAW)
        return Fact("move", seat, str(self.position.move(move)))

    def bot_move(self, code: int) -> Fact:
        """A decision of the bot that is on turn."""
        if not self.waits_for_bot or self.position.turn is None:
            raise Refused(NOT_YOUR_TURN)
        self.position.copy().push(code)
        return Fact("move", self.position.turn, str(self.position.move(code)))

    def deal(self, outcomes: Drawer) -> Fact:
        """The draws that are due, each outcome chosen by `outcomes` from the weights of the possible ones."""
        if self.position.asks != "deal":
            raise Refused(NO_DRAW)
        running, draws = self.position.copy(), list[str]()
        while running.asks == "deal":
            outcome = outcomes(running.chances)
            draws.append(self.position.game_entry.notation.draw_text(running.state, outcome))
            running.draw(outcome)
        return Fact("deal", NOBODY, deal_text(draws))

    def undo(self, owner: str) -> Fact:
        """Takes back the last decision of somebody, or asks the others whether it may be."""
        seat, steps = self._last_decision(owner)
        if self._is_own_turn(seat, steps) or self.owners <= {owner}:
            return Fact("undo", seat, str(steps))
        return Fact("ask", seat)

    def answer(self, owner: str, *, agrees: bool) -> Fact:
        """Yes or no to who asked to take back; the last yes takes back."""
        if self.asked is None:
            raise Refused(NOTHING_ASKED)
        asker = self.seats[self.asked].owner
        if owner == asker and not agrees:
            return Fact("refuse", self.asked)  # changed their mind
        if owner not in self.owners or owner == asker:
            raise NotYours(NOT_YOURS)
        seat = self.seats_of(owner)[0]
        if not agrees:
            return Fact("refuse", seat)
        if self.owners <= self.agreed | {asker, owner}:
            return Fact("undo", self.asked, str(self._last_decision(asker)[1]))
        return Fact("agree", seat)

    def sit(self, owner: str, seat: int, name: str) -> Fact:
        """Somebody takes a free seat."""
        self._require_seat(seat)
        if not self.seats[seat].is_free:
            raise NotYours(TAKEN)
        return self._seat_fact(seat, Seat(clean_name(name), owner))

    def stand_up(self, owner: str, seat: int) -> Fact:
        """Leaves a seat, which is free then."""
        self._require_own(owner, seat)
        return self._seat_fact(seat, Seat())

    def give_to_bot(self, owner: str, seat: int, bot: str, name: str) -> Fact:
        """The host lets a bot have a seat that is free, or the host's own; or changes the bot that sits there."""
        self._require_seat(seat)
        if owner != self.setup.host:
            raise NotYours(NOT_THE_HOST)
        if self.seats[seat].is_person:
            self._require_own(owner, seat)
        return self._seat_fact(seat, Seat(clean_name(name), "", bot))

    # --- What has been accepted ---

    def accept(self, fact: Fact) -> None:
        """What was written down happens."""
        self.took_back = fact.kind == "undo"
        if fact.kind == "deal":
            self.position.deal(fact.text)
        elif fact.kind == "move":
            self.position.push(fact.text)
        elif fact.kind == "undo":
            for _ in range(int(fact.text)):
                self.position.pop()
        elif fact.kind == "seat":
            self.seats[fact.seat] = Seat(**json.loads(fact.text))
        self._note_consent(fact)
        self.facts.append(fact)

    def _note_consent(self, fact: Fact) -> None:
        """Whatever happens on the table makes an open question void."""
        if fact.kind == "ask":
            self.asked, self.agreed = fact.seat, set()
        elif fact.kind == "agree":
            self.agreed.add(self.seats[fact.seat].owner)
        else:
            self.asked, self.agreed = None, set()

    # --- Who may ---

    def _require_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.seats):
            raise InvalidOption(f"there is no seat {seat}; seats run from 0 to {len(self.seats) - 1}")

    def _require_own(self, owner: str, seat: int) -> None:
        self._require_seat(seat)
        if self.seats[seat].bot:
            raise NotYours(BOT_DECIDES)
        if not owner or self.seats[seat].owner != owner:
            raise NotYours(NOT_YOURS)

    def _seat_fact(self, seat: int, who: Seat) -> Fact:
        return Fact("seat", seat, json.dumps(asdict(who), ensure_ascii=False))

    def _last_decision(self, owner: str) -> tuple[int, int]:
        """The seat and how many moves ago it was, among those since the last draw."""
        own = self.seats_of(owner)
        if not own:
            raise NotYours(NOT_YOURS)
        for steps, event in enumerate(reversed(self.position.events), 1):
            if event.seat is None:
                break
            if event.seat in own:
                return event.seat, steps
        raise Refused(NOTHING_TO_UNDO)

    def _is_own_turn(self, seat: int, steps: int) -> bool:
        """Only this seat has decided since, and it still does."""
        return self.position.turn == seat and all(
            event.seat == seat for event in self.position.events[len(self.position.events) - steps :]
        )

    def can_undo(self, owner: str) -> bool:
        try:
            self._last_decision(owner)
        except Refused:
            return False
        return True
