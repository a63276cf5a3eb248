"""The story of a game as text, in words a player of the board game follows."""

from __future__ import annotations

import textwrap

from rotwsim.replay.names import counted

LABELS = {  # of the parts of a turn, each with the sign that ends its sentence
    "action": ("Action {}", "."),
    "railbot": ("Railbot", "."),
    "open track": ("Track", "."),
    "claims": ("Barons", ":"),
    "end of turn": ("Income", "."),
}
SEAT_LABELS = {
    "auction": "Auction",
    "open track": "Track",
    "income": "Income",
    "end of turn": "End",
}
WIDTH = 100
LABEL = 10  # width of the words in front of a paragraph


def text_of(story: dict) -> str:
    """The whole story, turn by turn."""
    if "seats" in story:
        return multiplayer_text_of(story)
    lines = [f"{story['title']}: seed {story['seed']}, game {story['game']}", ""]
    lines += _set_up(story["set_up"])
    for turn in story["turns"]:
        lines += ["", *_turn(turn, story["set_up"]["figures"])]
    lines += ["", *result_lines(story["result"])]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _set_up(set_up: dict) -> list[str]:
    cubes = set_up["cubes"]
    on_board = "; ".join(f"{city} {shortly(colours)}" for city, colours in cubes.items())
    lines = ["SET-UP", *paragraph("Cubes", on_board)]
    if set_up["not_in_play"]:
        lines += paragraph("Not in play", ", ".join(set_up["not_in_play"]))
    lines += _cards(set_up)
    for baron in set_up["barons"]:
        goal = f"{baron['name']}: {baron['goal']} for {baron['points']} points"
        lines += paragraph("Baron", f"{goal}; for the Railbot: {baron['effect']}")
    figures = set_up["figures"]
    end = f"Final Evaluation among the last three of {set_up['railbot_cards']} cards"
    if figures["empty_city_trigger"]:
        end += f", or {counted(figures['empty_city_trigger'], 'Empty City Marker')}"
    lines += paragraph("End", end)
    return lines + paragraph("Target", f"{figures['target']} points")


def _turn(turn: dict, figures: dict) -> list[str]:
    last = ", the last one" if turn["last"] else ""
    lines = [f"TURN {turn['turn']}{last}"]
    number = 1
    for part in turn["parts"]:
        lines += part_lines(part, number)
        number += part.get("actions", 0)
    lines += paragraph("Now", _figures(turn["end"], figures))
    return lines + _cards(turn["end"])


def part_lines(part: dict, number: int) -> list[str]:
    """A part of a turn with what followed from it; actions are numbered."""
    label, end = LABELS[part["part"]]
    lines = paragraph(label.format(number), f"{part['text']}{end}")
    for event in part["events"]:
        if "text" in event:
            lines += paragraph("", f"· {event['text']}")
    return lines


def _figures(end: dict, figures: dict) -> str:
    words = [
        f"score {end['score']}",
        f"${end['money']}",
        counted(end["bonds"], "bond"),
        f"income ${end['income']}",
        f"engine {end['engine']}",
    ]
    if end["empty_city_markers"] or figures["empty_city_trigger"]:
        limit = f" of {figures['empty_city_trigger']}" if figures["empty_city_trigger"] else ""
        words.append(f"{end['empty_city_markers']}{limit} Empty City Markers")
    return ", ".join(words)


def _cards(lying: dict) -> list[str]:
    """The row and the display."""
    row = " | ".join(lying["row"])
    display = " | ".join(lying["display"]) or "empty"
    return [
        *paragraph("Row", row),
        *paragraph("Display", f"{display}; at most {lying['display_limit']}"),
    ]


def result_lines(result: dict) -> list[str]:
    lines = ["RESULT"]
    for source, points in result["points_by_source"].items():
        if points:
            lines.append(f"  {source:<32}{points:>5}")
    lines.append(f"  {'points':<32}{result['points']:>5}")
    lines.append(f"  {counted(result['bonds'], 'bond'):<32}{-result['lost_for_bonds']:>5}")
    lines.append(f"  {'result':<32}{result['result']:>5}")
    verdict = "won" if result["won"] else "lost"
    lines += [
        f"  {'target':<32}{result['target']:>5}   {verdict} by {abs(result['margin'])}",
        "",
        *textwrap.wrap(_summary(result), WIDTH, initial_indent="  ", subsequent_indent="  "),
    ]
    return lines


