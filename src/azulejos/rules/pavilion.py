"""Azul: Summer Pavilion by the rulebook: coloured and monochrome side, for two to four players, six rounds.

Everything here is a rule of the game and every rule of the game is here. A position is one record of numbers; the
functions over it are kernels. Chance stays outside: a position says which draw is due (`chance`), somebody performs
it (`draw`). The chapters and rulings named in comments are those of the project's rules specification.
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
    count,
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
    take_some,
    tiles,
    total,
    weights_of_draw,
)

# --- What is printed on the box and the boards ---

COLOURS = 6  # purple, green, orange, yellow, blue, red: the joker colours of rounds 1 to 6
TILES_OF_A_KIND = 22
N_TILES = COLOURS * TILES_OF_A_KIND
SUPPLY_SPACES = 10
CORNERS = 4
ROUNDS = 6
FIRST_SCORE = 5
LEAST_SCORE = 1

# Seven stars of six spaces. Star 0 is in the centre, 1 to 6 lie around it clockwise from the left. The spaces of a star
# form a ring, positions 0 to 5 (people count from 1).
#
#            2   3
#          1   0   4
#            6   5
STARS = 7
POSITIONS = 6
SPACES = STARS * POSITIONS
STAR_COLOUR = np.array(
    [-1, 0, 2, 5, 4, 3, 1], np.int8
)  # on the coloured side; the centre takes one tile of each colour

# The number printed on a position, which is its cost: [side, outer or centre star, position].
PRINTED = np.array(
    [[[1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]], [[3, 2, 1, 4, 5, 6], [3, 3, 3, 3, 3, 3]]],
    np.int8,
)
STAR_BONUS = np.array([20, 18, 17, 16, 15, 14], np.int16)  # a complete star of one colour
MULTICOLOURED_BONUS = 12
NUMBER_BONUS = np.array([0, 4, 8, 12, 16], np.int16)  # all spaces with a number from 1 to 4


def cost(mono: int, star: int, position: int) -> int:
    return int(PRINTED[mono, int(star == 0), position])


def _space_bit(star: int, position: int) -> int:
    """The bit of a space in `filled`; positions are counted from 1 here, as they are printed."""
    return 1 << (star * POSITIONS + (position - 1) % POSITIONS)


def _features() -> list[tuple[str, int, int]]:
    """What is printed between the spaces: its name, the spaces around it as bits, the tiles that it gives.

    A pillar stands between positions 2, 3 of an outer star and the centre star, a statue between positions 1, 2 of an
    outer star and 3, 4 of the next one clockwise, a window outside positions 5, 6 of an outer star.
    """
    rows: list[tuple[str, int, int]] = []
    for k in range(1, STARS):
        after = k % 6 + 1
        inner = _space_bit(0, k + 4) | _space_bit(0, k + 5)
        rows.append((f"pillar{k}", _space_bit(k, 2) | _space_bit(k, 3) | inner, 1))
        between = _space_bit(after, 3) | _space_bit(after, 4)
        rows.append((f"statue{k}", _space_bit(k, 1) | _space_bit(k, 2) | between, 2))
        rows.append((f"window{k}", _space_bit(k, 5) | _space_bit(k, 6), 3))
    return rows


FEATURES = _features()
FEATURE_NAMES = tuple(name for name, _, _ in FEATURES)
FEATURE_SPACES = np.array([spaces for _, spaces, _ in FEATURES], np.int64)
FEATURE_TILES = np.array([number for _, _, number in FEATURES], np.int8)

# The features that a space touches, at most two; -1 where there are fewer.
TOUCHES = np.array(
    [
        ([index for index, (_, spaces, _) in enumerate(FEATURES) if spaces >> space & 1] + [-1, -1])[:2]
        for space in range(SPACES)
    ],
    np.int8,
)

# All spaces with a number, as bits: [side, number].
NUMBER_SPACES = np.array(
    [
        [
            sum(
                1 << (star * POSITIONS + position)
                for star in range(STARS)
                for position in range(POSITIONS)
                if cost(mono, star, position) == number
            )
            for number in range(len(NUMBER_BONUS))
        ]
        for mono in (0, 1)
    ],
    np.int64,
)
FULL_STAR = (1 << POSITIONS) - 1


def _ring_run(cells: int, position: int) -> int:
    """How many filled cells of a ring hang together with one that is filled."""
    run = 1
    for step in (1, -1):
        other = (position + step) % POSITIONS
        while cells >> other & 1 and run < POSITIONS:
            run += 1
            other = (other + step) % POSITIONS
    return run


RING_RUN = np.array([[_ring_run(cells, p) for p in range(POSITIONS)] for cells in range(1 << POSITIONS)], np.int8)


# --- The record ---

DEAL, DRAFT, PLACE, BONUS, KEEP, OVER = 0, 1, 2, 3, 4, 5  # phases; those in the middle are also the kinds of moves
PHASES = ("deal", "draft", "place", "bonus", "keep", "over")
RUNNING, LAST_ROUND, ROUNDS_UP = 0, 1, 2
ENDINGS = ("running", "last", "rounds")
NOBODY = -1
EMPTY = -1

FILLING, TURN, TURN_ENDS = 0, 1, 2  # stages of a round: up to the end of the draft; a seat is to place; it has done so


class Options(NamedTuple):
    players: int = 2
    mono: bool = False
    starter: int = NOBODY  # the seat that starts, or drawn
    max_rounds: int = 60


_OPTIONS = [("max_rounds", "i2"), ("players", "i1"), ("mono", "i1"), ("starter", "i1")]

_PLAYER = [
    ("filled", "i8"),  # spaces that hold a tile, bit 6 * star + position; derived
    ("hand", "i4"),  # heap beside the board
    ("corners", "i4"),  # heap of the kept tiles
    ("score", "i2"),
    ("passed", "i1"),
    ("stars", "i1", (STARS, POSITIONS)),  # kind of the tile on each space, or EMPTY
]


def _state(players):
    return record(
        [
            ("present", "i8"),  # which sources hold which kind, see tiles.py; derived
            ("players", record(_PLAYER), (players,)),
            ("bag", "i4"),
            ("tower", "i4"),
            ("supply", "i4"),
            ("sources", "i4", (1 + n_factories(players),)),  # heaps: the centre, then the factories
            ("options", record(_OPTIONS)),
            ("round_number", "i2"),  # from 1
            ("phase", "i1"),
            ("stage", "i1"),
            ("turn", "i1"),  # the seat that decides, or NOBODY
            ("actor", "i1"),  # the seat whose turn it is or just was, while tiles are placed; else 0
            ("starter", "i1"),  # the seat that starts this round; NOBODY until drawn
            ("marker", "i1"),  # the seat that holds it; NOBODY while it lies in the centre
            ("due", "i1"),  # bonus tiles still to be taken
            ("keeps", "i1"),  # tiles that may still be kept in this pass
            ("least", "i1"),  # bonus and kept tiles are named in the order of colours: the first that may come now
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
def new_game(state, options):
    """Everything in the bag, boards empty, the first draw due."""
    state.options.players = options.players
    state.options.mono = options.mono
    state.options.starter = options.starter
    state.options.max_rounds = options.max_rounds
    bag = 0
    for kind in range(KINDS):
        bag += tiles(kind, TILES_OF_A_KIND)
    state.bag = bag
    state.tower = 0
    state.supply = 0
    state.present = 0
    for source in range(len(state.sources)):
        state.sources[source] = 0
    state.round_number = 1
    state.phase = DEAL
    state.stage = FILLING
    state.turn = NOBODY
    state.actor = 0
    state.starter = options.starter
    state.marker = NOBODY
    state.due = 0
    state.keeps = 0
    state.least = 0
    state.ending = RUNNING
    for seat in range(len(state.players)):
        board = state.players[seat]
        board.filled = 0
        board.hand = 0
        board.corners = 0
        board.score = FIRST_SCORE
        board.passed = 0
        for star in range(STARS):
            for position in range(POSITIONS):
                board.stars[star, position] = EMPTY


@kernel
def chance(state, weights):
    """Writes the weights of the draw that is due, one an outcome; returns how many. A seat, then kinds of tiles."""
    return weights_of_draw(state, weights, KINDS)


@kernel
def draw(state, outcome):
    """The starting player is drawn, or one tile comes out of the bag, for the supply or else for a factory."""
    if state.starter == NOBODY:
        state.starter = outcome
    else:
        state.bag -= tiles(outcome, 1)
        if supply_is_short(state):
            state.supply += tiles(outcome, 1)
        else:
            put_on_factory(state, first_open_factory(state), outcome)
    _go_on(state)


@kernel
def supply_is_short(state):
    return total(state.supply) < SUPPLY_SPACES


@kernel
def deal(state, rng):
    """Performs draws until none is due: looping over `chance`, a draw by weight and `draw`."""
    while state.phase == DEAL:
        if state.starter == NOBODY:
            draw(state, below(rng, len(state.players)))
        else:
            draw(state, nth_tile(state.bag, below(rng, total(state.bag))))


@kernel
def _draw_is_due(state):
    """A place is free and a tile is left for it; the tower is poured when one is needed (X-R2, X-R3)."""
    if state.starter == NOBODY:
        return True
    if not supply_is_short(state) and (state.stage != FILLING or first_open_factory(state) == 0):
        return False
    if state.bag == 0:
        state.bag = state.tower
        state.tower = 0
    return state.bag != 0


# --- Moves and their codes (chapter 8.2) ---

KEEPS = COLOURS + 1  # a colour, or stop
STOP = COLOURS


class Move(NamedTuple):
    kind: int  # DRAFT, PLACE, BONUS or KEEP
    source: int = -1  # 0 is the centre
    colour: int = -1  # of a draft, a placement, a bonus or kept tile; STOP ends the keeping; -1 of a PLACE is to pass
    star: int = -1
    position: int = -1
    jokers: int = -1  # tiles of the joker colour in the payment


def _placements(mono: int) -> list[tuple[int, int, int, int]]:
    """Every (star, position, colour, jokers) that can ever be legal on a side, in the order of their codes."""
    return [
        (star, position, colour, jokers)
        for star in range(STARS)
        for position in range(POSITIONS)
        for colour in range(COLOURS)
        if mono or star == 0 or colour == STAR_COLOUR[star]
        for jokers in range(cost(mono, star, position))
    ]


_TABLES = [_placements(mono) for mono in (0, 1)]
N_PLACEMENTS = np.array([len(table) for table in _TABLES], np.int16)
# Each placement as one number, three bits a part: [side, index].
PLACEMENTS = np.array(
    [
        [star << 9 | position << 6 | colour << 3 | jokers for star, position, colour, jokers in table]
        + [0] * (len(_TABLES[1]) - len(table))
        for table in _TABLES
    ],
    np.int16,
)
# The index of the placement without jokers, or -1: [side, star, position, colour].
FIRST_PLACEMENT = np.array(
    [
        [
            [
                [
                    table.index((star, position, colour, 0)) if (star, position, colour, 0) in table else -1
                    for colour in range(COLOURS)
                ]
                for position in range(POSITIONS)
            ]
            for star in range(STARS)
        ]
        for table in _TABLES
    ],
    np.int16,
)


@kernel
def n_draft_codes(options):
    return (2 * int(options.players) + 2) * COLOURS


@kernel
def n_placements(options):
    return int(N_PLACEMENTS[int(options.mono)])


@kernel
def n_moves(options):
    """Codes run below this number: drafts, placements, the pass, bonus tiles, kept tiles and stop."""
    return n_draft_codes(options) + n_placements(options) + 1 + COLOURS + KEEPS


@kernel
def _placement_code(state, star, position, colour, jokers):
    first = int(FIRST_PLACEMENT[int(state.options.mono), star, position, colour])
    return n_draft_codes(state.options) + first + jokers


@kernel
def _pass_code(state):
    return n_draft_codes(state.options) + n_placements(state.options)


@kernel
def encode(state, move):
    if move.kind == DRAFT:
        return move.source * COLOURS + move.colour
    if move.kind == PLACE:
        if move.colour == -1:
            return _pass_code(state)
        if 0 <= move.star < STARS and 0 <= move.position < POSITIONS and 0 <= move.colour < COLOURS:
            return _placement_code(state, move.star, move.position, move.colour, move.jokers)
        return -1
    if move.kind == BONUS:
        return _pass_code(state) + 1 + move.colour
    return _pass_code(state) + 1 + COLOURS + move.colour


@kernel
def decode(state, code):
    code = int(code)
    drafts = n_draft_codes(state.options)
    passing = _pass_code(state)
    if code < drafts:
        return Move(DRAFT, code // COLOURS, code % COLOURS, -1, -1, -1)
    if code < passing:
        parts = int(PLACEMENTS[int(state.options.mono), code - drafts])
        return Move(PLACE, -1, (parts >> 3) & 7, parts >> 9, (parts >> 6) & 7, parts & 7)
    if code == passing:
        return Move(PLACE, -1, -1, -1, -1, -1)
    if code <= passing + COLOURS:
        return Move(BONUS, -1, code - passing - 1, -1, -1, -1)
    return Move(KEEP, -1, code - passing - 1 - COLOURS, -1, -1, -1)


# --- What is legal ---


@kernel
def joker_colour(state):
    return int(state.round_number) - 1


@kernel
def picks(state, source):
    """The colours that one may take from a source, as bits: the joker colour only where there is nothing else."""
    kinds = kinds_in(state.sources[source])
    others = kinds & ~(1 << joker_colour(state))
    return others if others != 0 else kinds


@kernel
def star_accepts(state, board, star):
    """The colours that a star takes, as bits (coloured side: 4.5; monochrome side: 5, by the tiles on it)."""
    if not state.options.mono and star > 0:
        return 1 << int(STAR_COLOUR[star])
    seen, number = 0, 0
    for position in range(POSITIONS):
        if board.stars[star, position] != EMPTY:
            seen |= 1 << int(board.stars[star, position])
            number += 1
    if state.options.mono and number < 2:
        return (1 << COLOURS) - 1
    if state.options.mono and n_bits(seen) == 1:
        return seen
    return ~seen & ((1 << COLOURS) - 1)


@kernel
def joker_range(state, board, colour, price):
    """Fewest and most tiles of the joker colour with which a space can be paid; fewest > most where it cannot be."""
    own = count(board.hand, colour)
    if colour == joker_colour(state):
        return 0, 0 if own >= price else -1
    if own == 0:
        return 0, -1
    return max(0, price - own), min(price - 1, count(board.hand, joker_colour(state)))


@kernel
def price_of(state, star, position):
    return int(PRINTED[int(state.options.mono), 1 if star == 0 else 0, position])


@kernel
def star_of(filled, star):
    """The filled positions of a star, as bits."""
    return (int(filled) >> (POSITIONS * star)) & FULL_STAR


@kernel
def _ways_to_fill(state, board, star, position, accepts):
    """In how many ways a free space can be filled: colours and numbers of jokers."""
    ways = 0
    price = price_of(state, star, position)
    for colour in range(COLOURS):
        if (accepts >> colour) & 1:
            fewest, most = joker_range(state, board, colour, price)
            ways += max(0, most - fewest + 1)
    return ways


@kernel
def count_placements(state, board):
    n = 0
    hand = kinds_in(board.hand)  # a space needs at least one tile of its colour
    for star in range(STARS):
        free = ~star_of(board.filled, star) & FULL_STAR
        accepts = star_accepts(state, board, star) & hand if free != 0 else 0
        if accepts != 0:
            for position in range(POSITIONS):
                if (free >> position) & 1:
                    n += _ways_to_fill(state, board, star, position, accepts)
    return n


@kernel
def can_place(state, board):
    """Whether anything can be placed at all."""
    hand = kinds_in(board.hand)  # a space needs at least one tile of its colour
    for star in range(STARS):
        free = ~star_of(board.filled, star) & FULL_STAR
        accepts = star_accepts(state, board, star) & hand if free != 0 else 0
        if accepts != 0:
            for position in range(POSITIONS):
                if (free >> position) & 1 and _ways_to_fill(state, board, star, position, accepts) > 0:
                    return True
    return False


@kernel
def _nth_placement(state, board, n):
    """Star by star, position by position, colour by colour, jokers ascending: the order of the codes."""
    hand = kinds_in(board.hand)  # a space needs at least one tile of its colour
    for star in range(STARS):
        free = ~star_of(board.filled, star) & FULL_STAR
        accepts = star_accepts(state, board, star) & hand if free != 0 else 0
        for position in range(POSITIONS):
            if accepts != 0 and (free >> position) & 1:
                price = price_of(state, star, position)
                for colour in range(COLOURS):
                    if (accepts >> colour) & 1:
                        fewest, most = joker_range(state, board, colour, price)
                        ways = max(0, most - fewest + 1)
                        if n < ways:
                            return _placement_code(state, star, position, colour, fewest + n)
                        n -= ways
    return _pass_code(state)


@kernel
def bonus_colours(state):
    """The colours that the next bonus tile may have, as bits.

    They are named in the order of colours, so that no set is reached twice: none before the last one, and none after
    which too few would follow.
    """
    colours = 0
    following = 0
    for colour in range(COLOURS - 1, int(state.least) - 1, -1):
        following += count(state.supply, colour)
        if count(state.supply, colour) > 0 and following >= state.due:
            colours |= 1 << colour
    return colours


@kernel
def keep_colours(state):
    """The colours that the next kept tile may have, as bits; in the order of colours too."""
    return kinds_in(state.players[state.actor].hand) >> int(state.least) << int(state.least)


OBJECTIONS = (
    "",
    "there is no such move in this game",
    "that is not what is asked now",
    "this colour is not to be had there; a tile of the joker colour comes along with another one",
    "the space is filled",
    "the star does not take this colour",
    "the space cannot be paid like that",
    "this tile cannot be taken now",
    "this tile cannot be kept",
)


@kernel
def objection(state, code):
    """0 where a move is legal, else the index in OBJECTIONS of what stands against it."""
    if code < 0 or code >= n_moves(state.options):
        return 1
    move = decode(state, code)
    if move.kind != state.phase:
        return 2
    if move.kind == DRAFT:
        return 0 if (picks(state, move.source) >> move.colour) & 1 else 3
    if move.kind == BONUS:
        return 0 if (bonus_colours(state) >> move.colour) & 1 else 7
    if move.kind == KEEP:
        return 0 if move.colour == STOP or (keep_colours(state) >> move.colour) & 1 else 8
    return 0 if move.colour == -1 else _objection_to_placement(state, move)


@kernel
def _objection_to_placement(state, move):
    board = state.players[state.turn]
    if (star_of(board.filled, move.star) >> move.position) & 1:
        return 4
    if (star_accepts(state, board, move.star) >> move.colour) & 1 == 0:
        return 5
    fewest, most = joker_range(state, board, move.colour, price_of(state, move.star, move.position))
    return 0 if fewest <= move.jokers <= most else 6


@kernel
def is_legal(state, code):
    return objection(state, code) == 0


@kernel
def legal_moves(state, out):
    """Writes the codes of all legal moves, ascending; returns how many."""
    if state.phase == PLACE:
        return _legal_placements(state, out)
    n = count_moves(state)
    for i in range(n):
        out[i] = nth_move(state, i)
    return n


@kernel
def _legal_placements(state, out):
    board = state.players[state.turn]
    n = 0
    for star in range(STARS):
        free = ~star_of(board.filled, star) & FULL_STAR
        accepts = star_accepts(state, board, star)
        for position in range(POSITIONS):
            for colour in range(COLOURS):
                if (free >> position) & 1 and (accepts >> colour) & 1:
                    fewest, most = joker_range(state, board, colour, price_of(state, star, position))
                    for jokers in range(fewest, most + 1):
                        out[n] = _placement_code(state, star, position, colour, jokers)
                        n += 1
    out[n] = _pass_code(state)
    return n + 1


@kernel
def count_moves(state):
    if state.phase == DRAFT:
        n = 0
        for source in range(len(state.sources)):
            n += n_bits(picks(state, source))
        return n
    if state.phase == PLACE:
        return count_placements(state, state.players[state.turn]) + 1
    if state.phase == BONUS:
        return n_bits(bonus_colours(state))
    if state.phase == KEEP:
        return n_bits(keep_colours(state)) + 1
    return 0


@kernel
def nth_move(state, n):
    """Each number below `count_moves` names one legal move, in the order of the codes."""
    if state.phase == DRAFT:
        source = 0
        colours = picks(state, source)
        while n >= n_bits(colours):
            n -= n_bits(colours)
            source += 1
            colours = picks(state, source)
        return source * COLOURS + nth_bit(colours, n)
    if state.phase == PLACE:
        return _nth_placement(state, state.players[state.turn], n)
    if state.phase == BONUS:
        return _pass_code(state) + 1 + nth_bit(bonus_colours(state), n)
    colours = keep_colours(state)
    return _pass_code(state) + 1 + COLOURS + (nth_bit(colours, n) if n < n_bits(colours) else STOP)


@kernel
def random_move(state, rng):
    """A legal move, each as likely as the others."""
    return nth_move(state, below(rng, count_moves(state)))


# --- Decisions (4.4 to 4.7) ---


@kernel
def apply(state, code):
    """One decision; what is forced follows, up to the next decision, draw or end."""
    move = decode(state, code)
    if move.kind == DRAFT:
        draft(state, move.source, move.colour)
        _end_draft_turn(state)
        return
    if move.kind == PLACE:
        state.stage = TURN_ENDS
        if move.colour == -1:
            pass_turn(state)
        else:
            state.due = place(state, move.star, move.position, move.colour, move.jokers)
    elif move.kind == BONUS:
        take_bonus(state, move.colour)
    elif move.colour == STOP:
        discard_hand(state)
    else:
        keep(state, move.colour)
    _go_on(state)


@kernel
def draft(state, source, colour):
    """All tiles of a colour, and one of the joker colour if there is one; of the joker colour never more than one."""
    board = state.players[state.turn]
    heap = int(state.sources[source])
    joker = joker_colour(state)
    taken = tiles(joker, 1) if count(heap, joker) > 0 else 0
    if colour != joker:
        taken += tiles(colour, count(heap, colour))
    take_some(state, source, taken)
    board.hand += taken
    if source == CENTRE and state.marker == NOBODY:
        state.marker = state.turn
        lose(board, total(taken))


@kernel
def lose(board, points):
    """No score falls below 1 (SP-R4)."""
    board.score = max(LEAST_SCORE, int(board.score) - points)


@kernel
def _end_draft_turn(state):
    if offer_is_over(state):
        _start_placing(state)
        _go_on(state)
    else:
        state.turn = seat_after(state, int(state.turn))


@kernel
def _start_placing(state):
    """The holder of the marker begins, or who started the round if nobody took it (X-R4)."""
    state.actor = state.starter if state.marker == NOBODY else state.marker
    state.stage = TURN


@kernel
def place(state, star, position, colour, jokers):
    """Fills a space, pays for it and scores; returns how many bonus tiles are due (4.6)."""
    board = state.players[state.actor]
    price = price_of(state, star, position)
    paid = tiles(colour, price - jokers) + tiles(joker_colour(state), jokers)
    board.hand -= paid
    state.tower += paid - tiles(colour, 1)
    board.stars[star, position] = colour
    board.filled = int(board.filled) | (1 << (POSITIONS * star + position))
    board.score += RING_RUN[star_of(board.filled, star), position]
    return min(bonus_due(board, star, position), total(state.supply))


@kernel
def bonus_due(board, star, position):
    """The tiles for all features that are complete and touch a space that was just filled (SP-R7)."""
    number = 0
    for i in range(2):
        feature = int(TOUCHES[POSITIONS * star + position, i])
        if feature >= 0 and (int(board.filled) & FEATURE_SPACES[feature]) == FEATURE_SPACES[feature]:
            number += int(FEATURE_TILES[feature])
    return number


@kernel
def take_bonus(state, colour):
    state.supply -= tiles(colour, 1)
    state.players[state.actor].hand += tiles(colour, 1)
    state.due -= 1
    state.least = colour if state.due > 0 else 0


@kernel
def pass_turn(state):
    """No more turns in this round. Up to four tiles may be kept, in the sixth round none (4.7)."""
    state.players[state.actor].passed = 1
    if state.round_number == ROUNDS:
        discard_hand(state)
    else:
        state.keeps = CORNERS


@kernel
def keep(state, colour):
    board = state.players[state.actor]
    board.hand -= tiles(colour, 1)
    board.corners += tiles(colour, 1)
    state.keeps -= 1
    state.least = colour
    if state.keeps == 0:
        discard_hand(state)


@kernel
def discard_hand(state):
    """What is not kept goes to the tower and costs a point each."""
    board = state.players[state.actor]
    lose(board, total(board.hand))
    state.tower += board.hand
    board.hand = 0
    state.keeps = 0
    state.least = 0


# --- What follows by itself ---


@kernel
def _go_on(state):
    """Plays all that is forced, up to a decision, a draw or the end. One round of the loop is one small step."""
    state.turn = NOBODY
    while state.phase != OVER:
        if state.stage == FILLING:
            if _ask_for_draw(state) or _ask_for_draft(state):
                return
            _start_placing(state)
        elif state.stage == TURN:
            if can_place(state, state.players[state.actor]):
                _ask(state, PLACE)
                return
            state.stage = TURN_ENDS
            pass_turn(state)
        elif state.due > 0:
            if _ask_for_bonus(state):
                return
        elif state.keeps > 0:
            if keep_colours(state) != 0:
                _ask(state, KEEP)
                return
            discard_hand(state)
        elif _all_have_passed(state):
            if _round_is_last(state):
                _finish_game(state)
            elif _ask_for_draw(state):
                return
            else:
                _prepare_round(state)
        elif _ask_for_draw(state):
            return
        else:
            _next_turn(state)


@kernel
def _ask(state, phase):
    state.phase = phase
    state.turn = state.actor


@kernel
def _ask_for_draw(state):
    if not _draw_is_due(state):
        return False
    state.phase = DEAL
    return True


@kernel
def _ask_for_draft(state):
    if offer_is_over(state):
        return False
    state.phase = DRAFT
    state.turn = state.starter
    return True


@kernel
def _ask_for_bonus(state):
    colours = bonus_colours(state)
    if n_bits(colours) > 1:
        _ask(state, BONUS)
        return True
    take_bonus(state, nth_bit(colours, 0))
    return False


@kernel
def _next_turn(state):
    """The next seat that has not passed."""
    state.actor = seat_after(state, int(state.actor))
    while state.players[state.actor].passed:
        state.actor = seat_after(state, int(state.actor))
    state.stage = TURN


@kernel
def _all_have_passed(state):
    for seat in range(len(state.players)):
        if not state.players[seat].passed:
            return False
    return True


@kernel
def _round_is_last(state):
    return state.round_number == ROUNDS or state.round_number == state.options.max_rounds


@kernel
def _prepare_round(state):
    """The holder of the marker will start; kept tiles come back to the hands (SP-R19)."""
    state.round_number += 1
    if state.marker != NOBODY:
        state.starter = state.marker
        state.marker = NOBODY
    state.actor = 0
    state.stage = FILLING
    for seat in range(len(state.players)):
        board = state.players[seat]
        board.hand += board.corners
        board.corners = 0
        board.passed = 0


# --- The end of the game (4.8) ---


@kernel
def _finish_game(state):
    state.phase = OVER
    state.turn = NOBODY
    state.ending = LAST_ROUND if state.round_number == ROUNDS else ROUNDS_UP
    for seat in range(len(state.players)):
        board = state.players[seat]
        board.score += stars_bonus(board) + numbers_bonus(state, board)


@kernel
def star_bonus(board, star):
    """What a star is worth at the end: by its one colour or as a multicoloured one; nothing if not complete."""
    if star_of(board.filled, star) != FULL_STAR:
        return 0
    for position in range(1, POSITIONS):
        if board.stars[star, position] != board.stars[star, 0]:
            return MULTICOLOURED_BONUS
    return int(STAR_BONUS[board.stars[star, 0]])


@kernel
def stars_bonus(board):
    points = 0
    for star in range(STARS):
        points += star_bonus(board, star)
    return points


@kernel
def number_bonus(state, board, number):
    """What it is worth to have filled all spaces with a number, the centre star included (SP-R13)."""
    spaces = NUMBER_SPACES[int(state.options.mono), number]
    return int(NUMBER_BONUS[number]) if (int(board.filled) & spaces) == spaces else 0


@kernel
def numbers_bonus(state, board):
    points = 0
    for number in range(1, len(NUMBER_BONUS)):
        points += number_bonus(state, board, number)
    return points


def breakdown(state: Any, seat: int) -> list[tuple[str, int, int]]:
    """Where the final score of a seat comes from: what, how often, points. First the points of the rounds."""
    board = state.players[seat]
    stars = [points for star in range(STARS) if (points := int(star_bonus(board, star)))]
    numbers = [points for number in (1, 2, 3, 4) if (points := int(number_bonus(state, board, number)))]
    extra = sum(stars) + sum(numbers) if is_over(state) else 0
    return [
        ("rounds", int(state.round_number), int(board.score) - extra),
        ("stars", len(stars), sum(stars)),
        ("numbers", len(numbers), sum(numbers)),
    ]


@kernel
def ranking(state, out):
    """Ranks from 1 by score; who is equal shares a rank (SP-R15)."""
    for seat in range(len(state.players)):
        out[seat] = 1
        for other in range(len(state.players)):
            if state.players[other].score > state.players[seat].score:
                out[seat] += 1


# --- Does a position hold together? (4.11) ---

BROKEN = (
    "",
    "a kind of tile does not add up to the number in the game",
    "the tiles on the table and the list of what the sources hold disagree",
    "a factory holds more than four tiles, or the centre more than the factories can send there",
    "the supply, the corners or the hand of somebody who has passed hold tiles that they may not",
    "a tile stands on a space where it may not be",
    "what is known of a board disagrees with its tiles",
    "the marker or the starting player is nowhere",
    "a score is out of bounds",
    "the round is out of bounds",
    "the turn does not fit what is asked",
    "a draw is said to be due but is not possible, or is missing",
    "somebody is asked to take tiles but the offer is over, or tiles are placed before it is",
    "somebody is asked to place a tile but can place none, or has passed",
    "a bonus tile is asked for where there is no choice",
    "a kept tile is asked for where there is none to keep",
    "the game is said to be over without a reason, or running with one",
)
LARGEST_SCORE = 323


@kernel
def check_state(state):
    """0 where every invariant holds, else the index in BROKEN of the first that does not."""
    if not _tiles_add_up(state):
        return 1
    if state.present != present_recomputed(state):
        return 2
    if not sources_fit(state):
        return 3
    if not _supply_fits(state):
        return 4
    for seat in range(len(state.players)):
        broken = _check_board(state, seat)
        if broken > 0:
            return broken
    if not -1 <= state.marker < len(state.players) or not -1 <= state.starter < len(state.players):
        return 7
    if not 1 <= state.round_number <= min(ROUNDS, int(state.options.max_rounds)):
        return 9
    return _check_phase(state)


@kernel
def _tiles_add_up(state):
    for kind in range(KINDS):
        number = count(state.bag, kind) + count(state.tower, kind) + count(state.supply, kind)
        for source in range(len(state.sources)):
            number += count(state.sources[source], kind)
        for seat in range(len(state.players)):
            board = state.players[seat]
            number += count(board.hand, kind) + count(board.corners, kind)
            for star in range(STARS):
                for position in range(POSITIONS):
                    if board.stars[star, position] == kind:
                        number += 1
        if number != TILES_OF_A_KIND:
            return False
    return True


@kernel
def _supply_fits(state):
    """It is full between turns, unless there is nothing to fill it with."""
    if total(state.supply) > SUPPLY_SPACES:
        return False
    between = state.phase == DRAFT or state.phase == PLACE or state.phase == KEEP
    return not between or not supply_is_short(state) or (state.bag == 0 and state.tower == 0)


@kernel
def _check_board(state, seat):
    board = state.players[seat]
    keeps = state.phase == KEEP and state.actor == seat
    if total(board.corners) > CORNERS or (board.corners != 0 and not board.passed):
        return 4
    if (board.corners != 0 and state.round_number == ROUNDS) or (board.passed and board.hand != 0 and not keeps):
        return 4
    for star in range(STARS):
        if not _star_is_legal(state, board, star):
            return 5
    if board.filled != _filled_recomputed(board) or not 0 <= board.passed <= 1:
        return 6
    if not LEAST_SCORE <= board.score <= LARGEST_SCORE:
        return 8
    return 0


@kernel
def _star_is_legal(state, board, star):
    """Coloured side: a star's own colour, in the centre all different. Monochrome side: all equal or all different."""
    seen, number = 0, 0
    for position in range(POSITIONS):
        kind = int(board.stars[star, position])
        if not EMPTY <= kind < COLOURS:
            return False
        if kind != EMPTY:
            seen |= 1 << kind
            number += 1
    if not state.options.mono and star > 0:
        return seen == 0 or seen == 1 << int(STAR_COLOUR[star])
    return n_bits(seen) == number or (state.options.mono and n_bits(seen) == 1)


