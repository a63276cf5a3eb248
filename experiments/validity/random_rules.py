"""Files of rules drawn at random: each loads and plays as the reference does, or is refused.

`python -m experiments.validity.random_rules --files 300 --games 20`; `--first 150` begins with the
file of that number. The last line counts the faults.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from random import Random

from rotwsim.scenario.baron_words import effect_words, goal_words
from rotwsim.scenario.board_file import load_board, load_rulebook
from rotwsim.scenario.options import Span
from rotwsim.scenario.own_rules import PARAMETERS
from rotwsim.scenario.schema import COLOURS, SLOTS

WRONG = 0.15  # share of files with a number beyond the legal ones, or a name misspelt


def random_rules(seed: int) -> str:
    """Write a file of rules; a part of them has a mistake."""
    random = Random(seed)
    lines = ['extends = "rulebook"']
    parts = [_parameters, _income, _engine, _track, _bonds, _barons, _cards, _operations, _tweaks]
    parts += [_targets, _printed_barons]
    for part in random.sample(parts, random.randint(1, len(parts))):
        lines += ["", *part(random)]
    if random.random() < WRONG:
        lines += ["", "[bonds2]", "pays = 3"]
    return "\n".join(lines) + "\n"


def _number(random: Random, low: float, high: float) -> int:
    return random.randint(int(low), int(high))


def _parameters(random: Random) -> list[str]:
    """Parameters near what is usual more often than far from it."""
    mild = {"target": Span(80, 160), "start_cash": Span(0, 30), "barons_raise_target": Span(0, 40)}
    names = random.sample(list(PARAMETERS), random.randint(1, 5))
    spans = {name: mild.get(name, PARAMETERS[name]) for name in names}
    return ["[parameters]", *(f"{n} = {_number(random, s.low, s.high)}" for n, s in spans.items())]


def _income(random: Random) -> list[str]:
    track = [_number(random, 0, 30) for _ in range(random.choice([1, 5, 40, 128, 130]))]
    return ["[income]", f"by_score = {track}", f"above = {_number(random, 0, 30)}"]


def _engine(random: Random) -> list[str]:
    prices = [_number(random, 0, 40) for _ in range(random.choice([1, 4, 7, 7, 8]))]
    return ["[engine_prices]", f"prices = {prices}"]


def _track(random: Random) -> list[str]:
    keys = random.sample(["plain", "water", "mountain", "ridge"], random.randint(1, 4))
    return ["[track_prices]", *(f"{key} = {_number(random, 1, 8)}" for key in keys)]


def _bonds(random: Random) -> list[str]:
    return ["[bonds]", f"pays = {_number(random, 1, 12)}", f"interest = {_number(random, 0, 3)}"]


def _targets(random: Random) -> list[str]:
    keys = random.sample(["everywhere", "with_barons", "sweden", "eastern-us"], 2)
    return ["[targets]", *(f"{key} = {_number(random, 60, 200)}" for key in keys)]


def _printed_barons(random: Random) -> list[str]:
    """Change one printed Baron as a whole, another in its points alone, and remove a third."""
    whole, paid, gone = random.sample(load_rulebook().barons, 3)
    points = sorted(_number(random, 1, 12) for _ in paid.points)
    return [
        *("[[duel_barons]]", f'name = "{whole.name}"', *_baron(random)),
        *("[[duel_barons]]", f'name = "{paid.name}"', f"points = {points}"),
        *("[[duel_barons]]", 'do = "remove"', f'name = "{gone.name}"'),
    ]


def _barons(random: Random) -> list[str]:
    lines: list[str] = []
    for number in range(random.choice([1, 2, 4, 4, 5])):
        lines += ["[[duel_barons]]", 'do = "add"', f'name = "Baron {number}"', *_baron(random)]
    return lines


def _baron(random: Random) -> list[str]:
    goal = random.choice(list(goal_words().values()))
    effect = random.choice(list(effect_words().values()))
    low, high = goal.legal
    tiers = sorted(random.sample(range(low, min(high, low + 12) + 1), min(3, high - low + 1)))
    if goal.does == "few_bonds":
        tiers = tiers[::-1]
    points = sorted(_number(random, 1, 12) for _ in tiers)
    lines = [f'goal = "{goal.name}"', f"tiers = {tiers}", f"points = {points}"]
    lines += [f'effect = "{effect.name}"']
    colours = random.sample(COLOURS, random.randint(1, 5))
    cities = [city.name for city in load_board("eastern-us").cities]
    if "goal_cities" in goal.takes and random.random() < 0.4:
        lines.append(f"goal_cities = {_texts(random.sample(cities, 4))}")
    elif "goal_colours" in goal.takes and random.random() < 0.7:
        lines.append(f"goal_colours = {_texts(colours)}")
    if "effect_colours" in effect.takes and random.random() < 0.7:
        lines.append(f"effect_colours = {_texts(colours)}")
    if "amount" in effect.takes:
        lines.append(f"amount = {_number(random, *effect.legal)}")
    if random.random() < 0.4:
        lines.append(f"from_score = {_number(random, 0, 60)}")
    return lines


def _texts(names: list[str]) -> str:
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"


def _cards(random: Random) -> list[str]:
    board = load_board("eastern-us")
    lines: list[str] = []
    for number in range(random.randint(1, 4)):
        card = random.choice(board.common_cards[1:])
        do = random.choice(["add", "change", "change", "remove"])
        name = f"Mine {number}" if do == "add" else card.name
        if f'name = "{name}"' in lines:
            continue
        lines += ["[[railbot_cards]]", f'do = "{do}"', f'name = "{name}"']
        if do != "remove":
            lines.append(f'slot = "{random.choice(SLOTS)}"')
            lines.append(f'exhaust = "{random.choice(COLOURS)}"')
            lines.append(f"baron = {random.choice(['true', 'false'])}")
            lines.append(f"taxation = {random.choice(['true', 'false'])}")
    return lines


def _operations(random: Random) -> list[str]:
    kinds = random.sample(["executive", "hotel", "land_grant", "city_growth"], 2)
    bounty = f"{{ count = {_number(random, 0, 3)}, points = {_number(random, 1, 9)} }}"
    cards = [f'"Hotel Boston" = {_number(random, 0, 3)}', f'"Bounty Chicago" = {bounty}']
    return ["[operations]", *(f"{kind} = {_number(random, 0, 4)}" for kind in kinds), *cards]


def _tweaks(random: Random) -> list[str]:
    key = random.choice(["start_cash", "target", "base_exhaust", "display_limt"])
    change = f"set = {{ {key} = {_number(random, 3, 8)} }}"
    return ["[[tweaks]]", 'do = "add"', 'name = "mine"', 'side = "easier"', change]


def main() -> None:
    from rotwsim.runner.audit_and_signature import audit
    from rotwsim.scenario.scenario import Scenario
    from rotwsim.scenario.schema import DataError

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=300)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    asked = parser.parse_args()
    refused = played = games = 0
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(asked.first, asked.first + asked.files):
            file = Path(folder) / f"rules{seed}.toml"
            file.write_text(random_rules(seed), encoding="utf-8")
            player = "expert" if seed % 4 == 0 else "random"
            fault = ""
            try:
                scenario = Scenario.of("eastern-us", rules=str(file), barons=True, player=player)
                found = audit(scenario, asked.games, seed=seed, offers=0)
                played, games = played + 1, games + found.games
                fault = "" if found.passed else str(found.failure)
            except DataError as error:
                refused += 1
                if "\n" in str(error):
                    fault = f"refused in several lines: {error}"
            except Exception as error:  # whatever else goes wrong is what we are looking for
                fault = f"{type(error).__name__}: {error}"
            if fault:
                faults.append(seed)
                print(f"FAULT in rules {seed}, {player}: {fault}", flush=True)
            if (seed + 1) % 10 == 0:
                print(f"{seed}: {played} played, {refused} refused", flush=True)
    print(
        f"rules {asked.first} to {asked.first + asked.files - 1}: {refused} refused, "
        f"{played} played, {games:,} games audited, "
        f"{f'FAULTS in rules {faults}' if faults else 'no fault'}"
    )
    raise SystemExit(bool(faults))


if __name__ == "__main__":
    main()
