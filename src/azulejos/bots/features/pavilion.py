"""What a bot looks at in Summer Pavilion: stars, tiles in hand, features and numbers on the way, what is left."""

# pyright: standard
# Kernels are typed by Numba, not by annotations.

from azulejos.bots.features import groups
from azulejos.jit import kernel
from azulejos.rules.pavilion import (
    BONUS,
    COLOURS,
    CORNERS,
    EMPTY,
    FEATURE_SPACES,
    FEATURE_TILES,
    FILLING,
    MULTICOLOURED_BONUS,
    NOBODY,
    NUMBER_BONUS,
    NUMBER_SPACES,
    POSITIONS,
    ROUNDS,
    STAR_BONUS,
    STAR_COLOUR,
    STARS,
    joker_colour,
    star_of,
)
from azulejos.rules.pavilion import (
    FEATURES as PRINTED_FEATURES,
)
from azulejos.rules.tiles import CENTRE, count, n_bits, total

MOST_IN_HAND = 9
MOST_WITH_NUMBER = 12

GROUPS = groups(
    ("pattern", STARS << POSITIONS),
    ("outer", 1 << POSITIONS),
    ("plain", COLOURS * 7),
    ("mixed", 7),
    ("printed", len(PRINTED_FEATURES) * 5),
    ("number", 5 * (MOST_WITH_NUMBER + 1)),
    ("hand", COLOURS * (MOST_IN_HAND + 1)),
    ("fitting", 7 * 7),
    ("wild", MOST_IN_HAND + 1),
    ("next_wild", MOST_IN_HAND + 1),
    ("corner", COLOURS * (CORNERS + 1)),
    ("holding", 24),
    ("passed", 2),
    ("due", 4),
    ("keeps", CORNERS + 1),
    ("supply", COLOURS * 5),
    ("marker", 3),
    ("wait", 4),
    ("sources", 11),
    ("centre", 8),
    ("offer", COLOURS * 6),
    ("rival", 24),
    ("players", 3),
    ("round", ROUNDS),
)
FEATURES = GROUPS["end"]
BUCKETS = 2 * ROUNDS

PATTERN, OUTER, PLAIN, MIXED = GROUPS["pattern"], GROUPS["outer"], GROUPS["plain"], GROUPS["mixed"]
PRINTED, NUMBER, HAND, FITTING = GROUPS["printed"], GROUPS["number"], GROUPS["hand"], GROUPS["fitting"]
WILD, NEXT_WILD, CORNER, HOLDING = GROUPS["wild"], GROUPS["next_wild"], GROUPS["corner"], GROUPS["holding"]
PASSED, DUE, KEEPS, SUPPLY = GROUPS["passed"], GROUPS["due"], GROUPS["keeps"], GROUPS["supply"]
MARKER, WAIT, SOURCES, CENTRE_TILES = GROUPS["marker"], GROUPS["wait"], GROUPS["sources"], GROUPS["centre"]
OFFER, RIVAL, PLAYERS, ROUND = GROUPS["offer"], GROUPS["rival"], GROUPS["players"], GROUPS["round"]


@kernel
def codes_of_source(options):
    return COLOURS


@kernel
def bucket(state):
    """The rounds, before and after the end of the draft."""
    return 2 * (int(state.round_number) - 1) + int(state.stage != FILLING)


@kernel
def settled(state, seat):
    return int(state.players[seat].score)


@kernel
def features(state, seat, out):
    board = state.players[seat]
    n = _star_features(state, board, out)
    n = _progress_features(state, board, out, n)
    n = _hand_features(state, board, out, n)
    n = _turn_features(state, seat, out, n)
    return n, int(board.score)


@kernel
def star_kind(board, star):
    """The colour of a star whose tiles are all alike, COLOURS where they differ, EMPTY where there are none."""
    kind = EMPTY
    for position in range(POSITIONS):
        here = int(board.stars[star, position])
        if here != EMPTY:
            if kind == EMPTY:
                kind = here
            elif kind != here:
                return COLOURS
    return kind


@kernel
def _star_features(state, board, out):
    n = 0
    for star in range(STARS):
        pattern = star_of(board.filled, star)
        out[n] = PATTERN + (star << POSITIONS) + pattern
        n += 1
        if star > 0:
            out[n] = OUTER + pattern
            n += 1
        if state.options.mono or star == 0:
            kind = star_kind(board, star)
            if kind == COLOURS or (star == 0 and not state.options.mono):
                out[n] = MIXED + n_bits(pattern)
                n += 1
            elif kind != EMPTY:
                out[n] = PLAIN + 7 * kind + n_bits(pattern)
                n += 1
    return n


@kernel
def _bits_of_spaces(spaces):
    number = 0
    for star in range(STARS):
        number += n_bits(star_of(spaces, star))
    return number


@kernel
def _progress_features(state, board, out, n):
    filled = int(board.filled)
    for feature in range(len(FEATURE_SPACES)):
        out[n] = PRINTED + 5 * feature + _bits_of_spaces(filled & FEATURE_SPACES[feature])
        n += 1
    for number in range(1, len(NUMBER_BONUS)):
        there = _bits_of_spaces(filled & NUMBER_SPACES[int(state.options.mono), number])
        out[n] = NUMBER + (MOST_WITH_NUMBER + 1) * number + min(there, MOST_WITH_NUMBER)
        n += 1
    return n


