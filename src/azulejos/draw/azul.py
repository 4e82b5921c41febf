"""Azul's tiles and boards: coloured wall, gray wall, Joker tiles."""

from math import cos, pi
from typing import Any, NamedTuple

from azulejos.draw.offer import offer, offer_rows
from azulejos.draw.svg import (
    NOTHING,
    Drawing,
    Drawings,
    around,
    circle,
    disc,
    gradient,
    group,
    moved,
    once,
    outline,
    path,
    polar,
    polygon,
    rect,
    star,
    symbol,
    turned,
    use,
)
from azulejos.draw.tableware import Parts, Pieces, figure, frame, hit, marker_at, stock
from azulejos.games import Position
from azulejos.notation.azul import KIND_NAMES
from azulejos.rules import azul, tiles
from azulejos.words import MINUS, AzulWords, Words

# --- Tiles: every tile lives in a box of 96 x 96 with an edge of 3 below ---


class Glaze(NamedTuple):
    """The colours of a tile: its ground from top left to bottom right, two glazes on it, the edge below it."""

    light: str
    ground: str
    dark: str
    motif: str
    second: str
    edge: str
    line: float = 0.32  # how strong the inner line is


GLAZES = (
    Glaze("#3A76D2", "#2A5FBE", "#1F4CA0", "#F1F6FF", "#8DB8F5", "#16387A"),
    Glaze("#FBD066", "#F4BC3C", "#E6A526", "#6E3B00", "#FFF3CF", "#B07A10", 0.35),
    Glaze("#D2464C", "#BE2F3A", "#A02230", "#FFF0E6", "#F2A79B", "#741420"),
    Glaze("#414C5C", "#2E3845", "#222A35", "#D5DFE9", "#7F90A3", "var(--azul-black-edge)"),
    Glaze("#FFFFFF", "#F8FBF9", "#E9F1EF", "#0B7C84", "#5DBDBF", "#A9BFC2", 0.55),
    Glaze("#FFFDF6", "#FBF5E6", "#EFE5CC", "#14284F", "#D9C79B", "#B7A678", 0.9),
)
PALE = (4, azul.JOKER)  # tiles that need an outline on a light ground
CENTRE = (48, 48)
EIGHT = cos(pi / 4) / cos(pi / 8)  # inner by outer radius of two squares at 45 degrees
TILE_HEIGHT = 99 / 96
TILE_BOX = (96, 99)


def symbols(position: Position | None = None) -> str:
    """The tiles, and the printed cells of the wall."""
    drawn: list[str] = []
    for kind, glaze in enumerate(GLAZES):
        drawn += [_ground(kind, glaze), _tile(kind, glaze)]
    drawn += [_empty_cell(kind) for kind in range(azul.COLOURS)]
    return "".join([*drawn, _gray_cell()])


def _ground(kind: int, glaze: Glaze) -> str:
    stops = [(0, glaze.light, 1), (0.5, glaze.ground, 1), (1, glaze.dark, 1)]
    return gradient(f"g-azul-{kind}", stops, x1=0, y1=0, x2=1, y2=1)


def _tile(kind: int, glaze: Glaze) -> str:
    line = glaze.second if kind == azul.JOKER else glaze.motif
    layers = [
        rect(0, 3, 96, 96, 13, fill=glaze.edge),
        rect(0, 0, 96, 96, 13, fill=f"url(#g-azul-{kind})"),
        rect(6, 6, 84, 84, 8, fill="none", stroke=line, stroke_opacity=glaze.line, stroke_width=1.8),
        MOTIFS[kind](glaze.motif, glaze.second, glaze.ground),
        rect(1.1, 1.1, 93.8, 93.8, 12, fill="url(#gloss)", stroke="url(#rim)", stroke_width=2.2),
    ]
    if kind in PALE:
        layers.append(rect(0.8, 0.8, 94.4, 94.4, 12.4, fill="none", stroke=glaze.edge, stroke_width=1.6))
    if kind == BLACK:
        layers.append(rect(1, 1, 94, 94, 12, fill="none", stroke="var(--azul-black-rim)", stroke_width=1.6))
    return symbol(f"t-azul-{kind}", 96, 99, *layers)


BLACK = 3


