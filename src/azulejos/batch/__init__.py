"""Many games at once, on the cores of the CPU or on a GPU.

    batch = Batch("azul", 4096, players=2, wall="gray", seed=7)
    while not batch.over().all():
        masks = batch.legal()
        rewards, ended = batch.step(choose(masks))

A batch is an array of records, the same as in single positions. Game `i` of a batch is the game that `azulejos.start`
deals with the seed `batch.seeds[i]`, on every device.
"""

from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from azulejos import chance
from azulejos.batch import kernels
from azulejos.batch.cpu import Cpu
from azulejos.games import Components, Position, components_box, game_named
from azulejos.notation import IllegalMove, InvalidOption
from azulejos.observations import Layout

Array = Any  # of NumPy; on CUDA of Numba, with `__cuda_array_interface__`
DEVICES = ("cpu", "cuda")


class Device(Protocol):
    """Where the arrays of a batch lie and its kernels run."""

    name: str

    def empty(self, shape: tuple[int, ...], dtype: Any) -> Array: ...
    def put(self, values: npt.NDArray[Any]) -> Array:
        """The values there."""
        ...

    def get(self, values: Array) -> npt.NDArray[Any]:
        """The values here; the same memory where that is possible."""
        ...

    def given(self, values: Any) -> Array:
        """What a user brings, as an array there; the same memory where that is possible."""
        ...

    def as_type(self, values: Array, dtype: Any) -> Array: ...

    def run(self, template: Any, n: int, *arrays: Any) -> None:
        """A function of kernels.py over the first n games."""

    def first(self, template: Any, n: int, *arrays: Any) -> int:
        """The first game of which it is true, or -1."""
        ...

    def walk(self, template: Any, n: int, games: tuple[Array, ...], rest: tuple[Any, ...], result: Array) -> None:
        """A function that makes many moves: of the records, both streams and the rest, to one number a game."""

    def masks(self, states: Array, masks: Array) -> None: ...
    def legal_and_step(self, n: int, steps: int, *arrays: Any) -> None: ...


class Step(NamedTuple):
    """What a step brought: a row a game."""

    rewards: Array  # float32 (n, players)
    ended: Array  # bool (n,): the game ended in this step


def _device(name: str, game: str, threads: int | None) -> Device:
    if name not in DEVICES:
        raise InvalidOption(f"device must be {' or '.join(DEVICES)}, not {name!r}")
    if name == "cpu":
        return Cpu(game, threads)
    if threads is not None:
        raise InvalidOption("threads are for the CPU; on CUDA leave them out")
    from azulejos.batch.cuda import Cuda  # noqa: PLC0415  asks for a driver

    return Cuda(game)


