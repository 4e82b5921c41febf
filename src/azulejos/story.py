"""What happened between two positions, in words: the lines of a log, and the scoring of a round step by step.

Why seven points? A step says it in numbers first. Everything is asked of the rules; nothing is counted twice.
"""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from azulejos import telling
from azulejos.games import Position
from azulejos.preview.outlook import minus
from azulejos.rules import azul, tiles
from azulejos.words import Words


@dataclass(frozen=True)
class Happening:
    """One accepted move or deal with the positions around it. `move` is a code; None for a deal."""

    before: Position
    after: Position
    seat: int | None
    move: int | None
    told: dict[str, list["Line"]] = field(default_factory=dict[str, list["Line"]], compare=False)  # once in a language


class Line(NamedTuple):
    """A line of the log."""

    round: int
    seat: int | None  # None where it concerns nobody in particular
    text: str
    gain: int = 0
    kind: int = -1  # the kind of tile that it is about
    is_move: bool = False


@dataclass(frozen=True)
class Score:
    """One thing that is scored, to be shown on the board: what, where, the sum, and the score after it."""

    seat: int
    title: str
    points: int
    total: int
    parts: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])  # the summands with their names
    kind: int = -1
    line: int = 0  # the pattern line that a tile leaves, from 1
    cell: str = ""  # where it goes, `row.column`
    across: list[str] = field(default_factory=list[str])  # the cells that count
    down: list[str] = field(default_factory=list[str])


# --- The log ---


def lines(happening: Happening, words: Words) -> list[Line]:
    """What a log says about it, oldest first."""
    if words.language not in happening.told:
        happening.told[words.language] = _lines(happening, words)
    return happening.told[words.language]


def _lines(happening: Happening, words: Words) -> list[Line]:
    before, after, seat = happening.before, happening.after, happening.seat
    if happening.move is None or seat is None:
        return _new_round(happening, words)
    about = words.of(before)
    move = before.move(happening.move)
    ends = after.round != before.round or after.is_over
    gain = 0 if ends else after.scores[seat] - before.scores[seat]
    told = [Line(before.round, seat, _counted(before, move, words), gain, _kind(before, move), is_move=True)]
    told += [Line(before.round, other, text) for other, text in about.forced(before, after, seat)]
    told += [
        Line(before.round, score.seat, told_score(score, words), score.points) for score in scoring(happening, words)
    ]
    if after.is_over:
        told.append(Line(before.round, None, about.ending(after)))
    return told


def _new_round(happening: Happening, words: Words) -> list[Line]:
    if happening.after.asks != "draft":
        return []  # only the supply was filled up
    after = happening.after
    told = [words.text("Round {n} begins.").format(n=after.round), telling.round_colours(after, words)]
    return [Line(after.round, None, text) for text in told if text]


def _counted(before: Position, move: Any, words: Words) -> str:
    """The move in words, with the number of tiles where it takes some."""
    source, kind = getattr(move, "source", -1), _kind(before, move)
    n = int(tiles.count(before.state.sources[source], kind)) if source >= 0 and kind >= 0 else 0
    return words.of(before).move(move, n)


def _kind(before: Position, move: Any) -> int:
    """The kind of piece that a move is about."""
    if before.game == "azul":
        return int(azul.kind_of_pick(move.pick)) if move.kind == azul.DRAFT else -1
    colour = int(getattr(move, "colour", -1))
    if before.game == "sintra" and colour >= 0:
        return [int(own) for own in before.state.box.colours].index(colour)
    return colour if colour < len(words_kinds(before)) else -1


def words_kinds(position: Position) -> tuple[str, ...]:
    return Words().of(position).kinds


def told_score(score: Score, words: Words) -> str:
    """`blue in row 4: 4 across + 3 down`."""
    told = " + ".join(f"{number} {name}" for number, name in score.parts)
    return words.text("{name}: {text}").format(name=score.title, text=told) if told else score.title


# --- Scoring, step by step ---


def scoring(happening: Happening, words: Words) -> list[Score]:
    """What the move brought at the end of a round or of the game, in the order of the rules."""
    if happening.move is None or happening.seat is None:
        return []
    steps = _tiling(happening, words) if happening.before.game == "azul" else []
    return steps + _final(happening, words) if happening.after.is_over else steps


