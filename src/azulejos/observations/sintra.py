"""What Stained Glass of Sintra looks like to a learner. Kinds are the five colours of the box, in its order.

What is printed in the box is the same in every game and does not stand in the row.
"""

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
from azulejos.rules.sintra import (
    CELLS,
    COLOURS,
    JOKER,
    LOWER,
    NONE,
    PHASES,
    PIECES_OF_A_COLOUR,
    ROUNDS,
    SLOTS,
    UPPER,
    WINDOWS,
    Options,
    largest_gain,
    new_state,
)
from azulejos.rules.tiles import FACTORY_SIZE, n_factories

N_PHASES = len(PHASES)
CELL_KINDS = JOKER + 1


def most_lost(options: Options) -> int:
    """More than this nobody can lose on the broken-glass track: every piece and marker of six rounds breaks."""
    steps = (FACTORY_SIZE * n_factories(options.players) + 1) * ROUNDS
    return steps // options.box.last_space * options.box.track[options.box.last_space] + max(options.box.track)


def table_fields(options: Options) -> list[Field]:
    kinds = (COLOURS,)
    return [
        *offer_fields(options, COLOURS, PIECES_OF_A_COLOUR),
        counts("bag", kinds, PIECES_OF_A_COLOUR, "pieces of each colour in the bag"),
        counts("tower", kinds, PIECES_OF_A_COLOUR, "pieces of each colour in the tower"),
        counts("hand", kinds, PIECES_OF_A_COLOUR, "pieces of each colour that are to be split"),
        *seat_fields(options, PHASES),
        number("round", 1, ROUNDS, "the round, from 1"),
        choice("indicator", (ROUNDS, COLOURS), "the colour on each space of the round indicator"),
    ]


def player_fields(options: Options) -> list[Field]:
    most = most_lost(options)
    return [
        number("score", -most, int(largest_gain(new_state(options))), "points, perhaps below 0"),
        number("lost", 0, most, "points lost on the broken-glass track so far"),
        number("space", 0, options.box.last_space - 1, "steps from the top of the broken-glass track"),
        choice("glazier", (SLOTS,), "the slot that the glazier stands above"),
        counts("free", (SLOTS, CELL_KINDS), CELLS, "free cells of each strip, by colour, joker cells last"),
        counts("panes", (SLOTS, COLOURS), CELLS, "pieces of each colour on each strip"),
        counts("turned", (SLOTS, CELL_KINDS), CELLS, "cells of the face to come, while a strip is not turned yet"),
        choice("windows", (WINDOWS, 2, COLOURS), "the colour in the upper and the lower cell of each window"),
    ]


@kernel
def observe(state, viewer, out):
    """Writes the whole row."""
    clear(out)
    n = write_offer(state, out, 0, COLOURS)
    n = write_heap(out, n, state.bag, COLOURS)
    n = write_heap(out, n, state.tower, COLOURS)
    n = write_heap(out, n, state.hand, COLOURS)
    n = write_seats(state, viewer, out, n, N_PHASES)
    n = write_number(out, n, state.round_number)
    for space in range(ROUNDS):
        n = write_choice(out, n, int(state.indicator[space]), COLOURS)
    for step in range(len(state.players)):
        n = _observe_board(state, state.players[seat_at(state, viewer, step)], out, n)
    return n


@kernel
def _observe_board(state, board, out, n):
    n = write_number(out, n, board.score)
    n = write_number(out, n, board.lost)
    n = write_number(out, n, board.space)
    n = write_choice(out, n, int(board.glazier), SLOTS)
    for slot in range(SLOTS):
        n = write_heap(out, n, board.free[slot], CELL_KINDS)
    for slot in range(SLOTS):
        n = write_heap(out, n, board.panes[slot], COLOURS)
    for slot in range(SLOTS):
        n = write_heap(out, n, _face_to_come(state, board, slot), CELL_KINDS)
    for window in range(WINDOWS):
        n = write_choice(out, n, int(board.windows[window, UPPER]), COLOURS)
        n = write_choice(out, n, int(board.windows[window, LOWER]), COLOURS)
    return n


@kernel
def _face_to_come(state, board, slot):
    """The cells on the other face of a strip; nothing where it shows its second face, or is gone."""
    face = int(board.strips[slot])
    if face == NONE or board.windows[slot, UPPER] >= 0:
        return 0
    return int(state.box.faces[face ^ 1])
