"""Boards as tables for the terminal: every table and every odd value says where it comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from rotwsim.rules import hexes
from rotwsim.rules.load import load_rulebook
from rotwsim.rules.provenance import (
    ASSUMED,
    Assumption,
    count_by_origin,
    in_words,
    origins_under,
    owner_and_value,
    sources_of,
    still_assumed,
)
from rotwsim.rules.routes import Route
from rotwsim.rules.schema import ORIGINS, Board, RailbotCard

MARK = "?"  # behind every assumed value
ORIGIN_STYLES = {"printed": "green", "reported": "cyan", "ruling": "blue", ASSUMED: "yellow"}
SHOWN_EXAMPLES = 3
NONE = "none"


def show(*parts: RenderableType) -> None:
    """Prints the parts as wide as the terminal; into a file, 80 letters wide."""
    console = Console(highlight=False)
    for part in parts:
        console.print(part)


def list_of_boards(boards: Sequence[Board]) -> Group:
    """One line per board; shares count single values, a hex or a price each as one."""
    counts = [count_by_origin(board.figures) for board in boards]
    origins = [o for o in ORIGINS if o != "ruling" or any(count[o] for count in counts)]
    table = _table("name", "title", wide=("title",))
    table.padding = (0, 0)  # many columns on 80 letters
    _add_numbers(table, "cities", "hexes", "cubes", "lines", *origins)
    for board, count in zip(boards, counts, strict=True):
        table.add_row(
            board.name,
            board.title,
            *map(str, _size(board).values()),
            *(_share(count[origin], sum(count.values())) for origin in origins),
        )
    notes = "Shares are of single values: each hex, cube count or price is one."
    return _part("Boards", "", table, f"{notes}\nrotwsim board check NAME lists what is assumed.")


def tables_of(board: Board, routes: Sequence[Route]) -> list[RenderableType]:
    """Everything about one board."""
    return [
        _summary(board),
        _cities(board),
        _lines(board),
        _operations(board),
        _railbot_cards("Railbot map cards", "railbot.cards", board, board.railbot_cards),
        _railbot_cards("Common Railbot cards", "railbot.common", board, board.common_cards),
        _solo(board),
        *([_western_link(board)] if board.western_link else []),
        *([_sea_routes(board)] if board.sea_routes else []),
        _routes(board, routes),
        Text(f"{MARK} marks an assumed value: nobody here has seen the real one.", "yellow"),
    ]


def verdict(
    board: Board, routes: Sequence[Route], order: Sequence[str] = ()
) -> list[RenderableType]:
    """The answer of `board check`: valid, its size, and the assumed values in the given order."""
    head = Text.assemble((board.file, "bold"), " is a valid board: ", (board.title, "bold"), ",")
    counted = ", ".join(f"{number:,} {what}" for what, number in _size(board).items())
    size = f"{counted}, {len(routes):,} pairs of cities that one Link can join."
    assumptions = still_assumed(board.figures, order)
    if not assumptions:
        return [head, size, "Nothing in it is assumed."]
    return [head, size, _assumptions(board, assumptions)]


def _size(board: Board) -> dict[str, int]:
    return {
        "cities": len(board.cities),
        "hexes": board.playable_hexes,
        "cubes": sum(city.cubes for city in board.cities),
        "lines": len(board.lines),
    }


def _summary(board: Board) -> Group:
    table = _table("")
    _add_numbers(table, "")
    letters = Counter("".join(board.rows))
    table.add_row("playable hexes", f"{board.playable_hexes:,}")
    for letter, name in hexes.TERRAIN_NAMES.items():
        if letter != hexes.UNPLAYABLE:
            table.add_row(f"  {name}", f"{letters[letter]:,}")
    table.add_row("ridges", f"{len(board.ridges):,}")
    table.add_row("cubes at set-up", f"{_size(board)['cubes']:,}")
    for origin, count in count_by_origin(board.figures).items():
        table.add_row(f"values {origin}", f"{count:,}", style=ORIGIN_STYLES[origin])
    return _part(board.title, sources_of(board, "map"), table)


def _cities(board: Board) -> Group:
    table = _table("city", "row, column", "colour")
    _add_numbers(table, "cubes")
    _add_texts(table, "closed sides", "origin", wide=("origin",))
    for number, city in enumerate(board.cities):
        origins = origins_under(board, f"cities.list[{number}]")
        out = " (not in play)" if city.name in board.cities_not_in_play else ""
        table.add_row(
            _marked(city.name, origins.get("name")) + out,
            _marked(f"{city.row}, {city.column}", origins.get("at")),
            _marked(city.colour, origins.get("colour")),
            _marked(city.cubes, origins.get("cubes")),
            _marked(" ".join(city.closed), origins.get("closed")),
            _origin(origins),
        )
    return _part("Cities", sources_of(board, "cities.list"), table)


def _lines(board: Board) -> Group:
    table = _table("line", wide=("line",))
    _add_numbers(table, "points")
    _add_texts(table, "origin", wide=("origin",))
    for number, line in enumerate(board.lines):
        origins = origins_under(board, f"lines.list[{number}]")
        out = " (not in play)" if line.name in board.lines_not_in_play else ""
        table.add_row(
            _marked(" - ".join(line.cities), origins.get("cities")) + out,
            _marked(line.points, origins.get("points")),
            _origin(origins),
        )
    return _part("Major Lines", sources_of(board, "lines.list"), table)


def _operations(board: Board) -> Group:
    table = _table("card")
    _add_numbers(table, "points", "copies")
    _add_texts(table, "origin", wide=("origin",))
    titles = {kind.kind: kind.title for kind in load_rulebook().operations_kinds}
    for number, card in enumerate(board.operations):
        origins = origins_under(board, f"operations.cards[{number}]")
        name = f"{titles[card.kind]} {card.city}" if card.city else titles[card.kind]
        points = _marked(card.points, origins.get("points")) if card.kind == "bounty" else ""
        table.add_row(
            _marked(name, origins.get("city", origins.get("kind"))),
            points,
            _marked(card.count, origins.get("count")),
            _origin(origins),
        )
    total = sum(card.count for card in board.operations)
    return _part(f"Operations deck, {total} cards", sources_of(board, "operations.cards"), table)


def _railbot_cards(title: str, key: str, board: Board, cards: Sequence[RailbotCard]) -> Group:
    table = _table()
    _add_numbers(table, "")
    _add_texts(table, "card", "slot", "icons", "origin", wide=("card", "origin"))
    icons = {"major_line": "Major Line", "baron": "Baron"}
    for number, card in enumerate(cards):
        origins = origins_under(board, f"{key}[{number}]")
        effects = [e for e in ("cities", "exhaust", "taxation", "deadhead") if e in origins]
        carried = [_marked(icons[i], origins.get(i)) for i in icons if getattr(card, i)]
        table.add_row(
            str(number + 1),
            _marked(card.name, origins[effects[0]] if effects else None),
            _marked(card.slot or "", origins.get("slot")),
            ", ".join(carried),
            _origin(origins),
        )
    return _part(f"{title}, {len(cards)} cards", sources_of(board, key), table)


def _solo(board: Board) -> Group:
    table = _table("figure", "value", "origin", wide=("value",))
    origins = origins_under(board, "solo")
    for key, words, value in (
        ("base_exhaust", "Base Exhaust", board.base_exhaust),
        ("empty_city_trigger", "Empty City Markers that end the game", board.empty_city_trigger),
        ("cities_not_in_play", "cities not in play", ", ".join(board.cities_not_in_play) or NONE),
        ("lines_not_in_play", "lines not in play", ", ".join(board.lines_not_in_play) or NONE),
    ):
        table.add_row(words, _marked(value, origins.get(key)), origins.get(key, ""))
    return _part("Solo figures", sources_of(board, "solo"), table)


def _western_link(board: Board) -> Group:
    link, origins = board.western_link, origins_under(board, "western_link")
    table = _table("figure", "value", "origin", wide=("figure", "value"))
    for key, words, value in (
        ("price", "price", link.price),
        ("cities", "at", ", ".join(link.cities)),
        ("cubes", f"{link.colour} cubes added there", link.cubes),
        ("bonus_cubes", f"cubes added to {link.destination} for each delivered", link.bonus_cubes),
    ):
        table.add_row(words, _marked(value, origins.get(key)), origins.get(key, ""))
    return _part("Western Link", sources_of(board, "western_link"), table)


def _sea_routes(board: Board) -> Group:
    table = _table("between")
    _add_numbers(table, "price", "tiles")
    _add_texts(table, "origin", wide=("origin",))
    for number, sea in enumerate(board.sea_routes):
        origins = origins_under(board, f"sea.list[{number}]")
        table.add_row(
            _marked(" - ".join(sea.cities), origins.get("cities")),
            _marked(sea.price, origins.get("price")),
            _marked(sea.tiles, origins.get("tiles")),
            _origin(origins),
        )
    return _part("Sea routes", sources_of(board, "sea.list"), table)


def _routes(board: Board, routes: Sequence[Route]) -> Group:
    """Routes are computed, so they are as good as the map that they lie on."""
    table = _table("tiles")
    _add_numbers(table, "pairs", "cheapest", "median", "dearest")
    step = load_rulebook().tiles_per_build
    for start in range(1, max(route.tiles for route in routes) + 1, step):
        tiles = range(start, start + step)
        costs = sorted(route.cost for route in routes if route.tiles in tiles)
        if costs:
            figures = (len(costs), costs[0], costs[len(costs) // 2], costs[-1])
            table.add_row(f"{tiles[0]} to {tiles[-1]}", *(f"{figure:,}" for figure in figures))
    return _part(
        f"Routes of {len(routes):,} pairs of cities",
        f"computed by B10 to B14 from the map; the map is {sources_of(board, 'map')}",
        table,
        "Cost in $1,000 of the cheapest route of each pair, by its number of tiles.",
    )


def _assumptions(board: Board, assumptions: Sequence[Assumption]) -> Group:
    table = _table("key")
    _add_numbers(table, "values")
    _add_texts(table, "now, and why", wide=("now, and why",))
    for assumption in assumptions:
        now = Text(_examples(board, assumption))
        now.append(f"\n({assumption.source})", style="dim")
        table.add_row(assumption.key, str(assumption.values), now)
    values = sum(assumption.values for assumption in assumptions)
    total = sum(figure.count for figure in board.figures)
    return _part(f"Still assumed: {values:,} of {total:,} values", "", table)


def _examples(board: Board, assumption: Assumption) -> str:
    """What the assumed values are now: how often each occurs, or the first few by name."""
    found = [
        (owner, _plain(value))
        for owner, value in (owner_and_value(board, figure.key) for figure in assumption.figures)
    ]
    counted = Counter(value for _, value in found)
    if len(found) > len(counted) and len(counted) <= SHOWN_EXAMPLES:
        return ", ".join(f"{count} × {value}" for value, count in counted.items())
    texts = [
        owner if value.lower() in owner.lower() else f"{owner} {value}".strip()
        for owner, value in found
    ]
    more = [f"… {len(texts) - SHOWN_EXAMPLES} more"] if len(texts) > SHOWN_EXAMPLES else []
    return "; ".join(texts[:SHOWN_EXAMPLES] + more)


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | frozenset):
        return " / ".join(map(str, value)) or NONE
    return str(value)


def _origin(origins: dict[str, str]) -> Text:
    words = in_words(origins)
    return Text(words, style=ORIGIN_STYLES[ASSUMED] if ASSUMED in words else "")


def _marked(value: object, origin: str | None) -> str:
    text = str(value)
    return f"{text} {MARK}" if text and origin == ASSUMED else text


def _share(count: int, total: int) -> str:
    if 0 < count < total / 100:
        return "<1 %"
    if total * 99 / 100 < count < total:
        return ">99 %"
    return f"{100 * count / total:.0f} %" if total else "-"


def _part(title: str, source: str, table: Table, note: str = "") -> Group:
    parts: list[RenderableType] = [Text(title, style="bold")]
    if source:
        parts.append(Text(source, style="dim"))
    parts.append(table)
    if note:
        parts.append(Text(f"{note}\n", style="dim"))
    return Group(*parts)


def _table(*texts: str, wide: Sequence[str] = ()) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    _add_texts(table, *texts, wide=wide)
    return table


def _add_texts(table: Table, *names: str, wide: Sequence[str] = ()) -> None:
    """Columns of text; only those named in `wide` are broken into lines on a narrow terminal."""
    for name in names:
        table.add_column(name, no_wrap=name not in wide, overflow="fold")


def _add_numbers(table: Table, *names: str) -> None:
    for name in names:
        table.add_column(name, justify="right", no_wrap=True)