def _blue(motif: str, second: str, ground: str) -> str:
    """Two squares at 45 degrees with a star-shaped hole, rosettes in the corners."""
    rosettes = around("M7 17Q17 17 17 7L13 7Q7 7 7 13Z", 4, CENTRE)
    shape = outline(star(8, 36, 36 * EIGHT, CENTRE)) + outline(star(8, 20, 20 * EIGHT, CENTRE, -67.5)[::-1])
    return path(rosettes, fill=second) + path(shape + disc(48, 48, 8), fill=motif)


def _yellow(motif: str, second: str, ground: str) -> str:
    """Twelve petals around a light disc."""
    petals = around("M44.6 30.3Q39.5 18.2 48 9.5Q56.5 18.2 51.4 30.3Z", 12, CENTRE)
    ring = circle(48, 48, 17, fill=second, stroke=motif, stroke_width=5)
    return path(petals, fill=motif) + ring + circle(48, 48, 6, fill=motif)


def _red(motif: str, second: str, ground: str) -> str:
    """A quatrefoil with four holes, darts on the diagonals."""
    dart = outline([polar(50, 38, CENTRE), polar(50, 52, CENTRE), polar(33, 45, CENTRE)])
    axes = (0, 90, 180, 270)
    lobes = "".join(disc(*polar(18.5, a, CENTRE), 18.5) for a in axes) + "M34 34V62H62V34Z"
    holes = "".join(disc(*polar(17.5, a, CENTRE), 9.5) for a in axes)
    heart = outline(star(4, 15, 7.5, CENTRE, -45))
    return "".join(
        [
            path(around(dart, 4, CENTRE), fill=second),
            path(lobes, fill=motif),
            path(holes, fill=ground),
            path(heart, fill=motif),
            circle(48, 48, 4.6, fill=ground),
        ]
    )