@kernel
def fullest_star(state, board, colour):
    """How many spaces are filled on the fullest star that goes on in this colour alone."""
    if not state.options.mono:
        for star in range(1, STARS):
            if STAR_COLOUR[star] == colour:
                return n_bits(star_of(board.filled, star))
    most = 0
    for star in range(STARS):
        filled = n_bits(star_of(board.filled, star))
        if most < filled < POSITIONS and star_kind(board, star) == colour:
            most = filled
    return most


@kernel
def _hand_features(state, board, out, n):
    joker = joker_colour(state)
    for colour in range(COLOURS):
        own = min(count(board.hand, colour), MOST_IN_HAND)
        if own > 0:
            out[n] = HAND + (MOST_IN_HAND + 1) * colour + own
            n += 1
        kept = count(board.corners, colour)
        if kept > 0:
            out[n] = CORNER + (CORNERS + 1) * colour + min(kept, CORNERS)
            n += 1
        if colour != joker:
            out[n] = FITTING + 7 * fullest_star(state, board, colour) + min(own, 6)
            n += 1
    out[n] = WILD + min(count(board.hand, joker), MOST_IN_HAND)
    n += 1
    if joker + 1 < COLOURS:
        coming = count(board.hand, joker + 1) + count(board.corners, joker + 1)
        out[n] = NEXT_WILD + min(coming, MOST_IN_HAND)
        n += 1
    out[n] = HOLDING + min(total(board.hand), 23)
    return n + 1


@kernel
def _turn_features(state, seat, out, n):
    board = state.players[seat]
    seats = len(state.players)
    rival = 0
    for other in range(seats):
        if other != seat:
            rival = max(rival, total(state.players[other].hand))
    out[n] = RIVAL + min(rival, 23)
    out[n + 1] = PLAYERS + seats - 2
    out[n + 2] = ROUND + int(state.round_number) - 1
    out[n + 3] = MARKER + (1 if state.marker == NOBODY else 2 if state.marker == seat else 0)
    n += 4
    for colour in range(COLOURS):
        out[n] = SUPPLY + 5 * colour + min(count(state.supply, colour), 4)
        n += 1
    if state.stage != FILLING:
        out[n] = PASSED + int(board.passed)
        out[n + 1] = WAIT + (seat - int(state.actor) + seats) % seats
        n += 2
        if state.actor == seat:
            out[n] = DUE + int(state.due)
            out[n + 1] = KEEPS + int(state.keeps)
            n += 2
        return n
    first = int(state.starter) if state.turn == NOBODY else int(state.turn)
    out[n] = WAIT + (seat - first + seats) % seats
    return _offer_features(state, out, n + 1)


@kernel
def _offer_features(state, out, n):
    sources, heap = 0, 0
    for source in range(len(state.sources)):
        if state.sources[source] != 0:
            sources += 1
            heap += int(state.sources[source])
    out[n] = SOURCES + sources
    out[n + 1] = CENTRE_TILES + min(7, total(state.sources[CENTRE]) // 2)
    n += 2
    for colour in range(COLOURS):
        left = count(heap, colour)
        if left > 0:
            out[n] = OFFER + 6 * colour + min(5, (left + 1) // 2)
            n += 1
    return n


# --- What a person would see in a board, for the bot that looks one move ahead ---

PART = 64  # of a point


@kernel
def promise(state, seat):
    """Prospects of a board: stars, numbers and features on the way, tiles in hand, more where they fit."""
    board = state.players[seat]
    worth = 0
    for star in range(STARS):
        filled = n_bits(star_of(board.filled, star))
        if filled > 0:
            kind = star_kind(board, star)
            bonus = MULTICOLOURED_BONUS if kind in (COLOURS, EMPTY) else int(STAR_BONUS[kind])
            worth += PART * bonus * filled * filled // (36 if filled == POSITIONS else 72)
    for number in range(1, len(NUMBER_BONUS)):
        spaces = NUMBER_SPACES[int(state.options.mono), number]
        there, wanted = _bits_of_spaces(int(board.filled) & spaces), _bits_of_spaces(spaces)
        worth += PART * int(NUMBER_BONUS[number]) * there * there // (wanted * wanted * (1 if there == wanted else 2))
    for feature in range(len(FEATURE_SPACES)):
        there = _bits_of_spaces(int(board.filled) & FEATURE_SPACES[feature])
        wanted = _bits_of_spaces(FEATURE_SPACES[feature])
        if there < wanted:
            worth += PART * int(FEATURE_TILES[feature]) * there * there // (4 * wanted * wanted)
    joker = joker_colour(state)
    for colour in range(COLOURS):
        number = count(board.hand, colour) + count(board.corners, colour)
        worth += number * (PART // 2 + PART * fullest_star(state, board, colour) // 24)
        if colour == joker:
            worth += number * PART // 4
    if state.phase == BONUS and state.actor == seat:
        worth += int(state.due) * PART * 3 // 4
    return worth


@kernel
def forgive(child, parent, seat):
    """Takes back the penalties of one move, for who overlooks them: points that were lost."""
    child.players[seat].score = max(int(child.players[seat].score), int(parent.players[seat].score))
