"""Read what holds on every board: base parameters, rulings, tweaks, Barons, card kinds."""

from functools import lru_cache

from rotwsim.scenario import schema
from rotwsim.scenario.baron_words import read_baron
from rotwsim.scenario.files import DATA
from rotwsim.scenario.reading import Reader, describe, read_toml

PRINTED = DATA / "printed"  # what boxes and rulebooks say, or what we assume they say
MEASURED = DATA / "measured"  # what we found out by playing
LEARNED = DATA / "learned"  # what players learned from games


@lru_cache(maxsize=1)
def load_rulebook() -> schema.Rulebook:
    from rotwsim.scenario.capacity import check_room  # needs numpy; --help must not load it

    provenance: list[schema.Provenance] = []
    readers = {}
    for name in ("rules", "operations", "duel_barons", "tweaks", "multiplayer"):
        file = f"{name}.toml"
        readers[name] = Reader(read_toml(PRINTED / file, file), file, "", None, provenance)
    rules = readers["rules"]
    book = schema.Rulebook(
        **_read_parameters(rules),
        rulings=_read_rulings(rules.table("rulings")),
        tweaks=readers["tweaks"].rows("tweaks", read_tweak),
        barons=readers["duel_barons"].rows("barons", read_baron),
        operations_kinds=_read_operations_kinds(readers["operations"]),
        multiplayer=_read_multiplayer(readers["multiplayer"]),
        provenance=tuple(provenance),
    )
    for reader in readers.values():
        reader.done()
    check_room(book)
    return book


def _read_parameters(rules: Reader) -> dict:
    """The plain parameters of rules.toml, under their names in the Rulebook."""
    income, engine, track = (rules.table(name) for name in ("income", "engine", "track"))
    goods, urbanize = rules.table("goods"), rules.table("urbanize")
    tiles = urbanize.table("tiles")
    parameters = {
        "income_by_score": income.integers("by_score", 0, 100),
        "income_above": income.integer("above", 0, 100),
        "engine_prices": engine.integers("prices", 0, 100),
        "urbanize_price": urbanize.integer("price", 0, 100),
        "urbanize_cubes": urbanize.integer("cubes", 0, 25),
        "new_city_tiles": tuple(tiles.integer(colour, 0, 12, 0) for colour in schema.COLOURS),
        "cubes_per_colour": goods.integer("cubes_per_colour", 0, 100),
    }
    for key in ("plain", "water", "mountain", "ridge"):
        parameters[f"track_{key}"] = track.integer(key, 0, 100)
    for table in (track, *(rules.table(name) for name in ("money", "turn", "solo"))):
        parameters |= table.numbers(0, LARGEST)
    for table in (income, engine, goods, urbanize, tiles):
        table.done()
    return parameters


def _read_rulings(table: Reader) -> tuple[schema.Ruling, ...]:
    rulings = []
    for name in table.rest():
        entry = table.table(name)
        about = entry.text("rule"), entry.text("text"), entry.texts("choices", [])
        rulings.append(schema.Ruling(name, *about))
        entry.done()
    table.done()
    return tuple(rulings)


def read_tweak(entry: Reader) -> schema.Tweak:
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


def _read_operations_kinds(reader: Reader) -> tuple[schema.OperationsKind, ...]:
    kinds = []
    for kind in reader.rest():
        entry = reader.table(kind)
        about = entry.text("title"), entry.text("text"), entry.flag("taken"), entry.flag("kept")
        kinds.append(schema.OperationsKind(kind, *about))
        entry.done()
    return tuple(kinds)


PLAIN = ("seats", "setup", "turn", "auction", "mines")  # tables of numbers
LARGEST = 1000
SEATS = ("2", "3", "4", "5", "6")
WITH_CITIES = {"links_at": 1, "connected": 2}  # goals that name cities, and how many at least


def _read_multiplayer(reader: Reader) -> schema.MultiplayerRules:
    parameters: dict[str, int] = {}
    for name in PLAIN:
        parameters |= reader.table(name).numbers(0, LARGEST)
    rotors = reader.table("rotors")
    wheel = rotors.texts("wheel")
    if sorted(wheel) != sorted(schema.COLOURS):
        rotors.fail("wheel", "must name each colour once", schema.COLOURS)
    rotors.done()
    return schema.MultiplayerRules(
        **parameters,
        wheel=wheel,
        start_cards=reader.only("start", "cards", _read_start_card),
        rail_barons=reader.only("rail_barons", "list", _read_rail_baron),
    )


def read_multiplayer_board(top: Reader) -> schema.MultiplayerBoard | None:
    """Read [multiplayer] of a board file; a board without it is for the solo game alone."""
    from rotwsim.scenario.capacity import SEAT_MARKERS  # brings numpy, which help does without

    if not top.has("multiplayer"):
        return None
    table = top.table("multiplayer")
    markers = table.table("markers")
    found = schema.MultiplayerBoard(
        markers=tuple(markers.integer(seats, *SEAT_MARKERS) for seats in SEATS),
        rotor_cities=table.texts("rotor_cities", []),
        rail_barons=table.rows("rail_barons", _read_rail_baron, []),
    )
    markers.done()
    table.done()
    return found


def _read_start_card(entry: Reader) -> schema.StartCard:
    return schema.StartCard(
        name=entry.text("name"),
        goal=entry.choice("goal", schema.START_GOALS),
        tier=entry.integer("tier", 1, 8),
        points=entry.integer("points", 0, 100),
    )


def _read_rail_baron(entry: Reader) -> schema.RailBaron:
    goal = entry.choice("goal", schema.RAIL_BARON_GOALS)
    least = WITH_CITIES.get(goal, 0)
    cities = entry.texts("cities") if least else ()
    if len(cities) < least:
        entry.fail("cities", f"has {describe(list(cities))}; the goal {goal} needs {least}")
    return schema.RailBaron(
        rule=entry.text("rule"),
        name=entry.text("name"),
        goal=goal,
        points=entry.integer("points", 0, 100),
        tier=entry.integer("tier", 1, 8) if goal == "first_engine" else 0,
        cities=cities,
        most=entry.integer("most", 0, 100) if goal == "links_at" else 0,
    )
