"""The registry of games and `Position`, the friendly object over a game's record and kernels.

    position = azulejos.start("azul", players=3, wall="gray", seed=7)
    position.push("F3 red > 2")

A position holds no rule: it checks what it is given, calls the kernels, and remembers what happened.
"""

import operator
import os
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from azulejos import chance
from azulejos.notation import (
    IllegalMove,
    InvalidNotation,
    InvalidOption,
    join_fields,
    require_text,
    split_deal,
    split_fields,
)
from azulejos.notation import azul as azul_notation
from azulejos.notation import pavilion as pavilion_notation
from azulejos.notation import sintra as sintra_notation
from azulejos.rules import Rules
from azulejos.rules import azul as azul_rules
from azulejos.rules import pavilion as pavilion_rules
from azulejos.rules import sintra as sintra_rules
from azulejos.rules.sintra_box import Box, known_box, load_box

AnyMove = int | str | tuple[int, ...]


@dataclass(frozen=True)
class Game:
    name: str
    rules: Rules
    notation: Any  # the module of azulejos.notation; see its __init__ for what it offers

    def __reduce__(self) -> Any:
        """Pickled by name: modules do not travel."""
        return game_named, (self.name,)


def _game(name: str, rules: ModuleType, notation: ModuleType) -> Game:
    return Game(name, cast("Rules", rules), notation)


GAMES = {
    game.name: game
    for game in (
        _game("azul", azul_rules, azul_notation),
        _game("pavilion", pavilion_rules, pavilion_notation),
        _game("sintra", sintra_rules, sintra_notation),
    )
}


def game_named(name: str) -> Game:
    if not isinstance(name, str) or name not in GAMES:  # pyright: ignore[reportUnnecessaryIsInstance]  # users pass anything
        raise InvalidOption(f"there is no game {name!r}; the games are {', '.join(GAMES)}")
    return GAMES[name]


class Event(NamedTuple):
    """One thing that happened: a draw (its outcome; no seat) or a move (its code) of a seat."""

    seat: int | None
    code: int

    @property
    def is_draw(self) -> bool:
        return self.seat is None


class _Before(NamedTuple):
    """What `pop` needs: how things were."""

    state: bytes
    stream: int | None
    events: int


