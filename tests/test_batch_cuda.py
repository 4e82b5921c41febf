"""The same games on a GPU, bit for bit; without one, under Numba's simulator of CUDA, with few games."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from numba import cuda

ROOT = Path(__file__).parents[1]

COMPARE = """
import sys
import numpy as np
import pytest
from azulejos import IllegalMove
from azulejos.batch import Batch, Step
from tests.conftest import variants

def same(mine, other):
    return (mine == other.copy_to_host()).all()

def compare(variant, n, walk):
    here, there = (Batch(n=n, seed=7, restart=True, device=device, **variant) for device in ("cpu", "cuda"))
    for _ in range(2):
        assert same(here.legal(), there.legal())
        assert same(here.observe(), there.observe())
        assert same(here.observe(1), there.observe(1))
        assert same(here.turns(), there.turns())
        codes, theirs = here.random_moves(), there.random_moves()
        assert same(codes, theirs)
        mine, other = here.step(codes), there.step(theirs)
        assert same(mine.rewards, other.rewards)
        assert same(mine.ended, other.ended)
    with pytest.raises(IllegalMove, match="game 1: "):
        there.step([int(here.legal()[0].argmax())] + [-1] * (n - 1))
    assert same(here.random_walk(walk), there.random_walk(walk))
    here.random_until(0), there.random_until(0)
    assert same(here.playout(), there.playout())
    assert same(here.scores(), there.scores())
    assert same(here.rewards(), there.rewards())
    assert (here.states == there.states.copy_to_host()).all()
    assert here.position(1).text == there.position(1).text
    there.restart(there.over())
    assert there.take([1], seed=3).position(0).text == there.position(1).text
    out = there.legal()
    assert there.legal(out) is out

for variant in variants()[int(sys.argv[1])::int(sys.argv[2])]:
    compare(variant, int(sys.argv[3]), int(sys.argv[4]))
"""


def compare(*arguments: int, **environment: str) -> None:
    command = [sys.executable, "-c", COMPARE, *map(str, arguments)]
    subprocess.run(command, env=os.environ | environment, cwd=ROOT, check=True)


@pytest.mark.parametrize("first", [0, 4, 8, 9])  # and every twelfth variant: each game, wall, side and player count
def test_the_simulator_plays_the_same_games(first: int) -> None:
    compare(first, 12, 2, 5, NUMBA_ENABLE_CUDASIM="1")


@pytest.mark.skipif(not cuda.is_available(), reason="there is no GPU")
def test_a_gpu_plays_the_same_games(n_games: int) -> None:
    """--games 100000 by hand."""
    compare(0, 1, n_games, 100)
