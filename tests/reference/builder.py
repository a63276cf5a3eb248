"""A small readable game builder: a line of cities, a script of decisions, and what happened."""

from __future__ import annotations

from dataclasses import replace

from rotwsim.core.state import codes
from rotwsim.core.state.log import OFFERS, PATH, TILE
from rotwsim.reference.building import build
from rotwsim.reference.game import Game, Seat, Track
from rotwsim.reference.given import Given
from rotwsim.reference.hexmap import Tile, tiles_of
from rotwsim.reference.link_offers import search_from
from rotwsim.reference.replay import EVENT_NAMES
from rotwsim.scenario.hexes import SIDES, side_key
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import (
    Board,
    City,
    MajorLine,
    MultiplayerBoard,
    OperationsCard,
    RailBaron,
    RailbotCard,
    SeaRoute,
    WesternLink,
)

COLOUR = {"red": 0, "blue": 1, "yellow": 2, "black": 3, "purple": 4, "grey": 5}

# Seven cities in a line; Link n joins cities n and n + 1 by two plain tiles for 2 each.
KALMAR, ALVESTA, MALMO, LUND, YSTAD, VAXJO, ORREBRO = range(7)
LINE_CITIES = (
    ("Kalmar", "yellow"),
    ("Alvesta", "grey"),
    ("Malmö", "black"),
    ("Lund", "red"),
    ("Ystad", "purple"),
    ("Växjö", "blue"),
    ("Örebro", "red"),
)
LINE_CARDS = (
    RailbotCard("Kalmar Alvesta Malmö", "left", ("Kalmar", "Alvesta", "Malmö")),
    RailbotCard("Exhaust Purple", "middle", exhaust="purple"),
    RailbotCard("Deadhead", "left", deadhead=True),
    RailbotCard("Deadhead and Taxation", "right", deadhead=True, taxation=True),
    RailbotCard("Baron", "left", baron=True),
    RailbotCard("Major Line", "right", major_line=True),
    RailbotCard("Exhaust Red", "left", exhaust="red"),
    RailbotCard("Final Evaluation", None, final_evaluation=True),
)
LINKS, EXHAUST_PURPLE, DEADHEAD, DEADHEAD_TAXATION, BARON, LINE, EXHAUST_RED, FINAL = range(8)
OPERATIONS = (
    OperationsCard("hotel", "Malmö"),
    OperationsCard("bounty", "Lund", 4),
    OperationsCard("new_industry"),
    OperationsCard("city_growth"),
    OperationsCard("executive"),
    OperationsCard("land_grant"),
    OperationsCard("perfect_engineering"),
)
HOTEL, BOUNTY, NEW_INDUSTRY, CITY_GROWTH, EXECUTIVE, LAND_GRANT, PERFECT_ENGINEERING = range(7)


def line_board(**changes) -> Board:
    """The board of the worked examples: one row of hexes."""
    board = Board(
        name="line",
        title="A line of cities",
        rows=("C..C..C..C..C..C..C",),
        ridges=frozenset(),
        cities=tuple(
            City(name, 0, 3 * place, colour, 0) for place, (name, colour) in enumerate(LINE_CITIES)
        ),
        lines=(MajorLine(("Kalmar", "Malmö"), 6), MajorLine(("Lund", "Örebro"), 9)),
        operations=OPERATIONS,
        railbot_cards=LINE_CARDS,
        common_cards=(),
        base_exhaust=2,
        empty_city_trigger=0,
        western_link=WesternLink(30, ("Alvesta",), "red", 4, "Lund", 2),
    )
    return replace(board, **changes)


def map_board(*rows: str, ridges=(), closed=None, sea=(), **changes) -> Board:
    """A map drawn in letters; its cities are named A, B, C … in the order of rows and columns."""
    places = [(r, c) for r, row in enumerate(rows) for c, letter in enumerate(row) if letter == "C"]
    cities = tuple(
        City(chr(ord("A") + number), *place, "grey", 0, tuple((closed or {}).get(number, ())))
        for number, place in enumerate(places)
    )
    plain = {"lines": (), "operations": (), "western_link": None, "railbot_cards": LINE_CARDS[1:]}
    routes = tuple(SeaRoute(cities_, price, tiles) for cities_, price, tiles in sea)
    ridge_keys = frozenset(side_key(hex_, SIDES.index(side)) for hex_, side in ridges)
    return line_board(
        rows=rows, cities=cities, ridges=ridge_keys, sea_routes=routes, **{**plain, **changes}
    )


def game_on(board: Board, script: list = (), draws: list = (), **options) -> Game:
    """A game at the start of turn 1 with no cubes anywhere but in the bag."""
    game = Game(Given(Scenario.of(board, **options)), ScriptLog(list(script), list(draws)))
    game.turn = 1
    game.row = [LINKS, DEADHEAD, EXHAUST_RED]
    return game


def line_game(script: list = (), draws: list = (), **options) -> Game:
    return game_on(line_board(), script, draws, **options)


LUND_OREBRO = RailBaron("R7", "Lund and Örebro", "connected", 6, cities=("Lund", "Örebro"))
AT_LUND = RailBaron("R3", "Links at Lund", "links_at", 2, cities=("Lund",), most=8)
WEST = RailBaron("R4", "Western Link", "western_link", 5)
FIRST_ENGINE = RailBaron("R8", "First engine of level 6", "first_engine", 5, 6)
LINE_TABLE = MultiplayerBoard(
    (2, 3, 4, 5, 6), ("Kalmar", "Lund"), (LUND_OREBRO, AT_LUND, WEST, FIRST_ENGINE)
)
STARTS = (OperationsCard("start", count=3),)
START_DELIVERY, START_FAR, START_ENGINE = range(7, 10)  # after the cards of the solo game


