# Longer than most: the parts of a board file side by side.
"""One board as tables: every odd value says where it comes from; and what a check finds."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict

import click

from rotwsim.cli.tables import show_lines, show_notes, show_rows
from rotwsim.scenario import hexes, provenance
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.compile.routes import Route
from rotwsim.scenario.provenance import count_by_origin, origins_under, sources_of
from rotwsim.scenario.rulebook import SEATS
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import (
    IDEA,
    ORIGINS,
    Board,
    MajorLine,
    OperationsCard,
    RailbotCard,
)

MARK = "?"  # behind every value that nobody here has seen
ASSUMED = f"{MARK} marks an assumed value: nobody here has seen the real one"
NONE = "none"
ICONS = {"major_line": "Major Line", "baron": "Baron"}
OF_A_CARD = {"card": "cities exhaust taxation deadhead", "slot": "slot"}
# Lists of a board file: title, and what each column shows; the first origin of its values counts.
TABLES = {
    "cities.list": (
        "Cities",
        {"city": "name", "where": "at", "colour": "colour", "cubes": "cubes", "closed": "closed"},
    ),
    "lines.list": ("Major Lines", {"line": "cities", "points": "points"}),
    "sea.list": ("Sea routes", {"line": "cities", "price": "price", "tiles": "tiles"}),
    "operations.cards": (
        "Operations deck",
        {"card": "city kind", "points": "points", "copies": "count"},
    ),
    "railbot.cards": ("Railbot map cards", OF_A_CARD),
    "railbot.common": ("Common Railbot cards", OF_A_CARD),
    "multiplayer.rail_barons": (
        "Rail Barons of this map",
        {"aim": "name", "points_text": "points"},
    ),
}
ON_MAP, CARDS = ("cities.list", "lines.list"), ("railbot.cards", "railbot.common")
DECKS = ("operations.cards", *CARDS)
SHOWN: dict[str, Callable] = {  # where a value alone says too little
    "where": lambda city: f"{city.row}, {city.column}",
    "closed": lambda city: " ".join(city.closed),
    "line": lambda line: " - ".join(line.cities),
    "card": lambda card: title_of(card),
    "slot": lambda card: card.slot or "",
    "points": lambda entry: points_of(entry),
    "points_text": lambda b: f"{b.points} each, {b.most} at most" if b.most else str(b.points),
}
PARAMETERS = {
    "solo": (
        "Solo parameters",
        {
            "base_exhaust": "Base Exhaust",
            "empty_city_trigger": "Empty City Markers that end the game",
            "cities_not_in_play": "cities not in play",
            "lines_not_in_play": "lines not in play",
        },
    ),
    "multiplayer": (
        "Multiplayer, 2 to 6 seats",
        {f"markers.{seats}": f"Empty City Markers for {seats} players" for seats in SEATS}
        | {"rotor_cities": "rotor cities"},
    ),
    "western_link": (
        "Western Link",
        {
            "price": "price",
            "cities": "at",
            "cubes": "{link.colour} cubes added there",
            "bonus_cubes": "cubes added to {link.destination} for each delivered",
        },
    ),
}


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
    show_parts(board, TABLES)
    show_parameters(board)
    show_rows("", route_rows(routes), f"Routes, {len(routes):,} pairs of cities")
    cost = "cost in $1,000 of the cheapest route of each pair, by its number of tiles"
    show_notes(["routes are computed by B10 to B14 from the map", cost, ASSUMED])


def show_cards(scenario: Scenario) -> None:
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
    show_parts(scenario.board, DECKS)
    show_notes([ASSUMED])


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


def show_parts(board: Board, keys: Iterable[str]) -> None:
    """Print lists of a board file, each beneath its title and its sources."""
    out = (*board.cities_not_in_play, *board.lines_not_in_play)
    for key in keys:
        title, columns = TABLES[key]
        rows, entries = [], provenance.lists_of(board)[key]
        for number, entry in enumerate(entries):
            origins = origins_under(board, f"{key}[{number}]")
            row = {"number": str(number + 1)} if key in CARDS else {}
            for column, fields in columns.items():
                origin = next((origins[name] for name in fields.split() if name in origins), None)
                shown = SHOWN.get(column, lambda entry, names=fields: getattr(entry, names))
                row[column] = marked(shown(entry), origin)
            if key in CARDS:
                row["icons"] = icons_of(entry, origins)
            if key in ON_MAP and provenance.name_of(entry) in out:
                row[next(iter(row))] += " (not in play)"
            rows.append(row | {"origin": provenance.in_words(origins)})
        count = sum(getattr(entry, "count", 1) for entry in entries)
        title += f", {count} cards" if key in DECKS else ""
        if rows:
            show_rows("", rows, f"{title}: {sources_of(board, key)}")


def icons_of(card: RailbotCard, origins: dict[str, str]) -> str:
    shown = [icon for icon in ICONS if getattr(card, icon)]
    return ", ".join(marked(ICONS[icon], origins.get(icon)) for icon in shown)


def title_of(card: OperationsCard | RailbotCard) -> str:
    titles = {kind.kind: kind.title for kind in load_rulebook().operations_kinds}
    if isinstance(card, OperationsCard):
        return f"{titles[card.kind]} {card.city or ''}".rstrip()
    return card.name


def points_of(entry: MajorLine | OperationsCard) -> object:
    """Give the points of a line or a Bounty; other cards have none."""
    return entry.points if getattr(entry, "kind", "bounty") == "bounty" else ""


def show_parameters(board: Board) -> None:
    """Print the single numbers of a board: solo, multiplayer (M3, M30), and the Western Link."""
    for table, (title, names) in PARAMETERS.items():
        if table != "solo" and getattr(board, table) is None:
            continue
        origins, rows = origins_under(board, table), []
        for key, name in names.items():
            _, value = provenance.owner_and_value(board, f"{table}.{key}")
            text = ", ".join(value) or NONE if isinstance(value, tuple) else value
            setting, origin = marked(text, origins.get(key)), origins.get(key)
            name = name.format(link=board.western_link)
            rows.append({"parameter": name, "setting": setting, "origin": origin})
        show_rows("", rows, f"{title}: {sources_of(board, table)}")


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


def board_as_data(board: Board, routes: Sequence[Route]) -> dict:
    """Give the board with its provenance, and the cheapest route of each pair of cities."""
    named = [(board.cities[route.first].name, board.cities[route.second].name) for route in routes]
    return {
        **asdict(board),
        **size_of(board),
        "cities": [asdict(city) for city in board.cities],
        "lines": [asdict(line) for line in board.lines],
        "ridges": sorted(board.ridges),
        "routes": [
            {"cities": cities, "tiles": route.tiles, "cost": route.cost}
            for cities, route in zip(named, routes, strict=True)
        ],
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
