"""What Summer Pavilion looks like to a learner. Kinds are purple, green, orange, yellow, blue, red."""

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
from azulejos.rules.pavilion import (
    BONUS,
    COLOURS,
    CORNERS,
    KEEP,
    LARGEST_SCORE,
    LEAST_SCORE,
    PHASES,
    POSITIONS,
    ROUNDS,
    STARS,
    SUPPLY_SPACES,
    TILES_OF_A_KIND,
    Options,
)

N_PHASES = len(PHASES)
MOST_DUE = 6  # a space touches two features at most, of 1, 2 or 3 tiles


def table_fields(options: Options) -> list[Field]:
    kinds = (COLOURS,)
    return [
        *offer_fields(options, COLOURS, TILES_OF_A_KIND),
        counts("bag", kinds, TILES_OF_A_KIND, "tiles of each kind in the bag"),
        counts("tower", kinds, TILES_OF_A_KIND, "tiles of each kind in the tower"),
        counts("supply", kinds, SUPPLY_SPACES, "tiles of each kind in the supply"),
        *seat_fields(options, PHASES),
        choice("round", (ROUNDS,), "the round, and so the joker colour"),
        number("due", 0, MOST_DUE, "bonus tiles still to be taken"),
        number("keeps", 0, CORNERS, "tiles that may still be kept in this pass"),
        choice("least", kinds, "the earliest kind of which a bonus or kept tile may be named now"),
    ]


def player_fields(options: Options) -> list[Field]:
    kinds = (COLOURS,)
    if options.mono:
        stars = [choice("stars", (STARS, POSITIONS, COLOURS), "the kind of the tile on each space")]
    else:
        stars = [
            choice("centre_star", (POSITIONS, COLOURS), "the kind of the tile on each space of the centre star"),
            counts("stars", (STARS - 1, POSITIONS), 1, "1 where a space of an outer star, 1 to 6, holds a tile"),
        ]
    return [
        number("score", LEAST_SCORE, LARGEST_SCORE, "points"),
        counts("hand", kinds, TILES_OF_A_KIND, "tiles of each kind beside the board"),
        counts("corners", kinds, CORNERS, "tiles of each kind kept for the next round"),
        number("passed", 0, 1, "1: no more turns in this round"),
        *stars,
    ]


@kernel
def observe(state, viewer, out):
    """Writes the whole row."""
    clear(out)
    n = write_offer(state, out, 0, COLOURS)
    n = write_heap(out, n, state.bag, COLOURS)
    n = write_heap(out, n, state.tower, COLOURS)
    n = write_heap(out, n, state.supply, COLOURS)
    n = write_seats(state, viewer, out, n, N_PHASES)
    n = write_choice(out, n, int(state.round_number) - 1, ROUNDS)
    n = write_number(out, n, state.due)
    n = write_number(out, n, state.keeps)
    asked = state.phase == BONUS or state.phase == KEEP
    n = write_choice(out, n, int(state.least) if asked else -1, COLOURS)
    for step in range(len(state.players)):
        n = _observe_board(state, state.players[seat_at(state, viewer, step)], out, n)
    return n


@kernel
def _observe_board(state, board, out, n):
    n = write_number(out, n, board.score)
    n = write_heap(out, n, board.hand, COLOURS)
    n = write_heap(out, n, board.corners, COLOURS)
    n = write_number(out, n, board.passed)
    coloured_stars = STARS if state.options.mono else 1  # those whose tiles' kinds are not printed
    for star in range(coloured_stars):
        for position in range(POSITIONS):
            n = write_choice(out, n, int(board.stars[star, position]), COLOURS)
    filled = int(board.filled)
    for space in range(coloured_stars * POSITIONS, STARS * POSITIONS):
        n = write_number(out, n, (filled >> space) & 1)
    return n
