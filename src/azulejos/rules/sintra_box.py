"""The figures printed in Sintra's box, which its owner can correct: a file of data, checked and turned into numbers.

The rulebook's text lost these figures with its pictures. The package brings a file with what is known of them
(`sintra-components.toml`); another file with the same names may take its place. A box is known by its digest, which
depends on the figures alone; every box that was loaded in a process can be found by it.
"""

import hashlib
import json
import os
import re
import tomllib
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeGuard

from azulejos.rules.tiles import BITS

PACKAGE_FILE = Path(__file__).with_name("sintra-components.toml")

# The colours that a box may choose its five from, with their letters; a joker cell is *.
PALETTE = ("blue", "green", "orange", "pink", "yellow", "red", "violet", "turquoise", "white")
PALETTE_LETTERS = "BGOPYRVTW"
JOKER_LETTER = "*"

COLOURS = 5
SIDES = ("A", "B")
WINDOWS = 8
STRIPS = 8
FACES = 2
CELLS = 5
MOST_JOKERS = 2
ORNAMENTS = 4
FEWEST_SPACES, MOST_SPACES = 2, 16  # of the broken-glass track
LARGEST_VALUE = 99
DIGEST_DIGITS = 12

TABLES: dict[str, tuple[str, ...]] = {
    "window_values": ("side_a", "side_b"),
    "broken_glass": ("track",),
    "ornaments": ("pairs",),
    "strips": ("faces",),
}


class InvalidComponents(ValueError):
    """A components file that is not one: its name, the line and the reason."""


class Box(NamedTuple):
    """The figures as numbers, in tuples of fixed lengths: kernels take them as they are."""

    digest: int
    colours: tuple[int, ...]  # indices in PALETTE, ascending: kinds 0 to 4
    window_values: tuple[tuple[int, ...], ...]  # [side][window]
    track: tuple[int, ...]  # points lost by space, filled up with 0
    last_space: int  # reaching it is a lap
    pairs: tuple[int, ...]  # the left of the two neighbouring windows around each ornament
    faces: tuple[int, ...]  # [2 * strip + face]: a heap of cells by colour, joker cells as kind 5
    joker_face: int  # the one with joker cells


