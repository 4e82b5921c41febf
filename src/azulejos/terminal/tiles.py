"""What the tables of all games draw alike: rows of tiles, and boards narrow enough for two beside each other."""

from collections.abc import Mapping
from typing import Any

from rich.panel import Panel
from rich.table import Table
from rich.text import Text

MARKER = "1"
BOARD_WIDTH = 39  # two boards fit in 80 columns


def tile_row(letters: str, styles: Mapping[str, str]) -> Text:
    """Every tile is its letter on its colour, so that it is read without colours too; the marker is reversed."""
    row = Text()
    for letter in letters:
        row.append(f" {letter} ", styles.get(letter, "bold reverse" if letter == MARKER else "dim"))
    return row


def board_panel(parts: list[Any], title: str, *, on_turn: bool) -> Panel:
    """A player's board: its parts below each other in a frame, bright for who is on turn."""
    stack = Table.grid()
    for part in parts:
        stack.add_row(part)
    return Panel(stack, title=Text(title), border_style="cyan bold" if on_turn else "dim", width=BOARD_WIDTH)
