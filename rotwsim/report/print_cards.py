"""Print changed cards, Barons and a rules slip as A4 pages, in a plain layout of our own."""

import io
import textwrap
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from rotwsim.scenario import own_changes
from rotwsim.scenario.own_changes import GONE, NEW, Change, changes_of
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError, DuelBaron, RailbotCard

PAGE = (8.27, 11.69)  # inches: A4
COLUMNS, ROWS = 3, 3
WIDTH, HEIGHT = 2.48, 3.46  # inches: 63 by 88 mm
LEFT, TOP = (PAGE[0] - COLUMNS * WIDTH) / 2, (PAGE[1] + ROWS * HEIGHT) / 2
LETTERS = 30  # of a line on a card
SLIP_LETTERS, SLIP_LINES, TITLE_LETTERS = 88, 60, 46
INDENT = 0.12  # inches, behind a bullet
HEAD, FOOT_HEIGHT = 0.45, 0.22  # inches
SIZES = [number / 20 for number in range(20, 9, -1)]  # of letters, the first that lets a text fit
GREY, INK, SOFT = "#8a8a8a", "#1c1c1c", "#f2efe8"
FOOT = "an idea, not printed by the publisher"
Line = tuple[str, float, dict]  # a text, its height in inches and its style


class PrintedCard(NamedTuple):
    """What is on a card: its kind above, its name, paragraphs with a heading each."""

    kind: str
    name: str
    parts: list[tuple[str, str]]


def cards_pdf(scenario: Scenario) -> bytes:
    """Give the PDF, nine cards a page, 63 by 88 mm each, then the slip."""
    if scenario.own is None:
        raise DataError("only rules of your own are printed; name a file of them")
    cards, title, content = list(changed_cards(scenario)), scenario.own.title, io.BytesIO()
    with PdfPages(content, metadata={"Title": title, "CreationDate": None}) as pages:
        for first in range(0, len(cards), COLUMNS * ROWS):
            figure, axes = _blank()
            for place, card in enumerate(cards[first : first + COLUMNS * ROWS]):
                row, column = divmod(place, COLUMNS)
                _draw(axes, card, LEFT + column * WIDTH, TOP - row * HEIGHT)
            pages.savefig(figure)
        for lines in _slips(scenario):
            pages.savefig(_slip(title, lines))
    return content.getvalue()


def changed_cards(scenario: Scenario) -> Iterator[PrintedCard]:
    changed = {(each.kind, each.name): each for each in changes_of(scenario) if each.after != GONE}
    for card in scenario.railbot_cards:
        if change := changed.get((own_changes.CARD, card.name)):
            is_new = change.before == NEW
            made = _railbot_card(card, scenario.book.taxation_incomes, is_new)
            yield _replacing(made, change)
    for baron in scenario.book.barons:
        if change := changed.get((own_changes.BARON, baron.name)):
            yield _replacing(_baron(baron), change)


def _replacing(card: PrintedCard, change: Change) -> PrintedCard:
    """Say which printed card leaves the game for this one."""
    if change.before == NEW:
        return card
    replaced = "the printed card" if card.name == change.name else change.name
    return card._replace(parts=[*card.parts, ("Takes the place of", replaced)])


def _railbot_card(card: RailbotCard, incomes: int, is_new: bool) -> PrintedCard:
    """Name a changed card by what is on it: the name of what it replaces may be another colour."""
    cities = " / ".join(card.cities)
    title = card.name if is_new else cities or " and ".join(card.effects) or card.name
    parts = [("Selects", f"the {card.slot} card of the row")]
    parts += [("Building Links", cities)] if cities not in ("", title) else []
    parts += [("Exhaust", card.exhaust)] if card.exhaust else []
    for name, text in (
        ("taxation", f"pay {incomes} times your income"),
        ("deadhead", "the display holds one card fewer"),
        ("major_line", "give an open line to the Railbot"),
        ("baron", "give an open Baron to the Railbot"),
    ):
        if getattr(card, name):
            parts.append((name.replace("_", " ").title(), text))
    return PrintedCard("Railbot, builds Links" if cities else "Railbot", title, parts)


