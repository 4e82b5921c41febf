"""Every worked example and edge case of Azul, the gray wall and the Joker tiles.

vectors/azul.txt holds one JSON block a case: a position, one thing to do, what must come out. Tiles that a case does
not mention are in the bag, boards that it does not mention are empty.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from azulejos.chance import new_stream
from azulejos.rules import azul, tiles
from tests.rules.side_by_side import PAIRINGS, fresh

LETTERS = "BYRKWJ"
PAIRING = PAIRINGS["azul"]
BLOCKS = (Path(__file__).parent / "vectors" / "azul.txt").read_text().split("\n\n")
VECTORS: list[dict[str, Any]] = [json.loads(block) for block in BLOCKS]


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_example(vector: dict[str, Any]) -> None:
    table = Table(vector)
    found = getattr(table, vector["op"])(vector.get("do", {}))
    wanted = {name: _canonical(name, value) for name, value in vector["expect"].items()}
    assert {name: found[name] for name in wanted} == wanted


def _canonical(name: str, value: Any) -> Any:
    """Multisets of tiles in the order of this file's letters; the rest as it is."""
    if name in ("centre", "lid", "floor", "floor_before_penalty"):
        return _sorted(value)
    if isinstance(value, list) and name in ("lines", "factories"):
        return [_sorted(heap) if isinstance(heap, str) else heap for heap in value]
    return sorted(value, key=str) if name in ("dests", "picks") else value


def _sorted(text: str) -> str:
    return "".join(sorted(text, key=("1" + LETTERS).index))


def _heap(text: str) -> int:
    return sum(1 << 5 * LETTERS.index(letter) for letter in text if letter != "1")


def _bits(columns: int) -> list[int]:
    return [column + 1 for column in range(5) if columns >> column & 1]


