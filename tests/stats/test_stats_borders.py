"""Claims about the package itself: it starts fast and knows nothing of the game."""

import subprocess
import sys
from pathlib import Path

import rotwsim.stats
from rotwsim.stats import Estimate


def test_importing_the_package_loads_neither_scipy_nor_pandas():
    code = (
        "import sys, rotwsim.stats as s; s.wilson(1, 2); s.paired_difference([1], [0]);"
        "s.holm([0.1]);"
        "print(sorted({'scipy', 'pandas', 'statsmodels'} & set(sys.modules)))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_no_chapter_imports_anything_else_of_the_project():
    for chapter in Path(rotwsim.stats.__file__).parent.glob("*.py"):
        for line in chapter.read_text(encoding="utf-8").splitlines():
            if line.strip().startswith(("import rotwsim", "from rotwsim")):
                assert "rotwsim.stats" in line, f"{chapter.name}: {line}"


def test_an_estimate_can_change_its_unit():
    share = Estimate(0.02, -0.01, 0.05, 900)
    points = share.scaled(100)
    assert (points.value, points.low, points.high, points.n) == (2.0, -1.0, 5.0, 900)
    flipped = share.scaled(-1)
    assert (flipped.low, flipped.high) == (-0.05, 0.01)


def test_an_estimate_knows_its_reach_and_what_it_covers():
    share = Estimate(0.5, 0.4, 0.6, 100)
    assert round(share.half_width, 12) == 0.1
    assert share.covers(0.6) and not share.covers(0.61)
    assert share.as_dict() == {"value": 0.5, "low": 0.4, "high": 0.6, "n": 100}
