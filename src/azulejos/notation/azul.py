"""The notation of Azul: see docs/notation.md. Colours are B blue, Y yellow, R red, K black, W white; J is a joker."""

import re
from collections.abc import Mapping
from typing import Any

from azulejos import notation
from azulejos.notation import (
    LARGEST_ROUNDS,
    InvalidNotation,
    InvalidOption,
    choice_option,
    common_options,
    common_words,
    expect_fields,
    expect_options,
    factory_names,
    heap_text,
    join_fields,
    offer_fields,
    read_choice,
    read_counts,
    read_heap,
    read_number,
    read_offer,
    split_fields,
)
from azulejos.rules import azul, tiles

LETTERS = "BYRKWJ"
KIND_NAMES = ("blue", "yellow", "red", "black", "white", "joker")
WALLS = ("coloured", "gray")
MARKER = "1"
OPTION_NAMES = ("players", "wall", "jokers", "starter", "max_rounds")

State = Any  # a record of azul.State


class Move(azul.Move):
    """A move of Azul, which prints as its text."""

    __slots__ = ()

    def __str__(self) -> str:
        return move_text(self)


# --- Options ---


def options_from(words: Mapping[str, object]) -> azul.Options:
    """Options from the names of the library: players, wall, jokers, starter, max_rounds."""
    expect_options(words, OPTION_NAMES, "Azul")
    jokers = words.get("jokers", False)
    with_jokers = str(jokers) in ("True", "yes")
    if not with_jokers and str(jokers) not in ("False", "no"):
        raise InvalidOption(f"jokers must be yes or no (True or False), not {jokers!r}")
    return azul.Options(
        **common_options(words, azul.Options()._asdict()),
        gray=choice_option(words.get("wall", "coloured"), "wall", WALLS) == 1,
        jokers=with_jokers,
    )


def words_of(options: azul.Options) -> dict[str, str]:
    """The options as text, without those that are as usual; players always."""
    variant = ({"wall": "gray"} if options.gray else {}) | ({"jokers": "yes"} if options.jokers else {})
    return common_words(options, azul.Options(), variant)


def options_of(state: State) -> azul.Options:
    return notation.options_of(state, azul.Options())


# --- Positions ---


def position_sections(state: State) -> list[str]:
    """The table, then one section a player."""
    return [join_fields(_table_fields(state))] + [join_fields(_board_fields(state, seat)) for seat in _seats(state)]


def _seats(state: State) -> range:
    return range(len(state.players))


def _table_fields(state: State) -> dict[str, str]:
    phase = int(state.phase)
    fields = {"round": str(int(state.round_number)), "phase": azul.PHASES[phase]}
    if state.turn != azul.NOBODY:
        fields["turn"] = str(int(state.turn))
    if phase in (azul.SPLIT, azul.COLUMN):
        fields["line"] = str(int(state.line) + 1)
    if phase == azul.SPLIT:
        fields["hand"] = _heap(state.hand)
    if phase == azul.OVER:
        fields["ending"] = azul.ENDINGS[int(state.ending)]
    fields["starts"] = "?" if state.starter == azul.NOBODY else str(int(state.starter))
    fields["marker"] = "centre" if state.marker == azul.NOBODY else str(int(state.marker))
    fields |= offer_fields(state, LETTERS)
    fields["bag"] = _heap(state.bag, counted=True)
    fields["lid"] = _heap(state.lid, counted=True)
    return fields


def _heap(heap: int, *, counted: bool = False) -> str:
    return heap_text(heap, LETTERS, counted=counted)


def _board_fields(state: State, seat: int) -> dict[str, str]:
    board = state.players[seat]
    return {
        "score": str(int(board.score)),
        "lines": "/".join(_line(board, line) for line in range(azul.LINES)),
        "wall": "/".join("".join(_cell(kind) for kind in row) for row in board.wall),
        "floor": _floor(board),
    }


def _line(board: Any, line: int) -> str:
    jokers = int(board.line_jokers[line])
    colour = int(board.line_colour[line])
    coloured = int(board.line_count[line]) - jokers
    return (LETTERS[colour] * coloured if coloured else "") + "J" * jokers or "-"


def _cell(kind: int) -> str:
    return "." if kind == azul.EMPTY else LETTERS[kind]


