"""Batches on a GPU: one thread a game, with the same rules; the arrays stay on the device.

What is returned has `__cuda_array_interface__`: PyTorch (`torch.as_tensor(array, device="cuda")`), CuPy and JAX see it
without a copy, and theirs may be given back as codes, masks and `out`.
"""

# pyright: standard
# Kernels are typed by Numba, not by annotations.

from functools import cache
from types import FunctionType
from typing import Any

import numpy as np
from numba import cuda

from azulejos.batch import kernels
from azulejos.jit import config
from azulejos.notation import InvalidOption

THREADS = 128  # a block
# Measured on one H200, random moves of two players: on copies, with so few registers that more threads are under way,
# Azul goes from 3.2 to 7.3 and Sintra from 1.6 to 3.6 billion a second; Pavilion's record spills, 0.14 instead of 0.43.
ON_COPIES = ("azul", "sintra")
REGISTERS = 48
operation: Any = None
RECORD: Any = None


def each_thread(n, arrays):
    i = cuda.grid(1)  # pyright: ignore[reportCallIssue]  # its stub
    if i < n:
        operation(i, *arrays)


def lowest_thread(n, found, arrays):
    """The lowest game of which it is true."""
    i = cuda.grid(1)  # pyright: ignore[reportCallIssue]  # its stub
    if i < n and operation(i, *arrays):
        cuda.atomic.min(found, 0, i)


def each_copy(n, states, streams, choices, rest, result):
    """Many moves on a copy in the thread's own memory, where the same field of neighbours lies side by side."""
    i = cuda.grid(1)  # pyright: ignore[reportCallIssue]  # its stub
    if i < n:
        state = cuda.local.array(1, RECORD)
        stream = cuda.local.array((1, 1), np.uint64)
        choice = cuda.local.array((1, 1), np.uint64)
        number = cuda.local.array(1, np.int32)
        state[0] = states[i]
        stream[0, 0] = streams[i, 0]
        choice[0, 0] = choices[i, 0]
        operation(0, state, stream, choice, *rest, number)
        states[i] = state[0]
        streams[i, 0] = stream[0, 0]
        choices[i, 0] = choice[0, 0]
        result[i] = number[0]


@cache
def launcher(template: Any, game: str, loop: Any = each_thread) -> Any:
    made = kernels.kernel_for(template, game)
    name = f"{loop.__name__}_{template.__name__}_{game}"
    return cuda.jit(FunctionType(loop.__code__, {**loop.__globals__, "operation": made}, name))


@cache
def launcher_of_copies(template: Any, game: str, record: Any) -> Any:
    made = kernels.kernel_for(template, game)
    names = {**globals(), "operation": made, "RECORD": record}
    limits: dict[str, Any] = {} if config.ENABLE_CUDASIM else {"max_registers": REGISTERS}  # the simulator has none
    return cuda.jit(FunctionType(each_copy.__code__, names, f"each_copy_{template.__name__}_{game}"), **limits)


def require_gpu() -> None:
    if not cuda.is_available():
        raise InvalidOption(
            "device='cuda' needs an NVIDIA GPU with its driver, and Numba's CUDA target: pip install numba-cuda[cu13]"
        )


class Cuda:
    """Where the arrays of a batch lie and its kernels run."""

    name = "cuda"

    def __init__(self, game: str) -> None:
        require_gpu()
        self.game = game

    def empty(self, shape: tuple[int, ...], dtype: Any) -> Any:
        return cuda.device_array(shape, dtype)

    def put(self, values: Any) -> Any:
        return cuda.to_device(values)

    def get(self, values: Any) -> Any:
        return values.copy_to_host()

    def given(self, values: Any) -> Any:
        if hasattr(values, "copy_to_host"):  # Numba's own
            return values
        if hasattr(values, "__cuda_array_interface__"):
            return cuda.as_cuda_array(values)
        return cuda.to_device(np.ascontiguousarray(values))

    def as_type(self, values: Any, dtype: Any) -> Any:
        """As they are: kernels take whole numbers of any type."""
        return values

    def run(self, template: Any, n: int, *arrays: Any) -> None:
        launcher(template, self.game)[blocks(n), THREADS](n, arrays)

    def walk(self, template: Any, n: int, games: tuple[Any, ...], rest: tuple[Any, ...], result: Any) -> None:
        if self.game not in ON_COPIES:
            self.run(template, n, *games, *rest, result)
            return
        launcher_of_copies(template, self.game, games[0].dtype)[blocks(n), THREADS](n, *games, rest, result)

    def first(self, template: Any, n: int, *arrays: Any) -> int:
        """The first game of which it is true, or -1."""
        found = cuda.to_device(np.array([n], np.int64))
        launcher(template, self.game, lowest_thread)[blocks(n), THREADS](n, found, arrays)
        lowest = int(found.copy_to_host()[0])
        return lowest if lowest < n else -1

    def masks(self, states: Any, masks: Any) -> None:
        """A thread a code, so that neighbours write side by side."""
        self.run(kernels.mask_entry, masks.size, states, masks)

    def legal_and_step(self, n: int, steps: int, *arrays: Any) -> None:
        raise InvalidOption("the loop that Python is measured against runs on the CPU")


def blocks(n: int) -> int:
    return (n + THREADS - 1) // THREADS
