# Longer than most: the parts of a board file side by side.
"""One board as tables: every odd value says where it comes from; and what a check finds."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import click

from rotwsim.cli.tables import show_lines, show_notes, show_rows
from rotwsim.scenario import hexes, provenance
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.compile.routes import Route
from rotwsim.scenario.provenance import count_by_origin, origins_under, sources_of
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import IDEA, ORIGINS, Board

MARK = "?"  # behind every value that nobody here has seen
ASSUMED = f"{MARK} marks an assumed value: nobody here has seen the real one"
NONE = "none"
Part = tuple[str, str, list[dict]]  # key in the board file, title, rows
ICONS = {"major_line": "Major Line", "baron": "Baron"}


def show_boards(boards: Sequence[Board]) -> None:
    """Print one line per board; shares count single values, a hex or a price each as one."""
    counts = [count_by_origin(board.provenance) for board in boards]
    rows = [
        {"name": board.name, **size_of(board)}
        | {origin: count[origin] / sum(count.values()) for origin in ORIGINS if count[origin]}
        for board, count in zip(boards, counts, strict=True)
    ]
    show_rows("boards", rows, "Boards")
    shares = "shares are of single values: each hex, cube count or price is one"
    show_notes([shares, "what is assumed of a board: rotwsim check NAME"])


def show_board(board: Board, routes: Sequence[Route]) -> None:
    summary(board)
    show_parts(board, [*map_tables(board), *card_tables(board), *parameter_tables(board)])
    show_rows("", route_rows(routes), f"Routes, {len(routes):,} pairs of cities")
    cost = "cost in $1,000 of the cheapest route of each pair, by its number of tiles"
    show_notes(["routes are computed by B10 to B14 from the map", cost, ASSUMED])


def show_cards(scenario: Scenario) -> None:
    board = scenario.board
    printed = load_rulebook().barons
    barons = [
        {
            "rule": baron.rule,
            "baron": baron.name,
            "aim": f"{'/'.join(map(str, baron.tiers))} {baron.goal_text}",
            "points_text": "/".join(map(str, baron.points)),
            "effect": baron.effect_text,
        }
        | ({"origin": "printed" if baron in printed else IDEA} if scenario.own else {})
        for baron in scenario.book.barons
    ]
    show_rows("", barons, "The Duel Barons")
    show_parts(board, card_tables(board))
    show_notes([ASSUMED])


def show_parts(board: Board, parts: Iterable[Part]) -> None:
    """Print parts of a board file, each beneath its title and its sources."""
    for key, title, rows in parts:
        show_rows("", rows, f"{title}: {sources_of(board, key)}")


def summary(board: Board) -> None:
    letters = Counter("".join(board.rows))
    lines = {"playable hexes": board.playable_hexes}
    for letter, name in hexes.TERRAIN_NAMES.items():
        if letter != hexes.UNPLAYABLE:
            lines[f"  {name}"] = letters[letter]
    lines |= {"ridges": len(board.ridges), "cubes at set-up": size_of(board)["cubes"]}
    for origin, count in count_by_origin(board.provenance).items():
        lines[f"values {origin}"] = count
    shown = {name: f"{number:,}" for name, number in lines.items()}
    show_lines(f"{board.title}: {sources_of(board, 'map')}", shown)


def map_tables(board: Board) -> Iterator[Part]:
    cities = (
        {
            "city": (city.name, "name", not_in_play(city.name, board.cities_not_in_play)),
            "where": (f"{city.row}, {city.column}", "at"),
            "colour": (city.colour, "colour"),
            "cubes": (city.cubes, "cubes"),
            "closed": (" ".join(city.closed), "closed"),
        }
        for city in board.cities
    )
    yield rows_of(board, "cities.list", "Cities", cities)
    lines = (
        {
            "line": (names_of(line), "cities", not_in_play(line.name, board.lines_not_in_play)),
            "points": (line.points, "points"),
        }
        for line in board.lines
    )
    yield rows_of(board, "lines.list", "Major Lines", lines)
    sea_routes = (
        {"line": (names_of(sea), "cities"), "price": (sea.price, "price")}
        | {"tiles": (sea.tiles, "tiles")}
        for sea in board.sea_routes
    )
    if board.sea_routes:
        yield rows_of(board, "sea.list", "Sea routes", sea_routes)


def names_of(line) -> str:
    return " - ".join(line.cities)


def card_tables(board: Board) -> Iterator[Part]:
    titles = {kind.kind: kind.title for kind in load_rulebook().operations_kinds}
    total = sum(card.count for card in board.operations)
    operations = (
        {"card": (f"{titles[card.kind]} {card.city or ''}".rstrip(), "city kind")}
        | {"points": (card.points if card.kind == "bounty" else "", "points")}
        | {"copies": (card.count, "count")}
        for card in board.operations
    )
    yield rows_of(board, "operations.cards", f"Operations deck, {total} cards", operations)
    for key, title, cards in (
        ("railbot.cards", "Railbot map cards", board.railbot_cards),
        ("railbot.common", "Common Railbot cards", board.common_cards),
    ):
        rows = (
            {"number": (place + 1, ""), "card": (card.name, "cities exhaust taxation deadhead")}
            | {"slot": (card.slot or "", "slot"), "icons": (icons_of(board, key, place), "")}
            for place, card in enumerate(cards)
        )
        yield rows_of(board, key, f"{title}, {len(cards)} cards", rows)


def icons_of(board: Board, key: str, place: int) -> str:
    cards = board.railbot_cards if key == "railbot.cards" else board.common_cards
    origins = origins_under(board, f"{key}[{place}]")
    shown = [icon for icon in ICONS if getattr(cards[place], icon)]
    return ", ".join(marked(ICONS[icon], origins.get(icon)) for icon in shown)


def parameter_tables(board: Board) -> Iterator[Part]:
    """Give the single numbers of a board: solo, multiplayer (M3, M30), and the Western Link."""
    solo = {
        "base_exhaust": ("Base Exhaust", board.base_exhaust),
        "empty_city_trigger": ("Empty City Markers that end the game", board.empty_city_trigger),
        "cities_not_in_play": ("cities not in play", ", ".join(board.cities_not_in_play) or NONE),
        "lines_not_in_play": ("lines not in play", ", ".join(board.lines_not_in_play) or NONE),
    }
    yield "solo", "Solo parameters", parameters(board, "solo", solo)
    if table := board.multiplayer:
        shown: dict[str, tuple[str, object]] = {
            f"markers.{seats}": (f"Empty City Markers for {seats} players", markers)
            for seats, markers in enumerate(table.markers, provenance.FEWEST_SEATS)
        }
        shown["rotor_cities"] = ("rotor cities", ", ".join(table.rotor_cities) or NONE)
        rows = parameters(board, "multiplayer", shown)
        yield "multiplayer.markers", "Multiplayer, 2 to 6 seats", rows
    if table and table.rail_barons:
        most = (f" each, {baron.most} at most" if baron.most else "" for baron in table.rail_barons)
        barons = (
            {"aim": (baron.name, "name"), "points_text": (f"{baron.points}{end}", "points")}
            for baron, end in zip(table.rail_barons, most, strict=True)
        )
        yield rows_of(board, "multiplayer.rail_barons", "Rail Barons of this map", barons)
    if link := board.western_link:
        extra = f"cubes added to {link.destination} for each delivered"
        shown = {
            "price": ("price", link.price),
            "cities": ("at", ", ".join(link.cities)),
            "cubes": (f"{link.colour} cubes added there", link.cubes),
            "bonus_cubes": (extra, link.bonus_cubes),
        }
        yield "western_link", "Western Link", parameters(board, "western_link", shown)


def parameters(board: Board, key: str, shown: Mapping[str, tuple[str, object]]) -> list[dict]:
    """Give one row per parameter: what it is, its value, its origin."""
    origins = origins_under(board, key)
    return [
        {"parameter": name, "setting": marked(value, origins.get(key)), "origin": origins.get(key)}
        for key, (name, value) in shown.items()
    ]


def rows_of(board: Board, key: str, title: str, entries: Iterable[Mapping[str, tuple]]) -> Part:
    """Give rows of values, each with the keys of its origin and perhaps a text behind it."""
    rows = []
    for number, cells in enumerate(entries):
        origins = origins_under(board, f"{key}[{number}]")
        row = {}
        for column, (value, keys, *behind) in cells.items():
            origin = next((origins[key] for key in keys.split() if key in origins), None)
            row[column] = marked(value, origin) + "".join(behind)
        rows.append(row | {"origin": provenance.in_words(origins)})
    return key, title, rows


def not_in_play(name: str, out: Collection[str]) -> str:
    return " (not in play)" if name in out else ""


def route_rows(routes: Sequence[Route]) -> Iterator[dict]:
    """Give the prices of the cheapest routes, by the turns that building takes."""
    step = load_rulebook().tiles_per_build
    for start in range(1, max(route.tiles for route in routes) + 1, step):
        tiles = range(start, start + step)
        costs = sorted(route.cost for route in routes if route.tiles in tiles)
        if costs:
            yield {
                "tiles": f"{tiles[0]} to {tiles[-1]}",
                "pairs": len(costs),
                "cheapest": costs[0],
                "median": costs[len(costs) // 2],
                "dearest": costs[-1],
            }


def size_of(board: Board) -> dict[str, int]:
    return {
        "cities": len(board.cities),
        "hexes": board.playable_hexes,
        "cubes": sum(city.cubes for city in board.cities),
        "lines": len(board.lines),
    }


def marked(value: object, origin: str | None) -> str:
    """Write a value, with a mark if nobody here has seen it."""
    text = str(value)
    return f"{text} {MARK}" if text and origin in provenance.UNSEEN else text


def show_verdict(board: Board, routes: Sequence[Route], order: Sequence[str] = ()) -> None:
    """Print that a board is valid, its size, and the assumed values in the given order."""
    counted = ", ".join(f"{number:,} {what}" for what, number in size_of(board).items())
    click.echo(f"{board.file} is a valid board: {board.title}.")
    click.echo(f"{counted}, {len(routes):,} pairs of cities for a Link.")
    assumed = provenance.still_assumed(board.provenance, order)
    if not assumed:
        show_notes(["nothing in it is assumed"])
        return
    rows = [
        {"key": key, "values": count, "because": source} for (key, source), count in assumed.items()
    ]
    total = sum(parameter.count for parameter in board.provenance)
    show_rows("", rows, f"Still assumed: {sum(assumed.values()):,} of {total:,} values")
