"""`rotwsim rules`, `rotwsim tweaks` and `rotwsim glossary`: what ids, names and terms mean."""

from __future__ import annotations

from pathlib import Path

import click

from rotwsim.cli.frame import example
from rotwsim.cli.output_format import form_options

IDS = "`rotwsim rules ID` shows a rule; all stand in docs/rules.md"


@click.command(epilog=example("rotwsim rules S22", "rotwsim rules --write docs/rules.md"))
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option(
    "--write",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write all rules as a page in Markdown.",
)
@form_options
def rules(ids: tuple[str, ...], write: Path | None) -> None:
    """The rules that are played, by their ids; name some ids to see those alone."""
    from rotwsim.cli.tables import show_table
    from rotwsim.scenario.files import write_whole
    from rotwsim.scenario.rule_texts import rule_text, rule_texts, rules_page

    if write:
        write_whole(write, rules_page())
        click.echo(f"Written: {write}")
        return
    wanted = [rule_text(rule) for rule in ids] if ids else rule_texts()
    for section in dict.fromkeys(text.section for text in wanted):
        rows = [
            (text.rule, " ".join([text.text, *(f"Ruling: {said}" for said in text.rulings)]))
            for text in wanted
            if text.section == section
        ]
        show_table(section, rows, ("id", "rule"), ("id", "rule"))


@click.command(epilog=example("rotwsim tweaks"))
@form_options
def tweaks() -> None:
    """The difficulty tweaks of the solo rulebook: id, name, what each does."""
    from rotwsim.cli.tables import show_notes, show_table
    from rotwsim.scenario.board_file import load_rulebook

    rows = [(tweak.rule, tweak.name, tweak.side, tweak.text) for tweak in load_rulebook().tweaks]
    heads = ("rule", "name", "meant to be", "what changes")
    show_table("Tweaks, for --tweak NAME", rows, heads, heads)
    show_notes([IDS])


@click.command(epilog=example("rotwsim glossary"))
@form_options
def glossary() -> None:
    """The terms of pages and commands, one sentence each."""
    from rotwsim.cli.tables import show_table
    from rotwsim.scenario.rule_texts import glossary as terms

    show_table("Terms", list(terms().items()), ("term", "what it means"), ("term", "what it means"))
