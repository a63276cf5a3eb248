"""Reads a board, merges a user's own file over ours, checks all."""

from dataclasses import replace
from pathlib import Path

from rotwsim.scenario import capacity, schema
from rotwsim.scenario.board_check import check_board
from rotwsim.scenario.hexes import SIDES, side_key
from rotwsim.scenario.provenance import load_ranges, read_ranges
from rotwsim.scenario.reading import Reader, describe, one_line, read_toml, suggest
from rotwsim.scenario.rulebook import PRINTED, load_rulebook, read_multiplayer_board
from rotwsim.scenario.schema import COLOURS, GREY, SLOTS, DataError
from rotwsim.scenario.your_box import BOX, YOUR_BOX, lay_box, with_slots_dealt

KINDS_OF_A_DECK = tuple(kind for kind in schema.OPERATIONS_KINDS if kind != "major_line")
OURS, PRACTICE = "boards", "practice"  # folders of data/printed
COMMON_CARDS = "railbot.toml"
MOST_FILES = 10  # that extend one another


def load_board(name_or_file: str | Path) -> schema.Board:
    """A board by its name (any case, with "-", "_" or space) or from a user's own file."""
    return _read_board(*find_board(name_or_file))


def board_names(folder: str = OURS) -> list[str]:
    """The boards in the package, or the maps that no box has and the expert learns on."""
    return sorted(path.stem.replace("_", "-") for path in (PRINTED / folder).glob("*.toml"))


def find_board(name_or_file: str | Path) -> tuple[Path, str]:
    """Where a board's file is, and how messages name it."""
    text = str(name_or_file)
    if is_file_name(text):
        if not _is_file(Path(text)):
            raise DataError(one_line(f"{text}: no such board file"))
        return Path(text), text
    plain = text.strip().lower().replace("_", "-").replace(" ", "-")
    for folder in (OURS, PRACTICE):
        if plain in board_names(folder):
            file = f"{folder}/{plain.replace('-', '_')}.toml"
            return PRINTED / file, file
    hint = suggest(plain, board_names())
    raise DataError(f"no board is called {describe(text)}{hint} (or name a .toml file)")


def is_file_name(text: str) -> bool:
    """Whether a board is named by its file."""
    return text.endswith(".toml") or "/" in text or "\\" in text


def _read_board(path: Path, shown: str) -> schema.Board:
    tables = _merged(read_toml(path, shown), shown, (path.resolve(),))
    has_usual_cards = isinstance(tables.get("railbot"), dict) and "common" not in tables["railbot"]
    if has_usual_cards:
        ours = read_toml(PRINTED / COMMON_CARDS, COMMON_CARDS)
        common = [{"origin": ours["origin"], **card} for card in ours["common"]]
        tables["railbot"] = {**tables["railbot"], "common": common}
    has_box = YOUR_BOX in tables
    if has_box:
        lay_box(tables, tables.pop(YOUR_BOX), shown)
    top = Reader(tables, shown)
    name, title = (top.text(key, counted=False) for key in ("name", "title"))
    rows, ridges = _read_map(top.table("map"))
    cities = top.only("cities", "list", _read_city)
    lines = top.only("lines", "list", _read_line)
    operations = top.only("operations", "cards", _read_operations_card)
    railbot = top.table("railbot")
    map_cards = railbot.rows("cards", read_railbot_card)
    before = len(top.provenance)
    common_cards = railbot.rows("common", read_railbot_card)
    if has_usual_cards:
        top.provenance[before:] = [
            parameter if parameter.source.startswith(BOX) else replace(parameter, file=COMMON_CARDS)
            for parameter in top.provenance[before:]
        ]
    railbot.done()
    solo = top.table("solo")
    has_western_link = top.has("western_link")
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
        base_exhaust=solo.integer("base_exhaust", *capacity.EXHAUST),
        empty_city_trigger=solo.integer("empty_city_trigger", *capacity.MARKERS),
        cities_not_in_play=solo.texts("cities_not_in_play", []),
        lines_not_in_play=solo.texts("lines_not_in_play", []),
        sea_routes=top.only("sea", "list", _read_sea_route) if top.has("sea") else (),
        western_link=_read_western_link(top.table("western_link")) if has_western_link else None,
        multiplayer=read_multiplayer_board(top),
        ranges=read_ranges(top.aside("ranges"), tuple(load_ranges())),
        file=shown,
        provenance=tuple(top.provenance),
    )
    solo.done()
    top.done()
    if has_box:
        board = with_slots_dealt(board)
    check_board(board, load_rulebook())
    return board


def _merged(data: dict, shown: str, seen: tuple[Path, ...]) -> dict:
    """The file's tables laid over those of the board it extends; kept values keep their origin."""
    base_name = data.pop("extends", None)
    if base_name is None:
        return data
    if not isinstance(base_name, str):
        raise DataError(f"{shown}: extends must name a board, not {describe(base_name)}")
    base_path, base_shown = _find_base(base_name, shown, seen[-1].parent)
    if base_path.resolve() in seen:
        raise DataError(f"{shown}: extends {describe(base_name)}, which extends this file again")
    if len(seen) >= MOST_FILES:
        raise DataError(f"{shown}: extends: more than {MOST_FILES} files extend one another")
    base = _merged(read_toml(base_path, base_shown), base_shown, (*seen, base_path.resolve()))
    merged = dict(base)
    merged["name"] = Path(shown).stem
    merged["title"] = f"{base.get('title')}, changed by {Path(shown).name}"
    for key, value in data.items():
        if key != YOUR_BOX and isinstance(value, dict) and isinstance(base.get(key), dict):
            merged[key] = _merged_table(value, base[key], f"{shown}: {key}")
        else:
            merged[key] = value
    return merged


