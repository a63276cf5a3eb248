"""`replay --json` says all that a judge needs: its schema, and a judge that reads nothing else."""

from __future__ import annotations

import json
from collections import Counter
from copy import deepcopy
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from rotwsim.core.state import codes, log
from rotwsim.replay import story_of
from rotwsim.replay.events import events_of as events_from
from rotwsim.replay.names import Names
from rotwsim.replay.pieces import Pieces
from rotwsim.runner.play import play
from rotwsim.scenario.scenario import Scenario

SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs" / "replay.schema.json").read_text(encoding="utf-8")
)
SEED = 4
BOND = 5  # B2: what a bond pays
CUBES = 125  # B20
BUSY = {"actions_before_railbot": 6, "tiles_per_build": 2, "start_cash": 60}
SCENARIOS = {
    "solo": {"player": "novice"},
    "solo, Barons, open track": {"player": "random", "barons": True, "settings": BUSY},
    "solo, Portugal": {"board": "portugal", "player": "casual", "settings": BUSY},
    "solo, cubes to the box": {
        "board": "sweden",
        "player": "random",
        "rulings": {"removed_cubes": "box"},
    },
    "table": {"seats": ["3*casual"]},
    "table, first to pass": {
        "board": "sweden",
        "seats": ["2*random", "novice"],
        "bidding": "first_to_pass",
        "modules": ["mines"],
        "settings": {"tiles_per_build": 2},
    },
    "table, worst is first": {
        "seats": ["2*random", "novice", "casual"],
        "bidding": "worst_is_first",
        "modules": ["rotors", "mines"],
        "rulings": {"lines": "cards"},
        "barons": "universal",
    },
    "table, whole order": {
        "board": "great-britain",
        "seats": ["6*passive"],
        "bidding": "whole_order",
        "barons": "none",
        "rulings": {"removed_cubes": "box"},
    },
}
GAMES = 2


@pytest.fixture(scope="module", params=SCENARIOS)
def stories(request) -> list[dict]:
    """What a program outside reads: the JSON, nothing else."""
    return [told(request.param, game) for game in range(GAMES)]


def told(name: str, game: int = 0) -> dict:
    return json.loads(written(name, game))


@cache
def written(name: str, game: int) -> str:
    scenario = Scenario.of(**SCENARIOS[name])
    story = story_of(scenario, SEED, game, play(scenario, SEED, game, log=True).log)
    return json.dumps(story.as_dict())


def test_the_schema_is_one_and_every_story_keeps_to_it(stories):
    """Events are checked beside the rest, each by the one form that its name allows."""
    Draft202012Validator.check_schema(SCHEMA)
    for story in deepcopy(stories):
        events = "tableEvents" if "seats" in story else "soloEvents"
        checks = [(form_of(events, event["event"]), event) for event in events_of(story)]
        for part in (part for turn in story["turns"] for part in turn["parts"]):
            part["events"] = []
        checks.append((Draft202012Validator(SCHEMA), story))
        errors = [error for form, value in checks for error in form.iter_errors(value)]
        assert not errors, [f"{error.json_path}: {error.message[:200]}" for error in errors[:3]]


@cache
def form_of(events: str, name: str) -> Draft202012Validator:
    """The schema of an event with one of its 29 forms: the whole one looks at all of them."""
    parts = deepcopy(SCHEMA["$defs"])
    parts["event"]["oneOf"] = [form for form in parts["event"]["oneOf"] if name in names_of(form)]
    return Draft202012Validator({"$ref": f"#/$defs/{events}/items", "$defs": parts})


def names_of(form: dict) -> list[str]:
    name = form["properties"]["event"]
    return name.get("enum", [name.get("const")])


