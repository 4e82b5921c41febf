"""The JSON API, which the pages use themselves. /api/openapi.json describes it.

Every POST needs the cookie that a GET gives, and the Origin of this server.
"""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Body, WebSocket, WebSocketDisconnect
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from azulejos.bots import BotFailed
from azulejos.bots.hint import told
from azulejos.draw import Drawing
from azulejos.games import GAMES
from azulejos.notation import IllegalMove, InvalidNotation, InvalidOption
from azulejos.table import Seat, setup_for
from azulejos.web.asking import AllRooms, Owner, TheRoom, TheWords, owner_of, rooms_of, settings_of, why_not
from azulejos.web.render import Pictures, page, words_of
from azulejos.web.rooms import Room, Viewer
from azulejos.web.settings import Settings
from azulejos.web.summary import summary
from azulejos.web.view import Scene, bot_title, moment, names_at, scene
from azulejos.words import Words

api = APIRouter(prefix="/api")
BOTS = ("random", "greedy", *(f"search:{level}" for level in range(1, 9)))


class SeatWish(BaseModel):
    """Who sits there: `me`, `free`, or a bot by its name."""

    who: str = Field(examples=["me", "free", "search:3"])
    name: str = ""


class NewTable(BaseModel):
    game: str = "azul"
    options: dict[str, str] = Field(default_factory=dict, examples=[{"wall": "gray"}])
    seats: list[SeatWish] = Field(min_length=2, max_length=4)
    pace: int = Field(900, ge=0, le=5000, description="Milliseconds for what happens by itself.")


class Decision(BaseModel):
    seat: int
    move: str = Field(examples=["F3 red > 2"])
    version: int = Field(description="That of the table which one has seen.")
    request: str = Field("", max_length=64, description="The same for the same decision, if it is sent again.")
    confirmed: bool = Field(False, description="Needed where tiles are drawn after the move.")


class Answer(BaseModel):
    agrees: bool


class Sitting(BaseModel):
    seat: int
    who: str = "me"
    name: str = ""


def seat_for(wish: SeatWish, owner: str) -> Seat:
    if wish.who == "me":
        return Seat(wish.name, owner)
    if wish.who == "free":
        return Seat(wish.name)
    require_bot(wish.who)
    return Seat(wish.name, "", wish.who)


def require_bot(name: str) -> None:
    if name not in BOTS:
        raise InvalidOption(f"there is no bot {name!r} here; the bots are {', '.join(BOTS)}")


@api.get("/games")
async def games() -> dict[str, Any]:
    """The games with the names of their options, and the bots."""
    return {"games": {name: list(game.notation.OPTION_NAMES) for name, game in GAMES.items()}, "bots": BOTS}


@api.post("/tables", status_code=201)
async def create(wish: NewTable, rooms: AllRooms, owner: Owner) -> dict[str, Any]:
    """Sets up a table. Who does it is its host."""
    seats = [seat_for(seat, owner) for seat in wish.seats]
    options = wish.options | {"players": str(len(seats))}
    room = await rooms.create(setup_for(wish.game, options, seats, owner, wish.pace))
    room.go_on()
    return {"table": room.id}


@api.get("/tables/{table}")
async def look(room: TheRoom, owner: Owner) -> dict[str, Any]:
    """How a table stands, with the legal moves of who is on turn."""
    table, position = room.table, room.table.position
    return {
        "table": room.id,
        "version": table.version,
        "game": position.game,
        "position": position.text,
        "asks": position.asks,
        "turn": position.turn,
        "scores": position.scores,
        "over": position.is_over,
        "seats": [{"name": seat.name, "bot": seat.bot, "free": seat.is_free} for seat in table.seats],
        "mine": table.seats_of(owner),
        "legal_moves": [str(move) for move in position.legal_moves],
    }


@api.post("/tables/{table}/moves")
async def move(room: TheRoom, decision: Decision, owner: Owner, words: TheWords) -> dict[str, int]:
    """One decision of one's own seat."""
    try:
        version = await room.decide(
            lambda table: table.move(owner, decision.seat, decision.move, confirmed=decision.confirmed),
            decision.version,
            decision.request,
        )
    except (IllegalMove, InvalidNotation):
        raise IllegalMove(why_not(room, decision.move, words)) from None
    return {"version": version}


