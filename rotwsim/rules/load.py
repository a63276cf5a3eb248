"""Reads the rulebook and the boards from their files, merges a user's own file over ours, checks all."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from rotwsim.rules import schema
from rotwsim.rules.check import check_board
from rotwsim.rules.hexes import SIDES, side_key
from rotwsim.rules.reader import Reader, read_toml, suggest
from rotwsim.rules.schema import COLOURS, GREY, SLOTS, DataError

DATA = Path(str(files("rotwsim") / "data"))
LARGEST = 10_000  # no figure of the game is larger


def load_board(name_or_file: str | Path) -> schema.Board:
    """A board by its name (any case, with "-", "_" or space) or from a user's own file."""
    path, shown = find_board(name_or_file)
    return _read_board(path, shown)


def board_names() -> list[str]:
    """The boards in the package."""
    return sorted(path.stem.replace("_", "-") for path in (DATA / "boards").glob("*.toml"))


@lru_cache(maxsize=1)
def load_rulebook() -> schema.Rulebook:
    """Everything that holds on every board."""
    figures: list[schema.Figure] = []
    readers = {
        name: Reader(
            read_toml(DATA / f"{name}.toml", f"{name}.toml"), f"{name}.toml", "", None, figures
        )
        for name in ("rules", "operations", "duel_barons", "tweaks")
    }
    rules = readers["rules"]
    book = schema.Rulebook(
        **_read_figures(rules),
        rulings=_read_rulings(rules.table("rulings")),
        tweaks=tuple(_read_tweak(entry) for entry in readers["tweaks"].tables("tweaks")),
        barons=tuple(_read_baron(entry) for entry in readers["duel_barons"].tables("barons")),
        operations_kinds=_read_operations_kinds(readers["operations"]),
        figures=tuple(figures),
    )
    for reader in readers.values():
        reader.done()
    return book


def find_board(name_or_file: str | Path) -> tuple[Path, str]:
    """Where a board's file is, and how messages name it."""
    text = str(name_or_file)
    if text.endswith(".toml") or "/" in text or "\\" in text:
        path = Path(text)
        if not path.is_file():
            raise DataError(f"{text}: no such board file")
        return path, text
    plain = text.strip().lower().replace("_", "-").replace(" ", "-")
    if plain in board_names():
        stem = plain.replace("-", "_")
        return DATA / "boards" / f"{stem}.toml", f"boards/{stem}.toml"
    hint = suggest(text, f'"{plain}"', board_names())
    raise DataError(f'no board is called "{text}"{hint} (or name a .toml file)')


def _read_board(path: Path, shown: str) -> schema.Board:
    data = _merged(read_toml(path, shown), shown, (path.resolve(),))
    top = Reader(data, shown)
    name = top.text("name", counted=False)
    title = top.text("title", counted=False)
    rows, ridges = _read_map(top.table("map"))
    cities = _read_cities(top.table("cities"))
    lines = _read_lines(top.table("lines"))
    operations = _read_operations(top.table("operations"))
    railbot = top.table("railbot")
    map_cards = tuple(_read_railbot_card(entry) for entry in railbot.tables("cards"))
    common_cards = _read_common_cards(railbot)
    railbot.done()
    solo = top.table("solo")
    board = schema.Board(
        name=name,
        title=title,
        rows=rows,
        ridges=ridges,
        cities=cities,
        lines=lines,
        operations=operations,
        railbot_cards=map_cards,
        common_cards=common_cards,
        base_exhaust=solo.integer("base_exhaust", 0, 20),
        empty_city_trigger=solo.integer("empty_city_trigger", 0, 64),
        cities_not_in_play=solo.texts("cities_not_in_play", []),
        lines_not_in_play=solo.texts("lines_not_in_play", []),
        sea_routes=_read_sea_routes(top) if top.has("sea") else (),
        western_link=_read_western_link(top.table("western_link"))
        if top.has("western_link")
        else None,
        figures=tuple(top.figures),
    )
    solo.done()
    top.done()
    check_board(board, shown)
    return board


def _merged(data: dict, shown: str, seen: tuple[Path, ...]) -> dict:
    """The file's tables laid over those of the board it extends; kept values keep their origin."""
    base_name = data.pop("extends", None)
    if base_name is None:
        return data
    if not isinstance(base_name, str):
        raise DataError(f"{shown}: extends must be the name of a board")
    local = seen[-1].parent / base_name
    base_path, base_shown = (local, base_name) if local.is_file() else find_board(base_name)
    if base_path.resolve() in seen:
        raise DataError(f"{shown}: extends {base_name}, which extends this file again")
    base = _merged(read_toml(base_path, base_shown), base_shown, (*seen, base_path.resolve()))
    merged = dict(base)
    for key, value in data.items():
        if isinstance(value, dict) and isinstance(base.get(key), dict):
            merged[key] = _merged_table(value, base[key], f"{shown}: {key}")
        else:
            merged[key] = value
    return merged


