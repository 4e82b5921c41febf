"""The pages: lobby, table, replay, rules, settings."""

import asyncio
from datetime import datetime
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, HTTPException, Request, UploadFile
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse
from starlette.responses import Response

import azulejos
from azulejos import draw, telling
from azulejos.games import GAMES, Position
from azulejos.preview import choices
from azulejos.record import InvalidRecord, Record, read_record, write
from azulejos.store import Listed
from azulejos.story import Happening
from azulejos.table import Seat, setup_for, setup_from
from azulejos.web.api import SeatWish, bot_choices, fragment, seat_for
from azulejos.web.asking import AllRooms, Chosen, Owner, TheRoom, TheWords
from azulejos.web.render import Pictures, page, words_of
from azulejos.web.rooms import Room, cut
from azulejos.web.settings import COOKIE, Settings
from azulejos.web.view import Scene, as_json, moment, names_at, position_at, replay_scene
from azulejos.words import GAME_WORDS, Words

pages = APIRouter(include_in_schema=False)
YEAR = 365 * 24 * 3600
LARGEST_RECORD = 200_000  # a long game of four has a tenth of it
VARIANTS = {"azul": ("wall", "jokers"), "pavilion": ("side",), "sintra": ("side",)}


def html(template: str, settings: Settings, status: int = 200, **values: Any) -> HTMLResponse:
    return HTMLResponse(page(template, settings, **values), status)


# --- Lobby ---


@pages.get("/")
async def lobby(rooms: AllRooms, owner: Owner, settings: Chosen, game: str = "azul") -> HTMLResponse:
    words = words_of(settings.lang)
    kept = [listed(table, owner, words) for table in await rooms.store.tables_of(owner)]
    chosen = game if game in GAMES else "azul"
    return html(
        "lobby.html", settings, titles=titles(words), chosen=chosen, bots=bot_choices(words), kept=kept, here="/",
    )  # fmt: skip


def listed(table: Listed, owner: str, words: Words) -> dict[str, Any]:
    """A kept table in a line."""
    outline: Any = table.outline
    seats = [Seat(**seat) for seat in outline["seats"]]
    scores = outline["scores"]
    return {
        "id": table.id,
        "game": outline["game"],
        "title": GAME_WORDS[outline["game"]](words).title,
        "seats": list(zip(names_at(seats, owner, words), scores, strict=True)),
        "round": outline["round"],
        "over": outline["over"],
        "changed": date_words(table.changed),
    }


def date_words(when: datetime) -> str:
    return when.astimezone().strftime("%Y-%m-%d %H:%M")


@pages.post("/tables")
async def create(request: Request, rooms: AllRooms, owner: Owner) -> RedirectResponse:
    """From the lobby's form."""
    form = {name: str(value) for name, value in (await request.form()).items()}
    game = form.get("game", "azul")
    wishes = [SeatWish(who=form[f"who{n}"], name=form.get(f"name{n}", "")) for n in range(4) if form.get(f"who{n}")]
    seats = [seat_for(wish, owner) for wish in wishes if wish.who != "none"]
    options = {name: form[f"{game}-{name}"] for name in VARIANTS.get(game, ()) if form.get(f"{game}-{name}")}
    options["players"] = str(len(seats))
    for name in ("max_rounds", "starter"):
        if form.get(name):
            options[name] = form[name]
    pace = int(form["pace"]) if form.get("pace", "").isdecimal() else 900
    room = await rooms.create(setup_for(game, options, seats, owner, min(pace, 5000)))
    room.go_on()
    return RedirectResponse(f"/tables/{room.id}", 303)


