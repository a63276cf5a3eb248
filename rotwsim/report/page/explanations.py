"""What a page explains of itself: its terms and its rules."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

import pandas as pd

from rotwsim.report.page.sections import Section
from rotwsim.report.results import Results
from rotwsim.scenario.rule_texts import RuleText, glossary, rule_texts
from rotwsim.scenario.rulebook import load_rulebook

ALWAYS = ("arm", "assumed", "digest", "flips", "interval", "player", "result", "seed", "verdict")
RULES = Path("docs") / "rules.md"


def terms_in(texts: Iterable[str]) -> dict[str, str]:
    """The glossary as far as the page needs it."""
    said = " ".join(texts).lower()
    return {
        term: text
        for term, text in glossary().items()
        if term in ALWAYS or re.search(rf"\b{re.escape(term)}s?\b", said)
    }


def rules_in(results: Results, sections: list[Section]) -> list[RuleText]:
    """The rules whose ids stand in tables of the page."""
    shown = [results.tables[table] for section in sections for table in section.tables]
    ids = {rule for table in shown if "rule" in table for rule in table["rule"]}
    return [text for text in rule_texts() if text.rule in ids]


def way_to_rules(folder: Path) -> str:
    """The address of docs/rules.md seen from a folder of this project; nothing elsewhere."""
    here = folder.resolve()
    found = (place / RULES for place in (here, *here.parents) if (place / RULES).is_file())
    page = next(found, None)
    return Path(os.path.relpath(page, here)).as_posix() if page else ""


def with_goals(table: pd.DataFrame) -> pd.DataFrame:
    """The Barons with what each asks for and what it does for the Railbot, beside their names."""
    known = {baron.name: baron for baron in load_rulebook().barons}
    if "baron" not in table:
        return table
    goals, effects = [], []
    for name in table["baron"]:
        baron = known.get(name)
        tiers = "/".join(map(str, baron.tiers)) if baron else ""
        goals.append(f"{tiers} {baron.goal_text}" if baron else "")
        effects.append(baron.effect_text if baron else "")
    shown = table.copy()
    shown.insert(1, "goal", goals)
    shown.insert(2, "opponent_effect", effects)
    return shown
