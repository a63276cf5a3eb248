"""What the games of arms show, as tables: results, lengths, sources of points, losses."""

from collections.abc import Iterable, Sequence

import numpy as np

from rotwsim import stats
from rotwsim.analysis.boxes.known_ranges import boxes_of
from rotwsim.analysis.pool import ArmGames
from rotwsim.analysis.results import Table, ends, frame, rows_of, stacked
from rotwsim.runner.game_columns import win_shares
from rotwsim.scenario.provenance import origins_under

CLOSE = 3  # points by which a game was nearly won or nearly lost
QUANTILES = {"q05": 0.05, "q25": 0.25, "q50": 0.50, "q75": 0.75, "q95": 0.95}
TURN_QUANTILES = {"q10": 0.10, "q50": 0.50, "q90": 0.90}
SOURCES = {  # in words: column and sign
    "deliveries": ("points_deliveries", 1),
    "hotels": ("points_hotels", 1),
    "bounties": ("points_bounties", 1),
    "Major Lines": ("points_lines", 1),
    "Duel Barons": ("points_barons", 1),
    "removed cubes": ("points_removals", 1),
    "Railbot Links used": ("points_lost", -1),
    "Links that others used": ("points_received", 1),
    "Start cards": ("points_starts", 1),
    "Rail Baron": ("baron_points", 1),
    "bonds": ("bonds", -1),
}
LOSSES = (
    *("cubes_lost_to_links", "cubes_lost_to_exhaust", "taxation_paid", "deadheads"),
    *("insurance_bought", "insurance_used", "railbot_links", "bonds", "points_lost", "passes"),
)
MULTIPLAYER_CAUSES = ("money_bid", "links", "points_given", "points_received", "bids_paid")
CAUSES = ("turns", "deliveries", "own_links", "engine", "markers", "urbanized", *LOSSES)
# Options that separate arms: each has a column, some are in the name.
SAID_ELSEWHERE = (
    *("board", "barons", "tweaks", "player", "seats", "slip", "without"),
    *("bidding", "modules", "rail_baron", "budget"),
)
FLIPS_SHOWN = 10  # of each kind
FLIPS = ("baseline", "arm", "name", "seed", "game", "baseline_result", "variant_result", "command")


def arm_tables(arms: Sequence[ArmGames]) -> dict[str, Table]:
    """Give every table that needs nothing but the games of single arms."""
    found = {
        "arms": arms_table(arms),
        "seats": seats_table(arms),
        "result_counts": result_counts(arms),
        "points_by_turn": points_by_turn(arms),
        "sources": sources(arms),
        "losses": losses(arms),
        "odd_games": odd_games(arms),
        "links": links(arms),
        "cities": cities(arms),
    }
    return {name: table for name, table in found.items() if len(table)}  # some are of one game


def arms_table(arms: Iterable[ArmGames]) -> Table:
    """Give one row per arm: who played what, and how it went."""
    return frame([{**_played(arm), **_figures(arm)} for arm in arms])


def _played(arm: ArmGames) -> dict:
    scenario = arm.scenario
    return {
        "arm": arm.name,
        "board": scenario.board.name,
        "board_title": scenario.board.title,
        "barons": scenario.barons,
        "tweaks": ", ".join(scenario.tweaks),
        "player": ", ".join(scenario.seats) or scenario.player,
        "slip": scenario.slip,
        "without": ", ".join(scenario.without),
        "besides": scenario.changed_besides(SAID_ELSEWHERE),
        "target": scenario.parameters.get("target", 0),
        "digest": arm.digest,
        **boxes_of(scenario),
        "rebuilt": origins_under(scenario.board, "map").get("rows") != "printed",
    }


def _figures(arm: ArmGames) -> dict:
    table = arm.table
    rate, result = stats.wilson(arm.wins, arm.games), stats.mean(table["result"])
    return {
        "games": arm.games,
        "wins": arm.wins,
        **ends("win_rate", rate),
        **ends("result_mean", result, "result_"),
        "result_sd": table["result"].std(),
        **{name: np.quantile(table["result"], share) for name, share in QUANTILES.items()},
        "turns_mean": table["turns"].mean(),
        "turns_min": table["turns"].min(),
        "turns_max": table["turns"].max(),
        "markers_share": (table["trigger"] == "markers").mean(),
        "close_share": (table["margin"].abs() <= CLOSE).mean(),
        "bonds_mean": arm.column("bonds").mean(),
    }


def result_counts(arms: Iterable[ArmGames]) -> Table:
    """Say how many games ended with each result."""
    parts = []
    for arm in arms:
        counts = arm.table["result"].value_counts().sort_index()
        parts.append({"arm": arm.name, "result": counts.index, "games": counts.to_numpy()})
    return stacked(parts)


def points_by_turn(arms: Iterable[ArmGames]) -> Table:
    """Points after each turn, over the games that lasted that long."""
    from rotwsim.core.state.layout import TURNS

    rows = []
    for arm in arms:
        for turn in range(1, 1 if arm.scenario.seats else TURNS + 1):
            points = arm.table.loc[arm.table["turns"] >= turn, f"points_after_{turn:02d}"]
            if len(points):
                row = {"arm": arm.name, "turn": turn, "games": len(points), "mean": points.mean()}
                shares = TURN_QUANTILES.items()
                rows.append(row | {name: np.quantile(points, share) for name, share in shares})
    return frame(rows)


