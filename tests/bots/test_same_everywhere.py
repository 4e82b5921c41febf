"""What the search says with fixed nodes, written down: on another machine it must say the same."""

import os
from pathlib import Path
from typing import Any

import azulejos
from azulejos.bots import Budget
from azulejos.bots.registry import bot_named
from tests.conftest import name_of

FILE = Path(__file__).parent / "thoughts.txt"


def thoughts_of(variant: dict[str, Any]) -> str:
    """The moves of a few decisions of a game, with the nodes that they took."""
    position = azulejos.start(**variant, seed=11)
    bot = bot_named("search")
    told: list[str] = []
    for _ in range(6):
        if position.turn is None:
            break
        thought = bot.think(position.copy(), Budget(nodes=800))
        told.append(f"{position.move(thought.move)} ({thought.nodes}, {thought.depth})")
        position.push(thought.move)
    return f"{name_of(variant)}: {'; '.join(told)}"


def test_the_search_thinks_the_same_on_every_machine(variant: dict[str, Any]) -> None:
    line = thoughts_of(variant)
    if os.environ.get("AZULEJOS_GOLDEN") == "write":
        kept = FILE.read_text().splitlines() if FILE.exists() else []
        others = [other for other in kept if not other.startswith(line.split(":")[0] + ":")]
        FILE.write_text("\n".join(sorted([*others, line])) + "\n")
    assert line in FILE.read_text().splitlines()
