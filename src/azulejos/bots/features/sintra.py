"""What a bot looks at in Stained Glass of Sintra: windows, strips, the glazier's way, broken glass, what is left."""

# pyright: standard
# Kernels are typed by Numba, not by annotations.

from azulejos.bots.features import groups
from azulejos.jit import kernel
from azulejos.rules.sintra import (
    BREAK,
    CELLS,
    COLOURS,
    DESTINATIONS,
    EMPTY,
    JOKER,
    KEEP,
    LOWER,
    MOST_SPACES,
    NOBODY,
    NONE,
    ORNAMENTS,
    PANES_OF_A_SET,
    ROUNDS,
    SIDE_B,
    SLOTS,
    SPLIT,
    UPPER,
    WINDOWS,
    complete_windows,
    most_of_a_colour,
    panes_in_window,
    panes_of_colour,
    side_bonus,
    targets,
)
from azulejos.rules.tiles import CENTRE, count, sources_with, total

MOST_NEEDED = 10
MOST_POINTS = 19  # of a window with those to its right
MOST_OF_A_COLOUR = 9

GROUPS = groups(
    ("window", WINDOWS * 3),
    ("strip", SLOTS * 2 * (CELLS + 1)),
    ("worth", (MOST_POINTS + 1) * (CELLS + 1)),
    ("shining", (CELLS + 1) * (CELLS + 1)),
    ("needed", (COLOURS + 1) * (MOST_NEEDED + 1)),
    ("ahead", (COLOURS + 1) * (MOST_NEEDED + 1)),
    ("glazier", SLOTS),
    ("standing", SLOTS + 1),
    ("space", MOST_SPACES),
    ("left", 24),
    ("product", (WINDOWS + 1) * (MOST_OF_A_COLOUR + 1)),
    ("colour", COLOURS * (MOST_OF_A_COLOUR + 1)),
    ("ornament", ORNAMENTS * 5),
    ("stuck", COLOURS + 1),
    ("taken", 12),
    ("marker", 3),
    ("wait", 4),
    ("sources", 11),
    ("centre", 8),
    ("offer", 6 * 4),
    ("players", 3),
    ("round", ROUNDS),
)
FEATURES = GROUPS["end"]
BUCKETS = 2 * ROUNDS

WINDOW, STRIP, WORTH, SHINING = GROUPS["window"], GROUPS["strip"], GROUPS["worth"], GROUPS["shining"]
NEEDED, AHEAD, GLAZIER, STANDING = GROUPS["needed"], GROUPS["ahead"], GROUPS["glazier"], GROUPS["standing"]
SPACE, LEFT, PRODUCT, COLOUR = GROUPS["space"], GROUPS["left"], GROUPS["product"], GROUPS["colour"]
ORNAMENT, STUCK, TAKEN, MARKER = GROUPS["ornament"], GROUPS["stuck"], GROUPS["taken"], GROUPS["marker"]
WAIT, SOURCES, CENTRE_PIECES, OFFER = GROUPS["wait"], GROUPS["sources"], GROUPS["centre"], GROUPS["offer"]
PLAYERS, ROUND = GROUPS["players"], GROUPS["round"]


@kernel
def codes_of_source(options):
    return COLOURS * DESTINATIONS


@kernel
def in_draft(state):
    return state.turn != NOBODY


@kernel
def bucket(state):
    """The rounds, in the draft or before it."""
    return 2 * (int(state.round_number) - 1) + int(not in_draft(state))


@kernel
def settled(state, seat):
    """What a seat would have if the game ended now, pieces left on strips apart."""
    board = state.players[seat]
    return int(board.score) + side_bonus(state, board) - int(state.box.track[board.space])


@kernel
def features(state, seat, out):
    board = state.players[seat]
    n = _window_features(state, board, out)
    n = _strip_features(state, board, out, n)
    n = _way_features(state, seat, out, n)
    seats = len(state.players)
    out[n] = PLAYERS + seats - 2
    out[n + 1] = ROUND + int(state.round_number) - 1
    first = int(state.turn) if in_draft(state) else int(state.starter)
    out[n + 2] = WAIT + (seat - first + seats) % seats
    n += 3
    if in_draft(state):
        out[n] = MARKER + (1 if state.marker == NOBODY else 2 if state.marker == seat else 0)
        n = _offer_features(state, board, out, n + 1)
    return n, settled(state, seat)


@kernel
def _window_features(state, board, out):
    n = 0
    for window in range(WINDOWS):
        out[n] = WINDOW + 3 * window + panes_in_window(board, window)
        n += 1
    if state.options.side == SIDE_B:
        most = min(most_of_a_colour(board), MOST_OF_A_COLOUR)
        out[n] = PRODUCT + (MOST_OF_A_COLOUR + 1) * complete_windows(board) + most
        n += 1
        for colour in range(COLOURS):
            panes = min(panes_of_colour(board, colour), MOST_OF_A_COLOUR)
            out[n] = COLOUR + (MOST_OF_A_COLOUR + 1) * colour + panes
            n += 1
        return n
    for ornament in range(ORNAMENTS):
        left = int(state.box.pairs[ornament])
        out[n] = ORNAMENT + 5 * ornament + panes_in_window(board, left) + panes_in_window(board, left + 1)
        n += 1
    return n


