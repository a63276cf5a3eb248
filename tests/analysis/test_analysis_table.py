"""What the table teaches: fairness by place, prices, styles and options on the same deals."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner

from rotwsim import stats
from rotwsim.analysis.experiment import read_experiment, run_experiment
from rotwsim.analysis.pool import Arm, ArmGames, Games
from rotwsim.analysis.questions.modules_and_rail_barons import module_arms
from rotwsim.analysis.questions.multiplayer_skill import TERMS
from rotwsim.analysis.questions.seats_and_bidding import FROM_FIRST_BIDDER, fairness_table
from rotwsim.analysis.seat_results import UNFAIRNESS, Seated, by_place, seated_scenario
from rotwsim.cli import main
from rotwsim.runner.run import simulate
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

from .written import ask

pytestmark = pytest.mark.slow  # plays every analysis of a table

GAMES = 12
MARGIN = 0.02


@pytest.fixture(scope="module")
def table() -> Scenario:
    return Scenario.of("sweden", seats=["3*novice"])


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    return tmp_path_factory.mktemp("table")


@pytest.fixture(scope="module")
def games(out):
    """What one test has played is there for the others, and for commands with this --out."""
    with Games(seed=1, folder=out / "games", jobs=1) as shared:
        yield shared


@pytest.fixture(scope="module")
def found(games, table):
    return ask(games, "seats", table, games=GAMES, margin=MARGIN)


def with_winner(arm: ArmGames, winner: np.ndarray) -> ArmGames:
    """The same games, but this seat wins each."""
    changed = {
        f"sharing_seat{seat + 1}": (winner == seat).astype(int)
        for seat in range(len(arm.scenario.seats))
    }
    return replace(arm, table=arm.table.assign(**changed))


def test_the_rows_of_seats_hold_the_first_order_the_first_bidder_and_the_half_time(table):
    games = simulate(table, games=GAMES, jobs=1)
    by_game = games.groupby("game")
    assert (by_game["first_order"].sum() == 6).all() and (by_game["bids_first"].sum() == 1).all()
    prices = games.filter(like="first_price_")
    assert (prices.notna().sum(axis=1) == games["turns"]).all()
    assert (prices.sum(axis=1) == games["money_bid"]).all()  # traditional: only the first pays
    assert (games["executive_price"] <= games["money_bid"]).all()


def test_shares_of_every_sense_of_place_add_up_to_one_win_a_game(found):
    places = found.tables["places"]
    sums = places.groupby(["arm", "scope"])["win_rate"].sum()
    assert len(sums) == 4 * 3 and sums.to_numpy() == pytest.approx(1.0)
    assert set(places["bidding"]) == set(found.tables["bids"]["bidding"])


def test_M1_places_count_clockwise_from_the_first_bidder(found):
    seated = Seated(found.arms[0])
    first = seated.of("bids_first").argmax(axis=1)
    own = by_place(seated.scores, seated.clockwise)
    assert (own[:, 0] == seated.scores[np.arange(GAMES), first]).all()
    assert (own[:, 1] == seated.scores[np.arange(GAMES), (first + 1) % 3]).all()


def test_a_style_whose_first_seat_always_wins_for_nothing_is_found_unfair(found):
    """The fairest games there are, but for the winner: whoever was drawn to bid first."""
    arm = found.arms[0]
    first = Seated(arm).of("bids_first").argmax(axis=1)
    rigged = replace(with_winner(arm, first), arm=replace(arm.arm, name="rigged"))
    table = fairness_table([arm, rigged], MARGIN).set_index(["arm", "scope"])
    assert table.loc[("rigged", FROM_FIRST_BIDDER), "verdict"] == stats.UNFAIR
    assert table.loc[("rigged", FROM_FIRST_BIDDER), "best_place"] == 1
    assert table.loc[(arm.name, FROM_FIRST_BIDDER), "verdict"] == stats.UNDECIDED


def test_exchanging_identical_players_alarms_as_rarely_as_the_level_says(found):
    """A/A: seats of every game exchanged at random; whatever is found is chance."""
    random, wins = np.random.default_rng(2), Seated(found.arms[0]).wins
    alarms, trials = 0, 400
    for _ in range(trials):
        alarms += stats.fairness(random.permuted(wins, axis=1)).p_value <= 0.05
    assert alarms / trials < 0.05 + 3 * (0.05 * 0.95 / trials) ** 0.5


def test_M13_worst_is_first_has_no_price_after_the_first_turn(found):
    prices = found.tables["first_prices"].query("bidding == 'worst_is_first' and turn > 1")
    assert len(prices) and (prices["mean"] == 0).all()
    bids = found.tables["bids"].set_index("bidding")
    assert bids.loc["worst_is_first", "executive_share"] == 0
    assert bids.loc["traditional", "executive_share"] > 0


def test_styles_differ_by_pairs_of_the_same_deals(games, table):
    styles = ["traditional", "worst_is_first"]
    answer = ask(games, "bidding", table, games=GAMES, styles=styles)
    rows = answer.tables["bidding"].set_index(["name", "measure"])
    base, other = (Seated(arm) for arm in answer.arms)
    gap = (other.scores.mean(axis=1) - base.scores.mean(axis=1)).mean()
    assert rows.loc[("worst is first", "score"), "difference"] == pytest.approx(gap)
    paid = rows.loc[("traditional", "money bid"), "mean"]
    assert paid == pytest.approx(base.arm.table["money_bid"].mean()) and paid > 0
    assert np.isnan(rows.loc[("traditional", UNFAIRNESS), "difference"])
    assert 0 <= rows.loc[("traditional", "comebacks"), "mean"] <= 1
    assert "is the fairest style" in answer.alerts[0]


def test_a_comeback_is_a_win_of_who_did_not_lead_at_half_time(found):
    seated = Seated(found.arms[0])
    half, won = seated.of("half_score"), seated.wins
    for game in range(GAMES):
        leaders = half[game] == half[game].max()
        assert seated.comebacks[game] == pytest.approx(won[game][~leaders].sum())


def test_options_stand_beside_the_table_as_printed_with_the_skill_they_leave(games, table):
    answer = ask(games, "modules", table, games=GAMES, better="novice", worse="random")
    rows = answer.tables["modules"]
    assert list(dict.fromkeys(rows["name"])) == [
        arm.label or arm.name for arm in module_arms(table)
    ]
    skill = rows[rows["measure"] == "skill"]
    assert len(skill) == len(answer.arms) and skill["mean"].between(0, 1).all()
    fewer = rows.set_index(["name", "measure"]).loc[("fewer markers-4", "turns")]
    assert fewer["difference"] <= 0


def test_a_table_of_several_sizes_needs_one_kind_of_player():
    assert seated_scenario(Scenario.of("sweden", seats=["2*novice"]), 5).seats == ("novice",) * 5
    with pytest.raises(DataError, match="same player"):
        seated_scenario(Scenario.of("sweden", seats=["novice", "random"]), 3)


def test_M6_each_rail_baron_is_kept_by_the_first_seat_on_the_same_deals(games, table):
    answer = ask(games, "barons", table, games=GAMES)
    rows = answer.tables["rail_barons"]
    assert set(rows["baron"]) == {baron.name for baron in table.rail_barons}
    assert rows["difference"].sum() == pytest.approx(0) and rows["fulfilled"].between(0, 1).all()
    forced = games.of(Arm("forced", table.varied(rail_baron="Most Links")), GAMES)
    seated, free = Seated(forced), Seated(answer.arms[0])
    links = [baron.name for baron in table.rail_barons].index("Most Links")
    assert (seated.of("baron")[:, 0] == links).all()
    assert (seated.of("bids_first") == free.of("bids_first")).all()
    most = seated.of("links")[:, 0] == seated.of("links").max(axis=1)
    own = rows.set_index("baron").loc["Most Links"]
    assert own["fulfilled"] == pytest.approx(most.mean())  # R9, ties shared
    assert answer.tables["deck"]["verdict"].iloc[0] in ("balanced", "unbalanced", "undecided")


def test_skill_at_the_table_is_told_from_seat_and_deal(games, table):
    answer = ask(games, "skill", table, games=GAMES, players=["random", "novice"])
    (row,) = answer.tables["multiplayer_skill"].itertuples()
    assert row.win_rate > 0.5 and row.lead_low <= row.games_to_lead <= row.lead_high
    luck = answer.tables["luck"].set_index("term")["share"]
    assert set(luck.index) == set(TERMS.values())
    assert luck["skill: who plays"] > luck["seat: how far from the first bidder"]
    assert "and leads after" in answer.alerts[0]


def test_identical_players_show_no_skill(games, table):
    answer = ask(games, "skill", table, games=GAMES, players=["novice", "novice"])
    (row,) = answer.tables["multiplayer_skill"].itertuples()
    assert row.win_rate == pytest.approx(1 / 3)  # from every seat once, so exactly
    assert row.score_difference == pytest.approx(0)


def test_an_experiment_file_asks_for_the_table(games, table, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        "# Is it fair?\ngames = 12\n[scenario]\nboard = 'sweden'\nseats = ['3*novice']\n"
        "[seats]\nstyles = ['traditional']\nsizes = [2, 3]\n[bidding]\n"
        "styles = ['traditional', 'whole_order']\n[modules]\nskill = false\n[barons]\n"
        "[skill]\nplayers = ['random', 'novice']\n"
    )
    answer = run_experiment(read_experiment(path), tmp_path / "out", games, "rotwsim experiment")
    wanted = {"fairness", "places", "first_prices", "bids", "bidding", "modules", "rail_barons"}
    assert wanted | {"deck", "multiplayer_skill", "luck"} <= set(answer.tables)
    assert {"2 seats, traditional", "3 seats, traditional"} <= {arm.name for arm in answer.arms}
    written = {file.stem for file in (tmp_path / "out" / "tables").iterdir()}
    assert set(answer.tables) <= written


COMMANDS = [
    *("multiplayer seats", "multiplayer bidding", "multiplayer modules --without-skill"),
    *("multiplayer barons", "barons", "skill --players random,novice"),
]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_prints_within_80_columns(command, found, out):
    words = f"{command} --board sweden --seats 3*novice --games {GAMES} --quiet --out".split()
    shown = CliRunner().invoke(main, [*words, str(out)], env={"COLUMNS": "80"})
    assert shown.exit_code == 0, shown.output
    lines = [line for line in shown.stdout.splitlines() if "─" in line or line.startswith(" ")]
    assert lines and all(len(line) <= 80 for line in lines)


@pytest.mark.parametrize(
    "words, told",
    [
        ("multiplayer seats --games 1", "1 game is no sample"),
        ("multiplayer seats --sizes two", "must be a whole number"),
        ("multiplayer seats --styles tradtional", "did you mean"),
        ("multiplayer bidding --styles traditional", "name another"),
        ("multiplayer modules --better expart", "expart"),
        ("run --seats 2*novice --rail-baron nobody", "nobody"),
    ],
)
def test_bad_input_is_refused_in_one_line(words, told):
    extra = [] if words.startswith("run") else ["--seats", "2*novice", "--quiet"]
    games = [] if "--games" in words else ["--games", "2"]
    refused = CliRunner().invoke(main, [*words.split(), "--board", "sweden", *extra, *games])
    assert refused.exit_code == 2 and told in refused.output
    assert len(refused.output.strip().splitlines()) == 1
