"""`kernel`, the only compile decorator of the project, and where compiled code is kept.

Kernels are compiled by Numba on first use and stored on disk. Numba does not notice when a kernel changes that lives
in another file, so the folder is named after a digest of every source that holds kernels and of the compile modes.
With `NUMBA_DISABLE_JIT=1` kernels are plain Python functions, for debuggers and for coverage; under the simulator of
CUDA (`NUMBA_ENABLE_CUDASIM=1`) too.
"""

# pyright: standard
# Kernels are typed by Numba, not by annotations.

import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FunctionType
from typing import Any, overload

import numba
import numpy as np
from numba.core import config as numba_config
from platformdirs import user_cache_path

Kernel = Callable[..., Any]  # typed by Numba, for whatever records it meets

config: Any = numba_config
COMPILED = not (config.DISABLE_JIT or config.ENABLE_CUDASIM)
PACKAGE = Path(__file__).parent
FORGET_AFTER_DAYS = 30


def kernel_sources() -> list[Path]:
    """Every file of the package that defines or calls kernels: those that import this module, and it."""
    mine = Path(__file__)
    return [path for path in sorted(PACKAGE.rglob("*.py")) if path == mine or b"azulejos.jit" in path.read_bytes()]


def _digest() -> str:
    modes = f"{numba.__version__} {np.__version__} {config.BOUNDSCHECK} {config.OPT} {config.CPU_NAME}"
    digest = hashlib.sha256(modes.encode())
    for path in kernel_sources():
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _usable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _forget_old(root: Path) -> None:
    """Folders of versions that nobody has used for a month. Other processes may do the same at the same time."""
    for folder in root.iterdir():
        with suppress(OSError):
            if folder.stat().st_mtime < time.time() - FORGET_AFTER_DAYS * 86400:
                shutil.rmtree(folder, ignore_errors=True)


def cache_folder() -> Path | None:
    """Where this version's compiled kernels lie; None where nothing can be written, then they live in memory only."""
    theirs = os.environ.get("NUMBA_CACHE_DIR")
    root = Path(theirs) / "azulejos" if theirs else user_cache_path("azulejos", appauthor=False) / "kernels"
    folder = root / _digest()
    if not _usable(folder):
        return None
    _forget_old(root)
    return folder


_folder = cache_folder() if COMPILED else None


def _mangling_by_content(record: Any) -> tuple[str, tuple[int]]:
    """What a record type contributes to the symbol of a compiled function: a digest of its fields.

    Numba takes the number that the type happened to get in this process. In a cache that several processes have
    filled, two record types can then have the same symbol, and the code of one runs on the other's memory.
    """
    return type(record).__name__, (int.from_bytes(hashlib.sha256(record.name.encode()).digest()[:6], "big"),)


Record: Any = numba.types.Record
Record.mangling_args = property(_mangling_by_content)


@contextmanager
def _our_cache() -> Generator[None]:
    """Numba reads its cache folder when it decorates; users' own functions must not land in ours."""
    theirs = config.CACHE_DIR
    config.CACHE_DIR = str(_folder)
    try:
        yield
    finally:
        config.CACHE_DIR = theirs


def kernel_over(template: Callable[..., Any], name: str, **names: Any) -> Kernel:
    """A kernel of its own from a plain function, in which these global names stand for these kernels and constants.

    A template that calls itself calls its kernel. A kernel in a closure would do the same, but its closure is never
    found in the cache again.
    """
    function = FunctionType(template.__code__, {**template.__globals__, **names}, name)
    function.__module__, function.__qualname__ = template.__module__, name
    made = kernel(function)
    function.__globals__[template.__name__] = made
    return made


@overload
def kernel(function: Kernel) -> Kernel: ...
@overload
def kernel(*, wraps: bool) -> Callable[[Kernel], Kernel]: ...
def kernel(function: Any = None, *, wraps: bool = False) -> Any:
    """Compiles `function`. `wraps`: its unsigned integers are meant to wrap around, which plain NumPy warns about."""
    if function is None:
        return lambda function: _compiled(function, wraps)
    return _compiled(function, wraps)


def _compiled(function: Any, wraps: bool) -> Any:
    if not COMPILED:
        return np.errstate(over="ignore")(function) if wraps else function
    # A name with an underscore is called by kernels only, and needs no door to Python, which takes time to build.
    inner = function.__name__.startswith("_")
    njit: Any = numba.njit
    compile_kernel = njit(
        cache=_folder is not None, nogil=True, error_model="numpy", no_cpython_wrapper=inner, no_cfunc_wrapper=True
    )
    with _our_cache():
        return compile_kernel(function)
