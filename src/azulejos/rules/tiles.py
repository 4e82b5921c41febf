"""What the games share: tiles in heaps, and the offer of factories and centre that every round starts from.

A heap of tiles is one whole number, five bits for the count of each kind, so that heaps add and subtract like
numbers: `lid += floor`. No game has more than 31 tiles of a kind, nor more than 6 kinds.

The offer of a state is `sources`, a heap for the centre (0) and for each factory, and `present`, one number with ten
bits a kind: which sources hold that kind. What every record has (phase, turn, ending, players with a score) is asked
here too. No game may be imported from here.
"""

# pyright: standard
# Kernels are typed by Numba, not by annotations.

import numpy as np

from azulejos.chance import below
from azulejos.jit import kernel

KINDS = 6
CENTRE = 0
FACTORY_SIZE = 4
BITS = 5
LARGEST = 31  # tiles of one kind in a heap
SOURCE_BITS = 10  # nine factories and the centre
EVERY_KIND = sum(1 << (SOURCE_BITS * kind) for kind in range(KINDS))  # the bit of source 0, for each kind

_N_BITS = np.array([number.bit_count() for number in range(1 << SOURCE_BITS)], np.int8)
_NTH_BIT = np.array(
    [
        [([bit for bit in range(SOURCE_BITS) if number >> bit & 1] + [-1] * SOURCE_BITS)[k] for k in range(SOURCE_BITS)]
        for number in range(1 << SOURCE_BITS)
    ],
    np.int8,
)


@kernel
def n_bits(number):
    """How many bits of a number below 1024 are set."""
    return int(_N_BITS[number])


@kernel
def nth_bit(number, n):
    """The n-th set bit (from 0, lowest first) of a number below 1024."""
    return int(_NTH_BIT[number, n])


def record(fields):
    """A record type over these fields, laid out so that no field straddles its alignment: CUDA demands it."""
    return np.dtype((np.record, np.dtype(fields, align=True)))


def n_factories(players: int) -> int:
    return 2 * players + 1


@kernel
def count(heap, kind):
    return (int(heap) >> (BITS * kind)) & LARGEST


@kernel
def tiles(kind, number):
    """A heap of so many tiles of one kind."""
    return number << (BITS * kind)


@kernel
def total(heap):
    number = 0
    for kind in range(KINDS):
        number += count(heap, kind)
    return number


@kernel
def kinds_in(heap):
    """The kinds that a heap has tiles of, as bits."""
    kinds = 0
    for kind in range(KINDS):
        if count(heap, kind) > 0:
            kinds |= 1 << kind
    return kinds


@kernel
def nth_tile(heap, n):
    """The kind of the n-th tile (from 0) of a heap, in the order of kinds."""
    kind = 0
    while n >= count(heap, kind):
        n -= count(heap, kind)
        kind += 1
    return kind


@kernel
def sources_with(state, kind):
    """The sources that hold tiles of a kind, as bits."""
    return (int(state.present) >> (SOURCE_BITS * kind)) & ((1 << SOURCE_BITS) - 1)


@kernel
def offer_is_over(state):
    return state.present == 0


@kernel
def take(state, source, kinds, taken):
    """`taken` leaves: all the tiles of these kinds (as bits of `present`). A factory's rest goes to the centre."""
    rest = int(state.sources[source]) - taken
    state.sources[source] = 0
    state.sources[CENTRE] += rest
    present = int(state.present)
    left = (present >> source) & EVERY_KIND & ~kinds
    state.present = (present & ~(EVERY_KIND << source)) | left


@kernel
def take_some(state, source, taken):
    """`taken` leaves, perhaps not all the tiles of a kind. A factory's rest goes to the centre."""
    rest = int(state.sources[source]) - taken
    state.sources[source] = 0
    state.sources[CENTRE] += rest
    present = int(state.present) & ~(EVERY_KIND << source)
    for kind in range(KINDS):
        if count(rest, kind) > 0:
            present |= 1 << (SOURCE_BITS * kind + CENTRE)
    state.present = present


