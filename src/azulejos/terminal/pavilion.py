"""Summer Pavilion's table for the terminal; a free space shows its number."""

from typing import Any

from rich.columns import Columns
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from azulejos.games import Position
from azulejos.notation import heap_text, offer_fields
from azulejos.notation.pavilion import LETTERS
from azulejos.rules import pavilion, tiles
from azulejos.terminal.tiles import MARKER, board_panel, tile_row
from azulejos.words import PavilionWords, Words

TILE_STYLES = {
    "P": "bold white on magenta",
    "G": "bold black on green",
    "O": "bold black on orange1",
    "Y": "bold black on yellow",
    "B": "bold white on blue",
    "R": "bold white on red",
}


def table(position: Position, words: Words, names: list[str]) -> list[Any]:
    """What lies on the table, as rich renderables: the offer and the supply, then the boards side by side."""
    about = PavilionWords(words)
    boards = [_board(position, seat, words, about, name) for seat, name in enumerate(names)]
    return [_offer(position, words, about), Columns(boards)]


def _tiles(letters: str) -> Text:
    return tile_row(letters, TILE_STYLES)


def _offer(position: Position, words: Words, about: PavilionWords) -> Table:
    state = position.state
    grid = Table.grid(padding=(0, 2))
    grid.add_column(justify="right", style="bold")
    grid.add_column()
    joker = int(pavilion.joker_colour(state))
    grid.add_row(about.joker, Text.assemble(_tiles(LETTERS[joker]), f" {about.kinds[joker]}"))
    for name, heap in offer_fields(state, LETTERS).items():
        marker = MARKER if name == "C" and state.marker == pavilion.NOBODY else ""
        if heap != "-" or marker:
            grid.add_row(name, _tiles(marker + heap.replace("-", "")))
    grid.add_row(about.supply, _tiles(heap_text(state.supply, LETTERS)))
    counts = [f"{about.bag} {words.tiles(int(tiles.total(state.bag)))}"]
    counts.append(f"{about.tower} {words.tiles(int(tiles.total(state.tower)))}")
    grid.add_row("", Text(", ".join(counts), "dim"))
    return grid


def _board(position: Position, seat: int, words: Words, about: PavilionWords, name: str) -> Panel:
    board = position.state.players[seat]
    grid = Table.grid(padding=(0, 1))
    grid.add_column(style="dim")
    grid.add_column()
    grid.add_column(style="dim")
    for star in range(pavilion.STARS):
        grid.add_row(str(star), _star(position, board, star), about.star(position, star))
    hand = Text.assemble((f"{about.hand} ", "dim"), _tiles(heap_text(board.hand, LETTERS)))
    corners = Text.assemble((f"{about.corners} ", "dim"), _tiles(heap_text(board.corners, LETTERS)))
    passed = Text(about.has_passed if board.passed else "", "dim")
    marker = f" [{MARKER}]" if position.state.marker == seat else ""
    title = words.text("{name}: {text}").format(name=name, text=words.points(int(board.score))) + marker
    return board_panel([grid, hand, corners, passed], title, on_turn=position.turn == seat)


def _star(position: Position, board: Any, star: int) -> Text:
    """The tiles of a star by position; a free space shows its number."""
    cells = Text()
    for place in range(pavilion.POSITIONS):
        kind = int(board.stars[star, place])
        if kind != pavilion.EMPTY:
            cells.append_text(_tiles(LETTERS[kind]))
        else:
            cells.append(f" {int(pavilion.price_of(position.state, star, place))} ", "dim")
    return cells
