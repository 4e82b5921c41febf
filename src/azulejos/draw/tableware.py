"""What lies on the table in every game: plates, the marker, sockets, the stock. The games bring their pieces."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from azulejos.draw.svg import (
    NOTHING,
    Drawing,
    around,
    circle,
    gradient,
    group,
    number,
    path,
    polar,
    rect,
    stamp,
    symbol,
    tag,
    text,
    use,
)
from azulejos.rules import tiles
from azulejos.words import GameWords

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

    offers: Sequence[Drawing]  # for wide screens; for narrow ones, with the plates in rows
    boards: Sequence[Drawing]
    small_boards: Sequence[Drawing]
    stock: Drawing
    choices: Drawing  # cards for a decision inside a turn, each with its move
    status: Drawing
    supply: Drawing
    hands: list[Drawing]
    supply_block: Drawing = NOTHING  # the supply in two rows, while it is what one plays for
    flat_boards: Sequence[Drawing] = ()  # low and wide, where a game has them: room for a name at the top left

    @property
    def offer(self) -> Drawing:
        return self.offers[0]

    @property
    def offer_rows(self) -> Drawing:
        return self.offers[1]


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
    """The 32 painted leaves of a rim."""
    sixteen = path(around("M50 2.8Q52.5 5.1 50 7.4Q47.5 5.1 50 2.8", 16, (50, 50)), id="leaves-16")
    return group(sixteen, stamp("leaves-16", transform="rotate(11.25 50 50)"), id="leaves")


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


def marker_at(x: float, y: float, size: float) -> str:
    return group(
        use("marker", x - size / 2, y - size / 2, size, size * 99 / 96), class_="marker piece", data_key="marker"
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


def stock(pieces: Pieces, kinds: int, bag: int, discard: int, bag_name: str, discard_name: str) -> Drawing:
    """How many pieces of each kind are in the bag, how likely the next one is of that kind, how many are discarded."""
    counts = [int(tiles.count(bag, kind)) for kind in range(kinds)]
    total, gone = sum(counts), int(tiles.total(discard))
    words = {"fill": "var(--muted)", "font_weight": 600}
    body = [text(0, 16, f"{bag_name} {total}", 14, **words)]
    body.append(text(STOCK_WIDTH, 16, f"{discard_name} {gone}", 14, text_anchor="end", **words))
    rows = [30 + kind * STOCK_PITCH for kind in range(kinds)]
    width, height = 26 * pieces.box[0], 26 * pieces.box[1]
    shares = [134 * n / max(*counts, 1) for n in counts]
    columns = [
        *(use(f"t-{pieces.game}-{kind}", 13 - width / 2, y + 13 - height / 2, width, height)
          for kind, y in enumerate(rows)),
        group(*(rect(66, y + 9, 134, 8, 4) for y in rows), fill="var(--sock)", stroke="var(--sockln)"),
        group(*(rect(66, y + 9, share, 8, 4) for y, share in zip(rows, shares, strict=True) if share),
              fill="var(--paint)"),
        _stock_column(56, rows, map(str, counts), fill="var(--ink)", font_weight=600),
        _stock_column(248, rows, [f"{round(100 * n / max(total, 1))} %" for n in counts], fill="var(--ink)"),
        _stock_column(STOCK_WIDTH, rows, [str(int(tiles.count(discard, kind))) for kind in range(kinds)],
                      fill="var(--muted)"),
    ]  # fmt: skip
    return Drawing("stock", STOCK_WIDTH, 30 + STOCK_PITCH * kinds, "".join([*body, *columns]))


STOCK_WIDTH, STOCK_PITCH = 300, 31


def _stock_column(x: float, rows: Iterable[float], told: Iterable[str], **attributes: str | float) -> str:
    numbers = [tag("text", words, x=x, y=y + 18) for y, words in zip(rows, told, strict=True)]
    return group(*numbers, font_size=14, text_anchor="end", **attributes)
