"""What a bot looks at on a board, one file a game, under the same names: numbers of things that are so.

    FEATURES        how many things can be so, and BUCKETS, how many kinds of moments are judged apart
    bucket(state)   the kind of moment
    settled(state, seat)             points that a seat has for sure, what lies complete on its board scored
    features(state, seat, out)       writes the numbers of what is so for a seat; returns how many, and `settled`
    promise(state, seat)             prospects, as a person would see them, in parts of a point
    forgive(child, parent, seat)     takes back what the move from parent to child cost a seat in penalties
    codes_of_source(options)         how many codes of moves each source has

`judge.py` makes an expected score of them. Only what every player sees is looked at.
"""


def groups(*parts: tuple[str, int]) -> dict[str, int]:
    """The first number of each group of features, and under `end` how many there are in all."""
    first: dict[str, int] = {}
    number = 0
    for name, size in parts:
        first[name] = number
        number += size
    return first | {"end": number}
