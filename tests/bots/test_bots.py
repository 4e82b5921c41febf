"""What every bot of the house must do, in every game."""

import time
from typing import Any

import pytest

import azulejos
from azulejos import chance
from azulejos.bots import Budget
from azulejos.bots.hint import hint, told
from azulejos.bots.registry import bot_named
from azulejos.games import Position
from azulejos.notation import InvalidOption
from azulejos.words import LANGUAGES, Words

NAMES = ["random", "greedy", "uct", "search", "search:1", "search:4", "search:7"]
SMALL = Budget(nodes=200)


def some_way_into(variant: dict[str, Any], moves: int, seed: int = 7) -> Position:
    """A position of a game between quick players."""
    position = azulejos.start(**variant, seed=seed)
    bot = bot_named("search:2", seed)
    for _ in range(moves):
        if position.turn is not None:
            position.push(bot.think(position.copy(), SMALL).move)
    return position


@pytest.mark.parametrize("name", NAMES)
def test_every_bot_plays_every_game_by_the_rules(variant: dict[str, Any], name: str) -> None:
    position = some_way_into(variant, 9)
    bot = bot_named(name, seed=1)
    for _ in range(4):
        if position.turn is not None:
            position.push(bot.think(position.copy(), SMALL).move)  # push raises where a move is not legal
    bot.close()


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_does_not_know_the_tiles_that_will_come(name: str) -> None:
    here, there = (azulejos.read(some_way_into({"game": "azul"}, 6).text) for _ in range(2))
    for position, seed in ((here, 1), (there, 2)):
        position._stream = chance.new_stream(seed)  # the tiles to come differ, all that can be seen is alike
    first, second = (bot_named(name, seed=3).think(position, SMALL) for position in (here, there))
    assert (first.move, first.expected, first.line) == (second.move, second.expected, second.line)


def test_thinking_changes_nothing(variant: dict[str, Any]) -> None:
    position = some_way_into(variant, 5)
    before = position.key
    bot_named("search").think(position, SMALL)
    assert position.key == before


def test_what_a_search_expects_begins_with_its_move(variant: dict[str, Any]) -> None:
    position = some_way_into(variant, 12)
    thought = bot_named("search").think(position.copy(), Budget(nodes=2000))
    assert thought.line[0] == thought.move
    assert len(thought.expected) == position.players
    for code in thought.line:
        position.push(code)


def test_fixed_nodes_give_the_same_move_whatever_was_thought_before(variant: dict[str, Any]) -> None:
    position = some_way_into(variant, 8)
    used = bot_named("search")
    used.think(some_way_into(variant, 3), Budget(nodes=3000))
    first, second = (bot.think(position.copy(), Budget(nodes=1000)) for bot in (used, bot_named("search")))
    assert (first.move, first.line, first.nodes) == (second.move, second.line, second.nodes)


@pytest.mark.parametrize("ms", [30, 100])
def test_a_search_ends_with_its_time(ms: int) -> None:
    position = azulejos.start("azul", players=4, seed=1)
    bot = bot_named("search")
    bot.begin(position.copy())
    over = []
    for _ in range(7):
        began = time.perf_counter()
        bot.think(position.copy(), Budget(ms=ms))
        over.append(1000 * (time.perf_counter() - began) - ms)
    assert min(over) > -5  # it uses what it has
    assert min(over) < 20  # a busy machine may wake it late now and then


def test_no_move_is_left_unseen_for_want_of_nodes() -> None:
    position = some_way_into({"game": "pavilion"}, 30)
    assert bot_named("search").think(position.copy(), Budget(nodes=1)).nodes > len(position.legal_codes)


def test_threads_search_together_and_end() -> None:
    position = azulejos.start("azul", seed=1)
    alone, together = (
        bot_named("search").think(position.copy(), Budget(nodes=20_000, threads=threads)) for threads in (1, 3)
    )
    assert together.nodes > alone.nodes
    position.push(together.move)


def test_a_round_that_is_nearly_over_is_seen_to_its_end() -> None:
    position = azulejos.read(
        "azul players=2 | round=1 phase=draft turn=0 starts=1 marker=0 F1=- F2=- F3=- F4=- F5=BYYK C=RW"
        " bag=16B16Y18R18K12W lid=3B2Y1R1K7W | score=0 lines=-/-/-/-/- wall=...../...../...../...../..... floor=1"
        " | score=0 lines=-/-/-/-/- wall=...../...../...../...../..... floor=-"
    )
    thought = bot_named("search").think(position, Budget(nodes=100_000))
    assert thought.complete
    assert thought.nodes < 100_000


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("deep blue", "there is no bot 'deep blue'"),
        ("search:9", "the levels are search:1 to search:8, not search:9"),
        ("search:", "the levels are search:1 to search:8"),
        ("search@0ms", "ms must be a number above 0"),
        ("cmd:", "needs the command of an engine"),
        ("cmd:'", "No closing quotation"),
    ],
)
def test_a_name_that_means_no_bot_is_refused(name: str, sentence: str) -> None:
    with pytest.raises(InvalidOption, match=sentence):
        bot_named(name)


def test_a_bot_may_have_a_budget_of_its_own() -> None:
    position = azulejos.start("azul", seed=1)
    assert bot_named("search@500nodes").think(position.copy(), Budget(nodes=5000)).nodes < 600
    assert bot_named("uct@64nodes").think(position.copy(), Budget(ms=1)).nodes == 64


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["azul", "pavilion", "sintra"])
def test_a_hint_names_a_move_and_compares_it_with_another(game: str, language: str) -> None:
    position = some_way_into({"game": game}, 4)
    found = hint(position, Budget(nodes=4000))
    assert found.instead is not None
    assert found.instead.move != found.best.move
    sentences = told(found, position, Words(language), ["Ann", "Bob"])
    assert str(position.move(found.best.move)) in sentences[0]
    assert "Ann" in sentences[1]
    assert len(sentences) >= 3


def test_a_hint_where_only_one_move_is_left_has_nothing_to_compare() -> None:
    position, bot = azulejos.start("azul", seed=1), bot_named("random", 1)
    while len(position.legal_codes) != 1:
        position.push(bot.think(position.copy(), SMALL).move)
    assert hint(position, SMALL).instead is None
