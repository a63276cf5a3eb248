"""Results folders as `rotwsim experiment` writes them, made of invented games."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd

from rotwsim.rules.load import load_board, load_rulebook
from rotwsim.rules.routes import cheapest_routes, routes_of
from rotwsim.stats import paired_difference, verdict, wilson
from rotwsim.stats.means import mean

TARGETS = {False: 125, True: 140}
STREAMS = ("goods", "Railbot deck", "Operations deck", "player")


def write_results(folder: Path, games: int = 4_000, only: tuple[str, ...] = ()) -> Path:
    """A folder with every table, or with those that are asked for."""
    tables = all_tables(games)
    write_folder(folder, manifest_of(tables, games), {k: tables[k] for k in only or tables})
    return folder


def write_folder(folder: Path, manifest: dict, tables: dict[str, pd.DataFrame]) -> None:
    places = folder / "tables"
    places.mkdir(parents=True, exist_ok=True)
    (folder / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    for name, table in tables.items():
        table.to_csv(places / f"{name}.csv", index=False)
        table.to_parquet(places / f"{name}.parquet")


def manifest_of(tables: dict[str, pd.DataFrame], games: int) -> dict:
    return {
        "question": "Which tweak makes Eastern US harder, and by how much?",
        "name": "invented",
        "experiment": {},
        "arms": [
            {
                "arm": arm.arm,
                "title": f"Eastern US, {arm.arm}",
                "command": f"rotwsim run --board eastern-us --games {games} --seed 7",
                "scenario": {"board": "eastern-us"},
                "games": games,
                "seed": 7,
                "digest": arm.digest,
            }
            for arm in tables["arms"].itertuples()
        ],
        "analyses": ["compare", "barons", "skill", "assumptions"],
        "versions": {"rotwsim": "0.1.0", "numpy": "2.0"},
        "kernel_digest": "0123456789abcdef",
        "data_digest": "fedcba9876543210",
        "started": "2025-01-02T03:04:05+00:00",
        "seconds": 321.5,
        "command": "rotwsim experiment experiments/invented.toml",
        "alerts": ["The analysis wants this to be known."],
    }


def all_tables(games: int) -> dict[str, pd.DataFrame]:
    dice = np.random.default_rng(20250102)
    luck = dice.normal(0, 13, games)  # shared by all arms: the same seeds
    arms, counts, turns, sources, losses = [], [], [], [], []
    played = {}
    for barons in (False, True):
        for tweak in ("", *(tweak.name for tweak in load_rulebook().tweaks)):
            name = f"{'barons' if barons else 'plain'}{'-' + tweak if tweak else ''}"
            result, target = invented_games(dice, luck, barons, tweak)
            played[name] = (result, target)
            arms.append(arm_row(name, barons, tweak, result, target))
            found, number = np.unique(result, return_counts=True)
            counts.append(pd.DataFrame({"arm": name, "result": found, "games": number}))
            if not tweak:
                turns.append(turns_of(name, result, games))
                sources.append(sources_of(name, barons, result.mean()))
                losses.append(losses_of(name))
    return {
        "arms": pd.DataFrame(arms),
        "result_counts": pd.concat(counts, ignore_index=True),
        "points_by_turn": pd.concat(turns, ignore_index=True),
        "sources": pd.concat(sources, ignore_index=True),
        "losses": pd.concat(losses, ignore_index=True),
        "compare": compare_table(played),
        "flips": flips_table(played),
        "odd_games": odd_games_table(played),
        **baron_tables(dice, games),
        **skill_tables(games),
        **assumption_tables(games),
        "effects": effects_table(dice, games),
        **board_tables(dice),
    }


def invented_games(dice, luck: np.ndarray, barons: bool, tweak: str) -> tuple[np.ndarray, int]:
    shift = {"cash": 2.4, "exhaust-1": 3.1, "exhaust+1": -3.4, "cards-1": 0.9, "cards-2": 1.6}
    shift |= {"display-3": -1.1, "display-4": -0.02, "markers-1": -0.3, "markers-2": -0.8}
    own = dice.normal(0, 4, len(luck))
    result = np.round(122 + 14 * barons + luck + own + shift.get(tweak, 0.0)).astype(int)
    target = {"target-110": 110, "target-135": 135}.get(tweak, 125) + 15 * barons
    return result, target


def arm_row(name: str, barons: bool, tweak: str, result: np.ndarray, target: int) -> dict:
    won = result >= target
    rate, middle = wilson(int(won.sum()), len(won)), mean(result)
    spread = np.quantile(result, [0.05, 0.25, 0.5, 0.75, 0.95])
    return {
        "arm": name,
        "board": "eastern-us",
        "board_title": "Eastern US",
        "barons": barons,
        "tweaks": tweak,
        "player": "expert",
        "slip": 0.0,
        "without": "",
        "games": len(won),
        "wins": int(won.sum()),
        "win_rate": rate.value,
        "low": rate.low,
        "high": rate.high,
        "result_mean": middle.value,
        "result_low": middle.low,
        "result_high": middle.high,
        "result_sd": float(result.std(ddof=1)),
        **dict(zip(("q05", "q25", "q50", "q75", "q95"), spread, strict=True)),
        "target": target,
        "turns_mean": 19.2,
        "turns_min": 16,
        "turns_max": 21,
        "markers_share": 0.21,
        "close_share": float((np.abs(result - target) <= 3).mean()),
        "bonds_mean": 9.4,
        "digest": f"{abs(hash(name)) % 2**64:016x}",
        "assumed_share": 0.05,
        "reported_share": 0.2,
        "rebuilt": False,
    }


def turns_of(name: str, result: np.ndarray, games: int) -> pd.DataFrame:
    turn = np.arange(1, 22)
    there = np.where(turn > 18, games * np.array([1.0] * 18 + [0.8, 0.5, 0.2]), games).astype(int)
    growth = (turn / 20) ** 1.8
    low, middle, high = (np.quantile(result + 9, q) * growth for q in (0.1, 0.5, 0.9))
    return pd.DataFrame(
        {
            "arm": name,
            "turn": turn,
            "games": there,
            "mean": middle,
            "q10": low,
            "q50": middle,
            "q90": high,
        }
    )


def sources_of(name: str, barons: bool, total: float) -> pd.DataFrame:
    points = {"hotels": 14.2, "bounties": 3.8, "lines": 11.5, "removals": 2.6, "barons": 9.1}
    points["barons"] *= barons
    lost = {"lost": -12.4, "bonds": -9.4}
    points = {"deliveries": total - sum(points.values()) - sum(lost.values()), **points, **lost}
    rows = [
        {"arm": name, "source": s, "points": p, "low": p - 0.3, "high": p + 0.3}
        for s, p in points.items()
    ]
    return pd.DataFrame(rows)


def losses_of(name: str) -> pd.DataFrame:
    means = {
        "cubes_lost_to_links": 8.2,
        "cubes_lost_to_exhaust": 7.7,
        "taxation_paid": 44.1,
        "deadheads": 1.3,
        "insurance_bought": 0.8,
        "insurance_used": 0.7,
        "railbot_links": 17.9,
        "bonds": 9.4,
    }
    rows = [
        {"arm": name, "loss": k, "mean": m, "low": m * 0.98, "high": m * 1.02}
        for k, m in means.items()
    ]
    return pd.DataFrame(rows)


def compare_table(played: dict) -> pd.DataFrame:
    sides = {tweak.name: tweak.side for tweak in load_rulebook().tweaks}
    rows = []
    for name, (result, target) in played.items():
        start, _, tweak = name.partition("-")
        if not tweak:
            continue
        base, base_target = played[start]
        found = paired_difference(base >= base_target, result >= target)
        difference = found.difference
        shift = mean(result - base)
        rows.append(
            {
                "baseline": start,
                "arm": name,
                "name": tweak,
                "side": sides[tweak],
                "games": len(base),
                "baseline_win_rate": float((base >= base_target).mean()),
                "win_rate": float((result >= target).mean()),
                "difference": difference.value,
                "low": difference.low,
                "high": difference.high,
                "p_value": found.p_value,
                "p_adjusted": min(1.0, 11 * found.p_value),
                "verdict": verdict(difference),
                "flipped": float(((base >= base_target) != (result >= target)).mean()),
                "variance_ratio": 0.31,
                "result_difference": shift.value,
                "result_low": shift.low,
                "result_high": shift.high,
            }
        )
    return pd.DataFrame(rows).sort_values("difference", ignore_index=True)


def flips_table(played: dict) -> pd.DataFrame:
    rows = []
    for name, (result, target) in played.items():
        start, _, tweak = name.partition("-")
        base, base_target = played[start]
        changed = np.flatnonzero((base >= base_target) != (result >= target))[:3] if tweak else []
        rows += [
            {
                "baseline": start,
                "arm": name,
                "name": tweak,
                "seed": 7,
                "game": int(game),
                "baseline_result": int(base[game]),
                "variant_result": int(result[game]),
                "command": f"rotwsim replay --board eastern-us --tweak {tweak} --player expert "
                f"--seed 7 --game {game}",
            }
            for game in changed
        ]
    return pd.DataFrame(rows)


def odd_games_table(played: dict) -> pd.DataFrame:
    rows = []
    for name in ("plain", "barons"):
        result, target = played[name]
        margin = result - target
        for kind, game in (
            ("closest win", np.where(margin >= 0, margin, 999).argmin()),
            ("closest defeat", np.where(margin < 0, margin, -999).argmax()),
            ("best", result.argmax()),
            ("worst", result.argmin()),
        ):
            command = f"rotwsim replay --board eastern-us --player expert --seed 7 --game {game}"
            rows.append(
                {
                    "arm": name,
                    "kind": kind,
                    "seed": 7,
                    "game": int(game),
                    "result": int(result[game]),
                    "target": target,
                    "command": command,
                }
            )
    return pd.DataFrame(rows)


def baron_tables(dice, games: int) -> dict[str, pd.DataFrame]:
    barons = load_rulebook().barons
    rows, turns = [], []
    for place, baron in enumerate(barons):
        worth = 0.05 - 0.008 * place
        own = 0.75 - 0.05 * place
        rows.append(
            {
                "baron": baron.name,
                "rule": baron.rule,
                "games": games,
                "win_in": 0.42 + worth / 2,
                "win_out": 0.42 - worth / 2,
                "difference": worth,
                "low": worth - 0.012,
                "high": worth + 0.012,
                "p_value": 0.02,
                "p_adjusted": 0.2,
                "result_difference": 40 * worth,
                "result_low": 40 * worth - 0.4,
                "result_high": 40 * worth + 0.4,
                "own_claims": own,
                "railbot_claims": 0.9 * (1 - own) * 0.6,
                "points_when_claimed": float(max(baron.points)) - 0.7,
                "mean_turn_own": 8.0 + place,
                "effect_cost": 1.5 + 0.1 * place,
                "effect_low": 1.2,
                "effect_high": 3.3,
            }
        )
        for owner, middle in (("own", 7 + 0.6 * place), ("railbot", 9 + 0.2 * place)):
            found, number = np.unique(
                np.clip(np.round(dice.normal(middle, 2.5, 500)), 1, 20).astype(int),
                return_counts=True,
            )
            turns.append(
                pd.DataFrame({"baron": baron.name, "owner": owner, "turn": found, "games": number})
            )
    pairs = []
    for place, first in enumerate(barons):
        for second in barons[place + 1 :]:
            difference = float(dice.normal(0, 0.02))
            pairs.append(
                {
                    "first": first.name,
                    "second": second.name,
                    "games": games // 11,
                    "win_rate": 0.42 + difference,
                    "difference": difference,
                    "low": difference - 0.03,
                    "high": difference + 0.03,
                }
            )
    variant = {
        "name": "Eastern US, expert",
        "win_rate_without": 0.4213,
        "win_rate_with": 0.3849,
        "difference": -0.0364,
        "low": -0.0471,
        "high": -0.0257,
        "games": games,
    }
    return {
        "variant": pd.DataFrame([variant]),
        "barons": pd.DataFrame(rows),
        "baron_turns": pd.concat(turns, ignore_index=True),
        "baron_pairs": pd.DataFrame(pairs),
    }


def skill_tables(games: int) -> dict[str, pd.DataFrame]:
    rows = []
    ladder = {"random": 0.0, "novice": 0.021, "casual": 0.134, "expert": 0.421, "master": 0.688}
    for player, rate in ladder.items():
        for slip in (0.0, 0.05, 0.1, 0.2, 0.4) if player == "expert" else (0.0,):
            found = wilson(round(rate * np.exp(-3 * slip) * games), games)
            rows.append(
                {
                    "player": player,
                    "slip": slip,
                    "games": games,
                    "win_rate": found.value,
                    "low": found.low,
                    "high": found.high,
                    "result_mean": 60 + 90 * rate,
                    "result_low": 59 + 90 * rate,
                    "result_high": 61 + 90 * rate,
                }
            )
    shares = dict(zip(STREAMS, (0.34, 0.22, 0.09, 0.04), strict=True))
    luck = [
        {
            "term": term,
            "share": share,
            "low": share - 0.03,
            "high": share + 0.03,
            "total": share + 0.12,
            "total_low": share + 0.08,
            "total_high": share + 0.16,
            "n": games,
        }
        for term, share in shares.items()
    ]
    return {"skill": pd.DataFrame(rows), "luck": pd.DataFrame(luck)}


def assumption_tables(games: int) -> dict[str, pd.DataFrame]:
    settings = {
        "Base Exhaust": ("assumed", "2", "5", 0.113, -0.142),
        "Empty City trigger": ("assumed", "24", "14", 0.022, -0.061),
        "railbot_path": ("ruling", "reuse", "fresh", 0.0, -0.034),
        "removed_cubes": ("ruling", "bag", "box", 0.0, -0.019),
        "map cards": ("assumed", "set 3", "set 8", 0.055, -0.048),
        "cities not in play": ("assumed", "none", "15 outlying", 0.0, 0.012),
    }
    rows = [
        {
            "name": name,
            "origin": origin,
            "low_setting": low,
            "high_setting": high,
            "win_rate_low": 0.42 + first,
            "win_rate_high": 0.42 + second,
            "difference_low": first,
            "difference_high": second,
            "low_low": first - 0.012,
            "low_high": first + 0.012,
            "high_low": second - 0.012,
            "high_high": second + 0.012,
            "influence": max(abs(first), abs(second)),
            "games": games,
        }
        for name, (origin, low, high, first, second) in settings.items()
    ]
    rates = np.linspace(0.24, 0.57, 40) + 0.01 * np.sin(np.arange(40))
    fillings = [
        {
            "filling": f"filling {number}",
            "win_rate": rate,
            "low": rate - 0.03,
            "high": rate + 0.03,
            "result_mean": 100 + 60 * rate,
            "what": "Base Exhaust 3, trigger 18, other map cards",
        }
        for number, rate in enumerate(rates)
    ]
    return {"assumptions": pd.DataFrame(rows), "fillings": pd.DataFrame(fillings)}


def effects_table(dice, games: int) -> pd.DataFrame:
    tweaks = {"cash": 0.05, "exhaust+1": -0.08, "display-4": -0.01, "cards-1": 0.03}
    terms = dict(tweaks)
    for place, first in enumerate(tweaks):
        for second in list(tweaks)[place + 1 :]:
            terms[f"{first} × {second}"] = float(dice.normal(0, 0.008))
    rows = [
        {
            "term": term,
            "difference": value,
            "low": value - 0.008,
            "high": value + 0.008,
            "p_value": 0.03,
            "odds_ratio": np.exp(4 * value),
            "odds_low": np.exp(4 * value - 0.03),
            "odds_high": np.exp(4 * value + 0.03),
            "n": 16 * games,
        }
        for term, value in terms.items()
    ]
    return pd.DataFrame(rows)


def board_tables(dice) -> dict[str, pd.DataFrame]:
    board = load_board("eastern-us")
    routes = routes_of(board, load_rulebook())
    places = {route: number for number, route in enumerate(routes)}
    links, cities = [], []
    for arm in ("plain", "barons"):
        for route in cheapest_routes(routes):
            if route.cost <= 14:
                own, bot = dice.beta(0.35, 1.8, 2)
                links.append(
                    {
                        "arm": arm,
                        "first": board.cities[route.first].name,
                        "second": board.cities[route.second].name,
                        "route": places[route],
                        "player_share": own,
                        "railbot_share": bot * 0.7,
                    }
                )
        for city in board.cities:
            sent, received = dice.gamma(1.2, 0.6, 2)
            cities.append(
                {
                    "arm": arm,
                    "city": city.name,
                    "sent": sent,
                    "received": received if city.colour != "grey" else received * 0.2,
                }
            )
    return {"links": pd.DataFrame(links), "cities": pd.DataFrame(cities)}
