"""PNG to pixels, as far as the drawing's PNG goes: 8 bits a channel, no palette, without interlacing."""

# pyright: standard
# Kernels are typed by Numba, not by annotations.

import struct
import zlib

import numpy as np
import numpy.typing as npt

from azulejos.jit import kernel

Pixels = npt.NDArray[np.uint8]
CHANNELS = {0: 1, 2: 3, 4: 2, 6: 4}  # by colour type: gray, RGB, gray and alpha, RGB and alpha
LEFT, ABOVE, MEAN = 1, 2, 3  # what a line is given as the difference to; 4 is the nearest of three


def pixels(png: bytes) -> Pixels:
    """The picture as (height, width, 3), on white."""
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    if depth != 8 or kind not in CHANNELS:
        raise ValueError(f"expected a PNG of 8 bits a channel without a palette, not of type {kind} with {depth} bits")
    size = CHANNELS[kind]
    lines = np.frombuffer(bytearray(zlib.decompress(_data(png))), np.uint8).reshape(height, 1 + width * size)
    take_back_filters(lines, size)
    return _on_white(lines[:, 1:].reshape(height, width, size))


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


@kernel
def take_back_filters(lines, size):
    """Each line begins with the kind of its filter; its bytes are differences to what was guessed from neighbours."""
    for y in range(len(lines)):
        kind = int(lines[y, 0])
        for x in range(1, lines.shape[1]):
            left = int(lines[y, x - size]) if x > size else 0
            above = int(lines[y - 1, x]) if y > 0 else 0
            corner = int(lines[y - 1, x - size]) if x > size and y > 0 else 0
            lines[y, x] = (int(lines[y, x]) + _guess(kind, left, above, corner)) & 255


@kernel
def _guess(kind, left, above, corner):
    if kind == 0:
        return 0
    if kind == LEFT:
        return left
    if kind == ABOVE:
        return above
    if kind == MEAN:
        return (left + above) // 2
    by_left, by_above, by_corner = abs(above - corner), abs(left - corner), abs(left + above - 2 * corner)
    if by_left <= by_above and by_left <= by_corner:
        return left
    return above if by_above <= by_corner else corner


def _on_white(picture: Pixels) -> Pixels:
    if picture.shape[2] in (2, 4):
        alpha = picture[..., -1:].astype(np.float64) / 255
        picture = np.rint(picture[..., :-1] * alpha + 255 * (1 - alpha)).astype(np.uint8)
    return picture.copy() if picture.shape[2] == 3 else np.repeat(picture, 3, axis=2)
