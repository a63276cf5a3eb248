"""The lab's server: who is let in, what it answers, that a page can leave at any moment."""

from __future__ import annotations

import json
import socket
import time
from urllib.parse import urlencode

import pytest

from .conftest import TOKEN

QUESTION = {"a": {"player": "casual"}, "b": {"settings": {"target": 1}}, "precision": 40}


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "evil.example:8017"},
        {"host": "127.0.0.1:1"},
        {"origin": "http://evil.example"},
        {"sec-fetch-site": "cross-site"},
    ],
)
def test_another_host_or_site_is_refused(served, headers):
    assert served.ask("/", headers=headers)[0] == 403
    assert served.ask("/")[0] == 200


def test_the_lab_listens_on_this_machine_alone(served):
    for address in {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None)}:
        if ":" not in address and not address.startswith("127."):
            with pytest.raises(OSError), socket.create_connection((address, served.port), 1):
                pass


def test_without_the_token_nothing_is_answered_but_the_look_of_the_page(served):
    for path in ("/", "/catalogue", "/events", "/replay", "/game", "/board"):
        assert served.ask(path, token="")[0] == 403
        assert served.ask(path, token=TOKEN[:-1])[0] == 403
    assert served.ask("/save", "POST", "{}", token="")[0] == 403
    assert served.ask("/static/lab.css", token="")[0] == 200


def test_a_path_out_of_the_static_folder_is_not_found(served):
    for path in ("/static/../server.py", "/static/%2e%2e/server.py", "/static//etc/passwd"):
        assert served.ask(path)[0] == 404


def test_every_answer_forbids_what_comes_from_elsewhere(served):
    for path in ("/", "/catalogue", "/static/lab.js"):
        found = served.ask(path)[1]
        assert found["content-security-policy"].startswith("default-src 'none'")
        assert "unsafe-eval" not in found["content-security-policy"]
        assert found["x-content-type-options"] == "nosniff"
        assert found["cache-control"] == "no-store"


def test_the_events_end_with_an_answer(served):
    final = served.states(QUESTION, tab="one")[-1]
    assert final["state"] == "done" and final["b"]["value"] > final["a"]["value"]
    assert final["verdict"] == "easier" and final["headline"].startswith("B is easier")
    assert not served.lab.watches


def test_bad_questions_and_files_answer_with_the_loaders_words(served):
    (served.folder / "bad.toml").write_text('extends = "eastern-us"\nnonsense = 1\n')
    (state,) = served.states({"a": {"board": "bad.toml"}})
    assert state["state"] == "error" and "nonsense" in state["note"]
    status, _, text = served.ask("/board", board="bad.toml")
    assert status == 400 and "nonsense" in json.loads(text)["error"]
    assert "no JSON" in served.ask("/events", q="{")[2]
    assert served.ask("/replay", q="{}", game="x")[0] == 400
    assert served.ask("/save", "POST", "[]")[0] == 400


def test_a_request_that_is_too_large_is_refused(served):
    assert served.ask("/save", "POST", "x" * 200_000)[0] == 403


def test_games_stop_soon_after_a_page_is_gone(served):
    question = {"a": {"player": "casual"}, "b": {"settings": {"target": 100}}, "precision": 0.1}
    words = urlencode({"token": TOKEN, "tab": "t", "q": json.dumps(question)})
    host = f"127.0.0.1:{served.port}"
    with socket.create_connection(("127.0.0.1", served.port)) as page:
        page.sendall(f"GET /events?{words} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        end = time.monotonic() + 30
        while not any(watch.n for watch in served.lab.watches.values()) and time.monotonic() < end:
            time.sleep(0.02)
        (watch,) = served.lab.watches.values()
    watch.join(5)
    assert watch.state == "cancelled" and not served.lab.watches


def test_a_new_question_of_a_tab_ends_its_old_one_and_leaves_other_tabs_alone(served):
    from rotwsim.web.setting import question_of

    question = question_of(json.dumps(QUESTION | {"precision": 0.1}), served.folder)
    first, other = (served.lab.watch(tab, question) for tab in ("one", "two"))
    second = served.lab.watch("one", question)
    first.join(5)
    assert first.state == "cancelled"
    assert second.state != "cancelled" and other.state != "cancelled"
    for watch in (second, other):
        watch.cancel()
        watch.join(5)
