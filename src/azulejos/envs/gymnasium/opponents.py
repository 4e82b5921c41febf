"""The bots on the other seats."""

from azulejos.bots import Bot, Budget
from azulejos.bots.registry import bot_maker
from azulejos.games import Position

OTHER_BUDGET = Budget(nodes=1000)  # the same moves on every machine; "search@5000nodes" and "uct@50ms" bring their own
RANDOM = "random"


class Opponents:
    """A bot for each seat but the learner's, in each of n games."""

    def __init__(self, name: str, n: int, players: int, seed: int | None) -> None:
        make = bot_maker(name)
        seeds = (None if seed is None else (seed + k) % 2**63 for k in range(n * (players - 1)))
        self._bots: list[list[Bot]] = [[make(next(seeds)) for _ in range(1, players)] for _ in range(n)]

    def begin(self, i: int, position: Position) -> None:
        for bot in self._bots[i]:
            bot.begin(position.copy())

    def move(self, i: int, position: Position) -> int:
        """The code that the bot on turn plays."""
        seat = position.turn
        if not seat:
            raise ValueError("the seat on turn is not an opponent's")
        return self._bots[i][seat - 1].think(position, OTHER_BUDGET).move

    def close(self) -> None:
        for bots in self._bots:
            for bot in bots:
                bot.close()
