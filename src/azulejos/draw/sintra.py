"""Sintra's panes and boards, both sides. Which five colours there are, and what is printed, the position's box says."""

from math import cos, radians, sin
from typing import Any, NamedTuple

from azulejos.draw.offer import offer, offer_rows
from azulejos.draw.svg import (
    NOTHING,
    Drawing,
    Drawings,
    circle,
    gradient,
    group,
    moved,
    number,
    once,
    path,
    polygon,
    rect,
    stamp,
    star,
    symbol,
    tag,
    use,
)
from azulejos.draw.tableware import Parts, Pieces, figure, frame, hit, stock
from azulejos.draw.tokens import mixed
from azulejos.games import Position
from azulejos.notation.sintra import face_cells, filled_cells, letters_of
from azulejos.rules import sintra, tiles
from azulejos.rules.sintra_box import PACKAGE_BOX, PALETTE
from azulejos.words import SintraWords, Words, signed

# --- Panes: glass in a box of 100 x 80, with lead lines ---

TILE_BOX = (100, 80)
GLASS = (
    "#2F7FE0",
    "#0E8A66",
    "#F08A24",
    "#EE7FB0",
    "#F5CC3D",
    "#C2313F",
    "#7C52C4",
    "#1BA3AE",
    "#E9EFF3",
)  # as PALETTE
LEAD_LINE = "#1A2138"
PETALS = (
    "M50 40C36 30 34 10 50 2C66 10 64 30 50 40ZM50 40C64 28 88 28 98 40C88 52 64 52 50 40Z"
    "M50 40C64 50 66 70 50 78C34 70 36 50 50 40ZM50 40C36 52 12 52 2 40C12 28 36 28 50 40Z"
)
BELL = "M50 8C34 8 30 26 28 44C27 53 22 58 18 63H82C78 58 73 53 72 44C70 26 66 8 50 8Z"
SHELL = "M6 42Q6 25 18 25Q20 10 34 12Q42 2 50 6Q58 2 66 12Q80 10 82 25Q94 25 94 42L50 76Z"
FLAME = "M50 4C64 24 78 36 71 56C67 70 58 76 50 78C42 76 33 70 29 56C24 40 42 34 50 4Z"
MOON = "M60 7A34 34 0 1 0 60 73A28 28 0 1 1 60 7Z"


def _sun_rays() -> str:
    rays = ""
    for turn in range(8):
        dx, dy = cos(radians(turn * 45 + 22.5)), sin(radians(turn * 45 + 22.5))
        reach = min(50 / abs(dx), 40 / abs(dy))
        rays += f"M{number(50 + dx * 15)} {number(40 + dy * 15)}L{number(50 + dx * reach)} {number(40 + dy * reach)}"
    return rays


SUN = "M35 40a15 15 0 1 0 30 0a15 15 0 1 0 -30 0"

# The lighter facets and the lead lines of each colour of the palette.
MOTIFS = (
    (
        "M0 14C9 0 16 0 25 14S41 28 50 14S66 0 75 14S91 28 100 14V40C91 54 84 54 75 40S59 26 50 40S34 54 25 40"
        "S9 26 0 40ZM0 66C9 52 16 52 25 66S41 80 50 66S66 52 75 66S91 80 100 66V80H0Z",
        "".join(f"M0 {y}C9 {y - 14} 16 {y - 14} 25 {y}S41 {y + 14} 50 {y}S66 {y - 14} 75 {y}S91 {y + 14} 100 {y}"
                for y in (14, 40, 66)),
    ),
    (
        "M0 0Q30 18 50 26Q70 18 100 0V26Q70 44 50 52Q30 44 0 26Z",
        "M50 0V80" + "".join(f"M0 {y - 26}Q30 {y - 8} 50 {y}Q70 {y - 8} 100 {y - 26}" for y in (26, 52, 78)),
    ),
    (SUN, SUN + _sun_rays()),
    (PETALS, PETALS + "M44 40a6 6 0 1 0 12 0a6 6 0 1 0 -12 0"),
    ("M50 0L75 20L50 40L25 20ZM50 40L75 60L50 80L25 60Z", "M0 0L100 80M100 0L0 80M50 0L100 40L50 80L0 40Z"),
    (FLAME, FLAME + "M50 38C59 50 60 62 50 70C40 62 41 50 50 38ZM0 62L29 56M100 62L71 56M0 12L40 28M100 12L65 25"),
    (BELL, BELL + "M41 63A9 9 0 0 0 59 63M50 0V8M0 63H18M82 63H100M30 34H70"),
    (SHELL, SHELL + "M50 76L18 25M50 76L34 12M50 76V6M50 76L66 12M50 76L82 25M0 76H50H100"),
    (MOON, MOON + "M80 26L84 36L94 40L84 44L80 54L76 44L66 40L76 36Z"),
)  # fmt: skip
JOKER_STAR = polygon(star(6, 25, 11, (50, 40)), fill="var(--ink)")


