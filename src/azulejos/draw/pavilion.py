"""Summer Pavilion's tiles and boards, both sides.

The board is an exact tiling of rhombi: stars of six and the features between them are the same shape. Lengths are in
hundredths of a rhombus side; angles of the board run clockwise from the top.
"""

from collections.abc import Sequence
from functools import cache
from math import hypot, sqrt
from typing import Any, NamedTuple

from azulejos.draw.offer import offer, offer_rows
from azulejos.draw.svg import (
    NOTHING,
    Drawing,
    Drawings,
    Point,
    circle,
    gradient,
    group,
    moved,
    number,
    once,
    path,
    polar,
    polygon,
    rect,
    stamp,
    star,
    symbol,
    tag,
    use,
)
from azulejos.draw.tableware import Parts, Pieces, stock
from azulejos.draw.tokens import mixed
from azulejos.games import Position
from azulejos.notation.pavilion import KIND_NAMES
from azulejos.rules import pavilion, tiles
from azulejos.words import PavilionWords, Words

# --- Tiles: rhombi with the long axis upright, centre 0, 0 ---

LONG, SHORT = 50 * sqrt(3), 50.0  # half the diagonals
INNER = 25 * sqrt(3)  # the radius of the circle inside
TILE_BOX = (2 * SHORT, 2 * LONG)
BODIES = ("#6D3A96", "#17866A", "#D86F1A", "#F3C63A", "#2F78D6", "#B3273A")
CREAM, BROWN = "#FFF8E6", "#6E4300"
GLAZES = (CREAM, CREAM, CREAM, BROWN, CREAM, CREAM)


def rhombus(inset: float = 0, corner: float = 5) -> str:
    """A rhombus with rounded corners whose edges lie this far inside the exact ones."""
    scale = 1 - inset / INNER
    points = [(0, -LONG * scale), (SHORT * scale, 0), (0, LONG * scale), (-SHORT * scale, 0)]
    bends = [_bend(points[i - 1], points[i], points[(i + 1) % 4], corner * (1 if i % 2 else 1.9)) for i in range(4)]
    return "M" + "L".join(bends) + "Z"


def _bend(before: Point, corner: Point, after: Point, cut: float) -> str:
    (ax, ay), (bx, by) = _towards(corner, before, cut), _towards(corner, after, cut)
    return f"{number(ax)} {number(ay)}Q{number(corner[0])} {number(corner[1])} {number(bx)} {number(by)}"


def _towards(start: Point, end: Point, length: float) -> Point:
    part = length / hypot(end[0] - start[0], end[1] - start[1])
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _lozenge(scale: float, x: float = 0, y: float = 0) -> str:
    corners = [(x, y - LONG * scale), (x + SHORT * scale, y), (x, y + LONG * scale), (x - SHORT * scale, y)]
    return polygon(corners)


def _purple() -> str:
    """Nested rhombi."""
    rings = group(_lozenge(0.66), _lozenge(0.4), fill="none", stroke=CREAM, stroke_width=4.5, stroke_linejoin="round")
    return rings + group(_lozenge(0.19), fill=CREAM)


def _green() -> str:
    """A leaf: its vein and chevrons."""
    ribs = ((-30, 13), (-8, 22), (14, 25), (36, 17))
    drawn = [path("M0 -64V60", stroke_width=5)]
    for y, x in ribs:
        bend, top = number(x * 0.35), y - 17
        drawn.append(path(f"M{-x} {top}Q-{bend} {y - 5} 0 {y + 6}Q{bend} {y - 5} {x} {top}", stroke_width=4.8))
    return group(*drawn, fill="none", stroke=CREAM, stroke_linecap="round")


def _orange() -> str:
    """A sun: a disc and rays that reach for the edge."""
    rays = ""
    for turn in range(12):
        reach = (62, 40, 27, 27, 27, 40)[turn % 6]
        (ax, ay), (bx, by) = polar(19, turn * 30 + 90), polar(reach, turn * 30 + 90)
        rays += f"M{number(ax)} {number(ay)}L{number(bx)} {number(by)}"
    return circle(0, 0, 12.5, fill=CREAM) + path(rays, stroke=CREAM, stroke_width=4.2, stroke_linecap="round")


