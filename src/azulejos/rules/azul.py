"""Azul by the rulebook: coloured wall, gray wall, Joker tiles, for two to four players.

Everything here is a rule and every rule of Azul is here. A position is one record of numbers; the functions over it
are kernels. Chance stays outside: a position says which draw is due (`chance`), somebody performs it (`draw`).
The chapters and rulings named in comments are those of the project's rules specification.
"""

# pyright: standard
# Kernels are typed by Numba, not by annotations.

from typing import Any, NamedTuple

import numpy as np

from azulejos.chance import below
from azulejos.jit import kernel
from azulejos.rules.tiles import (
    CENTRE,
    KINDS,
    SOURCE_BITS,
    count,
    fill_factories,
    first_open_factory,
    is_over,
    n_bits,
    n_factories,
    nth_bit,
    offer_is_over,
    present_recomputed,
    put_on_factory,
    record,
    scores,
    seat_after,
    sources_fit,
    sources_with,
    take,
    tiles,
    total,
    weights_of_draw,
)

# --- What is printed on the box and the boards ---

COLOURS = 5  # blue, yellow, red, black, white
JOKER = 5  # the sixth kind of tile
TILES = 100
LINES = 5  # pattern lines, wall rows and wall columns
FLOOR = 5  # as the destination of a pick, after lines 0 to 4
FLOOR_SLOTS = 7
PENALTY = np.array([0, 1, 2, 4, 6, 8, 11, 14], np.int16)  # by occupied slots
ROW_BONUS, COLUMN_BONUS, COLOUR_BONUS = 2, 7, 10

# The coloured wall: row r shows colour c in column (c + r) mod 5, counted from 0.
#   B Y R K W
#   W B Y R K
#   K W B Y R
#   R K W B Y
#   Y R K W B


@kernel
def wall_column(row, colour):
    return (colour + row) % COLOURS


@kernel
def wall_colour(row, column):
    return (column - row) % COLOURS


# --- The record ---

DEAL, DRAFT, SPLIT, COLUMN, OVER = 0, 1, 2, 3, 4  # phases; the three in the middle are also the kinds of moves
RUNNING, ROW_COMPLETE, WALLS_DEAD, NO_TILES, ROUNDS_UP = 0, 1, 2, 3, 4  # endings
PHASES = ("deal", "draft", "split", "column", "over")
ENDINGS = ("running", "row", "dead", "empty", "rounds")
NOBODY = -1
EMPTY = -1


class Options(NamedTuple):
    players: int = 2
    gray: bool = False
    jokers: bool = False
    starter: int = NOBODY  # the seat that starts, or drawn
    max_rounds: int = 60


_OPTIONS = [("max_rounds", "i2"), ("players", "i1"), ("gray", "i1"), ("jokers", "i1"), ("starter", "i1")]

_PLAYER = [
    ("floor", "i4"),  # heap of the tiles on the floor line
    ("filled", "i4"),  # wall cells that hold a tile, bit 5 * row + column; derived
    ("accepts", "i4"),  # lines with room for a kind, bit 5 * kind + line; for JOKER any line with a free space; derived
    ("score", "i2"),
    ("floor_slots", "i1"),  # slots taken on the floor line, by tiles and the marker
    ("wall", "i1", (LINES, COLOURS)),  # kind of the tile in each cell, or EMPTY
    ("line_colour", "i1", (LINES,)),  # EMPTY for a line without a coloured tile
    ("line_count", "i1", (LINES,)),  # tiles on the line, jokers included
    ("line_jokers", "i1", (LINES,)),
]


def _state(players):
    return record(
        [
            ("present", "i8"),  # which sources hold which kind, see tiles.py; derived
            ("players", record(_PLAYER), (players,)),
            ("bag", "i4"),
            ("lid", "i4"),
            ("hand", "i4"),  # the picked tiles while SPLIT is asked
            ("sources", "i4", (1 + n_factories(players),)),  # heaps: the centre, then the factories
            ("options", record(_OPTIONS)),
            ("round_number", "i2"),  # from 1
            ("phase", "i1"),
            ("turn", "i1"),  # the seat that decides, or NOBODY
            ("starter", "i1"),  # the seat that starts this round; NOBODY until drawn
            ("marker", "i1"),  # the seat that holds it; NOBODY while it lies in the centre
            ("line", "i1"),  # the line that SPLIT or COLUMN is about
            ("ending", "i1"),
        ]
    )


PLAYERS = (2, 3, 4)
CHANCE_WEIGHTS = KINDS  # room for the weights of any draw
State = {players: _state(players) for players in PLAYERS}


def new_state(options: Options) -> Any:
    """A fresh record, before its first draw."""
    state = np.zeros(1, State[options.players]).view(np.recarray)[0]
    new_game(state, options)
    return state


# --- Set-up and chance ---


@kernel
def tiles_of_kind(options, kind):
    """How many tiles of a kind are in the game: jokers replace one tile of each colour, or two with 3 or 4 players."""
    replaced = 0 if not options.jokers else 1 if options.players == 2 else 2
    return replaced * COLOURS if kind == JOKER else TILES // COLOURS - replaced