@pages.post("/open")
async def open_record(
    rooms: AllRooms, owner: Owner, words: TheWords, record: Annotated[UploadFile, File()]
) -> RedirectResponse:
    """A record from a file becomes a table that is looked at in replay, and can be played on."""
    content = await record.read(LARGEST_RECORD + 1)
    if len(content) > LARGEST_RECORD:
        raise InvalidRecord(1, words.text("the file is too large for a game record"))
    try:
        kept = await asyncio.to_thread(read_record, content.decode())
    except UnicodeDecodeError:
        raise InvalidRecord(1, words.text("the file is not a text")) from None
    room = await rooms.create(setup_from(kept, seats_of(kept), owner))
    return RedirectResponse(f"/tables/{room.id}/replay", 303)


def seats_of(kept: Record) -> list[Seat]:
    """The seats with the names that a record gives; nobody sits on them."""
    tags = kept.tags
    return [Seat(tags.get(f"seat{n}", "")) for n in range(kept.position.players)]


# --- Table ---


@pages.get("/tables/{table}")
async def table_page(request: Request, room: TheRoom, owner: Owner, settings: Chosen) -> HTMLResponse:
    room.go_on()
    narrow = looks_narrow(request)
    shown, drawn = fragment(room, owner, settings, Pictures(), narrow=narrow)
    seed = moment(room.history, shown, "", None)
    return html(
        "table.html", settings, t=shown, table=drawn, narrow=narrow, seed=as_json(seed), here=f"/tables/{room.id}",
        script=as_json(script_words(words_of(settings.lang))),
    )  # fmt: skip


def looks_narrow(request: Request) -> bool:
    """A first guess; the page itself knows, and asks for what it needs."""
    return "Mobi" in request.headers.get("user-agent", "")


def script_words(words: Words) -> dict[str, str]:
    """What the script says, in the language of the page."""
    _ = words.text
    return {
        "confirm": _("Confirm"),
        "cancel": _("Cancel"),
        "close": _("Close"),
        "how": _("How do you pay?"),
        "pick": _("Choose tiles"),
        "place": _("Choose where they go"),
        "draws": _("After this, tiles are drawn: it cannot be taken back."),
        "offline": _("The connection is lost; trying again."),
        "online": _("The connection is back."),
        "thinking": _("Thinking …"),
        "scoring": _("Scoring"),
        "skip": _("Skip to the end"),
        "next": _("Next"),
        "copied": _("The link is copied."),
    }


@pages.get("/tables/{table}/told")
async def position_told(room: TheRoom, owner: Owner, settings: Chosen, at: int | None = None) -> HTMLResponse:
    """The position in sentences, now or after a step of the replay; the page asks for it when it is to be read."""
    words = words_of(settings.lang)
    position = room.table.position if at is None else position_at(room, max(0, at))
    names = names_at(room.table.seats, owner if at is None else "", words)
    sections = telling.sections(position, words, names)
    return html("_told.html", settings, sections=sections, position=position, legend=words.of(position).legend())


@pages.get("/tables/{table}/record")
async def record(room: TheRoom) -> Response:
    text = write(room.table.position, room.table.record.tags)
    name = f"{room.table.position.game}-{room.id}.txt"
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{name}"'})


@pages.post("/tables/{table}/again")
async def again(room: TheRoom, rooms: AllRooms, owner: Owner) -> RedirectResponse:
    """The same game with the same seats once more; whoever else sat there finds the seat free."""
    setup = room.table.setup
    seats = [seat if seat.bot or seat.owner == owner else Seat(seat.name) for seat in room.table.seats]
    fresh = await rooms.create(setup_for(setup.game, setup.options, seats, owner, setup.pace))
    fresh.go_on()
    return RedirectResponse(f"/tables/{fresh.id}", 303)


@pages.post("/tables/{table}/remove")
async def remove(room: TheRoom, rooms: AllRooms, owner: Owner) -> RedirectResponse:
    if owner != room.table.setup.host:
        raise HTTPException(403)
    await rooms.remove(room.id)
    return RedirectResponse("/", 303)


# --- Replay ---


