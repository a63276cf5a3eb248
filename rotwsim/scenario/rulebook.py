"""Read what holds on every board: base parameters, rulings, tweaks, Barons, card kinds."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from rotwsim.scenario import schema
from rotwsim.scenario.multiplayer_file import read_multiplayer_rules
from rotwsim.scenario.reading import Reader, read_toml
from rotwsim.scenario.schema import COLOURS

DATA = Path(str(files("rotwsim") / "data"))


@lru_cache(maxsize=1)
def load_rulebook() -> schema.Rulebook:
    """Everything that holds on every board."""
    from rotwsim.scenario.capacity import check_room  # needs numpy; --help must not load it

    provenance: list[schema.Provenance] = []
    readers = {
        name: Reader(
            read_toml(DATA / f"{name}.toml", f"{name}.toml"), f"{name}.toml", "", None, provenance
        )
        for name in ("rules", "operations", "duel_barons", "tweaks", "table")
    }
    rules = readers["rules"]
    book = schema.Rulebook(
        **_read_parameters(rules),
        rulings=_read_rulings(rules.table("rulings")),
        tweaks=tuple(_read_tweak(entry) for entry in readers["tweaks"].tables("tweaks")),
        barons=tuple(_read_baron(entry) for entry in readers["duel_barons"].tables("barons")),
        operations_kinds=_read_operations_kinds(readers["operations"]),
        multiplayer=read_multiplayer_rules(readers["table"]),
        provenance=tuple(provenance),
    )
    for reader in readers.values():
        reader.done()
    check_room(book)
    return book


def _read_parameters(rules: Reader) -> dict:
    """The plain parameters of rules.toml, under their names in the Rulebook."""
    money, income, engine = rules.table("money"), rules.table("income"), rules.table("engine")
    track, goods, urbanize = rules.table("track"), rules.table("goods"), rules.table("urbanize")
    turn, solo = rules.table("turn"), rules.table("solo")
    tiles = urbanize.table("tiles")
    parameters = {
        "income_by_score": income.integers("by_score", 0, 100),
        "income_above": income.integer("above", 0, 100),
        "engine_prices": engine.integers("prices", 0, 100),
        "urbanize_price": urbanize.integer("price", 0, 100),
        "urbanize_cubes": urbanize.integer("cubes", 0, 25),
        "new_city_tiles": tuple(tiles.integer(colour, 0, 12, 0) for colour in COLOURS),
        "cubes_per_colour": goods.integer("cubes_per_colour", 0, 100),
    }
    for key in ("plain", "water", "mountain", "ridge"):
        parameters[f"track_{key}"] = track.integer(key, 0, 100)
    for table in (track, money, turn, solo):
        for key in table.rest():
            parameters[key] = table.integer(key, 0, 1000)
    for table in (money, income, engine, track, goods, urbanize, tiles, turn, solo):
        table.done()
    return parameters


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
        less=entry.integer("less", 0, 100) if entry.has("less") else 0,
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
