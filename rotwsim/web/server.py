"""Serve the lab: its page, its events, replays beside each other, saving."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from rotwsim.scenario.reading import Mistakes
from rotwsim.scenario.schema import DataError
from rotwsim.web.catalogue import catalogue, printed
from rotwsim.web.guard import PORT, Guard, body_of
from rotwsim.web.pool import LivePool
from rotwsim.web.setting import Question, checked_board, question_of
from rotwsim.web.sweep import SweepWatch
from rotwsim.web.watch import CANCELLED, DONE, FAILED, Watch

STATIC = Path(__file__).parent / "static"
FIRST_LOOKS, LOOK, PICTURE = 0.05, 0.25, 0.5  # seconds between two events
STILL_THERE = 5.0  # seconds between two events where nothing happens
MOST_WATCHES = 8  # tabs; the oldest is ended


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
        watch = self.watches[tab] = kind(self.pool, question).start()
        return watch

    def leave(self, tab: str, watch: Watch) -> None:
        """End a watch, unless the tab watches something else by now."""
        watch.cancel()
        if self.watches.get(tab) is watch:
            del self.watches[tab]


def app_of(lab: Lab) -> Starlette:
    """Put the pages of the lab together."""
    app = Starlette(
        routes=[
            Route("/", page),
            Route("/catalogue", things_to_change),
            Route("/board", own_board),
            Route("/events", events),
            Route("/replay", replays),
            Route("/game", one_replay),
            Route("/save", save, methods=["POST"]),
            Route("/static/colours.css", colours),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Guard, port=lab.port, token=lab.token)],
    )
    app.state.lab = lab
    return app


def in_words(error: Exception) -> str:
    """Give the message of a loader, every mistake on its line."""
    return "\n".join(error.lines) if isinstance(error, Mistakes) else str(error)


def refusing(answer: Callable[[Request], Awaitable]) -> Callable[[Request], Awaitable]:
    """Answer what cannot be read with its reason."""

    async def answered(request: Request):
        try:
            return await answer(request)
        except (DataError, OSError, ValueError) as error:
            return JSONResponse({"error": in_words(error)}, 400)

    return answered


async def page(request: Request) -> HTMLResponse:
    return HTMLResponse((STATIC / "lab.html").read_text(encoding="utf-8"))


async def colours(request: Request) -> PlainTextResponse:
    """Give the colours of the report, which the figures name."""
    from rotwsim.report.figures import DARK, LIGHT

    light, dark = (
        "".join(f"--{role}: {colour}; " for role, colour in kind.items()) for kind in (LIGHT, DARK)
    )
    text = (
        f":root {{ {light}}}\n@media (prefers-color-scheme: dark) {{ "
        f':root:not([data-theme="light"]) {{ {dark}}} }}\n:root[data-theme="dark"] {{ {dark}}}\n'
    )
    return PlainTextResponse(text, media_type="text/css")


async def things_to_change(request: Request) -> JSONResponse:
    return JSONResponse(await run_in_threadpool(catalogue))


@refusing
async def own_board(request: Request) -> JSONResponse:
    """Read an own board: its title and parameters, or what the loader says."""
    lab = request.app.state.lab

    def read() -> dict:
        from rotwsim.scenario.board_file import load_board

        name = checked_board(request.query_params.get("board", ""), lab.folder)
        return {"name": name, "title": load_board(name).title, "parameters": printed(name)}

    return JSONResponse(await run_in_threadpool(read))


async def events(request: Request) -> StreamingResponse:
    """Watch a question: numbers at least twice a second, pictures a little later."""
    lab = request.app.state.lab
    return StreamingResponse(
        stream(lab, request), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"}
    )


async def stream(lab: Lab, request: Request) -> AsyncIterator[str]:
    """Yield events until the question is answered, or the page is gone."""
    from rotwsim.web.pictures import pictures_of

    tab, is_wide = request.query_params.get("tab", "")[:40], "wide" in request.query_params
    try:
        text = request.query_params.get("q", "{}")
        question = await run_in_threadpool(question_of, text, lab.folder)
    except (DataError, OSError, ValueError) as error:
        yield event("state", {"state": FAILED, "note": in_words(error), "n": 0})
        return
    watch = lab.watch(tab, question)
    clock = asyncio.get_running_loop().time
    last, drawn, next_picture, spoken = None, 0, 0.0, clock()
    try:
        while not await request.is_disconnected() and not lab.closing.is_set():
            ended = watch.state in (DONE, FAILED, CANCELLED)
            found = await run_in_threadpool(watch.snapshot)
            if found != last:
                yield event("state", found)
                last, spoken = found, clock()
            if watch.n > drawn and (ended or clock() >= next_picture):
                next_picture, drawn = clock() + PICTURE, watch.n
                for picture in await run_in_threadpool(pictures_of, watch, is_wide):
                    yield event("picture", picture)
            if ended:
                yield event("end", {"state": watch.state})
                return
            if clock() - spoken > STILL_THERE:
                yield ": still there\n\n"
                spoken = clock()
            await pause(request, FIRST_LOOKS if watch.n < 200 else LOOK)
    except Exception as error:  # a page that only lost its stream would ask again and again
        yield event("state", {"state": FAILED, "note": f"{type(error).__name__}: {error}", "n": 0})
        raise
    finally:
        lab.leave(tab, watch)


async def pause(request: Request, seconds: float) -> None:
    """Wait, but no longer than the page is there."""
    for _ in range(max(1, round(seconds / FIRST_LOOKS))):
        await asyncio.sleep(FIRST_LOOKS)
        if await request.is_disconnected():
            return


def event(name: str, data: object) -> str:
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"


@refusing
async def replays(request: Request) -> HTMLResponse:
    """Show one game on both sides, beside each other, where they begin to differ."""
    from rotwsim.web.beside import beside_page

    lab, asked = request.app.state.lab, request.query_params
    question = await run_in_threadpool(question_of, asked.get("q", "{}"), lab.folder)
    return HTMLResponse(
        await run_in_threadpool(beside_page, question, int(asked.get("game", "0")), asked)
    )


@refusing
async def one_replay(request: Request) -> HTMLResponse:
    """Show one game of one side."""
    from rotwsim.web.beside import game_page

    lab, asked = request.app.state.lab, request.query_params
    question = await run_in_threadpool(question_of, asked.get("q", "{}"), lab.folder)
    side, game = asked.get("side", "a"), int(asked.get("game", "0"))
    written = await run_in_threadpool(game_page, question, side, game)
    return HTMLResponse(written, headers={"Content-Security-Policy": "frame-ancestors 'self'"})


@refusing
async def save(request: Request) -> JSONResponse:
    """Write the comparison as a results folder that `rotwsim report` reads."""
    from rotwsim.web.beside import save_folder

    lab = request.app.state.lab
    asked = await body_of(request)
    question = await run_in_threadpool(question_of, json.dumps(asked.get("q")), lab.folder)
    folder = await run_in_threadpool(save_folder, question, asked.get("games"), lab.folder)
    return JSONResponse({"folder": folder, "command": f"rotwsim report {folder}"})