@api.post("/tables/{table}/undo")
async def undo(room: TheRoom, owner: Owner) -> dict[str, int]:
    """Takes one's last decision back, or asks the others."""
    return {"version": await room.decide(lambda table: table.undo(owner))}


@api.post("/tables/{table}/answer")
async def answer(room: TheRoom, said: Answer, owner: Owner) -> dict[str, int]:
    """Yes or no to who wants to take back."""
    return {"version": await room.decide(lambda table: table.answer(owner, agrees=said.agrees))}


@api.post("/tables/{table}/seats")
async def sit(room: TheRoom, wish: Sitting, owner: Owner) -> dict[str, int]:
    """Takes a free seat, leaves one's own (`free`), or gives one to a bot (the host)."""
    if wish.who == "me":
        return {"version": await room.decide(lambda table: table.sit(owner, wish.seat, wish.name))}
    if wish.who == "free":
        return {"version": await room.decide(lambda table: table.stand_up(owner, wish.seat))}
    require_bot(wish.who)
    return {"version": await room.decide(lambda table: table.give_to_bot(owner, wish.seat, wish.who, wish.name))}


@api.post("/tables/{table}/hint")
async def hint(room: TheRoom, words: TheWords, owner: Owner, _: Annotated[None, Body()] = None) -> Any:
    """What a strong bot would do now, and why."""
    position = room.table.position.copy()
    if position.turn is None:
        return JSONResponse({"detail": words.text("There is nothing to decide now.")}, 409)
    try:
        found = await room.hint()
    except (BotFailed, ArithmeticError, LookupError, ValueError) as error:
        return JSONResponse({"detail": words.text("The bot has failed: {reason}").format(reason=error)}, 503)
    names = names_at(room.table.seats, owner, words)
    return {"move": str(position.move(found.best.move)), "text": ". ".join(told(found, position, words, names))}


# --- Live ---


def fragment(room: Room, owner: str, settings: Settings, pictures: Pictures, *, narrow: bool) -> tuple[Scene, str]:
    """The table of a page for one viewer."""
    shown = scene(room, owner, words_of(settings.lang))
    values = summary(room, shown) if shown.position.is_over else None
    bots = bot_choices(shown.words)
    return shown, page("_table.html", settings, t=shown, summary=values, bots=bots, narrow=narrow, picture=pictures)


def bot_choices(words: Words) -> list[tuple[str, str]]:
    """The bots with their titles, by strength."""
    return [(name, bot_title(name, words)) for name in BOTS]


@api.websocket("/tables/{table}/live")
async def live(socket: WebSocket, table: str, version: int = -1, narrow: bool = False) -> None:
    """Pushes the table, as the cookie's owner sees it, whenever it changes: `{version, html, pictures, moves, ...}`."""
    room = await rooms_of(socket).find(table)
    await socket.accept()
    if room is None:
        await socket.close(4404)
        return
    viewer = Viewer(owner_of(socket), narrow)
    room.viewers.add(viewer)
    room.go_on()
    sender = asyncio.create_task(_send(socket, room, viewer, settings_of(socket), version))
    try:
        while True:
            await socket.receive_text()
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        room.viewers.discard(viewer)
        sender.cancel()


async def _send(socket: WebSocket, room: Room, viewer: Viewer, settings: Settings, seen: int) -> None:
    """The latest state and nothing else; who has seen an older version gets what is new with it.

    Drawings that the viewer has are not sent again.
    """
    drawn: dict[str, Drawing] = {}
    since: int | None = seen if 0 <= seen <= room.table.version else None
    if since != room.table.version:
        viewer.wake.set()
    try:
        while True:
            await viewer.wake.wait()
            viewer.wake.clear()
            pictures = Pictures(drawn)
            shown, html = fragment(room, viewer.owner, settings, pictures, narrow=viewer.narrow)
            await socket.send_json(moment(room.history, shown, html, since) | {"pictures": pictures.new})
            since = shown.version
    except (WebSocketDisconnect, RuntimeError):  # nobody is there any more
        return
    except Exception:
        await socket.close(1011)  # the page says so, and asks again
        raise
