"""What a move of Summer Pavilion would do: the points of its group, what it costs, and the bonus tiles it earns."""

from typing import Any

from azulejos.games import Position
from azulejos.notation.pavilion import Move
from azulejos.preview.outlook import Outlook, minus
from azulejos.rules import pavilion, tiles
from azulejos.words import Words


def outlook(position: Position, code: int, words: Words) -> Outlook:
    state = position.state.copy()
    move = Move(*pavilion.decode(state, code))
    if move.kind == pavilion.DRAFT:
        return _draft(state, move, words)
    if move.kind == pavilion.PLACE and move.colour >= 0:
        return _placement(state, move, words)
    if move.kind == pavilion.PLACE:
        return _pass(state, words)
    if move.kind == pavilion.KEEP and move.colour == pavilion.STOP:
        return _discard(int(tiles.total(state.players[state.turn].hand)), words)
    return Outlook()


def _draft(state: Any, move: Move, words: Words) -> Outlook:
    board = state.players[state.turn]
    before, hand = int(board.score), int(tiles.total(board.hand))
    pavilion.draft(state, move.source, move.colour)
    taken = int(tiles.total(board.hand)) - hand
    loss = before - int(board.score)
    told = words.text("with the marker: {points}").format(points=minus(loss)) if loss else ""
    return Outlook(None, loss, words.tiles(taken), told)


def _placement(state: Any, move: Move, words: Words) -> Outlook:
    _ = words.text
    board = state.players[state.turn]
    before = int(board.score)
    price = int(pavilion.price_of(state, move.star, move.position))
    bonus = int(pavilion.place(state, move.star, move.position, move.colour, move.jokers))
    told = [words.plural("costs {n} tile", "costs {n} tiles", price).format(n=price)]
    if bonus:
        told.append(words.plural("take {n} from the supply", "take {n} from the supply", bonus).format(n=bonus))
    return Outlook(int(board.score) - before, note=", ".join(told))


def _pass(state: Any, words: Words) -> Outlook:
    """What cannot be kept costs a point each."""
    hand = int(tiles.total(state.players[state.turn].hand))
    kept = 0 if state.round_number == pavilion.ROUNDS else pavilion.CORNERS
    return _discard(max(0, hand - kept), words)


def _discard(number: int, words: Words) -> Outlook:
    if not number:
        return Outlook()
    told = words.plural("{n} tile is lost", "{n} tiles are lost", number).format(n=number)
    return Outlook(None, number, loss_note=f"{told}: {minus(number)}")
