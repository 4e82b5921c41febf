"""One game of a match: who sits where, the tiles that come, and what is kept of it.

Deals are duplicate: the same tiles are played once for every rotation of the bots over the seats, so that neither a
good seat nor a good deal favours anybody.
"""

import hashlib
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

from azulejos.bots import Bot, BotFailed, Budget, require_budget
from azulejos.bots.registry import bot_maker
from azulejos.games import Position, start
from azulejos.notation import InvalidOption
from azulejos.record import write


@dataclass(frozen=True)
class Match:
    """What is to be played. Everything in it is plain, so that it can be sent to a process and kept in a file."""

    bots: tuple[str, ...]
    game: str = "azul"
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])  # words of `start`
    seed: int = 0
    budget: Budget = field(default_factory=lambda: Budget(ms=100))
    components: str | None = None  # a file, for Sintra

    @cached_property
    def labels(self) -> list[str]:
        """The names of the bots, told apart where one plays itself."""
        return [
            name if self.bots[:index].count(name) == 0 else f"{name} ({self.bots[: index + 1].count(name)})"
            for index, name in enumerate(self.bots)
        ]

    @property
    def players(self) -> int:
        return int(self.options.get("players", 2))

    @cached_property
    def line_ups(self) -> list[tuple[int, ...]]:
        """Who plays together: with seats to spare the last bot takes them, with too few all combinations come."""
        count, seats = len(self.bots), self.players
        if count <= seats:
            return [tuple(range(count)) + (count - 1,) * (seats - count)]
        return list(combinations(range(count), seats))

    @property
    def games_per_deal(self) -> int:
        return len(self.line_ups) * self.players

    def whole_deals(self, games: int) -> int:
        """So many games, rounded up until every rotation of every line-up has been played."""
        return -(-games // self.games_per_deal) * self.games_per_deal

    def seating(self, number: int) -> tuple[int, ...]:
        """Which bot sits on which seat in a game, by their indexes."""
        line_up, rotation = divmod(number % self.games_per_deal, self.players)
        bots = self.line_ups[line_up]
        return bots[rotation:] + bots[:rotation]

    def deal_of(self, number: int) -> int:
        return number // self.games_per_deal

    def deal_seed(self, number: int) -> int:
        """The seed of a game's tiles: the same for all games of a deal."""
        return _seed(self.seed, "deal", self.deal_of(number))

    def require_valid(self) -> None:
        """Names, options and file are right, or an InvalidOption with the reason; no game is begun."""
        if len(self.bots) < 2:
            raise InvalidOption("a match needs at least two bots, as in: azulejos match search greedy")
        self.start(0)
        for name in self.bots:
            bot_maker(name)
        require_budget(self.budget)

    def start(self, number: int) -> Position:
        return start(self.game, seed=self.deal_seed(number), components=self.components, **self.options)


def _seed(*parts: object) -> int:
    """48 bits: every language's JSON reads them exactly."""
    return int.from_bytes(hashlib.sha256(" ".join(map(str, parts)).encode()).digest()[:6], "little")


@dataclass
class Played:
    """What is kept of a game; lists go by seat."""

    number: int
    bots: list[int]
    scores: list[int]
    shares: list[float]  # of the victory
    ranks: list[int]
    moves: list[int]
    seconds: list[float]
    slowest: list[float]
    failed: int | None = None  # the seat whose bot did not do its part, and so lost
    report: str = ""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def is_of(self, match: Match) -> bool:
        """Whether it can be a game of this match; it may have been read from anywhere."""
        counts, times = (self.scores, self.ranks, self.moves), (self.shares, self.seconds, self.slowest)
        lists: tuple[Sequence[float], ...] = (*counts, *times)
        return (
            self.number >= 0
            and tuple(self.bots) == match.seating(self.number)
            and all(len(numbers) == match.players and sum(numbers) == sum(numbers) for numbers in lists)
            and (self.failed is None or 0 <= self.failed < match.players)
        )


def play(match: Match, number: int, records: Path | None = None) -> Played:
    """Plays a game of a match to its end, or until a bot fails."""
    position = match.start(number)
    seats = match.seating(number)
    n = len(seats)
    played = Played(number, list(seats), [], [], [], [0] * n, [0.0] * n, [0.0] * n)
    bots: list[Bot] = []
    seat = 0
    try:
        for seat, bot in enumerate(seats):
            bots.append(bot_maker(match.bots[bot])(_seed(match.seed, number, seat)))
            bots[seat].begin(position.copy())
        while position.turn is not None:
            seat = position.turn
            began = time.perf_counter()
            thought = bots[seat].think(position.copy(), match.budget)
            took = time.perf_counter() - began
            played.moves[seat] += 1
            played.seconds[seat] += took
            played.slowest[seat] = max(played.slowest[seat], took)
            position.push(thought.move)
    except BotFailed as failure:
        played.failed = seat
        played.report = str(failure)
    finally:
        for bot in bots:
            bot.close()
    _note_result(played, position)
    if records is not None:
        _keep_record(match, played, position, records)
    return played


def _note_result(played: Played, position: Position) -> None:
    """Who has won. Where a bot failed it is last, and the others share the victory."""
    played.scores = position.scores
    played.ranks = position.ranking
    if played.failed is not None:
        played.ranks = [1] * position.players
        played.ranks[played.failed] = position.players
    winners = played.ranks.count(1)
    played.shares = [1 / winners if rank == 1 else 0.0 for rank in played.ranks]


def _keep_record(match: Match, played: Played, position: Position, folder: Path) -> None:
    """The game as a record. It is written whole or not at all, and before the game counts as played."""
    tags = {"seats": ", ".join(match.labels[bot] for bot in played.bots), "seed": str(match.deal_seed(played.number))}
    if played.failed is not None:
        tags["failed"] = f"seat {played.failed}: {played.report}"
    tags = {name: " ".join(value.split()) for name, value in tags.items()}
    file = folder / f"game-{played.number + 1:05}.txt"
    fresh = file.with_suffix(".new")
    fresh.write_text(write(position, tags), encoding="utf-8", errors="replace", newline="\n")
    fresh.replace(file)
