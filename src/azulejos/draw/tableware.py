"""What lies on the table in every game: plates, the marker, sockets, the offer, the stock. The games bring pieces."""

from collections.abc import Sequence
from math import cos, radians, sqrt
from typing import Any, NamedTuple

from azulejos.draw.svg import (
    Drawing,
    circle,
    gradient,
    group,
    moved,
    number,
    path,
    polar,
    rect,
    stamp,
    symbol,
    text,
    use,
)
from azulejos.games import Position
from azulejos.rules import tiles
from azulejos.words import GameWords

MINUS = "\u2212"


Spot = tuple[float, float, float]  # x, y and a turn in degrees


class Pieces(NamedTuple):
    """How the pieces of a position look and what they are called."""

    game: str
    tokens: Sequence[str]  # of the kinds, in the notation
    about: GameWords
    box: tuple[float, float]  # width and height of a piece, the longer side 1
    share: float  # of a plate's diameter that a piece on it takes
    star: bool = False  # whether the four of a plate point at its middle
    joker: int = -1  # the kind that is drawn as a joker where pieces can be taken

    def draw(self, kind: int, spot: Spot, size: float, key: str) -> str:
        """A piece that can move, its longer side `size`, with its centre on a spot."""
        x, y, angle = spot
        width, height = size * self.box[0], size * self.box[1]
        turned = f"rotate({number(angle)} {number(x)} {number(y)})" if angle else None
        image = use(self.symbol(kind), x - width / 2, y - height / 2, width, height, transform=turned)
        return group(image, class_="piece", data_key=f"k{kind}-{key}")

    def symbol(self, kind: int) -> str:
        return f"{'j' if kind == self.joker else 't'}-{self.game}-{kind}"

    def on_plate(self, x: float, y: float, plate: float) -> list[Spot]:
        """Where the four pieces of a plate lie."""
        size, gap = plate * self.share, plate * 0.025
        if self.star:
            reach = size / 2 + gap
            return [(*polar(reach, angle - 90, (x, y)), angle) for angle in (-45, 45, 135, 225)]
        across, down = (size * self.box[0] + gap) / 2, (size * self.box[1] + gap) / 2
        return [(x + i * across, y + j * down, 0) for j in (-1, 1) for i in (-1, 1)]


class Parts(NamedTuple):
    """A position in pictures; `str` of each is its `<svg>`, empty for a part that a game lacks."""

    offer: Drawing
    offer_rows: Drawing  # the same for narrow screens: plates in rows, the centre as a bar
    boards: list[Drawing]
    small_boards: list[Drawing]
    stock: Drawing
    choices: Drawing  # cards for a decision inside a turn, each with its move
    status: Drawing
    supply: Drawing
    hands: list[Drawing]


def shared_symbols() -> str:
    """What the drawings of all games refer to."""
    return "".join(
        [
            gradient("gloss", [(0, "#fff", 0.42), (0.42, "#fff", 0.06), (0.5, "#fff", 0), (1, "#001030", 0.12)],
                     x1=0, y1=0, x2=0.75, y2=1),
            gradient("rim", [(0, "#fff", 0.75), (0.5, "#fff", 0.12), (1, "#001030", 0.22)], x1=0, y1=0, x2=0, y2=1),
            gradient("plate", [(0, "var(--plate-a)", 1), (1, "var(--plate-b)", 1)], x1=0.2, y1=0, x2=0.7, y2=1),
            gradient("well", [(0, "var(--plate-b)", 1), (1, "var(--plate-a)", 1)], x1=0.3, y1=0, x2=0.6, y2=1),
            gradient("shadow", [(0.72, "var(--shade)", 1), (1, "var(--shade)", 0)], cx=0.5, cy=0.5, r=0.5),
            _leaves(),
            _plate_symbol(),
            _empty_plate_symbol(),
            _marker_symbol(),
            _socket_symbol("socket", "var(--sock)", "var(--sockln)"),
            _socket_symbol("socket-loss", "var(--terrabg)", "var(--terraln)"),
        ]
    )  # fmt: skip