def _summary(result: dict) -> str:
    return (
        f"{counted(result['turns'], 'turn')}, ended by {result['trigger']}; "
        f"{counted(result['deliveries'], 'delivery', 'deliveries')}, "
        f"{counted(result['own_links'], 'own Link')}, "
        f"{counted(result['railbot_links'], 'Railbot Link')}, engine {result['engine']}, "
        f"${result['money']} left."
    )


def multiplayer_text_of(story: dict) -> str:
    """The whole story, turn by turn."""
    lines = [f"{story['title']}: seed {story['seed']}, game {story['game']}", ""]
    lines += _seats_set_up(story)
    for turn in story["turns"]:
        lines += ["", *_turn_of_seats(turn)]
    lines += ["", *_seat_results(story["result"])]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _seats_set_up(story: dict) -> list[str]:
    set_up = story["set_up"]
    on_board = "; ".join(f"{city} {shortly(cubes)}" for city, cubes in set_up["cubes"].items())
    lines = ["SET-UP", *paragraph("Cubes", on_board)]
    lines += paragraph("Display", " | ".join(set_up["display"]))
    for seat in story["seats"]:
        first = ", the first bidder" if seat["seat"] == set_up["first"] else ""
        lines += paragraph(f"Seat {seat['seat']}", f"{seat['player']}{first}")
    for baron in set_up["barons"]:
        dealt = " and ".join(baron["dealt"])
        lines += paragraph("Baron", f"seat {baron['seat']} sees {dealt}, keeps {baron['kept']}")
    markers = set_up["figures"]["empty_city_trigger"]
    end = counted(markers, "Empty City Marker") if markers else "the limit of turns"
    return lines + paragraph("End", end)


def _turn_of_seats(turn: dict) -> list[str]:
    last = ", the last one" if turn["last"] else ""
    lines = [f"TURN {turn['turn']}{last}"]
    for part in turn["parts"]:
        label = f"Seat {part['seat']}" if part["part"] == "action" else SEAT_LABELS[part["part"]]
        texts = [event["text"] for event in part["events"] if "text" in event]
        lines += paragraph(label, part["text"] + (":" if part["part"] == "end of turn" else "."))
        for text in texts:
            lines += paragraph("", f"· {text}")
    for seat in turn["end"]["seats"]:
        lines += paragraph(f"Now {seat['seat']}", _seat_figures(seat))
    markers = counted(turn["end"]["empty_city_markers"], "Empty City Marker")
    return lines + paragraph("Display", f"{' | '.join(turn['end']['display'])}; {markers}")


def _seat_figures(seat: dict) -> str:
    return (
        f"score {seat['score']}, ${seat['money']}, {counted(seat['bonds'], 'bond')}, "
        f"income ${seat['income']}, engine {seat['engine']}"
    )


def _seat_results(result: dict) -> list[str]:
    lines = ["RESULT"]
    for seat in result["seats"]:
        sources = [
            f"{name} {points}" for name, points in seat["points_by_source"].items() if points
        ]
        baron = ""
        if seat["baron"]:
            baron = f", {seat['baron']} {seat['baron_points']}"
        lines += paragraph(
            f"{seat['place']}. Seat {seat['seat']}",
            f"{seat['player']}: {seat['score']} = {seat['points']} points "
            f"({', '.join(sources) or 'none'}) less {seat['lost_for_bonds']} for bonds{baron}; "
            f"{counted(seat['links'], 'Link')}, engine {seat['engine']}, ${seat['money']} left",
        )
    ended = "ended unfinished" if result["unfinished"] else f"ended by {result['trigger']}"
    return [*lines, "", f"  {counted(result['turns'], 'turn')}, {ended}."]


def paragraph(label: str, text: str) -> list[str]:
    """A text with its label, as lines."""
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
    """Cubes in few words: 2 red, blue."""
    numbers = {colour: colours.count(colour) for colour in colours}
    return ", ".join(
        f"{number} {colour}" if number > 1 else colour for colour, number in numbers.items()
    )
