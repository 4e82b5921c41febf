"""A position as environments render it: text, SVG, pixels."""

import struct
import zlib
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from azulejos.games import Position
from azulejos.notation import InvalidOption
from azulejos.words import Words

RENDER_MODES = ["human", "ansi", "svg", "rgb_array"]  # human: text, printed
WIDTH = 960

Pixels = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]


def require_mode(mode: str | None) -> None:
    if mode is not None and mode not in RENDER_MODES:
        raise InvalidOption(f"render_mode must be {', '.join(RENDER_MODES)}, not {mode!r}")


def rendered(position: Position, mode: str | None, names: list[str]) -> str | Pixels | None:
    """What `render` returns; nothing for people, who get it printed, and where no mode was chosen."""
    if mode == "ansi":
        return str(position)
    if mode == "human":
        print(position)
    if mode == "svg":
        return _svg(position, names)
    if mode == "rgb_array":
        return pixels(_drawing().png(_svg(position, names), WIDTH))
    return None


def _drawing() -> Any:
    """The module that draws, for who asks for pictures."""
    return import_module("azulejos.draw")


def _svg(position: Position, names: list[str]) -> str:
    return _drawing().table(position, Words("en"), names, width=WIDTH)


# --- PNG, as the drawing makes it: 8 bits a channel, without interlacing ---

CHANNELS = {0: 1, 2: 3, 4: 2, 6: 4}  # by colour type: gray, RGB, gray and alpha, RGB and alpha


def pixels(png: bytes) -> Pixels:
    """The picture as (height, width, 3), on white."""
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    if depth != 8 or kind not in CHANNELS:
        raise ValueError(f"expected a PNG of 8 bits a channel without a palette, not of type {kind} with {depth} bits")
    size = CHANNELS[kind]
    data = np.frombuffer(zlib.decompress(_data(png)), np.uint8).reshape(height, 1 + width * size)
    rows = np.zeros((height + 1, width * size), np.uint8)
    for y in range(height):
        rows[y + 1] = _unfiltered(int(data[y, 0]), data[y, 1:], rows[y], size)
    return _on_white(rows[1:].reshape(height, width, size))


def _data(png: bytes) -> bytes:
    """The parts that hold the picture, in a row."""
    parts: list[bytes] = []
    at = 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            parts.append(png[at + 8 : at + 8 + length])
        at += 12 + length
    return b"".join(parts)


def _unfiltered(kind: int, line: Pixels, above: Pixels, size: int) -> Pixels:
    """A line as it was before PNG's filter: nothing, or what is on the left, above, both, or the nearest to them."""
    if kind == 0:
        return line
    if kind == 2:
        return line + above
    out = np.zeros(len(line) + size, np.int64)  # with a black pixel on the left
    up = np.concatenate([np.zeros(size, np.int64), above.astype(np.int64)])
    for i in range(0, len(line), size):
        left, corner, over = out[i : i + size], up[i : i + size], up[i + size : i + 2 * size]
        guess = left if kind == 1 else (left + over) // 2 if kind == 3 else _paeth(left, over, corner)
        out[i + size : i + 2 * size] = (line[i : i + size] + guess) & 255
    return out[size:].astype(np.uint8)


def _paeth(left: Numbers, over: Numbers, corner: Numbers) -> Numbers:
    near, above, diagonal = abs(over - corner), abs(left - corner), abs(left + over - 2 * corner)
    second: Numbers = np.where(above <= diagonal, over, corner)
    return np.where((near <= above) & (near <= diagonal), left, second)


def _on_white(picture: Pixels) -> Pixels:
    if picture.shape[2] in (2, 4):
        alpha = picture[..., -1:].astype(np.float64) / 255
        picture = np.rint(picture[..., :-1] * alpha + 255 * (1 - alpha)).astype(np.uint8)
    return picture if picture.shape[2] == 3 else np.repeat(picture, 3, axis=2)
