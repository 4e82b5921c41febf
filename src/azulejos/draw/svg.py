"""How SVG is written: elements, shapes and drawings that can stand inside each other. No colours, no games."""

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache, lru_cache
from html import escape
from math import cos, radians, sin
from typing import NamedTuple, overload

Value = str | float | None
Point = tuple[float, float]


def tag(name: str, *inner: str, **attributes: Value) -> str:
    """An element. `stroke_width` is written stroke-width, `class_` class; None leaves an attribute out."""
    told = "".join([f' {_name(key)}="{_text(value)}"' for key, value in attributes.items() if value is not None])
    return f"<{name}{told}>{''.join(inner)}</{name}>" if inner else f"<{name}{told}/>"


@cache
def _name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


@lru_cache(maxsize=8192)
def _text(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else number(value)


@lru_cache(maxsize=4096)
def number(value: float) -> str:
    """As short as a picture allows: a tenth of a unit from 10 on, a hundredth below."""
    short = f"{value:.{1 if abs(value) >= 10 else 2}f}"
    short = short.rstrip("0").rstrip(".") if "." in short else short
    return re.sub(r"^(-?)0\.", r"\1.", "0" if short == "-0" else short)


def group(*inner: str, **attributes: Value) -> str:
    """A `<g>`; it stays open for a page to write into, also when it is empty."""
    return tag("g", *(inner or ("",)), **attributes)


def moved(x: float, y: float, *inner: str, **attributes: Value) -> str:
    return group(*inner, transform=f"translate({number(x)} {number(y)})", **attributes)


def rect(x: float, y: float, width: float, height: float, radius: float | None = None, **attributes: Value) -> str:
    return tag("rect", x=x or None, y=y or None, width=width, height=height, rx=radius, **attributes)


def circle(x: float, y: float, radius: float, **attributes: Value) -> str:
    return tag("circle", cx=x or None, cy=y or None, r=radius, **attributes)


def path(d: str, **attributes: Value) -> str:
    return tag("path", d=d, **attributes)


def polygon(points: Iterable[Point], **attributes: Value) -> str:
    return path(outline(points), **attributes)


def outline(points: Iterable[Point]) -> str:
    """The `d` of a closed line. Shapes of one colour join into one path: a symbol stands on a page many times."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def disc(x: float, y: float, radius: float) -> str:
    """The `d` of a circle."""
    half = f"a{number(radius)} {number(radius)} 0 1 0"
    return f"M{number(x - radius)} {number(y)}{half} {number(2 * radius)} 0{half} {number(-2 * radius)} 0"


PAIR = re.compile(r"(-?[\d.]+) (-?[\d.]+)")


def turned(d: str, angle: float, centre: Point) -> str:
    """A `d` of absolute points, each written `x y`, turned around a centre."""
    (x, y), c, s = centre, cos(radians(angle)), sin(radians(angle))

    def moved_pair(found: re.Match[str]) -> str:
        dx, dy = float(found[1]) - x, float(found[2]) - y
        return f"{number(x + dx * c - dy * s)} {number(y + dx * s + dy * c)}"

    return PAIR.sub(moved_pair, d)


def around(d: str, times: int, centre: Point) -> str:
    """The same in so many directions, as one `d`."""
    return "".join(turned(d, turn * 360 / times, centre) for turn in range(times))


def text(x: float, y: float, words: str, size: float, **attributes: Value) -> str:
    return tag("text", escape(words), x=x, y=y, font_size=size, **attributes)


def use(symbol: str, x: float, y: float, width: float, height: float | None = None, **attributes: Value) -> str:
    """A symbol in a box; without a height the box is square."""
    return tag("use", href=f"#{symbol}", x=x, y=y, width=width, height=height or width, **attributes)


def stamp(shape: str, **attributes: Value) -> str:
    """A shape again that was drawn once, in its own size."""
    return tag("use", href=f"#{shape}", **attributes)


def symbol(name: str, width: float, height: float, *inner: str) -> str:
    return tag("symbol", *inner, id=name, viewBox=f"0 0 {number(width)} {number(height)}")


def gradient(name: str, stops: Iterable[tuple[float, str, float]], **where: Value) -> str:
    """A linear gradient, or a radial one if `where` says `r`; a stop is offset, colour, opacity."""
    inner = [
        tag("stop", offset=offset, stop_color=colour, stop_opacity=None if opacity == 1 else opacity)
        for offset, colour, opacity in stops
    ]
    return tag("radialGradient" if "r" in where else "linearGradient", *inner, id=name, **where)


def polar(radius: float, angle: float, centre: Point = (0, 0)) -> Point:
    """Angles run clockwise from the right, in degrees; -90 is up."""
    turn = radians(angle)
    return centre[0] + radius * cos(turn), centre[1] + radius * sin(turn)


def star(points: int, outer: float, inner: float, centre: Point, angle: float = -90) -> list[Point]:
    step = 180 / points
    return [polar(inner if i % 2 else outer, angle + i * step, centre) for i in range(2 * points)]


class Drawing(NamedTuple):
    """A picture of its own size, to stand alone in a page or inside another one."""

    name: str
    width: float
    height: float
    body: str

    def __str__(self) -> str:
        return self.svg()

    def svg(self, name: str | None = None) -> str:
        """For a page, perhaps with a name there; nothing where there is nothing to see."""
        return self._tag(class_=f"draw {self.name}", role="none", data_picture=name) if self.width else ""

    def at(self, x: float, y: float, width: float) -> str:
        """As a part of another drawing, scaled to a width."""
        return self._tag(x=x, y=y, width=width, height=self.height_at(width))

    def height_at(self, width: float) -> float:
        return width * self.height / self.width

    def _tag(self, **attributes: Value) -> str:
        return tag("svg", self.body, viewBox=f"0 0 {number(self.width)} {number(self.height)}", **attributes)


class Drawings(Sequence[Drawing]):
    """Drawings of seats, each made when somebody looks at it: a page shows one board large and the others small."""

    def __init__(self, make: Callable[[int], Drawing], seats: int) -> None:
        self._make = cache(make)
        self._seats = seats

    def __len__(self) -> int:
        return self._seats

    @overload
    def __getitem__(self, index: int) -> Drawing: ...
    @overload
    def __getitem__(self, index: slice) -> list[Drawing]: ...
    def __getitem__(self, index: int | slice) -> Drawing | list[Drawing]:
        seats = range(self._seats)[index]
        return self._make(seats) if isinstance(seats, int) else [self._make(seat) for seat in seats]


LATELY = 256  # drawings that are remembered
_drawn_lately: dict[Hashable, Drawing] = {}


def once(key: Hashable, make: Callable[[], Drawing]) -> Drawing:
    """A drawing that depends on nothing but its key: a move changes one board, and the others are drawn already."""
    drawing = _drawn_lately.pop(key, None) or make()
    _drawn_lately[key] = drawing
    if len(_drawn_lately) > LATELY:
        del _drawn_lately[next(iter(_drawn_lately))]
    return drawing


def forget() -> None:
    """The drawings that are remembered."""
    _drawn_lately.clear()


NOTHING = Drawing("nothing", 0, 0, "")
