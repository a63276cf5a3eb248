"""Collect the figures of a report by section, and write them into pages (SVG) and files.

Longer than most: a third makes the SVG of a page small.
"""

import base64
import html
import io
import re
import zlib
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import matplotlib
from matplotlib.figure import Figure
from matplotlib.transforms import Bbox
from PIL import Image

from rotwsim.report import figures
from rotwsim.report.figures import FAINT, FULL, HALF, PAPER, SMALL, Picture, drawn_for, figure_data
from rotwsim.report.figures.board_picture import AS_FILE, READ_AGAIN
from rotwsim.report.figures.marks import wrapped
from rotwsim.report.results import Results
from rotwsim.scenario.files import write_whole

FIGURES = tuple(map(tuple, figure_data()["order"]))
DPI = 105  # of the files
PAGE_DPI = 88  # of a map inside the page
QUALITY = 50  # of that map, as WebP
THUMB_DPI = 44  # of a small one on the home
COLOURS = 48  # of a PNG; a chart has fewer
LETTERS_PER_INCH = 11.0  # of the titles in the files
CAPTION_LETTERS = 12.3  # per inch, in smaller letters
TITLE, SPACING, GAP = 10.0, 1.35, 0.12  # points, lines, inches around what is written
DECIMALS = 1
TINY = 0.1  # below it a number is a scale, which decimals alone would spoil
NUMBER = re.compile(r"-?\d+\.\d{2,}")
FAMILY = re.compile(r"(font-family: |font: [^;\"]*?\dpx )[^;\"]*")
NO_TURN = re.compile(r' transform="rotate\(-?0 [^"]*"')


def pictures_of(results: Results, chapter: str) -> list[Picture]:
    """Draw the figures of a chapter that its tables allow, each for a laptop and for a phone.

    Half figures are two beside each other; an odd one at the end fills the page.
    """
    found = []
    with figures.in_style():
        for own, file, function, *width in FIGURES:
            if own == chapter:
                draw = getattr(import_module(f"{__package__}.{file}"), function)
                pictures = _both_sizes(draw, results, is_full=bool(width))
                found += [(picture, draw) for picture in pictures]
        halves = [place for place, (picture, _) in enumerate(found) if not picture.is_full]
        if len(halves) % 2:
            last, draw = found[halves[-1]]
            wide = {picture.name: picture for picture in _both_sizes(draw, results, is_full=True)}
            found[halves[-1]] = wide[last.name], draw
    return [picture for picture, _ in found]


def _both_sizes(
    draw: Callable[[Results], list[Picture]], results: Results, *, is_full: bool
) -> list[Picture]:
    with drawn_for(FULL if is_full else HALF):
        large = draw(results)
    if all(picture.is_map for picture in large):
        return large
    with drawn_for(figures.NARROW):
        small = draw(results)
    return [
        replace(picture, narrow=phone.figure, is_full=is_full)
        for picture, phone in zip(large, small, strict=True)
    ]


def embedded(picture: Picture) -> str:
    """Write the figure as HTML: an SVG that follows the page's theme, or a map as an image.

    A figure that was drawn for a phone, too, is there twice; the style sheet shows one of them.
    """
    says = f'role="img" aria-label="{html.escape(picture.alt)}"'
    if picture.is_map:
        image, address = as_webp(picture.figure, dpi=PAGE_DPI, pil_kwargs=READ_AGAIN)
        size = f'width="{image.width}" height="{image.height}"'
        return f'<img src="{address}" {size} alt="{html.escape(picture.alt)}">'
    if picture.narrow is None:
        return inline_svg(picture.figure, picture.name, "drawn", says)
    wide = inline_svg(picture.figure, picture.name, "drawn wide")
    narrow = inline_svg(picture.narrow, f"{picture.name}-narrow", "drawn narrow")
    return f"<div {says}>{wide}{narrow}</div>"


def thumbnail(picture: Picture) -> str:
    return as_webp(picture.figure, dpi=THUMB_DPI, facecolor=PAPER)[1]


def as_webp(figure: Figure, **options) -> tuple[Image.Image, str]:
    """Draw an image, and give the address that holds all of it."""
    png, webp = io.BytesIO(), io.BytesIO()
    figure.savefig(png, format="png", **options)
    image = Image.open(png).convert("RGB")
    image.save(webp, format="webp", quality=QUALITY, method=4)
    return image, f"data:image/webp;base64,{base64.b64encode(webp.getvalue()).decode('ascii')}"


def write_file(picture: Picture, path: Path) -> Path:
    """Write the figure with its title and caption as a PNG or SVG, as the name of the file says."""
    path.parent.mkdir(parents=True, exist_ok=True)
    form, drawn = path.suffix[1:], io.BytesIO()
    own: dict = {"svg.fonttype": "path", "svg.hashsalt": picture.name}
    with figures.in_style(), matplotlib.rc_context(own):
        picture.figure.set_layout_engine("none")  # as in the page
        before = len(picture.figure.texts)
        look = {"facecolor": PAPER, "bbox_inches": _write_around(picture), **AS_FILE[form]}
        picture.figure.savefig(drawn, format=form, dpi=DPI, **look)
        for text in picture.figure.texts[before:]:  # a page has its own title and caption
            text.remove()
    write_whole(path, _smaller(drawn, form))
    return path


