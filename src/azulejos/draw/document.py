"""The whole table as one picture that stands alone: the parts in panels, with names and scores, in a theme."""

from typing import NamedTuple

from azulejos.draw.svg import Drawing, circle, gradient, group, moved, number, rect, tag, text, use
from azulejos.draw.tableware import Parts
from azulejos.draw.tokens import concrete
from azulejos.games import Position
from azulejos.words import Words, signed

SANS = "Inter, system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"
STYLE = ".num{font-family:Fraunces,Georgia,serif;font-weight:500}"
MARGIN, SPACE, PADDING = 28, 18, 18
HEAD, TITLE = 58, 76
OFFER = 564
NARROW = 640  # the width of a picture in one column
ONE_COLUMN = 900  # pixels up to which a picture stands in one column
LONGEST_NAME = 24


class Seat(NamedTuple):
    """What the panel of a player says above the board."""

    name: str
    score: int
    on_turn: bool
    marker: bool
    note: str


class Picture(NamedTuple):
    """Where the panels are: columns of boards to the right of the offer, or everything below each other."""

    columns: int
    board: float  # the width of a board

    @property
    def panel(self) -> float:
        return self.board + 2 * PADDING


def layout(position: Position, width: int | None) -> Picture:
    """Two wide boards below each other, else pairs beside each other; one column for narrow pictures."""
    if width is not None and width <= ONE_COLUMN:
        return Picture(0, NARROW - 2 * (MARGIN + PADDING) + 24)
    wide = position.game == "azul"
    if position.players == 2:
        return Picture(1, 700) if wide else Picture(2, 840)
    return Picture(2, 560 if wide else 600)


def document(
    position: Position, parts: Parts, defs: str, words: Words, names: list[str], theme: str, width: int | None
) -> str:
    """A whole SVG document, in the colours of a theme."""
    picture = layout(position, width)
    seats = [_seat(position, seat, words, name) for seat, name in enumerate(names)]
    body, wide, high = _narrow(parts, seats, picture) if picture.columns == 0 else _wide(parts, seats, picture)
    title = _title(position, words, names, parts.status, wide)
    ground = rect(0, 0, wide, high + TITLE, fill="url(#ground)")
    shown = width or round(wide)
    drawn = tag(
        "svg",
        tag("style", STYLE),
        tag("defs", defs, *_document_symbols()),
        ground,
        title,
        moved(0, TITLE, body),
        xmlns="http://www.w3.org/2000/svg",
        width=str(shown),
        height=str(round(shown * (high + TITLE) / wide)),
        viewBox=f"0 0 {number(wide)} {number(high + TITLE)}",
        font_family=SANS,
    )
    return concrete(drawn, theme)


def _document_symbols() -> list[str]:
    return [
        gradient("ground", [(0, "var(--panel)", 1), (1, "var(--ground)", 1)], cx=0.4, cy=0, r=1.1),
        gradient("panel", [(0, "var(--panel)", 1), (1, "var(--panel2)", 1)], x1=0, y1=0, x2=0, y2=1),
    ]


def _seat(position: Position, seat: int, words: Words, name: str) -> Seat:
    about, board = words.of(position), position.state.players[seat]
    passed = position.game == "pavilion" and bool(board.passed)
    note = getattr(about, "has_passed", "") if passed else ""
    marker = position.game != "azul" and int(position.state.marker) == seat
    return Seat(_short(name), position.scores[seat], position.turn == seat, marker, note)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "\u2026"


def _title(position: Position, words: Words, names: list[str], status: Drawing, width: float) -> str:
    """The game and its round; who is asked, or who has won."""
    about = words.of(position)
    y = MARGIN + 28
    round_ = text(MARGIN, y + 22, words.text("Round {n}").format(n=position.round), 15, fill="var(--muted)")
    head = {"class_": "num", "fill": "var(--ink)"}
    if width <= NARROW:
        return text(MARGIN, y, about.title, 24, **head) + round_ + _status(status, width - MARGIN, 40, right=True)
    said = text(width - MARGIN, y, _saying(position, words, names), 17, fill="var(--ink)", font_weight=600,
                text_anchor="end")  # fmt: skip
    return text(MARGIN, y, about.variant(position), 30, **head) + round_ + _status(status, width / 2, 56) + said


def _status(status: Drawing, x: float, height: float, *, right: bool = False) -> str:
    """The rounds, around a point or to the left of it."""
    if not status.width:
        return ""
    width = height * status.width / status.height
    return status.at(x - width if right else x - width / 2, 40 - height / 2, width)


