"""What a request brings along: who asks, with which settings, about which table; and refusals as answers."""

from typing import Annotated

from fastapi import Depends, HTTPException, Request
from starlette.requests import HTTPConnection

from azulejos.notation import IllegalMove, InvalidNotation, InvalidOption
from azulejos.record import InvalidRecord
from azulejos.store import Overtaken
from azulejos.table import ConfirmFirst, NotYours, Refused
from azulejos.web.guard import cookies_of
from azulejos.web.render import words_of
from azulejos.web.rooms import Room, Rooms
from azulejos.web.settings import COOKIE, Settings
from azulejos.words import Words

OVERTAKEN = "The table has changed in the meantime: look at it again."


def owner_of(connection: HTTPConnection) -> str:
    return str(connection.scope["state"]["owner"])


def settings_of(connection: HTTPConnection) -> Settings:
    cookie = cookies_of(connection.headers).get(COOKIE, "")
    return Settings.read(cookie, connection.headers.get("accept-language", ""))


def rooms_of(connection: HTTPConnection) -> Rooms:
    return connection.app.state.rooms


def words_for(connection: HTTPConnection) -> Words:
    return words_of(settings_of(connection).lang)


async def room_of(request: Request, table: str) -> Room:
    room = await rooms_of(request).find(table)
    if room is None:
        raise HTTPException(404, words_for(request).text("There is no table here. Perhaps it was removed."))
    return room


# FastAPI asks plain functions in a thread each, which takes longer than they do.
async def _owner(connection: HTTPConnection) -> str:
    return owner_of(connection)


async def _settings(connection: HTTPConnection) -> Settings:
    return settings_of(connection)


async def _rooms(connection: HTTPConnection) -> Rooms:
    return rooms_of(connection)


async def _words(connection: HTTPConnection) -> Words:
    return words_for(connection)


Owner = Annotated[str, Depends(_owner)]
Chosen = Annotated[Settings, Depends(_settings)]
AllRooms = Annotated[Rooms, Depends(_rooms)]
TheRoom = Annotated[Room, Depends(room_of)]
TheWords = Annotated[Words, Depends(_words)]


def answer_to(error: Exception, words: Words, room: Room | None = None) -> tuple[int, str]:
    """The status and the sentence for what could not be done."""
    if isinstance(error, NotYours):
        return 403, words.text(error.reason)
    if isinstance(error, ConfirmFirst):
        return 428, words.text(error.reason)
    if isinstance(error, Refused):
        return 409, words.text(error.reason)
    if isinstance(error, Overtaken):
        return 409, words.text(OVERTAKEN)
    return 422, str(error)


EXPECTED: tuple[type[Exception], ...] = (Refused, Overtaken, IllegalMove, InvalidNotation, InvalidOption, InvalidRecord)


def why_not(room: Room, move: str, words: Words) -> str:
    """Why a move that somebody typed cannot be made."""
    position = room.table.position
    try:
        objection = words.of(position).objection(position, position.code(move))
    except (IllegalMove, InvalidNotation):
        objection = ""
    if objection:
        return words.text("That is not possible: {reason}.").format(reason=objection)
    return words.text("{text} is not a move here. For example: {move}").format(
        text=move, move=position.legal_moves[0] if position.legal_codes.size else "-"
    )
