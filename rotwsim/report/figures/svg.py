"""From a drawn figure to a small inline SVG: own names, CSS colours, rounded numbers."""

from __future__ import annotations

import html
import io
import re

import matplotlib
from matplotlib.figure import Figure

from rotwsim.report.figures.style import LIGHT

DECIMALS = 2
SMALL = 0.1  # below it a number is a scale, which decimals alone would spoil
NUMBER = re.compile(r"-?\d+\.\d{3,}")
FAMILY = re.compile(r"(font-family: |font: [^;\"]*?\dpx )[^;\"]*")
NO_TURN = re.compile(r' transform="rotate\(-?0 [^"]*"')


def inline_svg(figure: Figure, name: str, alt: str) -> str:
    """The figure as an <svg> element that can stand beside others in one page."""
    text = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": name, "svg.fonttype": "none"}):
        figure.savefig(text, format="svg", transparent=True, metadata={"Date": None})
    svg = without_noise(text.getvalue())
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<style[^>]*>.*?</style>", "", svg, flags=re.DOTALL)  # would style the page too
    svg = with_own_names(svg, name)
    svg = NO_TURN.sub("", FAMILY.sub(r"\1var(--sans)", svg))
    for role, colour in LIGHT.items():
        svg = svg.replace(colour, f"var(--{role})")
    box = re.search(r'viewBox="([^"]+)"', svg)[1]
    start = f'<svg class="drawn" viewBox="{box}" role="img" aria-label="{html.escape(alt)}">'
    return re.sub(r"<svg[^>]*>", lambda _: start, svg, count=1).strip()


def without_noise(svg: str) -> str:
    """The same picture without metadata and comments, with no more digits than a screen shows."""
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<!--.*?-->", "", svg, flags=re.DOTALL)
    svg = NUMBER.sub(_rounded, svg)
    svg = re.sub(r"\s*\n\s*", "\n", svg)
    return re.sub(r"(?<=[MLQCz\d]) \n(?=[MLQCz])", "", svg)


def with_own_names(svg: str, name: str) -> str:
    """Ids that are used get the figure's name in front, all others go."""
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', svg))
    svg = svg.replace("xlink:href", "href")
    svg = re.sub(
        r' id="([^"]+)"', lambda found: f' id="{name}-{found[1]}"' if found[1] in used else "", svg
    )
    return re.sub(r'(href="#|url\(#)', lambda found: f"{found[1]}{name}-", svg)


def _rounded(found: re.Match) -> str:
    number = float(found[0])
    if 0 < abs(number) < SMALL:
        return f"{number:.4g}"
    return f"{number:.{DECIMALS}f}".rstrip("0").rstrip(".")
