"""Answer what the page asks: events of a watch, own files, replays beside each other, saving."""

from __future__ import annotations

import asyncio
import html
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import lru_cache, wraps
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse

from rotwsim.replay import Story, replay
from rotwsim.replay.story import SoloResult
from rotwsim.replay.text import Step, steps_of
from rotwsim.scenario.mistakes import lines_of
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.web import setting
from rotwsim.web.design import check_rules, draft_of, form_of, saved, table_in
from rotwsim.web.pool import save_folder
from rotwsim.web.setting import Question, checked_board, question_of
from rotwsim.web.watch import ENDED, FAILED

if TYPE_CHECKING:
    from rotwsim.web.server import Lab

STATIC = Path(__file__).parent / "static"
FIRST_LOOKS, LOOK, PICTURE = 0.05, 0.25, 0.5  # seconds between two events
STILL_THERE = 5.0  # seconds between two events where nothing happens
LARGEST_BODY = 100_000  # bytes
STORIES_KEPT = 8


def answering(answer: Callable[[Lab, Mapping], Response | dict]) -> Callable[[Request], Awaitable]:
    """Answer in a thread what a page asks in its address or body; what cannot be read, with why."""

    @wraps(answer)
    async def answered(request: Request) -> Response:
        try:
            is_sent = request.method == "POST"
            asked = await body_of(request) if is_sent else request.query_params
            found = await run_in_threadpool(answer, request.app.state.lab, asked)
        except (DataError, OSError, ValueError, RecursionError) as error:
            return JSONResponse({"error": "\n".join(lines_of(error))}, 400)
        return found if isinstance(found, Response) else JSONResponse(found)

    return answered


async def body_of(request: Request) -> dict:
    """Read a table sent as JSON, of limited size whatever its header says."""
    content = b""
    async for part in request.stream():
        content += part
        if len(content) > LARGEST_BODY:
            raise DataError("that is too much")
    return setting.checked_table(json.loads(content), "a request")


@answering
def page(lab: Lab, asked: Mapping) -> Response:
    return HTMLResponse((STATIC / "lab.html").read_text(encoding="utf-8"))


@answering
def colours(lab: Lab, asked: Mapping) -> Response:
    from rotwsim.report.figures import DARK, LIGHT

    light, dark = (
        "".join(f"--{role}: {colour}; " for role, colour in kind.items()) for kind in (LIGHT, DARK)
    )
    text = (
        f":root {{ {light}}}\n@media (prefers-color-scheme: dark) {{ "
        f':root:not([data-theme="light"]) {{ {dark}}} }}\n:root[data-theme="dark"] {{ {dark}}}\n'
    )
    return Response(text, media_type="text/css")


@answering
def things_to_change(lab: Lab, asked: Mapping) -> dict:
    return setting.catalogue()


@answering
def own_board(lab: Lab, asked: Mapping) -> dict:
    return setting.board_row(checked_board(asked.get("board", ""), lab.folder))


@answering
def rules(lab: Lab, asked: Mapping) -> dict:
    """Give the form of a file of rules, or read an own file."""
    if "file" in asked:
        name = setting.checked_file("rules", asked["file"], lab.folder)
        return {"rules": table_in(lab.folder / name, name)}
    return {"sections": form_of(checked_board(asked.get("board", ""), lab.folder))}


@answering
def edited_rules(lab: Lab, asked: Mapping) -> dict:
    """Check the rules that a page holds, and write them below the folder where it asks for it."""
    given = setting.checked_table(asked.get("rules"), "rules")
    found = check_rules(given, checked_board(asked.get("board"), lab.folder))
    if asked.get("save") and not found["mistakes"]:
        saved(draft_of(given), lab.folder)
    return found


@answering
def save(lab: Lab, asked: Mapping) -> dict:
    """Write the comparison as a results folder that `rotwsim report` reads."""
    question = question_of(json.dumps(asked.get("q")), lab.folder)
    folder = save_folder(question, asked.get("games"), lab.folder)
    return {"folder": folder, "command": f"rotwsim report {folder}"}


@answering
def replays(lab: Lab, asked: Mapping) -> Response:
    return HTMLResponse(beside_page(*asked_game(lab, asked), asked))