def _black(motif: str, second: str, ground: str) -> str:
    """Nine diamonds, every other one with a hole, four small ones between them."""
    pitch = 26.6
    spots = [(48 + i * pitch, 48 + j * pitch) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    between = [(48 + i * pitch / 2, 48 + j * pitch / 2) for i in (-1, 1) for j in (-1, 1)]
    diamonds = "".join(_diamond(spot, 11.9) for spot in spots)
    holes = "".join(_diamond(spot, -5.2) for spot in spots[::2])
    return path(diamonds + holes, fill=motif) + path("".join(_diamond(spot, 4.6) for spot in between), fill=second)


def _diamond(centre: tuple[float, float], radius: float) -> str:
    """Of a negative radius it is a hole in another one: it runs the other way round."""
    return outline([polar(radius, a, centre) for a in (-90, 0, 90, 180)][:: 1 if radius > 0 else -1])


def _white(motif: str, second: str, ground: str) -> str:
    """A six-armed crystal with curved barbs around a hexagon."""
    round_ = {"fill": "none", "stroke": motif, "stroke_linecap": "round"}
    barbs = "M48 30C42 29 38 24.5 37.5 18.5M48 30C54 29 58 24.5 58.5 18.5"
    dots = "".join(_diamond(polar(28, turn * 60, CENTRE), 4.2) for turn in range(6))
    ring = outline(_hexagon(14.5)) + outline(_hexagon(8)[::-1]) + disc(48, 48, 3.6)
    return "".join(
        [
            path(around("M48 38L48 13", 6, CENTRE), stroke_width=6.4, **round_),
            path(around(barbs, 6, CENTRE), stroke_width=5, **round_),
            path(dots, fill=second),
            path(ring, fill=motif),
        ]
    )


def _hexagon(radius: float) -> list[tuple[float, float]]:
    return [polar(radius, turn * 60 - 90, CENTRE) for turn in range(6)]


def _joker(motif: str, second: str, ground: str) -> str:
    """A wheel of five blades, one a colour."""
    blade = "M48 48C40 34 42 17 58 9.5C70 16 74 28 67.5 37.5C61 34 53 38 48 48Z"
    colours = [glaze.ground for glaze in GLAZES[:4]] + ["#0F949B"]
    blades = "".join(path(turned(blade, turn * 72, CENTRE), fill=colour) for turn, colour in enumerate(colours))
    return blades + circle(48, 48, 5.5, fill=second, stroke=motif, stroke_width=4)


MOTIFS = (_blue, _yellow, _red, _black, _white, _joker)


def _empty_cell(kind: int) -> str:
    """A cell of the coloured wall: sunk and tinted, its motif in a stronger tint."""
    tint, ink = f"var(--azul-tint-{kind})", f"var(--azul-ink-{kind})"
    return symbol(
        f"e-azul-{kind}",
        96,
        99,
        rect(0.8, 2.3, 94.4, 94.4, 12.4, fill=tint, stroke=ink, stroke_width=1.6),
        group(MOTIFS[kind](ink, tint, tint), transform="translate(0 1.5)"),
        path("M2 16Q2 4 14 4H82Q94 4 94 16", fill="none", stroke="var(--sunk)", stroke_width=3),
    )


def _gray_cell() -> str:
    """A cell of the gray wall, which takes any colour."""
    mark = polygon(
        star(4, 26, 11, CENTRE, -90), fill="none", stroke="var(--muted)", stroke_opacity=0.35, stroke_width=3
    )
    return symbol("e-azul-gray", 96, 99, use("socket", 0, 1.5, 96), moved(0, 1.5, mark))


# --- Boards ---

MARKER = -1  # among what lies on the floor line


class Size(NamedTuple):
    """The measures of a board."""

    cell: float
    joint: float
    gutter: float  # between a line and its wall row: room for a number
    slot: float  # of the floor line
    gap: float  # above the floor line
    margin: float
    beside: float = 0  # room to the left of the lines, for a floor line there instead of below

    @property
    def pitch(self) -> float:
        return self.cell + self.joint

    @property
    def span(self) -> float:
        """Five cells with their joints."""
        return 5 * self.cell + 4 * self.joint

    @property
    def lines(self) -> float:
        """Where the pattern lines end."""
        return self.margin + self.beside + self.span

    @property
    def wall(self) -> float:
        return self.lines + self.gutter

    @property
    def width(self) -> float:
        return self.wall + self.span + self.margin

    @property
    def floor(self) -> float:
        below = self.margin + self.span
        return below - self.slot if self.beside else below + self.gap

    @property
    def height(self) -> float:
        return self.floor + self.slot * TILE_HEIGHT + self.margin

    def row(self, row: int) -> float:
        return self.margin + row * self.pitch


FULL = Size(cell=57, joint=8, gutter=64, slot=52, gap=24, margin=9)
SMALL = Size(cell=57, joint=5, gutter=30, slot=57, gap=14, margin=4)
FLAT = Size(cell=57, joint=5, gutter=30, slot=57, gap=0, margin=4, beside=500)


class _Board(NamedTuple):
    """What the drawing of one board needs to know."""

    position: Position
    seat: int
    board: Any
    pieces: Pieces
    about: AzulWords
    size: Size

    def key(self, place: str) -> str:
        return f"s{self.seat}-{place}"

    def piece(self, kind: int, x: float, y: float, size: float, place: str) -> str:
        tall = size * TILE_HEIGHT
        return self.pieces.draw(kind, (x + size / 2, y + tall / 2, 0), tall, self.key(place))


def board(position: Position, seat: int, words: Words, size: Size) -> Drawing:
    """Pattern lines, wall and floor line."""
    asked = position.key if position.asks == "column" and position.turn == seat else b""
    key = bytes(position.state.players[seat]), bool(position.state.options.gray), asked, seat, size
    return once((*key, words.language), lambda: _board(position, seat, words, size))


def _board(position: Position, seat: int, words: Words, size: Size) -> Drawing:
    held, pieces = position.state.players[seat], _pieces(position, words)
    about = _Board(position, seat, held, pieces, AzulWords(words), size)
    lines = [_line(about, line) for line in range(azul.LINES)]
    walls = [_wall_row(about, row) for row in range(azul.LINES)]
    kind = "board" if size is FULL else "board small"
    return Drawing(f"azul {kind}", size.width, size.height, "".join([*lines, *walls, _floor(about)]))


def _line(about: _Board, line: int) -> str:
    """From right to left: the line's colour, then its jokers, then free spaces."""
    size, held = about.size, about.board
    right, y = size.lines, size.row(line)
    width = (line + 1) * size.pitch - size.joint
    places = [right - size.cell - i * size.pitch for i in range(line + 1)]
    kinds = _on_line(held, line)
    full = size is FULL
    drawn = [use("socket", x, y + 0.5, size.cell, class_="socket" if full else None) for x in places]
    drawn += [
        about.piece(k, x, y, size.cell, f"l{line + 1}-{i}")
        for i, (k, x) in enumerate(zip(kinds, places, strict=False), 1)
    ]
    middle = y + size.cell / 2
    return group(
        hit(0, y - size.joint / 2, size.wall - 4, size.pitch) if full else "",
        frame(right - width - 4, y - 3.5, width + 8, size.cell + 8),
        *drawn,
        moved(right + size.gutter / 2, middle, class_="hint") if full else "",
        moved(right - width - 13, middle, class_="why") if full else "",
        _arrow(right + size.gutter / 2, middle, size.cell / 12),
        class_="place",
        data_where=str(line + 1),
        data_label=about.about.line(line) if full else None,
    )


def _arrow(x: float, y: float, size: float) -> str:
    return polygon(
        [(x - size, y - size), (x + size, y), (x - size, y + size)], fill="var(--muted)", opacity=0.45, class_="arrow"
    )


def _wall_row(about: _Board, row: int) -> str:
    asked = about.position.asks == "column" and about.position.turn == about.seat and about.position.state.line == row
    legal = {int(move.column) for move in about.position.legal_moves} if asked else set[int]()
    kinds, gray = about.board.wall[row].tolist(), bool(about.position.state.options.gray)
    return "".join([_wall_cell(about, row, column, kind, gray, column in legal) for column, kind in enumerate(kinds)])


def _wall_cell(about: _Board, row: int, column: int, kind: int, gray: bool, legal: bool) -> str:
    size = about.size
    x, y = size.wall + column * size.pitch, size.row(row)
    if kind == azul.EMPTY:
        printed = "gray" if gray else int(azul.wall_colour(row, column))
        drawn = use(f"e-azul-{printed}", x, y, size.cell, size.cell * TILE_HEIGHT)
    else:
        drawn = about.piece(kind, x, y, size.cell, f"w{row + 1}{column + 1}")
    shown = frame(x - 3, y - 3, size.cell + 6, size.cell + 7.5, 11)
    move = f"column {column + 1}" if legal else None
    label = about.about.cell(row, column) if legal else None
    hint = moved(x + size.cell / 2, y + size.cell / 2, class_="hint") if legal else ""
    cell = f"{row + 1}.{column + 1}"
    return group(shown, drawn, hint, class_="cell", data_cell=cell, data_move=move, data_label=label)


def _floor(about: _Board) -> str:
    """The marker, then tiles by kind, then what the free slots cost; the sum beside them."""
    size, held = about.size, about.board
    pitch = size.slot + size.joint
    y = size.floor
    lying = [MARKER] if azul.marker_on_floor(held) else []
    lying += [kind for kind in range(tiles.KINDS) for _ in range(tiles.count(held.floor, kind))]
    places = [size.margin + i * pitch for i in range(azul.FLOOR_SLOTS)]
    width = azul.FLOOR_SLOTS * pitch - size.joint
    drawn = [_slot(about, x, y, i, i < len(lying)) for i, x in enumerate(places)]
    drawn += [_lying(about, kind, x, y, i) for i, (kind, x) in enumerate(zip(lying, places, strict=False), 1)]
    loss = int(azul.PENALTY[len(lying)])
    middle = y + size.slot / 2
    right = size.lines - size.span - 16 if size.beside else size.width - size.margin
    sum_ = (
        figure(right, middle, f"{MINUS}{loss}", size.slot * 0.62, fill="var(--terra)", text_anchor="end")
        if loss
        else ""
    )
    return group(
        hit(0, y - 6, size.width, size.slot + 12),
        frame(size.margin - 5, y - 5, width + 10, size.slot + 11.5),
        *drawn,
        sum_,
        moved(size.margin + width + size.slot, middle, class_="hint"),
        class_="place floor",
        data_where="floor",
        data_label=about.about.floor,
    )


def _slot(about: _Board, x: float, y: float, slot: int, taken: bool) -> str:
    size = about.size.slot
    socket = use("socket-loss" if taken else "socket", x, y + 0.5, size, class_="socket")
    price = int(azul.PENALTY[slot + 1] - azul.PENALTY[slot])
    large = size * (0.42 if about.size is FULL else 0.6)
    told = "" if taken else figure(x + size / 2, y + size / 2, f"{MINUS}{price}", large, fill="var(--terra)")
    return socket + told


def _lying(about: _Board, kind: int, x: float, y: float, place: int) -> str:
    size = about.size.slot
    if kind == MARKER:
        return marker_at(x + size / 2, y + size / 2, size)
    return about.piece(kind, x, y, size, f"f{place}")


# --- How many jokers go into the line ---


def choices(position: Position, words: Words) -> Drawing:
    """A card for each number: the line as it would be, and below it what falls to the floor line."""
    if position.asks != "split":
        return NOTHING
    cards = [_card(position, move, words) for move in position.legal_moves]
    placed = [moved(10 + i * (CARD + 12), 0, card) for i, card in enumerate(cards)]
    return Drawing("choices", len(cards) * (CARD + 12) + 8, 116, "".join(placed))


CARD = 178


def _card(position: Position, move: Any, words: Words) -> str:
    state = position.state
    hand, line, board = int(state.hand), int(state.line), state.players[int(state.turn)]
    own = [kind for kind in range(azul.COLOURS) for _ in range(tiles.count(hand, kind))]
    jokers, held = int(move.jokers), _on_line(board, line)
    room = max(line + 1 - len(held) - jokers, 0)
    falls = own[room:] + [azul.JOKER] * (int(tiles.count(hand, azul.JOKER)) - jokers)
    filled = held + own[:room] + [azul.JOKER] * jokers
    drawn = [use("socket", _card_x(i), 14, 30) for i in range(line + 1)]
    drawn += [use(f"t-azul-{kind}", _card_x(i), 13.5, 30, 31) for i, kind in enumerate(filled)]
    step = min(26, 100 / max(len(falls), 1))
    drawn += [use(f"t-azul-{kind}", 12 + i * step, 74, 25, 25.8) for i, kind in enumerate(falls)]
    loss = _loss(board, len(falls))
    told = figure(CARD - 12, 87, f"{MINUS}{loss}", 24, fill="var(--terra)", text_anchor="end") if loss else ""
    ground = rect(0, 4, CARD, 108, 12, fill="var(--panel)", stroke="var(--sockln2)", class_="frame")
    hint, label = moved(26, 6, class_="hint"), AzulWords(words).move(move)
    return group(ground, *drawn, told, hint, class_="choice", data_move=str(move), data_label=label)


def _on_line(board: Any, line: int) -> list[int]:
    """The kinds on a line from the right: its colour, then its jokers."""
    jokers, n = int(board.line_jokers[line]), int(board.line_count[line])
    return [int(board.line_colour[line])] * (n - jokers) + [azul.JOKER] * jokers


def _loss(board: Any, falling: int) -> int:
    """What more tiles on the floor line cost."""
    taken = int(board.floor_slots)
    return int(azul.PENALTY[min(taken + falling, azul.FLOOR_SLOTS)] - azul.PENALTY[taken])


def _card_x(place: int) -> float:
    return CARD - 10 - (place + 1) * 32


# --- The table ---


def _pieces(position: Position, words: Words) -> Pieces:
    return Pieces("azul", KIND_NAMES, AzulWords(words), (1 / TILE_HEIGHT, 1), share=0.295)


def parts(position: Position, words: Words) -> Parts:
    pieces, state, about = _pieces(position, words), position.state, AzulWords(words)
    kinds = azul.COLOURS + int(state.options.jokers)
    return Parts(
        offers=Drawings(lambda narrow: (offer, offer_rows)[narrow](position, pieces), 2),
        boards=Drawings(lambda seat: board(position, seat, words, FULL), position.players),
        small_boards=Drawings(lambda seat: board(position, seat, words, SMALL), position.players),
        flat_boards=Drawings(lambda seat: board(position, seat, words, FLAT), position.players),
        stock=stock(pieces, kinds, int(state.bag), int(state.lid), about.bag, about.lid),
        choices=choices(position, words),
        status=NOTHING,
        supply=NOTHING,
        hands=[],
    )