def _yellow() -> str:
    """A checker of small rhombi."""
    spots = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i + j) % 2 == 0]
    return group(*(_lozenge(0.225, (i - j) * SHORT / 4, (i + j) * LONG / 4) for i, j in spots), fill=BROWN)


def _blue() -> str:
    """Waves across."""
    drawn = ""
    for y in (-42, -21, 0, 21, 42):
        half = (LONG - abs(y)) / LONG * SHORT - 10
        n = max(1, round(half / 17))
        step = 2 * half / n
        a, b, c = number(step * 0.18), number(step * 0.32), number(step / 2)
        drawn += f"M{number(-half)} {y}" + f"c{a} -8 {b} -8 {c} 0c{a} 8 {b} 8 {c} 0" * n
    return path(drawn, fill="none", stroke=CREAM, stroke_width=5, stroke_linecap="round")


def _red() -> str:
    """A cross of four solid petals."""
    tall = "M0 -62C15 -40 12 -18 0 -7C-12 -18 -15 -40 0 -62ZM0 62C15 40 12 18 0 7C-12 18 -15 40 0 62Z"
    wide = "M33 0C22 12 13 10 5.5 0C13 -10 22 -12 33 0ZM-33 0C-22 12 -13 10 -5.5 0C-13 -10 -22 -12 -33 0Z"
    return path(tall + wide, fill=CREAM)


MOTIFS = (_purple, _green, _orange, _yellow, _blue, _red)


def symbols(position: Position | None = None) -> str:
    """The tiles, plain and as jokers, the empty spaces and what stands between them."""
    colours = "".join(_colour(kind) for kind in range(pavilion.COLOURS))
    spaces = "".join(_space(f"pe-{kind}", f"var(--pav-tint-{kind})", f"var(--pav-edge-{kind})")
                     for kind in range(pavilion.COLOURS))  # fmt: skip
    free = _space("pe-any", "var(--panel)", "var(--sockln2)", dashed="5 6")
    stone = _space("pe-stone", "var(--stone)", "var(--sockln2)", dashed="5 6")
    corner = stamp("pv-body", id="pv-corner", fill="var(--sock)", stroke="var(--sockln2)", stroke_width=2.5,
                   stroke_dasharray="7 6")  # fmt: skip
    outlines = [path(rhombus(3), id="pv-body"), path(rhombus(8.5, 4), id="pv-inner", fill="none")]
    shapes = "".join([*outlines, path(rhombus(1), id="pv-frame", fill="none"), *_grounds()])
    slot = rect(-4, 1, ROW_WIDTH / 6 - 4, 82, 12, fill="none", pointer_events="all", id="pv-slot")
    glyphs = "".join(_glyph(name) for name in GLYPHS)
    return "".join([shapes, colours, spaces, free, stone, corner, glyphs, _badges(), _dots(), _hearts(), slot])


def _grounds() -> list[str]:
    """What features stand on: open with bars at four edges, a window with two of them, or complete."""
    bars = [_edge(x, y) for x, y in EDGES]
    drawn: list[str] = []
    for name, n in (("stone", 4), ("stone-window", 2), ("done", 0)):
        colour = "var(--done)" if name == "done" else "var(--stone)"
        ground = path(rhombus(5), fill=colour, stroke="var(--stone2)", stroke_width=2)
        lines = path("".join(bars[-n:]), stroke="var(--stonebar)") if n else ""
        drawn.append(group(ground, lines, id=f"pv-{name}"))
    return drawn