def _saying(position: Position, words: Words, names: list[str]) -> str:
    about = words.of(position)
    if position.is_over:
        return about.winners(position, names)
    if position.turn is None:
        return ""
    return words.text("{name}: {text}").format(name=_short(names[position.turn]), text=about.question(position))


# --- Panels ---


def _panel(width: float, height: float, *inner: str) -> str:
    shade = rect(0, 3, width, height, 18, fill="var(--shade)", opacity=0.35)
    return shade + rect(0, 0, width, height, 18, fill="url(#panel)", stroke="var(--line)") + "".join(inner)


def _head(seat: Seat, width: float) -> str:
    """Gold says who may act."""
    middle = PADDING + 16
    x = PADDING + (26 if seat.on_turn else 2)
    told = [circle(PADDING + 9, middle, 8, fill="var(--gold)", stroke="var(--goldln)")] if seat.on_turn else []
    told.append(text(x, middle + 6, seat.name, 19, fill="var(--ink)", font_weight=600))
    if seat.marker:
        told.append(use("marker", width - PADDING - 108, middle - 16, 32, 33))
    if seat.note:
        told.append(text(width / 2, middle + 6, seat.note, 15, fill="var(--muted)", text_anchor="middle"))
    score = signed(seat.score)
    told.append(text(width - PADDING, middle + 12, score, 38, class_="num", fill="var(--ink)", text_anchor="end"))
    return "".join(told)


def _board_panel(seat: Seat, board: Drawing, hand: Drawing | None, width: float) -> tuple[str, float]:
    inside = width - 2 * PADDING
    drawn, y = [_head(seat, width), board.at(PADDING, HEAD, inside)], HEAD + board.height_at(inside)
    if hand is not None:
        drawn.append(hand.at(PADDING, y + 10, inside))
        y += 10 + hand.height_at(inside)
    height = y + PADDING
    return group(_panel(width, height, *drawn)), height


def _boards(parts: Parts, seats: list[Seat], width: float) -> list[tuple[str, float]]:
    hands = [*parts.hands, *[None] * len(seats)]
    return [_board_panel(seat, parts.small_boards[i], hands[i], width) for i, seat in enumerate(seats)]


def _boxed(drawing: Drawing, width: float, inside: float) -> tuple[str, float]:
    """A drawing in a panel of its own."""
    height = drawing.height_at(inside) + 2 * PADDING
    return _panel(width, height, drawing.at((width - inside) / 2, PADDING, inside)), height


def _offer_column(parts: Parts, width: float) -> list[tuple[str, float]]:
    """The offer, the supply, what is to be chosen, and at the end what is left in the bag."""
    blocks = [(parts.offer.at(0, 0, width), parts.offer.height_at(width))]
    for drawing in (parts.supply, parts.choices):
        if drawing.width:
            inside = min(width - 2 * PADDING, drawing.width)
            blocks.append(_boxed(drawing, width, inside))
    return [*blocks, _stock_panel(parts, width)]


def _stock_panel(parts: Parts, width: float) -> tuple[str, float]:
    return _boxed(parts.stock, width, min(width - 2 * PADDING, 1.5 * parts.stock.width))


def _stacked(blocks: list[tuple[str, float]], x: float) -> tuple[str, float]:
    drawn, y = "", 0.0
    for block, height in blocks:
        drawn += moved(x, y, block)
        y += height + SPACE
    return drawn, y - SPACE


def _narrow(parts: Parts, seats: list[Seat], picture: Picture) -> tuple[str, float, float]:
    wide = NARROW - 2 * MARGIN + 24
    offer, *rest = _offer_column(parts, wide)
    *choosing, stock = rest
    drawn, height = _stacked([offer, *choosing, *_boards(parts, seats, wide), stock], MARGIN - 12)
    return drawn, NARROW, height + MARGIN


def _wide(parts: Parts, seats: list[Seat], picture: Picture) -> tuple[str, float, float]:
    panels, column = _boards(parts, seats, picture.panel), _offer_column(parts, OFFER)
    if len(panels) % picture.columns:  # three boards leave a place
        panels.append(_stock_panel(parts, picture.panel))
        del column[-1]
    left, low = _stacked(column, MARGIN)
    start = MARGIN + OFFER + SPACE
    drawn, y = left, 0.0
    for i in range(0, len(panels), picture.columns):
        row = panels[i : i + picture.columns]
        drawn += "".join(moved(start + j * (picture.panel + SPACE), y, panel) for j, (panel, _) in enumerate(row))
        y += max(height for _, height in row) + SPACE
    width = start + picture.columns * (picture.panel + SPACE) - SPACE + MARGIN
    return drawn, width, max(low, y - SPACE) + MARGIN
