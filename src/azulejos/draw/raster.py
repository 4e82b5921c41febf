"""SVG -> PNG, through resvg; an extra, since most who draw a table want the SVG."""


class RasterMissing(ImportError):
    """PNG needs a rasteriser that is not installed: pip install "azulejos[png]"."""


def png(svg: str, width: int) -> bytes:
    """A document as a PNG of this width."""
    try:
        import resvg_py  # noqa: PLC0415  # an extra
    except ImportError as error:
        raise RasterMissing(RasterMissing.__doc__) from error
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))
