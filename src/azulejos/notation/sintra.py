"""The notation of Stained Glass of Sintra: see docs/notation.md.

Colours are usually B blue, G green, O orange, P pink, Y yellow; a box of other colours brings their letters. A strip
is a letter from A to H, in the order of the components file: capital with its first face up, small with its second.
"""

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
    read_heap,
    read_number,
    read_offer,
    split_fields,
)
from azulejos.rules import sintra, tiles
from azulejos.rules.sintra_box import (
    JOKER_LETTER,
    PACKAGE_BOX,
    PALETTE,
    PALETTE_LETTERS,
    SIDES,
    Box,
    digest_text,
    known_box,
    remember,
)

OPTION_NAMES = ("players", "side", "components", "starter", "max_rounds")
FACE_LETTERS = "AaBbCcDdEeFfGgHh"
BREAK_WORD = "break"

State = Any  # a record of sintra.State


class Move(sintra.Move):
    """A move of Sintra, which prints as its text."""

    __slots__ = ()

    def __str__(self) -> str:
        return move_text(self)


def letters_of(state: State) -> str:
    """The letters of the five colours of the box."""
    return "".join([PALETTE_LETTERS[colour] for colour in state.box.colours.tolist()])


# --- Options ---


def options_from(words: Mapping[str, object]) -> sintra.Options:
    """Options from the names of the library: players, side, components (a box, or the digest of one), starter, ..."""
    expect_options(words, OPTION_NAMES, "Sintra")
    return sintra.Options(
        **common_options(words, sintra.Options()._asdict()),
        side=choice_option(words.get("side", SIDES[0]), "side", SIDES),
        box=_box(words.get("components", PACKAGE_BOX)),
    )


def _box(value: object) -> Box:
    box = value if isinstance(value, Box) else known_box(str(value))
    if box is None:
        raise InvalidOption(
            f"this was played with the components {value}, which are not those of the package:"
            " give --components FILE, the file of that box"
        )
    return box


def words_of(options: sintra.Options) -> dict[str, str]:
    """The options as text, without those that are as usual; players always."""
    variant = {"side": SIDES[options.side]} if options.side else {}
    if options.box != PACKAGE_BOX:
        variant["components"] = digest_text(options.box.digest)
    return common_words(options, sintra.Options(), variant)


def options_of(state: State) -> sintra.Options:
    """The options and the box that live in a record; from then on the box is known, so that its text can be read."""
    names = (name for name in sintra.Options._fields if name != "box")
    box = remember(sintra.box_of(state))
    return sintra.Options(**{name: int(getattr(state.options, name)) for name in names}, box=box)


# --- Positions ---


def position_sections(state: State) -> list[str]:
    """The table, then one section a player."""
    return [join_fields(_table_fields(state)), *(join_fields(_board_fields(state, board)) for board in state.players)]


def _table_fields(state: State) -> dict[str, str]:
    letters, phase = letters_of(state), int(state.phase)
    fields = {"round": str(int(state.round_number)), "phase": sintra.PHASES[phase]}
    if state.turn != sintra.NOBODY:
        fields["turn"] = str(int(state.turn))
    if phase == sintra.SPLIT:
        fields["hand"] = heap_text(state.hand, letters)
    if phase == sintra.OVER:
        fields["ending"] = sintra.ENDINGS[int(state.ending)]
    fields["starts"] = "?" if state.starter == sintra.NOBODY else str(int(state.starter))
    fields["marker"] = "centre" if state.marker == sintra.NOBODY else str(int(state.marker))
    fields["indicator"] = "".join(_cell(colour, letters) for colour in state.indicator)
    fields |= offer_fields(state, letters)
    fields["bag"] = heap_text(state.bag, letters, counted=True)
    fields["tower"] = heap_text(state.tower, letters, counted=True)
    return fields


def _board_fields(state: State, board: Any) -> dict[str, str]:
    letters = letters_of(state)
    return {
        "score": str(int(board.score)),
        "lost": str(int(board.lost)),
        "space": str(int(board.space)),
        "glazier": str(int(board.glazier) + 1),
        "strips": "/".join(_strip(state, board, slot) for slot in range(sintra.SLOTS)),
        "windows": "/".join("".join(_cell(colour, letters) for colour in window) for window in board.windows),
    }


def _cell(colour: int, letters: str) -> str:
    return "." if colour == sintra.EMPTY else letters[colour]


def face_cells(state: State, face: int) -> str:
    """The cells printed on a face, in the order of colours, joker cells last."""
    return _printed(state, face, letters_of(state))


def _printed(state: State, face: int, letters: str) -> str:
    return heap_text(state.box.faces[face], letters + JOKER_LETTER)


