"""Every worked example and edge case of Sintra, and what its rare cases do in whole games.

vectors/sintra.txt holds one JSON block a case: a position, one thing to do, what must come out. Pieces that a case
does not mention are in the bag, windows that it does not mention are empty. U stands for blue, V for green.
"""

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import azulejos
from azulejos.chance import new_stream
from azulejos.rules import sintra, tiles
from tests.rules.boxes import random_box
from tests.rules.side_by_side import fresh, play_both

LETTERS = "UVOPY"
CELLS = LETTERS + "*"
BLOCKS = (Path(__file__).parent / "vectors" / "sintra.txt").read_text().split("\n\n")
VECTORS: list[dict[str, Any]] = [json.loads(block) for block in BLOCKS]
FILLER = "UUVVP/....."


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_example(vector: dict[str, Any]) -> None:
    table = Table(vector)
    op = "break_glass" if vector["op"] == "break" else str(vector["op"])
    found = getattr(table, op)(vector.get("do", {}))
    wanted = {
        name: _sorted(value) if name in ("tower", "centre") else value for name, value in vector["expect"].items()
    }
    assert {name: found[name] for name in wanted} == wanted


def _sorted(text: str) -> str:
    return "".join(sorted(text, key=("1" + LETTERS).index))


def _heap(text: str) -> int:
    return sum(1 << 5 * CELLS.index(letter) for letter in text if letter in CELLS)


def _text(heap: int) -> str:
    return "".join(letter * (int(heap) >> 5 * kind & 31) for kind, letter in enumerate(CELLS))


