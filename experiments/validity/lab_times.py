"""How fast is the lab? Ask it over HTTP as the page does and take the time, on an idle machine.

`python -m experiments.validity.lab_times` prints four times: from a change to the first numbers,
from a change to ± 4 pp, from a change to the end of the old games, and between two updates.
"""

from __future__ import annotations

import argparse
import json
import socket
import statistics
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

from rotwsim.web.pool import LivePool
from rotwsim.web.server import Lab, Server

TOKEN = "a-token-for-times"
PERSON = {"board": "eastern-us", "player": "person", "wins": 50}


def main() -> None:
    """Print each time with its median and its worst."""
    given = argparse.ArgumentParser(description=main.__doc__)
    given.add_argument("--changes", type=int, default=8)
    asked = given.parse_args()
    lab, server, thread = opened()
    first_numbers(lab, changed(3), 4)  # imports and compiled code
    print("| what | median | worst | wanted |\n| --- | --- | --- | --- |")
    firsts = [first_numbers(lab, changed(70 + one), 0.1) for one in range(asked.changes)]
    show("first numbers after a change, s", firsts, "0.5")
    ends, gaps = zip(
        *(until_known(lab, changed(100 + 3 * one), 4) for one in range(3)), strict=True
    )
    show("difference to ± 4 pp, person at 50 %, s", ends, "4")
    show("between two updates while games arrive, s", [gap for each in gaps for gap in each], "0.5")
    show("old games stop after a change, s", [stopped(lab, 20 + one) for one in range(5)], "0.3")
    server.should_exit = True
    thread.join(5)
    lab.close()


def show(what: str, seconds, wanted: str) -> None:
    print(
        f"| {what} | {statistics.median(seconds):.2f} | {max(seconds):.2f} | {wanted} |", flush=True
    )


def opened() -> tuple[Lab, Server, threading.Thread]:
    """Serve a lab on a free port."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    lab = Lab(Path.cwd(), TOKEN, listening.getsockname()[1], LivePool())
    ready = threading.Event()
    server = Server(lab, ready.set)
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    ready.wait(20)
    return lab, server, thread


def changed(start_cash: int) -> dict:
    """Give a setting of side B that was not played yet."""
    return {"settings": {"start_cash": start_cash, "base_exhaust": 5}}


def events(lab: Lab, b: dict, precision: float) -> Iterator[tuple[str, dict]]:
    """Watch a question as a page does, until it leaves."""
    question = json.dumps({"a": PERSON, "b": b, "precision": precision})
    connection = HTTPConnection("127.0.0.1", lab.port, timeout=60)
    words = urlencode({"token": TOKEN, "tab": "times", "q": question, "wide": 1})
    connection.request("GET", f"/events?{words}")
    answer, name = connection.getresponse(), ""
    try:
        while line := answer.readline().decode():
            if line.startswith("event: "):
                name = line[7:].strip()
            elif line.startswith("data: "):
                yield name, json.loads(line[6:])
    finally:
        answer.close()
        connection.close()


def first_numbers(lab: Lab, b: dict, precision: float) -> float:
    """Take the time from a change to the first win rates."""
    start = time.monotonic()
    for name, found in events(lab, b, precision):
        if name == "state" and found.get("n"):
            return time.monotonic() - start
    raise SystemExit("the lab ended without numbers")


def until_known(lab: Lab, b: dict, precision: float) -> tuple[float, list[float]]:
    """Take the time to a precision in pp, and the times between updates of the numbers."""
    start, seen, gaps = time.monotonic(), 0.0, []
    for name, found in events(lab, b, precision):
        if name == "state" and found.get("n"):
            now = time.monotonic()
            gaps += [now - seen] if seen else []
            seen = now
    return time.monotonic() - start, gaps


def stopped(lab: Lab, start_cash: int) -> float:
    """Take the time from a new question of the same tab to the last game of the old one."""
    page = events(lab, changed(start_cash), 0.1)
    next(one for one in page if one[0] == "state" and one[1].get("n", 0) > 100)
    old = lab.watches["times"]
    start = time.monotonic()
    lab.watch("times", old.question)
    old.join(10)
    taken = time.monotonic() - start
    page.close()
    lab.watches["times"].cancel()
    return taken


if __name__ == "__main__":
    main()
