"""A story step by step: every action, Railbot step and income, with what is open after it."""

from __future__ import annotations

from dataclasses import dataclass

from rotwsim.replay.story import (
    Action,
    Event,
    MultiplayerFigures,
    MultiplayerStory,
    Part,
    SoloFigures,
    SoloStory,
    Story,
)

LABELS = {
    "railbot": "Railbot",
    "claims": "Barons",
    "open track": "Track",
    "end of turn": "Income",
    "auction": "Auction",
    "income": "Income",
}


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
            label = _label(part, action, isinstance(story, MultiplayerStory))
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


def _label(part: Part, action: int, is_multiplayer: bool) -> str:
    if isinstance(part, Action):
        return f"Seat {part.seat}" if is_multiplayer else f"Action {action}"
    if is_multiplayer and part.kind == "end of turn":
        return "End of turn"
    return LABELS[part.kind]