class Position:
    """A game's record and, optionally, the stream that its draws come from.

    With a stream, `push` deals by itself. Without one (after `read` and `copy`) it stops where a draw is due:
    `legal_moves` is empty, `turn` is None, and `deal` goes on.
    """

    def __init__(self, game: Game, state: Any, stream: chance.Stream | None = None) -> None:
        self.game_entry = game
        self.state = state  # the record itself; change it only through this object
        self.origin: bytes = state.tobytes()  # where `events` begin
        self.events: list[Event] = []
        self._stream = stream
        self._stack: list[_Before] = []
        self._codes = np.empty(int(game.rules.n_moves(state.options)), np.int16)
        if stream is not None:
            self._deal_all(stream)

    # --- What is asked ---

    @property
    def game(self) -> str:
        return self.game_entry.name

    @property
    def options(self) -> dict[str, str]:
        """The options in the words of `start`, those that are as usual left out."""
        return self.game_entry.notation.words_of(self.game_entry.notation.options_of(self.state))

    @property
    def players(self) -> int:
        return len(self.state.players)

    @property
    def round(self) -> int:
        return int(self.state.round_number)

    @property
    def turn(self) -> int | None:
        """The seat that decides; None while a draw is due and when the game is over."""
        return int(self.state.turn) if self.state.turn >= 0 else None

    @property
    def asks(self) -> str | None:
        """What is due: "deal", or the kind of move that is asked; None when the game is over."""
        return None if self.is_over else self.rules.PHASES[int(self.state.phase)]

    @property
    def rules(self) -> Rules:
        return self.game_entry.rules

    @property
    def legal_codes(self) -> npt.NDArray[np.int16]:
        """The codes of all legal moves, ascending."""
        return self._codes[: self.rules.legal_moves(self.state, self._codes)].copy()

    @property
    def legal_moves(self) -> list[Any]:
        """All legal moves; each prints as its text."""
        return [self.move(int(code)) for code in self.legal_codes]

    def move(self, move: AnyMove) -> Any:
        """A move in any of its forms (code, tuple, text) as the game's `Move`, legal or not."""
        return self.game_entry.notation.Move(*self.rules.decode(self.state, self.code(move)))

    def code(self, move: AnyMove) -> int:
        """The code of a move in any of its forms, legal or not."""
        if isinstance(move, str):
            move = cast("tuple[int, ...]", self.game_entry.notation.read_move(move))
        if not isinstance(move, tuple):
            try:
                code = operator.index(move)
            except TypeError:
                raise IllegalMove(f"a move is a text, a tuple or a code, not {move!r}") from None
            if not 0 <= code < len(self._codes):
                raise IllegalMove(f"{code} is not the code of a move; codes run from 0 to {len(self._codes) - 1}")
            return code
        code = self._encoded(move)
        if code is None:
            raise IllegalMove(f"{self._quoted(move)} is not a move of this game")
        return code

    def _encoded(self, move: tuple[int, ...]) -> int | None:
        """The code, if decoding it gives this very move back."""
        try:
            plain = self.rules.Move(*(operator.index(part) for part in move))
            code = int(self.rules.encode(self.state, plain))
        except (TypeError, OverflowError):
            return None
        if not 0 <= code < len(self._codes) or tuple(self.rules.decode(self.state, code)) != tuple(plain):
            return None
        return code

    @staticmethod
    def _quoted(move: tuple[int, ...]) -> str:
        return str(move) if type(move) is tuple else f"'{move}'"

    # --- What happens ---

    def push(self, move: AnyMove) -> None:
        """Makes a move; with a stream, performs the draws that follow."""
        code = self.code(move)
        self._require_legal(code)
        self._remember()
        seat = self.turn
        self.rules.apply(self.state, code)
        self.events.append(Event(seat, code))
        if self._stream is not None:
            self._deal_all(self._stream)

    def _require_legal(self, code: int) -> None:
        if self.is_over:
            raise IllegalMove("the game is over")
        if self.asks == "deal":
            raise IllegalMove("a draw is due: call deal() first")
        objection = int(self.rules.objection(self.state, code))
        if objection:
            raise IllegalMove(f"'{self.move(code)}' is not legal here: {self.rules.OBJECTIONS[objection]}")

    def pop(self) -> None:
        """Takes back the last `push` or `deal`, with the draws that it brought."""
        if not self._stack:
            raise IndexError("there is nothing to take back")
        before = self._stack.pop()
        self._restore(before)

    def deal(self, draws: str | None = None) -> None:
        """Performs the draws that are due: by chance, or those of a text such as "F1 BBRK F2 YYWW"."""
        if self.asks != "deal":
            raise IllegalMove("no draw is due")
        self._remember()
        with self._all_or_nothing():
            if draws is None:
                self._deal_all(self._stream if self._stream is not None else chance.new_stream())
            else:
                self._deal_text(draws)

    def _deal_text(self, draws: str) -> None:
        notation = self.game_entry.notation
        for draw in split_deal(require_text(draws, "a deal")):
            if self.asks != "deal":
                raise InvalidNotation(f"{draw!r}: no draw is due any more")
            self._draw(notation.read_draw(self.state, draw))

    def draw(self, outcome: int) -> None:
        """Performs one draw, by its index in `chances`."""
        try:
            possible = operator.index(outcome) in self.chances
        except TypeError:
            possible = False
        if not possible:
            raise IllegalMove(f"{outcome!r} cannot be drawn now")
        self._remember()
        self._draw(operator.index(outcome))

    @property
    def chances(self) -> dict[int, int]:
        """The outcomes of the draw that is due, with their weights; empty where none is due."""
        if self.asks != "deal":
            return {}
        weights = np.zeros(self.rules.CHANCE_WEIGHTS, np.int64)
        n = self.rules.chance(self.state, weights)
        return {outcome: int(weights[outcome]) for outcome in range(n) if weights[outcome]}

    def _draw(self, outcome: int) -> None:
        self.rules.draw(self.state, outcome)
        self.events.append(Event(None, outcome))

    def _deal_all(self, stream: chance.Stream) -> None:
        weights = np.zeros(self.rules.CHANCE_WEIGHTS, np.int64)
        while self.state.phase == self.rules.DEAL:
            n = self.rules.chance(self.state, weights)
            self._draw(int(chance.pick(stream, weights, n)))

    def _remember(self) -> None:
        stream = None if self._stream is None else int(self._stream[0])
        self._stack.append(_Before(self.key, stream, len(self.events)))

    def _restore(self, before: _Before) -> None:
        self._set_bytes(before.state)
        del self.events[before.events :]
        if self._stream is not None and before.stream is not None:
            self._stream[0] = before.stream

    def _set_bytes(self, key: bytes) -> None:
        self.state = np.frombuffer(bytearray(key), self.state.dtype).view(np.recarray)[0]

    @contextmanager
    def _all_or_nothing(self) -> Generator[None]:
        """What fails changes nothing."""
        try:
            yield
        except Exception:
            self.pop()
            raise

    # --- How it stands ---

    @property
    def is_over(self) -> bool:
        return bool(self.rules.is_over(self.state))

    @property
    def ending(self) -> str | None:
        """Why the game is over: a word of the game's ENDINGS; None while it runs."""
        return self.rules.ENDINGS[int(self.state.ending)] if self.is_over else None

    @property
    def scores(self) -> list[int]:
        return self._numbers(self.rules.scores)

    @property
    def ranking(self) -> list[int]:
        """The rank of each seat, from 1; who is equal shares one."""
        return self._numbers(self.rules.ranking)

    def _numbers(self, kernel: Any) -> list[int]:
        out = np.zeros(self.players, np.int64)
        kernel(self.state, out)
        return [int(number) for number in out]

    @property
    def key(self) -> bytes:
        """The position as bytes, for dictionaries."""
        return self.state.tobytes()

    @property
    def text(self) -> str:
        """The position as one line of text, which `read` understands."""
        head = f"{self.game} {join_fields(self.options)}"
        return " | ".join([head, *self.game_entry.notation.position_sections(self.state)])

    def copy(self) -> "Position":
        """The same position on its own, without a stream and without a past."""
        twin = object.__new__(Position)
        twin.__dict__.update(self.__dict__)
        twin._set_bytes(self.key)
        twin.origin, twin.events, twin._stream, twin._stack = self.key, [], None, []
        twin._codes = np.empty_like(self._codes)
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> "Position":
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"state": self.key}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        """The record is made anew over the game's own record type: compiled code knows no other."""
        self.__dict__.update(saved)
        key: bytes = saved["state"]
        record_type = next(kind for kind in self.rules.State.values() if kind.itemsize == len(key))
        self.state = np.frombuffer(bytearray(key), record_type).view(np.recarray)[0]

    def beginning(self) -> "Position":
        """Where `events` begin, without a stream."""
        first = self.copy()
        first._set_bytes(self.origin)
        first.origin = self.origin
        return first

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.game == other.game and self.key == other.key

    __hash__ = None  # pyright: ignore[reportAssignmentType]  # a position changes; use its key

    def __str__(self) -> str:
        return self.game_entry.notation.sketch(self.state)

    def __repr__(self) -> str:
        return f"azulejos.read({self.text!r})"


