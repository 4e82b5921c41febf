"""Azul: Stained Glass of Sintra by the rulebook: sides A and B, for two to four players, six rounds.

Everything here is a rule of the game and every rule of the game is here. A position is one record of numbers; the
functions over it are kernels. Chance stays outside: a position says which draw is due (`chance`), somebody performs
it (`draw`). What is printed on the box is data inside the position, since its owner can replace it (sintra_box.py).
The chapters and rulings named in comments are those of the project's rules specification.
"""

# pyright: standard
# Kernels are typed by Numba, not by annotations.

from typing import Any, NamedTuple

import numpy as np

from azulejos.chance import below
from azulejos.jit import kernel
from azulejos.rules.sintra_box import (
    CELLS,
    COLOURS,
    FACES,
    LARGEST_VALUE,
    MOST_JOKERS,
    MOST_SPACES,
    ORNAMENTS,
    PACKAGE_BOX,
    STRIPS,
    WINDOWS,
    Box,
)
from azulejos.rules.tiles import (
    CENTRE,
    FACTORY_SIZE,
    KINDS,
    SOURCE_BITS,
    count,
    fill_factories,
    first_open_factory,
    is_over,
    kinds_in,
    n_bits,
    n_factories,
    nth_bit,
    nth_tile,
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

# --- What every box has alike ---

JOKER = COLOURS  # as a kind of cell; a piece always has a colour
PIECES_OF_A_COLOUR = 20
N_PIECES = COLOURS * PIECES_OF_A_COLOUR
SLOTS = 8  # for strips, each above its window
ROUNDS = 6  # and as many spaces on the round indicator
SIDE_A, SIDE_B = 0, 1
PANES_OF_A_SET = 3  # left on strips at the end: a point
ORNAMENT_BONUS = np.array([0, 0, 3, 6, 10], np.int16)  # by panes around it
UPPER, LOWER = 0, 1


# --- The record ---

DEAL, DRAFT, SPLIT, KEEP, OVER = 0, 1, 2, 3, 4  # phases; those in the middle are also the kinds of moves
RESET = 5  # the other kind of move that answers DRAFT
PHASES = ("deal", "draft", "split", "keep", "over")
RUNNING, LAST_ROUND, ROUNDS_UP = 0, 1, 2
ENDINGS = ("running", "last", "rounds")
NOBODY = -1
EMPTY = -1
NONE = -1  # where no strip lies


class Options(NamedTuple):
    players: int = 2
    side: int = SIDE_A
    starter: int = NOBODY  # the seat that starts, or drawn
    max_rounds: int = 60
    box: Box = PACKAGE_BOX


_OPTIONS = [("max_rounds", "i2"), ("players", "i1"), ("side", "i1"), ("starter", "i1")]

_BOX = [  # as in `Box`
    ("digest", "i8"),
    ("faces", "i4", (STRIPS * FACES,)),
    ("window_values", "i1", (2, WINDOWS)),
    ("track", "i1", (MOST_SPACES,)),
    ("colours", "i1", (COLOURS,)),
    ("pairs", "i1", (ORNAMENTS,)),
    ("last_space", "i1"),
    ("joker_face", "i1"),
]

_PLAYER = [
    ("takes", "i8"),  # the slots whose strip has a free cell for a colour, eight bits a colour; derived
    ("free", "i4", (SLOTS,)),  # heap of the free cells of each strip, joker cells as kind 5
    ("panes", "i4", (SLOTS,)),  # heap of the pieces on each strip
    ("score", "i2"),
    ("lost", "i2"),  # points lost on the track: for laps, and at the end for the space reached
    ("strips", "i1", (SLOTS,)),  # 2 * strip + the face that is up, or NONE
    ("windows", "i1", (WINDOWS, 2)),  # the colour in the upper and the lower cell, or EMPTY
    ("glazier", "i1"),  # the slot that he stands above
    ("space", "i1"),  # of the broken-glass track
]


def _state(players):
    return record(
        [
            ("present", "i8"),  # which sources hold which colour, see tiles.py; derived
            ("players", record(_PLAYER), (players,)),
            ("box", record(_BOX)),
            ("bag", "i4"),
            ("tower", "i4"),
            ("hand", "i4"),  # what was taken and still is to be split
            ("sources", "i4", (1 + n_factories(players),)),  # heaps: the centre, then the factories
            ("options", record(_OPTIONS)),
            ("round_number", "i2"),  # from 1
            ("indicator", "i1", (ROUNDS,)),  # the colour on each space, or EMPTY
            ("phase", "i1"),
            ("turn", "i1"),  # the seat that decides, or NOBODY
            ("starter", "i1"),  # the seat that starts this round; NOBODY until drawn
            ("marker", "i1"),  # the seat that holds it; NOBODY while it lies in the centre
            ("ending", "i1"),
        ]
    )


PLAYERS = (2, 3, 4)
CHANCE_WEIGHTS = STRIPS * FACES  # room for the weights of any draw
State = {players: _state(players) for players in PLAYERS}


def new_state(options: Options) -> Any:
    """A fresh record, before its first draw."""
    state = np.zeros(1, State[options.players]).view(np.recarray)[0]
    new_game(state, options)
    return state


def box_of(state: Any) -> Box:
    """The box that lies in a record."""
    values = (getattr(state.box, name) for name in Box._fields)
    return Box(*(_as_tuple(value.tolist()) for value in values))


def _as_tuple(value: Any) -> Any:
    return tuple(_as_tuple(item) for item in value) if isinstance(value, list) else value


# --- Set-up and chance (6.2) ---


@kernel
def new_game(state, options):
    """Everything in the bag, boards empty, the first draw due."""
    state.options.players = options.players
    state.options.side = options.side
    state.options.starter = options.starter
    state.options.max_rounds = options.max_rounds
    _unpack(state.box, options.box)
    bag = 0
    for colour in range(COLOURS):
        bag += tiles(colour, PIECES_OF_A_COLOUR)
    state.bag = bag
    state.tower = 0
    state.hand = 0
    state.present = 0
    for source in range(len(state.sources)):
        state.sources[source] = 0
    for space in range(ROUNDS):
        state.indicator[space] = EMPTY
    state.round_number = 1
    state.phase = DEAL
    state.turn = NOBODY
    state.starter = options.starter
    state.marker = NOBODY
    state.ending = RUNNING
    for seat in range(len(state.players)):
        _clear_board(state.players[seat])


@kernel
def _unpack(box, printed):
    box.digest = printed.digest
    box.last_space = printed.last_space
    box.joker_face = printed.joker_face
    for face in range(STRIPS * FACES):
        box.faces[face] = printed.faces[face]
    for side in range(2):
        for window in range(WINDOWS):
            box.window_values[side, window] = printed.window_values[side][window]
    for space in range(MOST_SPACES):
        box.track[space] = printed.track[space]
    for colour in range(COLOURS):
        box.colours[colour] = printed.colours[colour]
    for ornament in range(ORNAMENTS):
        box.pairs[ornament] = printed.pairs[ornament]


@kernel
def _clear_board(board):
    board.takes = 0
    board.score = 0
    board.lost = 0
    board.glazier = 0
    board.space = 0
    for slot in range(SLOTS):
        board.free[slot] = 0
        board.panes[slot] = 0
        board.strips[slot] = NONE
        board.windows[slot, UPPER] = EMPTY
        board.windows[slot, LOWER] = EMPTY


START, STRIP, SPACE, PIECE = 0, 1, 2, 3  # what is drawn: a seat, a strip, a space of the indicator, a factory's piece


@kernel
def due_draw(state):
    """What the next draw is for, while draws are due."""
    if state.starter == NOBODY:
        return START
    if state.round_number == 1:
        if seat_due(state) != NOBODY:
            return STRIP
        if space_due(state) != NONE:
            return SPACE
    return PIECE


@kernel
def seat_due(state):
    """The first seat that still waits for strips in the set-up."""
    for seat in range(len(state.players)):
        if state.players[seat].strips[SLOTS - 1] == NONE:
            return seat
    return NOBODY


@kernel
def slot_due(board):
    slot = 0
    while board.strips[slot] != NONE:
        slot += 1
    return slot


@kernel
def space_due(state):
    """The space of the indicator that is filled next: II to VI with one piece of each colour, then I (SI-R20)."""
    for space in range(1, ROUNDS):
        if state.indicator[space] == EMPTY:
            return space
    return 0 if state.indicator[0] == EMPTY else NONE


@kernel
def strips_left(board):
    """The strips that a player has not laid out yet in the set-up, as bits."""
    left = (1 << STRIPS) - 1
    for slot in range(SLOTS):
        if board.strips[slot] != NONE:
            left &= ~(1 << int(board.strips[slot]) // FACES)
    return left


@kernel
def colours_left(state):
    """The colours that spaces II to VI do not show yet, as bits."""
    left = (1 << COLOURS) - 1
    for space in range(1, ROUNDS):
        if state.indicator[space] != EMPTY:
            left &= ~(1 << int(state.indicator[space]))
    return left


@kernel
def chance(state, weights):
    """Writes the weights of the draw that is due, one an outcome; returns how many. A seat, a face, or a colour."""
    due = due_draw(state)
    if due == STRIP:
        left = strips_left(state.players[seat_due(state)])
        joker_face = int(state.box.joker_face)
        for face in range(STRIPS * FACES):
            weights[face] = (left >> (face // FACES)) & 1
        if (left >> (joker_face // FACES)) & 1:  # its other face is up (SI-R1)
            weights[joker_face] = 0
            weights[joker_face ^ 1] = FACES
        return STRIPS * FACES
    if due == SPACE and space_due(state) != 0:
        for colour in range(COLOURS):
            weights[colour] = (colours_left(state) >> colour) & 1
        return COLOURS
    return weights_of_draw(state, weights, COLOURS)


@kernel
def strip_may_come(state, face):
    """Whether a strip that is due can come with this face up."""
    left = strips_left(state.players[seat_due(state)])
    return (left >> (face // FACES)) & 1 == 1 and face != state.box.joker_face


@kernel
def draw(state, outcome):
    """The starting player, a strip with the face that is up, or a piece for the indicator or a factory."""
    due = due_draw(state)
    if due == START:
        state.starter = outcome
    elif due == STRIP:
        board = state.players[seat_due(state)]
        lay_strip(state, board, slot_due(board), outcome)
    elif due == SPACE:
        state.indicator[space_due(state)] = outcome
        state.bag -= tiles(outcome, 1)
    else:
        state.bag -= tiles(outcome, 1)
        put_on_factory(state, first_open_factory(state), outcome)
    _await_draw(state)


@kernel
def _await_draw(state):
    """A draw is due while something lacks in the set-up, or a factory has room and a piece is left (X-R2, X-R3)."""
    if due_draw(state) != PIECE:
        return
    if first_open_factory(state) == 0:
        _start_draft(state)
        return
    if state.bag == 0:
        state.bag = state.tower
        state.tower = 0
    if state.bag == 0:
        _start_draft(state)


@kernel
def deal(state, rng):
    """Performs the draws that are due: what looping over `chance` and `draw` does, with less looking around."""
    if state.phase != DEAL:
        return
    if state.starter == NOBODY:
        state.starter = below(rng, len(state.players))
    if state.round_number == 1:
        for seat in range(len(state.players)):
            _deal_strips(state, state.players[seat], rng)
        _deal_indicator(state, rng)
    state.tower = fill_factories(state, int(state.tower), rng)
    _start_draft(state)


@kernel
def _deal_strips(state, board, rng):
    left = strips_left(board)
    joker_face = int(state.box.joker_face)
    for slot in range(SLOTS):
        if board.strips[slot] == NONE:
            ticket = below(rng, FACES * n_bits(left))
            strip = nth_bit(left, ticket // FACES)
            face = FACES * strip + ticket % FACES
            if strip == joker_face // FACES:
                face = joker_face ^ 1
            lay_strip(state, board, slot, face)
            left &= ~(1 << strip)


@kernel
def _deal_indicator(state, rng):
    space = space_due(state)
    while space != NONE:
        if space != 0:
            left = colours_left(state)
            colour = nth_bit(left, below(rng, n_bits(left)))
        else:
            colour = nth_tile(state.bag, below(rng, total(state.bag)))
        state.indicator[space] = colour
        state.bag -= tiles(colour, 1)
        space = space_due(state)


@kernel
def _start_draft(state):
    """The offer is never empty: when a round ends, a piece of the indicator goes to the tower."""
    state.phase = DRAFT
    state.turn = state.starter


# --- Moves and their codes (chapter 8.3) ---

BREAK = SLOTS  # as the slot of a draft: no strip takes the pieces
DESTINATIONS = SLOTS + 1
SPLITS = MOST_JOKERS + 1


class Move(NamedTuple):
    kind: int  # DRAFT, RESET, SPLIT or KEEP
    source: int = -1  # 0 is the centre
    colour: int = -1  # as an index in PALETTE, of which a box shows five
    slot: int = -1  # from 0, or BREAK
    jokers: int = -1  # how many pieces go into joker cells


@kernel
def n_draft_codes(options):
    return (2 * int(options.players) + 2) * COLOURS * DESTINATIONS


@kernel
def n_moves(options):
    """Codes run below this number: drafts, the reset, splits, kept panes."""
    return n_draft_codes(options) + 1 + SPLITS + COLOURS


@kernel
def _draft_code(source, colour, slot):
    return (source * COLOURS + colour) * DESTINATIONS + slot


@kernel
def encode(state, move):
    if move.kind == RESET:
        return n_draft_codes(state.options)
    if move.kind == SPLIT:
        return n_draft_codes(state.options) + 1 + move.jokers
    colour = _colour_in_box(state.box, move.colour)
    if colour == -1:
        return -1
    if move.kind == DRAFT:
        return _draft_code(move.source, colour, move.slot)
    return n_draft_codes(state.options) + 1 + SPLITS + colour


@kernel
def _colour_in_box(box, colour):
    for own in range(COLOURS):
        if box.colours[own] == colour:
            return own
    return -1


@kernel
def _colour_in_palette(box, colour):
    return 0 + int(box.colours[colour])  # the sum widens the number: a tuple's parts keep their types


@kernel
def decode(state, code):
    code = int(code)
    drafts = n_draft_codes(state.options)
    if code < drafts:
        pick = code // DESTINATIONS
        return Move(DRAFT, pick // COLOURS, _colour_in_palette(state.box, pick % COLOURS), code % DESTINATIONS, -1)
    if code == drafts:
        return Move(RESET, -1, -1, -1, -1)
    if code <= drafts + SPLITS:
        return Move(SPLIT, -1, -1, -1, code - drafts - 1)
    return Move(KEEP, -1, _colour_in_palette(state.box, code - drafts - 1 - SPLITS), -1, -1)


# --- What is legal (6.4, 6.6) ---

ALL_SLOTS = (1 << SLOTS) - 1


@kernel
def targets(board, colour):
    """Where pieces of a colour may go, as bits: the strips that he can reach with a cell for them, or else BREAK."""
    takes = (int(board.takes) >> (SLOTS * colour)) & (ALL_SLOTS << int(board.glazier)) & ALL_SLOTS
    return takes if takes != 0 else 1 << BREAK


@kernel
def standing_strips(board):
    """The slots with a strip, as bits: while a turn begins each strip has a free cell."""
    takes = int(board.takes)
    slots = 0
    for colour in range(COLOURS):
        slots |= takes >> (SLOTS * colour)
    return slots & ALL_SLOTS


@kernel
def can_reset(board):
    """Unless the glazier is already there, or no strip is left; he may go right, too (SI-R2, SI-R15)."""
    strips = standing_strips(board)
    return strips != 0 and (strips & -strips) != (1 << int(board.glazier))


@kernel
def joker_range(board, colour, number):
    """Fewest and most of the pieces that may go into joker cells of the strip below the glazier (SI-R7)."""
    free = int(board.free[board.glazier])
    own, jokers = count(free, colour), count(free, JOKER)
    placed = min(number, own + jokers)
    return max(0, placed - own), min(jokers, placed)


@kernel
def _split_range(state):
    colour = nth_bit(kinds_in(state.hand), 0)
    return joker_range(state.players[state.turn], colour, count(state.hand, colour))


@kernel
def panes_to_keep(board):
    """The colours on the strip below the glazier, as bits."""
    return kinds_in(board.panes[board.glazier])


OBJECTIONS = (
    "",
    "there is no such move in this game",
    "that is not what is asked now",
    "the source does not hold this colour",
    "the strip is to the left of the glazier",
    "the strip is not there any more",
    "the strip has no free cell for this colour",
    "the pieces may not break: the glazier can reach a strip with a free cell for them",
    "the glazier cannot go back: he is above the leftmost strip, or no strip is left",
    "so many pieces cannot go into the joker cells",
    "there is no piece of this colour on the strip",
)


@kernel
def objection(state, code):
    """0 where a move is legal, else the index in OBJECTIONS of what stands against it."""
    if code < 0 or code >= n_moves(state.options):
        return 1
    drafts = n_draft_codes(state.options)
    if code <= drafts:
        if state.phase != DRAFT:
            return 2
        if code < drafts:
            return _objection_to_draft(state, code)
        return 0 if can_reset(state.players[state.turn]) else 8
    if code <= drafts + SPLITS:
        if state.phase != SPLIT:
            return 2
        fewest, most = _split_range(state)
        return 0 if fewest <= code - drafts - 1 <= most else 9
    if state.phase != KEEP:
        return 2
    return 0 if (panes_to_keep(state.players[state.turn]) >> (code - drafts - 1 - SPLITS)) & 1 else 10


@kernel
def _objection_to_draft(state, code):
    board = state.players[state.turn]
    slot = code % DESTINATIONS
    colour = code // DESTINATIONS % COLOURS
    source = code // DESTINATIONS // COLOURS
    if count(state.sources[source], colour) == 0:
        return 3
    if (targets(board, colour) >> slot) & 1:
        return 0
    if slot == BREAK:
        return 7
    if slot < board.glazier:
        return 4
    return 5 if board.strips[slot] == NONE else 6


@kernel
def is_legal(state, code):
    return objection(state, code) == 0


@kernel
def legal_moves(state, out):
    """Writes the codes of all legal moves, ascending; returns how many."""
    n = 0
    if state.phase == DRAFT:
        board = state.players[state.turn]
        for source in range(len(state.sources)):
            for colour in range(COLOURS):
                if count(state.sources[source], colour) > 0:
                    slots = targets(board, colour)
                    for slot in range(DESTINATIONS):
                        if (slots >> slot) & 1:
                            out[n] = _draft_code(source, colour, slot)
                            n += 1
        if can_reset(board):
            out[n] = n_draft_codes(state.options)
            n += 1
        return n
    n = count_moves(state)
    for i in range(n):
        out[i] = nth_move(state, i)
    return n


@kernel
def count_moves(state):
    if state.phase == DRAFT:
        board = state.players[state.turn]
        n = 1 if can_reset(board) else 0
        for colour in range(COLOURS):
            n += n_bits(sources_with(state, colour)) * n_bits(targets(board, colour))
        return n
    if state.phase == SPLIT:
        fewest, most = _split_range(state)
        return most - fewest + 1
    if state.phase == KEEP:
        return n_bits(panes_to_keep(state.players[state.turn]))
    return 0


@kernel
def nth_move(state, n):
    """Each number below `count_moves` names one legal move: drafts colour by colour, then the reset."""
    if state.phase == DRAFT:
        board = state.players[state.turn]
        for colour in range(COLOURS):
            sources, slots = sources_with(state, colour), targets(board, colour)
            ways = n_bits(slots)
            if n < n_bits(sources) * ways:
                return _draft_code(nth_bit(sources, n // ways), colour, nth_bit(slots, n % ways))
            n -= n_bits(sources) * ways
        return n_draft_codes(state.options)
    first = n_draft_codes(state.options) + 1
    if state.phase == SPLIT:
        fewest, _ = _split_range(state)
        return first + fewest + n
    return first + SPLITS + nth_bit(panes_to_keep(state.players[state.turn]), n)


@kernel
def random_move(state, rng):
    """A legal move, each as likely as the others."""
    return nth_move(state, below(rng, count_moves(state)))


# --- Decisions (6.4 to 6.6) ---


@kernel
def apply(state, code):
    """One decision; what is forced follows, up to the next decision, draw or end."""
    code = int(code)
    drafts = n_draft_codes(state.options)
    if code < drafts:
        pick = code // DESTINATIONS
        draft(state, pick // COLOURS, pick % COLOURS, code % DESTINATIONS)
    elif code == drafts:
        reset(state.players[state.turn])
        _end_turn(state)
    elif code <= drafts + SPLITS:
        split(state, code - drafts - 1)
    else:
        keep(state, code - drafts - 1 - SPLITS)
        _end_turn(state)


@kernel
def draft(state, source, colour, slot):
    """All pieces of a colour leave a source for one strip; who takes from the centre first pays for the marker."""
    board = state.players[state.turn]
    number = count(state.sources[source], colour)
    take(state, source, 1 << (SOURCE_BITS * colour), tiles(colour, number))
    if source == CENTRE and state.marker == NOBODY:
        state.marker = state.turn
        step_down(state, board, 1)
    if slot == BREAK:
        break_pieces(state, board, colour, number)
        _end_turn(state)
        return
    board.glazier = slot
    fewest, most = joker_range(board, colour, number)
    if fewest < most:
        state.hand = tiles(colour, number)
        state.phase = SPLIT
    else:
        place(state, board, colour, number, most)
        _finish_strip(state, board)


@kernel
def split(state, jokers):
    """So many of the pieces go into joker cells, the others into cells of their colour."""
    board = state.players[state.turn]
    colour = nth_bit(kinds_in(state.hand), 0)
    number = count(state.hand, colour)
    state.hand = 0
    place(state, board, colour, number, jokers)
    _finish_strip(state, board)


@kernel
def place(state, board, colour, number, jokers):
    """As many pieces as fit go onto the strip below the glazier, so many of them into joker cells; the others break."""
    slot = int(board.glazier)
    free = int(board.free[slot])
    placed = min(number, count(free, colour) + count(free, JOKER))
    board.free[slot] = free - tiles(colour, placed - jokers) - tiles(JOKER, jokers)
    board.panes[slot] += tiles(colour, placed)
    _note_cells(board, slot)
    break_pieces(state, board, colour, number - placed)


@kernel
def break_pieces(state, board, colour, number):
    """Each is a step on the broken-glass track (SI-R8)."""
    state.tower += tiles(colour, number)
    step_down(state, board, number)


@kernel
def step_down(state, board, steps):
    """On the last space its points are lost at once, and the marker goes on from the top (SI-R4, SI-R5)."""
    for _ in range(steps):
        board.space += 1
        if board.space == state.box.last_space:
            board.space = 0
            lose(board, int(state.box.track[state.box.last_space]))


@kernel
def lose(board, points):
    board.score -= points
    board.lost += points


@kernel
def _finish_strip(state, board):
    """A full strip scores its panes of the round's colour; then one of them is chosen for the window (SI-R14)."""
    slot = int(board.glazier)
    if board.free[slot] != 0:
        _end_turn(state)
        return
    board.score += count(board.panes[slot], int(state.indicator[state.round_number - 1]))
    colours = panes_to_keep(board)
    if n_bits(colours) > 1:
        state.phase = KEEP
    else:
        keep(state, nth_bit(colours, 0))
        _end_turn(state)


@kernel
def keep(state, colour):
    """The pane goes to the window, the others to the tower; the strip is turned over, or leaves; the window scores."""
    board = state.players[state.turn]
    slot = int(board.glazier)
    state.tower += int(board.panes[slot]) - tiles(colour, 1)
    board.panes[slot] = 0
    if board.windows[slot, UPPER] == EMPTY:
        board.windows[slot, UPPER] = colour
        lay_strip(state, board, slot, int(board.strips[slot]) ^ 1)
    else:
        board.windows[slot, LOWER] = colour
        board.strips[slot] = NONE
    board.score += window_points(state, board, slot)


@kernel
def lay_strip(state, board, slot, face):
    board.strips[slot] = face
    board.free[slot] = state.box.faces[face]
    _note_cells(board, slot)


@kernel
def _note_cells(board, slot):
    """Brings `takes` up to date for a slot."""
    free = int(board.free[slot])
    takes = int(board.takes)
    for colour in range(COLOURS):
        bit = 1 << (SLOTS * colour + slot)
        takes &= ~bit
        if count(free, colour) + count(free, JOKER) > 0:
            takes |= bit
    board.takes = takes


@kernel
def window_points(state, board, window):
    """Its value and those of all windows to the right that hold a piece (SI-R9)."""
    side = int(state.options.side)
    points = int(state.box.window_values[side, window])
    for other in range(window + 1, WINDOWS):
        if board.windows[other, UPPER] != EMPTY:
            points += int(state.box.window_values[side, other])
    return points


@kernel
def reset(board):
    """The glazier goes back above the leftmost strip."""
    board.glazier = nth_bit(standing_strips(board), 0)


# --- What follows by itself ---


@kernel
def _end_turn(state):
    if offer_is_over(state):
        _end_round(state)
    else:
        state.phase = DRAFT
        state.turn = seat_after(state, int(state.turn))


@kernel
def _end_round(state):
    """The indicator's piece of the round goes to the tower; the holder of the marker will start (X-R4)."""
    state.turn = NOBODY
    space = int(state.round_number) - 1
    state.tower += tiles(int(state.indicator[space]), 1)
    state.indicator[space] = EMPTY
    if _round_is_last(state):
        _finish_game(state)
        return
    state.round_number += 1
    if state.marker != NOBODY:
        state.starter = state.marker
        state.marker = NOBODY
    state.phase = DEAL
    _await_draw(state)


@kernel
def _round_is_last(state):
    return state.round_number == ROUNDS or state.round_number == state.options.max_rounds


# --- The end of the game (6.7) ---


@kernel
def _finish_game(state):
    state.phase = OVER
    state.ending = LAST_ROUND if state.round_number == ROUNDS else ROUNDS_UP
    for seat in range(len(state.players)):
        board = state.players[seat]
        board.score += sets_left(board) + side_bonus(state, board)
        lose(board, int(state.box.track[board.space]))


@kernel
def sets_left(board):
    """Sets of three among the pieces left on all strips, whatever their colours (SI-R10)."""
    pieces = 0
    for slot in range(SLOTS):
        pieces += total(board.panes[slot])
    return pieces // PANES_OF_A_SET


@kernel
def panes_in_window(board, window):
    return int(board.windows[window, UPPER] != EMPTY) + int(board.windows[window, LOWER] != EMPTY)


@kernel
def ornament_points(state, board, ornament):
    """Side A: by the panes in the two windows around it."""
    left = int(state.box.pairs[ornament])
    return int(ORNAMENT_BONUS[panes_in_window(board, left) + panes_in_window(board, left + 1)])


@kernel
def complete_windows(board):
    number = 0
    for window in range(WINDOWS):
        if board.windows[window, LOWER] != EMPTY:
            number += 1
    return number


@kernel
def panes_of_colour(board, colour):
    number = 0
    for window in range(WINDOWS):
        number += int(board.windows[window, UPPER] == colour) + int(board.windows[window, LOWER] == colour)
    return number


@kernel
def most_of_a_colour(board):
    """The panes of the best colour in all windows (SI-R13)."""
    most = 0
    for colour in range(COLOURS):
        most = max(most, panes_of_colour(board, colour))
    return most


@kernel
def side_bonus(state, board):
    if state.options.side == SIDE_B:
        return complete_windows(board) * most_of_a_colour(board)
    points = 0
    for ornament in range(ORNAMENTS):
        points += ornament_points(state, board, ornament)
    return points


def breakdown(state: Any, seat: int) -> list[tuple[str, int, int]]:
    """Where the final score of a seat comes from: what, how often, points. First the points of the rounds."""
    board = state.players[seat]
    sets, bonus, space = int(sets_left(board)), int(side_bonus(state, board)), int(board.space)
    glass = int(state.box.track[space])
    extra = sets + bonus - glass if is_over(state) else 0
    if state.options.side == SIDE_B:
        side = ("windows", int(complete_windows(board)), bonus)
    else:
        side = ("ornaments", sum(int(ornament_points(state, board, k)) > 0 for k in range(ORNAMENTS)), bonus)
    return [
        ("rounds", int(state.round_number), int(board.score) - extra),
        ("sets", sets, sets),
        side,
        ("glass", space, -glass),
    ]


@kernel
def ranking(state, out):
    """Ranks from 1: by score, then by fewer points lost on the track in the whole game; then shared (SI-R6)."""
    for seat in range(len(state.players)):
        mine = state.players[seat]
        out[seat] = 1
        for other in range(len(state.players)):
            theirs = state.players[other]
            if theirs.score > mine.score or (theirs.score == mine.score and theirs.lost < mine.lost):
                out[seat] += 1


# --- Does a position hold together? (6.10) ---

BROKEN = (
    "",
    "a colour does not add up to the pieces in the game",
    "the pieces on the table and the list of what the sources hold disagree",
    "a factory holds more than four pieces, or the centre more than the factories can send there",
    "a strip lies twice, is where its window is complete, or lacks where it is not",
    "a strip shows a face that cannot be up there",
    "the cells of a strip and the pieces on it do not fit",
    "what is known of a board disagrees with its strips",
    "a strip is full although its turn is over",
    "a window is filled from below",
    "the glazier or the marker on the broken-glass track is out of bounds",
    "a score does not fit the points lost on the broken-glass track, or is out of bounds",
    "the round indicator does not fit the round",
    "the round is out of bounds",
    "the marker or the starting player is nowhere",
    "the turn does not fit what is asked",
    "a draw is said to be due but is not possible, or is missing",
    "somebody is asked to take pieces but the offer is over",
    "pieces are said to be in hand, but there is nothing to choose for them",
    "a pane is to be chosen but there is nothing to choose",
    "the game is said to be over without a reason, or running with one",
)
LEAST_SCORE = -300 * LARGEST_VALUE  # in six rounds there are 216 pieces and 6 markers at most


@kernel
def check_state(state):
    """0 where every invariant holds, else the index in BROKEN of the first that does not."""
    if not _pieces_add_up(state):
        return 1
    if state.present != present_recomputed(state):
        return 2
    if not sources_fit(state):
        return 3
    if not 1 <= state.round_number <= min(ROUNDS, int(state.options.max_rounds)):
        return 13
    if not -1 <= state.marker < len(state.players) or not -1 <= state.starter < len(state.players):
        return 14
    for seat in range(len(state.players)):
        broken = _check_board(state, seat)
        if broken > 0:
            return broken
    return _check_phase(state)


@kernel
def _pieces_add_up(state):
    for colour in range(COLOURS):
        number = count(state.bag, colour) + count(state.tower, colour) + count(state.hand, colour)
        for source in range(len(state.sources)):
            number += count(state.sources[source], colour)
        for space in range(ROUNDS):
            number += int(state.indicator[space] == colour)
        for seat in range(len(state.players)):
            board = state.players[seat]
            number += panes_of_colour(board, colour)
            for slot in range(SLOTS):
                number += count(board.panes[slot], colour)
        if number != PIECES_OF_A_COLOUR:
            return False
    return True


@kernel
def _in_set_up(state):
    return state.phase == DEAL and state.round_number == 1


@kernel
def _check_board(state, seat):
    board = state.players[seat]
    seen = 0
    for slot in range(SLOTS):
        if board.windows[slot, LOWER] != EMPTY and board.windows[slot, UPPER] == EMPTY:
            return 9
        face = int(board.strips[slot])
        if not NONE <= face < STRIPS * FACES:
            return 4
        if face == NONE:
            if not _in_set_up(state) and board.windows[slot, LOWER] == EMPTY:
                return 4
            if board.free[slot] != 0 or board.panes[slot] != 0:
                return 6
        else:
            if board.windows[slot, LOWER] != EMPTY or (seen >> (face // FACES)) & 1:
                return 4
            seen |= 1 << (face // FACES)
            broken = _check_strip(state, seat, slot)
            if broken > 0:
                return broken
    if board.takes != _takes_recomputed(board):
        return 7
    if not 0 <= board.glazier < SLOTS or not 0 <= board.space < state.box.last_space:
        return 10
    return 0 if _score_fits(state, board) else 11


@kernel
def _check_strip(state, seat, slot):
    board = state.players[seat]
    face = int(board.strips[slot])
    joker_face = int(state.box.joker_face)
    if face // FACES == joker_face // FACES:
        turned = board.windows[slot, UPPER] != EMPTY
        if turned != (face == joker_face):
            return 5
    cells, free, panes = int(state.box.faces[face]), int(board.free[slot]), int(board.panes[slot])
    if total(free) + total(panes) != CELLS or count(free, JOKER) > count(cells, JOKER) or count(panes, JOKER) > 0:
        return 6
    for colour in range(COLOURS):
        filled = count(cells, colour) - count(free, colour)
        if not 0 <= filled <= count(panes, colour):
            return 6
    chosen_from = state.phase == KEEP and state.turn == seat and board.glazier == slot
    return 8 if free == 0 and not chosen_from else 0


@kernel
def _takes_recomputed(board):
    takes = 0
    for slot in range(SLOTS):
        for colour in range(COLOURS):
            if count(board.free[slot], colour) + count(board.free[slot], JOKER) > 0:
                takes |= 1 << (SLOTS * colour + slot)
    return takes


@kernel
def recompute(state):
    """Fills in what is derived from the pieces; for who sets up a position by hand."""
    state.present = present_recomputed(state)
    for seat in range(len(state.players)):
        state.players[seat].takes = _takes_recomputed(state.players[seat])


@kernel
def largest_gain(state):
    """More than this nobody can score in a game, losses left out."""
    points = CELLS * WINDOWS * 2 + N_PIECES // PANES_OF_A_SET
    for window in range(WINDOWS):
        points += 2 * int(state.box.window_values[int(state.options.side), window]) * (window + 1)
    if state.options.side == SIDE_B:
        return points + WINDOWS * WINDOWS * 2
    return points + ORNAMENTS * int(ORNAMENT_BONUS[-1])


@kernel
def _score_fits(state, board):
    """Only the track takes points, by laps, and at the end by the space reached."""
    lap = int(state.box.track[state.box.last_space])
    laps = int(board.lost)
    if state.phase == OVER:
        laps -= int(state.box.track[board.space])
    if laps < 0 or (lap == 0 and laps > 0) or (lap > 0 and laps % lap != 0) or board.lost > -LEAST_SCORE:
        return False
    return 0 <= int(board.score) + int(board.lost) <= largest_gain(state)


@kernel
def _check_phase(state):
    phase = int(state.phase)
    if not DEAL <= phase <= OVER or not RUNNING <= state.ending <= ROUNDS_UP:
        return 15
    asked = DRAFT <= phase <= KEEP
    if asked != (0 <= state.turn < len(state.players)):
        return 15
    if (phase == OVER) != (state.ending != RUNNING):
        return 20
    if state.round_number == 1 and state.options.starter != NOBODY and state.starter != state.options.starter:
        return 14
    if state.starter == NOBODY and not _in_set_up(state):
        return 14
    if phase != SPLIT and state.hand != 0:
        return 18
    if not _indicator_fits(state):
        return 12
    if phase == DEAL:
        return 0 if _deal_holds(state) else 16
    if phase == DRAFT:
        return 17 if offer_is_over(state) else 0
    if phase == SPLIT:
        return 0 if _split_holds(state) else 18
    if phase == KEEP:
        board = state.players[state.turn]
        full = board.strips[board.glazier] != NONE and board.free[board.glazier] == 0
        return 0 if full and n_bits(panes_to_keep(board)) > 1 else 19
    reason = LAST_ROUND if state.round_number == ROUNDS else ROUNDS_UP
    return 0 if offer_is_over(state) and _round_is_last(state) and state.ending == reason else 20


@kernel
def _indicator_fits(state):
    """The spaces of rounds that are over are empty, the others not; II to VI began with one piece of each colour."""
    if _in_set_up(state):
        return True  # see `_set_up_holds`
    over = int(state.round_number) - (0 if state.phase == OVER else 1)
    seen = 0
    for space in range(ROUNDS):
        colour = int(state.indicator[space])
        if not EMPTY <= colour < COLOURS or (colour == EMPTY) != (space < over):
            return False
        if space > 0 and colour != EMPTY:
            if (seen >> colour) & 1:
                return False
            seen |= 1 << colour
    return True


@kernel
def _split_holds(state):
    """Pieces of one colour, all of which fit in more than one way."""
    if n_bits(kinds_in(state.hand)) != 1 or count(state.hand, JOKER) > 0:
        return False
    board = state.players[state.turn]
    fewest, most = _split_range(state)
    free = int(board.free[board.glazier])
    colour = nth_bit(kinds_in(state.hand), 0)
    return fewest < most and total(state.hand) <= count(free, colour) + count(free, JOKER)


@kernel
def _deal_holds(state):
    """Something lacks in the set-up; or the bag is not empty, and a factory has room, which are filled in order."""
    if state.sources[CENTRE] != 0 or state.marker != NOBODY:
        return False
    if state.round_number == 1 and not _set_up_holds(state):
        return False
    if due_draw(state) != PIECE:
        return True
    factory = first_open_factory(state)
    if state.bag == 0 or factory == 0:
        return False
    for later in range(factory + 1, len(state.sources)):
        if state.sources[later] != 0:
            return False
    return True


@kernel
def _set_up_holds(state):
    """Fresh boards; strips, then the indicator, then the factories are filled, each in its order."""
    waiting = state.starter == NOBODY
    dealt = 0
    for seat in range(len(state.players)):
        board = state.players[seat]
        if board.score != 0 or board.lost != 0 or board.glazier != 0 or board.space != 0:
            return False
        for slot in range(SLOTS):
            fresh = board.windows[slot, UPPER] == EMPTY and board.panes[slot] == 0
            if not fresh or (waiting and board.strips[slot] != NONE):
                return False
            waiting = waiting or board.strips[slot] == NONE
    for i in range(1, ROUNDS + 1):
        space = i % ROUNDS
        if not EMPTY <= state.indicator[space] < COLOURS or (waiting and state.indicator[space] != EMPTY):
            return False
        waiting = waiting or state.indicator[space] == EMPTY
        if space > 0 and state.indicator[space] != EMPTY:
            dealt |= 1 << int(state.indicator[space])
    all_different = waiting or dealt == (1 << COLOURS) - 1
    return all_different and state.tower == 0 and not (waiting and state.present != 0)
