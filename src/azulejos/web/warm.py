"""Kernels compile while people choose their game, so that the first move does not wait for them."""

import ctypes
import gc
from contextlib import suppress

import azulejos
from azulejos import draw, preview, story
from azulejos.bots import BotFailed, Budget
from azulejos.bots.registry import bot_named
from azulejos.games import GAMES, Position
from azulejos.words import Words

BOTS = ("search:3", "search:5", "search:8")


def warm_up() -> None:
    """A move of each game, thought about and told of."""
    words = Words()
    for game in GAMES:
        position = azulejos.start(game, seed=1)
        _look_at(position, words)
        for name in BOTS:
            with suppress(BotFailed):
                bot = bot_named(name, seed=1)
                bot.begin(position.copy())
                bot.think(position.copy(), Budget(ms=1, nodes=10))
                bot.close()
        before, seat = position.copy(), position.turn
        position.push(position.legal_moves[0])
        story.lines(story.Happening(before, position, seat, position.events[-1].code), words)
        _look_at(position, words)
    _give_back()


def _look_at(position: Position, words: Words) -> None:
    """All that a page asks of a position."""
    for choice in preview.choices(position, words):
        preview.draws_after(position, choice.code)
    preview.refusals(position, words)
    parts = draw.parts(position, words)
    for drawing in (parts.offer, *parts.boards, *parts.small_boards, parts.stock):
        drawing.svg()


def _give_back() -> None:
    """What loading and thinking took goes back to the system, where the C library knows how."""
    gc.collect()
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