def _plate_symbol() -> str:
    shadow = circle(50, 54, 55, fill="url(#shadow)")
    face = circle(50, 50, 49.4, fill="url(#plate)", stroke="var(--line)", stroke_width=0.8)
    painted = stamp("leaves", fill="var(--paint)", opacity=0.5)
    well = circle(50, 50, 40.5, fill="url(#well)", stroke="var(--paint)", stroke_opacity=0.55, stroke_width=0.9)
    return symbol("plate-full", 100, 100, shadow, face, painted, well).replace("<symbol", '<symbol overflow="visible"')


def _empty_plate_symbol() -> str:
    face = circle(50, 50, 49.4, fill="url(#plate)", fill_opacity=0.4, stroke="var(--line)", stroke_width=0.8)
    painted = stamp("leaves", fill="var(--paint)", opacity=0.2)
    well = circle(50, 50, 40.5, fill="none", stroke="var(--paint)", stroke_opacity=0.3, stroke_width=0.9)
    return symbol("plate-empty", 100, 100, face, painted, well)


def _leaves() -> str:
    """The 32 painted leaves of a rim, in fours of eights."""
    leaf = path("M50 2.8C51.7 4.3 51.7 5.9 50 7.4C48.3 5.9 48.3 4.3 50 2.8Z", id="leaf")
    eight = group(leaf, *(_turned("leaf", i * 11.25) for i in range(1, 8)), id="leaves-8")
    return group(eight, *(_turned("leaves-8", i * 90) for i in (1, 2, 3)), id="leaves")


def _turned(name: str, angle: float) -> str:
    return stamp(f"{name}", transform=f"rotate({angle:g} 50 50)")


def _marker_symbol() -> str:
    """The starting player marker; its 1 is a shape, so that it needs no font."""
    one = "M42 36.5 52 29.5V62.5M41.5 64.5H60"
    return symbol(
        "marker",
        96,
        99,
        circle(48, 50, 45, fill="#9AA9BC"),
        circle(48, 47, 45, fill="#FDFCF6"),
        circle(48, 47, 38, fill="none", stroke="#1F4FA3", stroke_width=4),
        path(one, fill="none", stroke="#1F4FA3", stroke_width=6.5, stroke_linecap="round", stroke_linejoin="round"),
    )


def _socket_symbol(name: str, ground: str, edge: str) -> str:
    return symbol(
        name,
        96,
        96,
        rect(0, 0, 96, 96, 13, fill=ground),
        path("M2 16Q2 3 14 3H82Q94 3 94 16", fill="none", stroke="var(--sunk)", stroke_width=3),
        rect(1, 1, 94, 94, 12.4, fill="none", stroke=edge, stroke_width=2),
    )


def hit(x: float, y: float, width: float, height: float) -> str:
    """Makes a whole rectangle answer to the pointer."""
    return rect(x, y, width, height, fill="none", pointer_events="all", class_="hit")


def frame(x: float, y: float, width: float, height: float, radius: float = 12) -> str:
    """What a state of its group shows up in: legal, armed, last. Unseen without one."""
    return rect(x, y, width, height, radius, fill="none", class_="frame")


def figure(x: float, y: float, words: str, size: float, **attributes: str | float | None) -> str:
    """A number in the display face, centred on a point."""
    attributes = {"fill": "var(--ink)", "text_anchor": "middle"} | attributes
    return text(x, y + size * 0.34, words, size, class_="num", **attributes)


# --- The offer ---

RING = {5: 164, 7: 142, 9: 128}  # the diameter of a plate by the number of factories
RING_WIDTH, RING_HEIGHT = 564, 580


