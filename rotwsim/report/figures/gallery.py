"""Collect the figures of a report by section, and write them into pages (SVG) and files."""

from __future__ import annotations

import base64
import html
import io
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import matplotlib
from matplotlib.figure import Figure
from matplotlib.transforms import Bbox
from PIL import Image

from rotwsim.report.figures import (
    FAINT,
    FULL,
    HALF,
    LIGHT,
    NARROW,
    PAPER,
    SMALL,
    Picture,
    drawn_for,
    in_style,
)
from rotwsim.report.figures.board_picture import AS_FILE, READ_AGAIN
from rotwsim.report.figures.marks import wrapped
from rotwsim.report.results import Results
from rotwsim.scenario.files import write_whole

# Chapter, file and function of each figure, in the order of the page: a new figure is a file here
# and a line (docs/extend/figure.md). A function draws one picture, or one per baseline or board.
FIGURES = (
    ("maps", "how_hard", "scores_of_maps"),
    ("maps", "maps", "map_heat_of_people"),
    ("how-hard", "how_hard", "scores_by_map"),
    ("tweaks", "how_hard", "scores_by_tweak"),
    ("barons", "how_hard", "scores_by_baron"),
    ("how-hard", "maps", "map_heat"),
    ("how-hard", "how_hard", "win_rates"),
    ("how-hard", "how_hard", "points_over_turns"),
    ("tweaks", "tweaks", "tweak_differences"),
    ("tweaks", "maps", "skill_curves"),
    ("tweaks", "tweaks", "result_shift"),
    ("tweaks", "tweaks", "main_effects"),
    ("tweaks", "tweaks", "interactions"),
    ("barons", "barons", "baron_worth"),
    ("barons", "barons", "baron_skill_order"),
    ("barons", "barons", "baron_claims"),
    ("barons", "barons", "baron_timing"),
    ("barons", "barons", "baron_pairs"),
    ("points", "points", "points_by_source"),
    ("points", "points", "losses_to_the_railbot"),
    ("board", "points", "link_maps"),
    ("board", "points", "city_deliveries"),
    ("skill", "skill", "better_player"),
    ("skill", "skill", "ladder"),
    ("skill", "skill", "slips"),
    ("skill", "skill", "luck"),
    ("seats", "multiplayer", "seat_fairness"),
    ("seats", "multiplayer", "first_prices"),
    ("seats", "multiplayer", "scores_as_hills"),
    ("bidding", "multiplayer", "bidding_beside"),
    ("modules", "multiplayer", "modules_beside"),
    ("rail-barons", "multiplayer", "rail_baron_worth"),
    ("assumptions", "assumptions", "tornado"),
    ("assumptions", "assumptions", "win_rate_hill"),
    ("assumptions", "assumptions", "parameter_hills"),
    ("assumptions", "assumptions", "draw_spread"),
)
# Those that need the whole width of the page; the others share it, two beside each other.
FULL_WIDTH = {
    *("scores_by_map", "scores_of_maps", "scores_by_tweak", "scores_by_baron"),
    *("map_heat", "map_heat_of_people", "tweak_differences", "skill_curves", "baron_worth"),
    *("win_rates", "main_effects", "tornado", "ladder", "better_player"),
    *("seat_fairness", "bidding_beside", "modules_beside", "rail_baron_worth"),
}
FORMS = tuple(AS_FILE)  # of the files
DPI = 105
MAP_DPI = 150  # of the files
PAGE_DPI = 88  # of a map inside the page
QUALITY = 60  # of that map, as WebP
THUMB_DPI = 56  # of a small one on the home
LETTERS_PER_INCH = 11.0  # of the titles in the files
CAPTION_LETTERS = 12.3  # per inch, in smaller letters
TITLE, SPACING, GAP = 10.0, 1.35, 0.12  # points, lines, inches around what is written
DECIMALS = 1
TINY = 0.1  # below it a number is a scale, which decimals alone would spoil
NUMBER = re.compile(r"-?\d+\.\d{2,}")
FAMILY = re.compile(r"(font-family: |font: [^;\"]*?\dpx )[^;\"]*")
# What every text has from the drawing around it, and ends of lines that nobody sees.
INHERITED = (
    *(f"font-size: {SMALL}px; ", "font-family: var(--sans); "),
    *("; stroke-linecap: square", "; stroke-linejoin: miter"),
)
NO_TURN = re.compile(r' transform="rotate\(-?0 [^"]*"')


def pictures_of(results: Results, chapter: str) -> list[Picture]:
    """Draw the figures of a chapter that its tables allow, each for a laptop and for a phone."""
    with in_style():
        return [
            picture
            for own, file, function in FIGURES
            if own == chapter
            for picture in _both_sizes(
                getattr(import_module(f"{__package__}.{file}"), function),
                results,
                is_full=function in FULL_WIDTH,
            )
        ]


def _both_sizes(
    draw: Callable[[Results], list[Picture]], results: Results, *, is_full: bool
) -> list[Picture]:
    with drawn_for(FULL if is_full else HALF):
        large = draw(results)
    if all(picture.is_map for picture in large):
        return large
    with drawn_for(NARROW):
        small = draw(results)
    return [
        replace(picture, narrow=phone.figure, is_full=is_full)
        for picture, phone in zip(large, small, strict=True)
    ]