def _colours(position: Position | None) -> list[int]:
    """The five colours of the box, as indices in PALETTE."""
    return [int(colour) for colour in (position.state.box.colours if position else PACKAGE_BOX.colours)]


def symbols(position: Position | None = None) -> str:
    """Panes: loose, in the round top of a window and below it; free cells; the glazier."""
    clips = [
        tag("clipPath", rect(4, 4, 92, 72, 8), id="sintra-pane"),
        tag("clipPath", path(_arch(0, 0, 64, 58)), id="sintra-arch"),
        tag("clipPath", rect(0, 0, 64, 58), id="sintra-low"),
    ]
    colours = _colours(position)
    panes = [_pane(kind, colour) for kind, colour in enumerate(colours)]
    return "".join([*clips, *panes, _joker_cell(colours), *_minis(colours), *_bare_windows(), *_petals(), _glazier()])


def _minis(colours: list[int]) -> list[str]:
    """Small panes for the other face of a strip: their glass and their lines."""
    scale = "scale(.112 .12)"
    ground = {"stroke": "var(--lead)", "stroke_width": 5}
    glass = [
        group(rect(3, 3, 94, 74, 10, fill=GLASS[colour], **ground), _lines(kind, LEAD_LINE, 5),
              id=f"mini-{kind}", transform=scale)
        for kind, colour in enumerate(colours)
    ]  # fmt: skip
    return [*glass, group(stamp(f"cell-{sintra.JOKER}", transform=f"scale({number(100 / PANE)})"),
                          id=f"mini-{sintra.JOKER}", transform=scale)]  # fmt: skip


def _petals() -> list[str]:
    """An ornament with four open petals, and each of them full."""
    petal = "M0 -1.5C5 -4.5 5 -10 0 -13.5C-5 -10 -5 -4.5 0 -1.5Z"
    turns = [f"rotate({turn * 90 - 45})" for turn in range(4)]
    bare = [path(petal, transform=turn) for turn in turns]
    disc = circle(0, 0, 16, fill="var(--panel)", stroke="var(--stoneln)", stroke_width=1.5)
    outlines = group(*bare, fill="none", stroke="var(--ink)", stroke_opacity=0.4, stroke_width=1.3)
    full = [path(petal, id=f"petal-{i}", transform=turn, fill="var(--ink)") for i, turn in enumerate(turns)]
    return [group(disc, outlines, id="ornament"), *full]


def _bare_windows() -> list[str]:
    """The leading of a window, and its two cells without glass."""
    rose = "M21 28a11 11 0 1 0 22 0a11 11 0 1 0 -22 0M32 0V17M32 39V58M2 28H21M43 28H62"
    shapes = ((_arch(0, 0, WINDOW, WINDOW_HEIGHT), rose), (f"M0 0H{WINDOW}V{WINDOW_HEIGHT}H0Z", "M32 0V58M0 29H64"))
    cells = [
        group(path(shape, fill="var(--sky)"), path(tracery, fill="none", stroke="var(--tracery)"), id=f"bare-{cell}")
        for cell, (shape, tracery) in enumerate(shapes)
    ]
    return [*cells, path(_arch(-4, -4, WINDOW + 8, 2 * WINDOW_HEIGHT + 12), id="leading", fill="var(--lead)")]


