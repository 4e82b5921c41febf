"""Batches on the CPU: plain arrays, and kernels over a range of games on as many threads as there are cores."""

# pyright: standard
# Kernels are typed by Numba, not by annotations.

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np

from azulejos.batch import kernels
from azulejos.jit import Kernel, kernel_over

GRAIN = 256  # games that are worth a thread of their own
operation: Any = None
mask_moves: Any = None


def each_game(first, last, *arrays):
    for i in range(first, last):
        operation(i, *arrays)


def first_game(first, last, *arrays):
    """The first game of which it is true, or -1."""
    for i in range(first, last):
        if operation(i, *arrays):
            return i
    return -1


def each_mask(first, last, states, masks):
    codes = np.empty(masks.shape[1], np.int16)
    for i in range(first, last):
        mask_moves(states[i], masks[i], codes)


def each_legal_and_step(first, last, steps, states, streams, choices, masks, rewards, ranks, fresh):
    """All games a step, and again: as a program on `Batch` does it."""
    codes = np.empty(masks.shape[1], np.int16)
    for _ in range(steps):
        for i in range(first, last):
            operation(i, states, streams, choices, masks, codes, rewards, ranks, fresh)


@cache
def loop_over(template: Any, game: str, loop: Any = each_game) -> Kernel:
    inner = kernels.inner_kernels(game)
    made = kernel_over(template, f"_{template.__name__}_{game}_inner", **inner)
    name = f"{loop.__name__}_{template.__name__}_{game}"
    return kernel_over(loop, name, operation=made, mask_moves=inner["mask_moves"])


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(available_cores(), thread_name_prefix="azulejos")


def available_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Cpu:
    """Where the arrays of a batch lie and its kernels run."""

    name = "cpu"

    def __init__(self, game: str, threads: int | None) -> None:
        self.game = game
        self.threads = available_cores() if threads is None else threads

    def empty(self, shape: tuple[int, ...], dtype: Any) -> Any:
        return np.empty(shape, dtype)

    def put(self, values: Any) -> Any:
        return values

    def get(self, values: Any) -> Any:
        return values

    def given(self, values: Any) -> Any:
        return np.asarray(values)

    def as_type(self, values: Any, dtype: Any) -> Any:
        return np.ascontiguousarray(values, dtype)

    def run(self, template: Any, n: int, *arrays: Any) -> None:
        self._share(loop_over(template, self.game), n, arrays)

    def walk(self, template: Any, n: int, games: tuple[Any, ...], rest: tuple[Any, ...], result: Any) -> None:
        self.run(template, n, *games, *rest, result)

    def first(self, template: Any, n: int, *arrays: Any) -> int:
        """The first game of which it is true, or -1."""
        found = self._share(loop_over(template, self.game, first_game), n, arrays)
        return next((int(i) for i in found if i >= 0), -1)

    def masks(self, states: Any, masks: Any) -> None:
        self._share(loop_over(kernels.mask_moves, self.game, each_mask), len(states), (states, masks))

    def legal_and_step(self, n: int, steps: int, *arrays: Any) -> None:
        self._share(loop_over(kernels.legal_and_step, self.game, each_legal_and_step), n, (steps, *arrays))

    def _share(self, kernel: Any, n: int, arrays: tuple[Any, ...]) -> list[Any]:
        """Each thread takes a part of the games, this one the first: a kernel lets go of the interpreter."""
        parts = max(1, min(self.threads, n // GRAIN))
        ends = [n * part // parts for part in range(parts + 1)]
        others = [_pool().submit(kernel, ends[part], ends[part + 1], *arrays) for part in range(1, parts)]
        mine = kernel(0, ends[1], *arrays)
        return [mine, *(other.result() for other in others)]