def offer(position: Position, pieces: Pieces) -> Drawing:
    """The factories in a ring, the first at the top, around the centre."""
    state = position.state
    factories = len(state.sources) - 1
    plate = RING[factories]
    radius = min(
        (RING_HEIGHT - plate - 30) / (1 + cos(radians(180 / factories))),
        (RING_WIDTH - plate - 12) / (2 * cos(radians(90 / factories))),
    )
    middle = (RING_WIDTH / 2, radius + plate / 2 + 12)
    body = [circle(*middle, radius, fill="none", stroke="var(--paint)", stroke_opacity=0.22, stroke_width=1.2,
                   stroke_dasharray="2 7", stroke_linecap="round")]  # fmt: skip
    for factory in range(1, factories + 1):
        x, y = polar(radius, -90 + 360 * (factory - 1) / factories, middle)
        body.append(_factory(state, factory, pieces, x, y, plate))
    body.append(_centre(state, pieces, *middle, radius - plate / 2 - 14))
    height = middle[1] + radius * cos(radians(180 / factories)) + plate / 2 + 12
    return Drawing("offer", RING_WIDTH, height, "".join(body))


def _factory(state: Any, factory: int, pieces: Pieces, x: float, y: float, plate: float) -> str:
    heap = int(state.sources[factory])
    image = use("plate-full" if heap else "plate-empty", x - plate / 2, y - plate / 2, plate)
    ring = circle(x, y, plate / 2 + 3, fill="none", class_="frame")
    lying = [kind for kind in range(tiles.KINDS) for _ in range(tiles.count(heap, kind))]
    spots = list(zip(lying, pieces.on_plate(x, y, plate), strict=False))
    groups = _groups(state, factory, pieces, spots, plate * pieces.share)
    tag = _number_tag(x, y - plate * 0.455, str(factory), max(min(plate / 128, 1), 0.75))
    return group(image, ring, tag, *groups, class_="source", data_source=f"F{factory}")


def _number_tag(x: float, y: float, words: str, scale: float) -> str:
    width, height = 22 * scale, 21 * scale
    pill = rect(x - width / 2, y - height / 2, width, height, height / 2, fill="var(--panel)", stroke="var(--line)")
    told = text(x, y + 4.6 * scale, words, 13 * scale, text_anchor="middle", fill="var(--muted)", font_weight=600)
    return pill + told


def _groups(state: Any, source: int, pieces: Pieces, lying: Sequence[tuple[int, Spot]], size: float) -> list[str]:
    """The pieces of a source, one group a kind: what a player takes."""
    name = f"F{source}" if source else "C"
    groups: list[str] = []
    for kind in dict.fromkeys(kind for kind, _ in lying):
        spots = [spot for other, spot in lying if other == kind]
        drawn = [pieces.draw(kind, spot, size, f"{name}-{i}") for i, spot in enumerate(spots, 1)]
        groups.append(
            group(
                *drawn,
                class_="group",
                data_what=f"{name} {pieces.tokens[kind]}",
                data_with=_with_jokers(state, source, pieces, name, kind),
                data_kind=kind,
                data_count=len(spots),
                data_label=pieces.about.lying(len(spots), kind, source),
            )
        )
    return groups


def _with_jokers(state: Any, source: int, pieces: Pieces, name: str, kind: int) -> str | None:
    """In the Joker game of Azul a colour may be taken with the jokers of its source: that pick."""
    last = len(pieces.tokens) - 1
    if pieces.tokens[last] != "joker" or kind == last or not tiles.count(state.sources[source], last):
        return None
    return f"{name} {pieces.tokens[kind]}+joker"


class _Heap(NamedTuple):
    """All pieces of a kind in the centre, as wide as they lie: up to three beside each other, more overlap."""

    kind: int  # or MARKER
    n: int
    piece: float
    step: float

    @property
    def label(self) -> float:
        return self.piece * 0.62 if self.n > 3 else 0

    @property
    def width(self) -> float:
        return self.piece + (self.n - 1) * self.step + self.label


MARKER = -1
CENTRE_SIZES = (50, 46, 42, 38, 35, 32, 29, 26, 23, 20)


