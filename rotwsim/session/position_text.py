"""Write a position as text: the choices with price and points, money, cards, every city."""

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from rotwsim.core.rules.money_engine_insurance import bonds_needed
from rotwsim.core.state import codes
from rotwsim.core.track.building import build_limit
from rotwsim.core.track.found_routes import price_of, tiles_of
from rotwsim.replay.choices import QUESTIONS, TakenAction, choice_words
from rotwsim.replay.events import events_of
from rotwsim.replay.names import Names, counted, imperative
from rotwsim.replay.text import paragraph, shortly
from rotwsim.scenario.schema import COLOURS
from rotwsim.session.game import Choice, GameByHand, ShownGame

ORDER = (
    *("deliver", "build", "upgrade", "take card", "urbanize", "western link", "mine", "insure"),
    "pass",
)


@dataclass(frozen=True)
class ShownChoice:
    """A choice as it is shown: its kind, what it does, what it costs and scores."""

    number: int
    choice: Choice
    kind: str
    text: str
    cost: int = 0
    points: int = 0


def shown_choices(game: GameByHand, names: Names) -> list[ShownChoice]:
    """List all choices from 1 on: deliveries with the most points first, the cheapest Builds."""
    if not game.is_action:
        return [
            ShownChoice(number, choice, "choice", choice_words(game.state, names, choice[0]))
            for number, choice in enumerate(game.choices, 1)
        ]
    state = game.state
    row, dearer = names.row(state.row.tolist(), state.insured), int(state.dear_insurance)
    names = Names(game.scenario, imperative)
    shown = [shown_action(game, names, choice, row, dearer) for choice in game.choices]

    def order(one: ShownChoice) -> tuple:
        return ORDER.index(one.kind), -one.points, SEVERAL in one.text, one.cost, one.text

    return [replace(one, number=number) for number, one in enumerate(sorted(shown, key=order), 1)]


def shown_action(
    game: GameByHand, names: Names, choice: Choice, row: list[str], dearer: int
) -> ShownChoice:
    """Show an action with what it would cost and score at once, found by carrying it out on a copy.

    The row of the Railbot in words, and whether Insurance is dear, are the same for all actions.
    """
    _, rows = game.tried(choice)
    decision, *followed = rows.tolist()
    taken = TakenAction(decision, events_of(followed, names), names, row, dearer)
    colour = f", {names.colour(choice[2])}" if choice[0] == codes.URBANIZE else ""
    text = f"{taken.text}{colour}{whole_link(game, choice)}{cubes_beside(game, names, choice)}"
    return ShownChoice(0, choice, taken.name, text, taken.cost, taken.points)


SEVERAL = "[the whole Link"  # marks one that needs several Builds; these come last
CITIES_OF = {codes.BUILD: 2, codes.URBANIZE: 1, codes.WESTERN_LINK: 1}  # numbers that are cities


