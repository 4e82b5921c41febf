"""What a bot looks at in Azul: the wall as it will be after tiling, partial lines, what is left to take."""

# pyright: standard
# Kernels are typed by Numba, not by annotations.

from azulejos.bots.features import groups
from azulejos.jit import kernel
from azulejos.rules.azul import (
    COLOURS,
    DESTINATIONS,
    DRAFT,
    EMPTY,
    JOKER,
    LINES,
    NOBODY,
    PENALTY,
    RUN,
    SPLIT,
    column_of,
    complete_lines,
    n_picks,
    open_columns,
    row_of,
    sources_with,
    wall_column,
)
from azulejos.rules.tiles import CENTRE, count, n_bits, total

GROUPS = groups(
    ("cell", LINES * COLOURS),
    ("row", LINES * 6),
    ("column", COLOURS * 6),
    ("colour", COLOURS * 6),
    ("line", 6 * sum(range(1, 6))),
    ("gain", LINES * 10),
    ("closed", LINES),
    ("joker_line", LINES),
    ("floor", 8),
    ("marker", 3),
    ("start", 4),
    ("wait", 4),
    ("rival", 6),
    ("sources", 11),
    ("centre", 8),
    ("reach", LINES * 4),
    ("jokers", 6),
    ("players", 3),
    ("round", 9),
)
FEATURES = GROUPS["end"]
BUCKETS = 10

CELL, ROW, COLUMN, COLOUR = GROUPS["cell"], GROUPS["row"], GROUPS["column"], GROUPS["colour"]
LINE, GAIN, CLOSED, JOKER_LINE = GROUPS["line"], GROUPS["gain"], GROUPS["closed"], GROUPS["joker_line"]
FLOOR_TAKEN, MARKER, START, WAIT, RIVAL = (GROUPS[name] for name in ("floor", "marker", "start", "wait", "rival"))
SOURCES, CENTRE_TILES, REACH = GROUPS["sources"], GROUPS["centre"], GROUPS["reach"]
JOKERS, PLAYERS, ROUND = GROUPS["jokers"], GROUPS["players"], GROUPS["round"]


@kernel
def codes_of_source(options):
    return n_picks(options) * DESTINATIONS


@kernel
def in_draft(state):
    return state.phase == DRAFT or state.phase == SPLIT


@kernel
def bucket(state):
    """Rounds 1 to 5 and later, in the draft or after it."""
    return 2 * (min(int(state.round_number), 5) - 1) + int(not in_draft(state))


@kernel
def _points(filled, row, column):
    """What a tile on this cell scores, with the wall as it is after it."""
    across = int(RUN[row_of(filled, row), column])
    down = int(RUN[column_of(filled, column), row])
    return across + down if across > 1 and down > 1 else max(across, down)


@kernel
def _best_column(state, board, filled, line):
    """Where a tile of this line would score most, of the columns that it may go to; -1 where it may go nowhere."""
    colour = int(board.line_colour[line])
    if colour != EMPTY and not state.options.gray:
        column = wall_column(line, colour)
        return -1 if (filled >> (COLOURS * line + column)) & 1 else column
    columns = open_columns(state, board, line)
    best, most = -1, 0
    for column in range(COLOURS):
        if (columns >> column) & 1 and (filled >> (COLOURS * line + column)) & 1 == 0:
            points = _points(filled | 1 << (COLOURS * line + column), line, column)
            if points > most:
                best, most = column, points
    return best


@kernel
def _tiled(state, board):
    """The wall when the complete lines have been tiled, and the points for it."""
    filled = int(board.filled)
    points = 0
    complete = complete_lines(board)
    for line in range(LINES):
        if (complete >> line) & 1:
            column = _best_column(state, board, filled, line)
            if column >= 0:
                filled |= 1 << (COLOURS * line + column)
                points += _points(filled, line, column)
    return filled, points


@kernel
def settled(state, seat):
    _, points = _tiled(state, state.players[seat])
    return _settled(state.players[seat], points)


@kernel
def _settled(board, points):
    return max(0, int(board.score) + points - int(PENALTY[board.floor_slots]))


@kernel
def _longest_row(board):
    """The tiles in the fullest row, as it will be after tiling."""
    longest = 0
    complete = complete_lines(board)
    for row in range(LINES):
        longest = max(longest, n_bits(row_of(board.filled, row)) + ((complete >> row) & 1))
    return min(longest, COLOURS)


@kernel
def features(state, seat, out):
    board = state.players[seat]
    filled, points = _tiled(state, board)
    n = _wall_features(state, board, filled, out)
    n = _line_features(state, board, filled, out, n)
    rival = 0
    for other in range(len(state.players)):
        if other != seat:
            rival = max(rival, _longest_row(state.players[other]))
    out[n] = RIVAL + rival
    out[n + 1] = PLAYERS + len(state.players) - 2
    out[n + 2] = ROUND + min(int(state.round_number), 9) - 1
    n += 3
    seats = len(state.players)
    if in_draft(state):
        out[n] = FLOOR_TAKEN + int(board.floor_slots)
        out[n + 1] = MARKER + (1 if state.marker == NOBODY else 2 if state.marker == seat else 0)
        out[n + 2] = WAIT + (seat - int(state.turn) + seats) % seats
        n = _offer_features(state, board, out, n + 3)
    else:
        next_starter = int(state.starter) if state.marker == NOBODY else int(state.marker)
        out[n] = START + (seat - next_starter + seats) % seats
        n += 1
    return n, _settled(board, points)


