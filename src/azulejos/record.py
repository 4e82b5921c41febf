"""Whole games as text: a header of tags, then every draw and every move. Reading checks everything.

    azulejos 1
    game: azul
    players: 2
    scores: 31 24

    deal start 0 F1 BBRK F2 YYRW F3 KKKB F4 WWYR F5 BYRK
    0: F3 black > 3
    1: C blue > floor

docs/notation.md describes the format. Tags that are not known here are kept.
"""

from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from azulejos.games import Components, Position, components_box, game_named, read
from azulejos.notation import IllegalMove, InvalidNotation, InvalidOption, deal_text, require_text

FIRST_LINE = "azulejos 1"
RESULTS = ("scores", "ranking", "ending")


class InvalidRecord(ValueError):
    """A record that cannot be read, or lies; says the line and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


@dataclass
class Record:
    """A game as it was played: its last position, with all that led there, and the tags that are not the game's own."""

    position: Position
    tags: dict[str, str] = field(default_factory=dict[str, str])

    def steps(self) -> Iterator[tuple[str, Position]]:
        """Each line of the game with the position after it; first the beginning, with an empty line."""
        position = self.position.beginning()
        yield "", position.copy()
        for _, line in _lines(self.position):
            _play(position, line)
            yield line, position.copy()

    @property
    def text(self) -> str:
        return write(self.position, self.tags)


# --- Writing ---


def write(position: Position, tags: Mapping[str, str] | None = None) -> str:
    """The record of all that led to a position."""
    header = {"game": position.game, **position.options}
    if not _begins_at_set_up(position):
        header["position"] = position.beginning().text
    own = {*_own_names(position), *RESULTS}
    for name, value in (tags or {}).items():
        if name in own:
            raise InvalidNotation(f"{name} is a tag that the game itself gives")
        header[name] = require_text(value, f"the tag {name}")
    if position.is_over:
        header |= _results(position)
    for name, value in header.items():
        if not name.isidentifier() or value != " ".join(value.split()) or not value:
            raise InvalidNotation(f"a tag is a name and one line of text, not {name!r}: {value!r}")
    lines = [FIRST_LINE, *(f"{name}: {value}" for name, value in header.items()), ""]
    shown = 0
    for round_number, line in _lines(position):
        if round_number != shown:
            shown = round_number
            lines.append(f"# round {shown}")
        lines.append(line)
    return "\n".join(lines) + "\n"


def _begins_at_set_up(position: Position) -> bool:
    notation, rules = position.game_entry.notation, position.rules
    return rules.new_state(notation.options_of(position.state)).tobytes() == position.origin


def _own_names(position: Position) -> tuple[str, ...]:
    return ("game", "position", *position.game_entry.notation.OPTION_NAMES)


def _results(position: Position) -> dict[str, str]:
    return {
        "scores": " ".join(map(str, position.scores)),
        "ranking": " ".join(map(str, position.ranking)),
        "ending": position.ending or "running",
    }


def _lines(position: Position) -> Iterator[tuple[int, str]]:
    """The lines of a game, draws in a row as one, each with its round."""
    notation = position.game_entry.notation
    running = position.beginning()
    draws: list[str] = []
    for event in position.events:
        if event.is_draw:
            draws.append(notation.draw_text(running.state, event.code))
            running.draw(event.code)
            continue
        if draws:
            yield running.round, f"deal {deal_text(draws)}"
            draws = []
        yield running.round, f"{event.seat}: {running.move(event.code)}"
        running.push(event.code)
    if draws:
        yield running.round, f"deal {deal_text(draws)}"


# --- Reading ---


@dataclass(frozen=True)
class _Tag:
    line: int
    value: str


def read_record(text: str, *, components: Components | None = None) -> Record:
    """The game that a record tells. What does not hold together raises InvalidRecord with the line."""
    if components is not None:
        components_box(components)
    try:
        lines = require_text(text, "a game record").removeprefix("\ufeff").split("\n")
    except InvalidNotation as error:
        raise InvalidRecord(1, str(error)) from None
    if lines[0].strip() != FIRST_LINE:
        raise InvalidRecord(1, f"a game record begins with {FIRST_LINE!r}")
    blank = next((index for index, line in enumerate(lines) if not line.strip()), len(lines))
    header = _read_header(lines[1:blank])
    position = _beginning(header)
    for number, line in enumerate(lines[blank:], blank + 1):
        if line.strip() and not line.lstrip().startswith("#"):
            with _at_line(number):
                _play(position, line.strip())
    _check_results(position, header)
    own = {*_own_names(position), *RESULTS}
    return Record(position, {name: tag.value for name, tag in header.items() if name not in own})


@contextmanager
def _at_line(number: int) -> Generator[None]:
    """What is wrong inside gets its line."""
    try:
        yield
    except (InvalidNotation, IllegalMove, InvalidOption) as error:
        raise InvalidRecord(number, str(error)) from None


def _read_header(lines: list[str]) -> dict[str, _Tag]:
    header: dict[str, _Tag] = {}
    for number, line in enumerate(lines, 2):
        name, colon, value = line.partition(":")
        name, value = name.strip(), " ".join(value.split())
        if not colon or not name.isidentifier() or not value:
            raise InvalidRecord(number, f"expected 'name: value', or an empty line before the game, found {line!r}")
        if name in header:
            raise InvalidRecord(number, f"{name} is given twice")
        header[name] = _Tag(number, value)
    return header


def _beginning(header: dict[str, _Tag]) -> Position:
    """The set-up of the game and options that the header names, or the position that it gives."""
    if "game" not in header:
        raise InvalidRecord(1, "the header does not name the game, as in 'game: azul'")
    with _at_line(header["game"].line):
        entry = game_named(header["game"].value)
    named = {name: header[name] for name in entry.notation.OPTION_NAMES if name in header}
    for name, tag in named.items():
        with _at_line(tag.line):
            entry.notation.options_from({name: tag.value} | ({"players": "4"} if name == "starter" else {}))
    with _at_line(max((tag.line for tag in named.values()), default=1)):
        options = entry.notation.options_from({name: tag.value for name, tag in named.items()})
    if "position" not in header:
        return Position(entry, entry.rules.new_state(options))
    with _at_line(header["position"].line):
        position = read(header["position"].value)
        if position.game != entry.name or position.options != entry.notation.words_of(options):
            raise InvalidNotation("the position is of another game or has other options than the header says")
    return position


def _play(position: Position, line: str) -> None:
    word, _, rest = line.partition(" ")
    if word == "deal":
        position.deal(rest)
        return
    if not word.removesuffix(":").isdecimal() or not word.endswith(":"):
        raise InvalidNotation(f"expected 'deal ...' or a move such as '0: F3 red > 2', found {line!r}")
    if position.asks == "deal":
        raise InvalidNotation("a deal is missing before this move")
    if position.turn is not None and word != f"{position.turn}:":
        raise IllegalMove(f"it is the turn of seat {position.turn}, not of {word.removesuffix(':')}")
    position.push(rest)


def _check_results(position: Position, header: dict[str, _Tag]) -> None:
    for name, value in _results(position).items():
        if name in header and header[name].value != value:
            raise InvalidRecord(
                header[name].line, f"{name} should be {value!r} by the game, not {header[name].value!r}"
            )
