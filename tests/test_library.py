"""The library as its users meet it."""

import re
from pathlib import Path
from typing import Any

import pytest

import azulejos
from azulejos import IllegalMove, InvalidOption

README = Path(__file__).parents[1] / "README.md"


def test_the_examples_of_the_readme_run(capsys: pytest.CaptureFixture[str]) -> None:
    for example in re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL):
        exec(example, {})  # noqa: S102  our own README
    printed = capsys.readouterr().out
    assert printed.startswith("F1 yellow > 1\nF1 yellow > 2\nF1 yellow > 3\n")
    assert "[0, 0] 0 False" in printed


def test_the_first_position_asks_the_starter_to_draft() -> None:
    position = azulejos.start(seed=7)
    assert (position.game, position.players, position.round, position.asks) == ("azul", 2, 1, "draft")
    assert position.turn == int(position.state.starter)
    assert position.options == {"players": "2"}
    assert position.ending is None


def test_a_fixed_starter_starts() -> None:
    assert [azulejos.start(players=4, starter=seat, seed=1).turn for seat in range(4)] == [0, 1, 2, 3]


def test_without_a_seed_games_differ() -> None:
    assert len({azulejos.start().key for _ in range(5)}) == 5


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"game": "chess"}, "there is no game 'chess'; the games are azul, pavilion, sintra"),
        ({"players": 5}, "players must be a number from 2 to 4, not 5"),
        ({"players": 2.0}, "players must be a number from 2 to 4, not 2.0"),
        ({"wall": "grey"}, "wall must be coloured or gray, not 'grey'"),
        ({"jokers": "perhaps"}, "jokers must be yes or no (True or False), not 'perhaps'"),
        ({"starter": 2}, "starter must be a number from 0 to 1, not 2"),
        ({"max_rounds": 0}, "max_rounds must be a number from 1 to 9999, not 0"),
        ({"colour": "red"}, "Azul has no option 'colour'"),
        ({"seed": -1}, "a seed is a whole number from 0 to 18446744073709551615, not -1"),
        ({"seed": "7"}, "a seed is a whole number from 0 to 18446744073709551615, not '7'"),
    ],
)
def test_a_wrong_option_is_named(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(InvalidOption, match=re.escape(reason)):
        azulejos.start(**options)


def test_a_copy_stops_where_a_draw_is_due() -> None:
    position = azulejos.start(max_rounds=2, seed=3).copy()
    while position.asks == "draft":
        position.push(position.legal_moves[0])
    assert (position.asks, position.turn, position.legal_moves, position.round) == ("deal", None, [], 2)
    with pytest.raises(IllegalMove, match="a draw is due"):
        position.push("C red > 1")
    before = position.key
    position.deal()
    assert position.asks == "draft"
    with pytest.raises(IllegalMove, match="no draw is due"):
        position.deal()
    position.pop()
    assert position.key == before


def test_a_copy_lives_on_its_own() -> None:
    position = azulejos.start(seed=3)
    twin = position.copy()
    twin.push(twin.legal_moves[0])
    assert twin != position
    position.push(position.legal_moves[0])
    assert twin == position


def test_a_game_over_takes_no_move() -> None:
    position = azulejos.start(max_rounds=1, seed=3)
    while not position.is_over:
        position.push(position.legal_moves[-1])
    assert (position.ending, position.asks, position.turn) == ("rounds", None, None)
    with pytest.raises(IllegalMove, match="the game is over"):
        position.push("C red > 1")


def test_only_what_can_be_drawn_is_drawn() -> None:
    position = azulejos.start(seed=3).beginning()
    assert position.chances == {0: 1, 1: 1}
    with pytest.raises(IllegalMove, match="2 cannot be drawn now"):
        position.draw(2)
    position.draw(1)
    assert position.chances == dict.fromkeys(range(5), 20)


def test_pop_restores_the_stream_too() -> None:
    position = azulejos.start(max_rounds=3, seed=3)
    before, last = position.key, position.legal_moves[0]
    while position.round == 1:
        before, last = position.key, position.legal_moves[0]
        position.push(last)
    dealt = position.key
    position.pop()
    assert position.key == before
    position.push(last)
    assert position.key == dealt


def test_equality_counts_the_options() -> None:
    assert azulejos.start(seed=1, starter=0) != azulejos.start(seed=1, starter=0, max_rounds=5)
    assert azulejos.start(seed=1) != "azul"
    with pytest.raises(TypeError, match="unhashable"):
        hash(azulejos.start(seed=1))


def test_a_drawn_position_shows_what_lies_there() -> None:
    text = str(azulejos.read(azulejos.start(seed=7).text))
    assert "F1 YRKK" in text
    assert "seat 1: 0 points, floor -" in text
