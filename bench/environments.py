"""`python bench/environments.py`: moves a second through PettingZoo, Gymnasium and OpenSpiel, on one core.

The moves are known beforehand, so that only the environments are measured: for PettingZoo `last` and `step` of each
move, with the observation; the best of some runs. The last line is JSON.
"""

import json
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from azulejos.envs.gymnasium import BatchEnv, SoloEnv
from azulejos.envs.pettingzoo import azul_v0, pavilion_v0, sintra_v0

GAMES = 40
ROUNDS = 5
MODULES = {"azul": azul_v0, "pavilion": pavilion_v0, "sintra": sintra_v0}


def scripts(env: Any) -> list[list[int]]:
    """The codes of random games, by seed."""
    rng = np.random.default_rng(1)
    found: list[list[int]] = []
    for seed in range(GAMES):
        env.reset(seed=seed)
        codes: list[int] = []
        for _ in env.agent_iter():
            seen, _, ended, _, _ = env.last()
            if ended:
                break
            codes.append(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            env.step(codes[-1])
        found.append(codes)
    return found


def pettingzoo_speed(env: Any) -> float:
    games = scripts(env)

    def play() -> None:
        for seed, codes in enumerate(games):
            env.reset(seed=seed)
            for _, code in zip(env.agent_iter(), codes, strict=False):
                env.last()
                env.step(code)

    return sum(map(len, games)) / shortest(play)


def solo_speed(game: str) -> float:
    """The learner's moves against a random opponent, the first legal one each time."""
    env = SoloEnv(game)
    moves = 0

    def play() -> None:
        nonlocal moves
        moves = 0
        for seed in range(GAMES):
            seen, _ = env.reset(seed=seed)
            ended = False
            while not ended:
                seen, _, ended, _, _ = env.step(seen["action_mask"].argmax())
                moves += 1

    return shortest(play, lambda: moves)


def batch_speed(game: str, n: int = 1024) -> float:
    env = BatchEnv(n, game, autoreset_mode="SameStep", threads=1)
    seen, _ = env.reset(seed=1)

    def play() -> None:
        nonlocal seen
        for _ in range(20):
            seen = env.step(seen["action_mask"].argmax(axis=1))[0]

    return 20 * n / shortest(play)


def shortest(run: Callable[[], None], count: Callable[[], int] | None = None) -> float:
    """Seconds; with a count, how often a second."""
    run()
    times: list[float] = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        run()
        times.append(time.perf_counter() - began)
    return min(times) if count is None else count() / min(times)


def main() -> None:
    results: dict[str, dict[str, int]] = {}
    for game, module in MODULES.items():
        speeds = {
            "pettingzoo raw_env": pettingzoo_speed(module.raw_env()),
            "pettingzoo env": pettingzoo_speed(module.env()),
            "gymnasium solo": solo_speed(game),
            "gymnasium batch of 1024": batch_speed(game),
        }
        results[game] = {name: round(speed) for name, speed in speeds.items()}
        print(f"{game:10}" + "   ".join(f"{name} {speed:,.0f}" for name, speed in speeds.items()))
    print(json.dumps(results))


if __name__ == "__main__":
    main()