def _pane(kind: int, colour: int) -> str:
    body = GLASS[colour]
    facets, lines = MOTIFS[colour]
    stops = [(0, mixed(body, "#FFFFFF", 0.6), 1), (0.48, body, 1), (1, mixed(body, "#0A0E30", 0.2), 1)]
    glass = group(
        rect(0, 0, 100, 80, fill=f"url(#g-sintra-{kind})"),
        path(facets, fill="#fff", fill_opacity=0.3),
        stamp(f"lines-{kind}", stroke=LEAD_LINE, stroke_opacity=0.85, stroke_width=3.6),
        path("M0 0H62L18 80H0Z", fill="#fff", opacity=0.13),
        id=f"p-sintra-{kind}",
    )
    leaded = rect(0, 0, 100, 80, 11, fill="var(--lead)")
    shine = rect(5.2, 5.2, 89.6, 69.6, 7, fill="none", stroke="#fff", stroke_opacity=0.45, stroke_width=1.8)
    in_window = stamp(f"p-sintra-{kind}", transform="scale(.64 .725)")
    return "".join(
        [
            gradient(f"g-sintra-{kind}", stops, cx=0.42, cy=0.3, r=0.85),
            path(lines, id=f"lines-{kind}", fill="none", stroke_linejoin="round"),
            glass,
            symbol(f"t-sintra-{kind}", 100, 80, leaded, stamp(f"p-sintra-{kind}", **_clipped("pane")), shine),
            group(in_window, id=f"a-sintra-{kind}", **_clipped("arch")),
            group(in_window, id=f"w-sintra-{kind}", **_clipped("low")),
            _free_cell(kind, colour),
        ]
    )


def _clipped(clip: str) -> dict[str, str]:
    return {"clip_path": f"url(#sintra-{clip})"}


def _lines(kind: int, colour: str, width: float) -> str:
    return stamp(f"lines-{kind}", stroke=colour, stroke_width=width, **_clipped("pane"))


def _free_cell(kind: int, colour: int) -> str:
    """A cell of a strip that waits for its colour."""
    ground = rect(4, 4, 92, 72, 8, fill=f"var(--glass-tint-{colour})")
    return _cell_shape(kind, ground, _lines(kind, f"var(--glass-ink-{colour})", 3))


def _joker_cell(colours: list[int]) -> str:
    """A cell for any colour: the five along its edges, a star in the middle."""
    bars = "".join(
        path(f"M{i * 20} 0h20v15h-20ZM{80 - i * 20} 65h20v15h-20Z", fill=GLASS[colour])
        for i, colour in enumerate(colours)
    )
    ground = rect(4, 4, 92, 72, 8, fill="var(--panel)")
    return _cell_shape(sintra.JOKER, ground, group(bars, **_clipped("pane")), JOKER_STAR)


def _cell_shape(kind: int, *drawn: str) -> str:
    """As large as on a strip."""
    return group(*drawn, id=f"cell-{kind}", transform=f"scale({PANE / 100})")


def _glazier() -> str:
    """A small figure with a pane under the arm, feet at 0, 0; the same in both themes."""
    edge = "#121C44"
    legs = "M-7 0V-16M7 0V-16"
    pane = group(
        rect(-9, -13, 18, 23, 2, fill="#BFE4F8", stroke=edge, stroke_width=2),
        path("M-9 -1.5H9M0 -13V10", stroke=edge, stroke_width=1.3),
        transform="translate(17 -22) rotate(9)",
    )
    return group(
        tag("ellipse", rx=22, ry=4, fill="var(--shade)"),
        path(legs, stroke=edge, stroke_width=10, stroke_linecap="round"),
        path(legs, stroke="#3C68C8", stroke_width=6.5, stroke_linecap="round"),
        path("M-15 -16C-15 -34 -9 -39 0 -39C9 -39 15 -34 15 -16Z", fill="#3C68C8", stroke=edge, stroke_width=2),
        path("M-8 -32H8L10.5 -11H-10.5Z", fill="#FBF4E2", stroke=edge, stroke_width=1.5),
        circle(0, -46, 8.5, fill="#F2C9A5", stroke=edge, stroke_width=2),
        path("M-11 -48C-10 -58 8 -60 11 -51C6 -49 -4 -49 -11 -48Z", fill="#B4472A", stroke=edge, stroke_width=1.5),
        path("M-3.5 -42.5Q0 -40.5 3.5 -42.5", fill="none", stroke=edge, stroke_width=1.5, stroke_linecap="round"),
        pane,
        path("M11 -30Q19 -27 15 -19", fill="none", stroke=edge, stroke_width=5, stroke_linecap="round"),
        id="glazier",
    )