def _find_base(name: str, shown: str, folder: Path) -> tuple[Path, str]:
    """A board to extend: a file in the folder of the one that extends it, or one of the package."""
    if not is_file_name(name):
        try:
            return find_board(name)
        except DataError as error:
            raise DataError(f"{shown}: extends: {error}") from None
    path = folder / name
    if not _is_file(path):
        raise DataError(one_line(f"{shown}: extends: {describe(name)}: no such board file"))
    if not path.resolve().is_relative_to(folder):
        raise DataError(
            one_line(f"{shown}: extends {describe(name)}, which is outside the folder of the file")
        )
    return path, name


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name too long for a file, or with a letter that none has
        return False


def _merged_table(own: dict, base: dict, where: str) -> dict:
    if set(own) - {"origin", "origins"} and "origin" not in own:
        raise DataError(
            f'{where} replaces parameters; say where yours come from: origin = "printed: …"'
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
    rows = table.texts("rows", weigh=len)
    ridge_texts = table.texts("ridges", [], weigh=lambda entry: 1 + entry.count("+"))
    ridges: set = set()
    listed = 0
    for entry in ridge_texts:
        place, _, sides = entry.partition(":")
        try:
            row, column = (int(part) for part in place.split(","))
        except ValueError:
            table.fail("ridges", f'has {describe(entry)}; the form is "row,column:E+SW+SE"')
        for side in sides.split("+"):
            if side not in SIDES:
                table.fail("ridges", f"has {describe(entry)} with a side that is none", SIDES)
            if not (0 <= row < len(rows) and 0 <= column < len(rows[row])):
                table.fail("ridges", f"has {describe(entry)}, which is outside the rows")
            ridges.add(side_key((row, column), SIDES.index(side)))
            listed += 1
    if listed != len(ridges):
        table.fail("ridges", "lists a ridge twice")
    table.done()
    return rows, frozenset(ridges)


def _read_city(entry: Reader) -> schema.City:
    place = entry.integers("at", 0, capacity.LARGEST)
    if len(place) != 2:
        entry.fail("at", "must be [row, column]")
    closed = entry.texts("closed", [])
    for side in closed:
        if side not in SIDES:
            entry.fail("closed", f"has side {describe(side)}", SIDES)
    return schema.City(
        name=entry.text("name"),
        row=place[0],
        column=place[1],
        colour=entry.choice("colour", (*COLOURS, GREY)),
        cubes=entry.integer("cubes", *capacity.CUBES),
        closed=closed,
    )


def _read_line(entry: Reader) -> schema.MajorLine:
    return schema.MajorLine(entry.texts("cities"), entry.integer("points", *capacity.POINTS))


def _read_operations_card(entry: Reader) -> schema.OperationsCard:
    kind = entry.choice("kind", KINDS_OF_A_DECK)
    return schema.OperationsCard(
        kind=kind,
        city=entry.text("city") if kind in ("hotel", "bounty") else None,
        points=entry.integer("points", *capacity.POINTS) if kind == "bounty" else 0,
        count=entry.integer("count", *capacity.COPIES, 1),
    )


def read_railbot_card(entry: Reader) -> schema.RailbotCard:
    cities = entry.texts("cities") if entry.has("cities") else ()
    card = schema.RailbotCard(
        name=" / ".join(cities),
        slot=entry.choice("slot", SLOTS) if entry.has("slot") else None,
        cities=cities,
        exhaust=entry.choice("exhaust", COLOURS) if entry.has("exhaust") else None,
        **{name: entry.flag(name) for name in ("taxation", "deadhead") if entry.has(name)},
        major_line=entry.flag("major_line"),
        baron=entry.flag("baron"),
        final_evaluation=entry.has("final_evaluation") and entry.flag("final_evaluation"),
    )
    usual = card.name or " and ".join(card.effects).title() or None
    card = replace(card, name=entry.text("name", usual, counted=False))
    entry.done()
    if not card.final_evaluation and card.slot is None:
        entry.fail("slot", "is missing", SLOTS)
    return card


def _read_sea_route(entry: Reader) -> schema.SeaRoute:
    ends = entry.texts("cities")
    if len(ends) != 2:
        entry.fail("cities", "must name the two cities of the sea route")
    price = entry.integer("price", *capacity.PRICE)
    return schema.SeaRoute(ends, price, entry.integer("tiles", 1, 12, 1))


def _read_western_link(table: Reader) -> schema.WesternLink:
    link = schema.WesternLink(
        price=table.integer("price", 0, capacity.LARGEST),
        cities=table.texts("cities"),
        colour=table.choice("colour", COLOURS),
        cubes=table.integer("cubes", *capacity.CUBES),
        destination=table.text("destination"),
        bonus_cubes=table.integer("bonus_cubes", *capacity.CUBES),
    )
    table.done()
    return link