def _heaps(state: Any, pieces: Pieces, size: float) -> list[_Heap]:
    piece = size * pieces.box[0]
    marker = [_Heap(MARKER, 1, size, 0)] if state.marker < 0 else []
    counts = [int(tiles.count(state.sources[0], kind)) for kind in range(tiles.KINDS)]
    steps = [piece + 4 if n < 4 else piece * 0.6 for n in counts]
    return marker + [_Heap(kind, n, piece, step) for kind, (n, step) in enumerate(zip(counts, steps, strict=True)) if n]


def _flow(heaps: list[_Heap], radius: float, pitch: float) -> list[list[_Heap]] | None:
    """Heaps in rows that fit into a circle, or None."""
    for n_rows in range(1, len(heaps) + 1):
        rows: list[list[_Heap]] = [[] for _ in range(n_rows)]
        rest = list(heaps)
        for i, row in enumerate(rows):
            edge = abs(i - (n_rows - 1) / 2) * pitch + pitch / 2
            room = 2 * sqrt(max(radius**2 - edge**2, 0))
            while rest and _row_width([*row, rest[0]]) <= room:
                row.append(rest.pop(0))
        if not rest:
            return [row for row in rows if row]
    return None


def _row_width(row: list[_Heap]) -> float:
    return sum(heap.width for heap in row) + HEAP_GAP * (len(row) - 1)


HEAP_GAP = 14


def _centre(state: Any, pieces: Pieces, x: float, y: float, radius: float) -> str:
    """Heaps by kind, as large as the circle allows."""
    dish = circle(x, y, radius, fill="var(--dish)", stroke="var(--line)")
    ring = circle(x, y, radius + 3, fill="none", class_="frame")
    drawn: list[str] = []
    for size in CENTRE_SIZES:
        pitch = size * pieces.box[1] + 9
        rows = _flow(_heaps(state, pieces, size), radius - 5, pitch)
        if rows is not None or size == CENTRE_SIZES[-1]:
            rows = rows or [[heap] for heap in _heaps(state, pieces, size)]
            drawn = _drawn_rows(state, pieces, rows, (x, y), size, pitch)
            break
    return group(dish, ring, *drawn, class_="source", data_source="C")


def _drawn_rows(
    state: Any, pieces: Pieces, rows: list[list[_Heap]], middle: tuple[float, float], size: float, pitch: float
) -> list[str]:
    drawn: list[str] = []
    for i, row in enumerate(rows):
        x, y = middle[0] - _row_width(row) / 2, middle[1] + (i - (len(rows) - 1) / 2) * pitch
        for heap in row:
            drawn += _drawn_heap(state, pieces, heap, x, y, size)
            x += heap.width + HEAP_GAP
    return drawn


def _drawn_heap(state: Any, pieces: Pieces, heap: _Heap, x: float, y: float, size: float) -> list[str]:
    if heap.kind == MARKER:
        return [marker_at(x + heap.piece / 2, y, size * pieces.box[1])]
    spots: list[Spot] = [(x + heap.piece / 2 + i * heap.step, y, 0) for i in range(heap.n)]
    drawn = _groups(state, 0, pieces, [(heap.kind, spot) for spot in spots], size)
    told = figure(spots[-1][0] + heap.piece / 2 + heap.label * 0.6, y, str(heap.n), size * 0.5) if heap.label else ""
    return [*drawn, told]


def marker_at(x: float, y: float, size: float) -> str:
    return group(
        use("marker", x - size / 2, y - size / 2, size, size * 99 / 96), class_="marker piece", data_key="marker"
    )