def _floor(board: Any) -> str:
    marker = MARKER if azul.marker_on_floor(board) else ""
    heap = _heap(board.floor)
    return marker + heap if heap != "-" else marker or "-"


def read_sections(options: azul.Options, sections: list[str]) -> State:
    """The position that the sections describe; whatever does not hold together is refused with a sentence."""
    state = azul.new_state(options)
    notation.expect_parts(sections, options.players)
    _read_table(state, split_fields(sections[0], "table"))
    for seat in _seats(state):
        _read_board(state, seat, split_fields(sections[1 + seat], f"player {seat}"))
    azul.recompute(state)
    for seat in _seats(state):
        if (MARKER in split_fields(sections[1 + seat], "")["floor"]) != azul.marker_on_floor(state.players[seat]):
            raise InvalidNotation(f"player {seat}: {MARKER} on the floor and marker= on the table disagree")
    broken = int(azul.check_state(state))
    if broken:
        raise InvalidNotation(f"this position cannot be: {azul.BROKEN[broken]}")
    return state


def _read_table(state: State, fields: dict[str, str]) -> None:
    what = "table"
    phase = read_choice(fields.get("phase", ""), azul.PHASES, f"{what}: phase")
    names = ["round", "phase"]
    if phase not in (azul.DEAL, azul.OVER):
        names.append("turn")
    if phase in (azul.SPLIT, azul.COLUMN):
        names.append("line")
    if phase == azul.SPLIT:
        names.append("hand")
    if phase == azul.OVER:
        names.append("ending")
    expect_fields(fields, [*names, "starts", "marker", *factory_names(state), "C", "bag", "lid"], what)
    seats = [str(seat) for seat in _seats(state)]
    state.phase = phase
    state.round_number = read_number(fields["round"], f"{what}: round", LARGEST_ROUNDS)
    if "turn" in fields:
        state.turn = read_choice(fields["turn"], seats, f"{what}: turn")
    if "line" in fields:
        state.line = read_choice(fields["line"], "12345", f"{what}: line")
    if "hand" in fields:
        state.hand = _read_heap(fields["hand"], f"{what}: hand")
    if "ending" in fields:
        state.ending = read_choice(fields["ending"], azul.ENDINGS, f"{what}: ending")
    state.starter = read_choice(fields["starts"], ["?", *seats], f"{what}: starts") - 1
    state.marker = read_choice(fields["marker"], ["centre", *seats], f"{what}: marker") - 1
    read_offer(state, fields, LETTERS, azul.TILES // azul.COLOURS)
    state.bag = _read_heap(fields["bag"], f"{what}: bag")
    state.lid = _read_heap(fields["lid"], f"{what}: lid")


def _read_heap(text: str, what: str) -> int:
    return read_heap(text, LETTERS, what, azul.TILES // azul.COLOURS)


def _read_board(state: State, seat: int, fields: dict[str, str]) -> None:
    what = f"player {seat}"
    expect_fields(fields, ["score", "lines", "wall", "floor"], what)
    board = state.players[seat]
    board.score = read_number(fields["score"], f"{what}: score", azul.LARGEST_SCORE)
    for line, text in enumerate(_five(fields["lines"], f"{what}: lines")):
        _read_line(board, line, text, f"{what}: line {line + 1}")
    for row, text in enumerate(_five(fields["wall"], f"{what}: wall")):
        if re.fullmatch(rf"[.{LETTERS}]{{{azul.COLOURS}}}", text) is None:
            raise InvalidNotation(f"{what}: wall row {row + 1}: expected five of .{LETTERS}, found {text!r}")
        for column, letter in enumerate(text):
            board.wall[row, column] = azul.EMPTY if letter == "." else LETTERS.index(letter)
    if re.fullmatch(rf"-|{MARKER}?[{LETTERS}]*", fields["floor"]) is None:
        raise InvalidNotation(f"{what}: floor: expected letters of {LETTERS}, {MARKER} in front for the marker, or -")
    board.floor = _read_heap(fields["floor"].removeprefix(MARKER) or "-", f"{what}: floor")


def _five(text: str, what: str) -> list[str]:
    parts = text.split("/")
    if len(parts) != azul.LINES:
        raise InvalidNotation(f"{what}: expected five parts divided by /, found {len(parts)}")
    return parts


def _read_line(board: Any, line: int, text: str, what: str) -> None:
    *coloured, jokers = read_counts(text, LETTERS, what, azul.LINES)
    colours = [colour for colour, number in enumerate(coloured) if number]
    if len(colours) > 1:
        raise InvalidNotation(f"{what}: a line holds one colour and jokers, found {text!r}")
    board.line_colour[line] = colours[0] if colours else azul.EMPTY
    board.line_count[line] = sum(coloured) + jokers
    board.line_jokers[line] = jokers


# --- Moves and draws ---


def move_text(move: azul.Move) -> str:
    if move.kind == azul.SPLIT:
        return f"jokers {move.jokers}"
    if move.kind == azul.COLUMN:
        return f"column {move.column + 1}"
    source = "C" if move.source == tiles.CENTRE else f"F{move.source}"
    tail = "+joker" if move.pick >= azul.MIXED else ""
    destination = "floor" if move.line == azul.FLOOR else str(move.line + 1)
    return f"{source} {KIND_NAMES[azul.kind_of_pick(move.pick)]}{tail} > {destination}"


MOVE = re.compile(
    r"""JOKERS \s+ (?P<jokers>\d)
      | COLUMN \s+ (?P<column>[1-5])
      | (?P<source>C|F\d) \s+ (?P<kind>[A-Z]+) \s* (?P<mixed>\+\s*J(OKER)?)? (\s*>\s*|\s+) (?P<line>[1-5]|FLOOR)""",
    re.VERBOSE | re.ASCII,
)
KIND_OF_WORD = {name.upper(): kind for kind, name in enumerate(KIND_NAMES)} | {
    letter: kind for kind, letter in enumerate(LETTERS)
}


def read_move(text: str) -> Move:
    """A move from its text. Letters may stand for colours, and capitals do not matter."""
    match = MOVE.fullmatch(text.strip().upper())
    if match is None or (match["kind"] is not None and match["kind"] not in KIND_OF_WORD):
        raise InvalidNotation(
            f"{text!r} is not a move; a move reads like 'F3 red > 2', 'C blue > floor', 'F1 red+joker > 4',"
            " 'jokers 2' or 'column 5'"
        )
    if match["jokers"]:
        return Move(azul.SPLIT, jokers=int(match["jokers"]))
    if match["column"]:
        return Move(azul.COLUMN, column=int(match["column"]) - 1)
    pick = KIND_OF_WORD[match["kind"]]
    if match["mixed"]:
        if pick == azul.JOKER:
            raise InvalidNotation(f"{text!r}: jokers go with a colour, not with jokers")
        pick += azul.MIXED
    source = tiles.CENTRE if match["source"] == "C" else int(match["source"][1:])
    return Move(azul.DRAFT, source, pick, azul.FLOOR if match["line"] == "FLOOR" else int(match["line"]) - 1)


def draw_text(state: State, outcome: int) -> str:
    return notation.draw_text(state, outcome, f"F{tiles.first_open_factory(state)}", LETTERS)


def read_draw(state: State, text: str) -> int:
    return notation.read_draw(state, text, f"F{tiles.first_open_factory(state)}", LETTERS)


# --- A sketch for the terminal ---


def sketch(state: State) -> str:
    """The table as lines of text, in the letters of the notation."""
    phase = azul.PHASES[int(state.phase)]
    asked = f"seat {int(state.turn)}: {phase}" if state.turn != azul.NOBODY else phase
    sources = [f"F{factory} {_heap(state.sources[factory])}" for factory in range(1, len(state.sources))]
    centre = f"C {MARKER if state.marker == azul.NOBODY else ''}{_heap(state.sources[tiles.CENTRE])}"
    rows = [f"round {int(state.round_number)}, {asked}", "  ".join([*sources, centre])]
    for seat in _seats(state):
        board = state.players[seat]
        rows.append(f"seat {seat}: {int(board.score)} points, floor {_floor(board)}")
        for row in range(azul.LINES):
            line = _line(board, row).replace("-", "").rjust(row + 1, ".")
            rows.append(f"  {line:>5} > {' '.join(_cell(kind) for kind in board.wall[row])}")
    return "\n".join(rows)
