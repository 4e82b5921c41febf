"""A hint: the move that the search would make, with reasons that a person can weigh."""

from typing import NamedTuple

from azulejos.bots import Budget, Thought
from azulejos.bots.search import SearchBot
from azulejos.games import Position
from azulejos.words import MINUS, Words, capital

FORETOLD = 3  # moves of the expected line that are told, after the first
ALIKE = 0.5  # points: two moves that differ by less are as good


class Hint(NamedTuple):
    best: Thought
    instead: Thought | None  # the best of the other moves; None where there is no other


def hint(position: Position, budget: Budget) -> Hint:
    """Searches twice: for the best move, and for the best without it."""
    bot = SearchBot()
    half = budget._replace(ms=budget.ms and budget.ms / 2, nodes=budget.nodes and max(1, budget.nodes // 2))
    best = bot.think(position.copy(), half)
    others = len(position.legal_codes) > 1
    return Hint(best, bot.think(position.copy(), half, left_out=best.move) if others else None)


def told(hint: Hint, position: Position, words: Words, names: list[str]) -> list[str]:
    """The hint in sentences: the move, how the game would end, what would follow, and what the next best costs."""
    _, about = words.text, words.of(position)
    sentences = [
        _("Hint: {move} ({notation})").format(
            move=about.move(position.move(hint.best.move)), notation=position.move(hint.best.move)
        ),
        _("Expected at the end of the game: {scores}").format(scores=expected_scores(hint.best, names)),
    ]
    if hint.best.line[1:]:
        sentences.append(
            _("Then probably: {line}").format(line="; ".join(line_in_words(hint.best, position, words, names)))
        )
    if hint.instead is not None:
        sentences.append(_compared(hint.best, hint.instead, position, words, names))
    return sentences


def expected_scores(thought: Thought, names: list[str]) -> str:
    """`Ann 52, Level 4 45`."""
    return ", ".join(f"{name} {points:.0f}" for name, points in zip(names, thought.expected, strict=True))


def line_in_words(thought: Thought, position: Position, words: Words, names: list[str]) -> list[str]:
    """The moves that are expected after the first, each with who makes it."""
    after = position.copy()
    after.push(thought.line[0])
    told: list[str] = []
    for code in thought.line[1 : 1 + FORETOLD]:
        assert after.turn is not None
        told.append(f"{names[after.turn]} {words.of(after).move(after.move(code))}")
        after.push(code)
    return told


def _compared(best: Thought, instead: Thought, position: Position, words: Words, names: list[str]) -> str:
    """What the move brings that the next best does not, for each player."""
    _ = words.text
    move = words.of(position).move(position.move(instead.move))
    changes = [
        f"{name} {then - now:+.1f}".replace("-", MINUS)
        for name, now, then in zip(names, best.expected, instead.expected, strict=True)
        if abs(then - now) >= ALIKE
    ]
    if not changes:
        return _("{move} would be about as good").format(move=capital(move))
    return _("With {move} instead: {changes}").format(move=move, changes=", ".join(changes))
