"""Plays the fast rules and the slow oracle side by side and compares everything after every step.

The oracle of a game is `naive_<game>.py`. What it calls a draw, a move or a position is translated here, once a game.
"""

from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

import azulejos
from azulejos.games import Position
from azulejos.notation import pavilion as pavilion_notation
from azulejos.notation import sintra as sintra_notation
from azulejos.notation.azul import LETTERS, Move
from azulejos.rules import azul, pavilion, sintra, sintra_box, tiles
from tests.rules.naive_azul import NaiveAzul
from tests.rules.naive_pavilion import NaivePavilion
from tests.rules.naive_sintra import NaiveSintra


class Pairing(Protocol):
    """A game on both sides."""

    def oracle(self, variant: dict[str, Any], starter: int | None, max_rounds: int) -> Any: ...
    def outcome(self, position: Position, outcome: Any) -> int: ...
    def move(self, move: tuple[Any, ...]) -> tuple[int, ...]: ...
    def snapshot(self, position: Position) -> dict[str, Any]: ...


@dataclass(frozen=True)
class AzulPairing:
    def oracle(self, variant: dict[str, Any], starter: int | None, max_rounds: int) -> NaiveAzul:
        return NaiveAzul(variant["players"], variant["wall"] == "gray", variant["jokers"], starter, max_rounds)

    def outcome(self, position: Position, outcome: Any) -> int:
        return LETTERS.index(outcome) if isinstance(outcome, str) else outcome

    def move(self, move: tuple[Any, ...]) -> Move:
        match move:
            case ("draft", int(source), str(pick), destination):
                kind = LETTERS.index(pick[0]) + (azul.MIXED if "+" in pick else 0)
                return Move(azul.DRAFT, source, kind, azul.FLOOR if destination == "floor" else destination - 1)
            case ("split", int(jokers)):
                return Move(azul.SPLIT, jokers=jokers)
            case ("column", int(column)):
                return Move(azul.COLUMN, column=column - 1)
            case _:
                raise AssertionError(move)

    def snapshot(self, position: Position) -> dict[str, Any]:
        state = position.state
        asks_line = position.asks in ("split", "column")
        return {
            "phase": position.asks or "over",
            "turn": position.turn,
            "round": position.round,
            "starter": None if state.starter < 0 else int(state.starter),
            "marker": "centre" if state.marker < 0 else int(state.marker),
            "factories": [_letters(heap) for heap in state.sources[1:]],
            "centre": _letters(state.sources[0]),
            "bag": _letters(state.bag),
            "lid": _letters(state.lid),
            "hand": _letters(state.hand),
            "line": int(state.line) + 1 if asks_line else None,
            "ending": position.ending,
            "boards": [self._board(board) for board in state.players],
        }

    def _board(self, board: Any) -> dict[str, Any]:
        marker = "1" if board.floor_slots > tiles.total(board.floor) else ""
        return {
            "score": int(board.score),
            "lines": [self._line(board, line) for line in range(5)],
            "wall": ["".join("." if kind < 0 else LETTERS[kind] for kind in row) for row in board.wall],
            "floor": marker + _letters(board.floor),
        }

    def _line(self, board: Any, line: int) -> str:
        jokers = int(board.line_jokers[line])
        coloured = int(board.line_count[line]) - jokers
        return (LETTERS[board.line_colour[line]] * coloured if coloured else "") + "J" * jokers


def _letters(heap: int, letters: str = LETTERS) -> str:
    return "".join(letter * (int(heap) >> 5 * kind & 31) for kind, letter in enumerate(letters))


