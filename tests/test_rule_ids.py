"""Every rule of the rulebook is named by at least one test."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent
RULE = re.compile(r"(?<![A-Z])([BSDTMR])(\d+)(?!\d)")
# The ids of the rulebook this simulator plays: base game, solo, Duel Barons, tweaks, table, Rail
# Barons.
RULES = {
    "B": [*range(1, 6), *range(10, 17), *range(20, 25), *range(30, 34), *range(40, 49)],
    "S": [*range(1, 8), *range(10, 16), *range(20, 34), 40, 41],
    "D": [1, 2, *range(10, 22)],
    "T": list(range(1, 9)),
    "M": [*range(1, 7), *range(10, 20), *range(30, 33), *range(40, 44)],
    "R": list(range(1, 13)),
}
IDS = {f"{letter}{number}" for letter, numbers in RULES.items() for number in numbers}


@cache
def named_ids() -> dict[str, list[str]]:
    """Rule ids with the tests that name them."""
    found: dict[str, list[str]] = {}
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for letter, number in RULE.findall(node.name):
                    found.setdefault(f"{letter}{number}", []).append(f"{path.name}::{node.name}")
    return found


def test_every_rule_id_is_named_by_a_test():
    missing = sorted(IDS - set(named_ids()))
    assert not missing, f"no test names {', '.join(missing)}"


def test_no_test_names_a_rule_that_does_not_exist():
    unknown = {rule: tests for rule, tests in named_ids().items() if rule not in IDS}
    assert not unknown
