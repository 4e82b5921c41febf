"""The bot that looks ahead: alpha-beta within the round, a learned judgement where it stops.

Up to the next draw everything is visible and certain, so a position there is a leaf. The seat that asks wants the
most for itself; all others are taken to want the least for it. Depth grows one decision at a time until the budget is
spent or every line has been seen to its end. Where threads are allowed, each searches by itself and they share
what they find in one table.
"""

# pyright: standard
# Kernels are typed by Numba, not by annotations.

import threading
import time
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from azulejos.bots import Budget, Thought, judge
from azulejos.games import GAMES, Position
from azulejos.jit import kernel, kernel_over

DEEPEST = 96  # decisions ahead; Azul's longest round with four players has fewer
BEYOND = 1 << 40  # no value is so large
TABLE_BITS = 18
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
NOTHING = -1
LATE, LATER = 6, 16  # moves from these places on are looked at one and two decisions less deep at first

# The counters of a search.
NODES, NODE_LIMIT, STOPPED, CUT, LEFT_OUT, COUNTERS = 0, 1, 2, 3, 4, 5

legal_moves: Any = None
apply: Any = None
value: Any = None
DRAFT: Any = None
codes_of_source: Any = None


class Desk(NamedTuple):
    """What a search works with: its own things, and the table that it may share."""

    states: Any  # one record a ply
    words: Any  # the same memory as whole numbers
    word_at: Any  # which of them tell positions apart, apart from the offer
    word_mask: Any
    codes: Any  # int32 [ply, move]
    worth: Any  # int64 [ply, move]
    history: Any  # int64 [side, move]: how much a move has decided elsewhere
    line: Any  # int32 [ply, ply]: the best line from each ply
    line_length: Any
    counters: Any
    stop: Any  # one number: 1 when time is up; another thread writes it
    keys: Any  # uint64 [slot], the table
    data: Any  # int64 [slot, 2]: value; depth, bound, move
    net: judge.Net
    notes: judge.Notes


_A, _B = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
_29, _32 = np.uint64(29), np.uint64(32)


@kernel(wraps=True)
def _mix(bits):
    bits = (bits ^ (bits >> _29)) * _A
    return bits ^ (bits >> _32)


@kernel(wraps=True)
def fingerprint(desk, ply, salt):
    """A number for a position in which the order of the factories does not matter."""
    sign = np.uint64(salt) * _B
    for i in range(len(desk.word_at)):
        sign = _mix(sign ^ (desk.words[ply, desk.word_at[i]] & desk.word_mask[i])) + _B
    sources = desk.states[ply].sources
    offer = _mix(np.uint64(sources[0]) + _B)
    for factory in range(1, len(sources)):
        offer += _mix(np.uint64(sources[factory]) + _A)
    return _mix(sign ^ offer)


@kernel
def _looks_like_an_earlier_one(state, source):
    """Whether a factory before this one holds the same: then it is the same to take from either."""
    for earlier in range(1, source):
        if state.sources[earlier] == state.sources[source]:
            return True
    return False


def different_moves(state: Any, out: Any):
    """The legal moves, those from one of several identical factories only once; returns how many."""
    n = legal_moves(state, out)
    if state.phase != DRAFT:
        return n
    per_source = codes_of_source(state.options)
    kept = 0
    for i in range(n):
        source = out[i] // per_source
        if source == 0 or source >= len(state.sources) or not _looks_like_an_earlier_one(state, source):
            out[kept] = out[i]
            kept += 1
    return kept


@kernel
def _without(codes, n, left_out):
    """The moves but one; returns how many."""
    kept = 0
    for i in range(n):
        if codes[i] != left_out:
            codes[kept] = codes[i]
            kept += 1
    return kept


@kernel
def _put_forward(desk, ply, i, at):
    """Move i comes to place `at`, those between go one back."""
    code, worth = desk.codes[ply, i], desk.worth[ply, i]
    for k in range(i, at, -1):
        desk.codes[ply, k] = desk.codes[ply, k - 1]
        desk.worth[ply, k] = desk.worth[ply, k - 1]
    desk.codes[ply, at] = code
    desk.worth[ply, at] = worth


@kernel
def _best_known_first(desk, ply, n, code):
    """Brings the move that was best before to the front; returns how many moves have their place."""
    for i in range(n):
        if desk.codes[ply, i] == code:
            _put_forward(desk, ply, i, 0)
            return 1
    return 0


@kernel
def _sort(desk, ply, placed, n):
    for i in range(placed + 1, n):
        at = i
        while at > placed and desk.worth[ply, at - 1] < desk.worth[ply, i]:
            at -= 1
        if at < i:
            _put_forward(desk, ply, i, at)


@kernel
def _note_line(desk, ply, code):
    """The best line from here is this move and the best line after it."""
    desk.line[ply, 0] = code
    n = desk.line_length[ply + 1]
    for k in range(n):
        desk.line[ply, k + 1] = desk.line[ply + 1, k]
    desk.line_length[ply] = n + 1


