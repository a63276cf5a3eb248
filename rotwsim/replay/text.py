"""The story of a game as text, and as a list of steps to stop at, in a player's words."""

import textwrap
from dataclasses import dataclass

from rotwsim.replay.names import counted
from rotwsim.replay.story import (
    Action,
    Event,
    MultiplayerFigures,
    MultiplayerResult,
    MultiplayerStory,
    Part,
    SeatFigures,
    SoloFigures,
    SoloResult,
    SoloSetUp,
    SoloStory,
    Story,
    Turn,
)

LABELS = {  # of the parts of a turn but actions
    "railbot": "Railbot",
    "open track": "Track",
    "claims": "Barons",
    "end of turn": "Income",
}
SEAT_LABELS = LABELS | {"auction": "Auction", "income": "Income", "end of turn": "End"}
WIDTH = 100
LABEL = 10  # width of the words in front of a paragraph


def text_of(story: Story) -> str:
    """Write the whole story, turn by turn."""
    if isinstance(story, MultiplayerStory):
        set_up = _seats_set_up(story)
        turns = [_turn_of_seats(turn) for turn in story.turns]
    else:
        set_up = _set_up(story.set_up)
        turns = [_turn(turn, story.set_up.parameters) for turn in story.turns]
    lines = [f"{story.title}: seed {story.seed}, game {story.game}"]
    for chapter in (set_up, *turns, result_lines(story.result)):
        lines += ["", *chapter]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _set_up(set_up: SoloSetUp) -> list[str]:
    lines = ["SET-UP", *_cubes(set_up.cubes)]
    if set_up.not_in_play:
        lines += paragraph("Not in play", ", ".join(set_up.not_in_play))
    lines += _cards(set_up)
    for baron in set_up.barons:
        goal = f"{baron.name}: {baron.goal} for {baron.points} points"
        lines += paragraph("Baron", f"{goal}; for the Railbot: {baron.effect}")
    end = f"Final Evaluation among the last three of {set_up.railbot_cards} cards"
    if markers := set_up.parameters["empty_city_trigger"]:
        end += f", or {counted(markers, 'Empty City Marker')}"
    lines += paragraph("End", end)
    return lines + paragraph("Target", f"{set_up.parameters['target']} points")


def _cubes(cubes: dict[str, list[str]]) -> list[str]:
    on_board = "; ".join(f"{city} {shortly(colours)}" for city, colours in cubes.items())
    return paragraph("Cubes", on_board)


def _turn(turn: Turn[SoloFigures], parameters: dict[str, int]) -> list[str]:
    lines, number = [_heading(turn)], 1
    for part in turn.parts:
        lines += part_lines(part, number)
        number += part.actions if isinstance(part, Action) else 0
    figures, needed = _figures(turn.end), parameters["empty_city_trigger"]
    if turn.end.empty_city_markers or needed:
        limit = f" of {needed}" if needed else ""
        figures += f", {turn.end.empty_city_markers}{limit} Empty City Markers"
    return [*lines, *paragraph("Now", figures), *_cards(turn.end)]


def _heading(turn: Turn) -> str:
    return f"TURN {turn.number}{', the last one' if turn.last else ''}"


def part_lines(part: Part, number: int = 0) -> list[str]:
    """Write a part of a turn with what followed from it; actions of a solo game are numbered."""
    label = label_of(part, number)
    lines = paragraph(label, f"{part.text}{':' if label in ('Barons', 'End') else '.'}")
    for text in part.texts:
        lines += paragraph("", f"· {text}")
    return lines


def label_of(part: Part, number: int) -> str:
    is_solo = isinstance(part.after, SoloFigures)
    if isinstance(part, Action):
        return f"Action {number}" if is_solo else f"Seat {part.seat}"
    return (LABELS if is_solo else SEAT_LABELS)[part.kind]


def _figures(seat: SeatFigures) -> str:
    return (
        f"score {seat.score}, ${seat.money}, {counted(seat.bonds, 'bond')}, "
        f"income ${seat.income}, engine {seat.engine}"
    )


def _cards(open_now: SoloSetUp | SoloFigures) -> list[str]:
    display = " | ".join(open_now.display) or "empty"
    return [
        *paragraph("Row", " | ".join(open_now.row)),
        *paragraph("Display", f"{display}; at most {open_now.display_limit}"),
    ]


def result_lines(result: SoloResult | MultiplayerResult) -> list[str]:
    """Write the result by source of points, in multiplayer by seat."""
    if isinstance(result, MultiplayerResult):
        return _seat_result_lines(result)
    lines = ["RESULT"]
    for source, points in result.points_by_source.items():
        if points:
            lines.append(f"  {source:<32}{points:>5}")
    lines.append(f"  {'points':<32}{result.points:>5}")
    lines.append(f"  {counted(result.bonds, 'bond'):<32}{-result.lost_for_bonds:>5}")
    lines.append(f"  {'result':<32}{result.result:>5}")
    verdict = "won" if result.won else "lost"
    lines += [
        f"  {'target':<32}{result.target:>5}   {verdict} by {abs(result.margin)}",
        "",
        *textwrap.wrap(_summary(result), WIDTH, initial_indent="  ", subsequent_indent="  "),
    ]
    return lines