def test_the_schema_refuses_a_field_that_it_does_not_describe():
    story = told("solo")
    assert Draft202012Validator(SCHEMA).is_valid(story)
    event = next(e for e in events_of(story) if e["event"] == "tiles laid")
    event["colour"] = "red"
    assert not Draft202012Validator(SCHEMA).is_valid(story)
    del event["colour"], event["track"]
    assert not Draft202012Validator(SCHEMA).is_valid(story)


def test_the_events_lead_from_snapshot_to_snapshot(stories):
    for story in stories:
        Judge(story).follow()


@pytest.mark.parametrize("name", ["solo, Barons, open track", "table, worst is first"])
def test_a_judge_of_the_json_notices_what_was_changed_in_it(name):
    story = told(name)
    Judge(story).follow()
    kinds = {event["event"] for event in events_of(story)} & set(FAULTS)
    assert len(kinds) >= 11
    for kind in kinds:
        changed = deepcopy(story)
        FAULTS[kind](next(event for event in events_of(changed) if event["event"] == kind))
        try:
            Judge(changed).follow()
        except (AssertionError, LookupError, ValueError):
            continue
        pytest.fail(f"a changed {kind} was not noticed")


def test_every_seat_is_heard_in_every_auction_with_bids():
    """Under M12 the last seat is not asked once all others have passed."""
    heard = Counter()
    for name in ("table", "table, first to pass", "table, whole order"):
        for turn in told(name)["turns"]:
            bids = [e for e in turn["parts"][0]["events"] if e["event"] == "bid"]
            order = [e["seat"] for e in turn["parts"][0]["events"] if e["event"] == "order"]
            assert {bid["seat"] for bid in bids} == set(order)
            if not any(bid["amount"] for bid in bids):
                heard[name, bids[-1]["asked"]] += 1
    assert heard["table, whole order", False] and not heard["table", False]


def test_each_seat_acts_in_rounds_one_to_three_in_the_order_of_the_turn():
    for turn in told("table, worst is first")["turns"]:
        order = [e["seat"] for e in turn["parts"][0]["events"] if e["event"] == "order"]
        acted = [(p["round"], p["seat"]) for p in turn["parts"] if p["part"] == "action"]
        goes = [(number, seat) for number in (1, 2, 3) for seat in order]
        assert list(dict.fromkeys(acted)) == goes
        assert acted == sorted(acted, key=goes.index)


def test_nobody_acts_where_a_card_is_dealt_or_discarded():
    nobodys = Counter()
    for game in range(6):
        for event in events_of(told("table, worst is first", game)):
            if event["event"] in ("card added", "card discarded"):
                assert event["seat"] is None
            elif event["seat"] is None:
                assert event["event"] in ("card gone", "trigger")
            nobodys[event["event"]] += event["seat"] is None
    assert nobodys["card added"] and nobodys["card discarded"]


def test_M13_executives_discarded_at_set_up_are_named():
    for game in range(8):
        set_up = told("table, worst is first", game)["set_up"]
        deck, discarded = set_up["hidden"]["operations_deck"], set_up["discarded"]
        dealt = [card for card in set_up["display"] if not card.startswith("First ")]
        assert sorted(deck[: len(dealt) + len(discarded)]) == sorted(dealt + discarded)
        if discarded:
            return
    pytest.fail("no Executive came up at set-up in eight games")


def test_M41_a_rail_baron_comes_with_the_values_behind_it():
    """A goal that compares seats pays where the own value is the best; a tie is shared."""
    seen = Counter()
    for game in range(6):
        for event in events_of(told("table, worst is first", game)):
            if event["event"] == "Baron" and event["others"] is not None:
                own, others = event["value"], event["others"]
                leads = own <= others if event["goal"] == "fewest_bonds" else own >= others
                assert (event["points"] > 0) == leads
                seen[leads] += 1
    assert seen[True] and seen[False]