@dataclass(frozen=True)
class PavilionPairing:
    def oracle(self, variant: dict[str, Any], starter: int | None, max_rounds: int) -> NaivePavilion:
        return NaivePavilion(variant["players"], variant["side"] == "mono", starter, max_rounds)

    def outcome(self, position: Position, outcome: Any) -> int:
        return pavilion_notation.LETTERS.index(outcome) if isinstance(outcome, str) else outcome

    def move(self, move: tuple[Any, ...]) -> pavilion_notation.Move:
        kind = pavilion_notation.Move
        letters = pavilion_notation.LETTERS
        match move:
            case ("draft", int(source), str(colour)):
                return kind(pavilion.DRAFT, source, letters.index(colour))
            case ("place", int(star), int(position), str(colour), int(jokers)):
                return kind(pavilion.PLACE, -1, letters.index(colour), star, position - 1, jokers)
            case ("pass",):
                return kind(pavilion.PLACE)
            case ("bonus", str(colour)):
                return kind(pavilion.BONUS, colour=letters.index(colour))
            case ("keep", str(colour)):
                return kind(pavilion.KEEP, colour=letters.index(colour))
            case _:
                return kind(pavilion.KEEP, colour=pavilion.STOP)

    def snapshot(self, position: Position) -> dict[str, Any]:
        state = position.state
        return {
            "phase": position.asks or "over",
            "turn": position.turn,
            "round": position.round,
            "starter": None if state.starter < 0 else int(state.starter),
            "marker": "centre" if state.marker < 0 else int(state.marker),
            "factories": [_letters(heap, pavilion_notation.LETTERS) for heap in state.sources[1:]],
            "centre": _letters(state.sources[0], pavilion_notation.LETTERS),
            "bag": _letters(state.bag, pavilion_notation.LETTERS),
            "tower": _letters(state.tower, pavilion_notation.LETTERS),
            "supply": _letters(state.supply, pavilion_notation.LETTERS),
            "due": int(state.due),
            "keeps": int(state.keeps),
            "ending": position.ending,
            "boards": [self._board(board) for board in state.players],
        }

    def _board(self, board: Any) -> dict[str, Any]:
        letters = pavilion_notation.LETTERS
        return {
            "score": int(board.score),
            "hand": _letters(board.hand, letters),
            "corners": _letters(board.corners, letters),
            "passed": bool(board.passed),
            "stars": ["".join("." if kind < 0 else letters[kind] for kind in star) for star in board.stars],
        }


def plain_box(box: sintra_box.Box, side: str) -> dict[str, Any]:
    """The figures of a box as the oracle takes them, in letters."""
    letters = "".join(sintra_box.PALETTE_LETTERS[colour] for colour in box.colours)
    faces = [_letters(heap, letters + "*") for heap in box.faces]
    return {
        "colours": letters,
        "window_values": list(box.window_values["AB".index(side)]),
        "track": list(box.track[: box.last_space + 1]),
        "pairs": [[left + 1, left + 2] for left in box.pairs],
        "strips": [faces[2 * strip : 2 * strip + 2] for strip in range(8)],
    }