# --- Boards ---


def _arch(x: float, y: float, width: float, height: float) -> str:
    """A rectangle with a round top."""
    round_ = width / 2
    left, right, top, foot = (number(value) for value in (x, x + width, y + round_, y + height))
    return f"M{left} {foot}V{top}A{number(round_)} {number(round_)} 0 0 1 {right} {top}V{foot}Z"


class Size(NamedTuple):
    """The heights of a board's parts."""

    head: float  # of a strip, with its other face
    notes: float  # between strips and windows: what a move would do
    sill: float  # below the windows: their values
    floor: float  # where the light falls
    track: float


PITCH, PANE, PANE_HEIGHT, GAP = 84, 70, 56, 4
MARGIN, RAIL = 8, 68
WIDTH = 8 * PITCH + 2 * MARGIN
WINDOW, WINDOW_HEIGHT = 64, 58
FULL = Size(head=24, notes=70, sill=46, floor=34, track=50)
SMALL = Size(head=24, notes=4, sill=44, floor=26, track=50)
STRIP_TOP = RAIL + 9


class _Board(NamedTuple):
    position: Position
    seat: int
    board: Any
    pieces: Pieces
    about: SintraWords
    size: Size
    letters: str  # of the colours

    @property
    def full(self) -> bool:
        return self.size is FULL

    @property
    def keeps(self) -> bool:
        """Whether this seat chooses a pane to keep."""
        return self.position.asks == "keep" and self.position.turn == self.seat

    @property
    def strip(self) -> float:
        return self.size.head + 5 * (PANE_HEIGHT + GAP) + GAP + 2

    @property
    def wall(self) -> float:
        return STRIP_TOP + self.strip + self.size.notes + 16

    @property
    def sill(self) -> float:
        return self.wall + 12 + 2 * WINDOW_HEIGHT + 4

    @property
    def track(self) -> float:
        return self.sill + self.size.sill + self.size.floor + 12

    @property
    def height(self) -> float:
        return self.track + self.size.track + 4


def middle(slot: int) -> float:
    return MARGIN + PITCH * (slot + 0.5)


def board(position: Position, seat: int, words: Words, size: Size) -> Drawing:
    """The rail with the glazier, the strips, the windows below them, the broken-glass track."""
    state, keeps = position.state, position.asks == "keep" and position.turn == seat
    key = bytes(state.players[seat]), bytes(state.box), int(state.options.side), keeps, seat, size
    return once((*key, words.language), lambda: _board(position, seat, words, size))


def _board(position: Position, seat: int, words: Words, size: Size) -> Drawing:
    held = position.state.players[seat]
    pieces, letters = _pieces(position, words), letters_of(position.state)
    about = _Board(position, seat, held, pieces, SintraWords(words, position), size, letters)
    drawn = [_rail(about), *(_place(about, slot) for slot in range(sintra.SLOTS)), _wall(about)]
    windows = [_window(about, window) for window in range(sintra.WINDOWS)]
    drawn.append(group(*windows, class_="num", font_size=20, text_anchor="middle", fill="var(--ink)"))
    drawn += [*_ornaments(about), _track(about), _figure(about)]
    return Drawing("sintra board" if about.full else "sintra board small", WIDTH, about.height, "".join(drawn))


def _rail(about: _Board) -> str:
    line = path(f"M{MARGIN} {RAIL}H{WIDTH - MARGIN}", stroke="var(--sockln2)", stroke_width=4, stroke_linecap="round")
    stops = "".join(circle(middle(slot), RAIL, 4) for slot in range(sintra.SLOTS))
    return line + group(stops, fill="var(--panel)", stroke="var(--sockln2)", stroke_width=2)


def _figure(about: _Board) -> str:
    """The glazier; where he may go back, a click on him does it on one's turn."""
    slot = int(about.board.glazier)
    reset = about.full and bool(sintra.can_reset(about.board))
    image = stamp("glazier", transform=f"translate({number(middle(slot))} {RAIL - 2})")
    return group(
        frame(middle(slot) - 26, 1, 58, RAIL + 4),
        group(image, class_="piece", data_key=f"glazier-{about.seat}"),
        class_="glazier",
        data_slot=slot + 1,
        data_move="reset" if reset else None,
        data_label=about.about.reset_short if reset else None,
    )


