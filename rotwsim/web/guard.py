"""Let in only what comes from the lab's own page on this machine, and seal every answer.

The host, the origin and the token of every request are checked, and the page loads nothing from
elsewhere: neither another machine nor a page of another site can ask for anything.
"""

from __future__ import annotations

import json
import os
import secrets
from contextlib import suppress

from starlette.requests import Request
from starlette.responses import PlainTextResponse

from rotwsim.core.jit.cache_folder import cache_folder
from rotwsim.scenario.schema import DataError

HOST = "127.0.0.1"
PORT = 8017
LARGEST_BODY = 100_000  # bytes
SAFE = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "img-src 'self' data:; connect-src 'self'; frame-src 'self'; frame-ancestors 'self'; "
        "base-uri 'none'; form-action 'none'"
    ),
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Guard:
    """Refuse what does not come from the lab's own page, and seal every answer."""

    def __init__(self, app, port: int, token: str) -> None:
        self.app, self.port, self.token = app, port, token

    async def __call__(self, scope, receive, send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refused = self.refusal(Request(scope))
        if refused:
            await PlainTextResponse(refused, 403, SAFE)(scope, receive, send)
            return

        async def sealed(message) -> None:
            if message["type"] == "http.response.start":
                known = {name.lower() for name, _ in message["headers"]}
                message["headers"] += [
                    (name.lower().encode(), value.encode())
                    for name, value in SAFE.items()
                    if name.lower().encode() not in known
                ]
            await send(message)

        await self.app(scope, receive, sealed)

    def refusal(self, request: Request) -> str:
        """Say why a request is refused; "" if it is not."""
        hosts = {f"{name}:{self.port}" for name in (HOST, "localhost")}
        if request.headers.get("host") not in hosts:
            return "This lab answers only to this machine."
        origin = request.headers.get("origin")
        if origin and origin not in {f"http://{host}" for host in hosts}:
            return "This lab answers only to its own page."
        if request.headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return "This lab answers only to its own page."
        if request.url.path.startswith("/static/"):
            return ""
        token = request.headers.get("x-lab-token") or request.query_params.get("token", "")
        if not secrets.compare_digest(token.encode(), self.token.encode()):
            return "The token is missing: use the address that `rotwsim lab` printed."
        if int(request.headers.get("content-length") or 0) > LARGEST_BODY:
            return "That is too much."
        return ""


async def body_of(request: Request) -> dict:
    """Read a table sent as JSON, of limited size whatever its header says."""
    content = b""
    async for part in request.stream():
        content += part
        if len(content) > LARGEST_BODY:
            raise DataError("that is too much")
    found = json.loads(content)
    if not isinstance(found, dict):
        raise DataError("a request is a table")
    return found


def kept_token() -> str:
    """Read the token of this user, or make it: links stay valid when the lab is started again."""
    path = cache_folder() / "lab-token"
    with suppress(OSError):
        token = path.read_text(encoding="ascii").strip()
        if len(token) >= 16:
            return token
    token = secrets.token_urlsafe(18)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(token)
    return token