def _summary(result: SoloResult) -> str:
    return (
        f"{counted(result.turns, 'turn')}, ended by {result.trigger}; "
        f"{counted(result.deliveries, 'delivery', 'deliveries')}, "
        f"{counted(result.own_links, 'own Link')}, "
        f"{counted(result.railbot_links, 'Railbot Link')}, engine {result.engine}, "
        f"${result.money} left."
    )


def _seats_set_up(story: MultiplayerStory) -> list[str]:
    set_up = story.set_up
    lines = ["SET-UP", *_cubes(set_up.cubes)]
    lines += paragraph("Display", " | ".join(set_up.display))
    for seat in story.seats:
        first = ", the first bidder" if seat.seat == set_up.first else ""
        lines += paragraph(f"Seat {seat.seat}", f"{seat.player}{first}")
    for baron in set_up.barons:
        dealt = " and ".join(baron.dealt)
        lines += paragraph("Baron", f"seat {baron.seat} sees {dealt}, keeps {baron.kept}")
    markers = set_up.parameters["empty_city_trigger"]
    end = counted(markers, "Empty City Marker") if markers else "the limit of turns"
    return lines + paragraph("End", end)


def _turn_of_seats(turn: Turn[MultiplayerFigures]) -> list[str]:
    lines = [_heading(turn)]
    for part in turn.parts:
        lines += part_lines(part)
    for seat in turn.end.seats:
        lines += paragraph(f"Now {seat.seat}", _figures(seat))
    markers = counted(turn.end.empty_city_markers, "Empty City Marker")
    return lines + paragraph("Display", f"{' | '.join(turn.end.display)}; {markers}")


def _seat_result_lines(result: MultiplayerResult) -> list[str]:
    """Write the places of the seats with their points by source."""
    lines = ["RESULT"]
    for seat in result.seats:
        sources = [f"{name} {points}" for name, points in seat.points_by_source.items() if points]
        baron = f", {seat.baron} {seat.baron_points}" if seat.baron else ""
        lines += paragraph(
            f"{seat.place}. Seat {seat.seat}",
            f"{seat.player}: {seat.score} = {seat.points} points "
            f"({', '.join(sources) or 'none'}) less {seat.lost_for_bonds} for bonds{baron}; "
            f"{counted(seat.links, 'Link')}, engine {seat.engine}, ${seat.money} left",
        )
    ended = "ended unfinished" if result.unfinished else f"ended by {result.trigger}"
    return [*lines, "", f"  {counted(result.turns, 'turn')}, {ended}."]


def paragraph(label: str, text: str) -> list[str]:
    """Give a text with its label, as lines."""
    indent = " " * (LABEL + 2)
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=f"  {label:<{LABEL}}",
        subsequent_indent=indent + ("  " if text.startswith("·") else ""),
        break_long_words=False,
        break_on_hyphens=False,
    )


def shortly(colours: list[str]) -> str:
    """List cubes in few words: 2 red, blue."""
    numbers = {colour: colours.count(colour) for colour in colours}
    return ", ".join(
        f"{number} {colour}" if number > 1 else colour for colour, number in numbers.items()
    )


@dataclass
class Step:
    """A moment to stop at: the set-up, a part of a turn, or the result."""

    number: int
    turn: int
    label: str
    after: SoloFigures | MultiplayerFigures
    results: list[int]  # by seat
    text: str = ""
    part: Part | None = None

    @property
    def seat(self) -> int | None:
        return self.part.seat if self.part else None

    @property
    def events(self) -> list[Event]:
        return self.part.events if self.part else []

    @property
    def texts(self) -> list[str]:
        return self.part.texts if self.part else []


def steps_of(story: Story) -> list[Step]:
    """List the steps of a story; step 0 is the set-up, the last one the result."""

    def add(turn: int, label: str, after: SoloFigures | MultiplayerFigures, text: str = "") -> Step:
        results = [one.score - penalty * one.bonds for one in after.seats]
        steps.append(Step(len(steps), turn, label, after, results, text))
        return steps[-1]

    steps: list[Step] = []
    penalty = story.set_up.parameters["bond_penalty"]
    add(0, "Set-up", story.set_up.now)
    for turn in story.turns:
        action = 1
        for part in turn.parts:
            label = label_of(part, action)
            label = "End of turn" if label == "End" else label  # there is room for it
            add(turn.number, label, part.after, part.text).part = part
            action += part.actions if isinstance(part, Action) else 0
    label, text = ("Now", steps[-1].text) if story.live else ("Result", "")
    add(steps[-1].turn, label, steps[-1].after, text).results = _final_results(story)
    return steps


def _final_results(story: Story) -> list[int]:
    """List the results by seat; Rail Barons count at the end alone (M41)."""
    if isinstance(story, SoloStory):
        return [story.result.result]
    return [one.score for one in sorted(story.result.seats, key=lambda one: one.seat)]
