"""The examples run."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def output_of(*arguments: str) -> str:
    command = [sys.executable, "-W", "error", *arguments]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def test_dqn_on_pettingzoo() -> None:
    assert "game 3: {'player_0'" in output_of("examples/dqn_pettingzoo.py", "--games", "3")


def test_alphazero_on_batches() -> None:
    assert "step 90: the best move" in output_of("examples/alphazero_batch.py", "--steps", "90")


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")
def test_torch_without_copies() -> None:
    assert "games that ended" in output_of("examples/torch_without_copies.py")


def test_the_guide_for_research_runs() -> None:
    """Every block of Python in it, one after another."""
    pytest.importorskip("pyspiel")
    text = (ROOT / "docs" / "research.md").read_text(encoding="utf-8")
    blocks = [part.partition("```")[0] for part in text.split("```python\n")[1:]]
    assert len(blocks) == 4
    subprocess.run([sys.executable, "-c", "\n".join(blocks)], cwd=ROOT, check=True)