@kernel
def _wall_features(state, board, filled, out):
    n = 0
    for row in range(LINES):
        cells = row_of(filled, row)
        for column in range(COLOURS):
            if (cells >> column) & 1:
                out[n] = CELL + COLOURS * row + column
                n += 1
        out[n] = ROW + 6 * row + n_bits(cells)
        out[n + 1] = COLUMN + 6 * row + n_bits(column_of(filled, row))
        n += 2
    jokers = 0
    for colour in range(COLOURS):
        out[n] = COLOUR + 6 * colour + _tiles_of_colour(state, board, filled, colour)
        n += 1
    if state.options.jokers:
        for row in range(LINES):
            for column in range(COLOURS):
                if board.wall[row, column] == JOKER:
                    jokers += 1
        out[n] = JOKERS + min(jokers, 5)
        n += 1
    return n


@kernel
def _tiles_of_colour(state, board, filled, colour):
    """Tiles of a colour on the wall, as it will be."""
    number = 0
    if not state.options.gray and not state.options.jokers:
        for row in range(LINES):
            number += (filled >> (COLOURS * row + wall_column(row, colour))) & 1
        return number
    complete = complete_lines(board)
    for row in range(LINES):
        for column in range(COLOURS):
            if board.wall[row, column] == colour:
                number += 1
        if (complete >> row) & 1 and board.line_colour[row] == colour and board.line_jokers[row] == 0:
            number += 1
    return number


@kernel
def _line_features(state, board, filled, out, n):
    complete = complete_lines(board)
    first = LINE
    for line in range(LINES):
        number = int(board.line_count[line])
        if (complete >> line) & 1:
            if in_draft(state):
                out[n] = CLOSED + line
                n += 1
            number = 0
        colour = int(board.line_colour[line]) if number > 0 else EMPTY
        out[n] = first + 6 * number + (JOKER if colour == EMPTY else colour)
        n += 1
        first += 6 * (line + 1)
        if number > 0:
            column = _best_column(state, board, filled, line)
            points = 0 if column < 0 else _points(filled | 1 << (COLOURS * line + column), line, column)
            out[n] = GAIN + 10 * line + max(0, points - 1)
            n += 1
            if board.line_jokers[line] > 0:
                out[n] = JOKER_LINE + line
                n += 1
    return n


@kernel
def _offer_features(state, board, out, n):
    """How much is left to take, and whether it completes the partial lines."""
    sources = 0
    for source in range(len(state.sources)):
        if state.sources[source] != 0:
            sources += 1
    out[n] = SOURCES + sources
    centre = total(state.sources[CENTRE])
    out[n + 1] = CENTRE_TILES + (centre if centre < 4 else min(7, 4 + (centre - 4) // 3))
    n += 2
    for line in range(LINES):
        colour = int(board.line_colour[line])
        missing = line + 1 - int(board.line_count[line])
        if colour != EMPTY and missing > 0:
            out[n] = REACH + 4 * line + _reach(state, colour, missing)
            n += 1
    return n


@kernel
def _reach(state, colour, missing):
    """0 nothing of this colour is left, 1 too little, 2 enough in all, 3 enough in one take."""
    most, number = 0, 0
    holding = sources_with(state, colour)
    for source in range(len(state.sources)):
        if (holding >> source) & 1:
            here = count(state.sources[source], colour)
            number += here
            most = max(most, here)
    if most >= missing:
        return 3
    return 2 if number >= missing else 1 if number > 0 else 0


# --- What a person would see in a board, for the bot that looks one move ahead ---

PART = 64  # of a point


@kernel
def promise(state, seat):
    """Prospects of a board: rows, columns and colours on the way, partial lines, the start of the next round."""
    board = state.players[seat]
    filled, _ = _tiled(state, board)
    worth = 0
    for i in range(LINES):
        worth += _on_the_way(2, n_bits(row_of(filled, i)))
        worth += _on_the_way(7, n_bits(column_of(filled, i)))
        worth += _on_the_way(10, _tiles_of_colour(state, board, filled, i))
    complete = complete_lines(board)
    for line in range(LINES):
        number = int(board.line_count[line])
        if number > 0 and (complete >> line) & 1 == 0:
            column = _best_column(state, board, filled, line)
            points = 0 if column < 0 else _points(filled | 1 << (COLOURS * line + column), line, column)
            worth += PART * points * number * number // (2 * (line + 1) * (line + 1))
    return worth + (PART if state.marker == seat else 0)


@kernel
def _on_the_way(points, number):
    """A bonus for five tiles, with so many of them there."""
    return PART * points * number * number // 40


@kernel
def forgive(child, parent, seat):
    """Takes back the penalties of one move, for who overlooks them: tiles that went to the floor."""
    child.players[seat].floor_slots = parent.players[seat].floor_slots
