"""Write what is open as text: the player's money and score, the cards, and every city."""

from __future__ import annotations

from rotwsim.core.state import codes
from rotwsim.core.state.codes import SOLO
from rotwsim.replay.names import Names, counted
from rotwsim.replay.text import paragraph, shortly
from rotwsim.scenario.schema import COLOURS
from rotwsim.session.game import Position
from rotwsim.session.words import row_words

MARKS = {SOLO: "", codes.RAILBOT: " (Railbot)"}
OWNERS = {SOLO: "yours", codes.RAILBOT: "the Railbot's", codes.NOBODY: "free"}


def status_lines(game: Position, names: Names) -> list[str]:
    """Money, points, cards: what one looks at before every action."""
    state, parameters = game.state, game.scenario.parameters
    score = int(state.score[SOLO])
    limit = parameters["empty_city_trigger"]
    markers = f"{state.markers}{f' of {limit}' if limit else ''} Empty City Markers"
    left = counted(int(state.actions_left), "action") + " left"
    words = [
        f"turn {state.turn}{', the last one' if state.last_turn else ''}",
        f"score {score} (target {parameters['target']})",
        f"${state.cash[SOLO]}",
        counted(int(state.bonds[SOLO]), "bond"),
        f"income ${names.income(score)}",
        f"engine {state.engine[SOLO]}",
        markers,
        f"{left} before the Railbot" if state.before_railbot else left,
    ]
    display = [names.operations_card(card) for card in state.display[: state.display_count]]
    lines = paragraph("Now", ", ".join(words))
    lines += paragraph("Row", " | ".join(row_words(game, names)))
    lines += paragraph("Display", " | ".join(display) or "empty")
    return lines + _held(game)


def _held(game: Position) -> list[str]:
    state = game.state
    held = {"Land Grant": state.grants[SOLO], "Perfect Engineering": state.perfect[SOLO]}
    words = [f"{name} × {count}" for name, count in held.items() if count]
    return paragraph("Held", ", ".join(words)) if words else []


def board_lines(game: Position, names: Names) -> list[str]:
    """Every city in play with colour, cubes and Links, then Barons and Major Lines."""
    lines = []
    for city, printed in enumerate(game.scenario.board.cities):
        if game.table.in_play[city]:
            lines.append(f"  {printed.name:<20}{_city(game, names, city)}".rstrip())
    return lines + _lines_in_play(game, names) + _barons(game, names)


def _city(game: Position, names: Names, city: int) -> str:
    state = game.state
    colour = int(state.colour[city])
    goods = [COLOURS[c] for c in range(codes.COLOURS) for _ in range(state.goods[city, c])]
    words = shortly(goods) or ("Empty City Marker" if state.marker[city] else "no cubes")
    links = []
    for spoke in range(state.spokes[city]):
        there, owner = int(state.spoke_city[city, spoke]), int(state.spoke_owner[city, spoke])
        links.append(names.city(there) + MARKS[owner])
    hotel = "; your hotel" if state.hotel[SOLO, city] else ""
    joined = f"  → {', '.join(links)}" if links else ""
    return f"{'grey' if colour == codes.GREY else COLOURS[colour]:<8}{words}{hotel}{joined}"


def _lines_in_play(game: Position, names: Names) -> list[str]:
    lines = []
    for line, printed in enumerate(game.scenario.board.lines):
        if game.table.line_in_play[line]:
            owner = OWNERS[int(game.state.line_owner[line])]
            worth = counted(printed.points, "point")
            lines += paragraph("Line", f"{names.line(line)}: {worth}, {owner}")
    return lines


def _barons(game: Position, names: Names) -> list[str]:
    lines = []
    for place in range(game.state.barons):
        baron = names.baron(int(game.state.baron_row[place]))
        goal = f"{'/'.join(map(str, baron.tiers))} {baron.goal_text}"
        points = "/".join(map(str, baron.points))
        owner = OWNERS[int(game.state.baron_owner[place])]
        text = f"{baron.name}, {owner}: {goal} for {points} points; for the Railbot: "
        lines += paragraph("Baron", text + baron.effect_text)
    return lines