def test_M17_of_parallel_links_the_one_used_is_named():
    """Two Links join the cities; the points say whose was used."""
    pieces = Pieces(Names(Scenario.of("sweden", seats=["2*random"])))
    for owner, first, second in ((0, 0, 1), (0, 1, 2), (1, 1, 2)):
        pieces.follow(row(log.TILE, 0, 0, 0, 2, owner))
        pieces.follow(row(log.LINK_BUILT, owner, first, second, 1, 2))
    path = row(log.PATH, 0, 1, 2, *[-1] * 7)
    for tally, links in ((2, [1, 2]), (1 + 16, [1, 3])):
        chosen = (codes.DELIVER, 0, 0, 2, tally, 0)
        pieces.follow(row(log.DECISION, codes.DECIDE_ACTION, 1, 0, *chosen))
        assert pieces.follow(path) == {"links": links}


def test_B44_the_json_says_why_new_industry_has_no_effect():
    names = Names(Scenario.of("sweden", player="random"))
    cards = names.scenario.operations_cards
    card = next(number for number, one in enumerate(cards) if one.kind == "new_industry")
    pieces = Pieces(names)
    taken = row(log.CARD_GONE, card, codes.CARD_TAKEN)
    pieces.follow(row(log.CARD_ADDED, card))
    assert "no_effect" not in pieces.follow(taken)
    pieces.tiles_left.clear()
    pieces.follow(row(log.CARD_ADDED, card))
    assert pieces.follow(taken)["no_effect"] == "no New City tile is left"


def test_cubes_that_come_to_an_empty_city_are_one_event_in_a_multiplayer_game_too():
    """The marker that leaves with the first cube divided them."""
    names = Names(Scenario.of("sweden", seats=["2*random"]))
    drawn = [row(log.CUBE_DRAWN, 0, 0), row(log.MARKER, 0, 0), row(log.CUBE_DRAWN, 0, 1)]
    come, marker = events_from(drawn, names)
    assert come["colours"] == ["red", "blue"] and marker.name == "marker removed"
    assert come.text.endswith("receives 1 red cube and 1 blue cube from the bag")


def row(event: int, *arguments: int) -> list[int]:
    return [1, event, 0, *arguments, *[0] * (log.ARGUMENTS - len(arguments))]


def events_of(story: dict):
    return (e for turn in story["turns"] for part in turn["parts"] for e in part["events"])


OTHER = {"red": "blue", "blue": "red", "yellow": "red", "black": "red", "purple": "red"}
FAULTS = {
    "tiles laid": lambda e: e["track"][0].update(hex=[0, 0]),
    "open track removed": lambda e: e["track"].pop(),
    "paid": lambda e: e.update(amount=e["amount"] + 1),
    "Link built": lambda e: e.update(number=e["number"] + 1),
    "cube delivered": lambda e: e.update(colour=OTHER[e["colour"]]),
    "cubes come": lambda e: e.update(colours=[OTHER[e["colours"][0]], *e["colours"][1:]]),
    "path": lambda e: e.update(links=[e["links"][0] + 1, *e["links"][1:]]),
    "points": lambda e: e.update(points=e["points"] + 1),
    "New City": lambda e: e.update(colour=OTHER[e["colour"]]),
    "engine": lambda e: e.update(level=e["level"] + 1),
    "card taken": lambda e: e.update(place=e["place"] + 1),
    "income": lambda e: e.update(amount=e["amount"] + 1),
    "mined": lambda e: e.update(city="nowhere"),
    "rotor": lambda e: e.update(second="white"),
}