def filled_cells(state: State, board: Any, slot: int) -> str:
    """What lies on the cells of a strip, in the order of `face_cells`; a free cell is a dot."""
    letters = letters_of(state)
    cells = _printed(state, int(board.strips[slot]), letters)
    free, panes = int(board.free[slot]), int(board.panes[slot])
    text = ""
    for colour, letter in enumerate(letters):
        filled = cells.count(letter) - tiles.count(free, colour)
        panes -= tiles.tiles(colour, filled)
        text += letter * filled + "." * tiles.count(free, colour)
    on_jokers = heap_text(panes, letters).replace("-", "")
    return text + on_jokers + "." * tiles.count(free, sintra.JOKER)


def _strip(state: State, board: Any, slot: int) -> str:
    face = int(board.strips[slot])
    return "-" if face == sintra.NONE else f"{FACE_LETTERS[face]}:{filled_cells(state, board, slot)}"


def read_sections(options: sintra.Options, sections: list[str]) -> State:
    """The position that the sections describe; whatever does not hold together is refused with a sentence."""
    state = sintra.new_state(options)
    notation.expect_parts(sections, options.players)
    _read_table(state, split_fields(sections[0], "table"))
    for seat, section in enumerate(sections[1:]):
        _read_board(state, state.players[seat], split_fields(section, f"player {seat}"), f"player {seat}")
    sintra.recompute(state)
    broken = int(sintra.check_state(state))
    if broken:
        raise InvalidNotation(f"this position cannot be: {sintra.BROKEN[broken]}")
    return state


def _read_table(state: State, fields: dict[str, str]) -> None:
    letters = letters_of(state)
    phase = read_choice(fields.get("phase", ""), sintra.PHASES, "table: phase")
    names = ["round", "phase"]
    names += ["turn"] if sintra.DEAL < phase < sintra.OVER else []
    names += ["hand"] if phase == sintra.SPLIT else []
    names += ["ending"] if phase == sintra.OVER else []
    names += ["starts", "marker", "indicator", *factory_names(state), "C", "bag", "tower"]
    expect_fields(fields, names, "table")
    seats = [str(seat) for seat in range(len(state.players))]
    state.phase = phase
    state.round_number = read_number(fields["round"], "table: round", LARGEST_ROUNDS)
    if "turn" in fields:
        state.turn = read_choice(fields["turn"], seats, "table: turn")
    if "ending" in fields:
        state.ending = read_choice(fields["ending"], sintra.ENDINGS, "table: ending")
    state.starter = read_choice(fields["starts"], ["?", *seats], "table: starts") - 1
    state.marker = read_choice(fields["marker"], ["centre", *seats], "table: marker") - 1
    state.indicator[:] = _read_cells(fields["indicator"], sintra.ROUNDS, letters, "table: indicator")
    read_offer(state, fields, letters, sintra.PIECES_OF_A_COLOUR)
    for name in ("hand", "bag", "tower"):
        text = fields.get(name, "-")
        setattr(state, name, read_heap(text, letters, f"table: {name}", sintra.PIECES_OF_A_COLOUR))


def _read_cells(text: str, number: int, letters: str, what: str) -> list[int]:
    """A colour a cell, or EMPTY for a dot."""
    if re.fullmatch(rf"[.{letters}]{{{number}}}", text) is None:
        raise InvalidNotation(f"{what}: expected {number} of .{letters}, found {text!r}")
    return [sintra.EMPTY if letter == "." else letters.index(letter) for letter in text]


def _read_board(state: State, board: Any, fields: dict[str, str], what: str) -> None:
    expect_fields(fields, ["score", "lost", "space", "glazier", "strips", "windows"], what)
    board.score = read_number(fields["score"], f"{what}: score", int(sintra.largest_gain(state)), sintra.LEAST_SCORE)
    board.lost = read_number(fields["lost"], f"{what}: lost", -sintra.LEAST_SCORE)
    board.space = read_number(fields["space"], f"{what}: space", int(state.box.last_space) - 1)
    board.glazier = read_number(fields["glazier"], f"{what}: glazier", sintra.SLOTS, 1) - 1
    for slot, strip in enumerate(_parts(fields["strips"], f"{what}: strips")):
        _read_strip(state, board, slot, strip, f"{what}: strip {slot + 1}")
    for window, text in enumerate(_parts(fields["windows"], f"{what}: windows")):
        board.windows[window] = _read_cells(text, 2, letters_of(state), f"{what}: window {window + 1}")


def _parts(text: str, what: str) -> list[str]:
    parts = text.split("/")
    if len(parts) != sintra.SLOTS:
        raise InvalidNotation(f"{what}: expected {sintra.SLOTS} parts divided by /, found {len(parts)}")
    return parts


def _read_strip(state: State, board: Any, slot: int, text: str, what: str) -> None:
    if text == "-":
        return
    letters = letters_of(state)
    match = re.fullmatch(rf"([A-Ha-h]):([.{letters}]{{{sintra.CELLS}}})", text)
    if match is None:
        raise InvalidNotation(f"{what}: expected a strip such as A:..{letters[0]}.., or -, found {text!r}")
    face = FACE_LETTERS.index(match[1])
    free, panes, cells = int(state.box.faces[face]), 0, face_cells(state, face)
    for cell, letter in zip(cells, match[2], strict=True):
        if letter not in (".", cell) and cell != JOKER_LETTER:
            raise InvalidNotation(f"{what}: the cells of {match[1]} are {cells}, so {match[2]} cannot lie there")
        if letter != ".":
            free -= tiles.tiles((letters + JOKER_LETTER).index(cell), 1)
            panes += tiles.tiles(letters.index(letter), 1)
    board.strips[slot], board.free[slot], board.panes[slot] = face, free, panes


