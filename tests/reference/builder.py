"""A small readable game builder: a line of cities, a script of decisions, and what happened."""

from __future__ import annotations

from dataclasses import replace

from rotwsim.core import codes
from rotwsim.reference.game import Game
from rotwsim.reference.given import Given
from rotwsim.reference.replay import EVENT_NAMES
from rotwsim.reference.track import build_railbot_link
from rotwsim.rules.routes import Route
from rotwsim.rules.scenario import Scenario
from rotwsim.rules.schema import Board, City, MajorLine, OperationsCard, RailbotCard, WesternLink

COLOUR = {"red": 0, "blue": 1, "yellow": 2, "black": 3, "purple": 4, "grey": 5}

# Seven cities in a line; route n joins cities n and n + 1 by two plain tiles for 2 each.
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


def hand_route(first: int, second: int, name: int, costs=(2, 2), hexes=None, sides=None) -> Route:
    """A route written by hand, on hexes of its own unless the test gives them."""
    hexes = hexes or tuple((name, column) for column in range(len(costs)))
    sides = sides or tuple(((name, column), 0) for column in range(len(costs) + 1))
    plain = tuple(cost == 2 for cost in costs)
    return Route(first, second, hexes, sides, (costs, costs[::-1]), (plain, plain[::-1]))


LINE_ROUTES = tuple(hand_route(city, city + 1, city) for city in range(len(LINE_CITIES) - 1))


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


def game_on(
    board: Board, script: list = (), draws: list = (), routes: tuple = (), **options
) -> Game:
    """A game at the start of turn 1 with no cubes anywhere but in the bag."""
    scenario = Scenario.of(board, **options)
    given = Given.of(scenario, routes or LINE_ROUTES)
    game = Game.of(given, ScriptLog(list(script), list(draws)))
    game.turn = 1
    game.row = [LINKS, DEADHEAD, EXHAUST_RED]
    return game


def line_game(script: list = (), draws: list = (), **options) -> Game:
    return game_on(line_board(), script, draws, **options)


class ScriptLog:
    """Decisions and draws as the test wrote them; it remembers what was shown and offered."""

    def __init__(self, decisions: list, draws: list):
        self.decisions, self.draws = decisions, draws
        self.rows: list[tuple] = []
        self.offered: list[set] = []

    def note(self, turn, event, arguments):
        self.rows.append((EVENT_NAMES[event], *arguments))

    def draw(self, turn, event, known, possible):
        drawn = self.draws.pop(0)
        assert drawn in possible
        self.note(turn, event, (*known, drawn))
        return drawn

    def decide(self, turn, decision, options):
        self.offered.append(set(options.options))
        chosen = self.decisions.pop(0)
        assert options.allows(chosen), f"{chosen} is not among {options.options}"
        return chosen

    def decide_path(self, turn, paths):
        self.offered.append(set(paths))
        chosen = self.decisions.pop(0)
        assert chosen in paths
        return chosen

    def show_path(self, turn, way):
        assert way.is_path(way.example())
        self.rows.append(("PATH", *way.example()))


def cubes(game: Game, city: int, *colours: str) -> None:
    """Puts cubes from the bag on a city."""
    for colour in colours:
        game.bag[COLOUR[colour]] -= 1
        game.cubes[city][COLOUR[colour]] += 1


def own_link(game: Game, *routes: int) -> None:
    """Links of the player, built before the test begins."""
    for route in routes:
        game.ground.lay(game.given.routes[route].hexes, game.given.routes[route].sides)
        game.network.add(codes.SOLO, route)


def railbot_link(game: Game, *routes: int) -> None:
    """Links of the Railbot, built before the test begins."""
    for route in routes:
        build_railbot_link(game, route)
    game.log.rows.clear()


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
