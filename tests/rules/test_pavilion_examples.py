"""Every worked example and edge case of Summer Pavilion, and the geometry of its board.

vectors/pavilion.txt holds one JSON block a case: a position, one thing to do, what must come out. Tiles that a case
does not mention are in the bag, stars that it does not mention are empty.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from azulejos.chance import new_stream
from azulejos.rules import pavilion, tiles
from tests.rules.side_by_side import fresh

LETTERS = "PGOYBR"
HEAPS = ("hand", "centre", "tower", "supply_left", "corners")
BLOCKS = (Path(__file__).parent / "vectors" / "pavilion.txt").read_text().split("\n\n")
VECTORS: list[dict[str, Any]] = [json.loads(block) for block in BLOCKS]


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_example(vector: dict[str, Any]) -> None:
    table = Table(vector)
    op = "pass_turn" if vector["op"] == "pass" else str(vector["op"])
    found = getattr(table, op)(vector.get("do", {}))
    wanted = {name: _sorted(value) if name in HEAPS else value for name, value in vector["expect"].items()}
    assert {name: found[name] for name in wanted} == wanted


def _sorted(text: str) -> str:
    return "".join(sorted(text, key=("1" + LETTERS).index))


def _heap(text: str) -> int:
    return sum(1 << 5 * LETTERS.index(letter) for letter in text if letter != "1")


def _text(heap: int) -> str:
    return "".join(letter * (int(heap) >> 5 * kind & 31) for kind, letter in enumerate(LETTERS))


def _letters(kinds: int) -> list[str]:
    return [letter for kind, letter in enumerate(LETTERS) if kinds >> kind & 1]


def _any_tiles(number: int) -> int:
    return sum(int(tiles.tiles(kind, number // 6 + (kind < number % 6))) for kind in range(6))


class Table:
    """A position built from a vector, and what the ops do with it for seat 0."""

    def __init__(self, vector: dict[str, Any]) -> None:
        self.given = given = vector.get("given", {})
        side = "mono" if vector["game"] == "sp_mono" else "coloured"
        players = vector.get("players", 2)
        self.position = fresh({"game": "pavilion", "players": players, "side": side, "starter": 0})
        self.state = state = self.position.state
        self.board = state.players[0]
        state.phase, state.stage, state.turn = pavilion.PLACE, pavilion.TURN, 0
        state.round_number = given.get("round", 1)
        for factory, text in enumerate(given.get("factories", []), 1):
            state.sources[factory] = _heap(text)
        state.sources[0] = _heap(given.get("centre", ""))
        state.supply = _heap(given.get("supply", "PPGGOOYYBR"))
        self.board.hand = _heap(given.get("hand", ""))
        self.board.score = given.get("score", 5)
        for star, text in given.get("stars", {}).items():
            for position, letter in enumerate(text):
                self.board.stars[int(star), position] = pavilion.EMPTY if letter == "." else LETTERS.index(letter)
        pavilion.recompute(state)

    def draft(self, do: dict[str, Any]) -> dict[str, Any]:
        source = 0 if do["source"] == "C" else int(do["source"][1:])
        self.state.phase, self.state.stage = pavilion.DRAFT, pavilion.FILLING
        before = int(self.board.score)
        move = pavilion.Move(pavilion.DRAFT, source, LETTERS.index(do["pick"]))
        if not pavilion.is_legal(self.state, pavilion.encode(self.state, move)):
            return {"legal": False}
        pavilion.draft(self.state, source, move.colour)
        return {
            "legal": True,
            "hand": _text(self.board.hand),
            "centre": ("1" if self.state.marker < 0 else "") + _text(self.state.sources[0]),
            "score": self.board.score,
            "lost": before - self.board.score,
            "marker_mine": self.state.marker == 0,
            "phase1_over": bool(tiles.offer_is_over(self.state)),
        }

    def legal_picks(self, do: dict[str, Any]) -> dict[str, Any]:
        self.state.sources[1] = _heap(self.given["source"])
        return {"picks": _letters(pavilion.picks(self.state, 1))}

    def place(self, do: dict[str, Any]) -> dict[str, Any]:
        star, position = do["star"], do["pos"] - 1
        move = pavilion.Move(pavilion.PLACE, -1, LETTERS.index(do["colour"]), star, position, do["wilds"])
        assert pavilion.is_legal(self.state, pavilion.encode(self.state, move))
        before, done = int(self.board.score), self._features()
        due = pavilion.place(self.state, star, position, move.colour, do["wilds"])
        owed = pavilion.bonus_due(self.board, star, position)
        self.state.due = due
        for letter in sorted(do.get("bonus", ""), key=LETTERS.index):
            assert letter in _letters(pavilion.bonus_colours(self.state))
            pavilion.take_bonus(self.state, LETTERS.index(letter))
        cells = ("." if kind < 0 else LETTERS[kind] for kind in self.board.stars[star])
        return {
            "points": self.board.score - before,
            "score": self.board.score,
            "hand": _text(self.board.hand),
            "tower": _text(self.state.tower),
            "star": "".join(cells),
            "features": [name for name in self._features() if name not in done],
            "owed": owed,
            "must_take": due,
            "supply_left": _text(self.state.supply),
        }

    def _features(self) -> list[str]:
        filled = int(self.board.filled)
        return [name for name, spaces, _ in pavilion.FEATURES if filled & spaces == spaces]

    def placements(self, do: dict[str, Any]) -> dict[str, Any]:
        """Without the choice of jokers: fewest and most of them."""
        ranges: dict[tuple[int, int, str], list[int]] = {}
        for move in self.position.legal_moves:
            if move.colour >= 0:
                ranges.setdefault((move.star, move.position + 1, LETTERS[move.colour]), []).append(move.jokers)
        return {"placements": sorted([*place, min(jokers), max(jokers)] for place, jokers in ranges.items())}

    def wild_range(self, do: dict[str, Any]) -> dict[str, Any]:
        colour, place = LETTERS.index(do["colour"]), (do["star"], do["pos"] - 1)
        moves = [
            move for move in self.position.legal_moves if (move.star, move.position, move.colour) == (*place, colour)
        ]
        jokers = [move.jokers for move in moves]
        return {"wilds": [min(jokers), max(jokers)] if jokers else None}

    def legal_colours(self, do: dict[str, Any]) -> dict[str, Any]:
        return {"colours": _letters(pavilion.star_accepts(self.state, self.board, do["star"]))}

    def pass_turn(self, do: dict[str, Any]) -> dict[str, Any]:
        before = int(self.board.score)
        pavilion.pass_turn(self.state)
        for letter in do["keep"]:
            assert letter in _letters(pavilion.keep_colours(self.state))
            pavilion.keep(self.state, LETTERS.index(letter))
        if self.state.keeps > 0:
            pavilion.discard_hand(self.state)
        return {
            "legal": True,
            "corners": _text(self.board.corners),
            "tower": _text(self.state.tower),
            "lost": before - self.board.score,
            "score": self.board.score,
        }

    def final(self, do: dict[str, Any]) -> dict[str, Any]:
        bonus = pavilion.stars_bonus(self.board) + pavilion.numbers_bonus(self.state, self.board)
        return {
            "stars": {str(star): pavilion.star_bonus(self.board, star) for star in range(7)},
            "numbers": [number for number in (1, 2, 3, 4) if pavilion.number_bonus(self.state, self.board, number)],
            "bonus": bonus,
            "score": self.board.score + bonus,
        }

    def refill_supply(self, do: dict[str, Any]) -> dict[str, Any]:
        state = self._deal(self.given["supply_count"], pavilion.TURN_ENDS)
        return self._counts() | {"supply_count": tiles.total(state.supply)}

    def refill_factories(self, do: dict[str, Any]) -> dict[str, Any]:
        state = self._deal(10, pavilion.FILLING)
        return self._counts() | {"factories": [tiles.total(heap) for heap in state.sources[1:]]}

    def _deal(self, supply: int, stage: int) -> Any:
        state = self.state
        state.phase, state.stage, state.turn = pavilion.DEAL, stage, -1
        state.bag, state.tower = _any_tiles(self.given["bag_count"]), _any_tiles(self.given["tower_count"])
        state.supply = _any_tiles(supply)
        self.board.hand = 1  # somebody can still place a tile
        pavilion.deal(state, new_stream(1))
        return state

    def _counts(self) -> dict[str, Any]:
        poured = tiles.total(self.state.tower) < self.given["tower_count"]
        return {
            "bag_count": tiles.total(self.state.bag),
            "tower_count": tiles.total(self.state.tower),
            "pours": int(poured),
        }

    def winners(self, do: dict[str, Any]) -> dict[str, Any]:
        scores = self.given["scores"]
        state = pavilion.new_state(pavilion.Options(len(scores), starter=0))
        for seat, score in enumerate(scores):
            state.players[seat].score = score
        ranks = np.zeros(len(scores), np.int64)
        pavilion.ranking(state, ranks)
        return {"winners": [seat + 1 for seat, rank in enumerate(ranks) if rank == 1]}


# --- The board ---


def direction(star: int, position: int) -> int:
    """Where a space points, in steps of 60 degrees clockwise from the top; positions from 1."""
    return (star + position - 2) % 6 if star else (position - 1) % 6


def test_six_pillars_and_statues_of_four_spaces_and_six_windows_of_two() -> None:
    kinds = {name: (spaces.bit_count(), number) for name, spaces, number in pavilion.FEATURES}
    for k in range(1, 7):
        assert (kinds[f"pillar{k}"], kinds[f"statue{k}"], kinds[f"window{k}"]) == ((4, 1), (4, 2), (2, 3))
    assert len(kinds) == 18


def test_every_feature_lies_between_spaces_that_point_at_it() -> None:
    """From the picture: a star stands in direction k - 2 (star 1 left, then clockwise) from the centre."""
    for k in range(1, 7):
        spaces = {name: spaces for name, spaces, _ in pavilion.FEATURES}
        pillar = spaces[f"pillar{k}"]
        outer = [p for p in range(1, 7) if pillar >> (6 * k + p - 1) & 1]
        inner = [p for p in range(1, 7) if pillar >> (p - 1) & 1]
        towards_centre = {direction(k, p) for p in outer}
        assert {direction(0, p) for p in inner} == {(d + 3) % 6 for d in towards_centre}
        window = [p for p in range(1, 7) if spaces[f"window{k}"] >> (6 * k + p - 1) & 1]
        assert {direction(k, p) for p in window} == {(d + 3) % 6 for d in towards_centre}


def test_every_space_touches_the_features_that_the_rules_name() -> None:
    names = {
        1: ["statue"],
        2: ["pillar", "statue"],
        3: ["pillar", "statue"],
        4: ["statue"],
        5: ["window"],
        6: ["window"],
    }
    for space in range(42):
        touched = [pavilion.FEATURE_NAMES[index][:-1] for index in pavilion.TOUCHES[space] if index >= 0]
        assert sorted(touched) == (["pillar", "pillar"] if space < 6 else names[space % 6 + 1])


def test_the_table_of_placements_is_as_large_as_the_rules_count() -> None:
    assert pavilion.N_PLACEMENTS.tolist() == [252, 864]


def test_the_numbers_of_each_side_are_covered_by_as_many_spaces_as_are_printed() -> None:
    counts = [[int(spaces).bit_count() for spaces in side] for side in pavilion.NUMBER_SPACES]
    assert counts == [[0, 7, 7, 7, 7], [0, 6, 6, 12, 6]]


# --- Over whole games ---


def play(variant: dict[str, Any], seed: int, *, passes: bool) -> list[Any]:
    """The records of a game at every draft and turn; players who fill the cheapest space, never pass by choice and
    keep what they can leave the fewest tiles for bag and tower."""
    position = fresh({"game": "pavilion", "starter": 0} | variant)
    rng = new_stream(seed)
    seen: list[Any] = []
    while not position.is_over:
        pavilion.deal(position.state, rng)
        if position.is_over:
            break
        seen.append(position.copy().state)
        code = int(pavilion.random_move(position.state, rng))
        if not passes and position.asks == "place":
            spaces = [move for move in position.legal_moves if move.colour >= 0]
            price = [int(pavilion.price_of(position.state, move.star, move.position)) for move in spaces]
            code = position.code(spaces[price.index(min(price))])
        elif not passes and position.asks in ("bonus", "keep"):
            code = int(position.legal_codes[0])
        pavilion.apply(position.state, code)
    return [*seen, position.state]


@pytest.mark.parametrize("side", ["coloured", "mono"])
def test_a_game_has_six_rounds_with_the_six_joker_colours(side: str) -> None:
    seen = play({"players": 3, "side": side}, 1, passes=True)
    assert [int(pavilion.joker_colour(state)) for state in seen] == sorted(
        pavilion.joker_colour(state) for state in seen
    )
    assert {int(pavilion.joker_colour(state)) for state in seen} == set(range(6))
    assert seen[-1].ending == pavilion.LAST_ROUND


def test_with_four_players_factories_stay_short_and_the_round_is_played() -> None:
    states = [state for seed in range(3) for state in play({"players": 4, "side": "coloured"}, seed, passes=False)]
    begun = [state for state in states if state.phase == pavilion.DRAFT and state.marker < 0 and not state.sources[0]]
    assert any(tiles.total(state.sources[9]) < 4 and state.bag == 0 == state.tower for state in begun)
    assert all(pavilion.check_state(state) == 0 for state in states)


def test_no_score_falls_below_one() -> None:
    states = [state for seed in range(20) for state in play({"players": 2, "side": "coloured"}, seed, passes=True)]
    scores = [int(board.score) for state in states for board in state.players]
    assert min(scores) == 1


@pytest.mark.parametrize(("star", "cells", "points"), [(0, "GGGGGG", 18), (3, "PPPPPP", 20), (5, "RGOYBP", 12)])
def test_a_full_star_of_the_monochrome_side_counts_by_what_it_became(star: int, cells: str, points: int) -> None:
    table = Table({"game": "sp_mono", "given": {"stars": {str(star): cells}}})
    assert pavilion.star_bonus(table.board, star) == points
