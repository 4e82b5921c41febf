"""What the games of a match prove: wins with their intervals, points, ratings with error bars, and when it is decided.

Ratings are Elo numbers by maximum likelihood over all pairs that met in a game (Bradley and Terry), 400 for ten to
one. Bots do not change during a match, so a method for players who do (Elo's updates, openskill) would give numbers
that depend on the order of the games. Error bars come from drawing the deals anew, because games of one deal belong
together, but are never below what so few games can tell: a bot that has won them all may have been lucky.
"""

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from azulejos.arena.match import Match, Played

Z = 1.96  # standard deviations in a 95 % interval
BOOTSTRAPS = 400
STEPS_OF_FIT = 60
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


class Tally:
    def __init__(self, match: Match) -> None:
        self.match = match
        self.games: list[Played] = []
        self._totals = [Standing(label) for label in match.labels]
        self._first = _FirstBot(match)

    def add(self, played: Played) -> None:
        self.games.append(played)
        self._first.add(played)
        for seat, bot in enumerate(played.bots):
            standing = self._totals[bot]
            standing.games += 1
            standing.wins += played.shares[seat]
            standing.points += played.scores[seat]
            others = [score for other, score in enumerate(played.scores) if other != seat]
            standing.margin += played.scores[seat] - max(others)
            standing.moves += played.moves[seat]
            standing.seconds += played.seconds[seat]
            standing.slowest = max(standing.slowest, played.slowest[seat])
            standing.failures += played.failed == seat

    def totals(self) -> list[Standing]:
        """One for each bot, in the order in which they were named; without ratings, which take a while to find."""
        return [replace(standing) for standing in self._totals]

    def standings(self) -> list[Standing]:
        found = self.totals()
        for standing, rating, error in zip(found, *self._ratings(), strict=True):
            standing.rating, standing.rating_error = float(rating), float(error)
        return found

    def verdict(self) -> "Verdict":
        """Whether the first bot wins more or less than its share."""
        return Verdict(*self._first.sequence.interval, fair=1 / self.match.players)

    def failures(self) -> list[tuple[int, str, str]]:
        """The number of the game, the bot, and its report."""
        return [
            (played.number, self.match.labels[played.bots[played.failed]], played.report)
            for played in sorted(self.games, key=lambda played: played.number)
            if played.failed is not None
        ]

    def _ratings(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Numbers and half their 95 % intervals. Each pair is given one drawn game more, so that nobody is infinitely
        strong."""
        beaten = self._beaten_by_deal()
        total = beaten.sum(axis=0)
        drawn = 0.5 * (total + total.T > 0)
        ratings = fit(total + drawn)
        rng = np.random.default_rng(self.match.seed)
        n = len(beaten)
        again = [fit(beaten[rng.integers(n, size=n)].sum(axis=0) + drawn) for _ in range(BOOTSTRAPS if n else 1)]
        return ratings, Z * np.maximum(np.std(again, axis=0), deviations(total + drawn, ratings))

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


class _FirstBot:
    """What the first bot gets of each deal, in the order of the deals, as far as they are complete."""

    def __init__(self, match: Match) -> None:
        self.sequence = ConfidenceSequence()
        self._match = match
        self._games_of_deal = sum(0 in line_up for line_up in match.line_ups) * match.players
        self._shares: dict[int, list[float]] = {}
        self._next = 0

    def add(self, played: Played) -> None:
        mine = [share for bot, share in zip(played.bots, played.shares, strict=True) if bot == 0]
        if mine:
            self._shares.setdefault(self._match.deal_of(played.number), []).append(sum(mine) / len(mine))
        while len(self._shares.get(self._next, ())) == self._games_of_deal:
            self.sequence.add(sum(self._shares.pop(self._next)) / self._games_of_deal)
            self._next += 1


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
    """Elo numbers around 0 from how often each was ahead of each other, by Newton's method."""
    games = beaten + beaten.T
    strength = np.zeros(len(beaten))
    for _ in range(STEPS_OF_FIT):
        missing = (beaten - games * _chances(strength)).sum(axis=1)
        strength += np.clip(np.linalg.pinv(_information(games, strength)) @ missing, -1, 1)
        strength -= strength.mean()
        if np.abs(missing).max() < 1e-9:
            break
    return ELO * strength


def deviations(beaten: npt.NDArray[np.float64], ratings: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The standard deviations of these ratings if each game stood for itself."""
    covariances = np.linalg.pinv(_information(beaten + beaten.T, ratings / ELO))
    return ELO * np.sqrt(np.maximum(0, np.diag(covariances)))


def _chances(strength: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return 1 / (1 + np.exp(strength[None, :] - strength[:, None]))


def _information(games: npt.NDArray[np.float64], strength: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    chances = _chances(strength)
    weights = games * chances * (1 - chances)
    return np.diag(weights.sum(axis=1)) - weights


class ConfidenceSequence:
    """The values of a mean that are not refuted, however often one has looked.

    For each value a gambler bets against it, half of the money on either side, by what was seen before; where the
    money has ever grown by 1 / DOUBT, the value is refuted (Waudby-Smith and Ramdas, "betting").
    """

    def __init__(self) -> None:
        self._values = np.linspace(0, 1, 401)
        self._up, self._down, self._best = (np.zeros_like(self._values) for _ in range(3))
        self._n, self._total, self._squares = 1, 0.5, 0.25  # a first guess: a mean of 1/2, a variance of 1/4

    def add(self, share: float) -> None:
        mean, values = self._total / self._n, self._values
        away = mean - values
        bet = away / (self._squares / self._n + away * away)
        self._up += np.log1p(np.clip(bet, 0, 0.5 / np.maximum(values, 1e-9)) * (share - values))
        self._down += np.log1p(np.clip(bet, -0.5 / np.maximum(1 - values, 1e-9), 0) * (share - values))
        self._best = np.maximum(self._best, np.logaddexp(self._up, self._down) - math.log(2))
        self._n += 1
        self._total += share
        self._squares += (share - mean) ** 2

    @property
    def interval(self) -> tuple[float, float]:
        """From the last value refuted below to the first above: what lies between two values is not tried."""
        kept = np.flatnonzero(self._best < math.log(1 / DOUBT))
        if not len(kept):
            return 0.0, 1.0
        return float(self._values[max(0, kept[0] - 1)]), float(self._values[min(len(self._values) - 1, kept[-1] + 1)])
