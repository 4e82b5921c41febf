"""The levels of `search`, from a friendly beginner to everything it has.

The lower ones look one move ahead and overlook things, as people do (`glance.py`); the upper ones look further, each
with more positions than the one below. The figures are chosen by matches of each level against the one below
(docs/bots.md).
"""

from azulejos.bots import Bot, Budget, Thought
from azulejos.bots.glance import OWN_SCORE, PROSPECTS, WINNING, Eyes, GlanceBot
from azulejos.bots.search import SearchBot
from azulejos.games import Position

LEVELS = range(1, 9)

# What a level is: how well it looks one move ahead, or how many positions it may search; None for as many as it can.
Strength = Eyes | int | None

STRENGTHS: dict[str, tuple[Strength, ...]] = {
    game: (
        Eyes(PROSPECTS, misses=12, forgets=10),
        Eyes(PROSPECTS, misses=8, forgets=6),
        Eyes(PROSPECTS, misses=4, forgets=2),
        Eyes(OWN_SCORE, misses=4),
        Eyes(WINNING),
        1_000,
        10_000,
        None,
    )
    for game in ("azul", "pavilion", "sintra")
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
