"""Say what rules of one's own change, and what is unusual in them; list every setting."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from rotwsim.scenario.baron_words import goal_of
from rotwsim.scenario.files import DATA
from rotwsim.scenario.options import SETTINGS
from rotwsim.scenario.own.rules import EVERYWHERE, NUMBERS, PARAMETERS, WITH_BARONS
from rotwsim.scenario.player_numbers import load_weights
from rotwsim.scenario.reading import read_toml
from rotwsim.scenario.rulebook import load_rulebook
from rotwsim.scenario.schema import IDEA, Board, DuelBaron, RailbotCard

if TYPE_CHECKING:
    from rotwsim.scenario.scenario import Scenario

FILE = "settings.toml"
NEW, GONE = "new", "removed"
PARAMETER, BARON, CARD = "parameter", "Duel Baron", "Railbot card"
OPERATION, TWEAK = "card", "tweak"
MOST_NUMBERS, FIRST_NUMBERS = 12, 10  # of a list in a line
FAR = 2.0  # times the printed number, or its half: unusual
WEIGHTS_OF = "expert"
TARGET_NAMES = {EVERYWHERE: "target", WITH_BARONS: "target with Duel Barons"}


@dataclass(frozen=True)
class Change:
    """One thing that rules of one's own change: as printed, and as they say."""

    kind: str
    name: str
    before: str
    after: str

    def __str__(self) -> str:
        if self.after == GONE:
            return f"{self.kind} {self.name} is removed"
        added = f"{self.kind} {self.name}: {self.after}"
        return f"new {added}" if self.before == NEW else f"{added} (printed: {self.before})"


@dataclass(frozen=True)
class SettingRow:
    """A parameter, ruling or weight: what it means, its unit, default, range and origin."""

    kind: str
    name: str
    meaning: str
    unit: str
    default: str
    legal: str
    origin: str
    option: str  # how a command changes it


def changes_of(scenario: Scenario) -> list[Change]:
    """List what the rules of a scenario change, in the order of the file's sections."""
    if scenario.own is None:
        return []
    board = scenario.board.unchanged or scenario.board
    return [
        *_numbers(scenario, board),
        *_rows(BARON, load_rulebook().barons, scenario.book.barons, baron_words),
        *_rows(CARD, _cards(board), _cards(scenario.board), card_words),
        *_copies(board, scenario.board),
        *_rows(TWEAK, load_rulebook().tweaks, scenario.book.tweaks, lambda tweak: tweak.text),
    ]


def _numbers(scenario: Scenario, board: Board) -> Iterator[Change]:
    own, book, printed = scenario.own, scenario.book, load_rulebook()
    assert own is not None
    names = {name for name, _ in own.parameters}
    names |= {field for rows in NUMBERS.values() for _, field, _ in rows}
    for name in sorted(names):
        before = getattr(board, name, getattr(printed, name, 1))
        after = dict(own.parameters).get(name, getattr(book, name, before))
        if after != before:
            yield Change(PARAMETER, name.replace("_", " "), str(before), str(after))
    for name, value in own.targets:
        before = printed.target + (printed.barons_raise_target if name == WITH_BARONS else 0)
        shown = TARGET_NAMES.get(name, f"target on {name}")
        if before == value:
            continue
        yield Change(PARAMETER, shown, str(before), str(value))
    for shown, name in (("engine prices", "engine_prices"), ("income", "income_by_score")):
        before, after = getattr(printed, name), getattr(book, name)
        if before != after:
            yield Change(PARAMETER, shown, _numbers_text(before), _numbers_text(after))
    if book.income_above != printed.income_above:
        before, after = str(printed.income_above), str(book.income_above)
        yield Change(PARAMETER, "income above", before, after)


def _numbers_text(numbers: tuple[int, ...]) -> str:
    if len(numbers) <= MOST_NUMBERS:
        return ", ".join(map(str, numbers))
    first = ", ".join(map(str, numbers[:FIRST_NUMBERS]))
    return f"{first}, … (at most {max(numbers)}, {numbers[-1]} at {len(numbers) - 1})"


def _rows(kind: str, before: tuple, after: tuple, words) -> Iterator[Change]:
    old, new = ({row.name: row for row in rows} for rows in (before, after))
    for name, row in new.items():
        if name not in old:
            yield Change(kind, name, NEW, words(row))
        elif row != old[name]:
            yield Change(kind, name, words(old[name]), words(row))
    for name in old:
        if name not in new:
            yield Change(kind, name, words(old[name]), GONE)


def _cards(board: Board) -> tuple[RailbotCard, ...]:
    return board.railbot_cards + board.common_cards


def _copies(before: Board, after: Board) -> Iterator[Change]:
    old, new = ({card.name: card for card in board.operations} for board in (before, after))
    for name in dict.fromkeys((*old, *new)):
        copies = [cards[name].count if name in cards else 0 for cards in (old, new)]
        if copies[0] != copies[1]:
            yield Change(OPERATION, name, f"{copies[0]} copies", f"{copies[1]} copies")


def baron_words(baron: DuelBaron) -> str:
    """Put a Baron in a line: tiers, goal, points, effect."""
    tiers, points = ("/".join(map(str, numbers)) for numbers in (baron.tiers, baron.points))
    least = f", from a score of {baron.from_score} on" if baron.from_score else ""
    goal = f"{tiers} {baron.goal_text} for {points} points{least}"
    return f"{goal}; for the Railbot: {baron.effect_text}"


