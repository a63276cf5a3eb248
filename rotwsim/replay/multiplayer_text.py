"""The story of a game at a table as text: auctions, every seat's actions, the final scores."""

from __future__ import annotations

from rotwsim.replay.names import counted
from rotwsim.replay.paragraphs import paragraph, shortly

LABELS = {"auction": "Auction", "open track": "Track", "income": "Income", "end of turn": "End"}


def text_of_table(story: dict) -> str:
    """The whole story, turn by turn."""
    lines = [f"{story['title']}: seed {story['seed']}, game {story['game']}", ""]
    lines += _set_up(story)
    for turn in story["turns"]:
        lines += ["", *_turn(turn)]
    lines += ["", *_result(story["result"])]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _set_up(story: dict) -> list[str]:
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


def _turn(turn: dict) -> list[str]:
    last = ", the last one" if turn["last"] else ""
    lines = [f"TURN {turn['turn']}{last}"]
    for part in turn["parts"]:
        label = f"Seat {part['seat']}" if part["part"] == "action" else LABELS[part["part"]]
        told = [event["text"] for event in part["events"] if "text" in event]
        lines += paragraph(label, part["text"] + (":" if part["part"] == "end of turn" else "."))
        for text in told:
            lines += paragraph("", f"· {text}")
    for seat in turn["end"]["seats"]:
        lines += paragraph(f"Now {seat['seat']}", _figures(seat))
    markers = counted(turn["end"]["empty_city_markers"], "Empty City Marker")
    return lines + paragraph("Display", f"{' | '.join(turn['end']['display'])}; {markers}")


def _figures(seat: dict) -> str:
    return (
        f"score {seat['score']}, ${seat['money']}, {counted(seat['bonds'], 'bond')}, "
        f"income ${seat['income']}, engine {seat['engine']}"
    )


def _result(result: dict) -> list[str]:
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
