"""SVG -> PNG, through resvg; an extra, since most who draw a table want the SVG."""

from pathlib import Path

FONT = Path(__file__).parent / "fraunces-500-subset.ttf"  # for machines without it, or without any font

PNG_WIDTH = 1600  # where nobody says how wide


class RasterMissing(ImportError):
    """PNG needs a rasteriser that is not installed: pip install "azulejos[png]"."""

    def __init__(self) -> None:
        super().__init__(self.__doc__)


def png(svg: str, width: int) -> bytes:
    """A document as a PNG of this width."""
    try:
        import resvg_py  # noqa: PLC0415  # an extra
    except ImportError as error:
        raise RasterMissing from error
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, font_family="Fraunces", font_files=[str(FONT)]))
