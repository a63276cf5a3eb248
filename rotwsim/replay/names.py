"""The names behind the numbers of a log: cities, colours, cards, lines, Barons, money."""

from collections.abc import Callable, Iterable
from typing import Any

from rotwsim.core.state import codes
from rotwsim.replay.story import Tile
from rotwsim.scenario.files import DATA
from rotwsim.scenario.hexes import SIDES
from rotwsim.scenario.reading import read_toml
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import COLOURS, DuelBaron, RailBaron

_WORDS = read_toml(DATA / "story.toml", "story.toml")


def words_of(table: str) -> dict[int, Any]:
    """Give the words of a table by the code that they stand for."""
    return {getattr(codes, name): words for name, words in _WORDS[table].items()}


PLACES = ("first", "second", "third")
SOURCES, MULTIPLAYER_SOURCES = words_of("sources"), words_of("multiplayer_sources")
PAYMENTS, TRIGGERS = words_of("payments"), words_of("triggers")
NOT_OVER = "nothing yet"  # what ended a game that is still in play
OWNERS = {codes.SOLO: "player", codes.RAILBOT: "Railbot"}


def third_person(verb: str) -> str:
    """Say what a player does: Builds."""
    return f"{verb}{'es' if verb.endswith('s') else 's'}"


def second_person(verb: str) -> str:
    """Say what you do: You build."""
    return f"You {verb.lower()}"


def imperative(verb: str) -> str:
    """Say what can be done: Build."""
    return verb


class Names:
    """Words for everything a log of this scenario names by its index; `does` says who acts."""

    def __init__(self, scenario: Scenario, does: Callable[[str], str] = third_person):
        self.scenario, self.does = scenario, does
        self.whose = "your" if does is second_person else "the player's"
        self.book = scenario.book
        self.columns = len(scenario.board.rows[0])
        self.titles = {kind.kind: kind.title for kind in self.book.operations_kinds}

    def city(self, city: int) -> str:
        return self.scenario.board.cities[city].name

    def colour(self, colour: int) -> str:
        return COLOURS[colour]

    def tile(self, hex_: int, entered: int, left: int, price: int) -> Tile:
        """Give a tile as it is laid; across the sea it has no hex."""
        if hex_ < 0:
            return Tile(None, price)
        return Tile(divmod(hex_, self.columns), price, SIDES[entered], SIDES[left])

    def line(self, line: int) -> str:
        return "–".join(self.scenario.board.lines[line].cities)

    def baron(self, baron: int) -> DuelBaron:
        return self.book.barons[baron]

    def rail_baron(self, baron: int) -> RailBaron:
        return self.scenario.rail_barons[baron]

    def owner(self, owner: int) -> str:
        """Name the owner of a Link or a line: the player, the Railbot, a seat."""
        return self.seat(owner) if self.scenario.seats else OWNERS[owner]

    def seat(self, seat: int) -> str:
        """Name a seat; people count from 1."""
        return f"seat {seat + 1}"

    def source(self, source: int) -> str:
        return (MULTIPLAYER_SOURCES if self.scenario.seats else SOURCES)[source]

    def operations_card(self, card: int) -> str:
        printed = self.scenario.operations_cards[card]
        words = printed.title or self.titles[printed.kind]
        words += f" {printed.city}" if printed.city else ""
        return f"{words} ({printed.points})" if printed.points else words

    def railbot_card(self, card: int) -> str:
        """Name a map card by its cities, with the icons it has besides."""
        printed = self.scenario.railbot_cards[card]
        icons = ["Major Line"] if printed.major_line else []
        icons += ["Baron"] if printed.baron and self.scenario.barons else []
        return " + ".join([printed.name, *icons])

    def slot(self, card: int) -> str:
        return self.scenario.railbot_cards[card].slot or ""

    def row(self, cards: list[int], insured: int | None) -> list[str]:
        return [
            f"{self.railbot_card(card)} ({self.slot(card)}){', insured' if n == insured else ''}"
            for n, card in enumerate(cards)
        ]

    def income(self, score: int) -> int:
        table = self.book.income_by_score
        return table[score] if score < len(table) else self.book.income_above


def counted(count: int, one: str, many: str = "") -> str:
    """Give a number with its noun: 1 bond, 2 bonds."""
    return f"{count} {one if abs(count) == 1 else many or one + 's'}"


def listed(words: Iterable[str]) -> str:
    """List words in a sentence: a, b and c."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def cubes(colours: Iterable[str]) -> str:
    """Count cubes of these colours in words: 2 red cubes and 1 blue cube."""
    colours = list(colours)
    return listed(
        counted(colours.count(colour), f"{colour} cube") for colour in COLOURS if colour in colours
    )


def bonds(count: int) -> str:
    """End a sentence about a payment."""
    return f", taking {counted(count, 'bond')}" if count else ""


def which_game(scenario: Scenario, seed: int, game: int) -> dict:
    """Name the game at the head of its story, and the command that replays it."""
    return {
        "title": scenario.title(),
        "command": f"rotwsim replay {scenario.command()} --seed {seed} --game {game}",
        "seed": seed,
        "game": game,
        "scenario": scenario.describe(),
    }
