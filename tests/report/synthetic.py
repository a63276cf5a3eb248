"""Results folders as `rotwsim experiment` writes them, made of invented games."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.player_numbers import recorded_signature
from rotwsim.stats import paired_difference, verdict, wilson
from rotwsim.stats.means_and_quantiles import mean

from .synthetic_analyses import (
    assumption_tables,
    baron_tables,
    board_tables,
    effects_table,
    skill_tables,
)

TARGETS = {False: 125, True: 140}


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
                "scenario": {"board": "eastern-us", "seats": [], "player": "expert"},
                "games": games,
                "seed": 7,
                "digest": arm.digest,
                "signature": recorded_signature("eastern-us", ("expert",)),
            }
            for arm in tables["arms"].itertuples()
        ],
        "analyses": ["compare", "barons", "skill", "assumptions", "arms"],
        "versions": {"rotwsim": "0.1.0", "numpy": "2.0"},
        "started": "2025-01-02T03:04:05+00:00",
        "seconds": 321.5,
        "command": "rotwsim experiment experiments/invented.toml",
        "alerts": ["The analysis wants this to be known."],
    }


def all_tables(games: int) -> dict[str, pd.DataFrame]:
    """Every table of the invented games, free to change."""
    return {name: table.copy() for name, table in _invented_tables(games).items()}


@cache
def _invented_tables(games: int) -> dict[str, pd.DataFrame]:
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
        "interactions": effects_table(dice, games),
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
        "boxes_low": rate.value * 0.6,
        "boxes_high": 0.5 + rate.value / 2,
        "boxes_draws": 200,
        "boxes_stale": False,
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
                "boxes_low": 0.3,
                "boxes_high": 0.8,
                "boxes_draws": 200,
                "boxes_stale": False,
                "boxes_difference_low": difference.value - 0.06,
                "boxes_difference_high": difference.value + 0.06,
                "flipped": float(((base >= base_target) != (result >= target)).mean()),
                "variance_ratio": 0.31,
                "result_difference": shift.value,
                "result_low": shift.low,
                "result_high": shift.high,
                "more_games": float("nan") if abs(difference.value) > 0.05 else 3 * len(base),
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