@kernel
def _filled_recomputed(board):
    filled = 0
    for star in range(STARS):
        for position in range(POSITIONS):
            if board.stars[star, position] != EMPTY:
                filled |= 1 << (POSITIONS * star + position)
    return filled


@kernel
def recompute(state):
    """Fills in what is derived from the tiles; for who sets up a position by hand."""
    state.present = present_recomputed(state)
    for seat in range(len(state.players)):
        state.players[seat].filled = _filled_recomputed(state.players[seat])


@kernel
def _check_phase(state):
    phase = int(state.phase)
    if not DEAL <= phase <= OVER or not FILLING <= state.stage <= TURN_ENDS:
        return 10
    if not 0 <= state.actor < len(state.players) or not RUNNING <= state.ending <= ROUNDS_UP:
        return 10
    asked = DRAFT <= phase <= KEEP
    if asked != (0 <= state.turn < len(state.players)) or (phase > DRAFT and asked and state.turn != state.actor):
        return 10
    if (phase == OVER) != (state.ending != RUNNING):
        return 16
    if state.round_number == 1 and state.options.starter != NOBODY and state.starter != state.options.starter:
        return 7
    if state.starter == NOBODY and (phase != DEAL or state.stage != FILLING or state.round_number != 1):
        return 7
    if (phase != BONUS and state.due != 0) or (phase != KEEP and state.keeps != 0):
        return 10
    if (phase != BONUS and phase != KEEP and state.least != 0) or not 0 <= state.least < COLOURS:
        return 10
    if phase == DEAL:
        return 0 if _deal_holds(state) else 11
    if phase == DRAFT:
        return 0 if _draft_holds(state) else 12
    if not offer_is_over(state):
        return 12
    if phase == OVER:
        return 0 if _game_is_over(state) else 16
    return _check_placing(state)