@kernel
def new_game(state, options):
    """Everything in the bag, walls and boards empty, the first draw due."""
    state.options.players = options.players
    state.options.gray = options.gray
    state.options.jokers = options.jokers
    state.options.starter = options.starter
    state.options.max_rounds = options.max_rounds
    bag = 0
    for kind in range(KINDS):
        bag += tiles(kind, tiles_of_kind(options, kind))
    state.bag = bag
    state.lid = 0
    state.hand = 0
    state.present = 0
    for source in range(len(state.sources)):
        state.sources[source] = 0
    state.round_number = 1
    state.phase = DEAL
    state.turn = NOBODY
    state.starter = options.starter
    state.marker = NOBODY
    state.line = 0
    state.ending = RUNNING
    for seat in range(len(state.players)):
        _clear_board(state.players[seat])


@kernel
def _clear_board(board):
    board.floor = 0
    board.filled = 0
    board.accepts = ALL_LINES
    board.score = 0
    board.floor_slots = 0
    for row in range(LINES):
        for column in range(COLOURS):
            board.wall[row, column] = EMPTY
        board.line_colour[row] = EMPTY
        board.line_count[row] = 0
        board.line_jokers[row] = 0


@kernel
def chance(state, weights):
    """Writes the weights of the draw that is due, one an outcome; returns how many. A seat, then kinds of tiles."""
    return weights_of_draw(state, weights, n_kinds(state))


@kernel
def n_kinds(state):
    return COLOURS + int(state.options.jokers)


@kernel
def draw(state, outcome):
    """The starting player is drawn, or one tile comes out of the bag and onto the next factory."""
    if state.starter == NOBODY:
        state.starter = outcome
    else:
        state.bag -= tiles(outcome, 1)
        put_on_factory(state, first_open_factory(state), outcome)
    _await_draw(state)


@kernel
def _await_draw(state):
    """A draw is due while a factory has room and a tile is left; the lid is poured when one is needed (X-R2, X-R3)."""
    if state.starter == NOBODY:
        return
    if first_open_factory(state) == 0:
        _start_draft(state)
        return
    if state.bag == 0:
        state.bag = state.lid
        state.lid = 0
    if state.bag == 0:
        _start_draft(state)


@kernel
def deal(state, rng):
    """Performs the draws that are due: what looping over `chance` and `draw` does, with the bag counted only once."""
    if state.phase != DEAL:
        return
    if state.starter == NOBODY:
        state.starter = below(rng, len(state.players))
    state.lid = fill_factories(state, int(state.lid), rng)
    _start_draft(state)


# --- Moves and their codes (chapter 8.1) ---

PICKS = 5  # one colour ...
JOKER_PICKS = 11  # ... in the Joker game also jokers alone (5), and a colour with the jokers (6 to 10)
MIXED = 6
DESTINATIONS = LINES + 1
SPLITS = 6  # 0 to 5 jokers into the line


class Move(NamedTuple):
    kind: int  # DRAFT, SPLIT or COLUMN
    source: int = -1  # 0 is the centre
    pick: int = -1
    line: int = -1  # 0 to 4, or FLOOR
    jokers: int = -1  # how many go into the line
    column: int = -1


@kernel
def n_picks(options):
    return JOKER_PICKS if options.jokers else PICKS


@kernel
def n_draft_codes(options):
    return (2 * int(options.players) + 2) * n_picks(options) * DESTINATIONS


@kernel
def n_moves(options):
    """Codes run below this number: drafts, then splits in the Joker game, then columns where one may be asked."""
    codes = n_draft_codes(options)
    if options.jokers:
        codes += SPLITS
    if options.jokers or options.gray:
        codes += COLOURS
    return codes


@kernel
def _draft_code(state, source, pick, line):
    return (source * n_picks(state.options) + pick) * DESTINATIONS + line


@kernel
def _split_code(state, jokers):
    return n_draft_codes(state.options) + jokers


@kernel
def _column_code(state, column):
    return n_moves(state.options) - COLOURS + column


@kernel
def encode(state, move):
    if move.kind == DRAFT:
        return _draft_code(state, move.source, move.pick, move.line)
    if move.kind == SPLIT:
        return _split_code(state, move.jokers)
    return _column_code(state, move.column)


