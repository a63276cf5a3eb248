"""What was found, in sentences written from the tables; the first one answers the question."""

from collections.abc import Callable
from dataclasses import dataclass

from rotwsim.analysis.questions import QUESTIONS
from rotwsim.report.arms import is_about_rebuilding
from rotwsim.report.findings import (
    arms,
    assumptions,
    barons_and_skill,
    decisive,
    multiplayer,
    tweaks,
)
from rotwsim.report.results import Results, Rows, is_known
from rotwsim.stats import EASIER, HARDER

# By section: what can be said of it, each function a list of sentences, the most important first.
SENTENCES: dict[str, tuple[Callable[[Results], list[str]], ...]] = {
    "maps": (arms.same_person,),
    "how-hard": (arms.how_hard,),
    "tweaks": (
        tweaks.tweaks,
        tweaks.prices,
        tweaks.against_the_rulebook,
        tweaks.interactions,
        tweaks.effects,
    ),
    "barons": (
        barons_and_skill.variant,
        barons_and_skill.barons,
        barons_and_skill.effects_and_targets,
    ),
    "skill": (multiplayer.skill, barons_and_skill.skill_and_luck, barons_and_skill.skill),
    "decisive": (
        decisive.point_of_no_return,
        decisive.what_tweaks_change,
        decisive.luck_or_errors,
        decisive.largest_swings,
    ),
    "assumptions": (assumptions.assumptions, assumptions.boxes),
    "seats": (multiplayer.fairness, multiplayer.prices),
    "bidding": (multiplayer.bidding,),
    "modules": (multiplayer.modules,),
    "rail-barons": (multiplayer.rail_barons,),
}
# Which section answers: that of the question, or of what else an experiment may be about.
ANSWERED_BY = {name: QUESTIONS[name].chapters()[0].name for name in QUESTIONS} | {
    "arms": "how-hard",
    "tweaks": "tweaks",
    "interactions": "tweaks",
    "variant": "barons",
    "luck": "skill",
    "draws": "assumptions",
}
ARMS, DIMENSIONS = "arms", ("board", "barons", "player", "slip")
# Without a hint in the manifest: the more special the table, the more likely it was the question.
SPECIAL_FIRST = (
    "maps",
    *("assumptions", "skill", "rail-barons", "modules", "bidding", "seats"),
    *("barons", "tweaks", "how-hard", "points", "board"),
)
A_BIT = 2 / 3  # of the games won before: what is left of them with a tweak that is a bit harder


@dataclass(frozen=True)
class Finding:
    """One sentence, and the section whose tables it was written from."""

    section: str
    text: str


def findings_of(results: Results) -> list[Finding]:
    """Write all findings; the section that answers the question comes first.

    How hard the arms are is said where it is the answer; elsewhere the answer says it.
    """
    said = {
        section: [text for write in writers for text in write(results)]
        for section, writers in SENTENCES.items()
    }
    wanted = sections_answering(results)
    first = next((section for section in (*wanted, *SPECIAL_FIRST) if said.get(section)), None)
    order = [first, *(name for name in said if name not in (first, "how-hard"))] if first else []
    return [Finding(section, text) for section in order for text in said[section]]


def sections_answering(results: Results) -> list[str]:
    """Name the sections that answer the analyses of the experiment, in order."""
    found = [ANSWERED_BY[name] for name in analyses_of(results) if name in ANSWERED_BY]
    return ["how-hard", *found] if is_about_rebuilding(results.rows("arms", "arm")) else found


def analyses_of(results: Results) -> list[str]:
    """List the analyses; a comparison of boards or players asks how hard they are."""
    analyses, experiment = results.manifest.get("analyses"), results.manifest.get("experiment")
    names = [str(name) for name in analyses] if isinstance(analyses, list) else []
    compare = experiment.get("compare") if isinstance(experiment, dict) else None
    across = compare.get("across") if isinstance(compare, dict) else None
    return [ARMS if name == "compare" and across in DIMENSIONS else name for name in names]


def closing(results: Results) -> str:
    """Advise a player in one sentence: a tweak to lose a bit more often, and the easiest one."""
    groups = tweaks.by_baseline(results, tweaks.compared(results))
    rows = groups[0][1].where(lambda row: is_known(row, "baseline_win_rate")) if groups else Rows()
    said = []
    if harder := rows.where(verdict=HARDER):
        wanted = A_BIT * rows[0]["baseline_win_rate"]
        row = min(harder, key=lambda row: abs(row["win_rate"] - wanted))
        before, after = (f"{100 * row[name]:.0f}" for name in ("baseline_win_rate", "win_rate"))
        said.append(
            f"Want to lose a bit more often? {tweaks.short(row)} takes you from {before} to "
            f"{after} %."
        )
    if easier := rows.where(verdict=EASIER):
        row = easier.largest("win_rate")
        said.append(f"Easiest: {tweaks.short(row)}, {100 * row['win_rate']:.0f} %.")
    return " ".join(said)
