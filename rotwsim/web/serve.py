"""Start the server on a free port, open the browser, end with Ctrl-C."""

from __future__ import annotations

import socket
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path

import uvicorn

from rotwsim.scenario.schema import DataError
from rotwsim.web.guard import HOST, PORT, kept_token
from rotwsim.web.pool import LivePool
from rotwsim.web.server import Lab, app_of

PORTS = 20  # tried in turn where none is asked for
PATIENCE = 2  # seconds for pages to be closed in


class Server(uvicorn.Server):
    """A server that says when it answers, and lets its pages go when it ends."""

    def __init__(self, lab: Lab, ready: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app_of(lab),
                log_level="warning",
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=PATIENCE,
            )
        )
        self.lab, self.ready = lab, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.lab.closing.set()
        await super().shutdown(sockets)


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
        for watch in list(lab.watches.values()):
            watch.cancel()
        lab.pool.close()
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