# --- Moves and draws ---


def move_text(move: sintra.Move) -> str:
    if move.kind == sintra.RESET:
        return "reset"
    if move.kind == sintra.SPLIT:
        return f"jokers {move.jokers}"
    if move.kind == sintra.KEEP:
        return f"keep {PALETTE[move.colour]}"
    source = "C" if move.source == tiles.CENTRE else f"F{move.source}"
    slot = BREAK_WORD if move.slot == sintra.BREAK else str(move.slot + 1)
    return f"{source} {PALETTE[move.colour]} > {slot}"


MOVE = re.compile(
    r"""(?P<reset>RESET)
      | JOKERS \s+ (?P<jokers>[0-2])
      | KEEP \s+ (?P<kept>[A-Z]+)
      | (?P<source>C|F\d) \s+ (?P<taken>[A-Z]+) (\s*>\s*|\s+) (?P<slot>[1-8]|BREAK)""",
    re.VERBOSE | re.ASCII,
)
COLOUR_OF_WORD = {name.upper(): colour for colour, name in enumerate(PALETTE)} | {
    letter: colour for colour, letter in enumerate(PALETTE_LETTERS)
}


def read_move(text: str) -> Move:
    """A move from its text. Letters may stand for colours, and capitals do not matter."""
    match = MOVE.fullmatch(text.strip().upper())
    word = match and (match["kept"] or match["taken"])
    if match is None or (word and word not in COLOUR_OF_WORD):
        raise InvalidNotation(
            f"{text!r} is not a move; a move reads like 'F3 orange > 6', 'C blue > break', 'reset', 'jokers 1' or"
            " 'keep pink'"
        )
    if match["reset"]:
        return Move(sintra.RESET)
    if match["jokers"]:
        return Move(sintra.SPLIT, jokers=int(match["jokers"]))
    colour = COLOUR_OF_WORD[word or ""]
    if match["kept"]:
        return Move(sintra.KEEP, colour=colour)
    source = tiles.CENTRE if match["source"] == "C" else int(match["source"][1:])
    return Move(sintra.DRAFT, source, colour, sintra.BREAK if match["slot"] == "BREAK" else int(match["slot"]) - 1)


def draw_text(state: State, outcome: int) -> str:
    return notation.draw_text(state, outcome, _place_due(state), _outcome_letters(state))


def read_draw(state: State, text: str) -> int:
    place = _place_due(state)
    if not place.startswith("strips"):
        return notation.read_draw(state, text, place, letters_of(state))
    name, letter = text.split()
    if name != place:
        raise InvalidNotation(f"{text!r}: the next strip is for seat {place[-1]}, as in '{place} A'")
    face = read_choice(letter, FACE_LETTERS, name)
    if not sintra.strip_may_come(state, face):
        raise InvalidNotation(f"{text!r}: this strip lies there already, or shows its joker cells")
    return face


def _outcome_letters(state: State) -> str:
    return FACE_LETTERS if sintra.due_draw(state) == sintra.STRIP else letters_of(state)


def _place_due(state: State) -> str:
    """Where the strip or the piece of the draw that is due goes."""
    due = sintra.due_draw(state)
    if due == sintra.STRIP:
        return f"strips{int(sintra.seat_due(state))}"
    return "indicator" if due == sintra.SPACE else f"F{tiles.first_open_factory(state)}"


# --- A sketch for the terminal ---


def sketch(state: State) -> str:
    """The table as lines of text, in the letters of the notation."""
    letters, phase = letters_of(state), sintra.PHASES[int(state.phase)]
    asked = f"seat {int(state.turn)}: {phase}" if state.turn != sintra.NOBODY else phase
    indicator = "".join(_cell(colour, letters) for colour in state.indicator)
    rows = [f"round {int(state.round_number)} (indicator {indicator}), {asked}"]
    rows.append("  ".join(f"{name} {heap}" for name, heap in offer_fields(state, letters).items()))
    for seat, board in enumerate(state.players):
        fields = _board_fields(state, board)
        track = f"glazier {fields['glazier']}, broken glass -{int(state.box.track[board.space])}"
        rows.append(f"seat {seat}: {fields['score']} points, {track}")
        for slot, (strip, window) in enumerate(zip(fields["strips"].split("/"), board.windows, strict=True)):
            cells = face_cells(state, int(board.strips[slot])) if strip != "-" else ""
            panes = "".join(_cell(colour, letters) for colour in window)
            rows.append(f"  {slot + 1} {panes}  {strip} {cells}".rstrip())
    return "\n".join(rows)
