"""Positions and moves as text, in plain English tokens. One file a game; here is what they share.

docs/notation.md is the description for people who write their own parser. Every game's module offers `Move` (the
rules' move, which prints as text), `options_from`, `words_of`, `position_sections`, `read_sections`, `move_text`,
`read_move`, `draw_text`, `read_draw` and `sketch`. Names for people, in their language, are in words.py.
"""

import re
from collections.abc import Iterable, Mapping


class InvalidNotation(ValueError):
    """This text cannot be read: what was wrong, what was expected."""


class IllegalMove(ValueError):
    """This move may not be made here, and why."""


class InvalidOption(ValueError):
    """There is no such game, variant or option value."""


TokenPattern = re.compile(r"(\w+)=(\S+)")
LongestNumber = 9  # digits


def join_fields(fields: Mapping[str, str]) -> str:
    return " ".join(f"{name}={value}" for name, value in fields.items())


def split_fields(section: str, what: str) -> dict[str, str]:
    """`a=1 b=2` as a dictionary; no field may come twice."""
    fields: dict[str, str] = {}
    for token in section.split():
        match = TokenPattern.fullmatch(token)
        if match is None:
            raise InvalidNotation(f"{what}: expected name=value, found {token!r}")
        name, value = match.groups()
        if name in fields:
            raise InvalidNotation(f"{what}: {name} is given twice")
        fields[name] = value
    return fields


def expect_fields(fields: Mapping[str, str], names: Iterable[str], what: str) -> None:
    """Exactly these names, no more and no fewer."""
    names = list(names)
    for name in names:
        if name not in fields:
            raise InvalidNotation(f"{what}: {name} is missing")
    for name in fields:
        if name not in names:
            raise InvalidNotation(f"{what}: {name} is not known here; expected {', '.join(names)}")


def read_number(text: str, what: str, largest: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= LongestNumber and int(text) <= largest):
        raise InvalidNotation(f"{what}: expected a number from 0 to {largest}, found {text!r}")
    return int(text)


def read_choice(text: str, choices: Iterable[str], what: str) -> int:
    """The index of `text` among the choices."""
    choices = list(choices)
    if text not in choices:
        raise InvalidNotation(f"{what}: expected {' or '.join(choices)}, found {text!r}")
    return choices.index(text)


def heap_text(counts: Iterable[int], letters: str, *, counted: bool = False) -> str:
    """`BBRK`, or counted `2B1R1K`; `-` for no tiles."""
    pairs = [(letter, number) for letter, number in zip(letters, counts, strict=False) if number]
    return "".join(f"{number}{letter}" if counted else letter * number for letter, number in pairs) or "-"


def read_heap(text: str, letters: str, what: str, largest: int) -> list[int]:
    """How many tiles of each letter; a number in front of a letter repeats it."""
    counts = [0] * len(letters)
    if text == "-":
        return counts
    if re.fullmatch(rf"(\d{{0,2}}[{letters}])+", text, re.ASCII) is None:
        raise InvalidNotation(
            f"{what}: expected tiles from {letters} such as {letters[:2]} or 2{letters[0]}, found {text!r}"
        )
    for number, letter in re.findall(rf"(\d*)([{letters}])", text):
        counts[letters.index(letter)] += int(number or "1")
    for letter, number in zip(letters, counts, strict=True):
        if number > largest:
            raise InvalidNotation(f"{what}: {number} tiles {letter} are more than the game has")
    return counts
