# Longer than most: each command of `show` beside the others.
"""`rotwsim show`: boards, cards, players, rules, tweaks, settings, terms, columns."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rotwsim.cli.frame import example
from rotwsim.cli.options import form_options
from rotwsim.cli.progress import announce_cost, progress
from rotwsim.cli.tables import show_notes, show_rows

if TYPE_CHECKING:
    from rotwsim.runner.bench import Gained
    from rotwsim.runner.workload import Workload
    from rotwsim.scenario.scenario import Scenario
    from rotwsim.scenario.schema import Board

BOARD = click.argument("board", metavar="NAME_OR_FILE")
OUTPUT = click.Path(dir_okay=False, path_type=Path)
KINDS_OF_SETTINGS = {  # and how each is changed
    "parameter": "--set NAME=VALUE",
    "ruling": "--ruling NAME=CHOICE",
    "weight": "--weight NAME=VALUE",
}
MOST_GAMES = 1_000_000  # of one player; they are held in memory


@click.group(epilog=example("rotwsim show board eastern-us", "rotwsim show tweaks"))
def show() -> None:
    """Boards, cards, players, rules, tweaks, settings, terms, columns."""


@show.command("boards", epilog=example("rotwsim show boards"))
@form_options
def boards() -> None:
    """The boards in the package, and how much of each is known."""
    from rotwsim.cli.board_tables import show_boards
    from rotwsim.scenario.board_file import board_names, load_board

    show_boards([load_board(name) for name in board_names()])


@show.command(
    "board",
    epilog=example(
        "rotwsim show board eastern-us --png eastern-us.png",
        "rotwsim show board my-board.toml --json",
    ),
)
@BOARD
@click.option("--png", type=OUTPUT, metavar="FILE", help="Draw the board into a PNG file.")
@click.option("--svg", type=OUTPUT, metavar="FILE", help="Draw the board into an SVG file.")
@click.option("--letters", is_flag=True, help="Draw a letter for each city colour as well.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as one JSON object.")
@form_options
def board(board: str, png: Path | None, svg: Path | None, letters: bool, as_json: bool) -> None:
    """One board: its tables, and its picture on request.

    Every table says where its values come from; a value marked with ? is assumed.
    """
    from rotwsim.cli.board_tables import board_as_json, show_board
    from rotwsim.scenario.board_file import load_board, load_rulebook
    from rotwsim.scenario.compile.routes import routes_of

    loaded = load_board(board)
    routes = routes_of(loaded, load_rulebook())
    drawn = draw(loaded, {"png": png, "svg": svg}, letters)
    if as_json:
        click.echo(board_as_json(loaded, routes))
    else:
        show_board(loaded, routes)
        for path in drawn:
            click.echo(f"Drawn: {path}")


def draw(loaded: Board, wanted: dict[str, Path | None], letters: bool) -> list[Path]:
    """Write the picture in each wanted format; nothing is written if the drawing fails."""
    paths = {form: path for form, path in wanted.items() if path}
    if not paths:
        return []
    from rotwsim.report.figures.board_picture import board_picture
    from rotwsim.scenario.files import write_whole

    pictures = board_picture(loaded, list(paths), letters=letters)
    for form, path in paths.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, pictures[form])
    return list(paths.values())


@show.command(
    "cards",
    epilog=example("rotwsim show cards mexico", "rotwsim show cards my-rules.toml --pdf my.pdf"),
)
@click.argument("board", metavar="[NAME_OR_FILE]", default="eastern-us")
@click.option("--pdf", type=OUTPUT, metavar="FILE", help="Print what your rules change, on A4.")
@form_options
def cards(board: str, pdf: Path | None) -> None:
    """The Duel Barons, and the Railbot and Operations cards of a board or with your rules."""
    from rotwsim.cli.board_tables import show_cards

    if pdf:
        from rotwsim.report.print_cards import cards_pdf
        from rotwsim.scenario.files import write_whole

        write_whole(pdf, cards_pdf(scenario_named(board)))
        click.echo(f"Written: {pdf}")
        return

    show_cards(scenario_named(board))


@show.command("rules", epilog=example("rotwsim show rules S22", "rotwsim show rules B2 S41 --csv"))
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option("--write", type=OUTPUT, metavar="FILE", help="Write all rules as a Markdown page.")
@form_options
def rules(ids: Sequence[str], write: Path | None) -> None:
    """The rules that are played, by their ids; name some ids to see those alone."""
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
        show_list(section, rows, "id rule_text")


@show.command("tweaks", epilog=example("rotwsim show tweaks"))
@form_options
def tweaks() -> None:
    """The difficulty tweaks of the solo rulebook: rule, name, what each does."""
    from rotwsim.scenario.board_file import load_rulebook

    book = load_rulebook()
    rows = []
    for tweak in book.tweaks:
        target = dict(tweak.set).get("target")
        dealt = f"; {target + book.barons_raise_target} with the Duel Barons" if target else ""
        rows.append((tweak.rule, tweak.name, tweak.side, tweak.text + dealt))
    show_list("Tweaks, for --tweak NAME", rows, "rule name meant change")
    show_notes(["`rotwsim show rules ID` shows a rule; docs/rules.md has all of them"])


@show.command("settings", epilog=example("rotwsim show settings", "rotwsim show settings mexico"))
@click.argument("board", metavar="[NAME_OR_FILE]", default="eastern-us")
@click.option("--write", type=OUTPUT, metavar="FILE", help="Write all as a Markdown page.")
@form_options
def settings(board: str, write: Path | None) -> None:
    """What --set, --ruling and --weight may change: meaning, unit, default, range, origin."""
    from rotwsim.scenario.files import write_whole
    from rotwsim.scenario.rule_texts import settings_of, settings_page

    scenario = scenario_named(board)
    if write:
        write_whole(write, settings_page(scenario))
        click.echo(f"Written: {write}")
        return
    for kind, how in KINDS_OF_SETTINGS.items():
        rows = [
            (row.name, row.default, row.legal, row.unit, row.origin, row.meaning)
            for row in settings_of(scenario)
            if row.kind == kind
        ]
        title = f"{kind.title()}s, for {how}, on {scenario.board.title}"
        show_list(title, rows, "name default legal in_unit origin meaning")


def scenario_named(name: str) -> Scenario:
    """Give the game with Barons of a board by its name, or by a file of it or of rules."""
    from rotwsim.scenario.own_rules import is_rules_file
    from rotwsim.scenario.scenario import Scenario

    return Scenario.of(**{"rules" if is_rules_file(name) else "board": name}, barons=True)


@show.command("terms", epilog=example("rotwsim show terms"))
@form_options
def terms() -> None:
    """The terms of pages and commands, one sentence each."""
    from rotwsim.scenario.rule_texts import glossary

    show_list("Terms", list(glossary().items()), "word meaning")


@show.command("columns", epilog=example("rotwsim show columns", "rotwsim show columns solo --csv"))
@click.argument("table", metavar="[TABLE]", default="")
@form_options
def columns(table: str) -> None:
    """The columns of all tables, or of one: solo, seats, decisions, results."""
    from rotwsim.report.columns import columns as known

    show_list("Columns", known(table).to_numpy().tolist(), "table column_name in_unit meaning")


@show.command("players", epilog=example("rotwsim show players", "rotwsim show players --games 200"))
@click.option(
    "--games",
    type=click.IntRange(0, MOST_GAMES),
    default=0,
    help="Measure skill and speed on this number of games of Eastern US, half of them elsewhere.",
)
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True)
@form_options
def players(games: int, seed: int) -> None:
    """The players with what they consider; with --games, measured on this machine."""
    from rotwsim.players.registry import NUMBERS
    from rotwsim.runner.bench import about

    measured, gains = measure_all(games, seed) if games else ({}, {})
    rows = [{"player": name, "about": about(name), **measured.get(name, {})} for name in NUMBERS]
    show_rows("players", rows, "Players, weakest first")
    for (weaker, stronger), found in gains.items():
        title = f"The {stronger} over the {weaker}, on the same games"
        show_rows("gains", found, title)


def show_list(title: str, rows: Sequence[Sequence[str]], names: str) -> None:
    """Print rows under the headings of the dictionary."""
    show_rows("", [dict(zip(names.split(), row, strict=True)) for row in rows], title)


def measure_all(games: int, seed: int) -> tuple[dict[str, dict], dict[tuple, list[dict]]]:
    """Measure every player, and each two that are compared on every board."""
    from rotwsim.players.registry import NUMBERS
    from rotwsim.runner.bench import ELSEWHERE, PAIRS, gained, games_elsewhere, strength

    ahead = games_ahead(games)
    announce_cost(ahead, seed, jobs=1, quiet=False)
    measured, gains, wanted = {}, {}, ahead.wanted
    with progress() as advance:

        def count(*name: str) -> None:
            ahead.enough(" ".join(name))
            done = wanted - sum(part.left for part in ahead.parts.values())
            advance(done, wanted, lambda: f"{done:,} of {wanted:,} games")

        for name in NUMBERS:
            found = strength(name, games, seed)
            measured[name] = {
                **interval("result_mean", "result", found.mean, found.half_width),
                "win_rate": found.win_rate,
                "games_per_second": found.speed,
            }
            count(name)
        for players in PAIRS:
            gains[players] = []
            for board, barons in ELSEWHERE:
                number = games_elsewhere(players, games)
                gains[players].append(gain_row(gained(players, board, barons, number, seed)))
                for player in players:
                    count(*players, board, str(barons), player)
    return measured, gains


def games_ahead(games: int) -> Workload:
    """List all that is to be measured."""
    from rotwsim.players.registry import NUMBERS
    from rotwsim.runner.bench import ELSEWHERE, PAIRS, games_elsewhere, games_of
    from rotwsim.runner.workload import Workload
    from rotwsim.scenario.scenario import Scenario

    ahead = Workload()
    for name in NUMBERS:
        ahead.want(name, Scenario.of("eastern-us", player=name), games_of(name, games))
    for players in PAIRS:
        for board, barons in ELSEWHERE:
            for player in players:
                scenario = Scenario.of(board, barons=barons, player=player)
                name = " ".join((*players, board, str(barons), player))
                ahead.want(name, scenario, games_elsewhere(players, games))
    return ahead


def interval(name: str, of: str, value: float, half_width: float) -> dict[str, float]:
    return {name: value, f"{of}_low": value - half_width, f"{of}_high": value + half_width}


def gain_row(found: Gained) -> dict:
    """Return what the stronger player gains, and the weaker one's share of its result."""
    (weaker, stronger), (weaker_rate, stronger_rate) = found.means, found.win_rates
    return {
        "board_title": found.title,
        "games": found.games,
        "weaker": weaker,
        "weaker_rate": weaker_rate,
        "stronger": stronger,
        "stronger_rate": stronger_rate,
        **interval("gain", "gain", stronger - weaker, found.half_width),
        "reached": weaker / stronger if stronger > 0 else None,
    }
