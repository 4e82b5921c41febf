"""Starts the server, and the browser where there is one."""

import errno
import os
import socket
import threading
import time
import webbrowser
from collections.abc import Callable
from urllib.request import urlopen

import uvicorn

from azulejos.notation import InvalidOption
from azulejos.store.sql import async_url, usual_database
from azulejos.web.app import application
from azulejos.web.guard import THIS_COMPUTER


def listening(host: str, port: int) -> socket.socket:
    """The door of the server, or why it cannot be opened; port 0 takes a free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    door = socket.socket(family, socket.SOCK_STREAM)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((host, port))
    except socket.gaierror:
        raise InvalidOption(f"--host: {host!r} is not an address of this computer") from None
    except OverflowError:
        raise InvalidOption(f"--port is a number from 0 to 65535, not {port}") from None
    except OSError as error:
        door.close()
        if error.errno == errno.EADDRINUSE:
            raise InvalidOption(f"port {port} is in use; choose another one with --port") from None
        raise InvalidOption(f"{host}:{port} cannot be opened: {error.strerror}") from None
    door.listen(100)  # who is quick waits for the first answer and is not turned away
    return door


def serve(host: str, port: int, database: str | None, say: Callable[[str], None], *, browse: bool = False) -> None:
    """Serves until Ctrl-C."""
    database = database or usual_database()
    async_url(database)
    door = listening(host, port)
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{door.getsockname()[1]}/"
    say(address)
    if browse:
        threading.Thread(target=_browse, args=(address,), daemon=True).start()
    config = uvicorn.Config(
        application(database, host),
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=1,
        ws_per_message_deflate=host not in THIS_COMPUTER,  # there it would take longer than it saves
    )
    try:
        uvicorn.Server(config).run(sockets=[door])
    except KeyboardInterrupt:
        pass
    finally:
        door.close()


def can_browse() -> bool:
    """Whether there is a browser with a window to open."""
    if os.name == "posix" and os.uname().sysname != "Darwin" and not _has_display():
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def _has_display() -> bool:
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or "microsoft" in os.uname().release)


def _browse(address: str) -> None:
    """Opens the browser once somebody answers."""
    for _ in range(100):
        try:
            with urlopen(address, timeout=1):  # noqa: S310  # our own address
                break
        except OSError:
            time.sleep(0.1)
    webbrowser.open(address)
