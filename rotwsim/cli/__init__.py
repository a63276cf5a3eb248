"""The command line: which commands there are, and in which section of the help."""

import click
from click.shell_completion import get_completion_class

from rotwsim.cli.frame import SectionedGroup, example

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_ROTWSIM_COMPLETE"

# A new command is one line here and one module beside this one; its section is where a reader
# looks for it: questions, pages and games to look at, what is one's own, and the developers' part.
COMMANDS = {
    "Ask": {
        "run": "rotwsim.cli.run:run",
        "plan": "rotwsim.cli.run:plan",
        "compare": "rotwsim.cli.compare:compare",
        "barons": "rotwsim.cli.questions:barons",
        "skill": "rotwsim.cli.questions:skill",
        "difficulty": "rotwsim.cli.difficulty:difficulty",
        "assumptions": "rotwsim.cli.questions:assumptions",
        "target": "rotwsim.cli.questions:target",
        "multiplayer": "rotwsim.cli.questions:multiplayer",
        "me": "rotwsim.cli.me:me",
        "experiment": "rotwsim.cli.experiment:experiment",
    },
    "See": {
        "report": "rotwsim.cli.report:report",
        "explore": "rotwsim.cli.report:explore",
        "play": "rotwsim.cli.play:play",
        "replay": "rotwsim.cli.replay:replay",
    },
    "Your own": {
        "board": "rotwsim.cli.board:board",
        "players": "rotwsim.cli.show:players",
        "rules": "rotwsim.cli.show:rules",
        "tweaks": "rotwsim.cli.show:tweaks",
        "glossary": "rotwsim.cli.show:glossary",
    },
    "Developers": {
        "audit": "rotwsim.cli.audit:audit",
        "bench": "rotwsim.cli.bench:bench",
        "train": "rotwsim.cli.train:train",
        "tune": "rotwsim.cli.train:tune",
        "doctor": "rotwsim.cli.doctor:doctor",
        "completion": "rotwsim.cli:completion",
    },
}
RENAMED = {
    "seats": "multiplayer seats",
    "styles": "multiplayer bidding",
    "options": "multiplayer modules",
}


@click.group(
    "rotwsim",
    cls=SectionedGroup,
    sections=COMMANDS,
    renamed=RENAMED,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=example("rotwsim board show eastern-us --png eastern-us.png"),
)
@click.version_option(package_name="rotwsim", message="%(package)s %(version)s")
def main() -> None:
    """A balance laboratory for the solo game of Railways of the World."""


@click.command(
    epilog=example(
        "rotwsim completion bash >> ~/.bash_completion",
        "rotwsim completion fish > ~/.config/fish/completions/rotwsim.fish",
    )
)
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print what a shell needs to complete commands, options and names."""
    written = get_completion_class(shell)(main, {}, "rotwsim", VARIABLE)
    click.echo(written.source_template % written.source_vars())
