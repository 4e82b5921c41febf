"""What a move of Sintra would do: the pieces that fit and those that break, and the points of a complete strip."""

from typing import Any

from azulejos.games import Position
from azulejos.notation.sintra import Move
from azulejos.preview.outlook import Outlook, minus
from azulejos.rules import sintra, tiles
from azulejos.words import Words


def outlook(position: Position, code: int, words: Words) -> Outlook:
    state = position.state.copy()
    board = state.players[state.turn]
    move = Move(*sintra.decode(state, code))
    if move.kind == sintra.RESET:
        return Outlook()
    if move.kind == sintra.KEEP:
        return _complete(state, board, words, to_go=0)
    if move.kind == sintra.SPLIT:
        colour = int(tiles.nth_bit(tiles.kinds_in(state.hand), 0))
        return _placed(state, board, colour, int(tiles.count(state.hand, colour)), int(move.jokers), words)
    colour = [int(own) for own in state.box.colours].index(int(move.colour))
    number = int(tiles.count(state.sources[move.source], colour))
    marker = int(move.source == tiles.CENTRE and state.marker == sintra.NOBODY)
    before = _lost(state, board)
    sintra.step_down(state, board, marker)
    if move.slot == sintra.BREAK:
        sintra.step_down(state, board, number)
        loss = _lost(state, board) - before
        return Outlook(None, loss, loss_note=words.text("all {n} break: {points}").format(n=number, points=minus(loss)))
    board.glazier = move.slot
    marker_loss = _lost(state, board) - before
    most = int(sintra.joker_range(board, colour, number)[1])
    look = _placed(state, board, colour, number, most, words)
    if not marker_loss:
        return look
    told = words.text("with the marker: {points}").format(points=minus(marker_loss))
    notes = [look.loss_note, told] if look.loss_note else [told]
    return look._replace(loss=look.loss + marker_loss, loss_note=", ".join(notes))


def _lost(state: Any, board: Any) -> int:
    """What broken glass has cost, and costs as the marker stands now."""
    return int(board.lost) + int(state.box.track[board.space])


def _placed(state: Any, board: Any, colour: int, number: int, jokers: int, words: Words) -> Outlook:
    """Pieces go onto the strip below the glazier: how many stay, what the others cost, what a full strip brings."""
    slot = int(board.glazier)
    before, held = _lost(state, board), int(tiles.total(board.panes[slot]))
    sintra.place(state, board, colour, number, jokers)
    placed = int(tiles.total(board.panes[slot])) - held
    loss, broken = _lost(state, board) - before, number - placed
    told = words.plural("{n} breaks: {points}", "{n} break: {points}", broken).format(n=broken, points=minus(loss))
    look = _complete(state, board, words, int(tiles.total(board.free[slot])))
    return look._replace(loss=loss, loss_note=told if broken else "")


def _complete(state: Any, board: Any, words: Words, to_go: int) -> Outlook:
    """What a full strip scores: the panes of the round's colour, and the windows from here to the right."""
    if to_go:
        return Outlook(0, note=words.text("{n} to go").format(n=to_go))
    slot = int(board.glazier)
    windows = int(sintra.window_points(state, board, slot))
    bonus = int(tiles.count(board.panes[slot], int(state.indicator[state.round_number - 1])))
    if state.phase == sintra.KEEP:  # the round's colour has been counted when the strip was filled
        return Outlook(windows, more=words.text("windows {windows}").format(windows=windows))
    told = words.text("windows {windows}, colour of the round {bonus}").format(windows=windows, bonus=bonus)
    return Outlook(windows + bonus, note=words.text("complete"), more=told)