def _merged_table(own: dict, base: dict, where: str) -> dict:
    if set(own) - {"origin", "origins"} and "origin" not in own:
        raise DataError(
            f'{where} replaces figures; say where yours come from: origin = "printed: …"'
        )
    if not isinstance(own.get("origins", {}), dict) or not isinstance(
        base.get("origins", {}), dict
    ):
        raise DataError(f"{where}.origins must be a table")
    origins = dict(own.get("origins", {}))
    for key in base:
        if key in ("origin", "origins") or key in own:
            continue
        kept = base.get("origins", {}).get(key, base.get("origin"))
        if kept is not None:
            origins.setdefault(key, kept)
    return {**base, **own, "origins": origins}


def _read_map(table: Reader) -> tuple[tuple[str, ...], frozenset]:
    count = sum(len(row) for row in table._left.get("rows", []) if isinstance(row, str))
    rows = table.texts("rows", count=count)
    ridge_texts = table.texts("ridges", [])
    ridges: set = set()
    listed = 0
    for entry in ridge_texts:
        place, _, sides = entry.partition(":")
        try:
            row, column = (int(part) for part in place.split(","))
        except ValueError:
            table.fail("ridges", f'has "{entry}"; the form is "row,column:E+SW+SE"')
        for side in sides.split("+"):
            if side not in SIDES:
                table.fail("ridges", f'has "{entry}" with side "{side}"; legal: {", ".join(SIDES)}')
            if not (0 <= row < len(rows) and 0 <= column < len(rows[row])):
                table.fail("ridges", f'has "{entry}", which lies outside the rows')
            ridges.add(side_key((row, column), SIDES.index(side)))
            listed += 1
    if listed != len(ridges):
        table.fail("ridges", "lists a ridge twice")
    table.done()
    return rows, frozenset(ridges)


def _read_cities(table: Reader) -> tuple[schema.City, ...]:
    cities = []
    for entry in table.tables("list"):
        place = entry.integers("at", 0, LARGEST)
        if len(place) != 2:
            entry.fail("at", "must be [row, column]")
        closed = entry.texts("closed", [])
        for side in closed:
            if side not in SIDES:
                entry.fail("closed", f'has side "{side}"', list(SIDES))
        cities.append(
            schema.City(
                name=entry.text("name"),
                row=place[0],
                column=place[1],
                colour=entry.choice("colour", (*COLOURS, GREY)),
                cubes=entry.integer("cubes", 0, 25),
                closed=closed,
            )
        )
        entry.done()
    table.done()
    return tuple(cities)


def _read_lines(table: Reader) -> tuple[schema.MajorLine, ...]:
    lines = []
    for entry in table.tables("list"):
        lines.append(schema.MajorLine(entry.texts("cities"), entry.integer("points", 0, 100)))
        entry.done()
    table.done()
    return tuple(lines)


def _read_operations(table: Reader) -> tuple[schema.OperationsCard, ...]:
    cards = []
    for entry in table.tables("cards"):
        kind = entry.choice("kind", schema.OPERATIONS_KINDS)
        cards.append(
            schema.OperationsCard(
                kind=kind,
                city=entry.text("city") if kind in ("hotel", "bounty") else None,
                points=entry.integer("points", 0, 100) if kind == "bounty" else 0,
                count=entry.integer("count", 1, 40, 1),
            )
        )
        entry.done()
    table.done()
    return tuple(cards)


def _read_common_cards(railbot: Reader) -> tuple[schema.RailbotCard, ...]:
    if railbot.has("common"):
        return tuple(_read_railbot_card(entry) for entry in railbot.tables("common"))
    file = "railbot.toml"
    ours = Reader(read_toml(DATA / file, file), file, "", None, railbot.figures)
    cards = tuple(_read_railbot_card(entry) for entry in ours.tables("cards"))
    ours.done()
    return cards