Components = str | os.PathLike[str] | Box  # of Sintra: a file, or what was read from one


def components_box(components: Components) -> Box:
    """The box of a components file, or the one that is known by this digest."""
    if isinstance(components, Box):
        return components
    try:
        return known_box(str(components)) or load_box(components)
    except OSError as error:
        raise InvalidOption(f"components: {components} cannot be read: {error.strerror}") from None


def start(
    game: str = "azul", *, seed: int | None = None, components: Components | None = None, **options: object
) -> Position:
    """A new game, dealt and ready for the first move. Without a seed the tiles come as they may."""
    entry = game_named(game)
    if components is not None:
        options["components"] = components_box(components)
    chosen = entry.notation.options_from(options)
    try:
        stream = chance.new_stream(seed)
    except ValueError as error:
        raise InvalidOption(str(error)) from None
    return Position(entry, entry.rules.new_state(chosen), stream)


def read(text: str, *, components: Components | None = None) -> Position:
    """The position that a text describes, without a stream. Sintra with a box of one's own needs its components."""
    if components is not None:
        components_box(components)
    head, *sections = (part.strip() for part in require_text(text, "a position").split("|"))
    name, _, words = head.partition(" ")
    if name not in GAMES:
        raise InvalidNotation(f"a position begins with the name of a game ({', '.join(GAMES)}), not {name[:40]!r}")
    entry = GAMES[name]
    try:
        options = entry.notation.options_from(split_fields(words, "game"))
    except InvalidOption as error:
        raise InvalidNotation(str(error)) from None
    return Position(entry, entry.notation.read_sections(options, sections))