@answering
def one_replay(lab: Lab, asked: Mapping) -> Response:
    from rotwsim.report.page.replay import replay_page

    side, (question, game) = asked.get("side", "a"), asked_game(lab, asked)
    if side not in ("a", "b"):
        raise DataError(f'there is no side "{side}"; legal: a, b')
    scenario = question.a if side == "a" else question.b
    written = replay_page(story_of(scenario, question.seed, game), scenario)
    return HTMLResponse(written, headers={"Content-Security-Policy": "frame-ancestors 'self'"})


def asked_game(lab: Lab, asked: Mapping) -> tuple[Question, int]:
    """Read which game of which question a page wants to see."""
    question = question_of(asked.get("q", "{}"), lab.folder).calibrated()
    return question, int(asked.get("game", "0"))


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
        yield event("state", {"state": FAILED, "note": "\n".join(lines_of(error)), "n": 0})
        return
    watch = lab.watch(tab, question)
    clock = asyncio.get_running_loop().time
    last, drawn, next_picture, began, spoken = None, 0, 0.0, 0.0, clock()
    drawing: asyncio.Task | None = None  # beside the numbers, which do not wait for it
    try:
        while not await request.is_disconnected() and not lab.closing.is_set():
            ended = watch.state in ENDED
            found = await run_in_threadpool(watch.snapshot)
            if found != last:
                yield event("state", found)
                last, spoken = found, clock()
            if drawing and (drawing.done() or ended):
                for picture in await drawing:
                    yield event("picture", picture)
                drawing, took = None, clock() - began
                next_picture = max(began + PICTURE, clock() + took)  # games need time, too
            if watch.n > drawn and not drawing and (ended or clock() >= next_picture):
                began, drawn = clock(), watch.n
                drawing = asyncio.create_task(run_in_threadpool(pictures_of, watch, is_wide))
            if ended and drawing:
                continue
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
        if drawing:
            drawing.cancel()


async def pause(request: Request, seconds: float) -> None:
    """Wait, but no longer than the page is there."""
    for _ in range(max(1, round(seconds / FIRST_LOOKS))):
        await asyncio.sleep(FIRST_LOOKS)
        if await request.is_disconnected():
            return


def event(name: str, data: object) -> str:
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"


def beside_page(question: Question, game: int, asked: Mapping[str, str]) -> str:
    """Write the page with the replays of both sides, each at the first step that differs."""
    a, b = story_of(question.a, question.seed, game), story_of(question.b, question.seed, game)
    step = first_difference(a, b)
    given = {key: asked[key] for key in ("token", "q") if key in asked} | {"game": str(game)}
    frames = "\n".join(
        f'<section aria-label="Side {side.upper()}"><h2>{side.upper()}: {_outcome(story)}</h2>'
        f"<p>{html.escape(_happens(story, step))}</p>"
        f'<iframe title="Game {game} of side {side.upper()}" '
        f'src="/game?{html.escape(urlencode(given | {"side": side}))}#step={step}"></iframe>'
        "</section>"
        for side, story in (("a", a), ("b", b))
    )
    steps = steps_of(a)
    turn = steps[min(step, len(steps) - 1)].turn
    words = f"They differ from turn {turn} on, step {step}." if step else "They are equal."
    page = (STATIC / "beside.html").read_text(encoding="utf-8")
    return page.format(game=game, seed=question.seed, frames=frames, where=words)


@lru_cache(maxsize=STORIES_KEPT)
def story_of(scenario: Scenario, seed: int, game: int) -> Story:
    return replay(scenario, seed, game)


def first_difference(a: Story, b: Story) -> int:
    """Find the first step at which two games of one seed differ; 0 where none does."""

    def seen(step: Step) -> tuple:
        return step.turn, step.label, step.text, step.texts, step.after

    one, other = steps_of(a), steps_of(b)
    pairs = zip(one[1:], other[1:], strict=False)
    end = 0 if len(one) == len(other) else min(len(one), len(other)) - 1
    return next((left.number for left, right in pairs if seen(left) != seen(right)), end)


def _happens(story: Story, step: int) -> str:
    """Say what a side does at a step."""
    steps = steps_of(story)
    now = steps[min(step, len(steps) - 1)]
    return f"{now.label}: {'; '.join([now.text, *now.texts]).strip('; ')}"


def _outcome(story: Story) -> str:
    result = story.result
    assert isinstance(result, SoloResult)  # the lab plays the solo game
    word = "won" if result.won else "lost"
    return f"{word}, {result.result} points of {result.target}, {result.turns} turns"
