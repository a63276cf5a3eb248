"""Tables of single analyses in an invented results folder: Barons, skill, assumptions, board."""

from __future__ import annotations

import numpy as np
import pandas as pd

from rotwsim.report.columns import kinds_of
from rotwsim.scenario.board_file import load_board, load_rulebook
from rotwsim.scenario.compile.routes import routes_of
from rotwsim.stats import wilson

STREAMS = ("goods", "Railbot deck", "Operations deck", "player")


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
                "goal": baron.goal_text,
                "opponent_effect": baron.effect_text,
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
                "win_harmless": 0.44 + worth / 2,
                "effect_wins": 0.02 + 0.001 * place,
                "effect_wins_low": 0.01,
                "effect_wins_high": 0.04,
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
    skills, targets = [], []
    for wins in (0.25, 0.5, 0.75):
        for place, row in enumerate(rows, start=1):
            kept = ("baron", "games", "win_in", "win_out", "difference", "low", "high")
            own = {name: row[name] for name in (*kept, "result_difference")}
            skills.append({"standard_wins": wins, "order": place, **own})
        target = {"standard_wins": wins, "games": games, "win_rate_without": wins}
        target |= {"win_rate_with": wins - 0.1, "difference": -0.1, "low": -0.12, "high": -0.08}
        fair = round(130 + 8 * wins)
        target |= {"target": 140, "fair_target": fair, "fair_low": fair - 2, "fair_high": fair + 2}
        targets.append(target)
    scores = [(baron.name, int(result)) for baron in barons for result in range(90, 150, 3)]
    counts = pd.DataFrame(scores, columns=["baron", "result"])
    return {
        "baron_results": counts.assign(games=games // 20),
        "variant": pd.DataFrame([variant]),
        "fair_targets": pd.DataFrame(targets),
        "baron_skills": pd.DataFrame(skills),
        "barons": pd.DataFrame(rows),
        "baron_turns": pd.concat(turns, ignore_index=True),
        "baron_pairs": pd.DataFrame(pairs),
    }


def person_tables(games: int) -> dict[str, pd.DataFrame]:
    """What tweaks and maps do to people of several skills."""
    effects, prices, cells, curves = [], [], [], []
    place = {"board": "eastern-us", "board_title": "Eastern US"}
    for step, tweak in enumerate(load_rulebook().tweaks):
        gap = 0.2 - 0.04 * step
        row = {"tweak": tweak.name, "games": games, "difference": gap}
        row |= {"low": gap - 0.03, "high": gap + 0.03}
        bands = {"kinds_low": gap - 0.06, "kinds_high": gap + 0.05}
        effects += [
            place
            | row
            | bands
            | {"barons": barons, "target": 125, "standard_wins": 0.5, "win_rate": 0.5 + gap}
            | {"boxes_difference_low": gap - 0.1, "boxes_difference_high": gap + 0.1}
            | {"result_difference": 40 * gap, "result_low": 30 * gap, "result_high": 50 * gap}
            | {"verdict": "easier" if gap > 0 else "harder", "more_games": np.nan}
            for barons in (False, True)
        ]
        over = {f"{of}_{end}": gap for of in ("maps", "skills") for end in ("low", "high")}
        prices.append(
            row
            | bands
            | over
            | {"side": tweak.side, "target_points": 60 * gap, "holds": True}
            | {"fails_for": ""}
        )
        cells.append(
            place
            | row
            | {"barons": False, "errs": "noisy", "standard_wins": 0.5}
            | {"baseline_win_rate": 0.5}
        )
        for wins in (0.25, 0.5, 0.75):
            won = min(1.0, max(0.0, wins + gap / 2))
            ends = {"win_rate": won, "low": max(0.0, won - 0.03), "high": min(1.0, won + 0.03)}
            point = {"barons": False, "tweak": tweak.name, "standard_wins": wins, "games": games}
            curves.append(place | point | ends)
    maps = [
        {"board": title.lower(), "board_title": title, "barons": barons, "player": "person"}
        | {"standard_wins": wins, "games": games, "win_rate": wins / step}
        | {"low": 0.9 * wins / step, "high": 1.1 * wins / step}
        for step, title in enumerate(("Eastern US", "Mexico", "Sweden"), start=1)
        for barons in (False, True)
        for wins in (0.25, 0.5, 0.75)
    ]
    found = {"effects": effects, "prices": prices, "price_cells": cells, "skill_curves": curves}
    return {name: pd.DataFrame(rows) for name, rows in (found | {"map_skill": maps}).items()}


def table_by_kinds(name: str) -> pd.DataFrame:
    """Three rows of any table, from the kinds of its columns alone."""
    values = {
        "text": ["first", "second", "third"],
        "flag": [True, False, True],
        "count": [3, 200, 40],
        "number": [-1.5, 0.0, 12.0],
        "share": [0.2, 0.5, 0.9],
        "part": [0.1, 0.3, 0.6],
        "pp": [-0.2, 0.0, 0.1],
        "chance": [0.001, 0.04, 0.7],
    }
    columns = {column: values[kind] for column, kind in kinds_of(name).items()}
    ends = {c: values["pp"] for c in columns if c == "low" or c.endswith("_low")}
    return pd.DataFrame(columns | ends)


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
    draws = [
        {
            "draw": f"draw {number}",
            "win_rate": rate,
            "low": rate - 0.03,
            "high": rate + 0.03,
            "result_mean": 100 + 60 * rate,
            "weight": (2 if rate > 0.4 else 1) / 60,
            "what": "Base Exhaust 3, trigger 18, other map cards",
        }
        for number, rate in enumerate(rates)
    ]
    tables = {"assumptions": pd.DataFrame(rows), "draws": pd.DataFrame(draws)}
    return tables | box_tables()


def box_tables() -> dict[str, pd.DataFrame]:
    """What the box probably says: two players, two figures."""
    ranges = [
        {"barons": False, "player": player, "tweak": "", "low": low, "high": 0.84, "assumed": 0.7}
        | {"difference_low": 0.0, "difference_high": 0.0}
        | {"draws": 40, "effective": 21.3, "games": 100}
        for player, low in (("expert", 0.45), ("club", 0.21))
    ]
    figures = [
        {"name": name, "now": 9.0, "drawn_low": 6.0, "drawn_high": 16.0, "drawn_mean": 11.0}
        | {"weighed_low": 7.0, "weighed_high": 13.0, "weighed_mean": 9.8}
        | {"narrows": narrows, "spread": 0.2, "spread_known": 0.2 * (1 - narrows) ** 0.5}
        for name, narrows in (("Empty City trigger", 0.51), ("Base Exhaust", 0.19))
    ]
    values = [
        {"name": row["name"], "value": value, "drawn": 0.25, "weighed": weighed}
        for row in figures
        for value, weighed in ((7.0, 0.1), (8.0, 0.2), (9.0, 0.5), (10.0, 0.2))
    ]
    evidence = [
        {"name": "cash", "weight": 1.0, "drawn": 0.6, "weighed": 0.8}
        | {"text": "$5 at the start make the game easier", "source": "solo rulebook (T1)"}
    ]
    tables = {"box_ranges": ranges, "parameters": figures, "parameter_values": values}
    return {name: pd.DataFrame(rows) for name, rows in (tables | {"evidence": evidence}).items()}


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
    links, cities = [], []
    for arm in ("plain", "barons"):
        for route in routes:
            if route.cost <= 14:
                own, bot = dice.beta(0.35, 1.8, 2)
                links.append(
                    {
                        "arm": arm,
                        "first": board.cities[route.first].name,
                        "second": board.cities[route.second].name,
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