@kernel
def _game_is_over(state):
    reason = LAST_ROUND if state.round_number == ROUNDS else ROUNDS_UP
    return state.stage == TURN_ENDS and _all_have_passed(state) and _round_is_last(state) and state.ending == reason


@kernel
def _nobody_has_passed(state):
    """True before the draft of a round is over."""
    if state.actor != 0:
        return False
    for seat in range(len(state.players)):
        if state.players[seat].passed:
            return False
    return True


@kernel
def _deal_holds(state):
    """The bag is not empty and a place is free: in the supply, or on the factories, which are filled in their order."""
    if state.bag == 0:
        return False
    if state.stage == TURN_ENDS:
        over = _all_have_passed(state) and _round_is_last(state)
        return supply_is_short(state) and offer_is_over(state) and not over
    if state.stage != FILLING or not _nobody_has_passed(state):
        return False
    if state.sources[CENTRE] != 0 or state.marker != NOBODY:
        return False
    if state.starter == NOBODY:
        return state.supply == 0 and state.present == 0
    if supply_is_short(state):
        return state.round_number == 1 and state.present == 0 and total(state.bag) + total(state.supply) == N_TILES
    factory = first_open_factory(state)
    if factory == 0:
        return False
    for later in range(factory + 1, len(state.sources)):
        if state.sources[later] != 0:
            return False
    return True


@kernel
def _draft_holds(state):
    return state.stage == FILLING and not offer_is_over(state) and _nobody_has_passed(state)


@kernel
def _check_placing(state):
    board = state.players[state.turn]
    if state.phase == PLACE:
        return 0 if state.stage == TURN and not board.passed and can_place(state, board) else 13
    if state.stage != TURN_ENDS:
        return 10
    if state.phase == BONUS:
        first = state.due == 3 and state.least > 0  # three are the most, so that none can have been named
        holds = 0 < state.due <= 3 and not first and not board.passed and n_bits(bonus_colours(state)) > 1
        return 0 if holds else 14
    kept = total(board.corners)
    holds = board.passed and state.round_number < ROUNDS and 0 < state.keeps <= CORNERS and keep_colours(state) != 0
    in_order = kinds_in(board.corners) >> int(state.least) <= 1  # no colour after `least` has been kept
    named = kept == 0 or count(board.corners, int(state.least)) > 0
    holds = holds and in_order and named and (kept > 0 or state.least == 0)
    return 0 if holds and kept == CORNERS - state.keeps else 15
