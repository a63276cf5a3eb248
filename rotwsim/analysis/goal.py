# Longer than most: what a goal is, and every mistake that a file of one can have.
"""Read a goal from a file: wanted win rates by skill, what may be changed, and limits."""

import json
import math
import re
from collections.abc import Container
from dataclasses import dataclass, field
from pathlib import Path

from rotwsim.scenario.files import toml_lines, toml_value, write_whole
from rotwsim.scenario.mistakes import Mistakes, by_line
from rotwsim.scenario.options import SETTINGS
from rotwsim.scenario.own_changes import card_words
from rotwsim.scenario.own_rules import ADD, RULEBOOK, rules_in
from rotwsim.scenario.reading import Reader, describe, read_toml
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.scenario.variants import with_tweak

TARGET = "target"
NONE = "as printed"
CARDS, BARONS, POINTS = "railbot_cards", "duel_barons", "baron_points"  # keys of [changes]
WHAT = {CARDS: "Railbot card", BARONS: "Duel Baron"}
FARTHEST = 20  # points more or fewer of a Baron
FLAT_SKILLS = (25.0, 50.0, 75.0)  # % of the printed games, where a goal names none
RULES_FILE = "my-rules.toml"  # how commands name rules that are not written yet
ONE = re.compile(r"\b1 ([A-Za-z ]*?(?:card|cube|action|tile|Marker))s\b")
SENTENCES = {
    "start_cash": "Start with ${},000",
    TARGET: "{} points win",
    "base_exhaust": "Each Exhaust takes {} cubes",
    "empty_city_trigger": "{} Empty City Markers end the game",
    "display_limit": "At most {} Operations cards on display",
    "cards_removed": "Remove {} Railbot cards",
    "insurance_actions": "Insurance costs {} actions",
    "urbanize_price": "Urbanize costs ${},000",
    "bond_interest": "A bond costs ${},000 interest",
    "tiles_per_build": "A Build lays up to {} tiles",
}


@dataclass(frozen=True)
class Choice:
    """Something that may be changed: a parameter, a tweak, a row of a rules file, or the points of
    a Duel Baron. With a wider range it is the same choice.
    """

    name: str
    values: tuple[int, ...] = field(default=(1,), compare=False)
    tweak: bool = False
    section: str = ""  # of a file of rules
    row: str = ""  # of that section, as JSON

    @property
    def is_switch(self) -> bool:
        """Say whether it is done or not, with nothing between."""
        return self.values == (1,)

    def printed(self, scenario: Scenario) -> int:
        """Give the value without the change, which may differ by map."""
        return scenario.parameters.get(self.name, 0)

    def rows(self, scenario: Scenario, value: int) -> tuple[str, dict] | None:
        """Give the section and the row of a file of rules, if one is needed."""
        if self.section == POINTS:
            printed = next(b.points for b in scenario.book.barons if b.name == self.name)
            points = [max(1, number + value) for number in printed]
            return BARONS, {"name": self.name, "points": points}
        return (self.section, json.loads(self.row)) if self.section else None

    def touches(self, scenario: Scenario) -> set[str]:
        """Name what it changes: two choices that touch the same are no combination."""
        if not self.tweak:
            what = WHAT[CARDS if self.section == CARDS else BARONS]
            return {f"{what} {self.name}" if self.section else self.name}
        tweak = next(t for t in scenario.book.tweaks if t.name == self.name)
        return {f"group {tweak.group}", *(key for key, _ in (*tweak.set, *tweak.add))}

    def words(self, scenario: Scenario, value: int) -> str:
        """Say the change as a rulebook would."""
        if self.tweak:
            text = next(t.text for t in scenario.book.tweaks if t.name == self.name)
            return text[0].upper() + text[1:]
        if self.section == POINTS:
            return f"{self.name} pays {abs(value)} {'more' if value > 0 else 'fewer'} in each tier"
        if self.section:
            return self._row_words(scenario)
        if self.name == TARGET and scenario.barons:
            value += scenario.parameters["barons_raise_target"]
        sentence = SENTENCES.get(self.name, self.name.replace("_", " ") + " is {}")
        return ONE.sub(r"one \1", sentence.format(value))

    def _row_words(self, scenario: Scenario) -> str:
        row, what = json.loads(self.row), f"the {WHAT[self.section]} {self.name}"
        do = row.pop("do", "change")
        row.pop("name", None)
        if do == ADD and self.section == CARDS:
            cards = changed(scenario, ((self, 1),)).railbot_cards
            return f"Add {what} ({card_words(next(c for c in cards if c.name == self.name))})"
        given = ", ".join(
            f"{key.replace('_', ' ')} {toml_value(value)}" for key, value in row.items()
        )
        return f"{do.title()} {what}" + (f" ({given})" if given else "")


