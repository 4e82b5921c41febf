"""The names under which people find bots: `random`, `greedy`, `uct`, `search`, `search:6` for a level, `cmd:...`."""

from collections.abc import Callable

from azulejos.bots import Bot
from azulejos.bots.greedy import GreedyBot
from azulejos.bots.search import SearchBot
from azulejos.bots.simple import RandomBot
from azulejos.bots.uct import UctBot
from azulejos.notation import InvalidOption

BOTS: dict[str, Callable[[int | None], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "uct": UctBot,
    "search": SearchBot,
}


def bot_named(name: str, seed: int | None = None) -> Bot:
    """The bot of a name; the same seed (and nodes for a budget) gives the same moves."""
    if name not in BOTS:
        raise InvalidOption(f"there is no bot {name!r}; the bots are {', '.join(BOTS)}")
    return BOTS[name](seed)
