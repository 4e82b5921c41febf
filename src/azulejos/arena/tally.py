"""What the games of a match prove: wins with their intervals, points, ratings with error bars, and when it is decided.

Ratings are Elo numbers by maximum likelihood over all pairs that met in a game (Bradley and Terry), 400 for ten to
one. Bots do not change during a match, so a method for players who do (Elo's updates, openskill) would give numbers
that depend on the order of the games. Error bars come from drawing the deals anew: games of one deal belong together.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from azulejos.arena.match import Match, Played

Z = 1.96  # standard deviations in a 95 % interval
BOOTSTRAPS = 400
ROUNDS_OF_FIT = 200
ELO = 400 / math.log(10)
DOUBT = 0.05  # how often a decision may be wrong


@dataclass
class Standing:
    """What became of one bot."""

    name: str
    games: int = 0  # seats that it has played, where one bot holds several of a game
    wins: float = 0.0  # a victory shared by k counts 1/k
    points: int = 0
    margin: float = 0.0  # to the best of the others, summed up
    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    failures: int = 0
    rating: float = 0.0
    rating_error: float = 0.0  # half the 95 % interval

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.wins, self.games)

    def as_json(self) -> dict[str, Any]:
        games = max(1, self.games)
        low, high = self.interval
        return {
            "name": self.name,
            "games": self.games,
            "wins": int(self.wins) if self.wins == int(self.wins) else round(self.wins, 4),
            "points": self.points,
            "win_rate": round(self.wins / games, 4),
            "win_rate_low": round(low, 4),
            "win_rate_high": round(high, 4),
            "mean_points": round(self.points / games, 3),
            "mean_margin": round(self.margin / games, 3),
            "rating": round(self.rating, 1),
            "rating_error": round(self.rating_error, 1),
            "failures": self.failures,
            "moves": self.moves,
            "ms_per_move": round(1000 * self.seconds / max(1, self.moves), 3),
            "slowest_ms": round(1000 * self.slowest, 1),
        }


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if games == 0:
        return 0.0, 1.0
    share, z = wins / games, Z * Z / games
    middle, reach = share + z / 2, Z * math.sqrt(share * (1 - share) / games + z / (4 * games))
    return max(0.0, (middle - reach) / (1 + z)), min(1.0, (middle + reach) / (1 + z))


@dataclass
class Tally:
    match: Match
    games: list[Played] = field(default_factory=list[Played])

    def add(self, played: Played) -> None:
        self.games.append(played)

    def standings(self) -> list[Standing]:
        """One for each bot, in the order in which they were named."""
        found = self.totals()
        for standing, rating, error in zip(found, *self._ratings(), strict=True):
            standing.rating, standing.rating_error = rating, error
        return found

    def totals(self) -> list[Standing]:
        """The same without ratings, which take a while to find."""
        found = [Standing(label) for label in self.match.labels]
        for played in self.games:
            for seat, bot in enumerate(played.bots):
                standing = found[bot]
                standing.games += 1
                standing.wins += played.shares[seat]
                standing.points += played.scores[seat]
                others = [score for other, score in enumerate(played.scores) if other != seat]
                standing.margin += played.scores[seat] - max(others)
                standing.moves += played.moves[seat]
                standing.seconds += played.seconds[seat]
                standing.slowest = max(standing.slowest, played.slowest[seat])
                standing.failures += played.failed == seat
        return found

    def failures(self) -> list[tuple[int, str, str]]:
        """The number of the game, the bot, and its report."""
        return [
            (played.number, self.match.labels[played.bots[played.failed]], played.report)
            for played in sorted(self.games, key=lambda played: played.number)
            if played.failed is not None
        ]

    def _ratings(self) -> tuple[list[float], list[float]]:
        beaten = self._beaten_by_deal()
        ratings = fit(beaten.sum(axis=0))
        rng = np.random.default_rng(self.match.seed)
        n = len(beaten)
        drawn = [fit(beaten[rng.integers(n, size=n)].sum(axis=0)) for _ in range(BOOTSTRAPS)] if n else [ratings]
        return list(ratings), list(Z * np.std(drawn, axis=0))

    def _beaten_by_deal(self) -> npt.NDArray[np.float64]:
        """[deal, bot, bot]: how often the first was ahead of the second; an equal rank is a half."""
        count = len(self.match.bots)
        deals: dict[int, npt.NDArray[np.float64]] = {}
        for played in self.games:
            beaten = deals.setdefault(self.match.deal_of(played.number), np.zeros((count, count)))
            for seat, bot in enumerate(played.bots):
                for other, rival in enumerate(played.bots):
                    if bot != rival:
                        ahead = played.ranks[other] - played.ranks[seat]
                        beaten[bot, rival] += 1.0 if ahead > 0 else 0.5 if ahead == 0 else 0.0
        return np.array(list(deals.values())).reshape(-1, count, count)

    def verdict(self) -> "Verdict":
        """Whether the first bot wins more or less than its share, as far as whole deals in their order show."""
        per_deal: dict[int, list[float]] = {}
        for played in self.games:
            share = sum(share for bot, share in zip(played.bots, played.shares, strict=True) if bot == 0)
            seats = played.bots.count(0)
            if seats:
                per_deal.setdefault(self.match.deal_of(played.number), []).append(share / seats)
        rotations = sum(0 in line_up for line_up in self.match.line_ups) * self.match.players
        shares: list[float] = []
        while len(per_deal.get(len(shares), ())) == rotations:
            shares.append(sum(per_deal[len(shares)]) / rotations)
        return Verdict(*confidence_sequence(shares), fair=1 / self.match.players)


@dataclass(frozen=True)
class Verdict:
    """An interval for the first bot's share of the victories that may be looked at after every game."""

    low: float
    high: float
    fair: float

    @property
    def decided(self) -> bool:
        return not self.low <= self.fair <= self.high


