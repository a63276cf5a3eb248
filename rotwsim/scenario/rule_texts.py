"""Give the words of the game and of the pages: rules by id, tweaks, terms, settings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from rotwsim.scenario.board_file import board_names, load_board
from rotwsim.scenario.options import SETTINGS, SETTINGS_FILE
from rotwsim.scenario.own_rules import PARAMETERS
from rotwsim.scenario.player_numbers import load_weights
from rotwsim.scenario.reading import describe, read_toml
from rotwsim.scenario.rulebook import DATA, PRINTED, load_rulebook
from rotwsim.scenario.schema import IDEA, DataError, Tweak

if TYPE_CHECKING:
    from rotwsim.scenario.scenario import Scenario

WEIGHTS_OF = "expert"
RULE_ID = re.compile(r"[BSDTMR]\d{1,2}")
SECTIONS_AFTER = {"D": "Duel Barons", "T": "Difficulty tweaks", "R": "Rail Barons"}


@dataclass(frozen=True)
class RuleText:
    """One rule: its id, its section, its text, and how open questions are answered."""

    rule: str
    section: str
    text: str
    rulings: tuple[str, ...] = ()


@lru_cache(maxsize=1)
def rule_texts() -> tuple[RuleText, ...]:
    """Every rule that is played, in the order of the rulebook."""
    rulings: dict[str, list[str]] = {}
    for ruling in load_rulebook().rulings:
        option = f" (`--ruling {ruling.name}={'|'.join(ruling.choices)}`)"
        rulings.setdefault(ruling.rule, []).append(ruling.text + option * bool(ruling.choices))
    found = [*_written_down(), *_tweaks(), *_duel_barons(), *_rail_barons()]
    sections = [section for _, section, _ in found]
    found.sort(key=lambda one: (sections.index(one[1]), one[0][0], int(one[0][1:])))
    return tuple(
        RuleText(rule, section, text, tuple(rulings.get(rule, ()))) for rule, section, text in found
    )


def rule_text(rule: str) -> RuleText:
    """The rule with this id, however it is capitalised."""
    for text in rule_texts():
        if text.rule == rule.upper():
            return text
    raise DataError(
        f"no rule has the id {describe(rule)}; ids run from B1 to R12, see `rotwsim show rules`"
    )


def _written_down() -> Iterator[tuple[str, str, str]]:
    book = load_rulebook()
    parameters = {**vars(book), **asdict(book.multiplayer)}
    for table in read_toml(PRINTED / "rulebook.toml", "rulebook.toml").values():
        if isinstance(table, dict):
            for rule, text in table.items():
                if RULE_ID.fullmatch(rule):
                    yield rule, table["title"], text.format(**parameters)


def _tweaks() -> Iterator[tuple[str, str, str]]:
    by_rule: dict[str, list[Tweak]] = {}
    for tweak in load_rulebook().tweaks:
        by_rule.setdefault(tweak.rule, []).append(tweak)
    for rule, tweaks in by_rule.items():
        texts = "; ".join(f"{tweak.text} (`{tweak.name}`)" for tweak in tweaks)
        yield rule, SECTIONS_AFTER["T"], f"Makes the game {tweaks[0].side}: {texts}."


def _duel_barons() -> Iterator[tuple[str, str, str]]:
    for baron in load_rulebook().barons:
        tiers, points = ("/".join(map(str, numbers)) for numbers in (baron.tiers, baron.points))
        text = f"{baron.name}: {tiers} {baron.goal_text} for {points} points. "
        yield baron.rule, SECTIONS_AFTER["D"], f"{text}For the Railbot: {baron.effect_text}."


def _rail_barons() -> Iterator[tuple[str, str, str]]:
    """Those of every map and those of single maps, each once."""
    known = {baron.rule: baron for baron in load_rulebook().multiplayer.rail_barons}
    for name in board_names():
        table = load_board(name).multiplayer
        for baron in table.rail_barons if table else ():
            if RULE_ID.fullmatch(baron.rule):
                known.setdefault(baron.rule, baron)
    for baron in known.values():
        each = f" each, at most {baron.most}" if baron.most else ""
        yield baron.rule, SECTIONS_AFTER["R"], f"{baron.name}: {baron.points} points{each}."


def glossary() -> dict[str, str]:
    """The terms of pages and commands, each with one sentence."""
    return dict(sorted(read_toml(DATA / "glossary.toml", "glossary.toml")["terms"].items()))


def tweak_words(name: str, barons: bool = False) -> str:
    """A tweak, or several joined by +, in plain words; what is no tweak is returned as it is.

    With Duel Barons a tweak of the target names the target that is meant, 125 in place of 110.
    """
    book = load_rulebook()
    known = {tweak.name: tweak for tweak in book.tweaks}
    if name not in known:
        return name
    tweak = known[name]
    target = dict(tweak.set).get("target")
    if not barons or target is None:
        return tweak.text
    return tweak.text.replace(str(target), str(target + book.barons_raise_target))


def tweak_label(name: str, barons: bool) -> str:
    """Name a tweak; with Duel Barons one of the target by the target that is meant."""
    book = load_rulebook()
    targets = {tweak.name: dict(tweak.set).get("target") for tweak in book.tweaks}
    target = targets.get(name)
    return f"target {target + book.barons_raise_target}" if barons and target else name


def rules_page() -> str:
    """All rules as a page in Markdown, docs/rules.md."""
    lines = [
        "# The rules that are played",
        "",
        "Every rule has an id; commands, pages, tests and code name it. The texts are our own and",
        "short: they say what the simulator does, they do not replace the rulebook.",
        "`rotwsim show rules --write docs/rules.md` makes this page from the data files.",
    ]
    section = ""
    for one in rule_texts():
        if one.section != section:
            section = one.section
            lines += ["", f"## {section}", "", "| id | rule |", "| --- | --- |"]
        said = " ".join([one.text, *(f"*Ruling:* {text}" for text in one.rulings)])
        lines.append(f'| <a id="{one.rule}"></a>{one.rule} | {said.replace("|", "&#124;")} |')
    return "\n".join(lines) + "\n"


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
        about = (unit, str(default), str(legal), origins.get(name, "ruling"), option)
        rows.append(SettingRow("parameter", name, meaning, *about))
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
            head = "| name | meaning | unit | default | range | origin |"
            lines += ["", f"## {kind.title()}s", "", head, re.sub("[a-z]+", "---", head)]
        cells = (f"`{row.name}`", row.meaning, row.unit, row.default, row.legal, row.origin)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _origins(scenario: Scenario) -> dict[str, str]:
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
    tables = read_toml(DATA / SETTINGS_FILE, SETTINGS_FILE)
    return {name: tables[name] for name in ("parameters", "weights")}
