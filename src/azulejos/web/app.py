"""The application: what it is made of, and what it says when something cannot be done."""

import threading
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException as AnyHTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

import azulejos
from azulejos.draw import STYLESHEET
from azulejos.store.sql import open_store
from azulejos.web.api import api
from azulejos.web.asking import EXPECTED, answer_to, settings_of, words_for
from azulejos.web.guard import Guard
from azulejos.web.pages import pages
from azulejos.web.render import page
from azulejos.web.rooms import Rooms
from azulejos.web.warm import warm_up

STATIC = Path(__file__).parent / "static"


def application(database: str, host: str = "127.0.0.1", *, warm: bool = True) -> ASGIApp:
    """The whole server, over a database."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        store = await open_store(database)
        app.state.rooms = Rooms(store)
        if warm:
            _warm_soon()
        yield
        app.state.rooms.close()
        await store.close()

    app = FastAPI(
        title="Azulejos",
        version=azulejos.__version__,
        description="Tables of the Azul games: set up, sit down, play.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,  # the usual page of FastAPI loads scripts from elsewhere
        redoc_url=None,
    )
    app.include_router(api)
    app.include_router(pages)
    app.get("/static/draw.css", include_in_schema=False)(draw_css)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    for kind in (*EXPECTED, AnyHTTPException, RequestValidationError):
        app.add_exception_handler(kind, refusal)
    return Guard(app, host)


def _warm_soon() -> None:
    """After the first page, which is not to wait for it; and the end of the server does not wait for it either."""
    timer = threading.Timer(1, warm_up)
    timer.daemon = True
    timer.start()


async def draw_css() -> FileResponse:
    return FileResponse(STYLESHEET, media_type="text/css", headers={"cache-control": "max-age=60"})


async def refusal(request: Request, error: Exception) -> Response:
    """A sentence: as JSON where a program asked, as a page where a person did."""
    words = words_for(request)
    if isinstance(error, AnyHTTPException):
        status, told = error.status_code, str(error.detail)
        if not isinstance(error, HTTPException) or told == "Not Found":
            told = words.text("There is no such page.") if status == 404 else told
    elif isinstance(error, RequestValidationError):
        status, told = 422, "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
    else:
        status, told = answer_to(error, words)
    if request.url.path.startswith("/api/"):
        return JSONResponse({"detail": told}, status)
    return HTMLResponse(page("error.html", settings_of(request), told=told, status=status, here="/"), status)
