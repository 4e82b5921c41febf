"""Reading and writing: what is true reads back, what is not is refused with a sentence, and nothing crashes."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import azulejos
from azulejos import IllegalMove, InvalidNotation, InvalidRecord, chance
from tests.rules.test_every_game import random_game

FIRST = (
    "azul players=2 | round=1 phase=draft turn=1 starts=1 marker=centre F1=YRKK F2=BWWW F3=BBRW F4=YWWW F5=BYYW C=- "
    "bag=16B16Y18R18K12W lid=- | score=0 lines=-/-/-/-/- wall=...../...../...../...../..... floor=- "
    "| score=0 lines=-/-/-/-/- wall=...../...../...../...../..... floor=-"
)


def sample_positions() -> list[str]:
    """Positions of all phases, from games of several variants."""
    rows: list[str] = []
    for seed, (wall, jokers, players) in enumerate([("coloured", False, 2), ("gray", True, 2), ("coloured", True, 3)]):
        variant: dict[str, Any] = {"game": "azul", "players": players, "wall": wall, "jokers": jokers}
        seen = random_game(variant, seed)
        rows += [position.text for position in seen[::9]] + [seen[-1].text]
        rows += [position.text for position in seen if position.asks in ("split", "column")][:9]
    for seed, side in enumerate(("coloured", "mono")):
        seen = random_game({"game": "pavilion", "players": 2 + seed, "side": side}, seed)
        rows += [position.text for position in seen[::9]] + [seen[-1].text]
        rows += [position.text for position in seen if position.asks in ("bonus", "keep")][:9]
    return rows


def sample_record() -> str:
    position = azulejos.start("azul", players=2, wall="gray", jokers=True, seed=5)
    rng = chance.new_stream(5)
    while not position.is_over:
        position.push(int(position.rules.random_move(position.state, rng)))
    return azulejos.write_record(position, {"seed": "5"})


POSITIONS = sample_positions()
RECORD = sample_record()
ALPHABET = "BYRKWJFC0123456789.-/|=> \n:+?" + "azulredgstkmnopfhdc" + "²٣é\x00"


def mutated(text: str, random: Random) -> str:
    """The text with a few characters, words or lines changed, lost, doubled or swapped."""
    for _ in range(random.randint(1, 3)):
        at, to = sorted(random.randrange(len(text) + 1) for _ in range(2))
        match random.randrange(5):
            case 0:
                text = text[:at] + random.choice(ALPHABET) + text[at + 1 :]
            case 1:
                text = text[:at] + text[at + random.randint(1, 4) :]
            case 2:
                text = text[:at] + text[at : min(to, at + 30)] * 2 + text[to:]
            case 3:
                parts = re.split(r"(\s)", text)
                i, j = random.randrange(len(parts)), random.randrange(len(parts))
                parts[i], parts[j] = parts[j], parts[i]
                text = "".join(parts)
            case _:
                numbers = list(re.finditer(r"\d+", text)) or [re.match("", text)]
                found = random.choice(numbers)
                assert found is not None
                text = text[: found.start()] + str(random.choice([0, 1, 2, 7, 20, 99, 10**12])) + text[found.end() :]
    return text


# --- Positions ---


def test_the_text_of_a_position_is_as_the_guide_says() -> None:
    assert azulejos.start("azul", players=2, seed=7).text == FIRST


@settings(deadline=None, max_examples=600)
@given(random=st.randoms(use_true_random=True), index=st.integers(0, len(POSITIONS) - 1))
def test_a_changed_position_is_refused_or_can_be_played_on(random: Random, index: int) -> None:
    text = mutated(POSITIONS[index], random)
    try:
        position = azulejos.read(text)
    except InvalidNotation as error:
        assert str(error)
        return
    assert azulejos.read(position.text) == position
    for _ in range(60):
        assert position.rules.check_state(position.state) == 0
        if position.is_over:
            break
        if position.asks == "deal":
            position.deal()
        else:
            position.push(random.choice(position.legal_moves))


@settings(deadline=None, max_examples=300)
@given(st.text(max_size=120) | st.text(alphabet=ALPHABET, max_size=60).map("azul players=2 | round=1 ".__add__))
def test_any_text_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(InvalidNotation):
        azulejos.read(text)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("azul ", "chess ", "begins with the name of a game"),
        ("players=2", "players=5", "players must be a number from 2 to 4"),
        ("players=2", "players=2 players=2", "players is given twice"),
        ("players=2", "wall=pink", "wall must be coloured or gray"),
        ("F2=BWWW", "F2=BWWX", "F2: expected tiles from BYRKWJ"),
        ("F2=BWWW", "F2=WWWWB", "does not add up"),
        ("F2=BWWW ", "", "F2 is missing"),
        ("turn=1", "turn=2", "turn: expected 0 or 1"),
        ("phase=draft turn=1", "phase=over ending=row", "the game is said to be over without a reason"),
        ("16B", "17B", "a kind of tile does not add up"),
        ("16B", "99B", "more than the game has"),
        ("score=0", "score=241", "score: expected a number from 0 to 240"),
        ("lines=-/-", "lines=-/-/-", "expected five parts"),
        ("marker=centre", "marker=1", "disagree"),
        (" | score=0 lines=-/-/-/-/- wall=...../...../...../...../..... floor=- |", " |", "found 3"),
        ("round=1", "round=0", "the round is out of bounds"),
    ],
)
def test_a_wrong_position_is_refused_with_its_reason(old: str, new: str, reason: str) -> None:
    with pytest.raises(InvalidNotation, match=reason):
        azulejos.read(FIRST.replace(old, new, 1))


def test_the_positions_of_the_guide_read_back() -> None:
    guide = (Path(__file__).parents[1] / "docs" / "notation.md").read_text(encoding="utf-8")
    examples = [line for line in guide.splitlines() if re.match(r"(azul|pavilion|sintra) players=\d.*\|", line)]
    assert len(examples) == 3
    assert [azulejos.read(example).text for example in examples] == examples


# --- Moves and draws ---


@pytest.mark.parametrize("text", ["F3 red > 2", "f3 RED > 2", "F3 R 2", "  f3   r  >  2 "])
def test_a_move_may_be_written_short(text: str) -> None:
    position = azulejos.read(FIRST)
    assert str(position.move(text)) == "F3 red > 2"


@pytest.mark.parametrize(
    ("move", "error", "reason"),
    [
        ("F1 blue > 2", IllegalMove, "'F1 blue > 2' is not legal here: the source does not hold these tiles"),
        ("C red > 2", IllegalMove, "the source does not hold these tiles"),
        ("F7 red > 2", IllegalMove, "'F7 red > 2' is not a move of this game"),
        ("F1 red+joker > 2", IllegalMove, "is not a move of this game"),
        ("F1 joker+joker > 2", InvalidNotation, "jokers go with a colour"),
        ("column 2", IllegalMove, "is not a move of this game"),
        ("F1 pink > 2", InvalidNotation, "is not a move; a move reads like"),
        ("", InvalidNotation, "is not a move"),
        (180, IllegalMove, "codes run from 0 to 179"),
        (-1, IllegalMove, "codes run from 0 to 179"),
        ((1, 1), IllegalMove, "is not a move of this game"),
        ((1, 1, 0, 0, 0, 0), IllegalMove, "is not a move of this game"),
        ((1, 10**30, 0, 0, -1, -1), IllegalMove, "is not a move of this game"),
    ],
)
def test_a_wrong_move_changes_nothing_and_says_why(move: Any, error: type[Exception], reason: str) -> None:
    position = azulejos.start("azul", players=2, seed=7)
    before = position.key
    with pytest.raises(error, match=re.escape(reason)):
        position.push(move)
    assert position.key == before
    assert len([event for event in position.events if not event.is_draw]) == 0


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("F3 blue > 2", "the line is full"),
        ("F3 blue > 3", "the line holds another colour"),
        ("F1 yellow > 4", "the wall row next to the line already shows this colour"),
    ],
)
def test_what_stands_against_a_line_is_named(move: str, reason: str) -> None:
    head, board = FIRST.rsplit(" | ", 1)
    board = board.replace("lines=-/-/-/-/-", "lines=-/BB/W/-/-").replace("...../..... floor", "....Y/..... floor")
    position = azulejos.read(
        head.replace("round=1", "round=2").replace("16B16Y18R18K12W", "14B15Y18R18K11W") + " | " + board
    )
    with pytest.raises(IllegalMove, match=reason):
        position.push(move)


@settings(deadline=None, max_examples=300)
@given(st.text(max_size=20) | st.text(alphabet="FC12345 redblu>+jokerfloBYRKW", max_size=16))
def test_any_text_is_a_move_or_is_refused(text: str) -> None:
    position = azulejos.read(FIRST)
    try:
        position.push(text)
    except (InvalidNotation, IllegalMove):
        assert position.text == FIRST


def test_a_deal_may_be_given_in_part() -> None:
    position = azulejos.start("azul", players=2, seed=7).beginning()
    position.deal("start 1 F1 YRKK F2 BW")
    assert position.asks == "deal"
    assert azulejos.read(position.text) == position
    position.deal("F2 WW F3 BBRW F4 YWWW F5 BYYW")
    assert position.text == FIRST


@pytest.mark.parametrize(
    ("draws", "reason"),
    [
        ("F1 BBBB", "the starting player is drawn first"),
        ("start 2", "expected 0 or 1"),
        ("start 0 F2 BBBB", "the next tile is for F1"),
        ("start 0 F1 BBBJ", "there is no tile J in the bag"),
        ("start 0 F1 BBBBB", "the next tile is for F2"),
        ("start 0 F1", "is not a deal"),
        ("", "is not a deal"),
        ("start 0 F1 XX", "expected B or Y"),
    ],
)
def test_a_wrong_deal_changes_nothing_and_says_why(draws: str, reason: str) -> None:
    position = azulejos.start("azul", players=2, seed=7).beginning()
    before = position.key
    with pytest.raises(InvalidNotation, match=reason):
        position.deal(draws)
    assert position.key == before
    assert position.events == []


# --- Records ---


@settings(deadline=None, max_examples=400)
@given(random=st.randoms(use_true_random=True))
def test_a_changed_record_is_refused_with_its_line_or_still_true(random: Random) -> None:
    text = mutated(RECORD, random)
    try:
        record = azulejos.read_record(text)
    except InvalidRecord as error:
        assert 1 <= error.line <= text.count("\n") + 1
        assert str(error).startswith(f"line {error.line}: ")
        return
    assert azulejos.read_record(record.text).position == record.position


@settings(deadline=None, max_examples=200)
@given(st.text(max_size=200) | st.text(alphabet=ALPHABET, max_size=90).map("azulejos 1\ngame: azul\n\n".__add__))
def test_any_text_is_a_record_or_is_refused(text: str) -> None:
    try:
        azulejos.read_record(text)
    except InvalidRecord as error:
        assert error.reason


def line_of(fragment: str) -> int:
    return RECORD[: RECORD.index(fragment)].count("\n") + 1


def test_a_record_that_lies_is_refused_with_line_and_reason() -> None:
    scores = next(line for line in RECORD.splitlines() if line.startswith("scores"))
    first_move = next(line for line in RECORD.splitlines() if re.match(r"\d: ", line))
    deal = next(line for line in RECORD.splitlines() if line.startswith("deal"))
    seat = int(first_move[0])
    lies = [
        (scores, "scores: 99 99", "scores should be"),
        ("ending: row", "ending: dead", "ending should be 'row'"),
        (first_move, first_move.replace(f"{seat}:", f"{1 - seat}:", 1), f"it is the turn of seat {seat}"),
        (first_move, f"{seat}: F9 red > 2", "is not a move of this game"),
        (first_move, "red please", "expected 'deal ...' or a move"),
        (deal, deal.replace("F1", "F2", 1), "the next tile is for F1"),
        ("players: 2", "players: 9", "players must be a number"),
        ("game: azul", "game: go", "there is no game 'go'"),
        ("jokers: yes", "jokers: maybe", "jokers must be yes or no"),
        ("jokers: yes", "jokers: yes\njokers: yes", "jokers is given twice"),
    ]
    for old, new, reason in lies:
        with pytest.raises(InvalidRecord, match=re.escape(reason)) as caught:
            azulejos.read_record(RECORD.replace(old, new, 1))
        assert caught.value.line == line_of(old) + new.count("\n")


def test_tiles_that_do_not_add_up_are_refused() -> None:
    deals = [line for line in RECORD.splitlines() if line.startswith("deal")]
    five_jokers_twice = "deal F1 JJJJ F2 JJJJ F3 BBBB F4 BBBB F5 YYYY"
    with pytest.raises(InvalidRecord, match="there is no tile J in the bag"):
        azulejos.read_record(RECORD.replace(deals[1], five_jokers_twice, 1))


def test_unknown_tags_are_kept_and_comments_ignored() -> None:
    with_tags = RECORD.replace("\n\n", "\nplace: Évora, café\nx_1: a: b\n\n# a comment\n", 1)
    record = azulejos.read_record(with_tags)
    assert record.tags == {"seed": "5", "place": "Évora, café", "x_1": "a: b"}
    assert azulejos.read_record(record.text).tags == record.tags


def test_a_record_may_begin_at_a_position_and_stop_anywhere() -> None:
    position = azulejos.read(FIRST)
    position.push("F1 red > 2")
    text = azulejos.write_record(position)
    assert f"position: {FIRST}" in text
    again = azulejos.read_record(text).position
    assert again == position
    again.pop()
    assert again.text == FIRST
    with pytest.raises(InvalidRecord, match="has other options than the header says"):
        azulejos.read_record(text.replace("players: 2", "players: 2\nwall: gray"))


def test_a_half_dealt_game_has_a_record() -> None:
    position = azulejos.start("azul", players=3, seed=7).beginning()
    position.deal("start 1 F1 YRKK F2 BW")
    assert azulejos.read_record(azulejos.write_record(position)).position == position
