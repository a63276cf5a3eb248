"""What was found, in sentences written from the tables; the first one answers the question."""

import re
from collections.abc import Callable
from typing import NamedTuple

from rotwsim.analysis.questions import QUESTIONS
from rotwsim.report.arms import is_about_rebuilding
from rotwsim.report.findings import arms, assumptions, decisive, multiplayer, tweaks
from rotwsim.report.findings import barons_and_skill as barons
from rotwsim.report.results import Results, is_known
from rotwsim.report.wording import MINUS, capital
from rotwsim.scenario.reading import one_line
from rotwsim.stats import EASIER, HARDER

# By section: what can be said of it, each function a list of sentences, the most important first.
SENTENCES: dict[str, tuple[Callable[[Results], list[str]], ...]] = {
    "maps": (arms.same_person,),
    "how-hard": (arms.how_hard,),
    "tweaks": (
        *(tweaks.tweaks, tweaks.prices, tweaks.against_the_rulebook),
        *(tweaks.interactions, tweaks.effects),
    ),
    "barons": (barons.variant, barons.barons, barons.effects_and_targets),
    "skill": (multiplayer.skill, barons.skill_and_luck, barons.skill),
    "decisive": (
        *(decisive.point_of_no_return, decisive.luck_or_errors),
        *(decisive.what_tweaks_change, decisive.largest_swings),
    ),
    "assumptions": (assumptions.assumptions, assumptions.boxes),
    "seats": (multiplayer.fairness, multiplayer.prices),
    "bidding": (multiplayer.bidding,),
    "modules": (multiplayer.modules,),
    "rail-barons": (multiplayer.rail_barons,),
}
# Which section answers a question; "arms" is a comparison of boards or players.
ANSWERED_BY = {name: QUESTIONS[name].chapters()[0].name for name in QUESTIONS}
ANSWERED_BY["arms"] = "how-hard"
# Without a hint in the manifest: the more special the table, the more likely it was the question.
SPECIAL_FIRST = (
    *("maps", "assumptions", "skill", "rail-barons", "modules", "bidding", "seats"),
    *("barons", "tweaks", "how-hard", "points", "board"),
)
SAY_IT_THEMSELVES = ("design", "sweep")  # analyses whose own sentences are the answer
HYPHEN = r"(?<![\w.])-(?=\d)"  # in the place of a minus
A_BIT = 2 / 3  # of the games won before: what is left of them with a tweak that is a bit harder


class Finding(NamedTuple):
    """One sentence, and the section whose tables it was written from."""

    section: str
    text: str


def findings_of(results: Results) -> list[Finding]:
    """Write all findings; the section that answers the question comes first.

    How hard the arms are is said where it is the answer; elsewhere the answer says it.
    """
    if section := said_by_itself(results):
        return [Finding(section, text) for text in own_sentences(results)]
    said = {
        section: [text for write in writers for text in write(results)]
        for section, writers in SENTENCES.items()
    }
    wanted = sections_answering(results)
    first = next((section for section in (*wanted, *SPECIAL_FIRST) if said.get(section)), None)
    order = [first, *(name for name in said if name not in (first, "how-hard"))] if first else []
    return [Finding(section, text) for section in order for text in said[section]]


def said_by_itself(results: Results) -> str:
    """Name the section whose analysis writes its answer itself, if it is the question."""
    own = (ANSWERED_BY[name] for name in analyses_of(results) if name in SAY_IT_THEMSELVES)
    return next(own, "")


def own_sentences(results: Results) -> list[str]:
    said = (one_line(text).rstrip(".") for text in results.listed("alerts"))
    return [f"{capital(re.sub(HYPHEN, MINUS, text))}." for text in said]


def sections_answering(results: Results) -> list[str]:
    """Name the sections that answer the analyses of the experiment, in order."""
    found = [ANSWERED_BY[name] for name in analyses_of(results) if name in ANSWERED_BY]
    return ["how-hard", *found] if is_about_rebuilding(results.rows("arms", "arm")) else found


def analyses_of(results: Results) -> list[str]:
    """List the analyses; a comparison of boards or players asks how hard they are."""
    is_of_arms = results.asked("compare", "across") in ("board", "barons", "player", "slip")
    names = map(str, results.listed("analyses"))
    return ["arms" if name == "compare" and is_of_arms else name for name in names]


def closing(results: Results) -> str:
    """Advise a player in one sentence: a tweak to lose a bit more often, and the easiest one."""
    said = []
    for _, group in tweaks.by_baseline(results, tweaks.compared(results))[:1]:
        rows = group.where(lambda row: is_known(row, "baseline_win_rate"))
        if harder := rows.where(verdict=HARDER):
            before = rows[0]["baseline_win_rate"]
            row = min(harder, key=lambda row: abs(row["win_rate"] - A_BIT * before))
            said.append(
                f"Want to lose a bit more often? {tweaks.short(row)} takes you from "
                f"{100 * row['baseline_win_rate']:.0f} to {100 * row['win_rate']:.0f} %."
            )
        if easier := rows.where(verdict=EASIER):
            row = easier.largest("win_rate")
            said.append(f"Easiest: {tweaks.short(row)}, {100 * row['win_rate']:.0f} %.")
    return " ".join(said)
