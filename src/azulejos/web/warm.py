"""Kernels compile while people choose their game, so that the first move does not wait for them."""

import ctypes
import gc
from contextlib import suppress

import azulejos
from azulejos import preview, story
from azulejos.bots import BotFailed, Budget
from azulejos.bots.registry import bot_named
from azulejos.games import GAMES
from azulejos.words import Words

BOTS = ("search:3", "search:5", "search:8")


def warm_up() -> None:
    """A move of each game, thought about and told of."""
    words = Words()
    for game in GAMES:
        position = azulejos.start(game, seed=1)
        preview.choices(position, words)
        for name in BOTS:
            with suppress(BotFailed):
                bot = bot_named(name, seed=1)
                bot.begin(position.copy())
                bot.think(position.copy(), Budget(ms=1, nodes=10))
                bot.close()
        before, seat = position.copy(), position.turn
        position.push(position.legal_moves[0])
        story.lines(story.Happening(before, position, seat, position.events[-1].code), words)
    _give_back()


def _give_back() -> None:
    """What loading and thinking took goes back to the system, where the C library knows how."""
    gc.collect()
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
