"""What a learner sees: every index is documented, within its bounds, and says what lies on the table."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from azulejos.batch import Batch
from azulejos.games import Position
from azulejos.observations import Layout, Row, module_of, owners

ROOT = Path(__file__).parents[1]


def seen_in_play(variant: dict[str, Any], games: int = 12) -> tuple[Batch, list[Position], Row]:
    """Positions of random games at all stages, and the rows of the seats on turn."""
    batch = Batch(n=games, **variant, seed=3)
    positions: list[Position] = []
    rows: list[Row] = []
    while not batch.over().all():
        batch.step(batch.random_moves(), only=~batch.over())
        positions += [batch.position(i) for i in range(games)][:: 1 + len(positions) // 200]
        rows += list(batch.observe())[:: 1 + len(rows) // 200]
    return batch, positions, np.array(rows)


def test_every_number_is_within_its_bounds(variant: dict[str, Any]) -> None:
    batch = Batch(n=64, **variant, seed=1, restart=True)
    low, high = batch.layout.low, batch.layout.high
    for _ in range(150):
        rows = batch.observe()
        assert (low <= rows).all()
        assert (rows <= high).all()
        assert rows.dtype == np.int16
        batch.step(batch.random_moves())
    batch.playout()
    assert (low <= batch.observe()).all()
    assert (batch.observe() <= high).all()


def test_the_kernel_writes_exactly_the_documented_row(variant: dict[str, Any]) -> None:
    batch, positions, _ = seen_in_play(variant, games=2)
    for position in positions:
        out = np.full(batch.layout.size + 1, 99, np.int16)
        written = module_of(position.game).observe(position.state, 0, out[:-1])
        assert written == batch.layout.size
        assert out[-1] == 99


def test_a_choice_is_one_of_its_numbers_or_none(variant: dict[str, Any]) -> None:
    batch, _, rows = seen_in_play(variant)
    for span in batch.layout:
        if span.field.name in ("phase", "turn", "round") and span.field.high == 1:
            assert (batch.layout.part(rows, span.field.name).sum(axis=-1) <= 1).all()


def test_one_looks_from_ones_own_seat(variant: dict[str, Any]) -> None:
    batch, positions, rows = seen_in_play(variant, games=2)
    names = owners(batch.players)
    for position, row in zip(positions, rows, strict=True):
        seat = position.turn or 0
        scores = [int(batch.layout.part(row, f"{name}.score")[0]) for name in names]
        assert scores == position.scores[seat:] + position.scores[:seat]
        turn = batch.layout.part(row, "turn").tolist()
        assert turn == [int(position.turn is not None)] + [0] * (batch.players - 1)


def test_from_another_seat_the_players_come_in_another_order(variant: dict[str, Any]) -> None:
    batch = Batch(n=4, **variant, seed=3)
    batch.random_walk(30)
    first, second = batch.observe(seat=0), batch.observe(seat=1)
    table = next(span.start for span in batch.layout if span.field.name.startswith("own."))
    board = (batch.layout.size - table) // batch.players
    assert (np.roll(first[:, table:], -board, axis=1) == second[:, table:]).all()


def kinds_on(rows: Row, layout: Layout, names: list[str]) -> npt.NDArray[np.int64]:
    """The tiles of each kind in some fields, whose last axis is the kind."""
    parts = [layout.part(rows, name) for name in names]
    each = [part.reshape(len(rows), -1, part.shape[-1]).sum(axis=1) for part in parts]
    return np.array(each, np.int64).sum(axis=0)


def test_the_tiles_that_one_sees_add_up(variant: dict[str, Any]) -> None:
    batch, _, rows = seen_in_play(variant)
    there = {span.field.name for span in batch.layout}
    names = [name for name in TABLE if name in there]
    names += [f"{owner}.{name}" for owner in owners(batch.players) for name in BOARDS if f"{owner}.{name}" in there]
    printed = [name for name in names if has_printed_colours(variant, name)]
    found = kinds_on(rows, batch.layout, [name for name in names if name not in printed])
    for name in printed:
        found += tiles_by_print(variant["game"], batch.layout.part(rows, name))
    assert (found == tiles_in_game(variant)).all()


TABLE = ("sources", "bag", "lid", "tower", "supply", "hand", "indicator")
BOARDS = ("lines", "wall", "floor", "hand", "corners", "centre_star", "stars", "panes", "windows")


def tiles_in_game(variant: dict[str, Any]) -> list[int]:
    if variant["game"] == "pavilion":
        return [22] * 6
    if not variant.get("jokers"):
        return [20] * 5
    return [19] * 5 + [5] if variant["players"] == 2 else [18] * 5 + [10]


def has_printed_colours(variant: dict[str, Any], name: str) -> bool:
    """Where a row says only that a tile is there, since its colour is printed."""
    if name.endswith(".wall"):
        return variant["wall"] == "coloured" and not variant["jokers"]
    return name.endswith(".stars") and variant["side"] == "coloured"


def tiles_by_print(game: str, part: Row) -> npt.NDArray[np.int64]:
    if game == "pavilion":  # outer stars 1 to 6 are purple, orange, red, blue, yellow, green
        return part.sum(axis=-1)[:, [0, 5, 1, 4, 3, 2]]
    found = np.zeros((len(part), 5), np.int64)
    for row in range(5):
        for column in range(5):  # row r shows colour c in column (c + r) mod 5
            found[:, (column - row) % 5] += part[:, row, column]
    return found


def test_the_documented_indices_are_those_of_the_code() -> None:
    """`make observations` writes them anew."""
    made = subprocess.run(
        [sys.executable, "tools/observations.py", "--print"], cwd=ROOT, check=True, capture_output=True
    )
    assert (ROOT / "docs" / "observations.md").read_bytes() == made.stdout
