"""Write the page of one game: its review, and the board step by step beside the story.

Longer than most: half draws the pieces on the map, each with the steps at which it is seen.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.path import Path as Curve

from rotwsim.replay.review import Review, ReviewedStep
from rotwsim.replay.review_text import gain, moves, turning_words
from rotwsim.replay.story import Event, MultiplayerStory, Story, Tile, plain
from rotwsim.replay.text import Step, steps_of
from rotwsim.report.figures import board_ink, board_picture
from rotwsim.report.figures.board_picture import READ_AGAIN, city_centre, draw_board, extent
from rotwsim.report.figures.gallery import as_webp
from rotwsim.report.page import as_script, filled
from rotwsim.scenario import hexes
from rotwsim.scenario.compile.routes import Route
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import Board

LINK_COLOURS = {"player": "#d3571f", "Railbot": "#3d4653"}
# Six colours that people with any kind of colour vision can distinguish, dark and light in turn.
SEAT_COLOURS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#56b4e9", "#1a1a1a")
INCHES = 9.0  # width of the drawn map
DPI = 110
MAPS_KEPT = 4  # drawn boards
NOT_SHOWN = ("hotels", "open_track", "mines_left")
CARDS = ("land_grants", "perfect_engineering")
SHOWN_LATER = ("turn", "label", "text", "seat", "results")  # of a step
JUDGED = ("why", "chances", "turning")  # of its action
WIDTH, HEIGHT = 1000.0, 320.0  # of the chart, before it is stretched
LEAST = 0.5  # points: what moves less gets no mark
LARGEST = 9.0  # radius of a mark
HOTEL_AT = (0.36, -0.36)  # from the middle of its city
HOTEL_STEP = 0.3  # from one hotel to the next
CUBE, CUBE_STEP = 0.27, 0.31  # sides of a cube, and from one to the next, in rows in the city
FOREVER = 9999  # a step after every last step


def replay_page(
    story: Story,
    scenario: Scenario,
    others: dict[str, str] | None = None,
    review: Review | None = None,
) -> str:
    """Write the page as one self-contained HTML text.

    `others` are further games to go to: what a button says, and the address of the page. A
    review comes first.
    """
    picture, box, names = _map(scenario.board)
    steps, seats = steps_of(story), story.seats if isinstance(story, MultiplayerStory) else []
    data = {
        "steps": [_step(step) for step in steps],
        "target": story.set_up.parameters.get("target"),
        "seats": [one.player for one in seats],
        "colours": SEAT_COLOURS,
        "rollouts": story.rollouts,
        "live": story.live,
    }
    of_seats = {f"seat {number}": colour for number, colour in enumerate(SEAT_COLOURS, 1)}
    return filled(
        "table.html" if seats else "replay.html",
        story=story,
        steps=steps,
        data=as_script(data | ({"review": by_step(review)} if review else {})),
        picture=picture,
        box=box,
        names=names,
        pieces=pieces_of(steps, story, scenario.board),
        colours={name: fill for name, (fill, _) in board_ink.CITY_COLOURS.items()},
        link_colours=of_seats if seats else LINK_COLOURS,
        others=others or {},
        review=review,
        chart=review and chart(review, len(steps) - 1),
        bars=review and bars(review),
        look=look,
        gain=gain,
        moves=moves,
    )


def _step(step: Step) -> dict:
    shown = {key: getattr(step, key) for key in SHOWN_LATER}
    shown |= {key: plain(getattr(step.part, key, None)) for key in JUDGED}
    return {k: v for k, v in shown.items() if v} | {"after": _shown(step.after.as_dict())}


def _shown(figures: dict) -> dict:
    """Leave out what the map shows anyway, and cards that nobody has."""
    kept = {k: v for k, v in figures.items() if k not in NOT_SHOWN and (v or k not in CARDS)}
    return kept | {"seats": [*map(_shown, figures["seats"])]} if "seats" in figures else kept


@lru_cache(maxsize=MAPS_KEPT)
def _map(board: Board) -> tuple[str, str, list[dict]]:
    """Draw the empty board: its data address, its box in an SVG, and the names of the cities."""
    width, height = extent(board)
    figure = Figure(figsize=(INCHES, INCHES * height / width), dpi=DPI)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    draw_board(board, axes)
    names = _take_names(axes, {city.name for city in board.cities})
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    _, address = as_webp(figure, facecolor=board_ink.PAPER, pil_kwargs=READ_AGAIN)
    box = f"{left:.3f} {-top:.3f} {right - left:.3f} {top - bottom:.3f}"
    return address, box, names


def _take_names(axes, cities: set[str]) -> list[dict]:
    taken = []
    for text in [text for text in axes.texts if text.get_text() in cities]:
        x, y = text.get_position()
        weight = 700 if text.get_weight() == "bold" else 400
        taken.append({"name": text.get_text(), "x": f"{x:.3f}", "y": f"{-y:.3f}", "weight": weight})
        text.remove()
    return taken


def look(step: ReviewedStep) -> str:
    if step.kind == "luck":
        return "lucky" if step.change > 0 else "unlucky"
    return "error" if step.loss > 0 or step.change < 0 else "fine"


def chart(review: Review, last: int) -> dict[str, Any]:
    """Draw the chance to win after each step, and the expected result, as polylines with marks."""
    stops, seen = Counter(step.step for step in review.steps), Counter()
    line, marks, turning, before = [], [], [], None
    turns: dict[int, float] = {}
    for step in review.steps:  # the stops of one step are spread over the way to the next
        place = step.step + seen[step.step] / stops[step.step]
        seen[step.step] += 1
        x, y = round(WIDTH * place / max(last, 1), 1), round(HEIGHT * (1 - step.chance), 1)
        line += [f"{x},{y}"] if before is None else [f"{x},{before}", f"{x},{y}"]
        before = y
        turns.setdefault(step.turn, x)
        turning += [(x, y)] * step.turning
        weight = abs(step.change)
        if weight >= LEAST and (step.kind == "luck" or step.change < 0):
            title = f"Turn {step.turn}: {turning_words(step)}"
            radius = round(min(LARGEST, 2 + weight**0.5), 1)
            marks.append({"x": x, "y": y, "r": radius, "look": look(step), "title": title})
    line.append(f"{WIDTH},{HEIGHT * (not review.won)}")
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "line": " ".join(line),
        "marks": sorted(marks, key=lambda mark: -mark["r"]),
        "turns": [(turn, x) for turn, x in turns.items() if turn],
        "turning": turning,
    }


def bars(review: Review) -> list[dict[str, Any]]:
    """List luck by stream and errors by area as bars; what costs points goes to the left."""
    rows = [("luck", part.name, part.points, part.error) for part in review.by_stream]
    errors = [part for part in review.by_area if abs(part.points) >= LEAST]
    rows += [("error", part.name, -part.points, part.error) for part in errors]
    most = max((abs(points) for _, _, points, _ in rows), default=1.0) or 1.0
    return [
        {
            "name": f"{'errors' if look == 'error' else look}: {name}",
            "points": f"{points:+.0f}".replace("-", "−"),
            "error": f"{error:.1f}",
            "width": round(50 * abs(points) / most, 1),
            "left": round(50 - 50 * abs(points) / most, 1) if points < 0 else 50,
            "look": look,
        }
        for look, name, points, error in rows
    ]


def by_step(review: Review) -> dict[int, list[dict[str, str]]]:
    """Give each step of the story what the review says of it."""
    found: dict[int, list[dict[str, str]]] = {}
    for step in review.steps:
        chance = f"chance to win {100 * step.chance:.0f} % after it"
        if step.kind == "luck" and abs(step.change) >= LEAST:
            mark = f"{step.change:+.1f} luck".replace("-", "−")
            said = {"mark": mark, "text": f"{step.text}: {chance}"}
        elif step.kind == "decision" and step.advice:
            text = f"{step.text}. Better: {step.advice} (± {step.loss_error:.1f}); {chance}"
            said = {"mark": f"−{step.loss:.1f} {step.about}", "text": text}
        else:
            continue
        found.setdefault(step.step, []).append(said | {"look": look(step)})
    return found


def pieces_of(steps: list[Step], story: Story, board: Board) -> dict[str, list[dict]]:
    """List everything that comes and goes on the map, by kind."""
    links = list(_links(steps, story, board))
    return {
        "links": links,
        "ways": list(_ways(steps, links)),
        "open_track": list(_open_track(steps, board)),
        "lines": list(_lines(steps, board)),
        "hotels": list(_hotels(steps, board)),
        "western": list(_western(steps, board)),
        "cities": list(_cities(steps, story, board)),
    }


def _events(steps: list[Step], name: str) -> Iterator[tuple[int, Event]]:
    for number, step in enumerate(steps):
        for event in step.events:
            if event.name == name:
                yield number, event


def _owned(since: int, owner: str, title: str, **drawn: str) -> dict:
    """Draw a piece that stays to the end."""
    return {"from": since, "to": FOREVER, "owner": owner, "title": f"{title}: {owner}", **drawn}


def _owner(event: Event) -> str:
    return f"seat {event['seat']}" if "seat" in event.facts else "player"


def _links(steps: list[Step], story: Story, board: Board) -> Iterator[dict]:
    """Draw the Links as paths; the story lists them in the order in which they are built."""
    for (number, _), link in zip(_events(steps, "Link built"), story.links, strict=True):
        first, second = map(board.city_index, link.cities)
        route = Route(first, second, 0, 0, _hexes(link.track), _sides(link.track))
        curve = board_picture.link_curve(board, route)
        piece = _owned(number, link.owner, "–".join(link.cities), path=svg_path(curve))
        yield piece | {"cities": link.cities, "curve": curve}


def _hexes(track: list[Tile]) -> tuple[hexes.Hex, ...]:
    return tuple(tile.hex for tile in track if tile.hex)


def _sides(track: list[Tile]) -> tuple[tuple[hexes.Hex, int], ...]:
    """List the sides crossed: where the first tile is entered, and where tiles leave."""
    sides = [(tile.hex, hexes.SIDES.index(tile.left)) for tile in track if tile.hex and tile.left]
    if track and track[0].hex and track[0].entered:
        sides.insert(0, (track[0].hex, hexes.SIDES.index(track[0].entered)))
    return tuple(sides)


def svg_path(curve: Curve) -> str:
    words = []
    letters = {Curve.MOVETO: "M", Curve.LINETO: "L", Curve.CURVE3: "Q"}
    for points, code in curve.iter_segments(simplify=False, curves=True):
        pairs = zip(points[::2], points[1::2], strict=True)
        words.append(letters[code] + " ".join(f"{x:.3f} {-y:.3f}" for x, y in pairs))
    return "".join(words)


def _ways(steps: list[Step], links: list[dict]) -> Iterator[dict]:
    """Draw the path of each delivered cube over the Links it used, numbered as built."""
    delivered = dict(reversed(list(_events(steps, "cube delivered"))))
    for number, event in _events(steps, "path"):
        path = ""
        for place, start in zip(event["links"], event["cities"], strict=False):
            link = links[place - 1]
            curve = link["curve"]
            if link["cities"][0] != start:
                curve = Curve(curve.vertices[::-1], curve.codes)
            path += svg_path(curve)
        colour = delivered[number]["colour"]
        yield {"from": number, "to": number + 1, "colour": colour, "path": path}


def _open_track(steps: list[Step], board: Board) -> Iterator[dict]:
    """Draw track that is no Link yet, from its first tiles until it is one or is removed (B15)."""
    lying: dict = {}  # by seat: since when, where from, the tiles
    for number, step in enumerate(steps):
        names = {event.name for event in step.events}
        tiles, start = [], ""
        if ("tiles laid" in names and step.seat in lying) or "open track removed" in names:
            since, start, tiles = lying.pop(step.seat)
            begin = board.cities[board.city_index(start)].hex
            path = svg_path(board_picture.track_curve(begin, _hexes(tiles), _sides(tiles)))
            title = f"Open track from {start}: {len(tiles)} tiles"
            yield {"from": since, "to": number, "title": title, "path": path}
        for event in step.events:
            if event.name == "tiles laid" and "Link built" not in names:
                tiles = [*tiles, *event.facts.get("track", [])]
                lying[step.seat] = (number, start or event["from"], tiles)


def _lines(steps: list[Step], board: Board) -> Iterator[dict]:
    for number, event in _events(steps, "Major Line"):
        line = next(one for one in board.lines if "–".join(one.cities) == event["line"])
        ends = [city_centre(board, name) for name in line.cities]
        path = "".join(svg_path(board_ink.arc(*pair)) for pair in pairwise(ends))
        yield _owned(number, event["owner"], f"Major Line {event['line']}", path=path)


def _hotels(steps: list[Step], board: Board) -> Iterator[dict]:
    standing: Counter[str] = Counter()
    for number, event in _events(steps, "card taken"):
        if city := event.facts.get("hotel"):
            x, y = city_centre(board, city)
            across = f"{x + HOTEL_AT[0] + standing[city] * HOTEL_STEP:.3f}"
            standing[city] += 1
            owner, down = _owner(event), f"{HOTEL_AT[1] - y:.3f}"
            yield _owned(number, owner, f"Hotel in {city}", x=across, y=down)


def _western(steps: list[Step], board: Board) -> Iterator[dict]:
    for number, event in _events(steps, "Western Link"):
        x, y = city_centre(board, event["city"])
        corners = board_ink.arrow_west((x - 0.5, y))
        points = " ".join(f"{across:.3f},{-up:.3f}" for across, up in corners)
        yield _owned(number, _owner(event), f"Western Link at {event['city']}", points=points)


def _cities(steps: list[Step], story: Story, board: Board) -> Iterator[dict]:
    """Draw each city as it looks from step to step: colour, cubes, Empty City Marker."""
    for city in board.cities:
        x, y = hexes.centre(city.hex)
        cubes = list(story.set_up.cubes.get(city.name, []))
        look = {"colour": city.colour, "cubes": cubes, "marker": False}
        since = 0
        for number, step in enumerate(steps):
            if (new := _after(look, city.name, step.events)) != look:
                yield _drawn_city(city.name, (x, -y), look, since, number)
                look, since = new, number
        yield _drawn_city(city.name, (x, -y), look, since, FOREVER)


def _after(look: dict, city: str, events: list[Event]) -> dict:
    """Change how a city looks by the events of a step."""
    new = {**look, "cubes": list(look["cubes"])}
    for event in (event for event in events if event.facts.get("city") == city):
        name = event.name
        if name.startswith("cube "):
            new["cubes"].remove(event["colour"])
        elif name == "cubes come":
            new["cubes"] += event["colours"]
        elif name == "New City":
            new["colour"] = event["colour"]
        elif name.startswith("marker"):
            new["marker"] = name == "marker placed"
    return new


def _drawn_city(name: str, at: tuple[float, float], look: dict, since: int, until: int) -> dict:
    cubes = sorted(look["cubes"])
    columns = 2 if len(cubes) <= 4 else 3
    x, y = at
    left = x - CUBE_STEP * (min(len(cubes), columns) - 1) / 2 - CUBE / 2
    top = y - CUBE_STEP * (-(-len(cubes) // columns) - 1) / 2 - CUBE / 2
    drawn = []
    for place, colour in enumerate(cubes):
        row, column = divmod(place, columns)
        corner = {"x": f"{left + column * CUBE_STEP:.3f}", "y": f"{top + row * CUBE_STEP:.3f}"}
        drawn.append(corner | {"colour": colour})
    title = f"{name} ({look['colour']}): {', '.join(cubes) or 'no cubes'}"
    place = {"from": since, "to": until, "x": f"{x:.3f}", "y": f"{y:.3f}", "size": CUBE}
    return look | place | {"title": title, "cubes": drawn}