def _colour(kind: int) -> str:
    body, glaze = BODIES[kind], GLAZES[kind]
    light, dark = mixed(body, "#FFFFFF", 0.22), mixed(body, "#000018", 0.26)
    ground = gradient(f"g-pavilion-{kind}", [(0, light, 1), (0.45, body, 1), (1, dark, 1)], x1=0, y1=0, x2=1, y2=1)
    art = group(
        stamp("pv-body", fill="#080C28", fill_opacity=0.3, transform="translate(2 3.5)"),
        stamp("pv-body", fill=f"url(#g-pavilion-{kind})", stroke=dark, stroke_width=2.2),
        stamp("pv-inner", stroke=glaze, stroke_opacity=0.42, stroke_width=1.6),
        MOTIFS[kind](),
        path("M-43 0L0 -74.5L6 -64L-34 2Z", fill="#fff", opacity=0.16),
        id=f"pr{kind}",
    )
    here = f"translate({number(SHORT)} {number(LONG)})"
    plain = stamp(f"pr{kind}", transform=here)
    return (
        ground
        + art
        + symbol(f"t-pavilion-{kind}", *TILE_BOX, plain)
        + symbol(f"j-pavilion-{kind}", *TILE_BOX, plain, group(_joker_disc(), transform=here))
    )


def _joker_disc() -> str:
    disc = circle(0, 0, 24.5, fill="#FFFDF4", stroke="#1B1B3A", stroke_width=3.5)
    return disc + polygon(star(6, 20, 8.5, (0, 0)), fill="#1B1B3A")


def _space(name: str, tint: str, edge: str, dashed: str = "none") -> str:
    """An empty space; its frame takes the stroke of who uses it."""
    outer = stamp("pv-body", fill=tint, stroke=edge, stroke_width=2, stroke_dasharray="none")
    inner = stamp("pv-inner", stroke=edge, stroke_width=1.4, opacity=0.6, stroke_dasharray=dashed)
    return group(outer, inner, stamp("pv-frame"), id=name)


GLYPHS = {
    "pillar": "M-13 -20H13M-10 -13H10M-7.5 -13V17M7.5 -13V17M0 -13V17M-13 20H13",
    "statue": "M-6.2 -18.5a6.2 6.2 0 1 0 12.4 0a6.2 6.2 0 1 0 -12.4 0"
    "M-8.5 10L-6 0L-10.5 -2C-10 -8.5 -6 -10.5 0 -10.5C6 -10.5 10 -8.5 10.5 -2L6 0L8.5 10ZM-13 10H13V20H-13Z",
    "window": "M-13 20V-3A13 15 0 0 1 13 -3V20ZM0 -17V20M-13 3H13",
}


def _glyph(name: str) -> str:
    """A column, a figure on a plinth or an arched window, over as many small rhombi as it gives tiles."""
    given = {"pillar": 1, "statue": 2, "window": 3}[name]
    pips = [_lozenge(0.115, (i - (given - 1) / 2) * 11.5, 22.5) for i in range(given)]
    drawn = path(GLYPHS[name], fill="none", stroke="currentColor", stroke_width=3.5, stroke_linecap="round",
                 stroke_linejoin="round", transform="translate(0 -6) scale(.92)")  # fmt: skip
    return group(drawn, group(*pips, fill="currentColor"), id=f"pv-{name}")


# --- Boards ---

WIDTH, HEIGHT = 1060, 934
CORNERS = ((-462, -362), (462, -362), (-462, 362), (462, 362))


class _Board(NamedTuple):
    position: Position
    seat: int
    board: Any
    pieces: Pieces
    about: PavilionWords
    full: bool
    mono: bool
    spaces: int  # those that are filled, as bits
    stars: list[list[int]]  # the kinds on them

    def filled(self, space: int) -> bool:
        return bool(self.spaces >> space & 1)

    def colour(self, star: int) -> int:
        """The colour that a star has in print, or -1."""
        return -1 if self.mono else int(pavilion.STAR_COLOUR[star])


def _up(length: float, angle: float) -> Point:
    """A point in a direction, clockwise from the top."""
    return polar(length, angle - 90)


def heart(star: int) -> Point:
    """The middle of a star."""
    return _up(300, 270 + 60 * (star - 1)) if star else (0, 0)


