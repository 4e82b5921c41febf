"""The levels of `search`, from a friendly beginner to everything it has.

The lower ones look one move ahead and overlook things, as people do (`glance.py`); the upper ones look further, each
with more positions than the one below. The figures are chosen by matches of each level against the one below
(docs/bots.md).
"""

from azulejos.bots import Bot, Budget, Thought
from azulejos.bots.glance import PROSPECTS, WINNING, Eyes, GlanceBot
from azulejos.bots.search import SearchBot
from azulejos.games import Position

LEVELS = range(1, 9)

# What a level is: how well it looks one move ahead, or how many positions it may search; None for as many as it can.
Strength = Eyes | int | None

STRENGTHS: dict[str, tuple[Strength, ...]] = {
    "azul": (
        Eyes(PROSPECTS, misses=4, forgets=3),
        Eyes(WINNING, misses=5),
        Eyes(WINNING, misses=1),
        100,
        350,
        1_700,
        5_500,
        None,
    ),
    "pavilion": (
        Eyes(PROSPECTS, misses=6, forgets=5),
        Eyes(PROSPECTS, misses=4, forgets=2),
        Eyes(PROSPECTS, misses=2, forgets=1),
        Eyes(WINNING, misses=3),
        Eyes(WINNING),
        200,
        1_600,
        None,
    ),
    "sintra": (
        Eyes(PROSPECTS, misses=5, forgets=4),
        Eyes(PROSPECTS, misses=2, forgets=1),
        Eyes(WINNING, misses=2),
        150,
        500,
        1_500,
        6_000,
        None,
    ),
}


class LevelBot:
    def __init__(self, level: int, seed: int | None = None) -> None:
        self.name = f"search:{level}"
        self._level = level
        self._seed = seed
        self._bots: dict[str, Bot] = {}

    def begin(self, position: Position) -> None:
        self._bot_for(position.game).begin(position)

    def think(self, position: Position, budget: Budget) -> Thought:
        strength = self._strength(position.game)
        if isinstance(strength, int):
            budget = budget._replace(nodes=min(strength, budget.nodes or strength), threads=1)
        return self._bot_for(position.game).think(position, budget)

    def close(self) -> None:
        for bot in self._bots.values():
            bot.close()

    def _strength(self, game: str) -> Strength:
        return STRENGTHS[game][self._level - 1]

    def _bot_for(self, game: str) -> Bot:
        if game not in self._bots:
            strength = self._strength(game)
            eyes = isinstance(strength, Eyes)
            self._bots[game] = GlanceBot(self.name, strength, self._seed) if eyes else SearchBot(self._seed)
        return self._bots[game]
