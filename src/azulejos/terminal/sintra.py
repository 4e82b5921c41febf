"""Sintra's table for the terminal: strips stand above their windows; a free cell is a small letter."""

from itertools import zip_longest
from typing import Any

from rich.columns import Columns
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from azulejos.games import Position
from azulejos.notation import heap_text, offer_fields
from azulejos.notation.sintra import face_cells, filled_cells, letters_of
from azulejos.rules import sintra, tiles
from azulejos.terminal.tiles import MARKER, board_panel, tile_row
from azulejos.words import SintraWords, Words

TILE_STYLES = {
    "B": "bold white on blue",
    "G": "bold black on green",
    "O": "bold black on orange1",
    "P": "bold black on hot_pink",
    "Y": "bold black on yellow",
    "R": "bold white on red",
    "V": "bold white on purple",
    "T": "bold black on turquoise2",
    "W": "bold black on white",
}
GLAZIER = "▼"
ORNAMENT = "◆"


def table(position: Position, words: Words, names: list[str]) -> list[Any]:
    """What lies on the table, as rich renderables: the round indicator and the offer, then the boards side by side."""
    about = SintraWords(words, position)
    boards = [_board(position, seat, words, about, name) for seat, name in enumerate(names)]
    return [_offer(position, words, about), Columns(boards)]


def _tiles(letters: str) -> Text:
    return tile_row(letters, TILE_STYLES)


def _offer(position: Position, words: Words, about: SintraWords) -> Table:
    state, letters = position.state, letters_of(position.state)
    grid = Table.grid(padding=(0, 2))
    grid.add_column(justify="right", style="bold")
    grid.add_column()
    grid.add_row(
        about.indicator, _tiles("".join(letters[colour] if colour >= 0 else "." for colour in state.indicator))
    )
    for name, heap in offer_fields(state, letters).items():
        marker = MARKER if name == "C" and state.marker == sintra.NOBODY else ""
        if heap != "-" or marker:
            grid.add_row(name, _tiles(marker + heap.replace("-", "")))
    if state.hand:
        grid.add_row(about.hand, _tiles(heap_text(state.hand, letters)))
    counts = [f"{about.bag} {words.pieces(int(tiles.total(state.bag)))}"]
    counts.append(f"{about.tower} {words.pieces(int(tiles.total(state.tower)))}")
    grid.add_row("", Text(", ".join(counts), "dim"))
    return grid


def _board(position: Position, seat: int, words: Words, about: SintraWords, name: str) -> Panel:
    state = position.state
    board = state.players[seat]
    strips = _columns()
    strips.add_row(*(Text(GLAZIER if slot == board.glazier else str(slot + 1), "bold") for slot in range(sintra.SLOTS)))
    for row in zip(*(_strip(state, board, slot) for slot in range(sintra.SLOTS)), strict=True):
        strips.add_row(*row)
    backs = _columns()
    for row in zip_longest(*(_other_face(state, board, slot) for slot in range(sintra.SLOTS)), fillvalue=""):
        backs.add_row(*(Text(text, "dim") for text in row))
    parts = [strips, Text(about.turned_over, "dim italic"), backs, Text(about.windows, "dim italic")]
    marker = f" [{MARKER}]" if state.marker == seat else ""
    title = words.text("{name}: {text}").format(name=name, text=words.points(int(board.score))) + marker
    parts += [*_windows(state, board), _track(state, board, about)]
    return board_panel(parts, title, on_turn=position.turn == seat)


def _columns() -> Table:
    grid = Table.grid(padding=(0, 1, 0, 0))
    for _ in range(sintra.SLOTS):
        grid.add_column(justify="center", width=3)
    return grid


def _strip(state: Any, board: Any, slot: int) -> list[Text]:
    """The five cells of a strip, from the top."""
    face = int(board.strips[slot])
    if face == sintra.NONE:
        return [Text()] * sintra.CELLS
    cells = zip(face_cells(state, face), filled_cells(state, board, slot), strict=True)
    return [Text(f" {cell.lower()} ", "dim") if on == "." else _tiles(on) for cell, on in cells]


def _other_face(state: Any, board: Any, slot: int) -> list[str]:
    """What the strip shows when it is turned over, counted: `3o`, `2y`; nothing on its last face."""
    face = int(board.strips[slot])
    if face == sintra.NONE or board.windows[slot, sintra.UPPER] != sintra.EMPTY:
        return []
    cells = face_cells(state, face ^ 1)
    return [f"{cells.count(cell)}{cell.lower()}" for cell in dict.fromkeys(cells)]


def _pane(state: Any, colour: int) -> Text:
    return Text(" . ", "dim") if colour == sintra.EMPTY else _tiles(letters_of(state)[colour])


def _windows(state: Any, board: Any) -> list[Any]:
    """The two rows of panes, on side A with the ornaments that hang between four of them, and the values."""
    upper, lower = _columns(), _columns()
    for row, cell in ((upper, sintra.UPPER), (lower, sintra.LOWER)):
        row.add_row(*(_pane(state, board.windows[window, cell]) for window in range(sintra.WINDOWS)))
    lower.add_row(*(Text(str(value), "dim") for value in state.box.window_values[int(state.options.side)]))
    if state.options.side == sintra.SIDE_B:
        return [upper, lower]
    between = [" "] * (4 * sintra.WINDOWS)
    for left in state.box.pairs:
        between[4 * int(left) + 3] = ORNAMENT
    return [upper, Text("".join(between), "dim"), lower]


def _track(state: Any, board: Any, about: SintraWords) -> Text:
    """The broken-glass track, with the space that the marker is on."""
    row = Text(f"{about.broken_glass} ", "dim")
    for space in range(int(state.box.last_space) + 1):
        loss = int(state.box.track[space])
        row.append(f"[{loss}]" if space == board.space else str(loss), "bold" if space == board.space else "dim")
        row.append(" ")
    return row