def _place(about: _Board, slot: int) -> str:
    """A strip above its window, or where it has been."""
    x, top, height = middle(slot), STRIP_TOP, about.strip
    strip = _strip(about, slot) if about.board.strips[slot] != sintra.NONE else _gone(x, top, height)
    notes = top + height + 8
    return group(
        hit(x - PITCH / 2, RAIL - 10, PITCH, height + 24 + about.size.notes) if about.full else "",
        frame(x - 42, top - 2, 84, height + 4, 11),
        strip,
        moved(x, notes + 17, class_="hint") if about.full else "",
        moved(x, notes + 52, class_="why") if about.full else "",
        class_="place",
        data_where=str(slot + 1),
        data_label=about.about.strip(slot) if about.full else None,
    )


def _gone(x: float, top: float, height: float) -> str:
    outline = rect(x - 40, top, 80, height, 9, fill="none", stroke="var(--sockln2)", stroke_dasharray="3 5")
    tick = path("M-13 0L-4 10L13 -11", fill="none", stroke="var(--muted)", stroke_width=3.5, stroke_linecap="round",
                stroke_linejoin="round")  # fmt: skip
    return outline + moved(x, top + height / 2, tick)


def _strip(about: _Board, slot: int) -> str:
    state, held = about.position.state, about.board
    x, top = middle(slot), STRIP_TOP
    cells = zip(face_cells(state, int(held.strips[slot])), filled_cells(state, held, slot), strict=True)
    drawn = [rect(x - 40, top, 80, about.strip, 9, fill="var(--lead)", stroke="var(--leadln)", stroke_width=1.2)]
    drawn.append(_other_face(about, slot))
    for row, (printed, lying) in enumerate(cells):
        y = top + about.size.head + GAP + row * (PANE_HEIGHT + GAP)
        drawn.append(_cell(about, slot, row, printed, lying, x - PANE / 2, y))
    return "".join(drawn)


def _kind(about: _Board, letter: str) -> int:
    found = about.letters.find(letter)
    return sintra.JOKER if found < 0 else found


def _cell(about: _Board, slot: int, row: int, printed: str, lying: str, x: float, y: float) -> str:
    """A cell: free, or with its pane; of a full strip the panes are what one may keep."""
    if lying == ".":
        return stamp(f"cell-{_kind(about, printed)}", x=x, y=y)
    kind = _kind(about, lying)
    key = f"s{about.seat}-p{slot + 1}-{row + 1}"
    pane = about.pieces.draw(kind, (x + PANE / 2, y + PANE_HEIGHT / 2, 0), PANE, key)
    if _kind(about, printed) == sintra.JOKER:
        pane += _joker_mark(x + PANE - 13, y + 13)
    if not about.keeps or slot != about.board.glazier:
        return pane
    name, word = about.pieces.tokens[kind], about.about.kinds[kind]
    edge = frame(x - 2, y - 2, PANE + 4, PANE_HEIGHT + 4, 9)
    return group(edge, pane, class_="group", data_move=f"keep {name}", data_kind=kind, data_label=word)


def _joker_mark(x: float, y: float) -> str:
    """Says that a pane lies on a joker cell."""
    return moved(x, y, circle(0, 0, 9, fill="#FFFDF4"), polygon(star(6, 7, 3, (0, 0)), fill="#1B1B3A"))


def _other_face(about: _Board, slot: int) -> str:
    """Small panes for what the strip shows when it is turned over; a line where this is its last face."""
    x, y = middle(slot), STRIP_TOP + 6
    if about.board.windows[slot, sintra.UPPER] != sintra.EMPTY:
        return path(f"M{number(x - 12)} {number(y + 8)}h24", stroke="#8F9DC6", stroke_width=2.5, stroke_linecap="round")
    face = face_cells(about.position.state, int(about.board.strips[slot]) ^ 1)
    turn = path("M0 9a5 5 0 1 1 6.5 -1.5m0 -4v4.3h-4.3", fill="none", stroke="#B9C4E8", stroke_width=1.6,
                stroke_linecap="round", stroke_linejoin="round")  # fmt: skip
    minis = [_mini(_kind(about, letter), x - 21.5 + i * 11.6, y + 3) for i, letter in enumerate(face)]
    return group(moved(x - 33.5, y + 3.2, turn), *minis)