def _write_around(picture: Picture) -> Bbox:
    width, height = picture.figure.get_size_inches()
    title = wrapped(picture.title, int(LETTERS_PER_INCH * width))
    caption = wrapped(picture.caption, int(CAPTION_LETTERS * width))
    for text, place, side, options in (
        (title, 1 + GAP / height, "bottom", {"fontsize": TITLE, "fontweight": "bold"}),
        (caption, -GAP / height, "top", {"fontsize": SMALL, "color": FAINT}),
    ):
        picture.figure.text(0.0, place, text, va=side, linespacing=SPACING, **options)
    drawn = picture.figure.get_tightbbox()  # whatever was written is inside, nothing is clipped
    return Bbox.union([Bbox([[0, 0], [width, height]]), drawn]).padded(GAP)


def _smaller(drawn: io.BytesIO, form: str) -> bytes:
    if form == "svg":
        return without_noise(drawn.getvalue().decode("utf-8")).encode("utf-8")
    small = io.BytesIO()
    picture = Image.open(drawn).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    picture.save(small, format="png", optimize=True)
    return small.getvalue()


def inline_svg(figure: Figure, name: str, kind: str, says: str = 'aria-hidden="true"') -> str:
    """Write the figure as an <svg> element that fits beside others in one page."""
    text = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": name, "svg.fonttype": "none"}):
        figure.savefig(text, format="svg", transparent=True, metadata={"Date": None})
    svg = without_noise(text.getvalue())
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<style[^>]*>.*?</style>", "", svg, flags=re.DOTALL)  # would style the page too
    svg = without_empty_groups(with_own_names(svg, name))
    svg = re.sub(r"<g ?/>|<defs>\s*</defs>", "", svg)
    svg = NO_TURN.sub("", FAMILY.sub(r"\1var(--sans)", svg))
    svg = re.sub(r' d="([^"]*)"', lambda found: f' d="{shorter_path(found[1])}"', svg)
    for role, colour in figures.LIGHT.items():
        svg = svg.replace(colour, f"var(--{role})")
    (box,) = re.findall(r'<svg[^>]* (viewBox="[^"]+")', svg)
    start = f'<svg class="{kind}" {box} style="font: {SMALL}px var(--sans)" {says}>'
    svg = re.sub(r"<svg[^>]*>", lambda _: start, svg, count=1)
    return re.sub(r">\s+<", "><", svg).strip()


def without_noise(svg: str) -> str:
    """Drop metadata, comments and digits that no screen shows."""
    svg = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", svg, flags=re.DOTALL)
    svg = NUMBER.sub(_rounded, svg)
    svg = re.sub(r"\s*\n\s*", "\n", svg)
    return re.sub(r"(?<=[MLQCz\d]) \n(?=[MLQCz])", "", svg)


def without_empty_groups(svg: str) -> str:
    """Drop the groups that neither name nor move what is in them."""
    is_bare: list[bool] = []

    def kept(found: re.Match) -> str:
        if found[0] != "</g>":
            is_bare.append(found[0] == "<g>")
            return "" if is_bare[-1] else found[0]
        return "" if is_bare.pop() else found[0]

    return re.sub(r"<g>|<g [^>]*>|</g>", kept, svg)


def shorter_path(path: str) -> str:
    """Write a path by the steps from point to point, which have fewer digits than the points."""
    said, here, begin, across = [], (0, 0), (0, 0), 0
    for letter, numbers in re.findall(r"([MLQCz])([^MLQCz]*)", path):
        if letter == "z":
            said.append("z")
            here = begin
            continue
        tenths = [round(10 * float(number)) for number in numbers.split()]
        points = list(zip(tenths[::2], tenths[1::2], strict=True))
        steps = [(x - here[0], y - here[1]) for x, y in points]
        if letter == "L" and not steps[0][1] and said[-1][0] == "h":  # goes on along the axis
            steps[0] = (steps[0][0] + across, 0)
            said.pop()
        across = steps[0][0] if letter == "L" else 0
        said.append(_step(letter, steps if letter != "M" else points, said[-1:]))
        here = points[-1]
        begin = here if letter == "M" else begin
    return "".join(said)


def _step(letter: str, steps: list[tuple[int, int]], before: list[str]) -> str:
    """Write one step; a step along an axis has one number, a repeated letter is not needed."""
    if letter == "L" and 0 in steps[0]:
        across, down = steps[0]
        return f"v{_tenths(down)}" if not across and down else f"h{_tenths(across)}"
    letter = letter if letter == "M" else letter.lower()
    numbers = [_tenths(number) for step in steps for number in step]
    shown = "".join(one if one.startswith("-") else f" {one}" for one in numbers)
    goes_on = letter == "l" and before and before[0][0] in "l -.0123456789"
    return shown if goes_on else f"{letter}{shown.lstrip(' ')}"


def _tenths(number: int) -> str:
    whole, tenth = divmod(abs(number), 10)
    shown = f"{whole or ''}.{tenth}" if tenth else str(whole)
    return f"-{shown}" if number < 0 else shown


def with_own_names(svg: str, name: str) -> str:
    """Give ids that are used short names of this figure, and drop all others."""
    used = dict.fromkeys(re.findall(r'(?:href="#|url\(#)([^")]+)', svg))
    own = f"{zlib.crc32(name.encode()):x}"[:5]
    names = {one: f"f{own}-{number}" for number, one in enumerate(used)}
    svg = svg.replace("xlink:href", "href")
    svg = re.sub(
        r' id="([^"]+)"', lambda found: f' id="{names[found[1]]}"' if found[1] in names else "", svg
    )
    return re.sub(r'(href="#|url\(#)([^")]+)', lambda found: f"{found[1]}{names[found[2]]}", svg)


def _rounded(found: re.Match) -> str:
    number = float(found[0])
    if 0 < abs(number) < TINY:
        return f"{number:.4g}"
    return f"{number:.{DECIMALS}f}".rstrip("0").rstrip(".")