@cache
def spot(star: int, position: int) -> tuple[float, float, float]:
    """Where a space lies and how it is turned."""
    angle = 60 * ((star + position - 1) % 6 if star else position)
    (x, y), (dx, dy) = heart(star), _up(LONG, angle)
    return x + dx, y + dy, angle


def board(position: Position, seat: int, words: Words, *, full: bool) -> Drawing:
    """Seven stars, what stands between them, and the corners."""
    state, joker = position.state, _pieces(position, words).joker
    key = bytes(state.players[seat]), bool(state.options.mono), joker, seat, full, words.language
    return once(key, lambda: _board(position, seat, words, full=full))


def _board(position: Position, seat: int, words: Words, *, full: bool) -> Drawing:
    held, mono = position.state.players[seat], bool(position.state.options.mono)
    about = _Board(
        position,
        seat,
        held,
        _pieces(position, words),
        PavilionWords(words),
        full,
        mono,
        int(held.filled),
        held.stars.tolist(),
    )
    features = [_feature(about, index) for index in range(len(pavilion.FEATURES))]
    spaces = [_place(about, star, place) for star in range(pavilion.STARS) for place in range(pavilion.POSITIONS)]
    medallions = [_medallion(about, star) for star in range(pavilion.STARS)]
    prices = group(*(_prices(about, star) for star in range(pavilion.STARS)), class_="num print", font_size=48,
                   text_anchor="middle", pointer_events="none")  # fmt: skip
    between = group(*features, stroke_width=5, stroke_linecap="round", font_size=24, text_anchor="middle",
                    color="var(--stoneln)",
                    fill="var(--panel)")  # fmt: skip
    hearts = group(*medallions, class_="num", font_size=26, text_anchor="middle", fill="var(--ink)")
    drawn = moved(WIDTH / 2, HEIGHT / 2, between, *spaces, prices, hearts, _corners(about))
    return Drawing("pavilion board" if full else "pavilion board small", WIDTH, HEIGHT, drawn)


def _placed(x: float, y: float, angle: float = 0) -> str:
    turn = f" rotate({number(angle % 360)})" if angle % 360 else ""
    return f"translate({number(x)} {number(y)}){turn}"


def _feature_spot(index: int) -> tuple[float, float, float]:
    kind, k = index % 3, index // 3 + 1
    angle = 270 + 60 * (k - 1)
    if kind == 1:
        (ax, ay), (bx, by) = heart(k), heart(k % 6 + 1)
        return (ax + bx) / 2, (ay + by) / 2, angle + 210
    return *_up(150 if kind == 0 else 450, angle), angle + 90


def _feature(about: _Board, index: int) -> str:
    """Pillar, statue or window; a bar at each edge is ink once the space beyond it is filled."""
    name, bits, _ = pavilion.FEATURES[index]
    spaces = [space for space in range(pavilion.SPACES) if bits >> space & 1]
    missing = sum(not about.filled(space) for space in spaces)
    x, y, angle = _feature_spot(index)
    done, near = missing == 0, missing * 2 <= len(spaces)
    ground = "done" if done else "stone-window" if len(spaces) == 2 else "stone"
    lit = "".join(_bar(space, (x, y, angle)) for space in spaces if about.filled(space))
    bars = path(lit, stroke="var(--onfeature)" if done else "var(--ink)") if lit else ""
    ink = "var(--onfeature)" if done else "var(--ink)" if near else None
    image = stamp(f"pv-{name[:-1]}", x=x, y=y, color=ink)
    badge = _badge(x + 27, y - 25, missing) if near else ""
    at = _placed(x, y, angle)
    stone = stamp(f"pv-{ground}", transform=None if bars else at)
    return (group(stone, bars, transform=at) if bars else stone) + image + badge


