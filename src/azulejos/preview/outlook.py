"""What a move would do, in numbers and in a few words."""

from typing import NamedTuple

from azulejos.words import signed


class Outlook(NamedTuple):
    points: int | None = None  # gained by the move, now or at the end of the round; None where it is not about points
    loss: int = 0  # what it costs, as a number above 0
    note: str = ""
    loss_note: str = ""
    more: str = ""  # the reason in full, where there is room for it
    most: int | None = None  # where the points depend on a later choice: the most that they can be

    @property
    def pill(self) -> str:
        """`+6`, or a range where it depends on a later choice."""
        if self.points is None:
            return ""
        upper = "" if self.most in (None, self.points) else f"\N{EN DASH}{self.most}"
        return f"+{self.points}{upper}"


def minus(n: int) -> str:
    """A loss with a true minus sign."""
    return signed(-n)
