"""AlphaZero-style self-play on `Batch`: a linear policy and value, improved by one look ahead, in NumPy. A sketch.

In every game at once: the policy proposes a few moves, copies of the games try them, the value judges what follows
(with fresh draws, so that nobody sees the future), and the policy learns the better ones, the value the final ranks.

    python examples/alphazero_batch.py --steps 2000
"""

import argparse
from typing import Any

import numpy as np

from azulejos.batch import Batch

GAMES, TRIED, RATE = 128, 8, 0.01


def as_input(rows: np.ndarray, batch: Batch) -> np.ndarray:
    return np.hstack([rows / batch.layout.high, np.ones((len(rows), 1))]).astype(np.float32)


def judged(batch: Batch, value: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """What the games are worth to these seats: the result, or else the value from whose turn it is (two players)."""
    turns = batch.turns()
    guess = np.tanh(as_input(batch.observe(), batch) @ value)
    result = batch.rewards()[np.arange(len(batch)), seats]
    return np.where(turns < 0, result, np.where(turns == seats, guess, -guess))


def look_ahead(batch: Batch, logits: np.ndarray, value: np.ndarray, rng: np.random.Generator) -> tuple[Any, Any]:
    """The moves that were tried, drawn without repeating (Gumbel), and what the copies of the games then are worth."""
    tried = np.argsort(-(logits + rng.gumbel(size=logits.shape)), axis=1)[:, :TRIED]
    legal = np.take_along_axis(np.isfinite(logits), tried, axis=1)
    tried = np.where(legal, tried, tried[:, :1])  # where fewer are legal the first is tried again
    copies = batch.take(np.repeat(np.arange(GAMES), TRIED))
    copies.restarts = False
    copies.step(tried.ravel())
    return tried, judged(copies, value, np.repeat(batch.turns(), TRIED)).reshape(GAMES, TRIED)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=2000)
    steps: int = parser.parse_args().steps
    rng = np.random.default_rng(1)
    batch = Batch("azul", GAMES, seed=1, restart=True)
    policy = np.zeros((batch.layout.size + 1, batch.n_moves), np.float32)
    value = np.zeros(batch.layout.size + 1, np.float32)
    paths: list[list[tuple[np.ndarray, int]]] = [[] for _ in range(GAMES)]  # what was seen, and from which seat
    for step in range(steps):
        rows, seats = as_input(batch.observe(), batch), batch.turns()
        logits = np.where(batch.legal() == 1, rows @ policy, -np.inf)
        tried, worth = look_ahead(batch, logits, value, rng)
        best = tried[np.arange(GAMES), worth.argmax(axis=1)]
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        target = -chances / chances.sum(axis=1, keepdims=True)
        target[np.arange(GAMES), best] += 1
        policy += RATE * rows.T @ target / GAMES
        for i in range(GAMES):
            paths[i].append((rows[i], int(seats[i])))
        rewards, ended = batch.step(best)
        for i in np.flatnonzero(ended):
            seen = np.array([row for row, _ in paths[i]])
            results = rewards[i][[seat for _, seat in paths[i]]]
            value += RATE * (results - np.tanh(seen @ value)) @ seen / len(seen)
            paths[i] = []
        if step % 100 == 99 or step == steps - 1:
            print(f"step {step + 1}: the best move tried is worth {worth.max(axis=1).mean():+.3f}", flush=True)


if __name__ == "__main__":
    main()
