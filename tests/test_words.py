"""What people read: complete and well formed in every language."""

import re
from io import BytesIO
from typing import Any

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import azulejos
from azulejos.rules.sintra_box import PALETTE
from azulejos.words import LANGUAGES, LOCALE, AzulWords, SintraWords, Words
from tests.conftest import name_of
from tools.words import catalogue_of_the_code

TRANSLATED = [language for language in LANGUAGES if language != "en"]


def catalogue(language: str) -> Any:
    with (LOCALE / language / "LC_MESSAGES" / "azulejos.po").open("rb") as file:
        return read_po(file, locale=language)


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated_and_nothing_else(language: str) -> None:
    wanted = {str(message.id) for message in catalogue_of_the_code() if message.id}
    there = {str(message.id): message for message in catalogue(language) if message.id}
    assert set(there) == wanted
    assert [name for name, message in there.items() if not message.string or message.fuzzy] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_keep_the_places_for_names_and_numbers(language: str) -> None:
    for message in catalogue(language):
        if message.id:
            ids = message.id if isinstance(message.id, tuple) else (message.id,)
            strings = message.string if isinstance(message.string, tuple) else (message.string,)
            for string in strings:
                assert set(re.findall(r"{\w+}", string)) == set(re.findall(r"{\w+}", ids[-1])), ids


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_compiled_catalogue_is_that_of_the_translation(language: str) -> None:
    compiled = BytesIO()
    write_mo(compiled, catalogue(language))
    assert (LOCALE / language / "LC_MESSAGES" / "azulejos.mo").read_bytes() == compiled.getvalue()


@pytest.mark.parametrize(
    ("language", "colours", "floor", "marker"),
    [
        ("en", "blue yellow red black white joker", "floor line", "starting player marker"),
        ("fr", "bleu jaune rouge noir blanc joker", "ligne Plancher", "marqueur de premier joueur"),
        ("nl", "blauw geel rood zwart wit joker", "vloerlijn", "startspelerfiche"),
    ],
)
def test_the_nouns_are_those_of_the_rulebooks(language: str, colours: str, floor: str, marker: str) -> None:
    about = AzulWords(Words(language))
    assert " ".join(about.kinds) == colours
    assert (about.floor, about.marker) == (floor, marker)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "red and jokers from factory 3 to pattern line 2"),
        ("fr", "rouge et jokers de la fabrique 3 vers la ligne Motif 2"),
        ("nl", "rood en jokers van fabrieksschijf 3 naar patroonlijn 2"),
    ],
)
def test_a_move_is_a_phrase(language: str, text: str) -> None:
    position = azulejos.start(seed=1, jokers=True)
    assert Words(language).of(position).move(position.move("F3 red+joker > 2")) == text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "played",
    [
        {"game": "azul", "wall": "gray", "jokers": True, "max_rounds": 4},
        {"game": "pavilion"},
        {"game": "pavilion", "side": "mono"},
        {"game": "sintra", "side": "A"},
        {"game": "sintra", "side": "B"},
    ],
    ids=name_of,
)
def test_every_question_ending_and_objection_has_words(language: str, played: dict[str, Any]) -> None:
    words = Words(language)
    position = azulejos.start(seed=1, **played)
    about = words.of(position)
    while not position.is_over:
        assert about.question(position)
        assert all(about.move(move) for move in position.legal_moves)
        position.push(position.legal_moves[len(position.legal_moves) // 2])
    assert about.variant(position)
    assert about.legend()
    assert about.winners(position, ["Ann", "Bob"])
    for ending in range(1, len(position.rules.ENDINGS)):
        position.state.ending = ending
        assert about.ending(position)
    assert set(about.breakdown_names()) == {what for what, _, _ in position.rules.breakdown(position.state, 0)}
    assert about.objection(position, 0)


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="the languages are en, fr, nl, not 'de'"):
        Words("de")


def test_every_colour_of_a_box_has_a_shape_of_its_own() -> None:
    for language in LANGUAGES:
        about = SintraWords(Words(language))
        assert len(set(about.palette_shapes)) == len(set(about.palette)) == len(PALETTE)
    about = SintraWords(Words("nl"))
    assert about.kinds == ("blauw", "groen", "oranje", "roze", "geel")
    assert about.shapes == ("golven", "blad", "zon", "bloem", "raster")


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "orange from factory 3 to strip 6"), ("fr", "orange de la fabrique 3 vers la planche 6")],
)
def test_a_move_of_sintra_is_a_phrase(language: str, text: str) -> None:
    position = azulejos.start("sintra", seed=1)
    assert Words(language).of(position).move(position.move("F3 orange > 6")) == text


def test_points_below_zero_are_counted_like_others() -> None:
    assert [Words("fr").points(n) for n in (-20, -1, 0, 2)] == ["−20 points", "−1 point", "0 point", "2 points"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "2 white from the centre of the table to the floor line"),
        ("fr", "2 blanches du centre de la table vers la ligne Plancher"),
        ("nl", "2 witte uit het midden van de tafel naar de vloerlijn"),
    ],
)
def test_a_number_and_its_colour_agree(language: str, text: str) -> None:
    position = azulejos.start(seed=1)
    assert Words(language).of(position).move(position.move("C white > floor"), 2) == text
