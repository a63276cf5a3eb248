"""Start the lab's server on a free port of this machine, and let in only its own page.

The host, the origin and the token of every request are checked, and the page loads nothing from
elsewhere: neither another machine nor a page of another site can ask for anything.
"""

import asyncio
import os
import secrets
import socket
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from rotwsim.core.jit.cache_folder import cache_folder
from rotwsim.scenario.schema import DataError
from rotwsim.web import pages
from rotwsim.web.pool import LivePool
from rotwsim.web.setting import Question
from rotwsim.web.watch import SweepWatch, Watch

PORTS = 20  # tried in turn where none is asked for
PATIENCE = 2  # seconds for pages to be closed in
MOST_WATCHES = 8  # tabs; the oldest is ended
HOST = "127.0.0.1"
PORT = 8017
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


def serve(
    folder: Path, port: int | None, browser: bool, jobs: int | None, say: Callable[[str], None]
) -> None:
    """Serve the lab of a folder until Ctrl-C."""
    listening = bound(port)
    lab = Lab(folder, kept_token(), listening.getsockname()[1], LivePool(jobs))
    address = f"http://{HOST}:{lab.port}/?token={lab.token}"

    def ready() -> None:
        say(f"The lab is open: {address}\nCtrl-C ends it.")
        if browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    try:
        Server(lab, ready).run([listening])
    except KeyboardInterrupt:
        pass
    finally:
        lab.close()
        say("The lab is closed.")


def bound(port: int | None) -> socket.socket:
    """Take the port that was asked for, or the first free one."""
    for number in [port] if port else range(PORT, PORT + PORTS):
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, number))
            return listening
        except OSError:
            listening.close()
    tried = f"port {port} is" if port else f"the ports {PORT} to {PORT + PORTS - 1} are"
    raise DataError(f"{tried} taken; give a free one with --port")


@dataclass
class Lab:
    """What the server keeps: the games, who watches what, the folder it may read and write."""

    folder: Path
    token: str
    port: int = PORT
    pool: LivePool = field(default_factory=LivePool)
    watches: dict[str, Watch] = field(default_factory=dict)
    closing: asyncio.Event = field(default_factory=asyncio.Event)

    def watch(self, tab: str, question: Question) -> Watch:
        """Begin to watch for a tab; what it watched before ends."""
        for other in [tab, *list(self.watches)[: len(self.watches) + 1 - MOST_WATCHES]]:
            if other in self.watches:
                self.watches.pop(other).cancel()
        kind = SweepWatch if question.values else Watch
        watch = self.watches[tab] = kind(self.pool, question)
        watch.start()
        return watch

    def close(self) -> None:
        """End all watches and wait for what still plays or draws: a moment."""
        for watch in list(self.watches.values()):
            watch.cancel()
            watch.join(PATIENCE)
        self.pool.close()

    def leave(self, tab: str, watch: Watch) -> None:
        """End a watch, unless the tab watches something else by now."""
        watch.cancel()
        if self.watches.get(tab) is watch:
            del self.watches[tab]


class Server(uvicorn.Server):
    """A server that says when it answers, and lets its pages go when it ends."""

    def __init__(self, lab: Lab, ready: Callable[[], None]) -> None:
        silent: dict = {"log_level": "warning", "access_log": False, "server_header": False}
        super().__init__(uvicorn.Config(app_of(lab), timeout_graceful_shutdown=PATIENCE, **silent))
        self.lab, self.ready = lab, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.lab.closing.set()
        await super().shutdown(sockets)


def app_of(lab: Lab) -> Starlette:
    app = Starlette(
        routes=[
            Route("/", pages.page),
            Route("/catalogue", pages.things_to_change),
            Route("/board", pages.own_board),
            Route("/rules", pages.rules),
            Route("/rules", pages.edited_rules, methods=["POST"]),
            Route("/events", pages.events),
            Route("/replay", pages.replays),
            Route("/game", pages.one_replay),
            Route("/save", pages.save, methods=["POST"]),
            Route("/static/colours.css", pages.colours),
            Mount("/static", StaticFiles(directory=pages.STATIC)),
        ],
        middleware=[Middleware(Guard, port=lab.port, token=lab.token)],
    )
    app.state.lab = lab
    return app


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
                headers = MutableHeaders(scope=message)
                for name, value in SAFE.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, sealed)

    def refusal(self, request: Request) -> str:
        """Say why a request is refused; "" if it is not."""
        headers, hosts = request.headers, {f"{name}:{self.port}" for name in (HOST, "localhost")}
        if headers.get("host") not in hosts:
            return "This lab answers only to this machine."
        is_own = headers.get("sec-fetch-site", "none") in ("same-origin", "none")
        if not is_own or headers.get("origin", "") not in {"", *(f"http://{h}" for h in hosts)}:
            return "This lab answers only to its own page."
        if request.url.path.startswith("/static/"):
            return ""
        token = headers.get("x-lab-token") or request.query_params.get("token", "")
        if not secrets.compare_digest(token.encode(), self.token.encode()):
            return "The token is missing: use the address that `rotwsim lab` printed."
        if int(headers.get("content-length") or 0) > pages.LARGEST_BODY:
            return "That is too much."
        return ""


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