class Table:
    """A position built from a vector, and what the ops do with it for seat 0."""

    def __init__(self, vector: dict[str, Any]) -> None:
        given = vector.get("given", {})
        self.position = fresh(
            {
                "game": "azul",
                "players": vector.get("players", 2),
                "wall": "gray" if "gray" in vector["game"] else "coloured",
                "jokers": "joker" in vector["game"],
                "starter": 0,
            }
        )
        self.given = given
        self.state = state = self.position.state
        self.board = state.players[0]
        state.phase, state.turn = azul.DRAFT, 0
        for factory, text in enumerate(given.get("factories", []), 1):
            state.sources[factory] = _heap(text)
        state.sources[0] = _heap(given.get("centre", ""))
        self._set_board(given.get("board", {}))
        azul.recompute(state)
        on_table = [*state.sources, *(_heap(line) for line in given.get("board", {}).get("lines", []))]
        on_table += [_heap("".join(given.get("board", {}).get("wall", [])).replace(".", "")), self.board.floor]
        state.bag -= sum(int(heap) for heap in on_table)

    def _set_board(self, board: dict[str, Any]) -> None:
        for line, text in enumerate(board.get("lines", [])):
            colours = text.replace("J", "")
            self.board.line_colour[line] = LETTERS.index(colours[0]) if colours else azul.EMPTY
            self.board.line_count[line] = len(text)
            self.board.line_jokers[line] = text.count("J")
        for row, text in enumerate(board.get("wall", [])):
            for column, letter in enumerate(text):
                self.board.wall[row, column] = azul.EMPTY if letter == "." else LETTERS.index(letter)
        self.board.floor = _heap(board.get("floor", ""))
        self.board.score = board.get("score", 0)
        if "1" in board.get("floor", ""):
            self.state.marker = 0

    # What there is to see

    def _seen(self) -> dict[str, Any]:
        table = PAIRING.snapshot(self.position)
        board = table["boards"][0]
        marker = "1" if table["marker"] == "centre" else ""
        return board | {
            "centre": marker + table["centre"],
            "lid": table["lid"],
            "factories": table["factories"][: len(self.given.get("factories", []))],
            "marker_mine": table["marker"] == 0,
            "round_over": bool(tiles.offer_is_over(self.state)),
        }

    def _legal(self) -> list[azul.Move]:
        return [azul.Move(*move) for move in self.position.legal_moves]

    # What the ops do

    def draft(self, do: dict[str, Any]) -> dict[str, Any]:
        pick = LETTERS.index(do["pick"][0]) + (azul.MIXED if "+" in do["pick"] else 0)
        line = azul.FLOOR if do["dest"] == "floor" else do["dest"] - 1
        source = 0 if do["source"] == "C" else int(do["source"][1:])
        code = azul.encode(self.state, azul.Move(azul.DRAFT, source, pick, line))
        if not azul.is_legal(self.state, code):
            return {"legal": False}
        before = int(self.state.sources[source])
        azul.draft(self.state, source, pick, line)
        if self.state.phase == azul.SPLIT:
            azul.split(self.state, do["jokers_in_line"])
        kinds = [pick % azul.MIXED] + ([azul.JOKER] if pick >= azul.MIXED else [])
        return self._seen() | {"legal": True, "taken": sum(int(tiles.count(before, kind)) for kind in kinds)}

    def legal_dests(self, do: dict[str, Any]) -> dict[str, Any]:
        tiles.put_on_factory(self.state, 1, LETTERS.index(do["pick"][0]))
        lines = {move.line for move in self._legal() if move.source == 1}
        return {"dests": sorted(("floor" if line == azul.FLOOR else line + 1 for line in lines), key=str)}

    def legal_picks(self, do: dict[str, Any]) -> dict[str, Any]:
        self.state.sources[0] = _heap(self.given["source"])
        azul.recompute(self.state)
        picks = {move.pick for move in self._legal()}
        names = (LETTERS[pick % azul.MIXED] + ("+J" if pick >= azul.MIXED else "") for pick in picks)
        return {"picks": sorted(names, key=str)}

    def joker_range(self, do: dict[str, Any]) -> dict[str, Any]:
        coloured = do["tiles"].replace("J", "")
        picked = azul.Picked(LETTERS.index(coloured[0]), len(coloured), do["tiles"].count("J"))
        return {"jokers_in_line": list(azul.joker_range(self.board, do["dest"] - 1, picked))}

    def tile(self, do: dict[str, Any]) -> dict[str, Any]:
        gained, options = [0] * 5, {}
        for line in _bits(azul.complete_lines(self.board)):
            columns = _bits(azul.open_columns(self.state, self.board, line - 1))
            options[str(line)] = columns
            before = int(self.board.score)
            if columns:
                chosen = do.get("choices", {}).get(str(line), columns[0])
                assert chosen in columns
                azul.tile_line(self.state, self.board, line - 1, chosen - 1)
            else:
                azul.drop_line(self.state, self.board, line - 1)
            gained[line - 1] = int(self.board.score) - before
        settled = {"floor_before_penalty": self._seen()["floor"], "score_before_penalty": int(self.board.score)}
        floor = self.floor({})
        over = azul.find_ending(self.state) != azul.RUNNING
        return settled | floor | {"gained": gained, "options": options, "game_over": over}

    def place_score(self, do: dict[str, Any]) -> dict[str, Any]:
        row, column = do["cell"][0] - 1, do["cell"][1] - 1
        self.board.wall[row, column] = LETTERS.index(do["tile"])
        azul.recompute(self.state)
        return {"points": azul.placement_points(self.board, row, column)}

    def floor(self, do: dict[str, Any]) -> dict[str, Any]:
        penalty = int(azul.PENALTY[self.board.floor_slots])
        azul.settle_floor(self.state, self.board)
        return self._seen() | {"penalty": penalty}

    def final(self, do: dict[str, Any]) -> dict[str, Any]:
        bonus = azul.bonus(self.board)
        return {
            "rows": azul.complete_rows(self.board),
            "cols": azul.complete_columns(self.board),
            "colours": azul.complete_colours(self.board),
            "bonus": bonus,
            "score": self.board.score + bonus,
        }

    def setup(self, do: dict[str, Any]) -> dict[str, Any]:
        state = azul.new_state(azul.Options(self.position.players, jokers=bool(self.state.options.jokers), starter=0))
        in_bag = {"bag_total": tiles.total(state.bag), "bag_per_colour": tiles.count(state.bag, 0)}
        in_bag["jokers"] = tiles.count(state.bag, azul.JOKER)
        azul.deal(state, new_stream(1))
        on_factories = sum(tiles.total(heap) for heap in state.sources)
        dealt = {"factories": len(state.sources) - 1, "on_factories": on_factories}
        return in_bag | dealt | {"bag_after": tiles.total(state.bag)}

    def winners(self, do: dict[str, Any]) -> dict[str, Any]:
        results = self.given["results"]
        state = azul.new_state(azul.Options(len(results), starter=0))
        for seat, result in enumerate(results):
            state.players[seat].score = result["score"]
            state.players[seat].wall[: result["rows"]] = 0
        azul.recompute(state)
        ranks = np.zeros(len(results), np.int64)
        azul.ranking(state, ranks)
        return {"winners": [seat + 1 for seat, rank in enumerate(ranks) if rank == 1]}

    def refill(self, do: dict[str, Any]) -> dict[str, Any]:
        state = azul.new_state(azul.Options(self.position.players, starter=0))
        bag, lid = self.given["bag_count"], self.given["lid_count"]
        state.bag, state.lid = self._any_tiles(bag), self._any_tiles(lid)
        azul.deal(state, new_stream(1))
        return {
            "factories": [tiles.total(heap) for heap in state.sources[1:]],
            "bag_count": tiles.total(state.bag),
            "lid_count": tiles.total(state.lid),
            "pours": int(tiles.total(state.lid) < lid),
        }

    def _any_tiles(self, number: int) -> int:
        return sum(int(tiles.tiles(kind, number // 5 + (kind < number % 5))) for kind in range(5))

    def row_completable(self, do: dict[str, Any]) -> dict[str, Any]:
        rows = [bool(azul.row_is_completable(self.board, row)) for row in range(5)]
        return {"rows": rows, "dead": not any(rows)}