def card_words(card: RailbotCard) -> str:
    """Put a Railbot card in a line: slot, cities, effects."""
    parts = [card.slot or "", "–".join(card.cities)]
    parts += [f"Exhaust {card.exhaust}"] if card.exhaust else []
    for name in ("taxation", "deadhead", "major_line", "baron"):
        if getattr(card, name):
            parts.append(name.replace("_", " ").title())
    return ", ".join(part for part in parts if part)


def unusual_in(scenario: Scenario) -> list[str]:
    """Name what may be meant, but rarely is."""
    found = []
    for change in changes_of(scenario):
        if change.kind == PARAMETER and change.before.isdecimal() and change.after.isdecimal():
            before, after = int(change.before), int(change.after)
            if before and not before / FAR <= after <= before * FAR:
                found.append(f"{change.name} is {after}, far from the printed {before}")
    highest = len(scenario.book.engine_prices) + 1
    for baron in scenario.book.barons:
        goal = goal_of(baron)
        if goal.counts in ("engine", "long_delivery") and baron.tiers[-1] > highest:
            found.append(f"{baron.name} asks for {baron.tiers[-1]}; engines end at {highest}")
        if goal.counts == "few_bonds" and not baron.from_score:
            found.append(f"{baron.name} can be claimed before the first bond: give from_score")
        if goal.cities and baron.tiers[-1] > len(goal.cities) and goal.counts == "cities":
            found.append(f"{baron.name} asks for more cities than it names")
    slots = [card.slot for card in _cards(scenario.board) if not card.final_evaluation]
    if scenario.own and len(slots) != len(_cards(scenario.board.unchanged or scenario.board)) - 1:
        turns = len(slots) - 6
        found.append(f"the Railbot deck has {len(slots)} cards: {turns} to {turns + 2} turns")
    return found


def settings_of(scenario: Scenario) -> list[SettingRow]:
    """List every parameter, ruling and weight with meaning, unit, default, range and origin."""
    rows = parameters_of(scenario)
    for ruling in scenario.book.rulings:
        if ruling.choices:
            legal, option = ", ".join(ruling.choices), f"--ruling {ruling.name}=…"
            about = (f"{ruling.text} ({ruling.rule})", "choice", ruling.choices[0], legal, "ruling")
            rows.append(SettingRow("ruling", ruling.name, *about, option))
    meanings = _meanings()
    weights = load_weights(tuple(meanings["weights"]))[WEIGHTS_OF]
    for name, meaning in meanings["weights"].items():
        default = f"{weights.get(name, 0.0):g}"
        about = (meaning, "", default, "any number", "assumed", f"--weight {name}=…")
        rows.append(SettingRow("weight", name, *about))
    return rows


def parameters_of(scenario: Scenario) -> list[SettingRow]:
    """List every parameter with meaning, unit, default, range and origin."""
    meanings = _meanings()
    defaults = scenario.varied(barons=False, tweaks=()).parameters
    origins = _origins(scenario)
    rows = []
    for name, legal in PARAMETERS.items():
        meaning, unit = meanings["parameters"][name]
        default = defaults.get(name, getattr(scenario.book, name, ""))
        if name in ("barons_in_row", "barons_raise_target"):
            default = getattr(scenario.book, name)
        option = f"--set {name}=…" if name in SETTINGS else "[parameters] of a file of rules"
        origin = origins.get(name, "ruling")
        rows.append(
            SettingRow("parameter", name, meaning, unit, str(default), str(legal), origin, option)
        )
    return rows


def settings_page(scenario: Scenario) -> str:
    """Write all settings as a page in Markdown, docs/settings.md."""
    lines = [
        "# Settings",
        "",
        "Every parameter, ruling and weight. `rotwsim show settings --write docs/settings.md`",
        f"makes this page; the defaults are those of {scenario.board.title}.",
    ]
    kind = ""
    for row in settings_of(scenario):
        if row.kind != kind:
            kind = row.kind
            lines += ["", f"## {kind.title()}s", ""]
            lines += ["| name | meaning | unit | default | range | origin |"]
            lines += ["| --- | --- | --- | --- | --- | --- |"]
        cells = (f"`{row.name}`", row.meaning, row.unit, row.default, row.legal, row.origin)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _origins(scenario: Scenario) -> dict[str, str]:
    """Give the origin of each parameter by its name."""
    found = {"railbot_acts": "ruling", "operations_used": "ruling"}
    for value in (*scenario.book.provenance, *scenario.board.provenance):
        name = value.key.rpartition(".")[2]
        table = value.key.partition(".")[0]
        name = {"price": "urbanize_price", "cubes": "urbanize_cubes"}.get(name, name)
        if table not in ("cities", "sea", "railbot", "lines", "western_link"):
            found[name] = value.origin
    for name, _ in scenario.own.parameters if scenario.own else ():
        found[name] = IDEA
    return found


@lru_cache(maxsize=1)
def _meanings() -> dict[str, dict]:
    tables = read_toml(DATA / FILE, FILE)
    return {name: tables[name] for name in ("parameters", "weights")}
