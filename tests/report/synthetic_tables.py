"""Invented tables of the analyses of the game for 2 to 6."""

from __future__ import annotations

import pandas as pd

FIRST, SHARES = "from the first bidder", (0.4, 0.25, 0.2, 0.15)
FACTS = {"board": "Eastern US", "seats": 4}
GAMES = 900


def tables_for_2_to_6() -> dict[str, pd.DataFrame]:
    """Traditional is unfair to the fourth place, whole order fair."""
    fairness, places, prices, bids = [], [], [], []
    for style, shares, verdict in (
        ("traditional", SHARES, "unfair"),
        ("whole_order", (0.25,) * 4, "fair"),
    ):
        facts = {"arm": style.replace("_", " "), **FACTS, "bidding": style}
        away = 0.094 if verdict == "unfair" else 0.0
        row = facts | {"scope": FIRST, "games": GAMES, "unfairness": away, "low": away, "high": 0.1}
        fairness.append(row | {"p_value": 0.001, "p_adjusted": 0.002, "verdict": verdict})
        for place, share in enumerate(shares, 1):
            row = facts | {"scope": FIRST, "place": place, "games": GAMES, "win_rate": share}
            places.append(row | {"low": share - 0.03, "high": share + 0.03, "score": 50 - place})
        for turn in range(1, 9):
            row = facts | {"turn": turn, "games": GAMES, "mean": 8.0 - turn}
            prices.append(row | {"low": 7.5 - turn, "high": 8.5 - turn, "bid_share": 0.5})
        row = facts | {"games": GAMES, "money_bid": 28.0, "low": 27.0, "high": 29.0}
        row |= {"price_ordinary": 3.5, "price_executive": 19.0, "executive_share": 0.2}
        bids.append(row | {"first_bidder_wins": shares[0]})
    hills = [
        {"arm": "traditional", "place": place, "score": score, "games": 10}
        for place in range(1, 5)
        for score in range(60 - 10 * place, 90 - 10 * place, 5)
    ]
    barons = [
        {"baron": name, "rule": "R1", "games": GAMES, "win_rate": 0.25 + gap, "difference": gap}
        | {"low": gap - 0.02, "high": gap + 0.02, "verdict": word, "fulfilled": 0.5 + gap}
        for name, gap, word in (("Most money", 0.06, "more"), ("Western Link", -0.06, "less"))
    ]
    deck = {"games": GAMES, "unfairness": 0.06, "low": 0.05, "high": 0.07, "p_value": 0.001}
    skill = {"player": "expert", "others": "club", "seats": 4, "games": GAMES, "win_rate": 0.47}
    skill |= {"low": 0.45, "high": 0.49, "games_to_lead": 24.0, "lead_low": 20, "lead_high": 28}
    seats = [
        {"arm": "traditional", "seat": seat, "player": "expert", "games": GAMES, "win_rate": share}
        | {"low": share - 0.03, "high": share + 0.03, "score": 50.0 - seat, "bonds": 12.0}
        | {"bids_paid": 7.0, "turns_first": 2.0, "links": 20.0, "deliveries": 14.0}
        | {"points_given": 3.0}
        for seat, share in enumerate(SHARES, 1)
    ]
    return {
        "seats": pd.DataFrame(seats),
        "fairness": pd.DataFrame(fairness),
        "places": pd.DataFrame(places),
        "first_prices": pd.DataFrame(prices),
        "bids": pd.DataFrame(bids),
        "score_counts": pd.DataFrame(hills),
        "bidding": measures("bidding", "traditional", "whole order", "turns"),
        "modules": measures("modules", "as printed", "mines", "turns"),
        "rail_barons": pd.DataFrame(barons),
        "deck": pd.DataFrame([deck | {"verdict": "unbalanced"}]),
        "multiplayer_skill": pd.DataFrame([skill]),
    }


def measures(name: str, baseline: str, variant: str, measure: str) -> pd.DataFrame:
    base = {"baseline": baseline, "board": "Eastern US", "measure": measure, "unit": "turns"}
    level = {"games": GAMES, "mean": 9.0, "mean_low": 8.9, "mean_high": 9.1}
    gap = {"baseline_mean": 9.0, "difference": -2.0, "low": -2.2, "high": -1.8}
    gap |= {"p_value": 0.0001, "p_adjusted": 0.001, "verdict": "less"}
    rows = [base | {"arm": baseline, "name": baseline} | level]
    rows.append(base | {"arm": variant, "name": variant} | level | {"mean": 7.0} | gap)
    return pd.DataFrame(rows)