def embedded(picture: Picture) -> str:
    """Write the figure as HTML: an SVG that follows the page's theme, or a map as an image.

    A figure that was drawn for a phone, too, is there twice; the style sheet shows one of them.
    """
    if not picture.is_map:
        wide = inline_svg(picture.figure, picture.name, picture.alt)
        if picture.narrow is None:
            return wide
        narrow = inline_svg(picture.narrow, f"{picture.name}-narrow", picture.alt)
        return wide.replace('"drawn"', '"drawn wide"', 1) + narrow.replace(
            '"drawn"', '"drawn narrow"', 1
        )
    png, webp = io.BytesIO(), io.BytesIO()
    picture.figure.savefig(png, format="png", dpi=PAGE_DPI, pil_kwargs=READ_AGAIN)
    image = Image.open(png).convert("RGB")
    image.save(webp, format="webp", quality=QUALITY, method=4)
    data = base64.b64encode(webp.getvalue()).decode("ascii")
    size = f'width="{image.width}" height="{image.height}"'
    return f'<img src="data:image/webp;base64,{data}" {size} alt="{_escaped(picture.alt)}">'


def thumbnail(picture: Picture) -> str:
    """Draw the figure small, as the address of an image: enough to recognise it."""
    png, webp = io.BytesIO(), io.BytesIO()
    picture.figure.savefig(png, format="png", dpi=THUMB_DPI, facecolor=PAPER)
    Image.open(png).convert("RGB").save(webp, format="webp", quality=QUALITY, method=4)
    return f"data:image/webp;base64,{base64.b64encode(webp.getvalue()).decode('ascii')}"


def write_files(picture: Picture, folder: Path, forms: Iterable[str] = FORMS) -> list[Path]:
    """Write the figure in these forms, with its title and caption."""
    folder.mkdir(parents=True, exist_ok=True)
    with in_style(), matplotlib.rc_context({"svg.fonttype": "path", "svg.hashsalt": picture.name}):
        picture.figure.set_layout_engine("none")  # as in the page
        page = _write_around(picture)
        paths = []
        for form in forms:
            path = folder / f"{picture.name}.{form}"
            drawn = io.BytesIO()
            picture.figure.savefig(
                drawn,
                format=form,
                dpi=MAP_DPI if picture.is_map else DPI,
                facecolor=PAPER,
                bbox_inches=page,
                **AS_FILE[form],
            )
            write_whole(path, _smaller(drawn, form))
            paths.append(path)
    return paths


def _write_around(picture: Picture) -> Bbox:
    """Write title and caption outside the figure; return the page around all, in inches."""
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
    picture = Image.open(drawn).convert("RGB").quantize(96, dither=Image.Dither.NONE)
    picture.save(small, format="png")
    return small.getvalue()


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")


def inline_svg(figure: Figure, name: str, alt: str) -> str:
    """Write the figure as an <svg> element that fits beside others in one page."""
    text = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": name, "svg.fonttype": "none"}):
        figure.savefig(text, format="svg", transparent=True, metadata={"Date": None})
    svg = without_noise(text.getvalue())
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<style[^>]*>.*?</style>", "", svg, flags=re.DOTALL)  # would style the page too
    svg = with_own_names(svg, name)
    svg = NO_TURN.sub("", FAMILY.sub(r"\1var(--sans)", svg))
    for said in INHERITED:
        svg = svg.replace(said, "")
    for role, colour in LIGHT.items():
        svg = svg.replace(colour, f"var(--{role})")
    (box,) = re.findall(r'<svg[^>]* (viewBox="[^"]+")', svg)
    font = f"font: {SMALL}px var(--sans)"
    start = f'<svg class="drawn" {box} style="{font}" role="img" aria-label="{html.escape(alt)}">'
    return re.sub(r"<svg[^>]*>", lambda _: start, svg, count=1).strip()


def without_noise(svg: str) -> str:
    """Drop metadata, comments and digits that no screen shows."""
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<!--.*?-->", "", svg, flags=re.DOTALL)
    svg = NUMBER.sub(_rounded, svg)
    svg = re.sub(r"\s*\n\s*", "\n", svg)
    return re.sub(r"(?<=[MLQCz\d]) \n(?=[MLQCz])", "", svg)


def with_own_names(svg: str, name: str) -> str:
    """Put the figure's name before ids that are used, and drop all others."""
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', svg))
    svg = svg.replace("xlink:href", "href")
    svg = re.sub(
        r' id="([^"]+)"', lambda found: f' id="{name}-{found[1]}"' if found[1] in used else "", svg
    )
    return re.sub(r'(href="#|url\(#)', lambda found: f"{found[1]}{name}-", svg)


def _rounded(found: re.Match) -> str:
    number = float(found[0])
    if 0 < abs(number) < TINY:
        return f"{number:.4g}"
    return f"{number:.{DECIMALS}f}".rstrip("0").rstrip(".")
