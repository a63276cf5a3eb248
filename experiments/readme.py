"""Write what results say into README and docs (me.md, api.md): `python -m experiments.readme`."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from experiments.api import page
from rotwsim.cli import main as rotwsim_command
from rotwsim.report.findings.sentences import findings_of
from rotwsim.report.results import read_results
from rotwsim.report.wording import SPACE

ROOT = Path(__file__).parents[1]
BEGIN, END = "<!-- answers: python -m experiments.readme -->", "<!-- end of the answers -->"
ME = ROOT / "docs" / "me.md"
EXAMPLE = "<!-- example: python -m experiments.readme -->"
EXAMPLE_END = "<!-- end of the example -->"
# What README asks, the folder of results that answers, and how many of its first findings.
ASKED = {
    "Which tweak?": ("tweaks", 1),
    "How hard is each map?": ("baseline", 1),
    "What do the Duel Barons do?": ("barons", 1),
    "Skill or luck?": ("skill", 1),
    "When is a game decided?": ("decisive", 1),
    "Is the game for four fair?": ("multiplayer", 2),
}


def main() -> None:
    readme = ROOT / "README.md"
    readme.write_text(with_answers(readme.read_text(encoding="utf-8")), encoding="utf-8")
    ME.write_text(with_example(ME.read_text(encoding="utf-8")), encoding="utf-8")
    (ROOT / "docs" / "api.md").write_text(page(), encoding="utf-8")


def with_answers(text: str) -> str:
    """Replace what is between the marks by the answers of the results."""
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}\n{answers()}\n{END}{after}"


def answers() -> str:
    """List the first findings of each results folder that README names, with a link to its page."""
    lines = []
    for question, (name, number) in ASKED.items():
        found = findings_of(read_results(ROOT / "results" / name))
        if not found:
            raise SystemExit(f"results/{name} answers nothing; make results")
        answer = " ".join(finding.text for finding in found[:number]).replace(SPACE, " ")
        lines.append(f"- **{question}** {answer} ([page](results/{name}/report.html))")
    return "\n".join(lines)


def with_example(text: str) -> str:
    """Replace what is between the marks by what the first command of the page prints."""
    before, rest = text.split(EXAMPLE)
    command = before.split("```")[1].strip().splitlines()[0].split()[1:]
    printed = CliRunner().invoke(rotwsim_command, command, env={"COLUMNS": "80"}).output
    lines = "\n".join(line.rstrip() for line in printed.strip().splitlines())
    after = rest.split(EXAMPLE_END)[1]
    return f"{before}{EXAMPLE}\n```text\n{lines}\n```\n{EXAMPLE_END}{after}"


if __name__ == "__main__":
    main()
