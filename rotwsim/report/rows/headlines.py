"""The win rates that a reader looks for first: each board for casual, club and expert.

What this folder did not play may lie in a folder beside it, played by the same code on the same
figures.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from rotwsim.report.results import MANIFEST, Results, read_table
from rotwsim.report.rows.arms import ANOTHER_GAME, arms_of, plain_arms, without_any
from rotwsim.scenario.signatures import has_current_signature

SKILLS = ("casual", "club", "expert")
PLACE = ["board", "barons"]
NEEDED = (*PLACE, "player", "games", "win_rate", "low", "high", "tweaks", "without", "slip")


@dataclass(frozen=True)
class Headline:
    """A board with or without Barons, the arms that won there, and whose are not at hand."""

    label: str
    arms: list[dict]
    missing: list[str]


def headlines_of(results: Results, most: int) -> list[Headline]:
    """A headline for each board and variant of the plain arms, as many as wanted."""
    own = plain_arms(arms_of(results))
    if own.empty or not {"board", "barons", "player"} <= set(own):
        return []
    own = own.assign(data=_data_of(results.manifest, own))
    known = pd.concat([own, *_beside(results)], ignore_index=True)
    places = own.drop_duplicates(PLACE).head(most)
    return [_headline(place, own, known) for _, place in places.iterrows()]


def _headline(place: pd.Series, own: pd.DataFrame, known: pd.DataFrame) -> Headline:
    """The three skills; of a folder that has other players only, those."""
    there = known[(known[[*PLACE, "data"]] == place[[*PLACE, "data"]]).all(axis=1)]
    found = there.drop_duplicates("player").set_index("player", drop=False)
    players = [player for player in SKILLS if player in found.index]
    if not players:
        players = list(own[(own[PLACE] == place[PLACE]).all(axis=1)]["player"].unique())
    variant = " with Barons" if place["barons"] else ""
    title = place.get("board_title") or place["board"]
    missing = [player for player in SKILLS if player not in players]
    return Headline(f"{title}{variant}", found.loc[players].to_dict("records"), missing)


def _beside(results: Results) -> list[pd.DataFrame]:
    """The plain arms of other folders whose games the same code played, the longest runs first."""
    found = []
    for path in sorted(results.folder.resolve().parent.glob(f"*/{MANIFEST}")):
        manifest = _manifest(path)
        if path.parent == results.folder.resolve():
            continue
        arms = read_table(path.parent, "arms")
        if arms is not None and set(NEEDED) <= set(arms):
            arms = arms[without_any(arms, *ANOTHER_GAME, "tweaks")]
            arms = arms[arms["arm"].isin(_current_arms(manifest))]
            found.append(arms.assign(data=_data_of(manifest, arms)))
    return [pd.concat(found).sort_values("games", ascending=False)] if found else []


def _manifest(path: Path) -> dict:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, OSError):
        return {}
    return content if isinstance(content, dict) else {}


def _current_arms(manifest: dict) -> list[str]:
    """The arms whose players still play as they did then."""
    return [arm["arm"] for arm in _entries(manifest) if has_current_signature(arm)]


def _data_of(manifest: dict, arms: pd.DataFrame) -> list[str]:
    """The digest of board and rulebook behind each arm, as the manifest has it."""
    known = {entry["arm"]: str(entry["scenario"].get("data", "")) for entry in _entries(manifest)}
    return [known.get(arm, "") for arm in arms["arm"]]


def _entries(manifest: dict) -> list[dict]:
    described = manifest.get("arms")
    return [
        entry
        for entry in (described if isinstance(described, list) else [])
        if isinstance(entry, dict) and isinstance(entry.get("scenario"), dict) and "arm" in entry
    ]
