"""The notation of Summer Pavilion: see docs/notation.md.

Colours are P purple, G green, O orange, Y yellow, B blue, R red, in the order of the rounds whose joker they are. A
space is written star.position: star 0 is the centre, 1 to 6 lie around it clockwise from the left.
"""

import re
from collections.abc import Mapping
from typing import Any

from azulejos import notation
from azulejos.notation import (
    LARGEST_ROUNDS,
    InvalidNotation,
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
from azulejos.rules import pavilion, tiles

LETTERS = "PGOYBR"
KIND_NAMES = ("purple", "green", "orange", "yellow", "blue", "red")
SIDES = ("coloured", "mono")
PASSED = ("no", "yes")
OPTION_NAMES = ("players", "side", "starter", "max_rounds")

State = Any  # a record of pavilion.State


class Move(pavilion.Move):
    """A move of Summer Pavilion, which prints as its text."""

    __slots__ = ()

    def __str__(self) -> str:
        return move_text(self)


# --- Options ---


def options_from(words: Mapping[str, object]) -> pavilion.Options:
    """Options from the names of the library: players, side, starter, max_rounds."""
    expect_options(words, OPTION_NAMES, "Summer Pavilion")
    return pavilion.Options(
        **common_options(words, pavilion.Options()._asdict()),
        mono=choice_option(words.get("side", "coloured"), "side", SIDES) == 1,
    )


def words_of(options: pavilion.Options) -> dict[str, str]:
    """The options as text, without those that are as usual; players always."""
    return common_words(options, pavilion.Options(), {"side": "mono"} if options.mono else {})


def options_of(state: State) -> pavilion.Options:
    return notation.options_of(state, pavilion.Options())


# --- Positions ---


def position_sections(state: State) -> list[str]:
    """The table, then one section a player."""
    return [join_fields(_table_fields(state)), *(join_fields(_board_fields(board)) for board in state.players)]


def _table_fields(state: State) -> dict[str, str]:
    phase = int(state.phase)
    fields = {"round": str(int(state.round_number)), "phase": pavilion.PHASES[phase]}
    if state.turn != pavilion.NOBODY:
        fields["turn"] = str(int(state.turn))
    if _is_refill(state):
        fields["after"] = str(int(state.actor))
    if phase == pavilion.BONUS:
        fields["due"] = str(int(state.due))
    if phase in (pavilion.BONUS, pavilion.KEEP):
        fields["from"] = LETTERS[int(state.least)]
    if phase == pavilion.OVER:
        fields["ending"] = pavilion.ENDINGS[int(state.ending)]
        fields["after"] = str(int(state.actor))
    fields["starts"] = "?" if state.starter == pavilion.NOBODY else str(int(state.starter))
    fields["marker"] = "centre" if state.marker == pavilion.NOBODY else str(int(state.marker))
    fields |= offer_fields(state, LETTERS)
    fields["supply"] = heap_text(state.supply, LETTERS)
    fields["bag"] = heap_text(state.bag, LETTERS, counted=True)
    fields["tower"] = heap_text(state.tower, LETTERS, counted=True)
    return fields


def _is_refill(state: State) -> bool:
    """Whether the draw that is due fills the supply at the end of a turn."""
    return bool(state.phase == pavilion.DEAL and state.stage == pavilion.TURN_ENDS)


def _board_fields(board: Any) -> dict[str, str]:
    return {
        "score": str(int(board.score)),
        "hand": heap_text(board.hand, LETTERS),
        "corners": heap_text(board.corners, LETTERS),
        "passed": PASSED[int(board.passed)],
        "stars": "/".join("".join(_cell(kind) for kind in star) for star in board.stars),
    }


def _cell(kind: int) -> str:
    return "." if kind == pavilion.EMPTY else LETTERS[kind]


def read_sections(options: pavilion.Options, sections: list[str]) -> State:
    """The position that the sections describe; whatever does not hold together is refused with a sentence."""
    state = pavilion.new_state(options)
    notation.expect_parts(sections, options.players)
    _read_table(state, split_fields(sections[0], "table"))
    for seat, section in enumerate(sections[1:]):
        _read_board(state.players[seat], split_fields(section, f"player {seat}"), f"player {seat}")
    if state.phase == pavilion.KEEP:
        state.keeps = pavilion.CORNERS - tiles.total(state.players[state.actor].corners)
    pavilion.recompute(state)
    broken = int(pavilion.check_state(state))
    if broken:
        raise InvalidNotation(f"this position cannot be: {pavilion.BROKEN[broken]}")
    return state


def _read_table(state: State, fields: dict[str, str]) -> None:
    phase = read_choice(fields.get("phase", ""), pavilion.PHASES, "table: phase")
    refill = phase == pavilion.DEAL and "after" in fields
    names = ["round", "phase"]
    names += ["turn"] if pavilion.DEAL < phase < pavilion.OVER else []
    names += ["due"] if phase == pavilion.BONUS else []
    names += ["from"] if phase in (pavilion.BONUS, pavilion.KEEP) else []
    names += ["after"] if refill or phase == pavilion.OVER else []
    names += ["ending"] if phase == pavilion.OVER else []
    expect_fields(fields, [*names, "starts", "marker", *factory_names(state), "C", "supply", "bag", "tower"], "table")
    seats = [str(seat) for seat in range(len(state.players))]
    state.phase = phase
    state.stage = _stage(phase, refill)
    state.round_number = read_number(fields["round"], "table: round", LARGEST_ROUNDS)
    if "turn" in fields:
        state.turn = read_choice(fields["turn"], seats, "table: turn")
        state.actor = state.turn if phase != pavilion.DRAFT else 0
    if "after" in fields:
        state.actor = read_choice(fields["after"], seats, "table: after")
    if "due" in fields:
        state.due = read_number(fields["due"], "table: due", 3)
    if "from" in fields:
        state.least = read_choice(fields["from"], LETTERS, "table: from")
    if "ending" in fields:
        state.ending = read_choice(fields["ending"], pavilion.ENDINGS, "table: ending")
    state.starter = read_choice(fields["starts"], ["?", *seats], "table: starts") - 1
    state.marker = read_choice(fields["marker"], ["centre", *seats], "table: marker") - 1
    read_offer(state, fields, LETTERS, pavilion.TILES_OF_A_KIND)
    for name in ("supply", "bag", "tower"):
        setattr(state, name, _read_heap(fields[name], f"table: {name}"))


def _stage(phase: int, refill: bool) -> int:
    if phase == pavilion.PLACE:
        return pavilion.TURN
    before = phase == pavilion.DRAFT or (phase == pavilion.DEAL and not refill)
    return pavilion.FILLING if before else pavilion.TURN_ENDS


def _read_heap(text: str, what: str) -> int:
    return read_heap(text, LETTERS, what, pavilion.TILES_OF_A_KIND)


def _read_board(board: Any, fields: dict[str, str], what: str) -> None:
    expect_fields(fields, ["score", "hand", "corners", "passed", "stars"], what)
    board.score = read_number(fields["score"], f"{what}: score", pavilion.LARGEST_SCORE)
    board.hand = _read_heap(fields["hand"], f"{what}: hand")
    board.corners = _read_heap(fields["corners"], f"{what}: corners")
    board.passed = read_choice(fields["passed"], PASSED, f"{what}: passed")
    stars = fields["stars"].split("/")
    if len(stars) != pavilion.STARS:
        raise InvalidNotation(f"{what}: stars: expected seven parts divided by /, found {len(stars)}")
    for star, text in enumerate(stars):
        if re.fullmatch(rf"[.{LETTERS}]{{{pavilion.POSITIONS}}}", text) is None:
            raise InvalidNotation(f"{what}: star {star}: expected six of .{LETTERS}, found {text!r}")
        for position, letter in enumerate(text):
            board.stars[star, position] = pavilion.EMPTY if letter == "." else LETTERS.index(letter)


# --- Moves and draws ---


def move_text(move: pavilion.Move) -> str:
    if move.kind == pavilion.DRAFT:
        return f"{'C' if move.source == tiles.CENTRE else f'F{move.source}'} {KIND_NAMES[move.colour]}"
    if move.kind == pavilion.BONUS:
        return f"bonus {KIND_NAMES[move.colour]}"
    if move.kind == pavilion.KEEP:
        return "stop" if move.colour == pavilion.STOP else f"keep {KIND_NAMES[move.colour]}"
    if move.colour == -1:
        return "pass"
    jokers = f"+{move.jokers}" if move.jokers else ""
    return f"{KIND_NAMES[move.colour]}{jokers} > {move.star}.{move.position + 1}"


MOVE = re.compile(
    r"""(?P<word>PASS|STOP)
      | (?P<take>BONUS|KEEP) \s+ (?P<taken>[A-Z]+)
      | (?P<source>C|F\d) \s+ (?P<drafted>[A-Z]+)
      | (?P<placed>[A-Z]+) \s* (\+\s*(?P<jokers>[0-5]))? (\s*>\s*|\s+) (?P<star>[0-6])\.(?P<position>[1-6])""",
    re.VERBOSE | re.ASCII,
)
KIND_OF_WORD = {name.upper(): kind for kind, name in enumerate(KIND_NAMES)} | {
    letter: kind for kind, letter in enumerate(LETTERS)
}


def read_move(text: str) -> Move:
    """A move from its text. Letters may stand for colours, and capitals do not matter."""
    match = MOVE.fullmatch(text.strip().upper())
    colour = match and (match["taken"] or match["drafted"] or match["placed"])
    if match is None or (colour and colour not in KIND_OF_WORD):
        raise InvalidNotation(
            f"{text!r} is not a move; a move reads like 'F3 red', 'C blue', 'red > 3.2', 'red+2 > 0.6', 'pass',"
            " 'bonus green', 'keep green' or 'stop'"
        )
    kind = KIND_OF_WORD[colour] if colour else -1
    if match["word"]:
        return Move(pavilion.PLACE) if match["word"] == "PASS" else Move(pavilion.KEEP, colour=pavilion.STOP)
    if match["take"]:
        return Move(pavilion.BONUS if match["take"] == "BONUS" else pavilion.KEEP, colour=kind)
    if match["source"]:
        return Move(pavilion.DRAFT, tiles.CENTRE if match["source"] == "C" else int(match["source"][1:]), kind)
    jokers = int(match["jokers"] or "0")
    return Move(pavilion.PLACE, -1, kind, int(match["star"]), int(match["position"]) - 1, jokers)


def _place_due(state: State) -> str:
    """Where the tile of the draw that is due goes."""
    return "supply" if pavilion.supply_is_short(state) else f"F{tiles.first_open_factory(state)}"


def draw_text(state: State, outcome: int) -> str:
    return notation.draw_text(state, outcome, _place_due(state), LETTERS)


def read_draw(state: State, text: str) -> int:
    return notation.read_draw(state, text, _place_due(state), LETTERS)


# --- A sketch for the terminal ---


def sketch(state: State) -> str:
    """The table as lines of text, in the letters of the notation."""
    phase = pavilion.PHASES[int(state.phase)]
    asked = f"seat {int(state.turn)}: {phase}" if state.turn != pavilion.NOBODY else phase
    offer = "  ".join(f"{name} {heap}" for name, heap in offer_fields(state, LETTERS).items())
    joker = KIND_NAMES[int(pavilion.joker_colour(state))]
    rows = [f"round {int(state.round_number)} (joker {joker}), {asked}", offer]
    rows.append(f"supply {heap_text(state.supply, LETTERS)}")
    for seat, board in enumerate(state.players):
        fields = _board_fields(board)
        rows.append(f"seat {seat}: {fields['score']} points, hand {fields['hand']}, corners {fields['corners']}")
        rows.append("  " + "  ".join(f"{star} {cells}" for star, cells in enumerate(fields["stars"].split("/"))))
    return "\n".join(rows)
