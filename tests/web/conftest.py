"""A lab that is served on a free port of this machine, in a thread of the test."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

if TYPE_CHECKING:
    from rotwsim.web.server import Lab, Server

TOKEN = "a-token-for-tests"


@dataclass
class Served:
    """The address of a lab, and plain requests to it."""

    lab: Lab
    port: int

    @property
    def folder(self) -> Path:
        return self.lab.folder

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/?token={TOKEN}"

    def ask(self, path: str, method="GET", body=None, token=TOKEN, headers=None, **words):
        """Send one request; give the status, the headers and the text."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        if token:
            words["token"] = token
        given = {"content-type": "application/json"} | (headers or {})
        connection.request(method, f"{path}?{urlencode(words)}", body, given)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, dict(answer.getheaders()), text

    def states(self, question: dict, **words) -> list[dict]:
        """Read all events of a question up to its end."""
        text = self.ask("/events", q=json.dumps(question), **words)[2]
        lines = [line[6:] for line in text.split("\n") if line.startswith("data: ")]
        return [found for found in map(json.loads, lines) if "state" in found and "n" in found]


def serve(folder: Path, port: int = 0) -> tuple[Served, threading.Thread, Server]:
    """Start a lab; the caller ends it."""
    from rotwsim.web.pool import LivePool
    from rotwsim.web.server import Lab, Server

    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    lab = Lab(folder, TOKEN, listening.getsockname()[1], LivePool(2))
    ready = threading.Event()
    server = Server(lab, ready.set)
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    assert ready.wait(20)
    return Served(lab, lab.port), thread, server


@pytest.fixture(scope="module")
def served(tmp_path_factory) -> Iterator[Served]:
    """Serve one lab for all tests of a file; games of one test answer the next."""
    pytest.importorskip("starlette")
    folder = tmp_path_factory.mktemp("lab")
    found, thread, server = serve(folder)
    with pytest.MonkeyPatch.context() as changed:
        changed.chdir(folder)
        yield found
    end(found, thread, server)


def end(found: Served, thread: threading.Thread, server: Server) -> None:
    """End a lab that `serve` started."""
    server.should_exit = True
    thread.join(10)
    found.lab.close()