def whole_link(game: GameByHand, choice: Choice) -> str:
    """Say what a Link of several Builds needs in all; warn if this turn is too short for it."""
    if choice[0] != codes.BUILD or game.state.open_city >= 0 or choice[5] < 0:
        return ""
    state, rules, seat = game.state, game.table, game.seat
    tiles = int(tiles_of(state, rules, choice[5]))
    builds = -(-tiles // int(build_limit(state, rules, seat)))
    if builds < 2:
        return ""
    price = int(price_of(state, rules, choice[5]))
    bonds = int(bonds_needed(state, rules, seat, price))
    left = int(state.actions_left)
    if state.third_to_come:
        left += int(rules.actions_after_railbot)
    needs = f"{counted(tiles, 'tile')}, ${price}, {counted(bonds, 'bond')}"
    warning = "" if builds <= left else "; NOT finished this turn: open track is removed"
    return f" {SEVERAL}: {needs}, {counted(builds, 'action')}{warning}]"


def cubes_beside(game: GameByHand, names: Names, choice: Choice) -> str:
    cities = choice[1 : 1 + CITIES_OF.get(choice[0], 0)]
    shown = [(names.city(city), cubes_on(game, city)) for city in cities]
    words = [f"{city}: {cubes}" for city, cubes in shown if cubes]
    return f" ({'; '.join(words)})" if words else ""


def cubes_on(game: ShownGame, city: int) -> str:
    goods = game.state.goods[city]
    return shortly([COLOURS[c] for c in range(codes.COLOURS) for _ in range(goods[c])])


def question(game: GameByHand, names: Names) -> str:
    if game.is_action:
        return "Your action"
    asked, words = int(game.state.asked), QUESTIONS[int(game.state.decision)]
    if "{city}" in words:
        words = words.format(city=names.city(asked))
    elif "{colour}" in words:
        words = words.format(colour=names.colour(asked))
    return words


OWNERS = {codes.SOLO: "yours", codes.RAILBOT: "the Railbot's", codes.NOBODY: "free"}


def status_lines(game: ShownGame, names: Names) -> list[str]:
    """Write money, points and cards: what one looks at before every action."""
    state, parameters = game.state, game.scenario.parameters
    score = int(state.score[codes.SOLO])
    limit = parameters["empty_city_trigger"]
    left = counted(int(state.actions_left), "action") + " left"
    words = [
        f"turn {state.turn}{', the last one' if state.last_turn else ''}",
        f"score {score} (target {parameters['target']})",
        f"${state.cash[codes.SOLO]}",
        counted(int(state.bonds[codes.SOLO]), "bond"),
        f"income ${names.income(score)}",
        f"engine {state.engine[codes.SOLO]}",
        f"{state.markers}{f' of {limit}' if limit else ''} Empty City Markers",
        f"{left} before the Railbot" if state.before_railbot else left,
        f"{state.deck_count - state.deck_next} Railbot cards left",
    ]
    lines = paragraph("Now", ", ".join(words))
    lines += paragraph("Row", " | ".join(names.row(state.row.tolist(), state.insured)))
    lines += _display(state, names)
    held = {
        "Land Grant": state.grants[codes.SOLO],
        "Perfect Engineering": state.perfect[codes.SOLO],
    }
    cards = ", ".join(f"{name} × {count}" for name, count in held.items() if count)
    return lines + (paragraph("Held", cards) if cards else [])


def seats_lines(game: ShownGame, names: Names, mine: Collection[int] = ()) -> list[str]:
    """Write what all seats of a multiplayer game have, and the display; some may be yours."""
    state = game.state
    limit = game.scenario.parameters["empty_city_trigger"]
    lines = paragraph("Now", f"turn {state.turn}, {state.markers} of {limit} Empty City Markers")
    for seat in range(len(game.scenario.seats)):
        score = int(state.score[seat])
        lines += paragraph(
            f"Seat {seat + 1}",
            f"{score} points, ${state.cash[seat]}, {counted(int(state.bonds[seat]), 'bond')}, "
            f"income ${names.income(score)}, engine {state.engine[seat]}{' (me)' * (seat in mine)}",
        )
    return lines + _display(state, names)


def _display(state: np.record, names: Names) -> list[str]:
    cards = [names.operations_card(card) for card in state.display[: state.display_count]]
    return paragraph("Display", " | ".join(cards) or "empty")


def board_lines(game: ShownGame, names: Names) -> list[str]:
    """List every city in play with colour, cubes, Links; then Barons and Major Lines."""
    state, scenario, lines = game.state, game.scenario, []
    for city, printed in enumerate(scenario.board.cities):
        if game.table.in_play[city]:
            lines.append(f"  {printed.name:<20}{_city(game, names, city)}".rstrip())
    for line, printed in enumerate(scenario.board.lines):
        if game.table.line_in_play[line]:
            owner = _owner(game, names, int(state.line_owner[line]))
            worth = counted(printed.points, "point")
            lines += paragraph("Line", f"{names.line(line)}: {worth}, {owner}")
    for place in range(state.barons):
        baron = names.baron(int(state.baron_row[place]))
        goal = f"{'/'.join(map(str, baron.tiers))} {baron.goal_text}"
        points = "/".join(map(str, baron.points))
        owner = OWNERS[int(state.baron_owner[place])]
        text = f"{baron.name}, {owner}: {goal} for {points} points; for the Railbot: "
        lines += paragraph("Baron", text + baron.effect_text)
    return lines


def _city(game: ShownGame, names: Names, city: int) -> str:
    state, me = game.state, int(game.state.seat)
    colour = "grey" if state.colour[city] == codes.GREY else COLOURS[int(state.colour[city])]
    words = cubes_on(game, city) or ("Empty City Marker" if state.marker[city] else "no cubes")
    links = []
    for spoke in range(state.spokes[city]):
        there, owner = int(state.spoke_city[city, spoke]), int(state.spoke_owner[city, spoke])
        other = "Railbot" if owner == codes.RAILBOT else names.seat(owner)
        links.append(names.city(there) + ("" if owner == me else f" ({other})"))
    hotel = "; your hotel" if state.hotel[me, city] else ""
    joined = f"  → {', '.join(links)}" if links else ""
    return f"{colour:<8}{words}{hotel}{joined}"


def _owner(game: ShownGame, names: Names, owner: int) -> str:
    if owner == int(game.state.seat):
        return OWNERS[codes.SOLO]
    is_seat = game.scenario.seats and owner != codes.NOBODY
    return f"of {names.seat(owner)}" if is_seat else OWNERS[owner]