def _mini(kind: int, x: float, y: float) -> str:
    return stamp(f"mini-{kind}", x=x, y=y)


def _wall(about: _Board) -> str:
    """The palace wall, and the floor that the light falls on."""
    top, foot = about.wall, about.sill + about.size.sill
    wall = rect(2, top, WIDTH - 4, foot - top, 12, fill="var(--stone)", stroke="var(--stone2)", stroke_width=1.5)
    edge = path(f"M12 {number(top + 6)}H{WIDTH - 12}", stroke="var(--stoneln)", stroke_opacity=0.4, stroke_width=1.5)
    floor = path(
        f"M14 {number(foot)}H{WIDTH - 14}L{WIDTH - 2} {number(foot + about.size.floor)}H2Z", fill="var(--sunkfloor)"
    )
    return wall + edge + floor + "".join(_light(about, window, foot) for window in range(sintra.WINDOWS))


def _light(about: _Board, window: int, top: float) -> str:
    """Patches of coloured light: the nearer one from the lower pane."""
    patches = ""
    for cell, (near, far) in ((sintra.LOWER, (2, 15)), (sintra.UPPER, (17, 31))):
        kind = int(about.board.windows[window, cell])
        if kind != sintra.EMPTY:
            colour = GLASS[_colours(about.position)[kind]]
            left, lean = middle(window) - 27, (middle(window) - WIDTH / 2) * 0.012
            corners = [(left + lean * near / 9, top + near), (left + 54 + lean * near / 9, top + near),
                       (left + 57 + lean * far / 9, top + far), (left - 3 + lean * far / 9, top + far)]  # fmt: skip
            patches += polygon(corners, fill=colour, opacity=0.34)
    return patches


def _window(about: _Board, window: int) -> str:
    x, top = middle(window) - WINDOW / 2, about.wall + 12
    lead = stamp("leading", x=x, y=top)
    upper = _window_cell(about, window, sintra.UPPER, x, top)
    lower = _window_cell(about, window, sintra.LOWER, x, top + WINDOW_HEIGHT + 4)
    value = int(about.position.state.box.window_values[int(about.position.state.options.side), window])
    counts = int(about.board.windows[window, sintra.UPPER]) != sintra.EMPTY
    y = about.sill + about.size.sill / 2
    disc = circle(
        middle(window), y, 15, fill="var(--ink)" if counts else "var(--panel)", stroke="var(--ink)", stroke_width=1.6
    )
    told = figure(middle(window), y, str(value), 20, fill="var(--panel)" if counts else "var(--ink)")
    return group(lead, upper, lower, disc, told)


def _window_cell(about: _Board, window: int, cell: int, x: float, y: float) -> str:
    kind = int(about.board.windows[window, cell])
    if kind == sintra.EMPTY:
        return stamp(f"bare-{cell}", x=x, y=y)
    image = stamp(f"{'a' if cell == sintra.UPPER else 'w'}-sintra-{kind}", x=x, y=y)
    return group(image, class_="piece", data_key=f"k{kind}-s{about.seat}-w{window + 1}{cell + 1}")


def _ornaments(about: _Board) -> list[str]:
    """On side A, between pairs of windows: a petal for each of the four panes around."""
    state = about.position.state
    if int(state.options.side) != sintra.SIDE_A:
        return []
    return [_ornament(about, int(left)) for left in state.box.pairs]


def _ornament(about: _Board, left: int) -> str:
    around = ((left, sintra.UPPER), (left + 1, sintra.UPPER), (left + 1, sintra.LOWER), (left, sintra.LOWER))
    drawn = [stamp("ornament")]
    for petal, (window, cell) in enumerate(around):
        if about.board.windows[window, cell] != sintra.EMPTY:
            drawn.append(stamp(f"petal-{petal}"))
    y = about.wall + 14 + WINDOW_HEIGHT
    return moved(MARGIN + PITCH * (left + 1), y, *drawn)


