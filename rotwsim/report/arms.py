"""The arms of an experiment: how they differ in words, which to show, and the first win rates.

A headline may take an arm from a neighbouring folder, if the same code played it on the same
parameters.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from rotwsim.report.results import MANIFEST, Results, read_table
from rotwsim.scenario.rule_texts import tweak_words
from rotwsim.scenario.signatures import has_current_signature

OF_ALL = "of all"  # how many arms the experiment has, beside those that a figure shows
ANOTHER_GAME = ("slip", "without", "besides")  # columns that make a game another one
DESCRIBING = ("board_title", "barons", "tweaks", "player", "slip", "without")
SKILLS = ("casual", "club", "expert")
PLACE = ["board", "barons"]
NEEDED = (*PLACE, "player", "games", "win_rate", "low", "high", "tweaks", "without", "slip")


def arms_of(results: Results) -> pd.DataFrame:
    """The arms with a win rate, each with a `label` that says what is special about it."""
    if "arms" not in results.kept:
        arms = results.rows("arms", "arm", "games", "win_rate", "low", "high")
        arms = arms[arms["games"] > 0].drop_duplicates("arm").reset_index(drop=True)
        results.kept["arms"] = arms.assign(label=labels_of(arms))
    return results.kept["arms"].copy()


def labels_of(arms: pd.DataFrame, but: str = "") -> list[str]:
    """For each arm the parts of its description (`but` one) that are not the same in all arms."""
    if arms.empty:
        return []
    known = [column for column in DESCRIBING if column in arms and column != but]
    differing = [column for column in known if arms[column].nunique() > 1] or known[:1]
    labels = [_label(arm, differing) for arm in arms[[*differing, "arm"]].to_dict("records")]
    if not but and len(set(labels)) < len(labels):
        return list(arms["arm"])
    return labels


def _label(arm: Mapping, columns: list[str]) -> str:
    words = []
    for column in columns:
        value = arm[column]
        if column == "barons":
            words.append("with Barons" if value else "without Barons")
        elif column == "tweaks":
            words.append(", ".join(map(tweak_words, value.split(", "))) if value else "no tweak")
        elif column == "slip":
            words += [f"slip {value:g}"] if value > 0 else []
        elif column == "without":
            words += [f"without {value}"] if value else []
        else:
            words.append(value)
    return ", ".join(word for word in words if word) or arm["arm"]


def plain_arms(arms: pd.DataFrame) -> pd.DataFrame:
    """The arms that show the game as it is, else all; of several players the strongest first."""
    if arms.empty:
        return arms
    chosen = arms
    for columns in (ANOTHER_GAME, ("slip", "without")):  # the latter where all have other figures
        plain = without_any(arms, *columns, "tweaks")
        if plain.any():
            chosen = arms[plain]
            break
    if "player" in chosen and chosen["player"].nunique() > 1:
        strength = chosen.groupby("player")["win_rate"].transform("max")
        chosen = chosen.loc[strength.sort_values(ascending=False, kind="stable").index]
    return chosen.assign(label=labels_of(chosen)).reset_index(drop=True)


def without_any(arms: pd.DataFrame, *columns: str) -> pd.Series:
    """Which arms have nothing in these columns."""
    nothing = pd.Series(True, index=arms.index)
    for column in columns:
        if column in arms:
            nothing &= arms[column].isin(["", 0]) | arms[column].isna()
    return nothing


def shown_arms(results: Results, table: str, most: int) -> pd.DataFrame:
    """The first plain arms of a table; players who never win would only stretch the scale."""
    arms = arms_of(results)
    arms = plain_arms(arms[arms["arm"].isin(results.rows(table, "arm")["arm"])])
    able = arms[arms["win_rate"] > 0]
    shown = (able if len(able) else arms).head(most)
    shown = shown.assign(label=labels_of(shown)).reset_index(drop=True)
    shown.attrs[OF_ALL] = len(arms_of(results))
    return shown


def main_arm(results: Results, table: str) -> str:
    """Choose one arm to show for all: the first plain one in a table."""
    there = set(results.rows(table, "arm")["arm"])
    known = [arm for arm in plain_arms(arms_of(results))["arm"] if arm in there]
    return known[0] if known else min(there, default="")


def label_of(results: Results, arm: str) -> str:
    """The words for one arm: board, variant and player, as far as they are known."""
    arms = results.rows("arms", "arm")
    found = arms[arms["arm"] == arm]
    if found.empty:
        return arm
    row = found.iloc[0]
    columns = [column for column in DESCRIBING if column in arms and row[column]]
    if "barons" in arms and arms["barons"].nunique() > 1 and "barons" not in columns:
        columns.insert(
            columns.index("board_title") + 1 if "board_title" in columns else 0, "barons"
        )
    return _label(row, columns) or arm


def paired_by_barons(arms: pd.DataFrame) -> pd.DataFrame:
    """Each arm with its row and its series: 0 without Barons, 1 with them."""
    if "barons" in arms and arms["barons"].nunique() > 1:
        rows = arms.assign(row=labels_of(arms, but="barons"), series=arms["barons"].astype(int))
        if not rows.duplicated(["row", "series"]).any():
            return rows
    return arms.assign(row=arms["label"], series=0)


@dataclass(frozen=True)
class Headline:
    """A board with or without Barons, its arms, and the players that nobody has measured."""

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
