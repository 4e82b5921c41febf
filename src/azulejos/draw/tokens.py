"""The colours that a theme decides, read from the one place where they stand: draw.css."""

import re
from functools import cache
from pathlib import Path

THEMES = ("light", "dark")
STYLESHEET = Path(__file__).parent / "draw.css"
TOKEN = re.compile(r"--([\w-]+): light-dark\(([^,()]+), ([^()]+)\);")
VARIABLE = re.compile(r"var\(--([\w-]+)\)")


@cache
def tokens(theme: str) -> dict[str, str]:
    """The value of every token in a theme."""
    which = 2 + THEMES.index(theme)
    return {found[1]: found[which].strip() for found in TOKEN.finditer(STYLESHEET.read_text(encoding="utf-8"))}


def concrete(svg: str, theme: str) -> str:
    """A drawing for programs that know no custom properties: every `var(--name)` becomes its colour."""
    values = tokens(theme)
    return VARIABLE.sub(lambda found: values[found[1]], svg)


def mixed(colour: str, other: str, share: float) -> str:
    """A colour with a share of another one."""
    pairs = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def _channels(colour: str) -> list[int]:
    return [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
