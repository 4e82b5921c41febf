"""What each legal move would do, exactly: the rules themselves are asked, on a copy. Numbers first, then the reason.

One file a game; each offers `outlook(position, code, words)`.
"""

from typing import NamedTuple

from azulejos.games import Position
from azulejos.preview import azul, pavilion, sintra
from azulejos.preview.outlook import Outlook
from azulejos.words import Words

OUTLOOKS = {"azul": azul.outlook, "pavilion": pavilion.outlook, "sintra": sintra.outlook}


class Choice(NamedTuple):
    """A legal move with what it would do."""

    code: int
    text: str
    outlook: Outlook


def choices(position: Position, words: Words) -> list[Choice]:
    """All legal moves of a position with what they would do."""
    outlook = OUTLOOKS[position.game]
    codes = [int(code) for code in position.legal_codes]
    return [Choice(code, str(position.move(code)), outlook(position, code, words)) for code in codes]


def refusals(position: Position, words: Words) -> dict[str, dict[str, str]]:
    """Why what one picks up may not go to a place, where that is worth telling."""
    return azul.refusals(position, words) if position.game == "azul" and position.asks == "draft" else {}


def draws_after(position: Position, code: int) -> bool:
    """Whether tiles are drawn after this move, so that it cannot be taken back."""
    after = position.state.copy()
    position.rules.apply(after, code)
    return int(after.phase) == position.rules.DEAL