def table_game(seats: int, script: list = (), draws: list = (), **options) -> Game:
    """A game for some seats on the line of cities, in turn 1, with no cubes but in the bag."""
    board = options.pop("board", line_board(operations=OPERATIONS + STARTS, multiplayer=LINE_TABLE))
    scenario = Scenario.of(board, seats=[f"{seats}*random"], **{"barons": "none"} | options)
    game = Game(Given(scenario), ScriptLog(list(script), list(draws)))
    game.turn, game.first_bidder = 1, 0
    return game


def told(game: Game, *kinds: str) -> list[tuple]:
    """What was shown to the log so far, each with its seat."""
    pairs = zip(game.log.seats, game.log.rows, strict=True)
    return [(seat, *row) for seat, row in pairs if not kinds or row[0] in kinds]


class ScriptLog:
    """Decisions, draws and tiles as the test wrote them; remembers what was shown and offered."""

    def __init__(self, decisions: list, draws: list):
        self.decisions, self.draws = decisions, draws
        self.tiles: list[Tile] = []  # the player lays next
        self.rows: list[tuple] = []
        self.seats: list[int] = []  # of the rows
        self.offered: list[set] = []
        self.offers_every = 0

    def note(self, turn, seat, row):
        event, *arguments = row
        self.rows.append((EVENT_NAMES[event], *arguments))
        self.seats.append(seat)

    def draw(self, turn, seat, possible):
        drawn = self.draws.pop(0)
        (row,) = (row for row in possible if row[-1] == drawn)
        self.note(turn, seat, row)
        return row

    def decide(self, turn, seat, decision, choices):
        self.offered.append(set(choices.choices))
        chosen = self.decisions.pop(0)
        assert choices.allows(chosen), f"{chosen} is not among {choices.choices}"
        return chosen

    def decide_path(self, turn, seat, paths, is_last):
        self.offered.append(set(paths))
        chosen = self.decisions.pop(0)
        assert chosen in paths and is_last(chosen[-1][1])
        return chosen

    def lay(self, turn, seat, owner, legal, example):
        wanted = example or self.tiles.pop(0)
        fitting = [one for one in legal if one.tile == wanted]
        assert fitting, f"{wanted} is not among {legal}"
        self.note(turn, seat, (TILE, *wanted, fitting[0].price, owner))
        return fitting[0]

    def show_offers(self, turn, seat, places, offers_of):
        for place in places:
            self.note(turn, seat, (OFFERS, place, len(offers_of(place))))

    def show_path(self, turn, seat, paths):
        self.note(turn, seat, (PATH, *next(paths())))

    def refuse(self, turn, expected):
        raise AssertionError(f"expected {expected}")


def me(game: Game) -> Seat:
    """The only seat of the solo game."""
    return game.seats[0]


def cheapest_tiles(game: Game, begin: int, aim: int) -> list[Tile]:
    """The tiles of a cheapest Link from a city, or of what open track from there still needs."""
    track = me(game).open_track or Track(begin)
    _, steps = search_from(game, track).chain(aim, game.given.book.longest_link)
    if track.chain:
        (first,) = game.ground.first_steps(begin, track.chain)
        assert steps[0] == first
    return tiles_of(steps)


def build_to(game: Game, begin: int, aim: int, tiles: int, grant: int = 0) -> None:
    """A Build along the cheapest Link, or along tiles that the test has put down before."""
    game.log.tiles = game.log.tiles or cheapest_tiles(game, begin, aim)
    build(game, me(game), begin, aim, tiles, grant)
    game.log.tiles = []


def cubes(game: Game, city: int, *colours: str) -> None:
    """Puts cubes from the bag on a city."""
    for colour in colours:
        game.bag[COLOUR[colour]] -= 1
        game.cubes[city][COLOUR[colour]] += 1


def own_link(game: Game, *links: int) -> None:
    """Links of the player along the line of cities, built before the test begins."""
    for link in links:
        link_between(game, codes.SOLO, link, link + 1)


def railbot_link(game: Game, *links: int) -> None:
    """Links of the Railbot along the line of cities, built before the test begins."""
    for link in links:
        link_between(game, codes.RAILBOT, link, link + 1)


def link_between(game: Game, owner: int, first: int, second: int) -> None:
    """A complete Link on the cheapest hexes that are free."""
    for tile in cheapest_tiles(game, first, second):
        game.ground.lay(tile)
    game.network.add(owner, first, second)


def crowd(game: Game, hex_: int, tracks: int) -> None:
    """So many other tracks lie on a hex, on sides that do not matter."""
    game.ground.tracks[hex_] += tracks
    game.ground._look_again((hex_, 0, 3))
    game.ground.version += 1


def row_of_barons(game: Game, *names: str) -> None:
    """These Duel Barons lie open; part of a name is enough."""
    for name in names:
        (baron,) = (n for n, baron in enumerate(game.given.barons) if name in baron.name)
        game.baron_row.append(baron)


def railbot_has(game: Game, *names: str) -> None:
    """The Railbot holds these Barons."""
    row_of_barons(game, *names)
    for baron in game.baron_row[-len(names) :]:
        game.baron_owner[baron] = codes.RAILBOT


def events(game: Game, *kinds: str) -> list[tuple]:
    """What was shown to the log so far, of these kinds or all."""
    return [row for row in game.log.rows if not kinds or row[0] in kinds]


RED, BLUE, YELLOW, BLACK, PURPLE = range(5)  # colours of cubes


def tally(*owners: int) -> int:
    """The Links of each owner, as the reference counts them."""
    return sum(16**owner for owner in owners)


def links(game, owner: int, *places: int) -> None:
    """Links of an owner from each of these cities to the next one."""
    for place in places:
        link_between(game, owner, place, place + 1)
