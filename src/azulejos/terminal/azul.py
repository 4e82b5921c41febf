"""Azul's table for the terminal."""

from typing import Any

from rich.columns import Columns
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from azulejos.games import Position
from azulejos.notation import heap_text, offer_fields
from azulejos.notation.azul import LETTERS
from azulejos.rules import azul, tiles
from azulejos.terminal.tiles import MARKER, board_panel, tile_row
from azulejos.words import AzulWords, Words

TILE_STYLES = {
    "B": "bold white on blue",
    "Y": "bold black on yellow",
    "R": "bold white on red",
    "K": "bold white on black",
    "W": "bold black on white",
    "J": "bold black on bright_magenta",
}


def table(position: Position, words: Words, names: list[str]) -> list[Any]:
    """What lies on the table, as rich renderables: the offer, then the boards side by side."""
    boards = [_board(position, seat, words, name) for seat, name in enumerate(names)]
    return [_sources(position, words), Columns(boards)]


def _tiles(letters: str) -> Text:
    return tile_row(letters, TILE_STYLES)


def _sources(position: Position, words: Words) -> Table:
    state = position.state
    grid = Table.grid(padding=(0, 2))
    grid.add_column(justify="right", style="bold")
    grid.add_column()
    for name, heap in offer_fields(state, LETTERS).items():
        marker = MARKER if name == "C" and state.marker == azul.NOBODY else ""
        if heap != "-" or name == "C":
            grid.add_row(name, _tiles(marker + heap.replace("-", "")) or Text("-"))
    about = AzulWords(words)
    counts = [f"{about.bag} {words.tiles(int(tiles.total(state.bag)))}"]
    counts.append(f"{about.lid} {words.tiles(int(tiles.total(state.lid)))}")
    grid.add_row("", Text(", ".join(counts), "dim"))
    return grid


def _board(position: Position, seat: int, words: Words, name: str) -> Panel:
    board = position.state.players[seat]
    grid = Table.grid(padding=(0, 1))
    grid.add_column(style="dim")
    grid.add_column(justify="right")
    grid.add_column(style="dim")
    grid.add_column()
    for row in range(azul.LINES):
        grid.add_row(str(row + 1), _line(board, row), "│", _wall_row(position, board, row))
    floor = (MARKER if azul.marker_on_floor(board) else "") + heap_text(board.floor, LETTERS).replace("-", "")
    loss = int(azul.PENALTY[board.floor_slots])
    label = AzulWords(words).floor + (f" (-{loss})" if loss else "")
    slots = _tiles(floor + "." * (azul.FLOOR_SLOTS - len(floor)))
    title = words.text("{name}: {text}").format(name=name, text=words.points(int(board.score)))
    return board_panel([grid, Text(label, "dim"), slots], title, on_turn=position.turn == seat)


def _line(board: Any, line: int) -> Text:
    jokers = int(board.line_jokers[line])
    count = int(board.line_count[line])
    colour = LETTERS[int(board.line_colour[line])] if count > jokers else ""
    return _tiles("." * (line + 1 - count) + colour * (count - jokers) + "J" * jokers)


def _wall_row(position: Position, board: Any, row: int) -> Text:
    """The tiles of a row; an empty cell shows its printed colour in small."""
    cells = Text()
    for column in range(azul.COLOURS):
        kind = int(board.wall[row, column])
        if kind != azul.EMPTY:
            cells.append_text(_tiles(LETTERS[kind]))
        elif position.state.options.gray:
            cells.append(" . ", "dim")
        else:
            cells.append(f" {LETTERS[azul.wall_colour(row, column)].lower()} ", "dim")
    return cells