def sources(arms: Iterable[ArmGames]) -> Table:
    """Mean points per game by source; what costs points is negative; all add up to the result."""
    rows = []
    for arm in arms:
        for source, (column, sign) in SOURCES.items():
            if arm.column(column) is None or (source == "Duel Barons" and not arm.scenario.barons):
                continue
            weight = sign * (arm.scenario.parameters["bond_penalty"] if column == "bonds" else 1)
            points = stats.mean(arm.column(column)).scaled(weight)
            rows.append({"arm": arm.name, "source": source, **ends("points", points)})
    return frame(rows)


def losses(arms: Iterable[ArmGames]) -> Table:
    """Say what the Railbot takes and what the player pays for, per game."""
    return frame(
        [
            {"arm": arm.name, "loss": loss, **ends("mean", stats.mean(arm.table[loss]))}
            for arm in arms
            for loss in ([] if arm.scenario.seats else LOSSES)
        ]
    )


def odd_games(arms: Iterable[ArmGames]) -> Table:
    """Games worth a look: the closest, the best and the worst, with the words that replay them."""
    rows = []
    for arm in arms:
        target = arm.scenario.parameters.get("target", 0)
        table = arm.table[["game", "won", "result", "margin"]].assign(target=target)
        won, lost = table.loc[table["won"]], table.loc[~table["won"]]
        for kind, found in (
            ("closest win", won.nsmallest(1, "margin")),
            ("closest defeat", lost.nlargest(1, "margin")),
            ("best", table.nlargest(1, "result")),
            ("worst", table.nsmallest(1, "result")),
        ):
            for game in rows_of(found):
                row = {"arm": arm.name, "kind": kind, "seed": arm.seed, "game": game.game}
                row |= {"result": game.result, "target": game.target}
                rows.append(row | {"command": arm.command(game.game)})
    return frame(rows)


def flips(baseline: ArmGames, variants: Iterable[ArmGames]) -> Table:
    """Games that only one side won, those with the largest difference first."""
    rows = []
    for variant in variants:
        base = baseline.table.iloc[: variant.games]
        gap = variant.table["result"].to_numpy() - base["result"].to_numpy()
        order = np.argsort(-np.abs(gap), kind="stable")
        for winner, loser in ((base, variant.table), (variant.table, base)):
            only = winner["won"].to_numpy() & ~loser["won"].to_numpy()
            for place in order[only[order]][:FLIPS_SHOWN]:
                game = int(base["game"].iloc[place])
                results = (side["result"].iloc[place] for side in (base, variant.table))
                names = (baseline.name, variant.name, variant.label)
                row = (*names, variant.seed, game, *map(int, results), variant.command(game))
                rows.append(dict(zip(FLIPS, row, strict=True)))
    return frame(rows, FLIPS)


def causes(baseline: ArmGames, variants: Iterable[ArmGames]) -> Table:
    """Say what else a variant changes per game, on the same seeds: where its effect comes from."""
    rows = []
    for variant in variants:
        for column in (*CAUSES, *MULTIPLAYER_CAUSES):
            if baseline.column(column) is None:
                continue
            base = baseline.column(column).iloc[: variant.games]
            gap = variant.column(column).to_numpy(float) - base.to_numpy(float)
            row = {"baseline": baseline.name, "arm": variant.name, "name": variant.label}
            row |= {"column": column, "baseline_mean": base.mean()}
            rows.append(row | ends("difference", stats.mean(gap)))
    return frame(rows)


def links(arms: Iterable[ArmGames]) -> Table:
    """Say how many Links per game joined two cities, and whose; pairs never joined are left out."""
    from rotwsim.runner.run_totals import links_table

    parts = []
    for arm in arms:
        table = links_table(arm.scenario, arm.traffic)
        table = table[(table["by_player"] > 0) | (table["by_railbot"] > 0)]
        part = {"arm": arm.name, "first": table["first"], "second": table["second"]}
        part |= {"player_share": table["by_player"] / arm.run_games}
        parts.append(part | {"railbot_share": table["by_railbot"] / arm.run_games})
    return stacked(parts)


def cities(arms: Iterable[ArmGames]) -> Table:
    """Cubes per game delivered from and to each city."""
    from rotwsim.runner.run_totals import cities_table

    parts = []
    for arm in arms:
        table = cities_table(arm.scenario, arm.traffic)
        part = {"arm": arm.name, "city": table["city"], "sent": table["sent"] / arm.run_games}
        parts.append(part | {"received": table["received"] / arm.run_games})
    return stacked(parts)


MEANS = ("score", "bonds", "bids_paid", "turns_first", "links", "deliveries", "points_given")


def seats_table(arms: Iterable[ArmGames]) -> Table:
    """Share of the wins, a shared one counted by its share, and means per game."""
    rows = []
    for arm in arms:
        for seat, player in enumerate(arm.scenario.seats):
            wins = stats.mean(win_shares(arm.of_seat("sharing", seat))).within(0, 1)
            row = {"arm": arm.name, "seat": seat + 1, "player": player, "games": arm.games}
            row |= ends("win_rate", wins)
            rows.append(row | {name: arm.of_seat(name, seat).mean() for name in MEANS})
    return frame(rows)
