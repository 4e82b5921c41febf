"""The position in sentences: nothing is left out, nothing is told twice, and every word is in the reader's language."""

import re
from collections import Counter
from typing import Any

import pytest

import azulejos
from azulejos import telling
from azulejos.games import Position
from azulejos.words import LANGUAGES, Words
from tests.conftest import name_of
from tests.test_cli import run
from tests.test_draw import moments

NAMES = ["Ann", "Bob", "Cleo", "Eve"]
NOT_LYING_THERE = re.compile(r"; (needs|on the back|takes|free:) .*")
COLOURS = "blue|yellow|red|black|white|joker|purple|green|orange|pink"


def told(position: Position, language: str = "en") -> str:
    return telling.plain(telling.sections(position, Words(language), NAMES[: position.players]))


def pieces_told(position: Position) -> Counter[str]:
    """The pieces of each colour that a listener would count."""
    text = "\n".join(NOT_LYING_THERE.sub("", line) for line in told(position).splitlines())
    counted: Counter[str] = Counter()
    for number, colour in re.findall(rf"(\d+) ({COLOURS})", text):
        counted[colour] += int(number)
    counted.update(re.findall(rf"({COLOURS}) (?:in column|on|above|below)\b", text))
    for shown in re.findall(r"^ *(?:Colour of the round|Round indicator): (.*)$", text, re.MULTILINE):
        counted.update(re.findall(COLOURS, shown))
    return counted


def test_every_piece_is_told_once(variant: dict[str, Any]) -> None:
    box = {"azul": 100, "pavilion": 132, "sintra": 100}[variant["game"]]
    counts = [pieces_told(position) for position in moments(variant)]
    assert all(count == counts[0] for count in counts)
    assert counts[0].total() == box


def test_the_marker_is_told_once(variant: dict[str, Any]) -> None:
    for position in moments(variant):
        lies_somewhere = 1 if position.state.marker < 0 or variant["game"] != "azul" else 2  # on the floor line, too
        assert 1 <= told(position).lower().count("starting player marker") <= lies_somewhere


class Marked(Words):
    """Brackets around whatever came through the catalogue."""

    def __init__(self) -> None:
        super().__init__()
        self.text = self._marked
        self.plural = self._marked

    @staticmethod
    def _marked(message: str, *_: Any) -> str:
        return f"[{message}]"


def test_every_word_is_translated(variant: dict[str, Any]) -> None:
    for position in moments(variant):
        text = telling.plain(telling.sections(position, Marked(), ["1", "2", "3", "4"][: position.players]))
        while "[" in text:
            text = re.sub(r"\[[^\[\]]*\]", "", text)
        assert re.findall(r"[^\W\d_]+", text) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_place_for_a_name_or_a_number_stays_open(language: str, variant: dict[str, Any]) -> None:
    for position in moments(variant):
        assert re.findall(r"[{}]|None|\bnan\b", told(position, language)) == []


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Line 3: 2 blue, 1 free"),
        ("fr", "Ligne 3 : 2 bleues, 1 libre"),
        ("nl", "Lijn 3: 2 blauwe, 1 vrij"),
    ],
)
def test_a_pattern_line_is_told_as_a_player_would(language: str, line: str) -> None:
    position = azulejos.start(seed=1)
    board = position.state.players[0]
    board.line_colour[2], board.line_count[2] = 0, 2
    assert f"    {line}\n" in told(position, language)


@pytest.mark.parametrize(
    "played",
    [{"game": "azul"}, {"game": "pavilion", "side": "mono"}, {"game": "sintra", "side": "B"}],
    ids=name_of,
)
def test_the_command_tells_the_same(played: dict[str, Any]) -> None:
    position = azulejos.start(seed=1, **played)
    names = ["Joueur 1", "Joueur 2"]
    expected = telling.plain(telling.sections(position, Words("fr"), names))
    assert run("show", position.text, "--words", "--lang", "fr") == f"{expected}\n"


def test_a_star_says_what_it_is_worth_and_a_window_what_surrounds_it() -> None:
    position = azulejos.start("pavilion", seed=1)
    board = position.state.players[0]
    board.stars[2] = (2, 2, 2, 2, 2, -1)
    position.rules.recompute(position.state)
    text = told(position)
    assert "Orange star (2), 17 points: orange on 1, orange on 2" in text
    assert "Window, 3 tiles: 1 more needed: orange star, space 6" in text