Change = tuple[tuple[Choice, int], ...]  # what is changed, and to what


@dataclass(frozen=True)
class Goal:
    """What is wanted: a win rate for each skill, by what may be changed, within limits."""

    file: str
    wishes: tuple[tuple[float, float], ...]  # % of the standard games won, and the wanted share
    boards: tuple[str, ...]
    barons: bool
    choices: tuple[Choice, ...]
    most_changes: int = 2
    most_turns: float = math.inf
    sides: bool = True  # refuse a tweak that works against its side


def is_goal(content: Container[str]) -> bool:
    return "wish" in content


def read_goal(path: Path) -> Goal:
    """Read the file of a goal; a mistake is shown by its line."""
    content = read_toml(path, str(path))
    if not is_goal(content):
        raise DataError(f"{path}: no goal: it has no [wish] (docs/design.md)")
    try:
        return _goal_in(content, path)
    except Mistakes:
        raise
    except DataError as error:
        text = path.read_text(encoding="utf-8-sig")
        raise Mistakes(str(path), [by_line(text, str(error), str(path))]) from None


def _goal_in(content: dict, path: Path) -> Goal:
    top = Reader.uncounted(content, str(path))
    boards = top.texts("maps", ["eastern-us"])
    barons = top.flag("barons")
    scenarios = [Scenario.of(board, barons=barons) for board in boards]
    limits = top.table("limits", optional=True)
    goal = Goal(
        str(path),
        _read_wishes(top.table("wish")),
        boards,
        barons,
        _read_choices(top.table("changes"), scenarios, str(path)),
        limits.integer("changes", 1, 4, 2),
        limits.number("mean_turns") if limits.has("mean_turns") else math.inf,
        limits.flag("sides", True),
    )
    limits.done()
    top.done()
    return goal


def _read_wishes(table: Reader) -> tuple[tuple[float, float], ...]:
    """Read wanted win rates by skill in %, or `flat`, by which those of 25, 50 and 75 rise."""
    if table.has("flat"):
        rise = table.number("flat")
        table.done()
        return tuple((wins, _share(table, "flat", wins + rise)) for wins in FLAT_SKILLS)
    wishes = []
    for key in table.rest():
        if not key.isdecimal() or not 5 <= int(key) <= 95:
            table.fail(key, "is no share of games won; legal: 5 to 95, in %")
        wishes.append((float(key), _share(table, key, table.number(key))))
    if not wishes:
        table.fail("50", "is missing: name a win rate for a skill, as 50 = 40")
    return tuple(sorted(wishes))


def _share(table: Reader, key: str, percent: float) -> float:
    if not 1 <= percent <= 99:
        table.fail(key, f"wants {percent:g} %; legal are 1 to 99")
    return percent / 100


def _read_choices(table: Reader, scenarios: list[Scenario], file: str) -> tuple[Choice, ...]:
    """Read what may be changed: parameters with [low, high], tweaks, cards and Barons by name."""
    base = scenarios[0]
    known = [tweak.name for tweak in base.book.tweaks]
    tweaks = table.texts("tweaks", [])
    for name in tweaks:
        if name not in known:
            table.fail("tweaks", f"has {describe(name)}", known, name)
    found = [Choice(name, tweak=True) for name in tweaks]
    if not base.barons:
        for key in (BARONS, POINTS):
            if table.has(key):
                table.fail(key, "needs the Duel Barons: barons = true")
    for section in (CARDS, BARONS):
        found += _read_rows(table, section, scenarios, file)
    found += _read_points(table.table(POINTS, optional=True), base)
    printed = [scenario.varied(barons=False).parameters for scenario in scenarios]
    for key in table.rest():
        if key not in SETTINGS:
            table.fail(key, "is no parameter", (*SETTINGS, CARDS, BARONS, POINTS), key)
        span = SETTINGS[key]
        values = _range(table, key, int(span.low), int(span.high))
        changed_by = (v for v in values if any(v != each[key] for each in printed))
        found.append(Choice(key, tuple(changed_by)))
    table.done()
    if not found:
        table.fail("tweaks", "is missing: nothing may be changed")
    return tuple(found)


