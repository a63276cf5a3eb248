"""Review a game: why it was won or lost, which decisions cost how much, what was luck.

`runner/judge` finds the numbers. Here they get words and their places in the story of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rotwsim.core.state import codes
from rotwsim.replay.choices import action_words, decided_words
from rotwsim.replay.names import Names, imperative
from rotwsim.replay.review_text import balance_of, decided, sentence_of
from rotwsim.replay.solo_story import story_of
from rotwsim.replay.story import Action, Record, SoloStory
from rotwsim.replay.text import Step, steps_of
from rotwsim.runner.judge import STREAMS, Choice, Effort, Judged, Stop, Value, log_of
from rotwsim.runner.judge.one_game import AREAS, SILENT, Progress, area_of, judge_game
from rotwsim.scenario.scenario import Scenario, scenario_of

TURNING_POINTS = 3
NOTABLE = 0.03  # change of the chance to win that may be a turning point
SURE = 2.0  # standard errors that a change must exceed
WORTH_NAMING = 0.5  # points that a better choice gains
PART_OF_STREAM = {"Railbot deck": "railbot", "Operations deck": "end of turn"}


@dataclass(kw_only=True)
class ReviewedStep(Record):
    """One decision or random event; points and chances are those of the expert who plays on."""

    step: int  # of the story
    turn: int
    kind: str  # decision, or luck
    about: str  # the area of a decision, the stream of an event
    text: str
    value: float  # expected result after it
    chance: float  # to win, after it
    change: float  # of the expected result
    change_error: float
    chance_change: float
    chance_error: float
    loss: float = 0.0  # against the best choice found
    loss_error: float = 0.0
    better: str = ""  # that choice, where the one taken is not the best
    turning: bool = False

    @property
    def advice(self) -> str:
        """Name the better choice if it is worth naming."""
        return self.better if self.loss >= WORTH_NAMING else ""


@dataclass(kw_only=True)
class Part(Record):
    """A part of the balance: luck by stream, errors by area."""

    name: str
    points: float
    error: float
    chance: float


@dataclass(kw_only=True)
class Review(Record):
    """The review of one game."""

    title: str
    command: str
    sentence: str
    balance: str
    over: str  # when the game was decided
    result: int
    target: int
    won: bool
    start: float
    start_chance: float
    deal_chance: float  # once the deal is open
    luck: float
    errors: float
    known_within: float  # standard error of luck and of errors
    by_stream: list[Part]
    by_area: list[Part]
    steps: list[ReviewedStep]
    rollouts: int
    median_error: float  # standard error of the median decision

    @property
    def turning_points(self) -> list[ReviewedStep]:
        return [step for step in self.steps if step.turning]


@dataclass
class ReviewedGame:
    """A review with the numbers and the story behind it."""

    review: Review
    judged: Judged = field(repr=False)
    story: SoloStory = field(repr=False)


def review(
    scenario: Scenario | str = "eastern-us",
    seed: int = 1,
    game: int = 0,
    *,
    taken: Sequence[Choice] = (),
    effort: Effort | None = None,
    progress: Progress = SILENT,
) -> Review:
    """Say why a game was won or lost: the cost of each decision, the luck of each random event.

    `taken` are the choices of a game by hand, as `rotwsim play` saves them. Start + luck − errors
    is the result.

    >>> from rotwsim.replay.review import Effort
    >>> effort = Effort(rollouts=30)
    >>> found = rotwsim.review(rotwsim.Scenario.of("portugal", player="club"), effort=effort)
    >>> round(found.start + found.luck - found.errors) == found.result
    True
    """
    return reviewed_game(scenario_of(scenario), seed, game, taken, effort, progress).review


def reviewed_game(
    scenario: Scenario,
    seed: int,
    game: int,
    taken: Sequence[Choice] = (),
    effort: Effort | None = None,
    progress: Progress = SILENT,
) -> ReviewedGame:
    """Judge a game and put the numbers into words, with the story they belong to."""
    judged = judge_game(scenario, seed, game, taken, effort or Effort(), progress)
    story = story_of(scenario, seed, game, log_of(scenario, seed, game, taken))
    assert isinstance(story, SoloStory)
    steps = reviewed_steps(judged, story)
    mark_turning_points(steps, judged.won)
    return ReviewedGame(in_words(judged, story, steps), judged, story)


def reviewed_steps(judged: Judged, story: SoloStory) -> list[ReviewedStep]:
    """Give every stop its words and its place in the story."""
    names, steps = Names(judged.scenario, imperative), steps_of(story)
    found, places = [], places_of(judged, steps)
    for stop, place in zip(judged.stops, places, strict=True):
        make = decision_step if stop.is_decision else event_step
        found.append(make(judged, stop, steps[place], names))
    return found


def places_of(judged: Judged, steps: list[Step]) -> list[int]:
    """Find the step of the story that each stop belongs to."""
    found, now = [], 0
    for stop in judged.stops:
        if stop.stream >= 0:
            kind = PART_OF_STREAM.get(STREAMS[stop.stream], "") if stop.turn else ""
            now = next_step(steps, now, stop.turn, kind) if kind else now
        elif stop.decision == codes.DECIDE_ACTION:
            now = next_step(steps, now, stop.turn, "action")
        elif stop.decision == codes.DECIDE_CLAIM and steps[now].turn < stop.turn:
            now = next_step(steps, now, stop.turn, "claims")
        found.append(now)
    return found


def next_step(steps: list[Step], now: int, turn: int, kind: str) -> int:
    """Find the next step of a kind in a turn; the present one where there is none."""
    for step in steps[now + 1 :]:
        if step.turn == turn and step.part is not None and step.part.kind == kind:
            return step.number
    return now


def decision_step(judged: Judged, stop: Stop, step: Step, names: Names) -> ReviewedStep:
    state = judged.traced.stops[stop.row]
    is_action = stop.decision == codes.DECIDE_ACTION
    acted = is_action and isinstance(step.part, Action)
    text = step.text if acted else choice_in_words(state, stop.taken, is_action, names)
    better = ""
    if stop.taken != stop.best:
        better = choice_in_words(state, stop.best, is_action, names)
    change = Value(-stop.error.mean, stop.error.error)
    return ReviewedStep(
        kind="decision",
        about=area_of(judged.traced, stop),
        text=text,
        loss=round(max(stop.loss.points, 0.0), 2),
        loss_error=round(stop.loss.points_error, 2),
        better=better,
        **step_numbers(stop, step, change),
    )


def event_step(judged: Judged, stop: Stop, step: Step, names: Names) -> ReviewedStep:
    flipped, resolved = judged.traced.facts[stop.row, 3:5].tolist()
    stream = STREAMS[stop.stream]
    if stop.turn == 0:
        stream, text = "deal", "The deal"
        change = stop.before - judged.start
    else:
        change = stop.luck
        text = f"Cubes are drawn ({step.text})"
    if stream == "Railbot deck":
        text = f"The Railbot flips {names.railbot_card(flipped)}"
        text += f" and resolves {names.railbot_card(resolved)}" if resolved >= 0 else ""
    elif stream == "Operations deck":
        text = f"{names.operations_card(flipped)} joins the display"
    return ReviewedStep(kind="luck", about=stream, text=text, **step_numbers(stop, step, change))


def step_numbers(stop: Stop, step: Step, change: Value) -> dict:
    return {
        "step": step.number,
        "turn": stop.turn,
        "value": round(stop.after.points, 1),
        "chance": round(min(1.0, max(0.0, stop.after.chance)), 3),  # rollouts err
        "change": round(change.points, 2),
        "change_error": round(change.points_error, 2),
        "chance_change": round(change.chance, 3),
        "chance_error": round(change.chance_error, 3),
    }


def choice_in_words(state, choice: Choice, is_action: bool, names: Names) -> str:
    """Name a choice of a decision, as something that can be done."""
    if not is_action:
        return decided_words(state, names, choice[0])
    card = int(state.display[choice[1]]) if choice[0] == codes.TAKE_CARD else None
    return action_words(choice, card, names)


def mark_turning_points(steps: list[ReviewedStep], won: bool) -> None:
    """Mark the three steps that moved the chance to win most; else those that cost most points.

    Only in a game that was won luck may have helped; a decision counts by what it cost.
    """

    def weight(step: ReviewedStep) -> float:
        helped = won and step.kind == "luck"
        moved = abs(step.chance_change) if helped else -step.chance_change
        return moved if moved > max(NOTABLE, SURE * step.chance_error) else 0.0

    by_chance = sorted(filter(weight, steps), key=weight, reverse=True)
    by_points = sorted(steps, key=lambda step: step.loss, reverse=True)
    others = [step for step in by_points if step.loss > SURE * step.loss_error]
    chosen = {id(step): step for step in [*by_chance, *others]}
    for step in list(chosen.values())[:TURNING_POINTS]:
        step.turning = True


def in_words(judged: Judged, story: SoloStory, steps: list[ReviewedStep]) -> Review:
    """Sum a game up."""
    luck, errors = judged.luck, judged.errors
    known = [s.loss.points_error for s in judged.decisions if s.taken != s.best]
    return Review(
        title=story.title,
        command=story.command.replace("rotwsim replay", "rotwsim review"),
        sentence=sentence_of(judged),
        balance=balance_of(judged),
        over=f"{decided(judged)} {story.result.trigger} ended the game.",
        result=judged.result,
        target=judged.target,
        won=judged.won,
        start=judged.start.points,
        start_chance=judged.start.chance,
        deal_chance=judged.stops[0].before.chance,
        luck=luck.points,
        errors=errors.points,
        known_within=luck.points_error,
        by_stream=[
            part_of(name, value)
            for name, value in zip(STREAMS, judged.luck_by_stream(), strict=True)
            if name != "Barons" or judged.scenario.barons
        ],
        by_area=areas(judged),
        steps=steps,
        rollouts=judged.count,
        median_error=sorted(known)[len(known) // 2] if known else 0.0,
    )


def part_of(name: str, value: Value) -> Part:
    return Part(name=name, points=value.points, error=value.points_error, chance=value.chance)


def areas(judged: Judged) -> list[Part]:
    sums: dict[str, Value] = {}
    for stop in judged.decisions:
        area = area_of(judged.traced, stop)
        sums[area] = sums[area] + stop.error if area in sums else stop.error
    found = [part_of(area, sums[area]) for area in AREAS if area in sums]
    return sorted(found, key=lambda part: -part.points)
