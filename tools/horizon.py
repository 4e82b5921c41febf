"""Measures how near to the end of a round the search sees every line to it.

    python tools/horizon.py azul --moves 10 --ms 1000 --games 10

Plays games between two levels; in every round that is long enough it thinks about the position so many moves before
the round ended, and counts how often every line was seen.
"""

# pyright: standard

import argparse
import time

from azulejos.bots import Budget
from azulejos.bots.registry import bot_named
from azulejos.games import Position, start

PLAYERS_OF_GAMES = "search:6"


def positions_near_ends(game: str, seed: int, moves: int) -> list[Position]:
    """One for each round of a game that has so many moves."""
    position = start(game, seed=seed)
    bot = bot_named(PLAYERS_OF_GAMES, seed)
    found: list[Position] = []
    of_round: list[Position] = []
    while position.turn is not None:
        number = position.round
        of_round.append(position.copy())
        position.push(bot.think(position.copy(), Budget(nodes=10_000)).move)
        if position.is_over or position.round != number:
            found += of_round[-moves : 1 - moves or None] if len(of_round) >= moves else []
            of_round = []
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="?", default="azul")
    parser.add_argument("--moves", type=int, default=10)
    parser.add_argument("--ms", type=float, default=1000)
    parser.add_argument("--games", type=int, default=10)
    given = parser.parse_args()
    bot = bot_named("search")
    seconds, complete, nodes = [], 0, 0
    for seed in range(given.games):
        for position in positions_near_ends(given.game, seed, given.moves):
            began = time.perf_counter()
            thought = bot.think(position.copy(), Budget(ms=given.ms))
            seconds.append(time.perf_counter() - began)
            complete += thought.complete
            nodes += thought.nodes
    print(
        f"{given.game}, {given.moves} moves before the end of a round, {given.ms:g} ms: {complete} of {len(seconds)}"
        f" rounds seen to the end, {1000 * sorted(seconds)[len(seconds) // 2]:.0f} ms in the middle,"
        f" {1000 * max(seconds):.0f} ms at most, {nodes / sum(seconds) / 1e6:.2f} million nodes a second"
    )


if __name__ == "__main__":
    main()