@kernel
def _strip_features(state, board, out, n):
    side = int(state.options.side)
    bright = int(state.indicator[state.round_number - 1])
    to_the_right = 0
    panes = 0
    for slot in range(SLOTS - 1, -1, -1):
        value = int(state.box.window_values[side, slot])
        opened = board.windows[slot, UPPER] != EMPTY
        if board.strips[slot] != NONE:
            free = total(board.free[slot])
            out[n] = STRIP + (CELLS + 1) * (2 * slot + int(opened)) + free
            out[n + 1] = WORTH + (CELLS + 1) * min(value + to_the_right, MOST_POINTS) + free
            n += 2
            shining = 0 if bright == EMPTY else count(board.panes[slot], bright)
            if shining > 0:
                out[n] = SHINING + (CELLS + 1) * shining + free
                n += 1
            panes += total(board.panes[slot])
        if opened:
            to_the_right += value
    out[n] = LEFT + min(panes, 23)
    return n + 1


@kernel
def _way_features(state, seat, out, n):
    """What the strips need, in all and where the glazier still comes by."""
    board = state.players[seat]
    glazier = int(board.glazier)
    everywhere, ahead, standing = 0, 0, 0
    for slot in range(SLOTS):
        if board.strips[slot] != NONE:
            everywhere += int(board.free[slot])
            if slot >= glazier:
                ahead += int(board.free[slot])
                standing += 1
    for kind in range(COLOURS + 1):
        out[n] = NEEDED + (MOST_NEEDED + 1) * kind + min(count(everywhere, kind), MOST_NEEDED)
        out[n + 1] = AHEAD + (MOST_NEEDED + 1) * kind + min(count(ahead, kind), MOST_NEEDED)
        n += 2
    out[n] = GLAZIER + glazier
    out[n + 1] = STANDING + standing
    out[n + 2] = SPACE + int(board.space)
    n += 3
    if state.phase == SPLIT and state.turn == seat:
        out[n] = TAKEN + min(total(state.hand), 11)
        n += 1
    return n


@kernel
def _offer_features(state, board, out, n):
    sources, heap = 0, 0
    for source in range(len(state.sources)):
        if state.sources[source] != 0:
            sources += 1
            heap += int(state.sources[source])
    out[n] = SOURCES + sources
    out[n + 1] = CENTRE_PIECES + min(7, total(state.sources[CENTRE]) // 2)
    n += 2
    stuck = 0
    for colour in range(COLOURS):
        left = count(heap, colour)
        if left > 0:
            breaks = targets(board, colour) == 1 << BREAK
            stuck += int(breaks)
            out[n] = OFFER + 4 * min(5, left // 2) + 2 * int(breaks) + int(_in_one_place(state, colour))
            n += 1
    out[n] = STUCK + stuck
    return n + 1


@kernel
def _in_one_place(state, colour):
    holding = sources_with(state, colour)
    return holding & (holding - 1) == 0


# --- What a person would see in a board, for the bot that looks one move ahead ---

PART = 64  # of a point


@kernel
def promise(state, seat):
    """Prospects of a board: strips on the way to their windows, what the glazier can still reach, the next start."""
    board = state.players[seat]
    side = int(state.options.side)
    to_the_right, worth = 0, 0
    for slot in range(SLOTS - 1, -1, -1):
        value = int(state.box.window_values[side, slot])
        if board.strips[slot] != NONE:
            placed = CELLS - total(board.free[slot])
            worth += PART * (value + to_the_right + 1) * placed * placed // (2 * CELLS * CELLS)
            worth += PART * total(board.panes[slot]) // (2 * PANES_OF_A_SET)
            if slot >= board.glazier:
                worth += PART * (CELLS - placed) // 16 + PART * count(board.free[slot], JOKER) // 16
        if board.windows[slot, UPPER] != EMPTY:
            to_the_right += value
    if side == SIDE_B and state.phase != KEEP:
        worth += PART * (complete_windows(board) + 1) * most_of_a_colour(board) // 4
    for window in range(WINDOWS):
        worth += PART * int(board.windows[window, UPPER] != EMPTY) + PART * int(board.windows[window, LOWER] != EMPTY)
    if state.phase == SPLIT and state.turn == seat:
        worth += PART * total(state.hand) * 3 // 4
    return worth


@kernel
def forgive(child, parent, seat):
    """Takes back the penalties of one move, for who overlooks them: pieces that broke."""
    board, before = child.players[seat], parent.players[seat]
    board.score += int(board.lost) - int(before.lost)
    board.lost, board.space = before.lost, before.space
