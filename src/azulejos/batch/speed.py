"""How fast batches are on this machine: random moves, and the loop of a program in Python against one in a kernel."""

import statistics
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from azulejos.batch import Batch, Step

WALK = 64  # moves a measurement
STEPS = 8


class Speeds(NamedTuple):
    """Moves a second."""

    walk_one: float  # random moves on one core
    walk_all: float  # on all cores
    python: float  # legal, random_moves and step, called from Python, on all cores
    kernel: float  # the same without leaving the kernel
    observe: float  # observations a second, on all cores

    @property
    def threads_gain(self) -> float:
        return self.walk_all / self.walk_one

    @property
    def python_share(self) -> float:
        return self.python / self.kernel


def _once(run: Callable[[], object]) -> float:
    began = time.perf_counter()
    run()
    return time.perf_counter() - began


def measure(game: str, n: int, seconds: float, options: dict[str, Any]) -> Speeds:
    """Medians of alternating runs, for about so long; the games are at all stages, and start anew when they end."""
    alone, batch = (Batch(game, n, seed=1, restart=True, threads=threads, **options) for threads in (1, None))
    masks, codes, rows = batch.legal(), batch.random_moves(), batch.observe()
    room: Step = batch.step(codes)

    def program() -> None:
        for _ in range(STEPS):
            batch.legal(masks)
            batch.step(batch.random_moves(codes), out=room)

    runs: list[tuple[Callable[[], object], int]] = [
        (lambda: alone.random_walk(WALK), WALK),
        (lambda: batch.random_walk(WALK), WALK),
        (program, STEPS),
        (lambda: batch.legal_and_step(STEPS, masks), STEPS),
        (lambda: batch.observe(out=rows), 1),
    ]
    times: list[list[float]] = [[] for _ in runs]
    for run, _ in runs:
        run()  # compiles
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        for (run, _), taken in zip(runs, times, strict=True):
            taken.append(_once(run))
    return Speeds(*(n * moves / statistics.median(taken) for (_, moves), taken in zip(runs, times, strict=True)))
