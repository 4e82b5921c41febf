"""Drawings: well-formed, complete, clickable, the same in every theme; a rasteriser reads them."""

import re
import struct
import xml.etree.ElementTree as ET
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import azulejos
from azulejos import draw
from azulejos.draw import svg
from azulejos.draw.tokens import tokens
from azulejos.games import Position
from azulejos.rules import tiles
from azulejos.words import LANGUAGES, Words
from tests.rules.test_every_game import random_game
from tests.test_cli import run

NAMES = ["Ann", "Bob", "Cleo & <Dan>", "Eve"]
BUTTONS = {"pass", "stop"}  # moves that are about nothing on the table
LARGEST_TABLE = 110_000  # bytes
LARGEST_PAGE = 105_000  # what a page shows of a table: symbols, the own board, the others small, everything else


def moments(variant: dict[str, Any]) -> list[Position]:
    """Some positions of a random game, the rare questions among them, and its end."""
    return _moments(tuple(variant.items()))


@cache
def _moments(variant: tuple[tuple[str, Any], ...]) -> list[Position]:
    seen = random_game(dict(variant), 7)
    asked = {position.asks: position for position in seen}
    return [*seen[:: len(seen) // 5], *asked.values()]


def parts_of(position: Position, language: str = "en") -> draw.Parts:
    return draw.parts(position, Words(language))


def clickable(parts: draw.Parts) -> list[str]:
    return [str(part) for part in (parts.offer, *parts.hands, parts.supply, parts.choices)]


def page_of(position: Position) -> str:
    """What a page holds of a table, seen from seat 0."""
    parts = parts_of(position)
    shown = [parts.boards[0], *parts.small_boards[1:], parts.stock, parts.status]
    return draw.sheet(position.game, position) + "".join([*map(str, clickable(parts)), *map(str, shown)])


def found(name: str, *drawings: object) -> set[str]:
    return {value for drawing in drawings for value in re.findall(f'data-{name}="([^"]*)"', str(drawing))}


def drawn_pieces(*drawings: object) -> Counter[int]:
    keys = [key for drawing in drawings for key in re.findall(r'data-key="k(\d+)-', str(drawing))]
    return Counter(map(int, keys))


def of_heap(heap: object) -> Counter[int]:
    return Counter({kind: n for kind in range(tiles.KINDS) if (n := int(tiles.count(heap, kind)))})


def test_drawings_are_well_formed_without_style_and_with_ids_in_the_sheet_alone(variant: dict[str, Any]) -> None:
    for position in moments(variant):
        sheet, parts = draw.sheet(position.game, position), parts_of(position)
        drawings = [*clickable(parts), *parts.boards, *parts.small_boards, *parts.flat_boards]
        drawings += [parts.offer_rows, parts.stock, parts.status]
        for drawing in filter(None, map(str, [sheet, *drawings])):
            ET.fromstring(drawing)  # noqa: S314  # our own
            assert "style" not in drawing
            assert drawing is sheet or ' id="' not in drawing


def test_a_board_that_was_drawn_before_is_as_it_would_be_drawn_anew(variant: dict[str, Any]) -> None:
    game = random_game(variant, 8)[:60]
    boards = [[str(board) for board in (*parts_of(p).boards, *parts_of(p).small_boards)] for p in game]
    for position, remembered in zip(game, boards, strict=True):
        svg.forget()
        parts = parts_of(position)
        assert remembered == [str(board) for board in (*parts.boards, *parts.small_boards)]


def test_every_reference_and_every_colour_is_there_once(variant: dict[str, Any]) -> None:
    for position in moments(variant)[-3:]:
        page = page_of(position) + "".join(map(str, [parts_of(position).offer_rows, *parts_of(position).boards]))
        ids = re.findall(r' id="([^"]+)"', page)
        assert len(ids) == len(set(ids))
        assert {*re.findall(r'href="#([^"]+)"', page), *re.findall(r"url\(#([^)]+)\)", page)} <= set(ids)
        assert set(re.findall(r"var\(--([^)]+)\)", page)) <= tokens("light").keys() == tokens("dark").keys()


def test_every_legal_move_can_be_clicked(variant: dict[str, Any]) -> None:
    for position in moments(variant):
        parts = parts_of(position)
        for offered in (parts.offer, parts.offer_rows) if position.turn is not None else ():
            sources = clickable(parts._replace(offers=[offered]))
            board = parts.boards[position.turn or 0]
            whats, moves = found("what", *sources) | found("with", *sources), found("move", *sources, board)
            for move in map(str, position.legal_moves):
                what, _, where = move.partition(" > ")
                if where:
                    assert re.sub(r"\+\d$", "", what) in whats
                    assert where in found("where", board)
                else:
                    assert what in whats | moves | BUTTONS


def test_what_is_drawn_is_what_lies_there(variant: dict[str, Any]) -> None:
    seen = moments(variant)
    first = parts_of(seen[0])
    whole = of_heap(seen[0].state.bag) + drawn_pieces(first.offer, first.supply, first.status)
    for position in seen:
        state, parts = position.state, parts_of(position)
        hidden = [state.bag, getattr(state, "lid", 0), getattr(state, "tower", 0), getattr(state, "hand", 0)]
        unseen = sum((of_heap(heap) for heap in hidden), Counter[int]())
        flat = parts.flat_boards or parts.boards
        for offer, boards in ((parts.offer, parts.boards), (parts.offer_rows, parts.small_boards), (parts.offer, flat)):
            assert drawn_pieces(offer, *boards, *parts.hands, parts.supply, parts.status) + unseen == whole


def test_a_board_has_its_printed_numbers(variant: dict[str, Any]) -> None:
    numbers = Counter("".join(re.findall(r">(\d+)</text>", str(parts_of(moments(variant)[0]).boards[0]))))
    if variant["game"] == "pavilion":
        assert numbers >= Counter({"1": 7, "2": 7, "3": 7}) or variant["side"] == "mono"
        assert variant["side"] == "coloured" or numbers >= Counter({"3": 12, "4": 6})


def test_a_picture_has_concrete_colours_and_a_page_is_small(variant: dict[str, Any]) -> None:
    position = moments(variant)[-1]
    for theme in draw.THEMES:
        picture = draw.table(position, Words(), NAMES[: position.players], theme=theme)
        ET.fromstring(picture)  # noqa: S314  # our own
        assert "var(" not in picture
        assert len(picture.encode()) < LARGEST_TABLE
    assert len(page_of(position).encode()) < LARGEST_PAGE


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_speak_the_language(language: str) -> None:
    labels = found("label", parts_of(azulejos.start("azul", seed=1), language).offer)
    word = {"en": "factory", "fr": "fabrique", "nl": "fabrieksschijf"}[language]
    assert labels
    assert all(word in label for label in labels)


@pytest.mark.parametrize("width", [360, 2560])
def test_a_png_is_as_wide_as_asked(width: int) -> None:
    position = azulejos.start("sintra", players=4, seed=1)
    content = draw.png(draw.table(position, Words(), NAMES, width=width), width)
    assert content.startswith(b"\x89PNG")
    assert struct.unpack(">I", content[16:20]) == (width,)


def test_the_command_draws_the_same_picture_as_svg_and_png(tmp_path: Path) -> None:
    text = azulejos.start("pavilion", seed=1).text
    shown = run("show", text, "--svg", "-", "--width", "400", "--theme", "dark")
    run("show", text, "--png", str(tmp_path / "p.png"), "--width", "400", "--theme", "dark")
    assert (tmp_path / "p.png").read_bytes() == draw.png(shown, 400)


def test_a_theme_that_is_none_and_a_file_that_cannot_be_written_are_named(tmp_path: Path) -> None:
    text = azulejos.start("azul", seed=1).text
    assert "--theme must be light or dark" in run("show", text, "--svg", "-", "--theme", "blue", code=2)
    assert "cannot be written" in run("show", text, "--svg", str(tmp_path / "no" / "p.svg"), code=1)
