"""`rotwsim play`: a game by hand, solo or in a seat among others, typed or from a pipe."""

import secrets
import sys
from collections.abc import Callable, Iterator
from functools import partial, wraps
from pathlib import Path
from typing import Any

import click

from rotwsim.cli import command
from rotwsim.cli.options import option, scenario_options
from rotwsim.scenario.options import OF_A_PLAYER, OPTION, spelt_out

NOT_BY_HAND = (*OF_A_PLAYER, "rail_baron")
PROMPT = "> "


def with_my_seats(command: Callable) -> Callable:
    """Let `me` be one of the seats; the command receives the places of these as `mine`."""

    @wraps(command)
    def with_seats(*args, seats=(), **given):
        from rotwsim.session.game import ADVISER, ME

        named: Any = OPTION["seats"].from_command(seats)
        named = spelt_out(named)
        mine = [place for place, player in enumerate(named) if player == ME]
        players = tuple(ADVISER if player == ME else player for player in named)
        return command(*args, seats=players, mine=mine, **given)

    return with_seats


@command(
    "rotwsim play",
    "rotwsim play --board portugal --barons --html game.html",
    "rotwsim play --seats me,3*expert --bidding first_to_pass --module mines",
    "rotwsim play --load evening.json",
)
@with_my_seats
@partial(scenario_options, without=NOT_BY_HAND)
@option(
    "--seed N",
    "Number that decides the deal.  [default: a new one]",
    type=click.IntRange(0, 2**63 - 1),
)
@option("--load PATH", "Go on with a saved game.", "saved", type=click.Path(path_type=Path))
@option("--html FILE", "Keep a page with the board up to date.")
@option("--log FILE", "CSV file that your results go into.")
def play(scenario, mine, seed: int | None, saved: Path | None, html: Path | None, log) -> None:
    """Play yourself: against the Railbot, or with --seats me,3*expert against others.

    You see every legal action with a number, its price and its points. `hint` asks the expert,
    `undo` takes an action back, `save` and `load` keep a game, `quit` ends it. Commands can come
    from a pipe, one a line. The result of a finished solo game goes into your log.
    """
    from rotwsim.scenario.scenario import Scenario
    from rotwsim.session.game import GameByHand, load, log_file
    from rotwsim.session.terminal import Terminal

    if saved and (seed is not None or scenario != Scenario.of()):
        raise click.UsageError("--load goes on with the saved game, its board and its seed.")
    seed = secrets.randbits(32) if seed is None else seed
    game = load(saved) if saved else GameByHand(scenario, seed, mine=mine)
    page = writer_of(html) if html else lambda game: None
    Terminal(game, click.echo, log or log_file(), page).play(lines_of(sys.stdin))


def lines_of(stream) -> Iterator[str]:
    """Lines as they are typed; those of a pipe are shown, so that what is printed reads on."""
    typed = stream.isatty()
    while True:
        click.echo(PROMPT, nl=False)
        try:
            line = stream.readline()
        except KeyboardInterrupt:
            click.echo()
            return
        if not line:
            click.echo()
            return
        if not typed:
            click.echo(line.rstrip("\n"))
        yield line


def writer_of(html: Path):
    """Writes the game so far as a page that follows it, whole each time."""
    from rotwsim.replay import story_of
    from rotwsim.replay.story import MultiplayerStory
    from rotwsim.report.page.replay import replay_page
    from rotwsim.scenario.files import write_whole

    def write(game) -> None:
        story = story_of(game.scenario, game.seed, game.game, game.rows)
        story.title, story.command, story.live = game.title, game.command, not game.over
        if isinstance(story, MultiplayerStory) and story.live:  # Barons are secret (M6)
            dealt = story.set_up.barons
            story.set_up.barons = [one for one in dealt if one.seat - 1 in game.mine]
        html.parent.mkdir(parents=True, exist_ok=True)
        write_whole(html, replay_page(story, game.scenario))

    return write