@dataclass(frozen=True)
class SintraPairing:
    def oracle(self, variant: dict[str, Any], starter: int | None, max_rounds: int) -> NaiveSintra:
        box = plain_box(variant.get("components", sintra_box.PACKAGE_BOX), variant["side"])
        return NaiveSintra(variant["players"], variant["side"], box, starter, max_rounds)

    def outcome(self, position: Position, outcome: Any) -> int:
        if isinstance(outcome, int):
            return outcome
        strips = sintra.due_draw(position.state) == sintra.STRIP
        return (sintra_notation.FACE_LETTERS if strips else sintra_notation.letters_of(position.state)).index(outcome)

    def move(self, move: tuple[Any, ...]) -> sintra_notation.Move:
        kind = sintra_notation.Move
        palette = sintra_box.PALETTE_LETTERS
        match move:
            case ("draft", int(source), str(colour), "break"):
                return kind(sintra.DRAFT, source, palette.index(colour), sintra.BREAK)
            case ("draft", int(source), str(colour), int(slot)):
                return kind(sintra.DRAFT, source, palette.index(colour), slot - 1)
            case ("jokers", int(jokers)):
                return kind(sintra.SPLIT, jokers=jokers)
            case ("keep", str(colour)):
                return kind(sintra.KEEP, colour=palette.index(colour))
            case _:
                return kind(sintra.RESET)

    def snapshot(self, position: Position) -> dict[str, Any]:
        state = position.state
        letters = sintra_notation.letters_of(state)
        return {
            "phase": position.asks or "over",
            "turn": position.turn,
            "round": position.round,
            "starter": None if state.starter < 0 else int(state.starter),
            "marker": "centre" if state.marker < 0 else int(state.marker),
            "factories": [_letters(heap, letters) for heap in state.sources[1:]],
            "centre": _letters(state.sources[0], letters),
            "bag": _letters(state.bag, letters),
            "tower": _letters(state.tower, letters),
            "hand": _letters(state.hand, letters),
            "indicator": "".join("." if colour < 0 else letters[colour] for colour in state.indicator),
            "ending": position.ending,
            "boards": [self._board(board, letters) for board in state.players],
        }

    def _board(self, board: Any, letters: str) -> dict[str, Any]:
        return {
            "score": int(board.score),
            "lost": int(board.lost),
            "track": int(board.space),
            "glazier": int(board.glazier) + 1,
            "strips": [self._strip(board, slot, letters) for slot in range(8)],
            "windows": ["".join("." if colour < 0 else letters[colour] for colour in cells) for cells in board.windows],
        }

    def _strip(self, board: Any, slot: int, letters: str) -> tuple[str, str, int, str] | None:
        face, free = int(board.strips[slot]), int(board.free[slot])
        if face < 0:
            return None
        own, jokers = _letters(free, letters), free >> 25 & 31
        return sintra_notation.FACE_LETTERS[face], own, jokers, _letters(board.panes[slot], letters)


PAIRINGS: dict[str, Pairing] = {"azul": AzulPairing(), "pavilion": PavilionPairing(), "sintra": SintraPairing()}

DULL = ("floor", "pass", "break", "reset")
STYLES = ("uniform", "rarely dull", "mostly dull", "often the last move")


def play_both(variant: dict[str, Any], random: Random) -> Position:
    """One random game on both sides; returns where it ended."""
    pairing = PAIRINGS[variant["game"]]
    starter = random.choice([None, *range(variant["players"])])
    style = random.choice(STYLES)
    max_rounds = 4 if style == "mostly dull" else random.choice([60, 7, 5])
    oracle = pairing.oracle(variant, starter, max_rounds)
    position = fresh(variant | {"starter": starter, "max_rounds": max_rounds})
    while not position.is_over:
        if position.asks == "deal":
            due = {pairing.outcome(position, outcome): (outcome, weight) for outcome, weight in oracle.due().items()}
            assert position.chances == {code: weight for code, (_, weight) in due.items()}
            code = random.choices(list(due), [weight for _, weight in due.values()])[0]
            oracle.draw(due[code][0])
            position.draw(code)
        else:
            moves = {position.code(pairing.move(move)): move for move in oracle.legal_moves()}
            assert sorted(moves) == position.legal_codes.tolist()
            code = _choose(moves, style, random)
            oracle.apply(moves[code])
            position.push(code)
        assert_same(pairing.snapshot(position), oracle.snapshot())
        assert position.rules.check_state(position.state) == 0
    assert position.scores == oracle.scores()
    assert position.ranking == oracle.ranking()
    return position


def assert_same(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    """Says only what differs, since long lists of tiles drown it."""
    names = {*ours, *theirs}
    differences = {name: (ours.get(name), theirs.get(name)) for name in names if ours.get(name) != theirs.get(name)}
    if differences:
        raise AssertionError(f"kernels and oracle differ: {differences}")


def fresh(variant: dict[str, Any]) -> Position:
    """A game before its first draw, without a stream."""
    return azulejos.start(seed=0, **variant).beginning()


def _choose(moves: dict[int, tuple[Any, ...]], style: str, random: Random) -> int:
    """Random play of several temperaments, since uniform play alone misses corners."""
    if style == "often the last move" and random.random() < 0.5:
        return max(moves)
    if style in ("rarely dull", "mostly dull") and random.random() < 0.9:
        wanted = [code for code, move in moves.items() if (move[-1] in DULL) == (style == "mostly dull")]
        return random.choice(wanted or list(moves))
    return random.choice(list(moves))
