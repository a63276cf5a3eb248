"""A story step by step: every action, Railbot step and income, with what is open after it."""

from __future__ import annotations

LABELS = {
    "railbot": "Railbot",
    "claims": "Barons",
    "open track": "Track",
    "end of turn": "Income",
    "auction": "Auction",
    "income": "Income",
}
MULTIPLAYER_END = "End of turn"
NO_TEXT = {"text": "", "texts": (), "events": (), "seat": None}


def steps_of(story: dict) -> list[dict]:
    """The steps in order; step 0 is the set-up, the last one the result."""
    multiplayer = "seats" in story
    steps = [{"turn": 0, "label": "Set-up", **NO_TEXT}]
    for turn in story["turns"]:
        action = 1
        for part in turn["parts"]:
            texts = [event["text"] for event in part["events"] if "text" in event]
            steps.append(
                {
                    "turn": turn["turn"],
                    "label": _label(part, action, multiplayer),
                    "kind": part["part"],
                    "text": part["text"],
                    "texts": texts,
                    "events": part["events"],
                    "seat": part.get("seat"),
                    "after": part["after"],
                    "why": part.get("why"),
                    "chances": part.get("chances"),
                    "turning": part.get("turning", False),
                }
            )
            action += part.get("actions", 0)
    last = {"turn": steps[-1]["turn"], "label": "Result", **NO_TEXT}
    if story.get("live"):
        last |= {"label": "Now", "text": steps[-1]["text"]}
    return _with_figures([*steps, last], story)


def _label(part: dict, action: int, multiplayer: bool) -> str:
    if part["part"] == "action":
        return f"Seat {part['seat']}" if multiplayer else f"Action {action}"
    if multiplayer and part["part"] == "end of turn":
        return MULTIPLAYER_END
    return LABELS[part["part"]]


def _with_figures(steps: list[dict], story: dict) -> list[dict]:
    """Set-up and result have figures too: those before the first and after the last part."""
    steps[0]["after"] = story["set_up"]["now"]
    steps[-1]["after"] = steps[-2]["after"]
    penalty = story["set_up"]["figures"]["bond_penalty"]
    for step in steps:
        step["results"] = [
            one["score"] - penalty * one["bonds"]
            for one in step["after"].get("seats", [step["after"]])
        ]
    steps[-1]["results"] = _final_results(story["result"])
    return [step | {"number": number} for number, step in enumerate(steps)]


def _final_results(result: dict) -> list[int]:
    """By seat; Rail Barons count at the end alone (M41)."""
    if "seats" not in result:
        return [result["result"]]
    return [one["score"] for one in sorted(result["seats"], key=lambda one: one["seat"])]