def offer_rows(position: Position, pieces: Pieces) -> Drawing:
    """The same offer for a narrow screen: plates in rows, the centre as a bar below them."""
    state = position.state
    factories = len(state.sources) - 1
    per_row, plate = ROWS[factories]
    pitch = ROWS_WIDTH / per_row
    body: list[str] = []
    for factory in range(1, factories + 1):
        row, column = divmod(factory - 1, per_row)
        in_row = min(per_row, factories - row * per_row)
        x = ROWS_WIDTH / 2 + (column - (in_row - 1) / 2) * pitch
        body.append(_factory(state, factory, pieces, x, 8 + plate / 2 + row * (plate + 8), plate))
    top = 2 * (plate + 8) + 12
    body.append(_bar(state, pieces, top))
    return Drawing("offer rows", ROWS_WIDTH, top + BAR_HEIGHT + 2, "".join(body))


ROWS = {5: (3, 112), 7: (4, 88), 9: (5, 72)}  # by factories: plates in a row, their diameter
ROWS_WIDTH, BAR_HEIGHT = 376, 48


def _bar(state: Any, pieces: Pieces, top: float) -> str:
    """The centre as a bar: one piece a kind with its number, so that it always fits."""
    kinds = [kind for kind in range(tiles.KINDS) if tiles.count(state.sources[0], kind)]
    n = len(kinds) + (state.marker < 0)
    middle, pitch = top + BAR_HEIGHT / 2, min(62, (ROWS_WIDTH - 24) / max(n, 1))
    left = ROWS_WIDTH / 2 - pitch * (n - 1) / 2
    dish = rect(2, top, ROWS_WIDTH - 4, BAR_HEIGHT, 22, fill="var(--dish)", stroke="var(--line)")
    ring = frame(-1, top - 3, ROWS_WIDTH + 2, BAR_HEIGHT + 6, 24)
    drawn = [marker_at(left, middle, 32)] if state.marker < 0 else []
    for i, kind in enumerate(kinds, int(state.marker < 0)):
        x = left + i * pitch - 9
        lying: list[tuple[int, Spot]] = [(kind, (x, middle, 0))] * int(tiles.count(state.sources[0], kind))
        drawn += _groups(state, 0, pieces, lying, 32)
        drawn.append(figure(x + 27, middle, str(len(lying)), 17))
    return group(dish, ring, *drawn, class_="source", data_source="C")


# --- The stock ---


def stock(pieces: Pieces, kinds: int, bag: int, discard: int, bag_name: str, discard_name: str) -> Drawing:
    """How many pieces of each kind are in the bag, how likely the next one is of that kind, how many are discarded."""
    counts = [int(tiles.count(bag, kind)) for kind in range(kinds)]
    total, gone = sum(counts), int(tiles.total(discard))
    words = {"fill": "var(--muted)", "font_weight": 600}
    body = [text(0, 16, f"{bag_name} {total}", 14, **words)]
    body.append(text(STOCK_WIDTH, 16, f"{discard_name} {gone}", 14, text_anchor="end", **words))
    for kind, n in enumerate(counts):
        row = _stock_row(pieces, kind, n, n / max(*counts, 1), n / max(total, 1), int(tiles.count(discard, kind)))
        body.append(moved(0, 30 + kind * STOCK_PITCH, row))
    return Drawing("stock", STOCK_WIDTH, 30 + STOCK_PITCH * kinds, "".join(body))


STOCK_WIDTH, STOCK_PITCH = 300, 31


def _stock_row(pieces: Pieces, kind: int, n: int, share: float, chance: float, gone: int) -> str:
    width, height = 26 * pieces.box[0], 26 * pieces.box[1]
    bar = rect(66, 9, 134, 8, 4, fill="var(--sock)", stroke="var(--sockln)")
    return "".join(
        [
            use(f"t-{pieces.game}-{kind}", 13 - width / 2, 13 - height / 2, width, height),
            text(56, 18, str(n), 14, fill="var(--ink)", font_weight=600, text_anchor="end"),
            bar + (rect(66, 9, 134 * share, 8, 4, fill="var(--paint)") if n else ""),
            text(248, 18, f"{round(100 * chance)} %", 14, fill="var(--ink)", text_anchor="end"),
            text(STOCK_WIDTH, 18, str(gone), 14, fill="var(--muted)", text_anchor="end"),
        ]
    )
