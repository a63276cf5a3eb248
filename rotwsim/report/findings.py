"""What was found, in sentences written from the tables; the first one answers the question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rotwsim.report import findings_arms, findings_causes, findings_tweaks
from rotwsim.report.results import Results

# By section: what can be said of it, each function a list of sentences, the most telling first.
SENTENCES: dict[str, tuple[Callable[[Results], list[str]], ...]] = {
    "how-hard": (findings_arms.how_hard, findings_arms.ranking, findings_arms.how_close),
    "tweaks": (
        findings_tweaks.tweaks,
        findings_tweaks.against_the_rulebook,
        findings_tweaks.interactions,
        findings_tweaks.effects,
        findings_tweaks.pairing,
    ),
    "barons": (findings_causes.variant, findings_causes.barons, findings_causes.baron_claims),
    "points": (findings_arms.sources, findings_arms.losses),
    "board": (findings_arms.links, findings_arms.cities),
    "skill": (
        findings_causes.skill_against_luck,
        findings_causes.skill,
        findings_causes.kinds_of_luck,
    ),
    "assumptions": (findings_causes.assumptions, findings_causes.fillings),
}
# Which section answers the question of an experiment with this analysis.
ANSWERED_BY = {
    "arms": "how-hard",
    "compare": "tweaks",
    "tweaks": "tweaks",
    "factorial": "tweaks",
    "effects": "tweaks",
    "variant": "barons",
    "barons": "barons",
    "skill": "skill",
    "luck": "skill",
    "assumptions": "assumptions",
    "fillings": "assumptions",
}
ARMS, DIMENSIONS = "arms", ("board", "barons", "player", "slip")
# Without a hint in the manifest: the more special the table, the more likely it was the question.
SPECIAL_FIRST = ("assumptions", "skill", "barons", "tweaks", "how-hard", "points", "board")
TOP_OF_ANSWER, TOP_OF_OTHERS = 3, 1  # sentences per section at the top of the page


@dataclass(frozen=True)
class Finding:
    """One sentence, and the section whose tables it was written from."""

    section: str
    text: str


def findings_of(results: Results) -> list[Finding]:
    """All findings; the section that answers the question comes first."""
    return [
        Finding(section, text)
        for section in section_order(results)
        for write in SENTENCES[section]
        for text in write(results)
    ]


def leading(findings: list[Finding]) -> list[Finding]:
    """The findings for the top of the page: the first ones of every section."""
    kept: dict[str, list[Finding]] = {}
    for finding in findings:
        kept.setdefault(finding.section, []).append(finding)
    first, *others = kept.values() if kept else [[]]
    return first[:TOP_OF_ANSWER] + [f for own in others for f in own[:TOP_OF_OTHERS]]


def section_order(results: Results) -> list[str]:
    """The sections, the one that answers the experiment's question in front."""
    wanted = [ANSWERED_BY[name] for name in analyses_of(results) if name in ANSWERED_BY]
    for section in (*wanted, *SPECIAL_FIRST):
        if any(write(results) for write in SENTENCES[section]):
            return [section, *(name for name in SENTENCES if name != section)]
    return list(SENTENCES)


def analyses_of(results: Results) -> list[str]:
    """The analyses of the experiment; a comparison of boards or players asks how hard they are."""
    analyses, experiment = results.manifest.get("analyses"), results.manifest.get("experiment")
    names = [str(name) for name in analyses] if isinstance(analyses, list) else []
    compare = experiment.get("compare") if isinstance(experiment, dict) else None
    across = compare.get("across") if isinstance(compare, dict) else None
    return [ARMS if name == "compare" and across in DIMENSIONS else name for name in names]
