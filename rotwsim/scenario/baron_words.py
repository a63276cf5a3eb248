"""Read the words of which Duel Barons are made, and the Barons that are made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rotwsim.scenario.files import DATA
from rotwsim.scenario.reading import Reader, describe, read_toml
from rotwsim.scenario.schema import COLOURS, GREY, NO_EFFECT, DuelBaron

FILE = "baron_words.toml"
COUNTS = (  # as core.codes numbers them
    *("hotels", "engine", "long_delivery", "cities", "pairs", "major_lines", "links", "sets"),
    *("double_link", "colours", "delivered", "few_bonds", "cash", "cards", "new_cities", "score"),
)
ACTS = (  # as core.codes numbers them
    *("taxation", "resolve_card", "engine_lower", "exhaust", "deadhead", "claim_line"),
    *("no_new_cities", "dear_insurance", "points_less", "no_hotels", "pay", "income_less"),
)
NEW_GOAL = 26  # the code of the first goal that is not among COUNTS: docs/extend/duel-baron.md
NOTHING = "nothing"
FEW = "few_bonds"  # the one goal of which less is more
GOAL_KEYS, EFFECT_KEYS = ("goal_colours", "goal_cities"), ("effect_colours", "amount", "less")
MOST_TIER, MOST_POINTS, MOST_SCORE = 100, 100, 300


@dataclass(frozen=True)
class Word:
    """A word for a goal or an Opponent Effect: what a Baron may say besides, and what is meant."""

    name: str
    does: str  # what a goal counts, or what an effect does
    text: str
    text_which: str  # with the colours or cities that the Baron names
    colours: tuple[str, ...]  # without those
    takes: tuple[str, ...]  # keys of a Baron
    legal: tuple[int, int]  # tiers of a goal, amounts of an effect
    amount: int = 0  # of an effect, without that of the Baron


@dataclass(frozen=True)
class Goal:
    """What a Baron counts: colours, grey among them, and cities, none for all."""

    counts: str
    colours: tuple[str, ...]
    cities: tuple[str, ...]


@dataclass(frozen=True)
class Effect:
    """What the Opponent Effect of a Baron does."""

    acts: str
    colours: tuple[str, ...]
    amount: int


@lru_cache(maxsize=1)
def goal_words() -> dict[str, Word]:
    """Give the words for goals by their names."""
    return _words("goals", "counts", (1, MOST_TIER))


@lru_cache(maxsize=1)
def effect_words() -> dict[str, Word]:
    """Give the words for Opponent Effects by their names."""
    return _words("effects", "acts", (0, 0))


def _words(table: str, does: str, legal: tuple[int, int]) -> dict[str, Word]:
    return {
        name: Word(
            name,
            entry[does],
            entry["text"],
            entry.get("text_which", entry["text"]),
            (*COLOURS, GREY) if entry.get("grey") else tuple(entry.get("colours", ())),
            tuple(entry.get("takes", ())),
            (entry.get("low", legal[0]), entry.get("high", legal[1])),
            entry.get("amount", 0),
        )
        for name, entry in read_toml(DATA / FILE, FILE)[table].items()
    }


def goal_code(counts: str) -> int:
    """Number what a goal counts as the compiled game does; new goals come last."""
    if counts in COUNTS:
        return COUNTS.index(counts)
    new = dict.fromkeys(word.does for word in goal_words().values() if word.does not in COUNTS)
    return NEW_GOAL + list(new).index(counts)


def goal_of(baron: DuelBaron) -> Goal:
    """Resolve the word of a Baron's goal, with what the Baron says besides."""
    word = goal_words()[baron.goal]
    colours = baron.goal_colours or word.colours
    return Goal(word.does, (*COLOURS, GREY) if baron.goal_cities else colours, baron.goal_cities)


def effect_of(baron: DuelBaron) -> Effect:
    """Resolve the word of a Baron's Opponent Effect."""
    if baron.effect == NO_EFFECT:
        return Effect(NOTHING, (), 0)
    word = effect_words()[baron.effect]
    amount = baron.less or baron.amount or word.amount
    return Effect(word.does, baron.effect_colours or word.colours, amount)


