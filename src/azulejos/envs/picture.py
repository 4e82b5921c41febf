"""A position as environments render it: text, SVG, pixels."""

from importlib import import_module
from typing import Any

from azulejos.envs.png import Pixels, pixels
from azulejos.games import Position
from azulejos.notation import InvalidOption
from azulejos.words import Words

RENDER_MODES = ["human", "ansi", "svg", "rgb_array"]  # human: text, printed
WIDTH = 960


def require_mode(mode: str | None) -> None:
    if mode is not None and mode not in RENDER_MODES:
        raise InvalidOption(f"render_mode must be {', '.join(RENDER_MODES)}, not {mode!r}")


def rendered(position: Position, mode: str | None, names: list[str]) -> str | Pixels | None:
    """What `render` returns; nothing for people, who get it printed, and where no mode was chosen."""
    if mode == "ansi":
        return str(position)
    if mode == "human":
        print(position)
    if mode == "svg":
        return _svg(position, names)
    if mode == "rgb_array":
        return pixels(_drawing().png(_svg(position, names), WIDTH))
    return None


def _drawing() -> Any:
    """The module that draws, for who asks for pictures."""
    return import_module("azulejos.draw")


def _svg(position: Position, names: list[str]) -> str:
    return _drawing().table(position, Words("en"), names, width=WIDTH)