class Judge:
    """Replays a story from its set-up, event by event, and compares every snapshot."""

    def __init__(self, story: dict):
        self.story, self.set_up = story, story["set_up"]
        self.board = deepcopy(self.set_up["board"])
        self.board["cubes"] = {c: Counter(cubes) for c, cubes in self.board["cubes"].items()}
        self.to_bag = story["scenario"]["rulings"]["removed_cubes"] == "bag"
        self.display = list(self.set_up["display"])
        now = self.set_up["now"]
        self.figures = {one.get("seat"): deepcopy(one) for one in now.get("seats", [now])}
        self.links: dict[int, dict] = {}
        self.sides: Counter = Counter()  # of hexes, in use by track

    def follow(self) -> None:
        self._count_cubes()
        for turn in self.story["turns"]:
            for part in turn["parts"]:
                for event in part["events"]:
                    self._take(event, part)
                self._compare(part["after"])
            self._compare(turn["end"])
            cubes = {city: Counter(of_city) for city, of_city in turn["board"]["cubes"].items()}
            assert turn["board"] | {"cubes": cubes} == self._board()
            self._count_cubes()
        assert list(self.links.values()) == self.story["links"]
        self._result()

    def _board(self) -> dict:
        cubes = {city: +cubes for city, cubes in self.board["cubes"].items()}
        return {**self.board, "cubes": cubes, "links": len(self.links)}

    def _count_cubes(self) -> None:
        on_board = sum(cubes.total() for cubes in self.board["cubes"].values())
        beside = sum(self.board["bag"].values()) + sum(self.board["box"].values())
        assert on_board + beside == CUBES

    def _compare(self, after: dict) -> None:
        assert after["display"] == self.display
        assert after["empty_city_markers"] == len(self.board["markers"])
        for one in after.get("seats", [after]):
            mine = self.figures[one.get("seat")]
            for name in ("score", "money", "bonds", "engine", "hotels", "land_grants"):
                assert one[name] == mine[name], name
            for name in ("perfect_engineering", "open_track", *(["mines_left"] * ("seat" in one))):
                assert one[name] == mine[name], name

    def _take(self, event: dict, part: dict) -> None:
        name = event["event"]
        seat = self.figures.get(event.get("seat"))
        if name == "cubes come":
            for colour in event["colours"]:
                self.board["bag"][colour] -= 1
                self.board["cubes"][event["city"]][colour] += 1
        elif name.startswith("cube "):
            assert self.board["cubes"][event["city"]][event["colour"]] > 0
            self.board["cubes"][event["city"]][event["colour"]] -= 1
            self.board["bag" if self.to_bag else "box"][event["colour"]] += 1
        elif name == "returned":
            assert self.board["bag"][event["colour"]] > 0
            assert self.board["cubes"][event["at"]][event["colour"]] > 0
        elif name == "marker placed":
            assert not +self.board["cubes"][event["city"]]
            self.board["markers"].append(event["city"])
            self.board["markers"].sort(key=list(self.board["cubes"]).index)
        elif name == "marker removed":
            self.board["markers"].remove(event["city"])
        elif name == "New City":
            self.board["new_cities"][event["city"]] = event["colour"]
            self.board["new_city_tiles"][event["colour"]] -= 1
        elif name == "Western Link":
            self.board["western_links"].append(event["city"])
        elif name == "mined":
            self.board["mined"].append(event["city"])
            seat["mines_left"] -= 1
        elif name == "rotor":
            before = self.board["rotors"][event["at"]]  # M30; none where it shows the own colour
            assert event["second"] in ((WHEEL[before], None) if before else WHEEL)
            self.board["rotors"][event["at"]] = event["second"]
        elif name == "paid":
            seat["money"] += BOND * event["bonds"] - event["amount"]
            seat["bonds"] += event["bonds"]
            assert seat["money"] >= 0
        elif name == "income":
            seat["money"] += event["amount"]
        elif name == "points":
            seat["score"] += event["points"]
        elif name == "engine":
            seat["engine"] = event["level"]
        elif name == "card added":
            self.display.append(event["card"])
        elif name in ("card gone", "card taken"):
            assert self.display.pop(event["place"] - 1) == event["card"]
            if name == "card taken":
                self._keep_card(seat, event)
        elif name == "tiles laid":
            self._lay(seat, event, part)
        elif name == "open track removed":
            assert event["track"] == seat["open_track"]["track"]
            self._lift(event["track"])
            seat["open_track"] = None
        elif name == "Link built":
            self._join(seat, event)
        elif name == "path":
            self._travel(event, part)

    def _keep_card(self, seat: dict, event: dict) -> None:
        if "hotel" in event:
            seat["hotels"].append(event["hotel"])
        elif event["kind"] == "land_grant":
            seat["land_grants"] += 1
        elif event["kind"] == "perfect_engineering":
            seat["perfect_engineering"] += 1

    def _lay(self, seat: dict, event: dict, part: dict) -> None:
        open_track = seat["open_track"] or {"from": event["from"], "track": []}
        open_track["track"] = open_track["track"] + event["track"]
        assert event["laid"] == len(open_track["track"]) and event["tiles"] == len(event["track"])
        seat["open_track"] = open_track
        seat["land_grants"] -= event["land_grant"]
        price = sum(tile["price"] for tile in event["track"])
        assert part["cost"] <= price if event["land_grant"] else part["cost"] == price
        self._use(event["track"])

    def _use(self, track: list[dict]) -> None:
        """B14: no side of a hex carries track twice; the tiles follow one another."""
        tiles = [tile for tile in track if tile["hex"]]
        for tile in tiles:
            self.sides.update((*tile["hex"], tile[side]) for side in ("entered", "left"))
        assert not tiles or max(self.sides.values()) == 1
        for one, other in pairwise(tiles):
            assert OPPOSITE[one["left"]] == other["entered"]

    def _lift(self, track: list[dict]) -> None:
        for tile in track:
            if tile["hex"]:
                self.sides.subtract((*tile["hex"], tile[side]) for side in ("entered", "left"))

    def _join(self, seat: dict | None, event: dict) -> None:
        if event["owner"] == "Railbot":
            self._use(event["track"])
        else:
            assert event["track"] == seat["open_track"]["track"]
            seat["open_track"] = None
        assert event["number"] == len(self.links) + 1
        turn = self.story["links"][event["number"] - 1]["turn"]
        link = {key: event[key] for key in ("number", "owner", "cities")}
        self.links[event["number"]] = link | {"turn": turn, "track": event["track"]}

    def _travel(self, event: dict, part: dict) -> None:
        """B30, B32: the Links join the cities, the first is own, each owner scores for them."""
        owners = Counter()
        for number, ends in zip(event["links"], pairwise(event["cities"]), strict=True):
            assert set(self.links[number]["cities"]) == set(ends)
            owners[self.links[number]["owner"]] += 1
        carrier = f"seat {event['seat']}" if "seat" in event else "player"
        assert self.links[event["links"][0]]["owner"] == carrier
        scored = {
            (e.get("seat"), e["source"]): e["points"]
            for e in part["events"]
            if e["event"] == "points"
        }
        if "seat" not in event:  # an Opponent Effect may take points (D18 to D21)
            assert scored[None, "deliveries"] <= owners["player"]
            assert -scored.get((None, "lost to Railbot Links"), 0) <= owners["Railbot"]
            return
        assert scored[event["seat"], "deliveries"] == owners[carrier]
        for number in self.figures:
            if number != event["seat"]:
                others = scored.get((number, "Links that others used"), 0)
                assert others == owners[f"seat {number}"]

    def _result(self) -> None:
        result = self.story["result"]
        penalty = self.set_up["figures"]["bond_penalty"]
        for one in result.get("seats", [result]):
            mine = self.figures[one.get("seat")]
            total = mine["score"] - penalty * mine["bonds"] + one.get("baron_points", 0)
            assert total == one["score" if "seat" in one else "result"]


WHEEL = {"red": "blue", "blue": "yellow", "yellow": "black", "black": "purple", "purple": "red"}
OPPOSITE = {"E": "W", "W": "E", "NE": "SW", "SW": "NE", "NW": "SE", "SE": "NW"}