def _baron(baron: DuelBaron) -> PrintedCard:
    tiers, points = ("/".join(map(str, numbers)) for numbers in (baron.tiers, baron.points))
    parts = [("Goal", f"{tiers} {baron.goal_text}"), ("Points", points)]
    parts += [("Not before", f"a score of {baron.from_score}")] if baron.from_score else []
    return PrintedCard("Duel Baron", baron.name, [*parts, ("For the Railbot", baron.effect_text)])


def _draw(axes: Axes, card: PrintedCard, left: float, top: float) -> None:
    edge: dict = {"edgecolor": GREY, "linewidth": 0.6}
    axes.add_patch(Rectangle((left, top - HEIGHT), WIDTH, HEIGHT, fill=False, **edge))
    axes.add_patch(Rectangle((left, top - 0.32), WIDTH, 0.32, facecolor=SOFT, **edge))
    middle = left + WIDTH / 2
    axes.text(middle, top - 0.16, card.kind, ha="center", va="center", size=8, color=INK)
    y = top - HEAD
    for text, height, style in fitting(card):
        x = middle if "ha" in style else left + 0.15
        axes.text(x, y, text, va="top", parse_math=False, **style)
        y -= height
    axes.text(middle, top - HEIGHT + 0.08, FOOT, ha="center", va="bottom", size=5.5, color=GREY)


def fitting(card: PrintedCard) -> list[Line]:
    """Write the largest lines that fit between the head and the foot of a card."""
    for size in SIZES:
        lines = list(_lines(card, size))
        if sum(height for _, height, _ in lines) <= HEIGHT - HEAD - FOOT_HEIGHT:
            break
    return lines


def _lines(card: PrintedCard, size: float) -> Iterator[Line]:
    """Write name, headings and paragraphs in a size; 1 is the usual one."""
    letters = int(LETTERS / size)
    for line in textwrap.wrap(card.name, letters - 6):
        style = {"size": 11 * size, "weight": "bold", "color": INK, "ha": "center"}
        yield line, 0.2 * size, style
    for head, text in card.parts:
        yield "", 0.08 * size, {}
        yield head, 0.15 * size, {"size": 7 * size, "color": GREY}
        for line in textwrap.wrap(text, letters):
            yield line, 0.17 * size, {"size": 9.5 * size, "color": INK}


def _slips(scenario: Scenario) -> Iterator[list[tuple[str, str]]]:
    """Divide what the rules change into pages of lines, each with a heading or bullet before it."""
    lines: list[tuple[str, str]] = []
    for kind, changes in groupby(changes_of(scenario), key=lambda change: change.kind):
        head = "Parameters" if kind == own_changes.PARAMETER else f"{kind[0].upper()}{kind[1:]}s"
        lines += [("", ""), (head, "")]
        for change in changes:
            text = str(change).removeprefix(f"{kind} ")
            if change.before == NEW:
                text = f"{change.name} (new): {change.after}"
            if change.name == own_changes.INCOME:  # a player needs all of it
                text = f"{change.name}: {', '.join(map(str, scenario.book.income_by_score))}"
            wrapped = textwrap.wrap(text[0].upper() + text[1:], SLIP_LETTERS)
            lines += [("" if n else "•", line) for n, line in enumerate(wrapped)]
    for first in range(0, len(lines), SLIP_LINES):
        yield lines[first : first + SLIP_LINES]


def _slip(title: str, lines: list[tuple[str, str]]) -> Figure:
    figure, axes = _blank()
    y = PAGE[1] - 0.8
    for line in textwrap.wrap(title, TITLE_LETTERS):
        style = {"size": 18, "weight": "bold", "va": "top", "color": INK}
        axes.text(0.9, y, line, parse_math=False, **style)
        y -= 0.35
    axes.text(0.9, y, f"Rules slip: {FOOT}", size=8, va="top", color=GREY)
    y -= 0.2
    for head, line in lines:
        style = {"size": 9.5, "va": "top", "color": INK}
        axes.text(0.9, y, head, weight="normal" if line else "bold", **style)
        axes.text(0.9 + INDENT, y, line, parse_math=False, **style)
        y -= 0.158
    return figure


def _blank() -> tuple[Figure, Axes]:
    figure = Figure(figsize=PAGE)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, PAGE[0]), ylim=(0, PAGE[1]))
    axes.axis("off")
    return figure, axes
