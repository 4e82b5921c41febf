"""Summer Pavilion in sentences."""

from typing import Any

from azulejos.games import Position
from azulejos.rules import pavilion
from azulejos.telling.section import Section, entry
from azulejos.words import PavilionWords, Words, capital


def round_colours(position: Position, words: Words) -> list[str]:
    """`Joker colour: green, then orange, yellow, blue, red`."""
    about, now = PavilionWords(words), int(pavilion.joker_colour(position.state))
    if position.is_over or now >= pavilion.ROUNDS:
        return []
    later = ", ".join(about.kinds[now + 1 :])
    then = words.text("then {colours}").format(colours=later) if later else ""
    return [entry(words, about.joker, about.kinds[now], then)]


def offered(position: Position, words: Words) -> list[str]:
    about, state = PavilionWords(words), position.state
    heaps = ((about.supply, state.supply), (about.bag, state.bag), (about.tower, state.tower))
    return [entry(words, name, about.heap(heap)) for name, heap in heaps]


def board(position: Position, seat: int, words: Words) -> tuple[list[str], tuple[Section, ...]]:
    _, about, held = words.text, PavilionWords(words), position.state.players[seat]
    told = [capital(about.has_passed)] if held.passed else []
    told.append(entry(words, about.hand, about.heap(held.hand)))
    told.append(entry(words, about.corners, about.heap(held.corners)))
    stars = [_star(position, held, star, about) for star in range(pavilion.STARS)]
    return told, (
        Section(capital(_("stars")), [_prices(position, words), *stars]),
        Section(capital(_("pillars, statues and windows")), _features(position, held, about)),
    )


def _prices(position: Position, words: Words) -> str:
    if not position.state.options.mono:
        return words.text("The number of a space is what it costs.")
    return words.text("Spaces {spaces} cost {prices}; those of the centre star {n} each.").format(
        spaces=words.join([str(place + 1) for place in range(pavilion.POSITIONS)]),
        prices=words.join([str(pavilion.cost(1, 1, place)) for place in range(pavilion.POSITIONS)]),
        n=pavilion.cost(1, 0, 0),
    )


def _star(position: Position, board: Any, star: int, about: PavilionWords) -> str:
    """`Orange star (2), 17 points: orange on 1, orange on 4; free: 2, 3, 5, 6`."""
    _ = about.words.text
    lying = [(place, int(kind)) for place, kind in enumerate(board.stars[star]) if kind != pavilion.EMPTY]
    free = [str(place + 1) for place in range(pavilion.POSITIONS) if board.stars[star, place] == pavilion.EMPTY]
    told = [", ".join(_("{colour} on {n}").format(colour=about.kinds[kind], n=place + 1) for place, kind in lying)]
    told += (
        [_("free: {places}").format(places=", ".join(free)), _still_takes(position, board, star, about)] if free else []
    )
    worth = _worth(position, star, {kind for _place, kind in lying}, len(lying))
    points = [about.words.points(worth)] if worth else []
    number = "" if star and position.state.options.mono else f" ({star})"  # as moves are typed
    name = ", ".join([about.star(position, star) + number, *points])
    return entry(about.words, name, "; ".join(filter(None, told if free else [*told, _("complete")])))


def _worth(position: Position, star: int, kinds: set[int], n: int) -> int:
    """What the star brings when it is complete; 0 while that is open."""
    printed = -1 if position.state.options.mono else int(pavilion.STAR_COLOUR[star])
    if printed >= 0:
        return int(pavilion.STAR_BONUS[printed])
    if position.state.options.mono and n < 2:
        return 0
    return (
        pavilion.MULTICOLOURED_BONUS
        if len(kinds) != 1 or not position.state.options.mono
        else int(pavilion.STAR_BONUS[min(kinds)])
    )


def _still_takes(position: Position, board: Any, star: int, about: PavilionWords) -> str:
    """The colours for its free spaces, unless the star is named after its only one."""
    if star and not position.state.options.mono:
        return ""
    accepts = int(pavilion.star_accepts(position.state, board, star))
    colours = [about.kinds[kind] for kind in range(pavilion.COLOURS) if accepts >> kind & 1]
    if len(colours) == pavilion.COLOURS:
        return about.words.text("takes every colour")
    return about.words.text("takes {colours}").format(colours=", ".join(colours))


def _features(position: Position, board: Any, about: PavilionWords) -> list[str]:
    """How many are surrounded, then those that are half so, with what is missing: the nearest to its tiles first."""
    begun: list[tuple[int, str]] = []
    done = 0
    for index, (_name, bits, n) in enumerate(pavilion.FEATURES):
        spaces = [space for space in range(pavilion.SPACES) if bits >> space & 1]
        missing = [space for space in spaces if not int(board.filled) >> space & 1]
        done += not missing
        if 0 < 2 * len(missing) <= len(spaces):
            named = [about.space(position, *divmod(space, pavilion.POSITIONS)) for space in missing]
            text = about.words.text("{n} more needed: {places}").format(n=len(missing), places="; ".join(named))
            begun.append((len(missing), entry(about.words, f"{about.feature(index)}, {about.words.tiles(n)}", text)))
    count = about.words.text("{n} of {all} are surrounded.").format(n=done, all=len(pavilion.FEATURES))
    return [count, *(text for _missing, text in sorted(begun, key=lambda found: found[0]))]