class _Reader:
    """A components file being checked; what is wrong is said with its line."""

    def __init__(self, text: str, name: str) -> None:
        self.lines = text.splitlines()
        self.name = name
        try:
            self.data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            reason, _, place = str(error).partition(" (at ")
            line = re.match(r"line (\d+)", place)
            self._say(int(line[1]) if line else len(self.lines), f"this is not TOML: {reason}")

    def box(self) -> Box:
        self._expect_names()
        colours = self._colours()
        figures: dict[str, Any] = {
            "colours": tuple(colours),
            "window_values": (self._window_values("side_a"), self._window_values("side_b")),
            **self._track(),
            "pairs": self._pairs(),
            "faces": self._faces("".join(PALETTE_LETTERS[colour] for colour in colours)),
        }
        digest = hashlib.sha256(json.dumps(figures).encode()).hexdigest()[:DIGEST_DIGITS]
        joker_face = next(index for index, cells in enumerate(figures["faces"]) if cells >> BITS * COLOURS)
        return Box(digest=int(digest, 16), joker_face=joker_face, **figures)

    # --- The parts ---

    def _expect_names(self) -> None:
        for name in self.data:
            if name != "colours" and name not in TABLES:
                self._fail(f"{name} is not known here; expected colours, {', '.join(TABLES)}", None, name)
        if "colours" not in self.data:
            self._say(1, "colours is missing")
        for table, keys in TABLES.items():
            there: dict[str, Any] | None = self.data.get(table)
            if there is None:
                self._say(len(self.lines), f"the part [{table}] is missing")
            if not isinstance(there, dict):  # pyright: ignore[reportUnnecessaryIsInstance]  # files hold anything
                self._fail(f"{table} must be a part with {' and '.join(keys)}", None, table)
            for key in keys:
                if key not in there:
                    self._fail(f"{key} is missing in [{table}]", None, table)
            for key in there:
                if key not in keys:
                    self._fail(f"{key} is not known in [{table}]; expected {' and '.join(keys)}", table, key)

    def _colours(self) -> list[int]:
        names = self.data["colours"]
        if not _is_list(names) or not all(name in PALETTE for name in names):
            self._fail(f"colours must be from {', '.join(PALETTE)}, not {names!r}", None, "colours")
        if len(names) != COLOURS or len({*names}) != COLOURS:
            self._fail(f"colours must be {COLOURS} different ones, not {names!r}", None, "colours")
        return sorted(PALETTE.index(name) for name in names)

    def _numbers(self, table: str, key: str, fewest: int, most: int) -> tuple[int, ...]:
        values = self.data[table][key]
        many = str(most) if fewest == most else f"{fewest} to {most}"
        if not _is_list(values) or not fewest <= len(values) <= most or not all(map(_is_value, values)):
            self._fail(f"{key} must be {many} whole numbers from 0 to {LARGEST_VALUE}, not {values!r}", table, key)
        return tuple(values)

    def _window_values(self, key: str) -> tuple[int, ...]:
        return self._numbers("window_values", key, WINDOWS, WINDOWS)

    def _track(self) -> dict[str, Any]:
        values = self._numbers("broken_glass", "track", FEWEST_SPACES, MOST_SPACES)
        return {"track": values + (0,) * (MOST_SPACES - len(values)), "last_space": len(values) - 1}

    def _pairs(self) -> tuple[int, ...]:
        pairs = self.data["ornaments"]["pairs"]
        if not _is_list(pairs) or len(pairs) != ORNAMENTS:
            self._fail(f"pairs must be {ORNAMENTS} pairs of windows such as [1, 2]", "ornaments", "pairs")
        lefts: list[int] = []
        for index, pair in enumerate(pairs):
            numbers = sorted(pair) if _is_list(pair) and all(map(_is_value, pair)) else []
            if len(numbers) != 2 or numbers[1] != numbers[0] + 1 or not 1 <= numbers[0] < WINDOWS:
                reason = f"a pair is two neighbouring windows from 1 to {WINDOWS}, not {pair!r}"
                self._fail(reason, "ornaments", "pairs", index)
            if numbers[0] - 1 in lefts:
                self._fail(f"the pair {pair!r} is given twice", "ornaments", "pairs", index)
            lefts.append(numbers[0] - 1)
        return tuple(lefts)

    def _faces(self, letters: str) -> tuple[int, ...]:
        strips = self.data["strips"]["faces"]
        if not _is_list(strips) or len(strips) != STRIPS:
            self._fail(f"faces must be {STRIPS} strips of {FACES} faces", "strips", "faces")
        cells = letters + JOKER_LETTER
        heaps: list[int] = []
        with_jokers = 0
        for index, strip in enumerate(strips):
            if not _is_list(strip) or len(strip) != FACES:
                self._fail(f"a strip has {FACES} faces, not {strip!r}", "strips", "faces", index)
            for face in strip:
                if not isinstance(face, str) or not re.fullmatch(rf"[{cells}]{{{CELLS}}}", face):
                    reason = f"a face is {CELLS} cells from {cells}, not {face!r}"
                    self._fail(reason, "strips", "faces", index)
                if face.count(JOKER_LETTER) > MOST_JOKERS:
                    self._fail(f"{face} has more than {MOST_JOKERS} joker cells", "strips", "faces", index)
                with_jokers += JOKER_LETTER in face
                if with_jokers > 1:
                    self._fail("a second face has joker cells; only one may", "strips", "faces", index)
                heaps.append(sum(face.count(letter) << BITS * kind for kind, letter in enumerate(cells)))
        if not with_jokers:
            self._fail("no face has joker cells; exactly one must", "strips", "faces")
        return tuple(heaps)

    # --- Where it stands ---

    def _fail(self, reason: str, table: str | None, key: str, item: int | None = None) -> NoReturn:
        self._say(self._line_of(table, key, item), reason)

    def _say(self, line: int, reason: str) -> NoReturn:
        raise InvalidComponents(f"{self.name}, line {max(1, line)}: {reason}")

    def _line_of(self, table: str | None, key: str, item: int | None) -> int:
        """The line of a name in its part of the file, or of the item in its list; at worst the file's first."""
        start, part = 1, None
        for number, line in enumerate(self.lines, 1):
            header = re.match(r"\s*\[\s*\"?([\w-]+)", line)
            part = header[1] if header and not line.rstrip().endswith(",") else part
            named = re.search(rf"(^|[\s.{{,\"]){re.escape(key)}\"?\s*=", line)
            if (named and part == table) or (table is None and part == key):
                start = number
                break
        return start if item is None else self._line_of_item(start, item)

    def _line_of_item(self, start: int, item: int) -> int:
        """The line on which the list inside a list begins, counted from where the outer list begins."""
        depth, found = 0, -1
        for number, line in enumerate(self.lines[start - 1 :], start):
            for sign in re.sub(r"\"[^\"]*\"|'[^']*'|#.*", "", line.partition("=")[2] if number == start else line):
                depth += (sign == "[") - (sign == "]")
                found += sign == "[" and depth == 2
                if found == item:
                    return number
        return start


def _is_list(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def _is_value(value: object) -> bool:
    return type(value) is int and 0 <= value <= LARGEST_VALUE


# --- Boxes that are known ---

_known: dict[int, Box] = {}


def read_box(text: str, name: str) -> Box:
    """The box that a file's text describes."""
    return remember(_Reader(text, name).box())


def remember(box: Box) -> Box:
    """From now on the box is known by its digest."""
    return _known.setdefault(box.digest, box)


def load_box(file: str | os.PathLike[str]) -> Box:
    """The box of a components file. OSError where there is none, InvalidComponents where it is wrong."""
    try:
        return read_box(Path(file).read_text(encoding="utf-8"), str(file))
    except UnicodeDecodeError:
        raise InvalidComponents(f"{file} is not a text file") from None


def known_box(digest: str) -> Box | None:
    """The box of this digest, if it has been loaded."""
    return _known.get(int(digest, 16)) if re.fullmatch(rf"[0-9a-f]{{{DIGEST_DIGITS}}}", digest) else None


def digest_text(digest: int) -> str:
    return f"{int(digest):0{DIGEST_DIGITS}x}"


PACKAGE_BOX = load_box(PACKAGE_FILE)
