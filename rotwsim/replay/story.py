"""The story of a game as records: set-up, turns with their parts, result."""

from dataclasses import dataclass, field, fields
from typing import Any, Generic, TypeVar

FORMAT = 1  # of a story as JSON: docs/replay.schema.json


@dataclass
class Record:
    """A record of a story; a field with a default is left out of the data while it has it."""

    def as_dict(self) -> dict[str, Any]:
        """Give the record as plain data, by the names of docs/replay.schema.json."""
        values = {one: getattr(self, one.name) for one in fields(self)}
        shown = {one: value for one, value in values.items() if value != one.default}
        return {one.metadata.get("key", one.name): plain(value) for one, value in shown.items()}


def plain(value: Any) -> Any:
    """Give a value with all records in it as plain data."""
    if isinstance(value, Record):
        return value.as_dict()
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


@dataclass
class Tile(Record):
    """A tile on its hex with the sides that the track enters and leaves by; at sea without."""

    hex: tuple[int, int] | None
    price: int
    entered: str | None = None
    left: str | None = None


@dataclass
class OpenTrack(Record):
    begin: str = field(metadata={"key": "from"})
    track: list[Tile]


@dataclass
class Link(Record):
    number: int
    owner: str
    cities: list[str]
    turn: int
    track: list[Tile]


@dataclass
class Event(Record):
    """Something that happened: its name, its facts, and a sentence where it needs one."""

    name: str = field(metadata={"key": "event"})
    facts: dict[str, Any]
    text: str = ""
    choice: str = ""  # who chose, among how many

    def __getitem__(self, fact: str) -> Any:
        return self.facts[fact]

    def as_dict(self) -> dict[str, Any]:
        """Give name, facts and words side by side."""
        data = super().as_dict()
        return data | data.pop("facts")


@dataclass(kw_only=True)
class SeatFigures(Record):
    """What a player has; seat and mines in a multiplayer game alone."""

    seat: int | None = None
    score: int
    money: int
    bonds: int
    income: int
    engine: int
    hotels: list[str]
    land_grants: int
    perfect_engineering: int
    open_track: OpenTrack | None
    mines_left: int | None = None


@dataclass(kw_only=True)
class SoloFigures(SeatFigures):
    """What is open in a solo game."""

    empty_city_markers: int
    display: list[str]
    display_limit: int
    row: list[str]
    insured: str | None

    @property
    def seats(self) -> list[SeatFigures]:
        return [self]


@dataclass
class MultiplayerFigures(Record):
    """What is open in a multiplayer game."""

    seats: list[SeatFigures]
    empty_city_markers: int
    display: list[str]


F = TypeVar("F", SoloFigures, MultiplayerFigures)


@dataclass(kw_only=True)
class Part(Record, Generic[F]):
    """A part of a turn: what happened, and what is open after it."""

    kind: str = field(metadata={"key": "part"})
    text: str
    events: list[Event]
    after: F
    seat: int | None = None

    @property
    def texts(self) -> list[str]:
        """The sentences of its events."""
        return [event.text for event in self.events if event.text]


@dataclass
class Thought(Record):
    """An action that the player considered, with what it held the position after it worth."""

    action: str
    worth: float
    chosen: bool


@dataclass(kw_only=True)
class Action(Part[F]):
    """A part in which a player acts; what a judgement adds is at the end."""

    action: str
    cost: int
    bonds: int
    points: int
    actions: int = 0  # that it takes of a solo turn
    round: int = 0  # of a multiplayer turn (M10)
    why: list[Thought] | None = None
    chances: list[float] | None = None  # to win, by seat
    turning: bool = False


@dataclass(kw_only=True)
class Turn(Record, Generic[F]):
    number: int = field(metadata={"key": "turn"})
    last: bool
    begin: F | None = None
    parts: list[Part[F]]
    end: F
    board: dict[str, Any]  # every piece, the cubes in the bag too


@dataclass
class DuelBaronInRow(Record):
    name: str
    goal: str
    points: str
    effect: str


@dataclass
class RailBaronDealt(Record):
    seat: int
    dealt: list[str]
    kept: str


@dataclass(kw_only=True)
class SetUp(Record, Generic[F]):
    cubes: dict[str, list[str]]
    display: list[str]
    parameters: dict[str, int] = field(metadata={"key": "figures"})
    hidden: dict[str, list[str]]
    now: F
    board: dict[str, Any]  # every piece, the cubes in the bag too


@dataclass(kw_only=True)
class SoloSetUp(SetUp[SoloFigures]):
    row: list[str]
    display_limit: int
    barons: list[DuelBaronInRow]
    not_in_play: list[str]
    railbot_cards: int


@dataclass(kw_only=True)
class MultiplayerSetUp(SetUp[MultiplayerFigures]):
    discarded: list[str]
    first: int
    barons: list[RailBaronDealt]


@dataclass(kw_only=True)
class Totals(Record):
    """What a player ends with."""

    points_by_source: dict[str, int]
    points: int
    bonds: int
    lost_for_bonds: int
    engine: int
    money: int


@dataclass(kw_only=True)
class SoloResult(Totals):
    """Points less bonds, against the target (S41)."""

    result: int
    target: int
    margin: int
    won: bool
    turns: int
    trigger: str
    deliveries: int
    own_links: int
    railbot_links: int
    barons: dict[str, str]


@dataclass(kw_only=True)
class SeatResult(Totals):
    seat: int
    player: str
    baron: str | None
    baron_points: int
    score: int
    links: int
    summary: str
    place: int


@dataclass(kw_only=True)
class MultiplayerResult(Record):
    """The seats with their scores, in the order of their places (M41, M42)."""

    seats: list[SeatResult]
    turns: int
    trigger: str
    unfinished: bool


@dataclass(kw_only=True)
class Head(Record):
    """Which game it is, and the command that replays it; `rollouts` games give each chance."""

    format: int = field(default_factory=lambda: FORMAT)
    title: str
    command: str
    seed: int
    game: int
    scenario: dict[str, Any]
    links: list[Link]
    rollouts: int = 0
    live: bool = False  # still in play


@dataclass(kw_only=True)
class SoloStory(Head):
    set_up: SoloSetUp
    turns: list[Turn[SoloFigures]]
    result: SoloResult


@dataclass
class SeatPlayer(Record):
    seat: int
    player: str


@dataclass(kw_only=True)
class MultiplayerStory(Head):
    seats: list[SeatPlayer]
    set_up: MultiplayerSetUp
    turns: list[Turn[MultiplayerFigures]]
    result: MultiplayerResult


Story = SoloStory | MultiplayerStory


def actions_of(story: Story) -> list[Action]:
    """List every action of a game in order."""
    return [part for turn in story.turns for part in turn.parts if isinstance(part, Action)]