@kernel
def decode(state, code):
    code = int(code)
    drafts = n_draft_codes(state.options)
    if code < drafts:
        source_and_pick = code // DESTINATIONS
        line = code % DESTINATIONS
        picks = n_picks(state.options)
        return Move(DRAFT, source_and_pick // picks, source_and_pick % picks, line, -1, -1)
    if state.options.jokers and code < drafts + SPLITS:
        return Move(SPLIT, -1, -1, -1, code - drafts, -1)
    return Move(COLUMN, -1, -1, -1, -1, code - _column_code(state, 0))


class Picked(NamedTuple):
    """The tiles of one pick."""

    kind: int  # their colour; JOKER where there are only jokers
    coloured: int
    jokers: int


# --- What is legal ---

LINE_BITS = sum(1 << (LINES * kind) for kind in range(KINDS))  # the bit of line 0, for each kind, in `accepts`
ALL_LINES = (1 << (LINES * KINDS)) - 1


@kernel
def kind_of_pick(pick):
    """The colour of a pick; JOKER for jokers alone."""
    return pick - MIXED if pick >= MIXED else pick


@kernel
def sources_of_pick(state, pick):
    """The sources where one may pick this, as bits."""
    if pick < MIXED:
        return sources_with(state, pick)
    return sources_with(state, pick - MIXED) & sources_with(state, JOKER)


@kernel
def lines_for(board, kind):
    """The lines that accept a kind, as bits. A line takes jokers and one colour, never one that its wall row shows."""
    return (int(board.accepts) >> (LINES * kind)) & ((1 << LINES) - 1)


@kernel
def complete_lines(board):
    """The lines without a free space, as bits."""
    return ~lines_for(board, JOKER) & ((1 << LINES) - 1)


@kernel
def joker_range(board, line, picked):
    """Fewest and most jokers of a pick that may go into a line; the line is filled as far as possible (JK-R4)."""
    placed = min(line + 1 - int(board.line_count[line]), picked.coloured + picked.jokers)
    return max(0, placed - picked.coloured), min(picked.jokers, placed)


@kernel
def _split_range(state):
    return joker_range(state.players[state.turn], int(state.line), _picked_in_hand(state))


@kernel
def open_columns(state, board, line):
    """The wall columns, as bits, that the tile of a complete line may go to."""
    free = _free_columns(board, line)
    colour = int(board.line_colour[line])
    if colour == EMPTY:
        return free
    if not state.options.gray:
        return 1 << wall_column(line, colour)
    if board.line_jokers[line] > 0:  # a joker has no colour on the gray wall (JK-R7)
        return free
    return free & ~_columns_with(board, colour)


@kernel
def _free_columns(board, row):
    return ~(int(board.filled) >> (COLOURS * row)) & ((1 << COLOURS) - 1)


@kernel
def _columns_with(board, colour):
    columns = 0
    for row in range(LINES):
        for column in range(COLOURS):
            if board.wall[row, column] == colour:
                columns |= 1 << column
    return columns


@kernel
def row_is_open(state, board, row, colour):
    """Whether a wall row may still get a colour. A joker on the printed cell closes it, but not on the gray wall."""
    if not state.options.gray:
        return (int(board.filled) >> (COLOURS * row + wall_column(row, colour))) & 1 == 0
    for column in range(COLOURS):
        if board.wall[row, column] == colour:
            return False
    return True


OBJECTIONS = (
    "",
    "there is no such move in this game",
    "that is not what is asked now",
    "the source does not hold these tiles",
    "the line is full",
    "the line holds another colour",
    "the wall row next to the line already shows this colour",
    "so many jokers cannot go into the line",
    "the tile may not go to this column",
)


@kernel
def objection(state, code):
    """0 where a move is legal, else the index in OBJECTIONS of what stands against it."""
    if code < 0 or code >= n_moves(state.options):
        return 1
    move = decode(state, code)
    if move.kind != state.phase:
        return 2
    if move.kind == SPLIT:
        fewest, most = _split_range(state)
        return 0 if fewest <= move.jokers <= most else 7
    if move.kind == COLUMN:
        return 0 if (_asked_columns(state) >> move.column) & 1 else 8
    if (sources_of_pick(state, move.pick) >> move.source) & 1 == 0:
        return 3
    if move.line == FLOOR:
        return 0
    board = state.players[state.turn]
    kind = kind_of_pick(move.pick)
    if (lines_for(board, kind) >> move.line) & 1:
        return 0
    if (lines_for(board, JOKER) >> move.line) & 1 == 0:
        return 4
    return 6 if board.line_colour[move.line] == EMPTY else 5


@kernel
def is_legal(state, code):
    return objection(state, code) == 0


@kernel
def _asked_columns(state):
    return open_columns(state, state.players[state.turn], int(state.line))


@kernel
def legal_moves(state, out):
    """Writes the codes of all legal moves, ascending; returns how many."""
    n = 0
    if state.phase == DRAFT:
        board = state.players[state.turn]
        for source in range(len(state.sources)):
            for pick in range(n_picks(state.options)):
                if (sources_of_pick(state, pick) >> source) & 1:
                    destinations = lines_for(board, kind_of_pick(pick)) | (1 << FLOOR)
                    for line in range(DESTINATIONS):
                        if (destinations >> line) & 1:
                            out[n] = _draft_code(state, source, pick, line)
                            n += 1
    elif state.phase == SPLIT:
        fewest, most = _split_range(state)
        for jokers in range(fewest, most + 1):
            out[n] = _split_code(state, jokers)
            n += 1
    elif state.phase == COLUMN:
        columns = _asked_columns(state)
        for column in range(COLOURS):
            if (columns >> column) & 1:
                out[n] = _column_code(state, column)
                n += 1
    return n


@kernel
def count_moves(state):
    if state.phase == DRAFT:
        board = state.players[state.turn]
        n = 0
        for pick in range(n_picks(state.options)):
            n += _ways(state, board, pick)
        return n
    if state.phase == SPLIT:
        fewest, most = _split_range(state)
        return most + 1 - fewest
    if state.phase == COLUMN:
        return n_bits(_asked_columns(state))
    return 0


@kernel
def _ways(state, board, pick):
    """In how many ways a pick can be made: from each source that has it, to each line that accepts it or the floor."""
    return n_bits(sources_of_pick(state, pick)) * (n_bits(lines_for(board, kind_of_pick(pick))) + 1)


@kernel
def nth_move(state, n):
    """Each number below `count_moves` names one legal move (in an order of its own, pick by pick)."""
    if state.phase == DRAFT:
        board = state.players[state.turn]
        pick, start, reached = 0, 0, 0
        for earlier in range(n_picks(state.options) - 1):  # without a branch on n: it cannot be predicted
            reached += _ways(state, board, earlier)
            passed = n >= reached
            pick += passed
            start = reached if passed else start
        n -= start
        destinations = lines_for(board, kind_of_pick(pick)) | (1 << FLOOR)
        each = n_bits(destinations)
        source = nth_bit(sources_of_pick(state, pick), n // each)
        return _draft_code(state, source, pick, nth_bit(destinations, n % each))
    if state.phase == SPLIT:
        return _split_code(state, _split_range(state)[0] + n)
    return _column_code(state, nth_bit(_asked_columns(state), n))


@kernel
def random_move(state, rng):
    """A legal move, each as likely as the others."""
    return nth_move(state, below(rng, count_moves(state)))


# --- A draft turn (1.4, 3.2) ---


@kernel
def apply(state, code):
    """One decision; what is forced follows, up to the next decision, draw or end."""
    move = decode(state, code)
    if move.kind == COLUMN:
        _choose_column(state, move.column)
        return
    if move.kind == DRAFT:
        draft(state, move.source, move.pick, move.line)
    else:
        split(state, move.jokers)
    if state.phase == DRAFT:
        _end_turn(state)


@kernel
def draft(state, source, pick, line):
    """Tiles leave a source for one line or the floor; the marker is taken before they are laid (AZ-R4)."""
    picked = _take(state, source, pick)
    if state.marker == NOBODY and source == CENTRE:
        _take_marker(state)
    board = state.players[state.turn]
    if line == FLOOR:
        _drop(state, board, picked)
        return
    fewest, most = joker_range(board, line, picked)
    if fewest < most:
        state.hand = tiles(picked.kind, picked.coloured) + tiles(JOKER, picked.jokers)
        state.line = line
        state.phase = SPLIT
    else:
        _place(state, line, picked, most)


@kernel
def _take(state, source, pick):
    kind = kind_of_pick(pick)
    heap = int(state.sources[source])
    coloured, jokers = 0, 0
    kinds = 1 << (SOURCE_BITS * kind)
    if pick != JOKER:
        coloured = count(heap, kind)
    if pick >= JOKER:
        jokers = count(heap, JOKER)
        kinds |= 1 << (SOURCE_BITS * JOKER)
    take(state, source, kinds, tiles(kind, coloured) + tiles(JOKER, jokers))
    return Picked(kind, coloured, jokers)


@kernel
def _take_marker(state):
    """It lies on the leftmost free slot of the floor; with a full floor it is only held (AZ-R3)."""
    state.marker = state.turn
    board = state.players[state.turn]
    if board.floor_slots < FLOOR_SLOTS:
        board.floor_slots += 1


@kernel
def marker_on_floor(board):
    return board.floor_slots > total(board.floor)


@kernel
def _place(state, line, picked, jokers):
    """So many of the jokers, and as many of the colour as still fit, go into the line; the surplus to the floor."""
    board = state.players[state.turn]
    room = line + 1 - int(board.line_count[line])
    coloured = min(picked.coloured, room - jokers)
    closed = 0
    if coloured > 0:
        board.line_colour[line] = picked.kind
        closed = _kinds_except(picked.kind)
    if coloured + jokers == room:
        closed = LINE_BITS
    board.accepts &= ~(closed << line)
    board.line_count[line] += coloured + jokers
    board.line_jokers[line] += jokers
    _drop(state, board, Picked(picked.kind, picked.coloured - coloured, picked.jokers - jokers))


@kernel
def _kinds_except(colour):
    """The bit of line 0 for every kind that does not go with a colour."""
    return LINE_BITS & ~(1 << (LINES * colour)) & ~(1 << (LINES * JOKER))


@kernel
def _drop(state, board, fallen):
    """Tiles fall on the floor line, coloured ones first; what finds no slot goes to the lid at once (AZ-R7)."""
    room = FLOOR_SLOTS - int(board.floor_slots)
    coloured = min(fallen.coloured, room)
    jokers = min(fallen.jokers, room - coloured)
    board.floor += tiles(fallen.kind, coloured) + tiles(JOKER, jokers)
    board.floor_slots += coloured + jokers
    state.lid += tiles(fallen.kind, fallen.coloured - coloured) + tiles(JOKER, fallen.jokers - jokers)


@kernel
def split(state, jokers):
    """The player has said how many jokers of an overflowing pick go into the line."""
    picked = _picked_in_hand(state)
    line = int(state.line)
    state.hand = 0
    state.line = 0
    state.phase = DRAFT
    _place(state, line, picked, jokers)


@kernel
def _picked_in_hand(state):
    kind = JOKER
    for colour in range(COLOURS):
        if count(state.hand, colour) > 0:
            kind = colour
    jokers = count(state.hand, JOKER)
    return Picked(kind, total(state.hand) - jokers, jokers)


@kernel
def _end_turn(state):
    if offer_is_over(state):
        state.turn = state.starter
        _tile_walls(state)
    else:
        state.phase = DRAFT
        state.turn = seat_after(state, int(state.turn))


# --- Wall-tiling (1.5, 2.2, 3.3) ---


@kernel
def _tile_walls(state):
    """Seat by seat from the starter, line by line from the top; stops where a column must be chosen."""
    while True:
        board = state.players[state.turn]
        complete = complete_lines(board)
        while complete != 0:
            line = nth_bit(complete, 0)
            columns = open_columns(state, board, line)
            if n_bits(columns) > 1:
                state.phase = COLUMN
                state.line = line
                return
            if columns == 0:
                drop_line(state, board, line)
            else:
                tile_line(state, board, line, nth_bit(columns, 0))
            complete &= complete - 1
        state.turn = seat_after(state, int(state.turn))
        if state.turn == state.starter:
            _finish_round(state)
            return


@kernel
def _choose_column(state, column):
    line = int(state.line)
    state.line = 0
    tile_line(state, state.players[state.turn], line, column)
    _tile_walls(state)


@kernel
def tile_line(state, board, line, column):
    """One tile of a complete line, a joker if there is one, moves to the wall and scores; the others go to the lid."""
    colour = int(board.line_colour[line])
    jokers = int(board.line_jokers[line])
    state.lid += _heap_of_line(board, line)
    kind = JOKER if jokers > 0 else colour
    state.lid -= tiles(kind, 1)
    board.wall[line, column] = kind
    board.filled |= 1 << (COLOURS * line + column)
    board.score += placement_points(board, line, column)
    _clear_line(state, board, line)


@kernel
def _heap_of_line(board, line):
    jokers = int(board.line_jokers[line])
    heap = tiles(JOKER, jokers)
    if board.line_colour[line] != EMPTY:
        heap += tiles(int(board.line_colour[line]), int(board.line_count[line]) - jokers)
    return heap


@kernel
def _clear_line(state, board, line):
    board.line_colour[line] = EMPTY
    board.line_count[line] = 0
    board.line_jokers[line] = 0
    _reopen_line(state, board, line)


# What an empty line accepts on the coloured wall, as bits of `accepts`, by line and filled cells of its wall row.
OPEN_KINDS = np.array(
    [
        [
            1 << (LINES * JOKER)
            | sum(1 << (LINES * colour) for colour in range(COLOURS) if not cells >> ((colour + row) % COLOURS) & 1)
            for cells in range(1 << COLOURS)
        ]
        for row in range(LINES)
    ],
    np.int32,
)


@kernel
def _reopen_line(state, board, line):
    """An empty line accepts every kind that its wall row is still open for."""
    if not state.options.gray:
        board.accepts |= OPEN_KINDS[line, row_of(board.filled, line)] << line
        return
    board.accepts |= 1 << (LINES * JOKER + line)
    for colour in range(COLOURS):
        if row_is_open(state, board, line, colour):
            board.accepts |= 1 << (LINES * colour + line)


@kernel
def drop_line(state, board, line):
    """Gray wall: a complete line without a legal cell falls to the floor, all of it, at once (GR-R1)."""
    picked = Picked(int(board.line_colour[line]), int(board.line_count[line]), 0)
    _clear_line(state, board, line)
    _drop(state, board, picked)


# How many set bits touch a bit of a five-bit number, itself included.
RUN = np.array(
    [
        [
            len(f"{number:05b}"[: 4 - bit].split("0")[-1]) + 1 + len(f"{number:05b}"[5 - bit :].split("0")[0])
            for bit in range(COLOURS)
        ]
        for number in range(1 << COLOURS)
    ],
    np.int8,
)
FULL_LINE = (1 << COLOURS) - 1
COLUMN_BITS = sum(1 << (COLOURS * row) for row in range(LINES))  # column 0 of `filled`


@kernel
def row_of(filled, row):
    return (int(filled) >> (COLOURS * row)) & FULL_LINE


@kernel
def column_of(filled, column):
    """The cells of a column as five bits, top first: a multiplication moves the bit of row r from 5 * r to 20 + r."""
    cells = (int(filled) >> column) & COLUMN_BITS
    return ((cells * GATHER) >> 20) & FULL_LINE


GATHER = sum(1 << (20 - 4 * row) for row in range(LINES))


@kernel
def placement_points(board, row, column):
    """The tiles in a row with the new one, and those in a column with it; 1 where it stands alone (AZ-R16)."""
    across = int(RUN[row_of(board.filled, row), column])
    down = int(RUN[column_of(board.filled, column), row])
    if across > 1 and down > 1:
        return across + down
    return max(across, down)


# --- The end of a round and of the game (1.5, 1.6, 1.7) ---


@kernel
def _finish_round(state):
    state.turn = NOBODY
    for seat in range(len(state.players)):
        settle_floor(state, state.players[seat])
    ending = find_ending(state)
    if ending != RUNNING:
        _finish_game(state, ending)
        return
    state.round_number += 1
    if state.marker != NOBODY:
        state.starter = state.marker
        state.marker = NOBODY
    state.phase = DEAL
    _await_draw(state)


@kernel
def settle_floor(state, board):
    """The slots cost their points, never below 0 in all; the marker stays with its holder (AZ-R8)."""
    board.score = max(0, int(board.score) - PENALTY[board.floor_slots])
    state.lid += board.floor
    board.floor = 0
    board.floor_slots = 0


@kernel
def find_ending(state):
    if _a_row_is_complete(state):
        return ROW_COMPLETE
    if state.options.gray and walls_are_dead(state):
        return WALLS_DEAD
    if state.round_number == state.options.max_rounds:
        return ROUNDS_UP
    return RUNNING


@kernel
def complete_rows(board):
    rows = 0
    for row in range(LINES):
        if row_of(board.filled, row) == FULL_LINE:
            rows += 1
    return rows


@kernel
def complete_columns(board):
    columns = 0
    for column in range(COLOURS):
        if column_of(board.filled, column) == FULL_LINE:
            columns += 1
    return columns


@kernel
def complete_colours(board):
    """Colours with five tiles on the wall; jokers do not help (JK-R9)."""
    colours = 0
    for colour in range(COLOURS):
        if _tiles_on_wall(board, colour) == LINES:
            colours += 1
    return colours


@kernel
def _tiles_on_wall(board, kind):
    number = 0
    for row in range(LINES):
        for column in range(COLOURS):
            if board.wall[row, column] == kind:
                number += 1
    return number


@kernel
def bonus(board):
    """What a wall is worth at the end of the game."""
    return (
        ROW_BONUS * complete_rows(board)
        + COLUMN_BONUS * complete_columns(board)
        + COLOUR_BONUS * complete_colours(board)
    )


def breakdown(state: Any, seat: int) -> list[tuple[str, int, int]]:
    """Where the final score of a seat comes from: what, how often, points. First the points of the rounds."""
    board = state.players[seat]
    extra = bonus(board) if is_over(state) else 0
    return [
        ("rounds", int(state.round_number), int(board.score) - extra),
        ("rows", complete_rows(board), ROW_BONUS * complete_rows(board)),
        ("columns", complete_columns(board), COLUMN_BONUS * complete_columns(board)),
        ("colours", complete_colours(board), COLOUR_BONUS * complete_colours(board)),
    ]


@kernel
def _finish_game(state, ending):
    state.phase = OVER
    state.turn = NOBODY
    state.ending = ending
    for seat in range(len(state.players)):
        state.players[seat].score += bonus(state.players[seat])


@kernel
def _start_draft(state):
    """Without a tile anywhere nothing can ever change, and the game ends (AZ-R9)."""
    if offer_is_over(state):
        _finish_game(state, NO_TILES)
    else:
        state.phase = DRAFT
        state.turn = state.starter


@kernel
def walls_are_dead(state):
    """Gray wall: no row of anybody can be completed any more (GR-R7). A joker that is not on a wall fits everywhere."""
    jokers = tiles_of_kind(state.options, JOKER)
    for seat in range(len(state.players)):
        jokers -= _tiles_on_wall(state.players[seat], JOKER)
    if jokers > 0:
        return False
    for seat in range(len(state.players)):
        for row in range(LINES):
            if row_is_completable(state.players[seat], row):
                return False
    return True


@kernel
def row_is_completable(board, row):
    """Whether every free cell of a row can get a colour of its own that neither the row nor the cell's column shows."""
    free = _free_columns(board, row)
    missing = FULL_LINE
    for column in range(COLOURS):
        if 0 <= board.wall[row, column] < COLOURS:
            missing &= ~(1 << int(board.wall[row, column]))
    reachable = 1  # bit s is set: the free columns so far can be filled with the colours of the set s
    for column in range(COLOURS):
        if (free >> column) & 1:
            reachable = _with_one_more_colour(reachable, missing & ~_colours_in_column(board, column))
    return reachable != 0


@kernel
def _colours_in_column(board, column):
    colours = 0
    for row in range(LINES):
        if 0 <= board.wall[row, column] < COLOURS:
            colours |= 1 << int(board.wall[row, column])
    return colours


@kernel
def _with_one_more_colour(reachable, colours):
    """The sets of colours, as bits of a 32-bit number, that come from a reachable set and one of these colours more."""
    further = 0
    for colours_used in range(1 << COLOURS):
        if (reachable >> colours_used) & 1:
            for colour in range(COLOURS):
                if (colours & ~colours_used) >> colour & 1:
                    further |= 1 << (colours_used | 1 << colour)
    return further


@kernel
def ranking(state, out):
    """Ranks from 1 by score, then by complete rows; who is still equal shares a rank (AZ-R13)."""
    for seat in range(len(state.players)):
        out[seat] = 1
        for other in range(len(state.players)):
            if _is_ahead(state.players[other], state.players[seat]):
                out[seat] += 1


@kernel
def _is_ahead(board, other):
    if board.score != other.score:
        return board.score > other.score
    return complete_rows(board) > complete_rows(other)


# --- Does a position hold together? (1.10, 2.4, 3.6) ---

BROKEN = (
    "",
    "a kind of tile does not add up to the number in the game",
    "the tiles on the table and the list of what the sources hold disagree",
    "a factory holds more than four tiles, or the centre more than the factories can send there",
    "a line holds more tiles than it has spaces, or tiles of no kind",
    "a line holds a colour that its wall row already shows",
    "a tile stands on a wall cell where it may not be",
    "what is known of a wall and its lines disagrees with their tiles",
    "the floor line holds more than seven tiles and marker",
    "the marker is nowhere, or in two places",
    "a score is out of bounds",
    "the round is out of bounds",
    "the turn does not fit what is asked",
    "a draw is said to be due but is not possible, or a round has been played in part",
    "somebody is asked to pick but the offer is over, or a row is complete, or tiles are in a hand",
    "the jokers of a pick are asked for where there is no choice",
    "a column is asked for where there is no choice",
    "the game is said to be over without a reason, or running with one",
)
LARGEST_SCORE = 240


@kernel
def check_state(state):
    """0 where every invariant holds, else the index in BROKEN of the first that does not."""
    if not 1 <= state.round_number <= state.options.max_rounds:
        return 11
    if not _tiles_add_up(state):
        return 1
    if state.present != present_recomputed(state):
        return 2
    if not sources_fit(state):
        return 3
    for seat in range(len(state.players)):
        broken = _check_board(state, seat)
        if broken > 0:
            return broken
    if not -1 <= state.marker < len(state.players) or not -1 <= state.starter < len(state.players):
        return 9
    if state.round_number == 1 and state.options.starter != NOBODY and state.starter != state.options.starter:
        return 9
    return _check_phase(state)


@kernel
def _tiles_add_up(state):
    for kind in range(KINDS):
        number = count(state.bag, kind) + count(state.lid, kind) + count(state.hand, kind)
        for source in range(len(state.sources)):
            number += count(state.sources[source], kind)
        for seat in range(len(state.players)):
            board = state.players[seat]
            number += count(board.floor, kind) + _tiles_on_wall(board, kind)
            for line in range(LINES):
                number += count(_heap_of_line(board, line), kind)
        if number != tiles_of_kind(state.options, kind):
            return False
    return True


@kernel
def _check_board(state, seat):
    board = state.players[seat]
    for line in range(LINES):
        jokers, number = int(board.line_jokers[line]), int(board.line_count[line])
        colour = int(board.line_colour[line])
        if not 0 <= jokers <= number <= line + 1 or not EMPTY <= colour < COLOURS:
            return 4
        if (colour == EMPTY) != (jokers == number):
            return 4
        if colour != EMPTY and not row_is_open(state, board, line, colour):
            return 5
    if not _wall_is_legal(state, board) or not _rows_are_young(state, board):
        return 6
    if board.filled != _filled_recomputed(board) or board.accepts != _accepts_recomputed(state, board):
        return 7
    if not total(board.floor) <= board.floor_slots <= FLOOR_SLOTS:
        return 8
    if board.floor_slots - total(board.floor) != _marker_slots(state, seat):
        return 9
    if not 0 <= board.score <= LARGEST_SCORE:
        return 10
    return 0


@kernel
def _marker_slots(state, seat):
    """The marker takes a slot of its holder's floor line from the moment it is taken to the end of the round."""
    if state.marker != seat or state.phase == OVER or total(state.players[seat].floor) == FLOOR_SLOTS:
        return 0
    return 1


@kernel
def _wall_is_legal(state, board):
    for row in range(LINES):
        for column in range(COLOURS):
            kind = int(board.wall[row, column])
            if not EMPTY <= kind <= JOKER or (kind == JOKER and not state.options.jokers):
                return False
            if 0 <= kind < COLOURS:
                if not state.options.gray and column != wall_column(row, kind):
                    return False
                if _repeats(board, row, column):
                    return False
    return True


@kernel
def _rows_are_young(state, board):
    """A row gains at most one tile a round."""
    tiled = state.phase == COLUMN or state.phase == OVER
    for row in range(LINES):
        if n_bits(row_of(_filled_recomputed(board), row)) > state.round_number - 1 + int(tiled):
            return False
    return True


@kernel
def _repeats(board, row, column):
    """Whether the colour of a cell stands a second time in its row or column."""
    for other in range(LINES):
        if other != column and board.wall[row, other] == board.wall[row, column]:
            return True
        if other != row and board.wall[other, column] == board.wall[row, column]:
            return True
    return False


@kernel
def _filled_recomputed(board):
    filled = 0
    for row in range(LINES):
        for column in range(COLOURS):
            if board.wall[row, column] != EMPTY:
                filled |= 1 << (COLOURS * row + column)
    return filled


@kernel
def _accepts_recomputed(state, board):
    accepts = 0
    for line in range(LINES):
        if board.line_count[line] <= line:
            accepts |= 1 << (LINES * JOKER + line)
            for colour in range(COLOURS):
                fits = board.line_colour[line] == EMPTY or board.line_colour[line] == colour
                if fits and row_is_open(state, board, line, colour):
                    accepts |= 1 << (LINES * colour + line)
    return accepts


@kernel
def recompute(state):
    """Fills in what is derived from the tiles; for who sets up a position by hand."""
    state.present = present_recomputed(state)
    for seat in range(len(state.players)):
        board = state.players[seat]
        board.filled = _filled_recomputed(board)
        board.accepts = _accepts_recomputed(state, board)
        board.floor_slots = total(board.floor) + _marker_slots(state, seat)


@kernel
def _check_phase(state):
    asked = state.phase == DRAFT or state.phase == SPLIT or state.phase == COLUMN
    if asked != (0 <= state.turn < len(state.players)) or not DEAL <= state.phase <= OVER:
        return 12
    if (state.phase == OVER) != (RUNNING < state.ending <= ROUNDS_UP):
        return 17
    if state.phase == DEAL:
        return 0 if _deal_is_due(state) else 13
    if state.starter == NOBODY:
        return 9
    if state.phase == DRAFT:
        return 14 if offer_is_over(state) or state.hand != 0 or _a_row_is_complete(state) else 0
    if state.phase == SPLIT:
        return 0 if _split_is_asked(state) else 15
    if state.phase == COLUMN:
        return 0 if _column_is_asked(state) else 16
    return 0 if _game_is_over(state) else 17


@kernel
def _game_is_over(state):
    """Tiles lie on walls, incomplete lines, in bag and lid only, and there is the reason that is given."""
    if state.hand != 0 or not offer_is_over(state):
        return False
    for seat in range(len(state.players)):
        board = state.players[seat]
        if complete_lines(board) != 0 or board.floor_slots != 0 or board.score < bonus(board):
            return False
    ending = find_ending(state)
    if state.ending == NO_TILES:  # found out when the next round was prepared
        return state.bag == 0 and state.lid == 0 and (ending == RUNNING or ending == ROUNDS_UP)
    return state.ending == ending


@kernel
def _a_row_is_complete(state):
    for seat in range(len(state.players)):
        if complete_rows(state.players[seat]) > 0:
            return True
    return False


@kernel
def _deal_is_due(state):
    """The factories before the open one are full and those after it empty; nothing has been drafted yet."""
    if state.bag == 0 or state.hand != 0 or state.sources[CENTRE] != 0 or state.marker != NOBODY:
        return False
    factory = first_open_factory(state)
    if factory == 0 or _a_row_is_complete(state):
        return False
    if state.starter == NOBODY and (state.round_number != 1 or state.present != 0):
        return False
    for later in range(factory + 1, len(state.sources)):
        if state.sources[later] != 0:
            return False
    for seat in range(len(state.players)):
        if state.players[seat].floor != 0 or complete_lines(state.players[seat]) != 0:
            return False
    return True


@kernel
def _split_is_asked(state):
    picked = _picked_in_hand(state)
    if not 0 <= state.line < LINES or picked.jokers == 0 or picked.kind == JOKER or _a_row_is_complete(state):
        return False
    if state.hand != tiles(picked.kind, picked.coloured) + tiles(JOKER, picked.jokers):
        return False
    if (lines_for(state.players[state.turn], picked.kind) >> state.line) & 1 == 0:
        return False
    fewest, most = _split_range(state)
    return fewest < most


@kernel
def _column_is_asked(state):
    """The asked line is the topmost complete one of its seat, and the seats before it have tiled."""
    if not 0 <= state.line < LINES or state.hand != 0 or not offer_is_over(state):
        return False
    complete = complete_lines(state.players[state.turn])
    if complete == 0 or nth_bit(complete, 0) != state.line or n_bits(_asked_columns(state)) < 2:
        return False
    seat = int(state.starter)
    while seat != state.turn:
        if complete_lines(state.players[seat]) != 0:
            return False
        seat = seat_after(state, seat)
    return True
