"""The arms of an experiment: how they differ in words, which to show, and the first win rates.

A headline may take an arm from a neighbouring folder, if the same code played it on the same
parameters.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from rotwsim.report.results import MANIFEST, Results, Row, Rows, is_known, read_table, rows_of
from rotwsim.scenario.rule_texts import tweak_words
from rotwsim.scenario.signatures import has_current_signature

ANOTHER_GAME = ("slip", "without", "besides")  # columns that make a game another one
DESCRIBING = ("board_title", "barons", "tweaks", "player", "slip", "without")
SKILLS = ("casual", "club", "expert")
PLACE = ("board", "barons")
NEEDED = (*PLACE, "player", "games", "win_rate", "low", "high", "tweaks", "without", "slip")


def arms_of(results: Results) -> Rows:
    """Find the arms with a win rate, each with a `label` that says what is special about it."""
    arms = results.rows("arms", "arm", "games", "win_rate", "low", "high")
    return labelled(arms.where(lambda arm: arm["games"] > 0).once("arm"))


def labelled(arms: Rows) -> Rows:
    """Give each arm the `label` that it has among these arms."""
    return arms.assign(label=labels_of(arms))


def labels_of(arms: Rows, but: str = "") -> list[str]:
    """Describe each arm by the parts (`but` one) that are not the same in all arms."""
    known = [column for column in DESCRIBING if arms.has(column) and column != but]
    differing = [column for column in known if len(arms.kinds(column)) > 1] or known[:1]
    labels = [_label(arm, differing) for arm in arms]
    if not but and len(set(labels)) < len(labels):
        return arms.column("arm")
    return labels


def _label(arm: Row, columns: list[str]) -> str:
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


def plain_arms(arms: Rows) -> Rows:
    """Choose the arms that show the game as it is, else all; the strongest player first."""
    chosen = arms
    for columns in (ANOTHER_GAME, ("slip", "without")):  # the latter where all have other numbers
        if plain := arms.where(lambda arm, own=columns: lacks(arm, *own, "tweaks")):
            chosen = plain
            break
    if len(chosen.kinds("player")) > 1:
        best = {who: max(own.column("win_rate")) for who, own in chosen.by("player").items()}
        chosen = Rows(sorted(chosen, key=lambda arm: -best[arm["player"]]))
    return labelled(chosen)


def typical_player(arms: Rows) -> str:
    """Choose the player whose games say most: the one who wins nearest to half of them."""
    players = arms.by("player") if arms.has("player") else {}
    rates = {who: sum(own.column("win_rate")) / len(own) for who, own in players.items()}
    return min(rates, key=lambda who: abs(rates[who] - 0.5), default="")


def lacks(arm: Row, *columns: str) -> bool:
    """Ask whether an arm has nothing in these columns."""
    return not any(is_known(arm, column) and arm[column] for column in columns)


def shown_arms(results: Results, table: str, most: int) -> Rows:
    """Choose the first plain arms of a table; players who never win would stretch the scale."""
    there = set(results.rows(table, "arm").column("arm"))
    arms = plain_arms(arms_of(results).where(lambda arm: arm["arm"] in there))
    able = arms.where(lambda arm: arm["win_rate"] > 0) or arms
    return labelled(Rows(able[:most]))


def main_arm(results: Results, table: str) -> str:
    """Choose one arm to show for all: the first plain one in a table."""
    there = set(results.rows(table, "arm").column("arm"))
    known = [arm for arm in plain_arms(arms_of(results)).column("arm") if arm in there]
    return known[0] if known else min(there, default="")


def label_of(results: Results, arm: str) -> str:
    """Describe one arm: board, variant and player, as far as they are known."""
    arms = results.rows("arms", "arm")
    row = next(iter(arms.where(arm=arm)), None)
    if row is None:
        return arm
    columns = [column for column in DESCRIBING if row.get(column)]
    if len(arms.kinds("barons")) > 1 and "barons" not in columns:
        columns.insert(
            columns.index("board_title") + 1 if "board_title" in columns else 0, "barons"
        )
    return _label(row, columns) or arm


def paired_by_barons(arms: Rows) -> Rows:
    """Give each arm its row and its series: 0 without Barons, 1 with them."""
    if len(arms.kinds("barons")) > 1:
        series = [int(barons) for barons in arms.column("barons")]
        rows = arms.assign(row=labels_of(arms, but="barons"), series=series)
        if len(rows.by("row", "series")) == len(rows):
            return rows
    return arms.assign(row=arms.column("label"), series=[0] * len(arms))


@dataclass(frozen=True)
class Headline:
    """A board with or without Barons, its arms, and the players that nobody has measured."""

    label: str
    arms: list[Row]
    missing: list[str]


def headlines_of(results: Results, most: int) -> list[Headline]:
    """Write a headline for each board and variant of the plain arms, as many as wanted."""
    own = plain_arms(arms_of(results))
    if not own.has(*PLACE, "player"):
        return []
    own = _with_data(results.manifest, own)
    known = Rows([*own, *_beside(results)])
    return [_headline(place, own, known) for place in own.once(*PLACE)[:most]]


def _headline(place: Row, own: Rows, known: Rows) -> Headline:
    """Take the three skills; of a folder that has other players only, those."""
    here = {name: place[name] for name in PLACE}
    found = {arm["player"]: arm for arm in known.where(**here, data=place["data"]).once("player")}
    players = [player for player in SKILLS if player in found] or own.where(**here).kinds("player")
    variant = " with Barons" if place["barons"] else ""
    title = place.get("board_title") or place["board"]
    missing = [player for player in SKILLS if player not in players]
    return Headline(f"{title}{variant}", [found[player] for player in players], missing)


def _beside(results: Results) -> Rows:
    """Find the plain arms of other folders that the same code played, the longest runs first."""
    found = Rows()
    for path in sorted(results.folder.resolve().parent.glob(f"*/{MANIFEST}")):
        table = None if path.parent == results.folder.resolve() else read_table(path.parent, "arms")
        if table is not None and set(NEEDED) <= set(table):
            manifest = _manifest(path)
            current = _current_arms(manifest)
            arms = rows_of(table).where(
                lambda arm, own=current: arm["arm"] in own and lacks(arm, *ANOTHER_GAME, "tweaks")
            )
            found += _with_data(manifest, arms)
    return found.ordered("games", descending=True)


def _manifest(path: Path) -> dict:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, OSError):
        return {}
    return content if isinstance(content, dict) else {}


def _current_arms(manifest: dict) -> set[str]:
    """Find the arms whose players still play as they did then."""
    return {arm["arm"] for arm in _entries(manifest) if has_current_signature(arm)}


def _with_data(manifest: dict, arms: Rows) -> Rows:
    """Add the digest of board and rulebook behind each arm, as the manifest has it."""
    known = {entry["arm"]: str(entry["scenario"].get("data", "")) for entry in _entries(manifest)}
    return arms.assign(data=[known.get(arm, "") for arm in arms.column("arm")])


def _entries(manifest: dict) -> list[dict]:
    described = manifest.get("arms")
    return [
        entry
        for entry in (described if isinstance(described, list) else [])
        if isinstance(entry, dict) and isinstance(entry.get("scenario"), dict) and "arm" in entry
    ]