EDGES = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def _bar(space: int, place: tuple[float, float, float]) -> str:
    """The edge of a feature towards a space, in the feature's own frame."""
    x, y, angle = place
    sx, sy, _ = spot(*divmod(space, pavilion.POSITIONS))
    dx, dy = polar(1, -angle)
    lx, ly = (sx - x) * dx - (sy - y) * dy, (sx - x) * dy + (sy - y) * dx
    return _edge(1 if lx > 0 else -1, 1 if ly > 0 else -1)


def _edge(right: int, down: int) -> str:
    scale = 1 - 11.5 / INNER
    w, h = SHORT * scale * right, LONG * scale * down
    return f"M{number(w * 0.84)} {number(h * 0.16)}L{number(w * 0.22)} {number(h * 0.78)}"


def _badge(x: float, y: float, missing: int) -> str:
    """How many spaces are missing, or a tick."""
    if not missing:
        return stamp("pv-tick", x=x, y=y)
    number_ = tag("text", str(missing), x=x, y=y + 8, class_="num")
    return stamp("pv-badge", x=x, y=y) + number_


def _badges() -> str:
    disc = circle(0, 0, 17, fill="var(--ink)", stroke="var(--panel)", stroke_width=3)
    ground = circle(0, 0, 16, fill="var(--panel)", stroke="var(--ink)", stroke_width=3)
    tick = path("M-6.5 0L-1.5 5.5L7 -5.5", fill="none", stroke="var(--ink)", stroke_width=4, stroke_linejoin="round")
    return group(disc, id="pv-badge") + group(ground, tick, id="pv-tick")


def _dots() -> str:
    """The six colours around a star of many colours: all in outline, and each full."""
    spots = [_up(25, turn * 60 + 30) for turn in range(pavilion.COLOURS)]
    outlines = [circle(*at, 5, fill="var(--panel)", stroke=BODIES[i], stroke_width=2) for i, at in enumerate(spots)]
    full = [circle(*at, 6, id=f"pv-dot-{i}", fill=BODIES[i]) for i, at in enumerate(spots)]
    return group(*outlines, id="pv-dots") + "".join(full)


def _place(about: _Board, star: int, position: int) -> str:
    """A space: its tile, or the tint of its star."""
    x, y, angle = spot(star, position)
    kind = about.stars[star][position]
    where = f"{star}.{position + 1}"
    at = _placed(x, y, angle)
    if kind != pavilion.EMPTY:
        tile = group(stamp(f"pr{kind}"), class_="piece", data_key=f"k{kind}-s{about.seat}-{where}")
        return group(tile, stamp("pv-frame", class_="frame"), transform=at, class_="place", data_where=where)
    image = f"pe-{_print(about, star)}"
    if not about.full:
        return stamp(image, transform=at)
    label = about.about.space(about.position, star, position)
    free = stamp(image, transform=at, class_="frame")
    return group(free, _anchor(x, y, angle), class_="place", data_where=where, data_label=label)


def _print(about: _Board, star: int) -> str:
    colour = about.colour(star)
    return str(colour) if colour >= 0 else "stone" if about.mono and star == 0 else "any"


def _prices(about: _Board, star: int) -> str:
    """The numbers on a star's free spaces; clicks go through them to the spaces."""
    colour = about.colour(star)
    free = [place for place in range(pavilion.POSITIONS) if about.stars[star][place] == pavilion.EMPTY]
    if not free:
        return ""
    xs, ys = zip(*(spot(star, place)[:2] for place in free), strict=True)
    told = "".join(str(int(pavilion.PRINTED[int(about.mono), int(star == 0), place])) for place in free)
    where = {"x": " ".join(map(number, xs)), "y": " ".join(number(y + 16.5) for y in ys)}  # a figure each
    return tag("text", told, **where, fill=f"var(--pav-number-{colour})" if colour >= 0 else "var(--ink)")


def _anchor(x: float, y: float, angle: float) -> str:
    """Where a page writes the points: at the outer tip, where the number leaves room."""
    dx, dy = _up(46, angle)
    return moved(x + dx, y + dy, class_="hint")


