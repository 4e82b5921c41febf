"""The random stream: a seed becomes the same draws on CPU, on GPU and in plain Python.

A stream is an array of one uint64, the state of a splitmix64 generator. Nothing else in the project makes random
numbers for games; live tables draw their outcomes elsewhere and feed them in one by one.
"""

# pyright: standard
# Kernels are typed by Numba, not by annotations.

import secrets

import numpy as np
import numpy.typing as npt

from azulejos.jit import kernel

Stream = npt.NDArray[np.uint64]

SEED_LIMIT = 2**64
_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


DEALS, CHOICES = 0, 1  # what a stream is for: one seed gives unrelated streams for tiles and for players


def new_stream(seed: int | None = None, purpose: int = DEALS) -> Stream:
    """The stream of a seed, or of a fresh random seed. Neighbouring seeds give unrelated streams."""
    number = secrets.randbits(64) if seed is None else seed
    if not isinstance(number, (int, np.integer)) or not 0 <= number < SEED_LIMIT:
        raise ValueError(f"a seed is a whole number from 0 to {SEED_LIMIT - 1}, not {seed!r}")
    rng = np.array([number], np.uint64)
    for _ in range(1 + purpose):
        rng[0] = next_bits(rng)
    return rng


def new_streams(seeds: npt.NDArray[np.uint64], purpose: int = DEALS) -> Stream:
    """The streams of many seeds, a row each: the same as `new_stream` one by one."""
    streams = np.array(seeds, np.uint64).reshape(-1, 1)
    step_streams(streams, 1 + purpose)
    return streams


def spread_seed(seed: int | None, n: int) -> npt.NDArray[np.uint64]:
    """A seed for each of n games from one seed for all."""
    seeds = np.empty((n, 1), np.uint64)
    fill_bits(new_stream(seed), seeds)
    return seeds[:, 0]


@kernel
def step_streams(streams, steps):
    for i in range(len(streams)):
        for _ in range(steps):
            streams[i, 0] = next_bits(streams[i])


@kernel
def fill_bits(rng, seeds):
    for i in range(len(seeds)):
        seeds[i, 0] = next_bits(rng)


@kernel(wraps=True)
def next_bits(rng):
    """64 fresh random bits: one step of splitmix64."""
    rng[0] += _STEP
    bits = rng[0]
    bits = (bits ^ (bits >> _30)) * _MIX_1
    bits = (bits ^ (bits >> _27)) * _MIX_2
    return bits ^ (bits >> _31)


@kernel
def below(rng, n):
    """A whole number from 0 to n - 1, each as likely as the others but for a bias of n in 2**32."""
    return int(np.int64(((next_bits(rng) >> _32) * np.uint64(n)) >> _32))


@kernel
def pick(rng, weights, n):
    """An index below n, drawn in proportion to its weight."""
    total = 0
    for outcome in range(n):
        total += int(weights[outcome])
    ticket = below(rng, total)
    outcome = 0
    while ticket >= weights[outcome]:
        ticket -= int(weights[outcome])
        outcome += 1
    return outcome
