"""`rotwsim difficulty`: one sheet of paper with the odds of every map, tweak and skill."""

from __future__ import annotations

from pathlib import Path

import click

from rotwsim.cli.analysis import JSON, balance_games, command_line, games_option
from rotwsim.cli.frame import example
from rotwsim.cli.options import CSV, form, form_options, run_options

GAMES = 1_000
PAGE = Path("results") / "difficulty.html"
TABLE = ".csv"  # beside the page


@click.command(
    epilog=example(
        "rotwsim difficulty",
        "rotwsim difficulty --boards eastern-us,mexico --players club --games 4000 --out mine.html",
    )
)
@click.option(
    "--boards", default="", metavar="NAMES", help="Comma separated.  [default: the seven maps]"
)
@click.option(
    "--players", default="", metavar="NAMES", help="Comma separated.  [default: casual,club,expert]"
)
@games_option(GAMES)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    default=PAGE,
    show_default=True,
    metavar="FILE",
    help="Where the page goes, and its table beside it as CSV.",
)
@click.option(
    "--runs",
    type=click.Path(path_type=Path),
    default=Path("runs/games"),
    show_default=True,
    metavar="DIR",
    help="Where games are kept; the same command goes on from there.",
)
@run_options
@form_options
@JSON
def difficulty(boards, players, games, out, runs, seed, quiet, as_json, **machines) -> None:
    """One printable page: maps × Barons × tweaks for three skills.

    Cells near 50 % are marked. With 1,000 games a cell chance leaves ±3 points, and all of it takes
    about ten minutes on two cores; what is played stays, so that the same command goes on where
    the first one stopped. Tweaks of the target need no games of their own. A cell that results
    beside the page quote, such as those of rotwsim experiment, has the same games and number.
    """
    from rotwsim.analysis.questions.difficulty import SKILLS, maps
    from rotwsim.analysis.questions.difficulty import difficulty as analyse
    from rotwsim.analysis.results import games_quoted
    from rotwsim.cli.tables import as_json as as_text
    from rotwsim.cli.tables import records
    from rotwsim.report.page.difficulty import write_difficulty
    from rotwsim.runner.block_plan import check_games

    count = check_games(games)
    if out.suffix == TABLE:
        raise click.BadParameter(f"{out} is a table by its name, not a page", param_hint="--out")
    chosen = list(dict.fromkeys(names_in(boards) or maps()))
    who = list(dict.fromkeys(names_in(players) or SKILLS))
    with balance_games(seed, runs, quiet, **machines) as played:
        quoted = games_quoted(out.parent)
        table = analyse(played, chosen, who, count, quoted).tables["difficulty"]
    write_difficulty(table, out, command_line(), seed)
    if as_json:
        click.echo(as_text(records({"difficulty": table})))
    elif form() == CSV:
        click.echo(table.to_csv(index=False), nl=False)
    else:
        show(table, out)


def names_in(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def show(table, out: Path) -> None:
    """The standard game by map and player, and where the rest is."""
    from rotwsim.cli.tables import boxes, notes_on_boxes, share_between, show_notes, show_table
    from rotwsim.report.page.difficulty import is_near

    plain = table[table["tweaks"] == ""]
    rows = [
        (
            f"{row.board_title}{' with Barons' if row.barons else ''}",
            row.player,
            share_between(row.win_rate, row.low, row.high),
            boxes(row),
        )
        for row in plain.itertuples()
    ]
    heads = ("map", "player", "won % (95 %)", "boxes %")
    show_table("The standard game", rows, heads, ("map", "player"))
    near = sum(map(is_near, table["win_rate"]))
    show_notes(
        [
            *notes_on_boxes(plain),
            f"{near} of {len(table):,} cells, tweaks included, are near 50 %",
            f"page: {out}",
        ]
    )