@pages.get("/tables/{table}/replay")
async def replay(request: Request, room: TheRoom, owner: Owner, settings: Chosen, at: int = -1) -> HTMLResponse:
    steps = len(room.history)
    at = steps if not 0 <= at <= steps else at
    narrow = looks_narrow(request)
    shown, drawn = replay_fragment(room, at, owner, settings, narrow=narrow)
    words = words_of(settings.lang)
    seed = moment(steps_of(room, at), shown, "", None)
    return html(
        "replay.html", settings, t=shown, table=drawn, narrow=narrow, seed=as_json(seed), at=at, steps=steps,
        bots=bot_choices(words),
        here=f"/tables/{room.id}/replay", script=as_json(script_words(words)),
    )  # fmt: skip


@pages.get("/tables/{table}/replay/{at}")
async def replay_step(
    room: TheRoom, at: int, owner: Owner, settings: Chosen, since: int = -1, narrow: bool = False
) -> JSONResponse:
    """One step of a replay, with what is new since the step before."""
    at = max(0, min(at, len(room.history)))
    shown, drawn = replay_fragment(room, at, owner, settings, narrow=narrow)
    return JSONResponse(moment(steps_of(room, at), shown, drawn, at - 1 if since == at - 1 else None))


def steps_of(room: Room, at: int) -> list[tuple[int, Happening]]:
    """What had happened, numbered by step."""
    return [(step, happening) for step, (_, happening) in enumerate(room.history[:at], 1)]


def replay_fragment(room: Room, at: int, owner: str, settings: Settings, *, narrow: bool) -> tuple[Scene, str]:
    shown = replay_scene(room, at, owner, words_of(settings.lang))
    drawn = page("_table.html", settings, t=shown, summary=None, bots=[], narrow=narrow, picture=Pictures())
    return shown, drawn


@pages.post("/tables/{table}/branch")
async def branch(
    room: TheRoom, rooms: AllRooms, owner: Owner, at: Annotated[int, Form()], seat: Annotated[int, Form()],
    bot: Annotated[str, Form()] = "search:3",
) -> RedirectResponse:  # fmt: skip
    """Plays on from a step of a game, against bots."""
    table = room.table
    seats = [
        seat_for(SeatWish(who="me" if number == seat else bot, name=""), owner) for number in range(len(table.seats))
    ]
    fresh = await rooms.create(setup_from(Record(cut(table.position, at)), seats, owner, table.setup.pace))
    fresh.go_on()
    return RedirectResponse(f"/tables/{fresh.id}", 303)


# --- Rules and settings ---


@pages.get("/rules/{game}")
async def rules(game: str, settings: Chosen) -> HTMLResponse:
    if game not in GAMES:
        raise HTTPException(404)
    words = words_of(settings.lang)
    example = example_of(game)
    shown = draw.parts(example, words)
    return html(
        f"rules_{game}.html", settings, game=game, example=example, parts=shown, about=GAME_WORDS[game](words),
        titles=titles(words), here=f"/rules/{game}",
    )  # fmt: skip


@cache
def example_of(game: str) -> Position:
    """A position from the middle of a game, for the pictures: the moves that bring the most points at once."""
    position = azulejos.start(game, seed=11)
    while position.round < 3 or position.asks != "draft" or len(position.events) % 3:
        best = max(choices(position, Words()), key=lambda choice: (choice.outlook.points or 0) - choice.outlook.loss)
        position.push(best.code)
    return position


def titles(words: Words) -> dict[str, str]:
    return {name: GAME_WORDS[name](words).title for name in GAMES}


@pages.post("/settings")
async def change_settings(request: Request, settings: Chosen) -> RedirectResponse:
    form = {name: str(value) for name, value in (await request.form()).items()}
    back = form.get("back", "/")
    answer = RedirectResponse(back if back.startswith("/") and not back.startswith("//") else "/", 303)
    answer.set_cookie(COOKIE, settings.changed(form).cookie, max_age=YEAR, samesite="lax", httponly=True)
    return answer