def _medallion(about: _Board, star: int) -> str:
    """The bonus for the complete star: printed, or as its tiles promise."""
    held = [kind for kind in about.stars[star] if kind != pavilion.EMPTY]
    colour = about.colour(star) if not about.mono else held[0] if len(held) > 1 and len(set(held)) == 1 else -1
    mixed_star = colour < 0 and (not about.mono or len(set(held)) > 1)
    bonus = int(pavilion.STAR_BONUS[colour]) if colour >= 0 else pavilion.MULTICOLOURED_BONUS if mixed_star else None
    complete = len(held) == pavilion.POSITIONS
    x, y = heart(star)
    ground = f"pv-heart-{colour}" if colour >= 0 else "pv-heart"
    drawn = [stamp(ground, x=x, y=y)]
    if mixed_star:
        drawn += [stamp(f"pv-{name}", x=x, y=y) for name in ["dots", *(f"dot-{kind}" for kind in {*held})]]
    if complete:
        drawn.append(circle(x, y, 25, fill="none", stroke="var(--ink)", stroke_width=5))
    ink = GLAZES[colour] if colour >= 0 else None
    told = str(bonus) if bonus else "?" if held else "\u2013"
    return "".join([*drawn, tag("text", told, x=x, y=y + 9, fill=ink)])


def _hearts() -> str:
    """The discs in the middle of stars: of a colour, or of none yet."""
    plain = circle(0, 0, 25, id="pv-heart", fill="var(--panel)", stroke="var(--sockln2)", stroke_width=2)
    return plain + "".join(
        circle(0, 0, 25, id=f"pv-heart-{kind}", fill=body, stroke="var(--panel)", stroke_width=3)
        for kind, body in enumerate(BODIES)
    )


def _corners(about: _Board) -> str:
    heap = about.board.corners
    kept = [kind for kind in range(pavilion.COLOURS) for _ in range(tiles.count(heap, kind))]
    drawn = [stamp("pv-corner", transform=f"{_placed(*at)} scale(.8)") for at in CORNERS]
    drawn += [
        about.pieces.draw(kind, (*at, 0), 1.6 * LONG, f"s{about.seat}-c{i}")
        for i, (kind, at) in enumerate(zip(kept, CORNERS, strict=False), 1)
    ]
    return group(*drawn, class_="corners")


# --- Hand, supply, rounds ---

ROW_WIDTH = 600


def hand(position: Position, seat: int, words: Words) -> Drawing:
    """The tiles beside a board, a group a colour with its number."""
    pieces, about = _pieces(position, words), PavilionWords(words)
    heap = position.state.players[seat].hand
    keeps = _named(position, "keep") if position.turn == seat else set[int]()
    slots = [
        _slot(pieces, about, seat, kind, int(tiles.count(heap, kind)), kind in keeps)
        for kind in range(pavilion.COLOURS)
    ]
    told = group(*slots, class_="num", font_size=30, fill="var(--muted)")
    return Drawing("hand", ROW_WIDTH, 84, told)


def _named(position: Position, kind: str) -> set[int]:
    """The colours that may be named, if that is what is asked."""
    if position.asks != kind:
        return set()
    return {int(move.colour) for move in position.legal_moves}


def _slot(pieces: Pieces, about: PavilionWords, seat: int, kind: int, n: int, keeps: bool) -> str:
    left, step = kind * ROW_WIDTH / 6, min(11, 26 / max(n - 1, 1))
    drawn = [pieces.draw(kind, (left + 20 + i * step, 42, 0), 66, f"s{seat}-h-{i + 1}") for i in range(n)]
    name, reach = KIND_NAMES[kind], left + 43 + max(n - 1, 0) * step
    count = tag("text", str(n), x=reach, y=52, fill="var(--ink)" if n else None)
    if not n:
        drawn = [stamp("pv-corner", transform=f"{_placed(left + 20, 42)} scale(.39)", opacity=0.7)]
    return group(
        stamp("pv-slot", x=left, class_="frame hit"),
        *drawn,
        count,
        class_="group",
        data_what=name,
        data_kind=kind,
        data_count=n,
        data_move=f"keep {name}" if keeps else None,
        data_label=about.held(n, kind),
    )


