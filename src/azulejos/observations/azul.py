"""What Azul looks like to a learner. Kinds are blue, yellow, red, black, white and, with jokers, jokers."""

# pyright: standard
# Kernels are typed by Numba, not by annotations.

from azulejos.jit import kernel
from azulejos.observations.fields import (
    Field,
    choice,
    clear,
    counts,
    number,
    offer_fields,
    seat_at,
    seat_fields,
    write_choice,
    write_heap,
    write_number,
    write_offer,
    write_seats,
)
from azulejos.rules.azul import (
    COLOURS,
    COLUMN,
    FLOOR_SLOTS,
    JOKER,
    LARGEST_SCORE,
    LINES,
    PHASES,
    SPLIT,
    TILES,
    Options,
    n_kinds,
)

OF_A_KIND = TILES // COLOURS
N_PHASES = len(PHASES)


def table_fields(options: Options) -> list[Field]:
    kinds = COLOURS + int(options.jokers)
    fields = [
        *offer_fields(options, kinds, OF_A_KIND),
        counts("bag", (kinds,), OF_A_KIND, "tiles of each kind in the bag"),
        counts("lid", (kinds,), OF_A_KIND, "tiles of each kind in the lid"),
        *seat_fields(options, PHASES),
        number("round", 1, options.max_rounds, "the round, from 1"),
    ]
    if options.gray or options.jokers:
        fields.append(choice("line", (LINES,), "the pattern line that a split or a column is about"))
    if options.jokers:
        fields.append(counts("hand", (kinds,), OF_A_KIND, "tiles of each kind that are to be split"))
    return fields


def player_fields(options: Options) -> list[Field]:
    kinds = COLOURS + int(options.jokers)
    if options.gray or options.jokers:
        wall = choice("wall", (LINES, COLOURS, kinds), "the kind of the tile on each cell, rows from the top")
    else:
        wall = counts("wall", (LINES, COLOURS), 1, "1 where a cell holds a tile, rows from the top")
    return [
        number("score", 0, LARGEST_SCORE, "points"),
        counts("lines", (LINES, kinds), LINES, "tiles of each kind on each pattern line, from the top"),
        wall,
        counts("floor", (kinds,), FLOOR_SLOTS, "tiles of each kind on the floor line"),
        number("floor_slots", 0, FLOOR_SLOTS, "slots of the floor line that tiles and the marker take"),
    ]


@kernel
def observe(state, viewer, out):
    """Writes the whole row."""
    clear(out)
    kinds = n_kinds(state)
    n = write_offer(state, out, 0, kinds)
    n = write_heap(out, n, state.bag, kinds)
    n = write_heap(out, n, state.lid, kinds)
    n = write_seats(state, viewer, out, n, N_PHASES)
    n = write_number(out, n, state.round_number)
    if state.options.gray or state.options.jokers:
        asked = state.phase == SPLIT or state.phase == COLUMN
        n = write_choice(out, n, int(state.line) if asked else -1, LINES)
    if state.options.jokers:
        n = write_heap(out, n, state.hand, kinds)
    for step in range(len(state.players)):
        n = _observe_board(state, state.players[seat_at(state, viewer, step)], out, n, kinds)
    return n


@kernel
def _observe_board(state, board, out, n, kinds):
    n = write_number(out, n, board.score)
    for line in range(LINES):
        jokers = int(board.line_jokers[line])
        if board.line_colour[line] >= 0:
            out[n + int(board.line_colour[line])] = int(board.line_count[line]) - jokers
        if jokers > 0:
            out[n + JOKER] = jokers
        n += kinds
    if state.options.gray or state.options.jokers:
        for row in range(LINES):
            for column in range(COLOURS):
                n = write_choice(out, n, int(board.wall[row, column]), kinds)
    else:
        filled = int(board.filled)
        for cell in range(LINES * COLOURS):
            out[n + cell] = (filled >> cell) & 1
        n += LINES * COLOURS
    n = write_heap(out, n, board.floor, kinds)
    return write_number(out, n, board.floor_slots)