@kernel
def _window(side, low, high):
    """Bounds of the seat that decides as bounds of the root's seat, or back."""
    return (low, high) if side == 1 else (-high, -low)


def put_in_order(desk: Any, root: int, ply: int, depth: int, side: int, placed: int, n: int):
    """The moves that have no place yet, by what they look like one move deep; at the last move by what others did."""
    for i in range(placed, n):
        code = desk.codes[ply, i]
        if depth > 1:
            desk.states[ply + 1] = desk.states[ply]
            apply(desk.states[ply + 1], code)
            desk.worth[ply, i] = side * value(desk.states[ply + 1], root, desk.net, desk.notes)
        else:
            desk.worth[ply, i] = desk.history[(1 + side) // 2, code]
    if depth > 1:
        desk.counters[NODES] += n - placed
    _sort(desk, ply, placed, n)


def search(desk: Any, root: int, ply: int, depth: int, alpha: int, beta: int):
    """The value of states[ply] for the seat `root`, as far as it lies between alpha and beta."""
    state = desk.states[ply]
    desk.line_length[ply] = 0
    desk.counters[NODES] += 1
    if desk.stop[0] != 0 or desk.counters[NODES] > desk.counters[NODE_LIMIT]:
        desk.counters[STOPPED] = 1
        return 0
    if state.turn < 0:  # a draw is due, or the game is over
        return value(state, root, desk.net, desk.notes)
    if depth <= 0 or ply == DEEPEST - 1:
        desk.counters[CUT] = 1
        return value(state, root, desk.net, desk.notes)

    # What is known of the position. From here on all is seen from the side that decides.
    side = 1 if state.turn == root else -1
    low, high = _window(side, alpha, beta)
    sign = fingerprint(desk, ply, root + 1)
    slot = int(sign & np.uint64(len(desk.keys) - 1))
    best_code = NOTHING
    if desk.keys[slot] ^ np.uint64(desk.data[slot, 0]) ^ np.uint64(desk.data[slot, 1]) == sign:
        worth, known = desk.data[slot, 0], desk.data[slot, 1]
        known_depth, bound, cut = (known >> 24) & 255, (known >> 32) & 3, (known >> 34) & 1
        best_code = (known & 0xFFFF) - 1
        # Not on the best line itself, which would end here for the reader.
        if high - low == 1 and (known_depth >= depth or cut == 0):
            if bound == EXACT or (bound == AT_LEAST and worth >= high) or (bound == AT_MOST and worth <= low):
                desk.counters[CUT] |= cut
                return side * worth

    # The moves. What was best before comes first, and often is enough; the others are put in order only when needed.
    codes = desk.codes[ply]
    n = different_moves(state, codes)
    if ply == 0:
        n = _without(codes, n, desk.counters[LEFT_OUT])
    child = desk.states[ply + 1]
    placed = _best_known_first(desk, ply, n, best_code)

    # The first is looked at fully; the others are to prove that they are better, the later ones at less depth first.
    cut_before = desk.counters[CUT]
    desk.counters[CUT] = 0
    best, reached = -BEYOND, low
    for i in range(n):
        if i == placed:
            put_in_order(desk, root, ply, depth, side, placed, n)
        desk.states[ply + 1] = desk.states[ply]
        apply(child, codes[i])
        less = 0 if i < LATE or depth < 3 else 1 if i < LATER else 2
        a, b = _window(side, reached, high if i == 0 else reached + 1)
        worth = side * search(desk, root, ply + 1, depth - 1 - less, a, b)
        if i > 0 and worth > reached and (worth < high or less > 0):
            a, b = _window(side, reached, high)
            worth = side * search(desk, root, ply + 1, depth - 1, a, b)
        if desk.counters[STOPPED] != 0:
            return 0
        if worth > best:
            best, best_code = worth, codes[i]
            if worth > reached:
                reached = worth
                _note_line(desk, ply, codes[i])
                if worth >= high:
                    desk.history[(1 + side) // 2, codes[i]] += depth * depth
                    break
    cut = desk.counters[CUT]
    desk.counters[CUT] |= cut_before
    bound = AT_LEAST if best >= high else EXACT if best > low else AT_MOST
    known = (best_code + 1) | (depth << 24) | (bound << 32) | (cut << 34)
    desk.keys[slot] = sign ^ np.uint64(best) ^ np.uint64(known)
    desk.data[slot, 0] = best
    desk.data[slot, 1] = known
    return side * best


@cache
def kernel_for(game: str) -> Any:
    rules, seen, judged = GAMES[game].rules, judge.FEATURES_OF[game], judge.judge_for(game)
    different = kernel_over(
        different_moves,
        f"_different_moves_{game}",
        legal_moves=rules.legal_moves,
        codes_of_source=seen.codes_of_source,
        DRAFT=rules.DRAFT,
    )
    names = {"apply": rules.apply, "value": judged.value}
    names["put_in_order"] = kernel_over(put_in_order, f"_put_in_order_{game}", **names)
    names["different_moves"] = different
    return kernel_over(search, f"search_{game}", **names)


# --- The bot ---


def _words_that_differ(kind: Any) -> tuple[Any, Any]:
    """Which 64-bit words of a record tell positions of one search apart, and which of their bits."""
    same = np.zeros(1, kind)
    for name in kind.names:
        if name not in ("present", "sources", "options", "box"):
            _fill(same, name)
    words = same.view(np.uint64)
    at = np.flatnonzero(words)
    return at.astype(np.int64), words[at].copy()


def _fill(record: Any, name: str) -> None:
    field = record.dtype.fields[name]
    raw = record.view(np.uint8)
    raw[field[1] : field[1] + field[0].itemsize] = 255


class SearchBot:
    """Looks ahead as far as its budget allows."""

    def __init__(self, seed: int | None = None) -> None:
        self.name = "search"
        self._desks: list[Desk] = []
        self._desks_for: Any = None

    def begin(self, position: Position) -> None:
        self.think(position, Budget(nodes=1))

    def close(self) -> None:
        self._desks.clear()

    def think(self, position: Position, budget: Budget, left_out: int = NOTHING) -> Thought:
        """The best move, or the best but for one that is left out (there must be another)."""
        began = time.perf_counter()
        desk, *helpers = self._desks_of(position, budget.threads)
        desk.stop[0] = 0
        clock = threading.Timer(budget.ms / 1000, desk.stop.__setitem__, (0, 1)) if budget.ms is not None else None
        for each in (desk, *helpers):
            each.history[:] = 0
        desk.keys[:] = 0
        desk.data[:] = 0
        threads = [
            threading.Thread(target=deepen, args=(helper, position.copy(), None, left_out)) for helper in helpers
        ]
        try:
            for thread in (clock, *threads):
                if thread is not None:
                    thread.daemon = True
                    thread.start()
            found = deepen(desk, position, budget.nodes, left_out)
        finally:
            desk.stop[0] = 1
            if clock is not None:
                clock.cancel()
            for thread in threads:
                thread.join()
        nodes = sum(int(each.counters[NODES]) for each in (desk, *helpers))
        return Thought(
            found.line[0],
            judge.expected_after(position, found.line),
            found.line,
            nodes,
            found.depth,
            time.perf_counter() - began,
            found.complete,
        )

    def _desks_of(self, position: Position, count: int) -> list[Desk]:
        """One a thread. They are kept from move to move, while it is the same game."""
        kind = (position.game, position.state.dtype, position.state.options.tobytes())
        if kind != self._desks_for:
            self._desks.clear()
            self._desks_for = kind
        while len(self._desks) < count:
            self._desks.append(new_desk(position, self._desks[0] if self._desks else None))
        return self._desks[:count]


def new_desk(position: Position, shared: Desk | None) -> Desk:
    state = position.state
    states = np.zeros(DEEPEST + 1, state.dtype).view(np.recarray)
    n_codes = int(position.rules.n_moves(state.options))
    at, mask = _words_that_differ(state.dtype)
    return Desk(
        states,
        states.view(np.uint64).reshape(len(states), -1),
        at,
        mask,
        np.zeros((DEEPEST + 1, n_codes), np.int32),
        np.zeros((DEEPEST + 1, n_codes), np.int64),
        np.zeros((2, n_codes), np.int64),
        np.zeros((DEEPEST + 1, DEEPEST + 1), np.int32),
        np.zeros(DEEPEST + 1, np.int64),
        np.zeros(COUNTERS, np.int64),
        shared.stop if shared else np.zeros(1, np.int64),
        shared.keys if shared else np.zeros(1 << TABLE_BITS, np.uint64),
        shared.data if shared else np.zeros((1 << TABLE_BITS, 2), np.int64),
        judge.net_for(position),
        judge.new_notes(len(state.players)),
    )


class Found(NamedTuple):
    line: tuple[int, ...]
    depth: int
    complete: bool


def deepen(desk: Desk, position: Position, nodes: int | None, left_out: int) -> Found:
    """Searches one decision deeper at a time; what it found when it has to stop."""
    kernel_of_game = kernel_for(position.game)
    desk.counters[:] = 0
    desk.counters[LEFT_OUT] = left_out
    desk.states[0] = position.state
    root = int(position.state.turn)
    line: tuple[int, ...] = (next(int(code) for code in position.legal_codes if code != left_out),)
    for depth in range(1, DEEPEST):
        desk.counters[CUT] = 0
        desk.counters[NODE_LIMIT] = BEYOND if nodes is None or depth == 1 else nodes  # every move is looked at once
        kernel_of_game(desk, root, 0, depth, -BEYOND, BEYOND)
        length = int(desk.line_length[0])
        if length > 0:
            line = tuple(int(code) for code in desk.line[0, :length])
        if desk.counters[STOPPED]:
            return Found(line, depth - 1, complete=False)
        if desk.counters[CUT] == 0:
            return Found(line, depth, complete=True)
    return Found(line, DEEPEST - 1, complete=False)
