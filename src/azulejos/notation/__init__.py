"""Positions and moves as text, in plain English tokens. One file a game; here is what they share.

docs/notation.md is the description for people who write their own parser. Every game's module offers `Move` (the
rules' move, which prints as text), `OPTION_NAMES`, `options_from`, `options_of`, `words_of`, `position_sections`,
`read_sections`, `read_move`, `draw_text`, `read_draw` and `sketch`. Names for people, in their language, are in
words.py.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from azulejos.rules import tiles


class InvalidNotation(ValueError):
    """This text cannot be read: what was wrong, what was expected."""


class IllegalMove(ValueError):
    """This move may not be made here, and why."""


class InvalidOption(ValueError):
    """There is no such game, variant or option value."""


def require_text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise InvalidNotation(f"{what} is a text, not {value!r}")
    return value


TOKEN = re.compile(r"(\w+)=(\S+)")
LONGEST_NUMBER = 9  # digits


def join_fields(fields: Mapping[str, str]) -> str:
    return " ".join(f"{name}={value}" for name, value in fields.items())


def split_fields(section: str, what: str) -> dict[str, str]:
    """`a=1 b=2` as a dictionary; no field may come twice."""
    fields: dict[str, str] = {}
    for token in section.split():
        match = TOKEN.fullmatch(token)
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


def read_number(text: str, what: str, largest: int, least: int = 0) -> int:
    digits = text.removeprefix("-") if least < 0 else text
    known = digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_NUMBER
    if not known or not least <= int(text) <= largest:
        raise InvalidNotation(f"{what}: expected a number from {least} to {largest}, found {text!r}")
    return int(text)


def read_choice(text: str, choices: Iterable[str], what: str) -> int:
    """The index of `text` among the choices."""
    choices = list(choices)
    if text not in choices:
        raise InvalidNotation(f"{what}: expected {' or '.join(choices)}, found {text!r}")
    return choices.index(text)


# --- Heaps of tiles ---


@lru_cache(maxsize=4096)
def heap_text(heap: int, letters: str, *, counted: bool = False) -> str:
    """`BBRK`, or counted `2B1R1K`; `-` for no tiles."""
    counts = [int(tiles.count(heap, kind)) for kind in range(tiles.KINDS)]
    pairs = [(letter, number) for letter, number in zip(letters, counts, strict=False) if number]
    return "".join(f"{number}{letter}" if counted else letter * number for letter, number in pairs) or "-"


def read_counts(text: str, letters: str, what: str, largest: int) -> list[int]:
    """How many tiles of each letter; a number in front of a letter repeats it."""
    counts = [0] * len(letters)
    if text == "-":
        return counts
    if re.fullmatch(rf"(\d{{0,2}}[{letters}])+", text, re.ASCII) is None:
        example = f"{letters[:2]} or 2{letters[0]}"
        raise InvalidNotation(f"{what}: expected tiles from {letters} such as {example}, found {text!r}")
    for number, letter in re.findall(rf"(\d*)([{letters}])", text):
        counts[letters.index(letter)] += int(number or "1")
    for letter, number in zip(letters, counts, strict=True):
        if number > largest:
            raise InvalidNotation(f"{what}: {number} tiles {letter} are more than the game has")
    return counts


def read_heap(text: str, letters: str, what: str, largest: int) -> int:
    counts = read_counts(text, letters, what, largest)
    return sum(int(tiles.tiles(kind, number)) for kind, number in enumerate(counts))


def offer_fields(state: Any, letters: str) -> dict[str, str]:
    """The factories and the centre."""
    fields = {name: heap_text(state.sources[factory], letters) for factory, name in enumerate(factory_names(state), 1)}
    return fields | {"C": heap_text(state.sources[tiles.CENTRE], letters)}


def factory_names(state: Any) -> list[str]:
    return [f"F{factory}" for factory in range(1, len(state.sources))]


def read_offer(state: Any, fields: Mapping[str, str], letters: str, largest: int) -> None:
    for source, name in enumerate(["C", *factory_names(state)]):
        state.sources[source] = read_heap(fields[name], letters, f"table: {name}", largest)


# --- Options ---

LARGEST_ROUNDS = 9999


def expect_options(words: Mapping[str, object], names: tuple[str, ...], game: str) -> None:
    for name in words:
        if name not in names:
            raise InvalidOption(f"{game} has no option {name!r}; it has {', '.join(names)}")


def number_option(value: object, name: str, least: int, most: int) -> int:
    text = str(value)
    if not re.fullmatch(r"\d{1,4}", text, re.ASCII) or not least <= int(text) <= most:
        raise InvalidOption(f"{name} must be a number from {least} to {most}, not {value!r}")
    return int(text)


def choice_option(value: object, name: str, choices: tuple[str, ...]) -> int:
    """The index of the value among the choices."""
    if value not in choices:
        raise InvalidOption(f"{name} must be {' or '.join(choices)}, not {value!r}")
    return choices.index(str(value))


def common_options(words: Mapping[str, object], usual: Mapping[str, Any]) -> dict[str, int]:
    """Those that every game has: players, starter, max_rounds."""
    players = number_option(words.get("players", usual["players"]), "players", 2, 4)
    starter = words.get("starter")
    return {
        "players": players,
        "starter": usual["starter"] if starter is None else number_option(starter, "starter", 0, players - 1),
        "max_rounds": number_option(words.get("max_rounds", usual["max_rounds"]), "max_rounds", 1, LARGEST_ROUNDS),
    }


def common_words(options: Any, usual: Any, variant: Mapping[str, str]) -> dict[str, str]:
    """The options as text: players, the variant, and what else is not as usual."""
    others = [name for name in ("starter", "max_rounds") if getattr(options, name) != getattr(usual, name)]
    return {"players": str(options.players), **variant, **{name: str(getattr(options, name)) for name in others}}


def options_of(state: Any, usual: Any) -> Any:
    """The options that live in a record, of the kind of the usual ones."""
    return type(usual)(*(type(value)(getattr(state.options, name)) for name, value in usual._asdict().items()))


def expect_parts(sections: list[str], players: int) -> None:
    if len(sections) != 1 + players:
        raise InvalidNotation(
            f"expected {2 + players} parts divided by |: the game, the table and {players} players;"
            f" found {1 + len(sections)}"
        )


# --- Draws and deals ---


def draw_text(state: Any, outcome: int, place: str, letters: str) -> str:
    """One draw, before it is performed: the seat that starts, or the place that a tile is due for and the tile."""
    return f"start {outcome}" if state.starter < 0 else f"{place} {letters[outcome]}"


def read_draw(state: Any, text: str, place: str, letters: str) -> int:
    """The outcome that a draw names, which must be the one that is due, for this place."""
    name, outcome = text.split()
    if state.starter < 0:
        if name != "start":
            raise InvalidNotation(f"{text!r}: the starting player is drawn first, as in 'start 0'")
        return read_choice(outcome, [str(seat) for seat in range(len(state.players))], "start")
    if name != place:
        raise InvalidNotation(f"{text!r}: the next tile is for {place}")
    kind = read_choice(outcome, letters, name)
    if tiles.count(state.bag, kind) == 0:
        raise InvalidNotation(f"{text!r}: there is no tile {outcome} in the bag")
    return kind


def deal_text(draws: Iterable[str]) -> str:
    """Draws in a row as one text: `F1 B`, `F1 R`, `F2 K` become `F1 BR F2 K`."""
    words: list[str] = []
    for draw in draws:
        name, outcome = draw.split()
        if words and name != "start" and words[-2] == name:
            words[-1] += outcome
        else:
            words += [name, outcome]
    return " ".join(words)


def split_deal(text: str) -> list[str]:
    """The draws of a deal one by one: `start 0`, or a place and a tile."""
    words = text.split()
    if not words or len(words) % 2:
        raise InvalidNotation(f"{text!r} is not a deal; a deal reads like 'start 0 F1 BBRK F2 YYWW'")
    draws: list[str] = []
    for name, outcomes in zip(words[::2], words[1::2], strict=True):
        draws += [f"{name} {outcome}" for outcome in ([outcomes] if name == "start" else outcomes)]
    return draws