def _range(table: Reader, key: str, low: int, high: int) -> range:
    ends = table.integers(key, low, high)
    if len(ends) != 2 or ends[0] >= ends[1]:
        table.fail(key, "must be [low, high]")
    return range(ends[0], ends[1] + 1)


def _read_rows(table: Reader, section: str, scenarios: list[Scenario], file: str) -> list[Choice]:
    """Read rows as a file of rules has them; each is a change that may be made, on every map."""
    found = []
    for row in table.raw_tables(section):
        own = rules_in({"extends": RULEBOOK, section: [row]}, file)
        for scenario in scenarios:
            scenario.with_rules(own)  # refuses what a map does not have
        found.append(Choice(row["name"], section=section, row=json.dumps(row)))
    return found


def _read_points(table: Reader, base: Scenario) -> list[Choice]:
    """Read by how many points the tiers of a Baron may fall or rise."""
    names, found = [baron.name for baron in base.book.barons], []
    for name in table.rest():
        if name not in names:
            table.fail(name, "is no Duel Baron", names, name)
        values = tuple(v for v in _range(table, name, -FARTHEST, FARTHEST) if v)
        found.append(Choice(name, values, section=POINTS))
    table.done()
    return found


def changed(scenario: Scenario, change: Change) -> Scenario:
    """Make the scenario with a change."""
    rules = rules_of(scenario, change)
    if rules:
        scenario = scenario.with_rules(rules_in({"extends": RULEBOOK} | rules, RULES_FILE))
    for choice, value in change:
        if choice.tweak:
            scenario = with_tweak(scenario, choice.name)
        elif not choice.section:
            scenario = scenario.varied(settings={**dict(scenario.settings), choice.name: value})
    return scenario


def rules_of(scenario: Scenario, change: Change) -> dict[str, list[dict]]:
    """Collect the rows that a file of rules needs for a change."""
    found: dict[str, list[dict]] = {}
    for choice, value in change:
        if rows := choice.rows(scenario, value):
            found.setdefault(rows[0], []).append(rows[1])
    return found


def is_combination(change: Change, scenario: Scenario) -> bool:
    """Say whether no two parts of a change touch the same parameter, card or Baron."""
    touched = [name for choice, _ in change for name in choice.touches(scenario)]
    return len(touched) == len(set(touched))


def in_words(change: Change, scenario: Scenario) -> str:
    """Write a change as a sentence of a rulebook."""
    if not change:
        return NONE
    first, *others = [choice.words(scenario, value) for choice, value in change]
    names = [choice.name for choice, _ in change]  # which keep their capital
    lower = [t if t.startswith(tuple(names)) else t[0].lower() + t[1:] for t in others]
    return " and ".join([first, *lower])


def write_rules(path: Path, change: Change, people: list[Scenario]) -> list[Path]:
    """Write a change as a file of rules; one for each map where parameters differ by map."""
    by_board = {one.board.name: _as_rules(one, change) for one in people}
    if len(set(by_board.values())) == 1:
        write_whole(path, by_board.popitem()[1])
        return [path]
    files = {path.with_name(f"{path.stem}-{board}{path.suffix}"): board for board in by_board}
    for file, board in files.items():
        write_whole(file, by_board[board].replace(f'"{RULEBOOK}"', f'"{board}"', 1))
    return list(files)


def _as_rules(person: Scenario, change: Change) -> str:
    """Write the text of a file of rules; tweaks become the parameters that they set."""
    before, after = (
        one.varied(barons=False).parameters for one in (person, changed(person, change))
    )
    parameters = {key: after[key] for key in after if key in SETTINGS and after[key] != before[key]}
    rules = {"extends": RULEBOOK, "title": in_words(change, person)}
    rules |= {"parameters": parameters} if parameters else {}
    return "".join(f"{line}\n" for line, _ in toml_lines(rules | rules_of(person, change)))
