"""Writes docs/observations.md from the code: what each index of an observation means."""

import sys
from pathlib import Path
from typing import Any

from azulejos.games import GAMES
from azulejos.observations import Layout, Span

FILE = Path(__file__).parents[1] / "docs" / "observations.md"
PLAYERS = (2, 3, 4)
VARIANTS: dict[str, dict[str, dict[str, Any]]] = {
    "azul": {
        "Azul, coloured wall": {},
        "Azul, coloured wall, jokers": {"jokers": True},
        "Azul, gray wall": {"wall": "gray"},
        "Azul, gray wall, jokers": {"wall": "gray", "jokers": True},
    },
    "pavilion": {"Summer Pavilion, coloured side": {}, "Summer Pavilion, monochrome side": {"side": "mono"}},
    "sintra": {"Sintra, side A": {}, "Sintra, side B": {"side": "B"}},
}
KINDS = {
    "azul": "Kinds are blue, yellow, red, black, white and, with jokers, joker.",
    "pavilion": "Kinds are purple, green, orange, yellow, blue, red.",
    "sintra": "Kinds are the five colours of the box, in its order; the bounds of points are those of the usual box.",
}
HEAD = """# Observations

This file is written by `tools/observations.py` from the code.

An observation is a row of int16 numbers, the same in `azulejos.batch`, PettingZoo and Gymnasium, and as float32 in
OpenSpiel. First comes the table, then the boards: `own` is the seat that looks, `next1` the next one clockwise, and so
on. A field with a shape is laid out with its last index running fastest. Seats in `turn`, `starts` and `marker` are
counted clockwise from the seat that looks. What is one of several (a phase, a seat, the kind of the tile on a cell) is
a 1 among 0s, or all 0 for none. Nothing is hidden in these games: what the bag holds follows from the rest.

In code: `layout = batch.layout` (or `azulejos.observations.Layout(game, options)`), `layout.part(rows, "own.score")`,
`layout.low`, `layout.high`.
"""


def layouts(game: str, options: dict[str, Any]) -> list[Layout]:
    read = GAMES[game].notation.options_from
    return [Layout(game, read({"players": players, **options})) for players in PLAYERS]


def place(layout: Layout, name: str) -> str:
    for span in layout:
        if span.field.name == name:
            return str(span.start) if span.field.size == 1 else f"{span.start}-{span.stop - 1}"
    return ""


def bounds(same: list[Span]) -> str:
    low, high = min(span.field.low for span in same), max(span.field.high for span in same)
    return f"{low} to {high}"


def shape(same: list[Span]) -> str:
    """The shapes with 2, 3 and 4 players, as one where they are alike."""
    shapes = [" x ".join(map(str, span.field.shape)) for span in same]
    return shapes[0] if len(set(shapes)) == 1 else ", ".join(shapes)


def table(title: str, found: list[Layout]) -> str:
    lines = [f"### {title}", "", "| field | shape | bounds | 2 players | 3 players | 4 players | meaning |"]
    lines.append("| --- | --- | --- | --- | --- | --- | --- |")
    for span in found[-1]:
        name = span.field.name
        same = [other for layout in found for other in layout if other.field.name == name]
        places = " | ".join(place(layout, name) for layout in found)
        lines.append(f"| `{name}` | {shape(same)} | {bounds(same)} | {places} | {span.field.meaning} |")
    lines.append(f"| in all | | | {' | '.join(str(layout.size) for layout in found)} | |")
    return "\n".join(lines) + "\n"


def document() -> str:
    parts = [HEAD]
    for game, variants in VARIANTS.items():
        parts.append(KINDS[game] + "\n")
        parts += [table(title, layouts(game, options)) for title, options in variants.items()]
    return "\n".join(parts)


def main() -> None:
    if "--print" in sys.argv:
        sys.stdout.write(document())
    else:
        FILE.write_text(document(), encoding="utf-8")


if __name__ == "__main__":
    main()
