"""The offer: factories around the centre, in a ring or, for narrow screens, in rows with the centre as a bar."""

from collections.abc import Sequence
from math import cos, radians, sqrt
from typing import Any, NamedTuple

from azulejos.draw.svg import Drawing, circle, group, polar, rect, text, use
from azulejos.draw.tableware import Pieces, Spot, figure, frame, marker_at
from azulejos.games import Position
from azulejos.rules import tiles

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
    width, height = 25 * scale, 24 * scale
    pill = rect(x - width / 2, y - height / 2, width, height, height / 2, fill="var(--panel)", stroke="var(--line)")
    told = text(x, y + 5.6 * scale, words, 16 * scale, text_anchor="middle", fill="var(--muted)", font_weight=600)
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


def offer_rows(position: Position, pieces: Pieces) -> Drawing:
    """The same offer for a narrow screen: plates in rows, the centre below them or, with five, in the sixth place."""
    state = position.state
    factories = len(state.sources) - 1
    per_row, plate = ROWS[factories]
    pitch, beside = ROWS_WIDTH / per_row, factories == 5
    body: list[str] = []
    for factory in range(1, factories + 1):
        row, column = divmod(factory - 1, per_row)
        in_row = min(per_row, factories - row * per_row)
        x = (column + 0.5) * pitch if beside else ROWS_WIDTH / 2 + (column - (in_row - 1) / 2) * pitch
        body.append(_factory(state, factory, pieces, x, 8 + plate / 2 + row * (plate + 8), plate))
    foot = 2 * (plate + 8)
    if beside:
        body.append(_bar(state, pieces, ROWS_WIDTH - pitch + 8, foot / 2 + 8, pitch - 10, foot / 2 - 8))
        return Drawing("offer rows", ROWS_WIDTH, foot + 6, "".join(body))
    body.append(_bar(state, pieces, 2, foot + 12, ROWS_WIDTH - 4, 48))
    return Drawing("offer rows", ROWS_WIDTH, foot + 62, "".join(body))


ROWS = {5: (3, 112), 7: (4, 88), 9: (5, 72)}  # by factories: plates in a row, their diameter
ROWS_WIDTH = 376


def _bar(state: Any, pieces: Pieces, x: float, y: float, width: float, height: float) -> str:
    """The centre as a bar or a block: one piece a kind with its number, so that it always fits."""
    kinds = [kind for kind in range(tiles.KINDS) if tiles.count(state.sources[0], kind)]
    n = len(kinds) + (state.marker < 0)
    columns = 2 if width < 2 * height else max(n, 1)
    rows = max(-(-n // columns), 1)
    across, down = min(62, (width - 4) / columns), min(48, (height - 8) / rows)
    size = min(32, down - 4)
    left, top = x + (width - (columns - 1) * across) / 2, y + (height - (rows - 1) * down) / 2
    spots = [(left + i % columns * across, top + i // columns * down) for i in range(n)]
    dish = rect(x, y, width, height, 22, fill="var(--dish)", stroke="var(--line)")
    ring = frame(x - 3, y - 3, width + 6, height + 6, 24)
    drawn = [marker_at(*spots.pop(0), size)] if state.marker < 0 else []
    for kind, (at, middle) in zip(kinds, spots, strict=True):
        lying: list[tuple[int, Spot]] = [(kind, (at - 9, middle, 0))] * int(tiles.count(state.sources[0], kind))
        drawn += _groups(state, 0, pieces, lying, size)
        drawn.append(figure(at + 18, middle, str(len(lying)), 17))
    return group(dish, ring, *drawn, class_="source", data_source="C")
