"""The command line: which commands there are, and in which section of the help."""

import click

from rotwsim.analysis.questions import COMMAND, LINES, QUESTIONS
from rotwsim.cli.frame import SectionedGroup, example

# The order of the help. A name without an entry in WHERE is a command that is still to come.
SECTIONS = {
    "Ask": "run compare prices maps barons skill difficulty assumptions sweep design decisive "
    "multiplayer me experiment",
    "See": "lab report play replay review",
    "Your own": "new check show",
    "Developers": "dev",
}
# A new command is a name above, a line here and a function in a module beside this one.
WHERE = {
    "run": "run:run",
    "compare": "compare:compare",
    "difficulty": "questions:difficulty",
    "multiplayer": "questions:multiplayer",
    "me": "me:me",
    "experiment": "experiment_and_report:experiment",
    "lab": "experiment_and_report:lab",
    "report": "experiment_and_report:report",
    "play": "play:play",
    "replay": "replay:replay",
    "review": "replay:review",
    "new": "own_files:new",
    "check": "own_files:check",
    "show": "show:show",
    "dev": "dev:dev",
}
# A question of the registry is a command, after the others where it has no place above.
for question in QUESTIONS.at(COMMAND):
    if not LINES[question].group and question not in WHERE:
        WHERE[question] = f"questions:{question}"
        SECTIONS["Ask"] += "" if question in SECTIONS["Ask"].split() else f" {question}"
# Names of version 0.1: each answers with what takes its place.
RENAMED = {
    "audit": "dev audit",
    "bench": "dev bench",
    "board": "show board NAME",
    "board check": "check FILE",
    "board list": "show boards",
    "board template": "new box BOARD",
    "completion": "dev completion",
    "doctor": "dev doctor",
    "explore": "report --explorer",
    "glossary": "show terms",
    "options": "multiplayer modules",
    "plan": "run --plan, or compare --plan",
    "players": "show players",
    "rules": "show rules",
    "seats": "multiplayer seats",
    "styles": "multiplayer bidding",
    "target": "design --win-rate 50",
    "train": "dev train",
    "tune": "dev train --weights PLAYER",
    "tweaks": "show tweaks",
}


@click.group(
    "rotwsim",
    cls=SectionedGroup,
    sections=SECTIONS,
    where=WHERE,
    renamed=RENAMED,
    summaries={name: line.summary for name, line in LINES.items()},
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=example("rotwsim run --player club --games 1000", "rotwsim show board eastern-us"),
)
@click.version_option(package_name="rotwsim", message="%(package)s %(version)s")
def main() -> None:
    """A balance laboratory for Railways of the World, solo and for 2 to 6."""
