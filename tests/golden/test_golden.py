"""Whole games as they were when last read by somebody, and one hash over a thousand."""

from __future__ import annotations

import difflib

import pytest

from rotwsim.runner.signature import signature

from .renew import FOLDER, PLAYTHROUGHS, SIGNATURE, playthrough

RENEW = "if the change was meant: python -m tests.golden.renew, then read the difference"


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_a_playthrough_reads_as_before(name):
    before = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    now = playthrough(**PLAYTHROUGHS[name]).splitlines()
    difference = list(difflib.unified_diff(before, now, "before", "now", lineterm="", n=1))
    assert not difference, "\n".join([*difference[:30], RENEW])


def test_the_signature_is_unchanged():
    assert signature() == (FOLDER / SIGNATURE).read_text(encoding="utf-8").strip(), RENEW


def test_the_signature_depends_on_every_game():
    assert len({signature(1), signature(2), signature(3)}) == 3