def _track(about: _Board) -> str:
    """What broken glass costs, space by space; the one that the marker is on is solid."""
    box, here = about.position.state.box, int(about.board.space)
    spaces = int(box.last_space) + 1
    y, height = about.track, about.size.track
    step = (WIDTH - 2 * MARGIN) / spaces
    drawn = [_step(int(box.track[i]), i / (spaces - 1), i == here, MARGIN + i * step + 2, y, step - 4, height)
             for i in range(spaces)]  # fmt: skip
    return group(
        hit(0, y - 5, WIDTH, height + 10),
        frame(MARGIN - 4, y - 4, WIDTH - 2 * MARGIN + 8, height + 8),
        *drawn,
        class_="place track",
        data_where="break",
        data_space=here,
        data_label=about.about.broken_glass if about.full else None,
    )


def _step(loss: int, depth: float, here: bool, x: float, y: float, width: float, height: float) -> str:
    """Terracotta where something is lost, deeper towards the end."""
    colour = "var(--terra)" if loss else "var(--muted)"
    strength = {} if here else {"fill_opacity": 0.07 + 0.2 * depth, "stroke_opacity": 0.3 + 0.4 * depth}
    ground = rect(x, y, width, height, 8, fill=colour, stroke=colour, **strength)
    told = signed(-loss)
    return ground + figure(x + width / 2, y + height / 2, told, 22, fill="var(--panel)" if here else colour)


# --- What is chosen inside a turn, the round indicator ---


def choices(position: Position, words: Words) -> Drawing:
    """How many pieces go into joker cells: a card for each number, the others in cells of their colour."""
    if position.asks != "split":
        return NOTHING
    about, hand = SintraWords(words, position), int(position.state.hand)
    kind = next(kind for kind in range(sintra.COLOURS) if tiles.count(hand, kind))
    cards = [
        _card(kind, int(tiles.total(hand)), move, about, 10 + i * 190) for i, move in enumerate(position.legal_moves)
    ]
    return Drawing("choices", 190 * len(cards) + 10, 116, "".join(cards))


def _card(kind: int, n: int, move: Any, about: SintraWords, x: float) -> str:
    """Above the cells of the colour, below the joker cells, each with what they would get."""
    ground = rect(0, 6, 180, 104, 12, fill="var(--panel)", stroke="var(--sockln2)", class_="frame")
    rows = _card_row(kind, kind, n - int(move.jokers), 14) + _card_row(sintra.JOKER, kind, int(move.jokers), 60)
    hint = moved(152, 8, class_="hint")
    return moved(x, 0, group(ground, rows, hint, class_="choice", data_move=str(move), data_label=about.move(move)))


def _card_row(cell: int, kind: int, n: int, y: float) -> str:
    step = min(34, 96 / max(n, 1))
    panes = "".join(use(f"t-sintra-{kind}", 64 + i * step, y, 52, 41.6) for i in range(n))
    return stamp(f"cell-{cell}", transform=f"translate(6 {y}) scale({number(52 / PANE)})") + panes


def indicator(position: Position, pieces: Pieces) -> Drawing:
    """The colours of the six rounds; that of this round is larger, those before it are gone."""
    drawn: list[str] = []
    x = 0.0
    for space in range(sintra.ROUNDS):
        kind = int(position.state.indicator[space])
        width = 70 if kind >= 0 and space == position.round - 1 else 40
        bare = rect(x + 1, 18, 38, 32, 7, fill="none", stroke="var(--sockln2)", stroke_dasharray="4 4")
        drawn.append(pieces.draw(kind, (x + width / 2, 34, 0), width, f"round-{space + 1}") if kind >= 0 else bare)
        x += width + 6
    return Drawing("rounds", x - 6, 68, "".join(drawn))


# --- The table ---


def _pieces(position: Position, words: Words) -> Pieces:
    tokens = [PALETTE[colour] for colour in _colours(position)]
    return Pieces("sintra", tokens, SintraWords(words, position), (1, 0.8), share=0.31)


def parts(position: Position, words: Words) -> Parts:
    pieces, state, about = _pieces(position, words), position.state, SintraWords(words, position)
    return Parts(
        offers=Drawings(lambda narrow: (offer, offer_rows)[narrow](position, pieces), 2),
        boards=Drawings(lambda seat: board(position, seat, words, FULL), position.players),
        small_boards=Drawings(lambda seat: board(position, seat, words, SMALL), position.players),
        stock=stock(pieces, sintra.COLOURS, int(state.bag), int(state.tower), about.bag, about.tower),
        choices=choices(position, words),
        status=indicator(position, pieces),
        supply=NOTHING,
        hands=[],
    )
