"""A position in sentences, for who does not see it: everything that lies on the table, under headings, in lists.

One file a game; each offers `round_colours(position, words)`, `offered(position, words)` and `board(position, seat,
words)`. Every piece on the table is counted once.
"""

from typing import Any

from azulejos.games import Position
from azulejos.rules import tiles
from azulejos.telling import azul, pavilion, sintra
from azulejos.telling.section import Section, entry
from azulejos.words import Words, capital, signed

GAMES: dict[str, Any] = {"azul": azul, "pavilion": pavilion, "sintra": sintra}


def sections(position: Position, words: Words, names: list[str]) -> list[Section]:
    """How the game stands, the offer, then each player."""
    position = position.copy()
    return [
        _standing(position, words, names),
        _offer(position, words),
        *(_player(position, seat, words, name) for seat, name in enumerate(names)),
    ]


def round_colours(position: Position, words: Words) -> str:
    """The colour that this round is about, and those that follow; empty in a game without."""
    return " ".join(GAMES[position.game].round_colours(position, words))


def plain(told: list[Section]) -> str:
    """The same as lines of text."""
    return "\n\n".join("\n".join([section.title, *_plain_lines(section)]) for section in told)


def _plain_lines(section: Section) -> list[str]:
    parts = [line for part in section.parts for line in (part.title, *_plain_lines(part))]
    return [f"  {line}" for line in (*section.lines, *parts)]


def _standing(position: Position, words: Words, names: list[str]) -> Section:
    """The round, and who is asked what; or how the game has ended."""
    _, about = words.text, words.of(position)
    told = [_("Round {n}").format(n=position.round), *GAMES[position.game].round_colours(position, words)]
    if position.is_over:
        told += [about.ending(position), about.winners(position, names)]
    elif position.turn is None:
        told.append(_("Tiles are drawn"))
    else:
        told.append(_("{name}: {text}").format(name=names[position.turn], text=about.question(position)))
    return Section(about.variant(position), told)


def _offer(position: Position, words: Words) -> Section:
    """Factories, centre, bag and whatever else lies in the middle."""
    _, about, state = words.text, words.of(position), position.state
    lying = [(source, int(heap)) for source, heap in enumerate(state.sources) if source and heap]
    told = [entry(words, about.source(source), about.heap(heap)) for source, heap in lying]
    if not lying:
        told.append(_("All factories are empty."))
    elif len(lying) < len(state.sources) - 1:
        told.append(_("The other factories are empty."))
    told.append(entry(words, about.centre, about.with_marker(int(state.sources[tiles.CENTRE]), there=state.marker < 0)))
    told += GAMES[position.game].offered(position, words)
    return Section(_("Offer"), told)


def _player(position: Position, seat: int, words: Words, name: str) -> Section:
    _ = words.text
    told = [capital(_("on turn"))] if position.turn == seat else []
    told += [capital(words.of(position).marker)] if position.state.marker == seat else []
    if position.is_over:
        told += _breakdown(position, seat, words)
    lines, parts = GAMES[position.game].board(position, seat, words)
    title = _("{name}: {text}").format(name=name, text=words.points(position.scores[seat]))
    return Section(title, [*told, *lines], parts)


def _breakdown(position: Position, seat: int, words: Words) -> list[str]:
    """Where the points come from."""
    names = words.of(position).breakdown_names()
    told = position.rules.breakdown(position.state, seat)
    return [entry(words, names[what], signed(points)) for what, _, points in told]
