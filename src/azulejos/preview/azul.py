"""What a move of Azul would do: the points of its line when the round ends, and what falls to the floor."""

from typing import Any

from azulejos.games import Position
from azulejos.notation.azul import Move
from azulejos.preview.outlook import Outlook, minus
from azulejos.rules import azul, tiles
from azulejos.rules.tiles import n_bits, nth_bit
from azulejos.words import Words


def outlook(position: Position, code: int, words: Words) -> Outlook:
    state = position.state.copy()
    move = Move(*azul.decode(state, code))
    seat = int(state.turn)
    board = state.players[seat]
    if move.kind == azul.COLUMN:
        across, down = _chains(board, int(state.line), int(move.column))
        return Outlook(azul.placement_points(board, int(state.line), int(move.column)), note=_sum(words, across, down))
    slots = int(board.floor_slots)
    line = int(state.line) if move.kind == azul.SPLIT else int(move.line)
    if move.kind == azul.DRAFT:
        azul.draft(state, move.source, move.pick, move.line)
    else:
        azul.split(state, move.jokers)
    loss = int(azul.PENALTY[board.floor_slots]) - int(azul.PENALTY[slots])
    fallen = int(board.floor_slots) - slots
    if line == azul.FLOOR:
        return Outlook(None, loss, loss_note=words.text("all {n} here: {points}").format(n=fallen, points=minus(loss)))
    if state.phase == azul.SPLIT:
        return Outlook(None, note=words.text("then you choose how many jokers stay on the line"))
    told = words.text("overflow {n}: {points}").format(n=fallen, points=minus(loss)) if fallen else ""
    needs = line + 1 - int(board.line_count[line])
    if needs:
        return Outlook(0, loss, words.plural("needs {n} more", "needs {n} more", needs).format(n=needs), told)
    return _full(state, seat, line, words)._replace(loss=loss, loss_note=told)


def refusals(position: Position, words: Words) -> dict[str, dict[str, str]]:
    """Why a colour may not go onto a line, in short: by the picks of the offer, then by line."""
    _ = words.text
    short = {
        "the line is full": _("full"),
        "the line holds another colour": _("holds another colour"),
        "the wall row next to the line already shows this colour": _("already on the wall"),
    }
    state = position.state
    found: dict[str, dict[str, str]] = {}
    for source in range(len(state.sources)):
        for kind in range(tiles.KINDS):
            if tiles.count(state.sources[source], kind):
                moves = [Move(azul.DRAFT, source, kind, line) for line in range(azul.LINES)]
                codes = [int(azul.encode(state, move)) for move in moves]
                reasons = [azul.OBJECTIONS[int(azul.objection(state, code))] for code in codes]
                what = str(moves[0]).partition(" > ")[0]
                found[what] = {str(n): short[reason] for n, reason in enumerate(reasons, 1) if reason in short}
    return found


def _full(state: Any, seat: int, line: int, words: Words) -> Outlook:
    """A full line is tiled after the full lines above it; where columns are to be chosen, the range of its points."""
    sums = _possible_sums(state, seat, line)
    if not sums:
        return Outlook(0, note=words.text("no space on the wall: the line falls to the floor"))
    if len(sums) == 1:
        across, down = next(iter(sums))
        return Outlook(_points(across, down), note=_sum(words, across, down))
    points = sorted(_points(*chains) for chains in sums)
    return Outlook(points[0], most=points[-1], note=words.text("fills the line; you choose the column"))


def _possible_sums(state: Any, seat: int, line: int) -> set[tuple[int, int]]:
    """The chains, across and down, that the tile of a full line can end in, whatever is chosen above it."""
    board = state.players[seat]
    complete = int(azul.complete_lines(board)) & ((1 << (line + 1)) - 1)
    if not complete:
        return set()
    first = int(nth_bit(complete, 0))
    columns = int(azul.open_columns(state, board, first))
    found: set[tuple[int, int]] = set()
    if not columns and first != line:
        return _after(state, seat, first, -1, line)
    for n in range(int(n_bits(columns))):
        column = int(nth_bit(columns, n))
        found |= {_chains(board, line, column)} if first == line else _after(state, seat, first, column, line)
    return found


def _after(state: Any, seat: int, first: int, column: int, line: int) -> set[tuple[int, int]]:
    """The same, once an upper line has been tiled."""
    then = state.copy()
    if column < 0:
        azul.drop_line(then, then.players[seat], first)
    else:
        azul.tile_line(then, then.players[seat], first, column)
    return _possible_sums(then, seat, line)


def _chains(board: Any, row: int, column: int) -> tuple[int, int]:
    """How many tiles the new one would join across and down, itself included."""
    across = int(azul.RUN[azul.row_of(board.filled, row), column])
    return across, int(azul.RUN[azul.column_of(board.filled, column), row])


def _points(across: int, down: int) -> int:
    return across + down if across > 1 and down > 1 else max(across, down)


def _sum(words: Words, across: int, down: int) -> str:
    """Why so many points: `4 across + 3 down`."""
    _ = words.text
    if across > 1 and down > 1:
        return _("{across} across + {down} down").format(across=across, down=down)
    if across > 1:
        return _("{n} across").format(n=across)
    return _("{n} down").format(n=down) if down > 1 else _("stands alone")
