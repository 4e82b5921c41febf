"""Stained Glass of Sintra in sentences."""

from typing import Any

from azulejos.games import Position
from azulejos.rules import sintra
from azulejos.telling.section import Section, entry
from azulejos.words import SintraWords, Words, capital, signed


def round_colours(position: Position, words: Words) -> list[str]:
    """`Colour of the round: pink, then blue, green`."""
    about = SintraWords(words, position)
    shown = [about.kinds[int(kind)] for kind in position.state.indicator if kind != sintra.EMPTY]
    if not shown:
        return []
    if position.is_over:
        return [entry(words, about.indicator, *shown)]
    then = words.text("then {colours}").format(colours=", ".join(shown[1:])) if shown[1:] else ""
    return [entry(words, words.text("colour of the round"), shown[0], then)]


def offered(position: Position, words: Words) -> list[str]:
    about, state = SintraWords(words, position), position.state
    hand = [entry(words, words.text("in hand"), about.heap(state.hand))] if state.hand else []
    return [*hand, entry(words, about.bag, about.heap(state.bag)), entry(words, about.tower, about.heap(state.tower))]


def board(position: Position, seat: int, words: Words) -> tuple[list[str], tuple[Section, ...]]:
    _, state = words.text, position.state
    about, held = SintraWords(words, position), state.players[seat]
    strips = [_strip(state, held, slot, about) for slot in range(sintra.SLOTS)]
    windows = [_window(state, held, window, about) for window in range(sintra.WINDOWS)]
    glazier = _("The glazier stands above strip {n}.").format(n=int(held.glazier) + 1)
    return [glazier, _glass(state, held, about)], (
        Section(capital(_("strips")), strips),
        Section(capital(_("windows")), [*windows, *_bonus(state, held, about)]),
    )


def _glass(state: Any, board: Any, about: SintraWords) -> str:
    """`Broken glass: step 3 of 8, -4; then -6, -8, -11, -14, -18; lost so far: 18`."""
    _, box, space = about.words.text, state.box, int(board.space)
    losses = [signed(-int(loss)) for loss in box.track[: int(box.last_space) + 1]]
    here = _("step {n} of {all}").format(n=space, all=int(box.last_space))
    told = [f"{here}, {losses[space]}", _("then {colours}").format(colours=", ".join(losses[space + 1 :]))]
    told += [_("lost so far: {points}").format(points=int(board.lost))] if board.lost else []
    return entry(about.words, about.broken_glass, "; ".join(told))


def _strip(state: Any, board: Any, slot: int, about: SintraWords) -> str:
    """`Strip 1: 2 orange; needs 1 orange, 2 yellow; on the back 3 blue, 2 pink`."""
    _, words, face = about.words.text, about.words, int(board.strips[slot])
    if face == sintra.NONE:
        return entry(words, about.strip(slot), _("gone"))
    told = [about.heap(board.panes[slot])]
    told.append(_("needs {pieces}").format(pieces=about.heap(board.free[slot])) if board.free[slot] else _("full"))
    last = board.windows[slot, sintra.UPPER] != sintra.EMPTY
    told.append(
        _("its last face") if last else _("on the back {cells}").format(cells=about.heap(state.box.faces[face ^ 1]))
    )
    return entry(words, about.strip(slot), "; ".join(told))


def _window(state: Any, board: Any, window: int, about: SintraWords) -> str:
    """`Window 1, value 4: orange above, below empty`."""
    _ = about.words.text
    value = int(state.box.window_values[int(state.options.side), window])
    panes = [int(board.windows[window, cell]) for cell in (sintra.UPPER, sintra.LOWER)]
    upper, lower = (_("empty") if kind == sintra.EMPTY else about.kinds[kind] for kind in panes)
    name = _("window {n}, value {value}").format(n=window + 1, value=value)
    if panes[0] == sintra.EMPTY:
        return entry(about.words, name, _("empty"))
    return entry(about.words, name, _("{upper} above, {lower} below").format(upper=upper, lower=lower))


def _bonus(state: Any, board: Any, about: SintraWords) -> list[str]:
    """What the windows would score at the end: ornaments on side A, the best colour on side B."""
    _, words = about.words.text, about.words
    if int(state.options.side) == sintra.SIDE_A:
        return [_ornament(state, board, ornament, about) for ornament in range(sintra.ORNAMENTS)]
    counts = [f"{about.kinds[kind]} {int(sintra.panes_of_colour(board, kind))}" for kind in range(sintra.COLOURS)]
    return [
        entry(words, _("complete windows"), str(int(sintra.complete_windows(board)))),
        entry(words, _("panes by colour"), *counts),
        entry(words, _("at the end"), words.points(int(sintra.side_bonus(state, board)))),
    ]


def _ornament(state: Any, board: Any, ornament: int, about: SintraWords) -> str:
    """`Ornament between windows 1 and 2: 3 of 4 panes, 6 points`."""
    _, left = about.words.text, int(state.box.pairs[ornament])
    panes = sum(int(sintra.panes_in_window(board, window)) for window in (left, left + 1))
    name = _("ornament between windows {left} and {right}").format(left=left + 1, right=left + 2)
    points = about.words.points(int(sintra.ornament_points(state, board, ornament)))
    return entry(about.words, name, _("{n} of {all} panes").format(n=panes, all=4), points)