def _tiling(happening: Happening, words: Words) -> list[Score]:
    """Azul: the tiles that went to the walls since the move, and what the floor cost."""
    before, after = happening.before, happening.after
    round_over = after.round != before.round or after.is_over
    if before.asks == "draft" and not round_over and after.asks != "column":
        return []
    state = before.state.copy()
    steps = _first_steps(state, before, happening.move or 0, words)
    seats = len(state.players)
    first = int(state.starter if before.asks != "column" else before.state.turn)
    for i in range(seats):
        seat = (first + i) % seats
        steps += _tile_board(state, after.state, seat, words)
    if round_over:
        for i in range(seats):
            steps += _floor((int(state.starter) + i) % seats, state, words)
    return steps


def _first_steps(state: Any, before: Position, code: int, words: Words) -> list[Score]:
    """The move itself: tiles onto a line, or a column that was chosen."""
    move = before.rules.decode(state, code)
    if move.kind == azul.COLUMN:
        return [_tile(state, int(state.turn), int(state.line), int(move.column), words)]
    if move.kind == azul.DRAFT:
        azul.draft(state, move.source, move.pick, move.line)
    else:
        azul.split(state, move.jokers)
    return []


def _tile_board(state: Any, after: Any, seat: int, words: Words) -> list[Score]:
    """The complete lines of a board that went to its wall, from the top."""
    steps: list[Score] = []
    for row in range(azul.LINES):
        board = state.players[seat]
        if not (int(azul.complete_lines(board)) >> row) & 1:
            continue
        came = int(after.players[seat].filled) & ~int(board.filled) & (azul.FULL_LINE << (azul.COLOURS * row))
        if came:
            steps.append(_tile(state, seat, row, came.bit_length() - 1 - azul.COLOURS * row, words))
        elif int(after.players[seat].line_count[row]) == 0:
            azul.drop_line(state, board, row)
    return steps


def _tile(state: Any, seat: int, row: int, column: int, words: Words) -> Score:
    _ = words.text
    board = state.players[seat]
    kind = azul.JOKER if board.line_jokers[row] > 0 else int(board.line_colour[row])
    before = int(board.score)
    azul.tile_line(state, board, row, column)
    across, down = _chain(board, row, column, 0, 1), _chain(board, row, column, 1, 0)
    parts = [(len(across), _("across"))] if len(across) > 1 else []
    parts += [(len(down), _("down"))] if len(down) > 1 else []
    title = _("{colour} in row {n}").format(colour=_kind_names(words)[kind], n=row + 1)
    total = int(board.score)
    counted = {"across": across if len(across) > 1 else [], "down": down if len(down) > 1 else []}
    return Score(seat, title, total - before, total, parts, kind, row + 1, f"{row + 1}.{column + 1}", **counted)


def _kind_names(words: Words) -> tuple[str, ...]:
    _ = words.text
    return (_("blue"), _("yellow"), _("red"), _("black"), _("white"), _("joker"))


def _chain(board: Any, row: int, column: int, down: int, right: int) -> list[str]:
    """The filled cells in one line with a cell, itself included."""
    cells = [(row, column)]
    for sign in (-1, 1):
        r, c = row + sign * down, column + sign * right
        while 0 <= r < azul.LINES and 0 <= c < azul.COLOURS and board.wall[r, c] != azul.EMPTY:
            cells.append((r, c))
            r, c = r + sign * down, c + sign * right
    return [f"{r + 1}.{c + 1}" for r, c in sorted(cells)]


def _floor(seat: int, state: Any, words: Words) -> list[Score]:
    board = state.players[seat]
    slots, before = int(board.floor_slots), int(board.score)
    if not slots:
        return []
    azul.settle_floor(state, board)
    prices = " ".join(minus(int(azul.PENALTY[n] - azul.PENALTY[n - 1])) for n in range(1, slots + 1))
    title = words.plural("floor line, {n} tile: {prices}", "floor line, {n} tiles: {prices}", slots)
    total = int(board.score)
    return [Score(seat, title.format(n=slots, prices=prices), total - before, total)]


def _final(happening: Happening, words: Words) -> list[Score]:
    """The final bonuses of every seat, as the rules break them down."""
    after = happening.after
    names = words.of(after).breakdown_names()
    steps: list[Score] = []
    for seat in range(after.players):
        told = after.rules.breakdown(after.state, seat)
        total = told[0][2]
        for what, _times, points in told[1:]:
            total += points
            if points:
                steps.append(Score(seat, names[what], points, total))
    return steps
