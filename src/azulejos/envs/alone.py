"""One game as environments play it: a kernel call for a move, one for a look."""

import operator
from typing import Any

import numpy as np
import numpy.typing as npt

from azulejos import chance
from azulejos.batch import kernels, records_of
from azulejos.games import Components, Position, components_box, game_named
from azulejos.notation import IllegalMove, InvalidNotation, InvalidOption
from azulejos.observations import Layout, Row

Mask = npt.NDArray[np.int8]


class OneGame:
    """A game with its stream of tiles. Deals follow by themselves. A pickle goes on where the game was."""

    def __init__(self, game: str, shaping: float, components: Components | None, options: dict[str, object]) -> None:
        self.entry = game_named(game)
        if components is not None:
            options = {**options, "components": components_box(components)}
        self.options = self.entry.notation.options_from(options)
        self.shaping = float(shaping)
        self.players: int = self.options.players
        self.layout = Layout(game, self.options)
        self.fresh: bytes = self.entry.rules.new_state(self.options).tobytes()
        self.states = records_of(self.fresh, self.entry.rules.State[self.players])
        self.streams = chance.new_stream()[np.newaxis]
        self.rewards = np.zeros(self.players)
        self.n_moves = int(self.entry.rules.n_moves(self.position().state.options))
        self._ranks = np.zeros(self.players, np.int8)
        self._codes = np.zeros(self.n_moves, np.int16)
        self._find_kernels()

    def _find_kernels(self) -> None:
        self._decide: Any = kernels.kernel_for(kernels.decide_alone, self.entry.name)
        self._look: Any = kernels.kernel_for(kernels.look, self.entry.name)

    def begin(self, seed: int | None = None) -> int:
        """A new game: the one that `azulejos.start` deals with this seed, or with tiles that go on; who begins."""
        if seed is not None:
            try:
                self.streams = chance.new_stream(seed)[np.newaxis]
            except ValueError as error:
                raise InvalidOption(str(error)) from None
        self.states = records_of(self.fresh, self.states.dtype)
        self.entry.rules.deal(self.states.view(np.recarray)[0], self.streams[0])
        return self.turn

    @property
    def turn(self) -> int:
        """The seat that decides; -1 at the end."""
        return int(self.states["turn"][0])

    def decide(self, action: Any) -> int:
        """Who decides next, -1 at the end; `kernels.ILLEGAL` where the move is, and nothing has happened."""
        try:
            code = operator.index(action)
        except TypeError:
            return kernels.ILLEGAL
        if not 0 <= code < self.n_moves:
            return kernels.ILLEGAL
        return self._decide(self.states, self.streams, code, self.rewards, self._ranks, self.shaping)

    def objection(self, action: Any) -> str:
        """What is wrong with an illegal move."""
        try:
            self.position().push(action)
        except (IllegalMove, InvalidNotation) as error:
            return str(error)
        return f"{action!r} is not the code of a move"

    def look(self, seat: int) -> tuple[Row, Mask]:
        """What a seat sees and may do, in new arrays."""
        row = np.empty(self.layout.size, np.int16)
        mask = np.empty(self.n_moves, np.int8)
        self._look(self.states, seat, row, mask, self._codes)
        return row, mask

    def position(self) -> Position:
        """As it stands, without a stream."""
        return Position(self.entry, records_of(self.states.tobytes(), self.states.dtype).view(np.recarray)[0])

    def __getstate__(self) -> dict[str, Any]:
        """Compiled code does not travel, and knows no record type but its own."""
        kept = {name: value for name, value in self.__dict__.items() if name not in ("_decide", "_look")}
        return kept | {"states": self.states.tobytes()}

    def __setstate__(self, saved: dict[str, Any]) -> None:
        self.__dict__.update(saved)
        self.states = records_of(saved["states"], self.entry.rules.State[self.players])
        self._find_kernels()
