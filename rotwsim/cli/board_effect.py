"""What `board check` says about a box filled in: games with its figures and with our guesses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace

import click

from rotwsim.cli.run_options import run_options

GAMES, FILLINGS, FILLING_GAMES = 400, 40, 20


def effect_options(command: Callable) -> Callable:
    """Adds what the games of a check need; the command receives them as `asked`."""
    for piece in reversed(
        (
            click.option("--no-games", is_flag=True, help="Check the file only."),
            click.option(
                "--player",
                default="expert",
                show_default=True,
                metavar="NAME",
                help="Who plays with your figures.",
            ),
            click.option("--barons", is_flag=True, help="Play with the Duel Barons."),
            click.option(
                "--games", type=int, default=GAMES, show_default=True, help="With your figures."
            ),
            click.option(
                "--fillings",
                type=int,
                default=FILLINGS,
                show_default=True,
                help="Plausible boxes for the range; more where the evidence leaves too few.",
            ),
            click.option(
                "--filling-games",
                type=int,
                default=FILLING_GAMES,
                show_default=True,
                help="Games of each of them with every tweak, for club and expert too.",
            ),
        )
    ):
        command = piece(command)
    return run_options(command)


def board_extended_by(file: str):
    """The board that a file, already read and checked, extends; None if it stands alone."""
    from rotwsim.scenario.board_file import find_board, is_file_name, load_board
    from rotwsim.scenario.reading import read_toml

    path, shown = find_board(file)
    base = read_toml(path, shown).get("extends")
    if base is None:
        return None
    return load_board(path.parent / base if is_file_name(base) else base)


def is_changed(board, ours) -> bool:
    """Whether a board differs from another in a figure, or in where one comes from."""
    own, others = ({(f.key, f.origin) for f in each.provenance} for each in (board, ours))
    return replace(board, name=ours.name, title=ours.title) != ours or own != others


def effect_of_box(board, ours, asked: dict):
    """The effect of a board file against the board that it extends."""
    from rotwsim.analysis.boxes.your_box import effect_of
    from rotwsim.cli.analysis import balance_games, check_count
    from rotwsim.runner.block_plan import check_games
    from rotwsim.scenario.scenario import Scenario

    count, filling_count = check_games(asked["games"]), check_games(asked["filling_games"])
    fillings = check_count("--fillings", asked["fillings"])
    machines = {name: asked[name] for name in ("jobs", "backend", "scheduler")}
    played = [
        Scenario.of(each, player=asked["player"], barons=asked["barons"]) for each in (ours, board)
    ]
    with balance_games(asked["seed"], None, asked["quiet"], **machines) as games:
        return effect_of(games, *played, count, fillings, filling_count)


def as_data(effect) -> dict:
    """The effect as plain data."""
    pair = effect.pair
    return {
        "player": effect.player,
        "games": pair.n,
        "win_rate_ours": asdict(pair.baseline),
        "win_rate_yours": asdict(pair.variant),
        "difference": asdict(pair.difference),
        "range_ours": asdict(effect.ours),
        "range_yours": asdict(effect.yours),
    }
