"""Write the answers of the results into README: `python -m experiments.readme`."""

from __future__ import annotations

from pathlib import Path

from rotwsim.report.findings.sentences import findings_of
from rotwsim.report.results import read_results
from rotwsim.report.wording import SPACE

ROOT = Path(__file__).parents[1]
BEGIN, END = "<!-- answers: python -m experiments.readme -->", "<!-- end of the answers -->"
# What README asks, and the folder of results whose first sentence answers.
ASKED = {
    "Which tweak?": "tweaks",
    "How hard is each map?": "baseline",
    "What do the Duel Barons do?": "barons",
    "Skill or luck?": "skill",
    "Is the game for four fair?": "multiplayer",
}


def main() -> None:
    readme = ROOT / "README.md"
    readme.write_text(with_answers(readme.read_text(encoding="utf-8")), encoding="utf-8")


def with_answers(text: str) -> str:
    """Replace what is between the marks by the answers of the results."""
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}\n{answers()}\n{END}{after}"


def answers() -> str:
    """List the first sentence of each results folder that README names, with a link to its page."""
    lines = []
    for question, name in ASKED.items():
        found = findings_of(read_results(ROOT / "results" / name))
        if not found:
            raise SystemExit(f"results/{name} answers nothing; make results")
        answer = found[0].text.replace(SPACE, " ")
        lines.append(f"- **{question}** {answer} ([page](results/{name}/report.html))")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
