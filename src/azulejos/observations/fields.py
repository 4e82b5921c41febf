"""What the observations of the games share: fields, and the kernels that write counts and choices."""

# pyright: standard
# Kernels are typed by Numba, not by annotations.

from math import prod
from typing import Any, NamedTuple

from azulejos.jit import kernel
from azulejos.rules.tiles import BITS, LARGEST, n_factories


class Field(NamedTuple):
    """Some numbers of a row that belong together, in the order of NumPy (the last index runs fastest)."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    meaning: str

    @property
    def size(self) -> int:
        return prod(self.shape)


def counts(name: str, shape: tuple[int, ...], high: int, meaning: str) -> Field:
    return Field(name, shape, 0, high, meaning)


def choice(name: str, shape: tuple[int, ...], meaning: str) -> Field:
    """One of several, along the last axis: 1 for it and 0 for the others, or all 0 for none."""
    return Field(name, shape, 0, 1, meaning)


def number(name: str, low: int, high: int, meaning: str) -> Field:
    return Field(name, (1,), low, high, meaning)


def offer_fields(options: Any, kinds: int, of_a_kind: int) -> list[Field]:
    shape = (1 + n_factories(options.players), kinds)
    return [counts("sources", shape, of_a_kind, "tiles of each kind in the centre, then on each factory")]


def seat_fields(options: Any, phases: tuple[str, ...]) -> list[Field]:
    """Who is who, counted clockwise from the seat that looks."""
    seats = (options.players,)
    return [
        choice("phase", (len(phases),), "what is asked: " + ", ".join(phases)),
        choice("turn", seats, "the seat that decides"),
        choice("starts", seats, "the seat that started the round, or will start it"),
        choice("marker", seats, "the seat that holds the marker of the starting player; none: it lies in the centre"),
    ]


@kernel
def clear(out):
    for i in range(len(out)):
        out[i] = 0


@kernel
def write_heap(out, n, heap, kinds):
    """The counts of the kinds of a heap; returns where the next field begins, as all of these do."""
    heap = int(heap)
    for kind in range(kinds):
        out[n + kind] = (heap >> (BITS * kind)) & LARGEST
    return n + kinds


@kernel
def write_number(out, n, value):
    out[n] = value
    return n + 1


@kernel
def write_choice(out, n, chosen, size):
    """`out` is 0 before; chosen may be -1 for none. Without a branch, which for cells could not be predicted."""
    there = int(chosen >= 0)
    out[n + chosen * there] = there
    return n + size


@kernel
def write_offer(state, out, n, kinds):
    for source in range(len(state.sources)):
        n = write_heap(out, n, state.sources[source], kinds)
    return n


@kernel
def seen_from(state, viewer, seat):
    """A seat counted clockwise from the one that looks; -1 for nobody."""
    seat = int(seat)
    if seat < 0:
        return -1
    return seat - viewer if seat >= viewer else seat - viewer + len(state.players)


@kernel
def seat_at(state, viewer, step):
    """The seat so many steps clockwise from the one that looks."""
    seat = viewer + step
    return seat if seat < len(state.players) else seat - len(state.players)


@kernel
def write_seats(state, viewer, out, n, phases):
    players = len(state.players)
    n = write_choice(out, n, int(state.phase), phases)
    n = write_choice(out, n, seen_from(state, viewer, state.turn), players)
    n = write_choice(out, n, seen_from(state, viewer, state.starter), players)
    return write_choice(out, n, seen_from(state, viewer, state.marker), players)