PLACING = ("place", "bonus", "keep")
SUPPLY_PITCH = ROW_WIDTH / pavilion.SUPPLY_SPACES


def supply(position: Position, words: Words, columns: int = pavilion.SUPPLY_SPACES) -> Drawing:
    """The ten spaces of the supply, in rows; while bonus tiles are due, a tile is a move."""
    pieces, legal = _pieces(position, words), _named(position, "bonus")
    heap = position.state.supply
    lying = [kind for kind in range(pavilion.COLOURS) for _ in range(tiles.count(heap, kind))]
    spots = [((i % columns + 0.5) * SUPPLY_PITCH, 42 + 84 * (i // columns)) for i in range(pavilion.SUPPLY_SPACES)]
    drawn = [stamp("pv-corner", transform=f"{_placed(*at)} scale(.39)") for at in spots[len(lying) :]]
    for kind in dict.fromkeys(lying):
        places = [place for place, other in enumerate(lying) if other == kind]
        shown = [pieces.draw(kind, (*spots[place], 0), 74, f"supply-{place}") for place in places]
        rows = [[spots[place] for place in places if place // columns == row] for row in range(2)]
        drawn.append(
            group(
                *(_around(row) for row in rows if row),
                *shown,
                class_="group",
                data_kind=kind,
                data_count=len(places),
                data_move=f"bonus {KIND_NAMES[kind]}" if kind in legal else None,
                data_label=PavilionWords(words).in_supply(len(places), kind),
            )
        )
    return Drawing("supply", columns * SUPPLY_PITCH, spots[-1][1] + 42, "".join(drawn))


def _around(row: Sequence[Point]) -> str:
    """What shows and hears that tiles beside each other may be taken."""
    left, top, width = row[0][0] - SUPPLY_PITCH / 2 + 2, row[0][1] - 41, len(row) * SUPPLY_PITCH - 4
    return rect(left, top, width, 82, 12, fill="none", pointer_events="all", class_="frame hit")


def rounds(position: Position) -> Drawing:
    """The six rounds in the colours that are their jokers; that of this round is larger."""
    drawn: list[str] = []
    x = 0.0
    for kind in range(pavilion.COLOURS):
        now = kind == pavilion_round(position)
        size = 66 if now else 38
        width = size * SHORT / LONG
        x += width / 2
        past = kind < pavilion_round(position)
        image = use(f"{'j' if now else 't'}-pavilion-{kind}", x - width / 2, 34 - size / 2, width, size)
        drawn.append(group(image, opacity=0.35 if past else None, data_round=kind + 1))
        x += width / 2 + 6
    return Drawing("rounds", x - 6, 68, "".join(drawn))


def pavilion_round(position: Position) -> int:
    return min(position.round, pavilion.ROUNDS) - 1


# --- The table ---


def _pieces(position: Position, words: Words) -> Pieces:
    joker = -1 if position.is_over else pavilion_round(position)
    box = (SHORT / LONG, 1)
    return Pieces("pavilion", KIND_NAMES, PavilionWords(words), box, share=0.38, star=True, joker=joker)


def parts(position: Position, words: Words) -> Parts:
    pieces, state, about = _pieces(position, words), position.state, PavilionWords(words)
    return Parts(
        offers=Drawings(lambda narrow: (offer, offer_rows)[narrow](position, pieces), 2),
        boards=Drawings(lambda seat: board(position, seat, words, full=True), position.players),
        small_boards=Drawings(lambda seat: board(position, seat, words, full=False), position.players),
        stock=stock(pieces, pavilion.COLOURS, int(state.bag), int(state.tower), about.bag, about.tower),
        choices=NOTHING,
        status=rounds(position),
        supply=supply(position, words),
        supply_block=supply(position, words, 5) if position.asks in PLACING else NOTHING,
        hands=[hand(position, seat, words) for seat in range(position.players)],
    )