class Batch:
    """Games of one kind side by side. What one decides changes nothing for the others.

    `restart`: a game that ends begins anew in the same step. `shaping`: each step also rewards by so much a point that
    a seat gains on the others. `threads`: of the CPU, all cores where it is left out. Without `out` every array that
    is returned is new; with it, it is that one.
    """

    def __init__(
        self,
        game: str = "azul",
        n: int = 1024,
        *,
        seed: int | None = None,
        device: str = "cpu",
        threads: int | None = None,
        restart: bool = False,
        shaping: float = 0.0,
        components: Components | None = None,
        **options: object,
    ) -> None:
        if n < 1:
            raise InvalidOption(f"a batch has at least one game, not {n}")
        self.entry = game_named(game)
        if components is not None:
            options["components"] = components_box(components)
        self.options = self.entry.notation.options_from(options)
        self.restarts = restart
        self.shaping = float(shaping)
        self.layout = Layout(game, self.options)
        self.players: int = self.options.players
        template = self.entry.rules.new_state(self.options)
        self.n_moves = int(self.entry.rules.n_moves(template.options))
        self._device = _device(device, game, threads)
        self._fresh = self._device.put(records_of(template.tobytes(), template.dtype))
        blank = np.zeros(n, self._fresh.dtype)  # also between the fields, so that equal positions are equal bytes
        self._hold(self._device.put(blank), _seeds(seed, n))
        self.restart()

    def _hold(self, states: Array, seeds: npt.NDArray[np.uint64]) -> None:
        self.n = len(states)
        self.states = states  # the records, where the device has them
        self.seeds = seeds
        self._streams = self._device.put(chance.new_streams(seeds))
        self._choices = self._device.put(chance.new_streams(seeds, chance.CHOICES))
        self._ranks = self._device.empty((self.n, self.players), np.int8)
        self._all = self._device.put(np.ones(self.n, np.bool_))

    @property
    def game(self) -> str:
        return self.entry.name

    @property
    def device(self) -> str:
        return self._device.name

    def __len__(self) -> int:
        return self.n

    # --- Looking ---

    def legal(self, out: Array | None = None) -> Array:
        """int8 (n, n_moves): 1 for each legal code. All 0 where the game is over."""
        out = self._room(out, (self.n, self.n_moves), np.int8)
        self._device.masks(self.states, out)
        return out

    def observe(self, seat: int | None = None, out: Array | None = None) -> Array:
        """int16 (n, layout.size): what this seat sees, or else the seat on turn (seat 0 where the game is over)."""
        if seat is not None and seat not in range(self.players):
            raise InvalidOption(f"there is no seat {seat}; the seats are 0 to {self.players - 1}")
        out = self._room(out, (self.n, self.layout.size), np.int16)
        self._device.run(kernels.observe_game, self.n, self.states, out, -1 if seat is None else seat)
        return out

    def turns(self, out: Array | None = None) -> Array:
        """int8 (n,): the seat that decides, -1 where the game is over."""
        out = self._room(out, (self.n,), np.int8)
        self._device.run(kernels.note_turn, self.n, self.states, out)
        return out

    def over(self, out: Array | None = None) -> Array:
        """bool (n,)"""
        out = self._room(out, (self.n,), np.bool_)
        self._device.run(kernels.note_over, self.n, self.states, out)
        return out

    def scores(self, out: Array | None = None) -> Array:
        """int16 (n, players)"""
        out = self._room(out, (self.n, self.players), np.int16)
        self._device.run(kernels.score_game, self.n, self.states, out)
        return out

    def rewards(self, out: Array | None = None) -> Array:
        """float32 (n, players): by final rank, 1 for the first to -1 for the last; 0 while a game runs."""
        out = self._room(out, (self.n, self.players), np.float32)
        self._device.run(kernels.reward_game, self.n, self.states, out, self._ranks)
        return out

    def position(self, i: int) -> Position:
        """One game, as a copy without a stream."""
        if not 0 <= i < self.n:
            raise IndexError(f"there is no game {i}; the games are 0 to {self.n - 1}")
        one = self._device.get(self.states[i : i + 1])
        return Position(self.entry, records_of(one.tobytes(), one.dtype).view(np.recarray)[0])

    # --- Moving ---

    def step(self, codes: Any, only: Any = None, out: Step | None = None) -> Step:
        """A decision in each game, or in those of the mask `only`; deals follow by themselves.

        One wrong code, or a game that is over, is an IllegalMove that names it, and no game has moved.
        """
        codes = self._codes(codes)
        games = self._all if only is None else self._mask(only)
        wrong = self._device.first(kernels.is_wrong, self.n, self.states, codes, games)
        if wrong >= 0:
            self._refuse(wrong, int(self._device.get(codes[wrong : wrong + 1])[0]))
        rewards, ended = out if out is not None else (None, None)
        rewards = self._room(rewards, (self.n, self.players), np.float32)
        ended = self._room(ended, (self.n,), np.bool_)
        moving = self.states, self._streams, codes, games
        rules = self._fresh, self.restarts, self.shaping
        self._device.run(kernels.play_code, self.n, *moving, rewards, ended, self._ranks, *rules)
        return Step(rewards, ended)

    def _refuse(self, i: int, code: int) -> None:
        try:
            self.position(i).push(code)
        except IllegalMove as error:
            raise IllegalMove(f"game {i}: {error}") from None

    def random_moves(self, out: Array | None = None) -> Array:
        """int64 (n,): a legal code for each game, each as likely as the others; 0 where the game is over."""
        out = self._room(out, (self.n,), np.int64)
        self._device.run(kernels.choose_random, self.n, self.states, self._choices, out)
        return out

    def restart(self, games: Any = None) -> None:
        """Begins anew, with further tiles of their streams: all games, or those of a mask."""
        arrays = self.states, self._streams, self._fresh
        if games is None:
            self._device.run(kernels.start_game, self.n, *arrays)
        else:
            self._device.run(kernels.start_chosen, self.n, *arrays, self._mask(games))

    def playout(self) -> Array:
        """Plays every game to its end with random moves; returns how many, int32 (n,)."""
        lengths = self._device.empty((self.n,), np.int32)
        self._device.walk(kernels.play_out, self.n, (self.states, self._streams, self._choices), (), lengths)
        return lengths

    def random_walk(self, moves: int) -> Array:
        """So many random moves in every game, which starts anew when it ends; returns how often it did, int32 (n,)."""
        finished = self._device.empty((self.n,), np.int32)
        games = self.states, self._streams, self._choices
        self._device.walk(kernels.play_moves, self.n, games, (self._fresh, moves), finished)
        return finished

    def random_until(self, seat: int) -> None:
        """Random moves in every game until this seat is to decide, or the game is over."""
        self._device.run(kernels.play_until, self.n, self.states, self._streams, self._choices, seat)

    def legal_and_step(self, steps: int, masks: Array) -> None:
        """What `legal`, `random_moves` and `step` do, so many times without leaving the kernel: to measure against."""
        games = self.states, self._streams, self._choices
        rewards = self._device.empty((self.n, self.players), np.float32)
        self._device.legal_and_step(self.n, steps, *games, masks, rewards, self._ranks, self._fresh)

    def take(self, games: Any, seed: int | None = None) -> "Batch":
        """A new batch of copies of these games, by their indices. Their draws come from fresh streams: nobody who
        looks ahead in a copy learns what will be drawn."""
        indices = np.asarray(games)
        if indices.dtype.kind not in "iu" or indices.ndim != 1 or not np.all((indices >= 0) & (indices < self.n)):
            raise InvalidOption(f"games are whole numbers from 0 to {self.n - 1} in one row, not {games!r}")
        twin = object.__new__(Batch)
        twin.__dict__.update(self.__dict__)
        rows = _bytes_of(self._device.get(self.states))[indices]
        twin._hold(self._device.put(records_of(rows.tobytes(), self._fresh.dtype)), _seeds(seed, len(indices)))
        return twin

    # --- What users bring ---

    def _room(self, out: Array | None, shape: tuple[int, ...], dtype: Any) -> Array:
        if out is None:
            return self._device.empty(shape, dtype)
        room = self._device.given(out)
        if room.shape != shape or room.dtype != dtype or not room.flags["C_CONTIGUOUS"]:
            raise InvalidOption(
                f"out must be a contiguous {np.dtype(dtype)} array of the shape {shape}, not {room.dtype} {room.shape}"
            )
        return room

    def _codes(self, codes: Any) -> Array:
        codes = self._device.given(codes)
        if codes.dtype.kind not in "iu" or codes.shape != (self.n,):
            raise IllegalMove(f"codes are {self.n} whole numbers, one a game, not {codes.dtype} {codes.shape}")
        return self._device.as_type(codes, np.int64)

    def _mask(self, games: Any) -> Array:
        games = self._device.given(games)
        if games.dtype != np.bool_ or games.shape != (self.n,):
            raise InvalidOption(f"a mask of games is {self.n} booleans, not {games.dtype} {games.shape}")
        return games


def records_of(memory: bytes, dtype: Any) -> npt.NDArray[Any]:
    """Records from their bytes. NumPy would copy field by field, and leave what lies between the fields to chance."""
    return np.frombuffer(bytearray(memory), dtype)


def _bytes_of(states: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    return states.view(np.uint8).reshape(len(states), -1)


def _seeds(seed: int | None, n: int) -> npt.NDArray[np.uint64]:
    try:
        return chance.spread_seed(seed, n)
    except ValueError as error:
        raise InvalidOption(str(error)) from None
