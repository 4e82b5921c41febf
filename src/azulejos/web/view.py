"""What one person sees of a table: the words around the drawings, and every legal move with what it would do."""

import json
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from azulejos import draw, preview, story, telling
from azulejos.games import Position
from azulejos.preview.outlook import minus
from azulejos.table import Seat, Table
from azulejos.web.rooms import Room
from azulejos.words import Words

LOG_LINES = 20
History = list[tuple[int, story.Happening]]  # with the version that each led to


def bot_title(bot: str, words: Words) -> str:
    """`Bot, level 3`."""
    _ = words.text
    kind, _colon, level = bot.partition(":")
    if kind == "search" and level:
        return _("Bot, level {n}").format(n=level)
    return {"random": _("Random bot"), "greedy": _("Greedy bot")}.get(bot, bot)


def seat_name(seat: Seat, number: int, words: Words) -> str:
    """As everybody calls who sits there."""
    if seat.bot:
        return seat.name or bot_title(seat.bot, words)
    if seat.name:
        return seat.name
    return words.text("Player {n}").format(n=number + 1) if seat.is_person else words.text("Free seat")


def names_at(seats: list[Seat], owner: str, words: Words) -> list[str]:
    """The names as one viewer knows them: no two alike, and somebody with one seat and no name is `You`."""
    names = [seat_name(seat, number, words) for number, seat in enumerate(seats)]
    names = [
        numbered(name, seat, number, words) if names.count(name) > 1 else name
        for number, (name, seat) in enumerate(zip(names, seats, strict=True), 1)
    ]
    own = [number for number, seat in enumerate(seats) if owner and seat.owner == owner]
    if len(own) == 1 and not seats[own[0]].name:
        names[own[0]] = words.text("You")
    return names


def numbered(name: str, seat: Seat, number: int, words: Words) -> str:
    """`Bot 2, level 3`: who is called like somebody else, with the number of the seat."""
    level = seat.bot.removeprefix("search:")
    if level != seat.bot and not seat.name:
        return words.text("Bot {n}, level {level}").format(n=number, level=level)
    return f"{name} {number}"


def main_seat(table: Table, owner: str) -> int:
    """Whose board lies in front: one's own, that on turn first; for who watches, the one on turn."""
    own, turn = table.seats_of(owner), table.position.turn
    if turn is not None and (turn in own or not own):
        return turn
    return own[0] if own else 0


class SeatView(NamedTuple):
    number: int
    name: str
    seat: Seat
    score: int
    on_turn: bool
    has_marker: bool
    is_mine: bool
    trouble: str


class Entry(NamedTuple):
    """A line of the log as the page shows it."""

    seat: int | None
    name: str
    text: str
    gain: str
    tile: str
    is_move: bool
    is_last: bool


@dataclass
class Scene:
    """What a template needs to draw a table for one viewer."""

    id: str
    table: Table
    position: Position
    words: Words
    about: Any
    names: list[str]
    parts: draw.Parts
    seats: list[SeatView]
    main: int
    owner: str
    version: int
    log: list[tuple[int, list[Entry]]]
    question: str
    thinking: bool
    is_replay: bool = False

    @property
    def mine(self) -> bool:
        """The viewer decides now."""
        return not self.is_replay and self.table.may_move(self.owner)

    @property
    def others(self) -> list[SeatView]:
        """The other boards, clockwise from the one in front."""
        n = len(self.seats)
        return [self.seats[(self.main + i) % n] for i in range(1, n)]

    @property
    def status(self) -> str:
        """One sentence for the top of the page."""
        _ = self.words.text
        turn = self.position.turn
        if self.position.is_over:
            return _("The game is over")
        if turn is None:
            return _("Tiles are drawn")
        seat = self.table.seats[turn]
        if self.mine:
            alone = len(self.table.seats_of(self.owner)) == 1
            return _("Your turn") if alone else _("{name}, your turn").format(name=self.names[turn])
        if seat.is_free and not self.is_replay:
            return _("Waiting for somebody to sit down")
        if seat.bot and not self.is_replay:
            return _("{name} is thinking").format(name=self.names[turn])
        return _("{name} is on turn").format(name=self.names[turn])

    @property
    def round_colours(self) -> str:
        return telling.round_colours(self.position, self.words)

    @property
    def can_undo(self) -> bool:
        return not self.is_replay and not self.position.is_over and self.table.can_undo(self.owner)

    @property
    def asks_me(self) -> bool:
        """Somebody wants to take back, and this viewer has not said yes or no."""
        asked = self.table.asked
        if asked is None or self.is_replay:
            return False
        undecided = self.table.owners - self.table.agreed - {self.table.seats[asked].owner}
        return self.owner in undecided


def scene(room: Room, owner: str, words: Words) -> Scene:
    table = room.table
    position = table.position
    names = names_at(table.seats, owner, words)
    about = words.of(position)
    drawn = room.drawn(words)
    asked = position.asks not in (None, "deal")
    return Scene(
        room.id, table, position, words, about, names, drawn,
        seat_views(table, position, names, owner, room.trouble), main_seat(table, owner), owner, table.version,
        log(room.history, names, words), about.question(position) if asked else "", room.thinking,
    )  # fmt: skip


def replay_scene(room: Room, at: int, owner: str, words: Words) -> Scene:
    """The table as it was after so many steps of its history."""
    table = room.table
    history = room.history[:at]
    position = position_at(room, at)
    names = names_at(table.seats, "", words)
    own = table.seats_of(owner)
    return Scene(
        room.id, table, position, words, words.of(position), names, draw.parts(position, words),
        seat_views(table, position, names, "", {}), own[0] if own else 0, "", at, log(history, names, words), "", False,
        is_replay=True,
    )  # fmt: skip


