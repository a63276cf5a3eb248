"""`rotwsim completion`: names of commands, boards, players and tweaks at a press of Tab."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from rotwsim.cli.frame import example

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_ROTWSIM_COMPLETE"


@click.command(
    epilog=example(
        "rotwsim completion bash >> ~/.bash_completion",
        "rotwsim completion fish > ~/.config/fish/completions/rotwsim.fish",
    )
)
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print what a shell needs to complete commands, options and names."""
    from rotwsim.cli import main

    written = get_completion_class(shell)(main, {}, "rotwsim", VARIABLE)
    click.echo(written.source_template % written.source_vars())
