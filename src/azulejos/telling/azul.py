"""Azul in sentences."""

from typing import Any

from azulejos.games import Position
from azulejos.rules import azul
from azulejos.telling.section import Section, entry
from azulejos.words import MINUS, AzulWords, Words, capital


def round_colours(position: Position, words: Words) -> list[str]:
    return []


def offered(position: Position, words: Words) -> list[str]:
    about, state = AzulWords(words), position.state
    hand = [entry(words, words.text("in hand"), about.heap(state.hand))] if state.hand else []
    return [*hand, entry(words, about.bag, about.heap(state.bag)), entry(words, about.lid, about.heap(state.lid))]


def board(position: Position, seat: int, words: Words) -> tuple[list[str], tuple[Section, ...]]:
    about, held = AzulWords(words), position.state.players[seat]
    lines = [_line(held, line, about) for line in range(azul.LINES)]
    rows = [_row(position, held, row, about) for row in range(azul.LINES)]
    return [_floor(held, about)], (
        Section(capital(about.lines), lines),
        Section(capital(about.wall), [*rows, *_progress(held, about)]),
    )


def _floor(board: Any, about: AzulWords) -> str:
    """`Floor line: starting player marker, 2 blue, -4`."""
    lying = about.with_marker(int(board.floor), there=azul.marker_on_floor(board))
    loss = int(azul.PENALTY[board.floor_slots])
    return entry(about.words, about.floor, lying, f"{MINUS}{loss}" if loss else "")


def _line(board: Any, line: int, about: AzulWords) -> str:
    """`Line 3: 1 red, 1 joker, 1 free`."""
    _, words = about.words.text, about.words
    jokers, count = int(board.line_jokers[line]), int(board.line_count[line])
    told = [about.counted(count - jokers, int(board.line_colour[line]))] if count > jokers else []
    told += [about.counted(jokers, azul.JOKER)] if jokers else []
    free = line + 1 - count
    room = words.plural("{n} free", "{n} free", free).format(n=free) if free else _("full")
    return entry(words, _("line {n}").format(n=line + 1), *told, room if told else _("empty"))


def _row(position: Position, board: Any, row: int, about: AzulWords) -> str:
    """`Row 2: blue in column 2, red in column 4; free: white 1, yellow 3, black 5`."""
    _ = about.words.text
    lying, free = list[str](), list[str]()
    for column in range(azul.COLOURS):
        kind = int(board.wall[row, column])
        if kind != azul.EMPTY:
            lying.append(_("{colour} in column {n}").format(colour=about.kinds[kind], n=column + 1))
        elif position.state.options.gray:
            free.append(str(column + 1))
        else:
            free.append(f"{about.kinds[int(azul.wall_colour(row, column))]} {column + 1}")
    told = ", ".join(lying) or _("empty")
    rest = _("free: {places}").format(places=", ".join(free)) if free else _("complete")
    return entry(about.words, _("row {n}").format(n=row + 1), _("{text}; {more}").format(text=told, more=rest))


def _progress(board: Any, about: AzulWords) -> list[str]:
    """How far columns and colours are, which score at the end."""
    _ = about.words.text
    columns = [int((board.wall[:, column] != azul.EMPTY).sum()) for column in range(azul.COLOURS)]
    colours = [(about.kinds[kind], int((board.wall == kind).sum())) for kind in range(azul.COLOURS)]
    return [
        entry(about.words, _("tiles by column"), *map(str, columns)),
        entry(about.words, _("tiles by colour"), *(f"{kind} {n}" for kind, n in colours)),
    ]