def fit(beaten: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Elo numbers around 0. Each pair is given one drawn game more, so that nobody is infinitely strong."""
    met = beaten + beaten.T > 0
    beaten = beaten + 0.5 * met
    strength = np.ones(len(beaten))
    for _ in range(ROUNDS_OF_FIT):
        games = beaten + beaten.T
        weight = (games / (strength[:, None] + strength[None, :])).sum(axis=1)
        strength = np.where(weight > 0, beaten.sum(axis=1) / np.maximum(weight, 1e-12), 1.0)
        strength /= np.exp(np.log(strength).mean())
    return ELO * np.log(strength)


def confidence_sequence(shares: Sequence[float] | Iterable[float]) -> tuple[float, float]:
    """The values of the mean that are not refuted, however often one has looked.

    For each value a gambler bets against it, half of the money on either side, by what the deals before showed; where
    the money has ever grown by 1 / DOUBT, the value is refuted (Waudby-Smith and Ramdas, "betting").
    """
    values = np.linspace(0, 1, 401)
    up, down, best = (np.zeros_like(values) for _ in range(3))
    total, squares = 0.5, 0.25  # a first guess: a mean of 1/2, a variance of 1/4
    for n, share in enumerate(shares, 1):
        mean = total / n
        away = mean - values
        bet = away / (squares / n + away * away)
        with np.errstate(divide="ignore"):
            up += np.log1p(np.clip(bet, 0, 0.5 / np.maximum(values, 1e-9)) * (share - values))
            down += np.log1p(np.clip(bet, -0.5 / np.maximum(1 - values, 1e-9), 0) * (share - values))
        best = np.maximum(best, np.logaddexp(up, down) - math.log(2))
        total += share
        squares += (share - mean) ** 2
    kept = values[best < math.log(1 / DOUBT)]
    return (float(kept[0]), float(kept[-1])) if len(kept) else (0.0, 1.0)
