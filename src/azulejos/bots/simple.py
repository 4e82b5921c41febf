"""The bot that plays at random."""

from azulejos import chance
from azulejos.bots import Budget, Thought
from azulejos.games import Position


class RandomBot:
    """Every legal move is as likely as the others."""

    def __init__(self, seed: int | None = None) -> None:
        self.name = "random"
        self._rng = chance.new_stream(seed, chance.CHOICES)

    def begin(self, position: Position) -> None:
        position.rules.random_move(position.state, chance.new_stream(0))  # compiles

    def think(self, position: Position, budget: Budget) -> Thought:
        return Thought(int(position.rules.random_move(position.state, self._rng)))

    def close(self) -> None:
        pass