def position_at(room: Room, at: int) -> Position:
    """After so many steps of its history."""
    history = room.history
    if not history:
        return room.table.position
    return history[min(at, len(history)) - 1][1].after if at else history[0][1].before


def seat_views(
    table: Table, position: Position, names: list[str], owner: str, trouble: dict[int, str]
) -> list[SeatView]:
    scores, marker = position.scores, int(position.state.marker)
    return [
        SeatView(
            number,
            names[number],
            seat,
            scores[number],
            position.turn == number,
            marker == number,
            bool(owner) and seat.owner == owner,
            trouble.get(number, ""),
        )
        for number, seat in enumerate(table.seats)
    ]


def log(history: History, names: list[str], words: Words) -> list[tuple[int, list[Entry]]]:
    """The last lines by round, the newest first."""
    rounds: dict[int, list[Entry]] = {}
    shown = 0
    for _, happening in reversed(history):
        told = story.lines(happening, words)
        for line in reversed(told):
            if line.seat is not None or not line.text:
                entries = rounds.setdefault(line.round, [])
                is_last = line.is_move and not any(entry.is_last for found in rounds.values() for entry in found)
                entries.append(_entry(line, happening, names, is_last))
                shown += 1
        if shown >= LOG_LINES:
            break
    return list(rounds.items())


def _entry(line: story.Line, happening: story.Happening, names: list[str], is_last: bool) -> Entry:
    tile = draw.tile(happening.before.game, line.kind) if line.kind >= 0 else ""
    name = names[line.seat] if line.seat is not None else ""
    return Entry(line.seat, name, line.text, _signed(line.gain), tile, line.is_move, is_last)


# --- What the page's script needs ---


def moves_for(shown: Scene) -> list[list[str | bool]]:
    """Every legal move of the viewer's decision with what it would do, as the rows that `table.js` reads."""
    if not shown.mine:
        return []
    return [_row(shown, choice) for choice in preview.choices(shown.position, shown.words)]


def _row(shown: Scene, choice: preview.Choice) -> list[str | bool]:
    """Text, label, pill, note, the reason for a loss, the loss, more of the note, whether tiles are drawn."""
    position, outlook = shown.position, choice.outlook
    loss = minus(outlook.loss) if outlook.loss else ""
    draws = preview.draws_after(position, choice.code)
    label = shown.about.move(position.move(choice.code))
    row = [choice.text, label, outlook.pill, outlook.note, outlook.loss_note, loss, outlook.more, draws]
    while not row[-1]:
        row.pop()
    return row


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value not in ("", False)}


def last_move(history: History, shown: Scene) -> dict[str, Any]:
    """Where the last move came from and went to, for its mark; and where its tile went if the round ended with it."""
    for _, happening in reversed(history):
        if happening.move is not None:
            text = str(happening.before.move(happening.move))
            what, _arrow, where = text.partition(" > ")
            told = {"seat": happening.seat, "source": what.split(" ")[0], "where": where, "text": text}
            ended = shown.position.is_over or shown.position.round != happening.before.round
            tiled = ended or happening.before.asks == "column"
            scores = story.scoring(happening, shown.words) if tiled else []
            cell = next((s.cell for s in scores if s.seat == happening.seat and where in ("", str(s.line))), "")
            return told | _plain({"ended": ended, "cell": cell})
    return {}


def news(history: History, names: list[str], words: Words, since: int) -> dict[str, Any]:
    """What happened after a version: sentences to read out, and scores to show one by one."""
    told: list[str] = []
    scores: list[dict[str, Any]] = []
    for version, happening in history:
        if version <= since:
            continue
        told += [_sentence(line, names, words) for line in story.lines(happening, words)]
        for score in story.scoring(happening, words):
            values = asdict(score)
            gain = f"+{score.points}" if score.points >= 0 else minus(-score.points)
            scores.append(values | {"name": names[score.seat], "gain": gain})
    return {"told": told[-12:], "scores": scores}


def _sentence(line: story.Line, names: list[str], words: Words) -> str:
    """`Ann: red in row 4: 2 across, +2.`"""
    text = ", ".join(filter(None, [line.text, _signed(line.gain)]))
    if line.seat is not None:
        text = words.text("{name}: {text}").format(name=names[line.seat], text=text)
    return text if text.endswith(".") else f"{text}."


def _signed(gain: int) -> str:
    return "" if not gain else f"+{gain}" if gain > 0 else minus(-gain)


def moment(history: History, shown: Scene, html: str, since: int | None) -> dict[str, Any]:
    """One message to a viewer: the whole table again, and what is new since the last one."""
    happened = {} if since is None else news(history, shown.names, shown.words, since)
    if happened and shown.table.took_back and not shown.is_replay:
        happened["told"] = [shown.words.text("Taken back.")]
    return {
        "version": shown.version,
        "html": html,
        "seat": shown.position.turn if shown.mine else None,
        "asks": shown.position.asks,
        "moves": moves_for(shown),
        "no": preview.refusals(shown.position, shown.words) if shown.mine else {},
        "last": last_move(history, shown),
        "over": shown.position.is_over,
        **happened,
    }


def as_json(values: Any) -> str:
    """For a data block in a page: nothing in it can end the block."""
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
