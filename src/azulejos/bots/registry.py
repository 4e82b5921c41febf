"""The names under which people find bots.

random, greedy, uct, search      the bots of the house
search:6                         a level, from 1 to 8 (levels.py)
cmd:python my_engine.py          a program of one's own (docs/engine-protocol.md)
search@500ms, uct@2000nodes      any of them with a budget of its own
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from azulejos.bots import Bot, Budget, Thought, require_budget
from azulejos.bots.glance import greedy
from azulejos.bots.levels import LEVELS, LevelBot
from azulejos.bots.outside import EngineBot, require_command
from azulejos.bots.search import SearchBot
from azulejos.bots.simple import RandomBot
from azulejos.bots.uct import UctBot
from azulejos.games import Position
from azulejos.notation import InvalidOption

BotMaker = Callable[[int | None], Bot]  # of a seed

BOTS: dict[str, BotMaker] = {
    "random": RandomBot,
    "greedy": greedy,
    "uct": UctBot,
    "search": SearchBot,
}


def bot_maker(name: str) -> BotMaker:
    """What makes the bot of a name; a name that means none is an InvalidOption."""
    own_budget = re.search(r"@(\d+)(ms|nodes)$", name)
    if own_budget is not None:
        number, unit = int(own_budget[1]), own_budget[2]
        budget = require_budget(Budget(ms=number) if unit == "ms" else Budget(nodes=number))
        return partial(_with_own_budget, name, bot_maker(name[: own_budget.start()]), budget)
    if name.startswith("cmd:"):
        command = name.removeprefix("cmd:")
        require_command(command)
        return partial(EngineBot, command)
    if name.startswith("search:"):
        level = name.removeprefix("search:")
        if level not in map(str, LEVELS):
            raise InvalidOption(f"the levels are search:{LEVELS[0]} to search:{LEVELS[-1]}, not {name}")
        return partial(LevelBot, int(level))
    if name not in BOTS:
        raise InvalidOption(
            f"there is no bot {name!r}; the bots are {', '.join(BOTS)}, search:1 to search:{LEVELS[-1]}"
            " and cmd:COMMAND for a program"
        )
    return BOTS[name]


def bot_named(name: str, seed: int | None = None) -> Bot:
    """The bot of a name; the same seed (and nodes for a budget) gives the same moves."""
    return bot_maker(name)(seed)


@dataclass
class _WithOwnBudget:
    """A bot that has always the same budget, whatever the others get."""

    name: str
    bot: Bot
    budget: Budget

    def begin(self, position: Position) -> None:
        self.bot.begin(position)

    def think(self, position: Position, budget: Budget) -> Thought:
        return self.bot.think(position, self.budget._replace(threads=budget.threads))

    def close(self) -> None:
        self.bot.close()


def _with_own_budget(name: str, make: BotMaker, budget: Budget, seed: int | None) -> Bot:
    return _WithOwnBudget(name, make(seed), budget)
