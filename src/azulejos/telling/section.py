"""The parts of what is told."""

from typing import NamedTuple

from azulejos.words import Words, capital


class Section(NamedTuple):
    """A heading, what stands below it as a list, and what has headings of its own."""

    title: str
    lines: list[str]
    parts: "tuple[Section, ...]" = ()


def entry(words: Words, name: str, *texts: str) -> str:
    """`Factory 3: 2 blue, 1 red`."""
    return words.text("{name}: {text}").format(name=capital(name), text=", ".join(filter(None, texts)))
