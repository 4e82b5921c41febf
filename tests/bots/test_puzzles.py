"""Positions near the end of a game, in which the best move is known because every line has been looked at."""

from pathlib import Path

import pytest

import azulejos
from azulejos.bots import Budget
from azulejos.bots.registry import bot_named
from tools.puzzles import only_good_one, outcomes

PUZZLES = [
    tuple(line.split(" => "))
    for file in sorted((Path(__file__).parent / "puzzles").glob("*.txt"))
    for line in file.read_text().splitlines()
]


@pytest.mark.parametrize("game", ["azul", "pavilion", "sintra"])
def test_there_are_enough_puzzles(game: str) -> None:
    assert sum(text.startswith(game) for text, _ in PUZZLES) >= 20


@pytest.mark.parametrize(("text", "best"), PUZZLES)
def test_the_best_move_is_found(text: str, best: str) -> None:
    position = azulejos.read(text)
    found = outcomes(position)
    assert found is not None
    assert only_good_one(found) == best
    thought = bot_named("search").think(position.copy(), Budget(nodes=100_000))
    assert str(position.move(thought.move)) == best
    assert thought.complete
