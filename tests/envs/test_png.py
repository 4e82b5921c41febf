"""PNG becomes pixels."""

import struct
import zlib

import numpy as np
import pytest

from azulejos.envs.png import Pixels, pixels


def png(picture: Pixels, kind: int, filters: list[int]) -> bytes:
    """A PNG with this filter on each line, written from the specification."""
    height, width, size = picture.shape
    flat = picture.astype(int).reshape(height, width * size)
    lines = b""
    for y, chosen in enumerate(filters):
        line = bytearray([chosen])
        for x in range(width * size):
            left = flat[y, x - size] if x >= size else 0
            above = flat[y - 1, x] if y else 0
            corner = flat[y - 1, x - size] if y and x >= size else 0
            guess = left + above - corner
            paeth = min((left, above, corner), key=lambda value, guess=guess: abs(guess - value))
            line.append((flat[y, x] - [0, left, above, (left + above) // 2, paeth][chosen]) & 255)
        lines += bytes(line)
    data = zlib.compress(lines)
    chunks = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)),
        (b"IDAT", data[:20]),
        (b"IDAT", data[20:]),
    ]
    packed = b"".join(struct.pack(">I", len(body)) + name + body + b"crc!" for name, body in [*chunks, (b"IEND", b"")])
    return b"\x89PNG\r\n\x1a\n" + packed


def test_every_filter_is_taken_back() -> None:
    picture = np.random.default_rng(1).integers(0, 256, (10, 7, 3)).astype(np.uint8)
    assert (pixels(png(picture, 2, [0, 1, 2, 3, 4] * 2)) == picture).all()


def test_what_is_transparent_is_white() -> None:
    picture = np.zeros((1, 2, 4), np.uint8)
    picture[0, 0] = 10, 20, 30, 255
    assert pixels(png(picture, 6, [0])).tolist() == [[[10, 20, 30], [255, 255, 255]]]


def test_a_palette_is_refused() -> None:
    with pytest.raises(ValueError, match="without a palette"):
        pixels(png(np.zeros((1, 1, 1), np.uint8), 3, [0]))
