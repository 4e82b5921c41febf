"""Positions as SVG: pure functions from a position, with words and names, to pictures.

A page emits `sheet` once and then the `parts`; everything in them refers to its symbols. `table` is the whole table as
one document that stands alone. What can be clicked says so in attributes (`data-what`, `data-where`, `data-move`), and
shows its state by classes of draw.css, the one place where colours of a theme stand. No rule is here.
"""

from typing import Any

from azulejos.draw import azul, pavilion, sintra
from azulejos.draw.document import document
from azulejos.draw.raster import PNG_WIDTH, RasterMissing, png
from azulejos.draw.svg import Drawing, stamp, tag
from azulejos.draw.tableware import Parts, shared_symbols
from azulejos.draw.tokens import STYLESHEET, THEMES
from azulejos.games import Position
from azulejos.words import Words

__all__ = [
    "PNG_WIDTH",
    "STYLESHEET",
    "THEMES",
    "Drawing",
    "Parts",
    "RasterMissing",
    "parts",
    "png",
    "sheet",
    "symbols",
    "table",
    "tile",
]

GAMES: dict[str, Any] = {"azul": azul, "pavilion": pavilion, "sintra": sintra}


# A cobalt edge for what is picked or has the focus: within SVG, WebKit knows none of the filter functions of CSS.
RING = tag(
    "filter",
    tag("feMorphology", in_="SourceAlpha", operator="dilate", radius=3, result="wider"),
    tag("feFlood", flood_color="var(--cobalt)"),
    tag("feComposite", operator="in", in2="wider", result="edge"),
    tag("feComposite", in_="SourceGraphic", in2="edge"),
    tag("feDropShadow", dx=0, dy=4, flood_color="var(--shade)"),
    id="ring",
    x=-0.5,
    y=-0.5,
    width=2,
    height=2,
    color_interpolation_filters="sRGB",
)


def symbols(game: str, position: Position | None = None) -> str:
    """The `<defs>` of a page: one symbol a tile or printed cell. A position is needed where the box may differ."""
    return shared_symbols() + GAMES[game].symbols(position)


def sheet(game: str, position: Position | None = None) -> str:
    """The hidden `<svg>` with the symbols of a page. Not `display: none`, or gradients would be lost."""
    defs = tag("defs", RING, symbols(game, position))
    return tag("svg", defs, width=0, height=0, class_="symbols", aria_hidden="true")


def tile(game: str, kind: int) -> str:
    """One piece for a log, a tray or a list."""
    return tag("svg", stamp(f"t-{game}-{kind}"), class_="tile", aria_hidden="true")


def parts(position: Position, words: Words) -> Parts:
    """Everything that lies on the table, in pictures."""
    return GAMES[position.game].parts(position.copy(), words)


def table(position: Position, words: Words, names: list[str], *, theme: str = "light", width: int | None = None) -> str:
    """The whole table as one document, in the colours of a theme; narrow ones stand in one column."""
    drawn, defs = parts(position, words), symbols(position.game, position)
    return document(position, drawn, defs, words, names, theme, width)
