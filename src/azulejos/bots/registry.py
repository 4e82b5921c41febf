"""The names under which people find bots: `random`, `greedy`, `search`, `search:6` for a level, `cmd:...`."""

from collections.abc import Callable

from azulejos.bots import Bot
from azulejos.bots.simple import RandomBot
from azulejos.notation import InvalidOption

BOTS: dict[str, Callable[[int | None], Bot]] = {"random": RandomBot}


def bot_named(name: str, seed: int | None = None) -> Bot:
    """The bot of a name; the same seed (and nodes for a budget) gives the same moves."""
    if name not in BOTS:
        raise InvalidOption(f"there is no bot {name!r}; the bots are {', '.join(BOTS)}")
    return BOTS[name](seed)
