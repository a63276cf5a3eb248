"""The command line: which commands there are, and in which section of the help."""

import click
from click.shell_completion import get_completion_class

from rotwsim.cli.frame import SectionedGroup, example

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_ROTWSIM_COMPLETE"

# A new command is one line here and one module beside this one; its section is where a reader
# looks for it: things as they are, single games, many games, and what they mean.
COMMANDS = {
    "Look": {
        "board": "rotwsim.cli.board:board",
        "players": "rotwsim.cli.show:players",
        "rules": "rotwsim.cli.show:rules",
        "tweaks": "rotwsim.cli.show:tweaks",
        "glossary": "rotwsim.cli.show:glossary",
        "doctor": "rotwsim.cli.doctor:doctor",
        "completion": "rotwsim.cli:completion",
    },
    "Play": {
        "play": "rotwsim.cli.play:play",
        "replay": "rotwsim.cli.replay:replay",
        "audit": "rotwsim.cli.audit:audit",
    },
    "Measure": {
        "run": "rotwsim.cli.run:run",
        "plan": "rotwsim.cli.run:plan",
        "bench": "rotwsim.cli.bench:bench",
        "tune": "rotwsim.cli.train:tune",
        "train": "rotwsim.cli.train:train",
        "compare": "rotwsim.cli.compare:compare",
        "experiment": "rotwsim.cli.experiment:experiment",
    },
    "Explain": {
        "barons": "rotwsim.cli.barons:barons",
        "skill": "rotwsim.cli.skill:skill",
        "seats": "rotwsim.cli.seats:seats",
        "styles": "rotwsim.cli.styles:styles",
        "options": "rotwsim.cli.styles:options",
        "assumptions": "rotwsim.cli.assumptions:assumptions",
        "target": "rotwsim.cli.target:target",
        "me": "rotwsim.cli.me:me",
        "difficulty": "rotwsim.cli.difficulty:difficulty",
        "report": "rotwsim.cli.report:report",
        "explore": "rotwsim.cli.report:explore",
    },
}


@click.group(
    "rotwsim",
    cls=SectionedGroup,
    sections=COMMANDS,
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
