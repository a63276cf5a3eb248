"""Print changed cards, Barons and a rules slip as A4 pages, in a plain layout of our own."""

import io
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

from rotwsim.scenario.own_changes import BARON, CARD, GONE, PARAMETER, Change, changes_of
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError, DuelBaron, RailbotCard

PAGE = (8.27, 11.69)  # inches: A4
COLUMNS, ROWS = 3, 3
WIDTH, HEIGHT = 2.48, 3.46  # inches: 63 by 88 mm
LEFT, TOP = (PAGE[0] - COLUMNS * WIDTH) / 2, (PAGE[1] + ROWS * HEIGHT) / 2
LETTERS = 30  # of a line on a card
SLIP_LETTERS, SLIP_LINES = 88, 62
GREY, INK, SOFT = "#8a8a8a", "#1c1c1c", "#f2efe8"
FOOT = "an idea, not printed by the publisher"


@dataclass(frozen=True)
class PrintedCard:
    """What is on a card: its kind above, its name, paragraphs with a heading each."""

    kind: str
    name: str
    parts: tuple[tuple[str, str], ...]


def cards_pdf(scenario: Scenario) -> bytes:
    """Give the PDF: nine cards a page, 63 by 88 mm each, then the slip."""
    from matplotlib.backends.backend_pdf import PdfPages

    if scenario.own is None:
        raise DataError("only rules of your own are printed; name a file of them")
    cards = list(changed_cards(scenario))
    title = scenario.own.title
    content = io.BytesIO()
    with PdfPages(content, metadata={"Title": title, "CreationDate": None}) as pages:
        for first in range(0, len(cards), COLUMNS * ROWS):
            pages.savefig(_page(cards[first : first + COLUMNS * ROWS]))
        for lines in _slips(scenario):
            pages.savefig(_slip(title, lines))
    return content.getvalue()


def changed_cards(scenario: Scenario) -> Iterator[PrintedCard]:
    """List the Railbot cards and Barons that are new or changed."""
    changed = {(each.kind, each.name) for each in changes_of(scenario) if each.after != GONE}
    for card in scenario.railbot_cards:
        if (CARD, card.name) in changed:
            yield _railbot_card(card, scenario.book.taxation_incomes)
    for baron in scenario.book.barons:
        if (BARON, baron.name) in changed:
            yield _baron(baron)


def _railbot_card(card: RailbotCard, incomes: int) -> PrintedCard:
    parts = [("Selects", f"the {card.slot} card of the row")]
    parts += [("Building Links", " – ".join(card.cities))] if card.cities else []
    parts += [("Exhaust", card.exhaust)] if card.exhaust else []
    for name, text in (
        ("taxation", f"pay {incomes} times your income"),
        ("deadhead", "the display holds one card fewer"),
        ("major_line", "give an open line to the Railbot"),
        ("baron", "give an open Baron to the Railbot"),
    ):
        if getattr(card, name):
            parts.append((name.replace("_", " ").title(), text))
    return PrintedCard("Railbot", card.name, tuple(parts))


def _baron(baron: DuelBaron) -> PrintedCard:
    pairs = zip(baron.tiers, baron.points, strict=True)
    tiers = ", ".join(f"{tier} → {points}" for tier, points in pairs)
    parts = [("Goal", baron.goal_text), ("Tiers → points", tiers)]
    parts += [("Not before", f"a score of {baron.from_score}")] if baron.from_score else []
    return PrintedCard("Duel Baron", baron.name, (*parts, ("For the Railbot", baron.effect_text)))


def _page(cards: list[PrintedCard]):
    figure, axes = _blank()
    for place, card in enumerate(cards):
        row, column = divmod(place, COLUMNS)
        _draw(axes, card, LEFT + column * WIDTH, TOP - row * HEIGHT)
    return figure


def _draw(axes, card: PrintedCard, left: float, top: float) -> None:
    """Draw one card; its border is the line to cut along."""
    from matplotlib.patches import Rectangle

    box = (left, top - HEIGHT)
    axes.add_patch(Rectangle(box, WIDTH, HEIGHT, fill=False, edgecolor=GREY, linewidth=0.6))
    axes.add_patch(
        Rectangle((left, top - 0.32), WIDTH, 0.32, facecolor=SOFT, edgecolor=GREY, linewidth=0.6)
    )
    middle = left + WIDTH / 2
    axes.text(middle, top - 0.16, card.kind, ha="center", va="center", size=8, color=INK)
    y = top - 0.45
    for line in textwrap.wrap(card.name, LETTERS - 6):
        axes.text(middle, y, line, ha="center", va="top", size=11, weight="bold", color=INK)
        y -= 0.2
    y -= 0.08
    for head, text in card.parts:
        axes.text(left + 0.15, y, head, va="top", size=7, color=GREY)
        y -= 0.15
        for line in textwrap.wrap(text, LETTERS):
            axes.text(left + 0.15, y, line, va="top", size=9.5, color=INK)
            y -= 0.17
        y -= 0.08
    axes.text(middle, top - HEIGHT + 0.08, FOOT, ha="center", va="bottom", size=5.5, color=GREY)


def _slips(scenario: Scenario) -> Iterator[list[tuple[str, str]]]:
    """Divide what the rules change into pages of lines with a weight each."""
    lines: list[tuple[str, str]] = []
    for kind, changes in _by_kind(changes_of(scenario)).items():
        head = "Parameters" if kind == PARAMETER else f"{kind[0].upper()}{kind[1:]}s"
        lines += [("", "normal"), (head, "bold")]
        for change in changes:
            text = str(change).removeprefix(f"{kind} ")
            if change.name == "income":  # a player needs all of it
                track = scenario.book.income_by_score
                text = f"income by score from 0 on: {', '.join(map(str, track))}"
            wrapped = textwrap.wrap(text[0].upper() + text[1:], SLIP_LETTERS)
            lines += [
                (f"{'   ' if n else '•  '}{line}", "normal") for n, line in enumerate(wrapped)
            ]
    for first in range(0, len(lines), SLIP_LINES):
        yield lines[first : first + SLIP_LINES]


def _by_kind(changes: list[Change]) -> dict[str, list[Change]]:
    found: dict[str, list[Change]] = {}
    for change in changes:
        found.setdefault(change.kind, []).append(change)
    return found


def _slip(title: str, lines: list[tuple[str, str]]):
    figure, axes = _blank()
    axes.text(0.9, PAGE[1] - 0.8, title, size=18, weight="bold", va="top", color=INK)
    axes.text(0.9, PAGE[1] - 1.15, f"Rules slip: {FOOT}", size=8, va="top", color=GREY)
    y = PAGE[1] - 1.35
    for line, weight in lines:
        axes.text(0.9, y, line, size=9.5, weight=weight, va="top", color=INK)
        y -= 0.158
    return figure


def _blank():
    from matplotlib.figure import Figure

    figure = Figure(figsize=PAGE)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, PAGE[0]), ylim=(0, PAGE[1]))
    axes.axis("off")
    return figure, axes