@kernel
def put_on_factory(state, factory, kind):
    state.sources[factory] += tiles(kind, 1)
    state.present = int(state.present) | (1 << (SOURCE_BITS * kind + factory))


@kernel
def first_open_factory(state):
    """The factory that the next tile goes to, in the filling at the start of a round; 0 when all are full."""
    for factory in range(1, len(state.sources)):
        if total(state.sources[factory]) < FACTORY_SIZE:
            return factory
    return 0


@kernel
def present_recomputed(state):
    present = 0
    for source in range(len(state.sources)):
        for kind in range(KINDS):
            if count(state.sources[source], kind) > 0:
                present |= 1 << (SOURCE_BITS * kind + source)
    return present


@kernel
def sources_fit(state):
    """No factory holds more than its four tiles, nor the centre more than the factories can send there."""
    for factory in range(1, len(state.sources)):
        if total(state.sources[factory]) > FACTORY_SIZE:
            return False
    return total(state.sources[CENTRE]) <= (FACTORY_SIZE - 1) * (len(state.sources) - 1)


@kernel
def weights_of_draw(state, weights, kinds):
    """The draw that is due: the seat that starts, each alike, or a tile out of the bag; returns how many outcomes."""
    if state.starter < 0:
        for seat in range(len(state.players)):
            weights[seat] = 1
        return len(state.players)
    for kind in range(kinds):
        weights[kind] = count(state.bag, kind)
    return kinds


@kernel
def fill_factories(state, discard, rng):
    """All draws for factories that are due at once, with the bag counted only once; returns what the discard is then.

    Where the bag is empty and a tile is needed, the discard is poured into it (X-R2, X-R3).
    """
    factory = first_open_factory(state)
    slot = total(state.sources[factory])
    ladder = _ladder(state.bag)
    left = total(state.bag)
    while 0 < factory < len(state.sources):
        if left == 0:
            ladder = _ladder(discard)
            left = total(discard)
            discard = 0
            if left == 0:
                break
        above = _lanes_above(ladder, below(rng, left))
        ladder -= above
        left -= 1
        put_on_factory(state, factory, KINDS - _sum_of_lanes(above))
        slot += 1
        if slot == FACTORY_SIZE:
            slot = 0
            factory += 1
    state.bag = _heap_of_ladder(ladder)
    return discard


# A ladder is a heap as running sums, eight bits a kind: the lane of kind k counts the tiles of kinds 0 to k. The n-th
# tile (from 0) is of the first kind whose lane is above n, and taking it out lowers that lane and all later ones.
LANE_BITS = 8
LANE_ONES = sum(1 << (LANE_BITS * kind) for kind in range(KINDS))
LANE_TOPS = LANE_ONES << (LANE_BITS - 1)
LANE = (1 << LANE_BITS) - 1
LAST_LANE = LANE_BITS * (KINDS - 1)


@kernel
def _ladder(heap):
    ladder = 0
    reached = 0
    for kind in range(KINDS):
        reached += count(heap, kind)
        ladder |= reached << (LANE_BITS * kind)
    return ladder


@kernel
def _heap_of_ladder(ladder):
    heap = 0
    reached = 0
    for kind in range(KINDS):
        lane = (ladder >> (LANE_BITS * kind)) & LANE
        heap += tiles(kind, lane - reached)
        reached = lane
    return heap


@kernel
def _lanes_above(ladder, n):
    """A 1 in every lane that is above n: no lane borrows from the next, since its top bit is set beforehand."""
    return (((ladder | LANE_TOPS) - (n + 1) * LANE_ONES) & LANE_TOPS) >> (LANE_BITS - 1)


@kernel
def _sum_of_lanes(ladder):
    return ((ladder * LANE_ONES) >> LAST_LANE) & LANE


# --- Players ---


@kernel
def seat_after(state, seat):
    return seat + 1 if seat + 1 < len(state.players) else 0


@kernel
def is_over(state):
    return state.ending != 0


@kernel
def scores(state, out):
    for seat in range(len(state.players)):
        out[seat] = state.players[seat].score
