"""The pieces on the map of a replay, each piece with the steps at which it is seen."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from matplotlib.path import Path as Curve

from rotwsim.replay.story import Event, Story, Tile
from rotwsim.replay.text import Step
from rotwsim.report.figures import board_ink
from rotwsim.report.figures.board_picture import city_centre, link_curve, track_curve
from rotwsim.scenario import hexes
from rotwsim.scenario.compile.routes import Route
from rotwsim.scenario.schema import Board

HOTEL_AT = (0.36, -0.36)  # from the middle of its city
HOTEL_STEP = 0.3  # from one hotel to the next
CUBE, CUBE_STEP = 0.27, 0.31  # sides of a cube, and from one to the next, in rows in the city
FOREVER = 9999  # a step after every last step


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
        curve = link_curve(board, route)
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
            path = svg_path(track_curve(begin, _hexes(tiles), _sides(tiles)))
            title = f"Open track from {start}: {len(tiles)} tiles"
            yield {"from": since, "to": number, "title": title, "path": path}
        for event in step.events:
            if event.name == "tiles laid" and "Link built" not in names:
                tiles = [*tiles, *event.facts.get("track", [])]
                lying[step.seat] = (number, start or event["from"], tiles)


def _lines(steps: list[Step], board: Board) -> Iterator[dict]:
    """Draw Major Lines once somebody has them."""
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