def _any_pieces(number: int) -> int:
    return sum(int(tiles.tiles(kind, number // 5 + (kind < number % 5))) for kind in range(5))


class Table:
    """A position built from a vector, and what the ops do with it for seat 0. Slot i has strip i, its first face up."""

    def __init__(self, vector: dict[str, Any]) -> None:
        self.given = given = vector.get("given", {})
        side = "B" if vector["game"] == "sintra_b" else "A"
        players = vector.get("players", 2)
        self.position = fresh({"game": "sintra", "players": players, "side": side, "starter": 0})
        self.state = state = self.position.state
        self.board = board = state.players[0]
        state.phase, state.turn = sintra.DRAFT, 0
        self._print(given.get("data", {}))
        windows = given.get("windows", [".."] * 8)
        for window, cells in enumerate(windows):
            board.windows[window] = [sintra.EMPTY if cell == "." else LETTERS.index(cell) for cell in cells]
        self.strips = given.get("strips", [None if "." not in cells else FILLER for cells in windows])
        for slot, strip in enumerate(self.strips):
            self._lay(slot, strip)
        board.score = given.get("score", 0)
        board.space = given.get("broken_pos", 0)
        board.glazier = given.get("glazier", 1) - 1
        state.indicator[0] = LETTERS.index(given.get("indicator", "U"))
        for factory, text in enumerate(given.get("factories", []), 1):
            state.sources[factory] = _heap(text)
        state.sources[0] = _heap(given.get("centre", ""))
        sintra.recompute(state)

    def _print(self, data: dict[str, Any]) -> None:
        box = self.state.box
        if "broken_values" in data:
            box.track[: len(data["broken_values"])] = data["broken_values"]
            box.last_space = len(data["broken_values"]) - 1
        if "window_values" in data:
            box.window_values[:] = data["window_values"]
        if data.get("ornaments"):
            box.pairs[:] = [left - 1 for left, _ in data["ornaments"]]

    def _lay(self, slot: int, strip: str | None) -> None:
        if strip is None:
            return
        cells, filled = strip.split("/")
        self.state.box.faces[2 * slot] = _heap(cells)
        self.board.strips[slot] = 2 * slot
        self.board.panes[slot] = _heap(filled)
        self.board.free[slot] = _heap("".join(cell for cell, on in zip(cells, filled, strict=True) if on == "."))

    def _filled(self, slot: int) -> str:
        """The cells of a strip in the order of the case."""
        cells = self.strips[slot].split("/")[0]
        free, panes, text = int(self.board.free[slot]), _text(self.board.panes[slot]), ""
        own = {letter: cells.count(letter) - tiles.count(free, CELLS.index(letter)) for letter in LETTERS}
        on_jokers = panes
        for letter in LETTERS:
            on_jokers = on_jokers.replace(letter, "", own[letter])
        for cell in cells:
            if cell == "*":
                text += on_jokers[:1] or "."
                on_jokers = on_jokers[1:]
            else:
                text += cell if own[cell] > 0 else "."
                own[cell] -= 1
        return text

    def draft(self, do: dict[str, Any]) -> dict[str, Any]:
        state, board = self.state, self.board
        source, colour = 0 if do["source"] == "C" else int(do["source"][1:]), LETTERS.index(do["pick"])
        taken = tiles.count(state.sources[source], colour)
        over = taken == tiles.total(sum(int(heap) for heap in state.sources))
        self._lay(7, "OOOPP/.....")  # so that nothing need break
        if over:  # the round would end and be cleared away
            state.sources[2 if source == 1 else 1] += _heap("V")
        sintra.recompute(state)
        sintra.draft(state, source, colour, tiles.nth_bit(sintra.targets(board, colour), 0))
        return {
            "taken": taken,
            "centre": ("1" if state.marker < 0 else "") + _text(state.sources[0]),
            "marker_mine": state.marker == 0,
            "broken_pos": board.space,
            "score": board.score,
            "offer_over": over,
        }

    def targets(self, do: dict[str, Any]) -> dict[str, Any]:
        slots = int(sintra.targets(self.board, LETTERS.index(do["colour"])))
        return {"targets": [slot + 1 for slot in range(9) if slots >> slot & 1]}

    def place(self, do: dict[str, Any]) -> dict[str, Any]:
        state, board = self.state, self.board
        slot = sintra.BREAK if do["strip"] == "break_all" else do["strip"] - 1
        state.sources[1] = _heap(do["colour"] * do["count"])
        state.sources[2] = _heap("V")
        sintra.recompute(state)
        move = sintra.Move(sintra.DRAFT, 1, LETTERS.index(do["colour"]), slot, -1)
        if not sintra.is_legal(state, sintra.encode(state, move)):
            return {"legal": False}
        before = {"space": int(board.space), "score": int(board.score), "window": board.windows[slot % 8].copy()}
        sintra.apply(state, sintra.encode(state, move))
        if state.phase == sintra.SPLIT:
            sintra.apply(state, sintra.encode(state, sintra.Move(sintra.SPLIT, jokers=do["in_joker"])))
        bonus = int(board.score) - before["score"]
        if state.phase == sintra.KEEP:
            sintra.apply(state, sintra.encode(state, sintra.Move(sintra.KEEP, colour=LETTERS.index(do["keep"]))))
        found = {
            "legal": True,
            "glazier": board.glazier + 1,
            "broken": (int(board.space) - before["space"]) % int(state.box.last_space),
            "broken_pos": board.space,
            "tower": _text(state.tower),
            "score": board.score,
        }
        if slot == sintra.BREAK:
            return found
        complete = bool((board.windows[slot] != before["window"]).any())
        if not complete:
            return found | {"complete": False, "filled": self._filled(slot)}
        return found | {
            "complete": True,
            "bonus_3a": bonus,
            "points_3c": int(board.score) - before["score"] - bonus,
            "window": "".join("." if colour < 0 else LETTERS[colour] for colour in board.windows[slot]),
            "strip_after": {2 * slot + 1: "flipped", sintra.NONE: "removed"}[int(board.strips[slot])],
        }

    def joker_range(self, do: dict[str, Any]) -> dict[str, Any]:
        self.board.glazier = do["strip"] - 1
        return {"in_joker": list(sintra.joker_range(self.board, LETTERS.index(do["colour"]), do["count"]))}

    def can_reset(self, do: dict[str, Any]) -> dict[str, Any]:
        if not sintra.can_reset(self.board):
            return {"reset": False}
        sintra.reset(self.board)
        return {"reset": True, "to": self.board.glazier + 1}

    def break_glass(self, do: dict[str, Any]) -> dict[str, Any]:
        before = int(self.board.score)
        sintra.step_down(self.state, self.board, do["count"])
        laps = (before - int(self.board.score)) // int(self.state.box.track[self.state.box.last_space])
        return {"broken_pos": self.board.space, "score": self.board.score, "lost18": laps}

    def final(self, do: dict[str, Any]) -> dict[str, Any]:
        state, board = self.state, self.board
        sets, bonus = int(sintra.sets_left(board)), int(sintra.side_bonus(state, board))
        broken = int(state.box.track[board.space])
        self._end_the_game()
        return {
            "sets": sets,
            "broken": broken,
            "side_bonus": bonus,
            "ornaments": [int(sintra.ornament_points(state, board, ornament)) for ornament in range(4)],
            "complete": sintra.complete_windows(board),
            "best_colour_count": sintra.most_of_a_colour(board),
            "score": board.score,
            "lost_broken": board.lost,
        }

    def _end_the_game(self) -> None:
        """The last piece of the sixth round is taken by the other player, and breaks."""
        state = self.state
        state.round_number, state.turn = sintra.ROUNDS, 1
        state.indicator[:] = [sintra.EMPTY] * 5 + [0]
        state.sources[1] = _heap("V")
        sintra.recompute(state)
        sintra.apply(state, sintra.encode(state, sintra.Move(sintra.DRAFT, 1, 1, sintra.BREAK, -1)))
        assert state.phase == sintra.OVER

    def refill(self, do: dict[str, Any]) -> dict[str, Any]:
        state = self.state
        state.phase, state.turn, state.round_number = sintra.DEAL, -1, 2
        state.bag, state.tower = _any_pieces(self.given["bag_count"]), _any_pieces(self.given["tower_count"])
        sintra.deal(state, new_stream(1))
        return {
            "factories": [tiles.total(heap) for heap in state.sources[1:]],
            "bag_count": tiles.total(state.bag),
            "lid_count": tiles.total(state.tower),
            "pours": int(tiles.total(state.tower) < self.given["tower_count"]),
        }


# --- Set-up ---


def played(seed: int, **variant: Any) -> list[Any]:
    """The records of a random game after every draw and every move."""
    position = fresh({"game": "sintra"} | variant)
    rng, seen = new_stream(seed), [position.copy().state]
    while not position.is_over:
        if position.asks == "deal":
            position.draw(list(position.chances)[tiles.below(rng, len(position.chances))])
        else:
            position.push(int(sintra.random_move(position.state, rng)))
        seen.append(position.copy().state)
    return seen


@pytest.mark.parametrize(("players", "left"), [(2, 74), (3, 66), (4, 58)])
def test_the_set_up_leaves_so_many_pieces_in_the_bag(players: int, left: int) -> None:
    for seed in range(20):
        state = azulejos.start("sintra", players=players, seed=seed).state
        assert tiles.total(state.bag) == left
        assert sorted(state.indicator[1:]) == [0, 1, 2, 3, 4]
        for board in state.players:
            assert sorted(strip // 2 for strip in board.strips) == list(range(8))
            assert state.box.joker_face not in board.strips
            assert board.glazier == board.space == board.score == 0


def test_every_strip_comes_to_every_slot_and_on_both_faces() -> None:
    seen = {
        (slot, int(strip))
        for seed in range(300)
        for slot, strip in enumerate(azulejos.start("sintra", seed=seed).state.players[1].strips)
    }
    assert len(seen) == 8 * 15


def test_the_indicator_loses_a_piece_each_round_and_the_game_ends_with_the_sixth() -> None:
    seen = played(1, players=3)
    for state in seen:
        if state.phase in (sintra.DRAFT, sintra.SPLIT, sintra.KEEP):
            assert [colour != sintra.EMPTY for colour in state.indicator] == [
                space >= state.round_number - 1 for space in range(6)
            ]
    assert seen[-1].ending == sintra.LAST_ROUND
    assert (seen[-1].indicator == sintra.EMPTY).all()


def test_with_four_players_factories_may_stay_short_and_the_round_is_played() -> None:
    """Everybody breaks as little as possible, so that pieces stay on strips and in windows."""
    short = 0
    for seed in range(30):
        position = azulejos.start("sintra", players=4, seed=seed)
        while not position.is_over:
            kept = [move for move in position.legal_moves if move.kind != sintra.RESET and move.slot != sintra.BREAK]
            position.push(min(kept or position.legal_moves[-1:], key=lambda move: (move.slot, move.source)))
            begins = position.asks == "draft" and position.state.marker < 0 and not position.state.sources[0]
            short += begins and tiles.total(position.state.sources[9]) < 4
    assert short > 0


# --- Rare cases ---


def test_with_all_windows_complete_every_piece_breaks_to_the_end() -> None:
    table = Table(
        {"game": "sintra_b", "given": {"windows": ["UV", "OP", "YU", "VO", "PY", "UV", "OP", "YU"], "glazier": 5}}
    )
    position, state = table.position, table.state
    for slot in range(8):
        sintra.lay_strip(state, state.players[1], slot, 2 * slot)
    state.indicator[:] = [0, 0, 1, 2, 3, 4]
    in_windows = [int(sintra.panes_of_colour(table.board, colour)) for colour in range(5)]
    on_indicator = [2, 1, 1, 1, 1]
    heaps = [20 - a - b for a, b in zip(in_windows, on_indicator, strict=True)]
    for factory in range(1, 6):
        state.sources[factory] = _heap("UVOP")
    state.bag = sum(int(tiles.tiles(colour, n - (5 if colour < 4 else 0))) for colour, n in enumerate(heaps))
    sintra.recompute(state)
    assert sintra.check_state(state) == 0
    position = azulejos.read(position.text)
    rng = new_stream(3)
    while not position.is_over:
        if position.asks == "deal":
            position.deal()
        elif position.turn == 0:
            assert {move.slot for move in position.legal_moves} == {sintra.BREAK}
            position.push(position.legal_moves[0])
        else:
            position.push(int(sintra.random_move(position.state, rng)))
        assert sintra.check_state(position.state) == 0
    assert position.state.players[0].glazier == 4
    assert position.rules.breakdown(position.state, 0)[2] == ("windows", 8, 32)


def test_several_laps_of_the_track_in_one_turn() -> None:
    data = {"broken_values": [0, 5, 18]}
    table = Table({"game": "sintra_a", "given": {"data": data, "broken_pos": 1, "centre": "1OOOOOO", "score": 3}})
    table.state.sources[1] = _heap("V")
    sintra.recompute(table.state)
    sintra.apply(table.state, sintra.encode(table.state, sintra.Move(sintra.DRAFT, 0, 2, sintra.BREAK, -1)))
    assert (table.board.space, table.board.lost, table.board.score) == (0, 4 * 18, 3 - 4 * 18)


@pytest.mark.parametrize(
    ("scores", "lost", "ranks"),
    [
        ([20, 20], [18, 17], [2, 1]),
        ([20, 20], [18, 18], [1, 1]),
        ([20, 21], [0, 90], [2, 1]),
        ([7, 7, 9, 7], [1, 0, 54, 1], [3, 2, 1, 3]),
    ],
)
def test_a_tie_goes_to_who_lost_fewer_points_on_the_track(scores: list[int], lost: list[int], ranks: list[int]) -> None:
    state = sintra.new_state(sintra.Options(len(scores)))
    for board, score, loss in zip(state.players, scores, lost, strict=True):
        board.score, board.lost = score, loss
    out = np.zeros(len(scores), np.int64)
    sintra.ranking(state, out)
    assert out.tolist() == ranks


def test_a_glazier_above_an_empty_slot_may_be_reset_to_the_right() -> None:
    """And his turn is then over: he cannot wait again before he has taken pieces."""
    table = Table({"game": "sintra_a", "given": {"windows": ["OO", "PP"] + [".."] * 6}})
    table.state.sources[1] = _heap("U")
    sintra.recompute(table.state)
    position = table.position
    assert "reset" in [str(move) for move in position.legal_moves]
    position.push("reset")
    assert (position.turn, position.state.players[0].glazier) == (1, 2)
    position.state.turn = 0
    assert "reset" not in [str(move) for move in position.legal_moves]


def test_a_strip_of_one_colour_asks_for_no_pane() -> None:
    table = Table({"game": "sintra_b", "given": {"strips": ["OOOOO/OOOO."] + [FILLER] * 7, "indicator": "O"}})
    table.state.sources[1], table.state.sources[2] = _heap("O"), _heap("V")
    sintra.recompute(table.state)
    table.position.push("F1 orange > 1")
    board = table.position.state.players[0]
    assert (table.position.asks, board.score, board.windows[0].tolist()) == ("draft", 5 + 4, [2, sintra.EMPTY])


# --- Boxes of one's own ---


def test_whole_games_with_boxes_at_random(n_games: int) -> None:
    """The oracle plays with the same box and must agree on everything."""
    for seed in range(n_games):
        random = Random(seed)
        variant = {"game": "sintra", "players": random.choice([2, 3, 4]), "side": random.choice("AB")}
        position = play_both(variant | {"components": random_box(random)}, random)
        assert azulejos.read(position.text) == position
