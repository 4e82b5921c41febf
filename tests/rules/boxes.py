"""Boxes of Sintra that somebody might own: valid components files with figures at random."""

from random import Random

from azulejos.rules.sintra_box import PALETTE, PALETTE_LETTERS, Box, read_box


def random_box_text(random: Random) -> str:
    """The text of a components file, in the order and with the spacing that an owner might choose."""
    colours = random.sample(PALETTE, 5)
    letters = "".join(PALETTE_LETTERS[PALETTE.index(name)] for name in colours)
    faces = ["".join(random.choices(letters, k=5)) for _ in range(16)]
    jokers = random.randint(1, 2)
    with_jokers = random.randrange(16)
    faces[with_jokers] = "*" * jokers + faces[with_jokers][jokers:]
    largest = random.choice([4, 99])
    track = [random.randint(0, largest) for _ in range(random.choice([2, 3, 9, 16]))]
    lefts = random.sample(range(1, 8), 4)
    parts = [
        f"[broken_glass]\ntrack = {track}\n",
        f"[window_values]\nside_b = {_values(random, largest)}\nside_a = {_values(random, largest)}\n",
        f"[ornaments]\npairs = {[[left, left + 1] for left in lefts]}\n",
        "[strips]\nfaces = [\n" + "".join(f"  ['{faces[k]}', '{faces[k + 1]}'],\n" for k in range(0, 16, 2)) + "]\n",
    ]
    random.shuffle(parts)
    return f"colours = {colours}\n" + "".join(parts)


def _values(random: Random, largest: int) -> list[int]:
    return [random.randint(0, largest) for _ in range(8)]


def random_box(random: Random) -> Box:
    return read_box(random_box_text(random), "random.toml")