def _read_railbot_card(entry: Reader) -> schema.RailbotCard:
    cities = entry.texts("cities") if entry.has("cities") else ()
    card = schema.RailbotCard(
        name=entry.text("name", " / ".join(cities) or None, counted=False),
        slot=entry.optional_choice("slot", SLOTS),
        cities=cities,
        exhaust=entry.optional_choice("exhaust", COLOURS),
        taxation=entry.flag("taxation") if entry.has("taxation") else False,
        deadhead=entry.flag("deadhead") if entry.has("deadhead") else False,
        major_line=entry.flag("major_line"),
        baron=entry.flag("baron"),
        final_evaluation=entry.flag("final_evaluation") if entry.has("final_evaluation") else False,
    )
    entry.done()
    if not card.final_evaluation and card.slot is None:
        entry.fail("slot", "is missing", list(SLOTS))
    return card


def _read_sea_routes(top: Reader) -> tuple[schema.SeaRoute, ...]:
    table = top.table("sea")
    routes = []
    for entry in table.tables("list"):
        ends = entry.texts("cities")
        if len(ends) != 2:
            entry.fail("cities", "must name the two cities of the sea route")
        routes.append(
            schema.SeaRoute(
                ends, entry.integer("price", 0, LARGEST), entry.integer("tiles", 1, 12, 1)
            )
        )
        entry.done()
    table.done()
    return tuple(routes)


def _read_western_link(table: Reader) -> schema.WesternLink:
    link = schema.WesternLink(
        price=table.integer("price", 0, LARGEST),
        cities=table.texts("cities"),
        colour=table.choice("colour", COLOURS),
        cubes=table.integer("cubes", 0, 25),
        destination=table.text("destination"),
        bonus_cubes=table.integer("bonus_cubes", 0, 25),
    )
    table.done()
    return link


def _read_figures(rules: Reader) -> dict:
    """The plain figures of rules.toml, under their names in the Rulebook."""
    money, income, engine = rules.table("money"), rules.table("income"), rules.table("engine")
    track, goods, urbanize = rules.table("track"), rules.table("goods"), rules.table("urbanize")
    turn, solo = rules.table("turn"), rules.table("solo")
    tiles = urbanize.table("tiles")
    figures = {
        "income_by_score": income.integers("by_score", 0, 100),
        "income_above": income.integer("above", 0, 100),
        "engine_prices": engine.integers("prices", 0, 100),
        "urbanize_price": urbanize.integer("price", 0, 100),
        "urbanize_cubes": urbanize.integer("cubes", 0, 25),
        "new_city_tiles": tuple(tiles.integer(colour, 0, 12, 0) for colour in COLOURS),
        "cubes_per_colour": goods.integer("cubes_per_colour", 0, 100),
    }
    for key in ("plain", "water", "mountain", "ridge"):
        figures[f"track_{key}"] = track.integer(key, 0, 100)
    for table in (track, money, turn, solo):
        for key in table.rest():
            figures[key] = table.integer(key, 0, 1000)
    for table in (money, income, engine, track, goods, urbanize, tiles, turn, solo):
        table.done()
    return figures


def _read_rulings(table: Reader) -> tuple[schema.Ruling, ...]:
    rulings = []
    for name in table.rest():
        entry = table.table(name)
        rulings.append(
            schema.Ruling(name, entry.text("rule"), entry.text("text"), entry.texts("choices", []))
        )
        entry.done()
    table.done()
    return tuple(rulings)


def _read_tweak(entry: Reader) -> schema.Tweak:
    changes = {}
    for how in ("set", "add"):
        table = entry.table(how, optional=True)
        changes[how] = tuple((key, table.integer(key, -100, 1000)) for key in table.rest())
    tweak = schema.Tweak(
        name=entry.text("name"),
        rule=entry.text("rule"),
        side=entry.choice("side", ("easier", "harder")),
        group=entry.text("group"),
        text=entry.text("text"),
        **changes,
    )
    entry.done()
    return tweak


def _read_baron(entry: Reader) -> schema.DuelBaron:
    baron = schema.DuelBaron(
        rule=entry.text("rule"),
        name=entry.text("name"),
        goal=entry.choice("goal", schema.BARON_GOALS),
        tiers=entry.integers("tiers", 1, 100),
        points=entry.integers("points", 0, 100),
        effect=entry.choice("effect", schema.BARON_EFFECTS),
        goal_text=entry.text("goal_text"),
        effect_text=entry.text("effect_text"),
    )
    entry.done()
    return baron


def _read_operations_kinds(reader: Reader) -> tuple[schema.OperationsKind, ...]:
    kinds = []
    for kind in reader.rest():
        entry = reader.table(kind)
        kinds.append(
            schema.OperationsKind(
                kind,
                entry.text("title"),
                entry.text("text"),
                entry.flag("taken"),
                entry.flag("kept"),
            )
        )
        entry.done()
    return tuple(kinds)
