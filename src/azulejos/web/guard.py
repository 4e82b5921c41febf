"""Who is asking, and whether the page that asks is ours: cookies, Host and Origin, and what a page may load.

A random cookie owns the seats that its browser took. Only its digest leaves this file, so that a database that is read
by somebody else does not give seats away.
"""

import hashlib
import ipaddress
import secrets
import socket
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "azulejos"
YEAR = 365 * 24 * 3600
THIS_COMPUTER = ("localhost", "127.0.0.1", "::1")
SAFE = ("GET", "HEAD", "OPTIONS")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
    " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SECURITY = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


def owner_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()[:32] if token else ""


def cookies_of(headers: Headers) -> dict[str, str]:
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(headers.get("cookie", "")).items()}
    except CookieError:
        return {}


class Guard:
    """Wraps the whole application."""

    def __init__(self, app: ASGIApp, host: str) -> None:
        self._app = app
        self._host = host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        reason = self._objection(scope, headers)
        if reason:
            await self._refuse(reason, scope, receive, send)
            return
        token = cookies_of(headers).get(COOKIE, "")
        fresh = "" if token else secrets.token_urlsafe(24)
        scope.setdefault("state", {})["owner"] = owner_of(token or fresh)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = MutableHeaders(scope=message)
                for name, value in SECURITY.items():
                    told.setdefault(name, value)
                if fresh:
                    told.append("set-cookie", f"{COOKIE}={fresh}; Max-Age={YEAR}; Path=/; HttpOnly; SameSite=Lax")
            await send(message)

        await self._app(scope, receive, guarded)

    def _objection(self, scope: Scope, headers: Headers) -> str:
        host = headers.get("host", "")
        if not self._is_ours(host):
            return f"This server does not answer for the host {host!r}."
        if scope["type"] == "websocket" or scope["method"] not in SAFE:
            origin = urlsplit(headers.get("origin", ""))
            if origin.netloc != host or origin.scheme not in ("http", "https"):
                return "The Origin of this request is not this server."
        return ""

    def _is_ours(self, host: str) -> bool:
        """This computer's names; a page elsewhere cannot make a name of its own point here."""
        name = urlsplit(f"//{host}").hostname or ""
        if name in (*THIS_COMPUTER, self._host):
            return True
        if self._host in THIS_COMPUTER:
            return False
        here = socket.gethostname().lower()
        return name in (here, f"{here}.local") or _is_address(name)

    @staticmethod
    async def _refuse(reason: str, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 4403, "reason": reason})
            return
        await PlainTextResponse(reason, 403, headers=SECURITY)(scope, receive, send)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
