"""What all tests share: the games with their variants, and how much random play to do."""

import asyncio
import itertools
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import pytest

GAMES: dict[str, dict[str, tuple[Any, ...]]] = {
    "azul": {"wall": ("coloured", "gray"), "jokers": (False, True)},
    "pavilion": {"side": ("coloured", "mono")},
    "sintra": {"side": ("A", "B")},
}
PLAYERS = (2, 3, 4)
T = TypeVar("T")


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """In a loop and a thread of its own: the browser's tests keep a loop running in theirs."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


def variants() -> list[dict[str, Any]]:
    """Every game, variant and player count, as the arguments of `azulejos.start`."""
    return [
        {"game": game, "players": players, **dict(zip(options, values, strict=True))}
        for game, options in GAMES.items()
        for values in itertools.product(*options.values())
        for players in PLAYERS
    ]


def name_of(variant: dict[str, Any]) -> str:
    words = [
        str(value) if not isinstance(value, bool) else name for name, value in variant.items() if value is not False
    ]
    return "-".join(words)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--games", type=int, default=20, help="random games for each variant and player count")


@pytest.fixture
def n_games(request: pytest.FixtureRequest) -> int:
    return int(str(request.config.getoption("--games")))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that takes `variant` runs for every game, variant and player count."""
    if "variant" in metafunc.fixturenames:
        rows = variants()
        metafunc.parametrize("variant", rows, ids=[name_of(row) for row in rows])
