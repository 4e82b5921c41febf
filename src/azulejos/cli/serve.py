"""`azulejos serve`, and `azulejos` without a command: the table in the browser."""

from typing import Annotated, Any

import typer

from azulejos.cli.options import say, stop


def serve(
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 lets others in your network play.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = 8000,
    database: Annotated[
        str | None, typer.Option(help="Where tables are kept, as sqlite:///tables.db.", show_default="your data folder")
    ] = None,
) -> None:
    """Serve tables to browsers, until Ctrl-C."""
    _server().serve(host, port, database, say)


def open_table() -> None:
    """On this computer only, in its browser; where there is none, the address is told."""
    server = _server()
    browse = server.can_browse()
    if not browse:
        say("Open this address in a browser; Ctrl-C ends the program.")
    server.serve("127.0.0.1", 0, None, say, browse=browse)


def _server() -> Any:
    """The server; without its packages, a sentence that says what to install."""
    try:
        from azulejos.web import serve as server  # noqa: PLC0415  # the web packages are an extra
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("azulejos"):
            raise
        stop(f"the browser's table needs {error.name}: pip install 'azulejos[web]', or play --text in the terminal", 2)
    return server
