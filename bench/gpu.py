"""`python bench/gpu.py`: batches on a GPU, as fast as they go and the same games as on the CPU.

For every game: random moves a second (`random_walk`), and `legal`, `random_moves`, `step` called from Python with the
masks written out. Before that, the games of a batch are played out on both devices and compared. The last line is JSON.
"""

import argparse
import json
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda

from azulejos.batch import Batch, Step

VARIANTS: dict[str, dict[str, Any]] = {
    "azul": {},
    "azul gray jokers": {"wall": "gray", "jokers": True},
    "pavilion": {"game": "pavilion"},
    "pavilion mono": {"game": "pavilion", "side": "mono"},
    "sintra": {"game": "sintra"},
    "sintra B": {"game": "sintra", "side": "B"},
}
WALK = 256  # moves a launch
if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # numba-cuda 0.30.4 asks for what NumPy 2.5 dropped
ROUNDS = 5


def batch_of(variant: dict[str, Any], n: int, device: str, **options: Any) -> Batch:
    chosen: dict[str, Any] = {"game": "azul", **variant, **options}
    return Batch(n=n, device=device, **chosen)


def agree(variant: dict[str, Any], n: int) -> bool:
    """Whether both devices play the same games, move by move at first, and then to the end."""
    here, there = (batch_of(variant, n, device, seed=7) for device in ("cpu", "cuda"))
    for _ in range(3):
        codes = there.random_moves()
        if not all((mine == on_host(other)).all() for mine, other in pairs(here, there)):
            return False
        here.step(here.random_moves())
        there.step(codes)
    same_lengths = (here.playout() == on_host(there.playout())).all()
    same_scores = (here.scores() == on_host(there.scores())).all()
    return bool(same_lengths and same_scores and (here.states == on_host(there.states)).all())


def pairs(here: Batch, there: Batch) -> list[tuple[Any, Any]]:
    return [(here.legal(), there.legal()), (here.observe(), there.observe()), (here.rewards(), there.rewards())]


def on_host(array: Any) -> Any:
    return array.copy_to_host()


def best(run: Callable[[], None]) -> float:
    """The shortest of some runs, after one that compiles."""
    run()
    cuda.synchronize()
    times: list[float] = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        run()
        cuda.synchronize()
        times.append(time.perf_counter() - began)
    return min(times)


def walk_speed(batch: Batch) -> float:
    batch.random_walk(WALK)  # games of all stages side by side, as in training
    return WALK * batch.n / best(lambda: discard(batch.random_walk(WALK)))


def discard(_: object) -> None:
    """What came back lies on the device."""


def step_speed(batch: Batch) -> float:
    masks, codes = batch.legal(), batch.random_moves()
    room: Step = batch.step(codes)

    def run() -> None:
        batch.legal(masks)
        batch.step(batch.random_moves(codes), out=room)

    return batch.n / best(run)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=1 << 20)
    parser.add_argument("--compare", type=int, default=100_000)
    parser.add_argument("--only", default="", help="variants whose name begins with this")
    chosen = parser.parse_args()
    results: dict[str, Any] = {}
    for name, variant in VARIANTS.items():
        if not name.startswith(chosen.only):
            continue
        began = time.perf_counter()
        same = agree(variant, chosen.compare)
        batch = batch_of(variant, chosen.games, "cuda", seed=1, restart=True)
        walk, step = walk_speed(batch), step_speed(batch)
        results[name] = {"agree": same, "walk": round(walk), "legal_and_step": round(step)}
        seconds = time.perf_counter() - began
        print(
            f"{name:18} random moves {walk / 1e9:6.2f} G/s   legal + step {step / 1e6:7.0f} M/s"
            f"   {chosen.compare} games agree: {same}   ({seconds:.0f} s)",
            flush=True,
        )
    gpu = cuda.get_current_device().name
    print(json.dumps({"gpu": gpu if isinstance(gpu, str) else gpu.decode(), "games": chosen.games, "results": results}))
    if not all(result["agree"] for result in results.values()):
        raise SystemExit("the devices played different games")


if __name__ == "__main__":
    np.seterr(all="raise")
    main()