def read_baron(entry: Reader, rule: str | None = None) -> DuelBaron:
    """Read a Duel Baron; with a rule, and texts made of its words, where it has none."""
    goals, effects = goal_words(), effect_words()
    goal = goals.get(entry.choice("goal", tuple(goals)), goals["hotels"])
    effect = effects.get(entry.choice("effect", tuple(effects)), effects[NOTHING])
    found = {
        "name": entry.text("name"),
        "goal": goal.name,
        "tiers": entry.integers("tiers", *goal.legal),
        "points": entry.integers("points", 0, MOST_POINTS),
        "effect": effect.name,
        "less": _optional(entry, "less", effect.legal),
        "amount": _optional(entry, "amount", effect.legal),
        "goal_colours": _colours(entry, "goal_colours", goal),
        "goal_cities": entry.texts("goal_cities") if entry.has("goal_cities") else (),
        "effect_colours": _colours(entry, "effect_colours", effect),
        "from_score": _optional(entry, "from_score", (0, MOST_SCORE)),
    }
    texts = {
        "goal_text": entry.text("goal_text", goal_text(goal, found) if rule else None),
        "effect_text": entry.text("effect_text", effect_text(effect, found) if rule else None),
        "rule": entry.text("rule", rule),
    }
    entry.done()
    _check_keys(entry, goal, effect, found)
    _check_tiers(entry, goal.does == FEW, found["tiers"], found["points"])
    return DuelBaron(**texts, **found)


def _optional(entry: Reader, key: str, legal: tuple[int, int]) -> int:
    return entry.integer(key, *legal) if entry.has(key) else 0


def _colours(entry: Reader, key: str, word: Word) -> tuple[str, ...]:
    """Read colours; cubes and New Cities have no grey."""
    if not entry.has(key):
        return ()
    colours = entry.texts(key)
    legal = (*COLOURS, GREY) if "goal_cities" in word.takes else COLOURS
    for colour in colours:
        if colour not in legal:
            entry.wrong(key, f"has {describe(colour)}", legal, colour)
    if len(set(colours)) < len(colours) or not colours:
        entry.wrong(key, "must name one colour or more, each once")
    return colours


def _check_keys(entry: Reader, goal: Word, effect: Word, found: dict) -> None:
    """Refuse what a goal or an effect does not take."""
    for keys, word in ((GOAL_KEYS, goal), (EFFECT_KEYS, effect)):
        for key in keys:
            if found[key] and key not in word.takes:
                takes = ", ".join(word.takes) or "neither colours nor amount"
                entry.wrong(key, f"is given, but {word.name} takes {takes}")
    if found["goal_colours"] and found["goal_cities"]:
        entry.wrong("goal_cities", "and goal_colours are both given; name one of them")


def _check_tiers(
    entry: Reader, is_falling: bool, tiers: tuple[int, ...], points: tuple[int, ...]
) -> None:
    """Refuse tiers that do not grow, and a number of points that is not theirs."""
    rising = tiers[::-1] if is_falling else tiers
    if list(rising) != sorted(set(tiers)):
        order = "fall" if is_falling else "rise"
        entry.wrong("tiers", f"must {order} from one to the next, not {list(tiers)}")
    if not tiers or not points:
        return  # refused already
    if len(points) != len(tiers) or list(points) != sorted(points):
        entry.wrong("points", f"must rise, a number for each of the {len(tiers)} tiers")
    if points[0] == 0:
        entry.wrong("points", "begin with 0, for which nobody could claim the Baron")


def goal_text(goal: Word, found: dict) -> str:
    """Say what a goal counts, made of its word."""
    which = found["goal_cities"] or found["goal_colours"]
    if not which:
        return goal.text
    cities = " cities" * (goal.does in ("cities", "links") and bool(found["goal_colours"]))
    return goal.text_which.format(which=listed(which) + cities)


def effect_text(effect: Word, found: dict) -> str:
    """Say what an effect does, made of its word."""
    which = found["effect_colours"] or effect.colours
    amount = found["amount"] or found["less"] or effect.amount
    return effect.text.format(which=listed(which) if which else "", amount=amount)


def listed(words: Sequence[str]) -> str:
    """Put words in a list: "red, blue and grey"."""
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]
