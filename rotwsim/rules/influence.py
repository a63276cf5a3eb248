"""Which assumed figures matter most, as measured by `rotwsim assumptions`."""

from __future__ import annotations

from rotwsim.rules.reader import read_toml
from rotwsim.rules.rulebook import DATA

FILE = "influence.toml"


def order_of_influence() -> list[str]:
    """Kinds of figures by their key without numbers, the strongest first; none if not measured."""
    path = DATA / FILE
    if not path.is_file():
        return []
    entries = read_toml(path, FILE).get("order", [])
    strongest = sorted(entries, key=lambda entry: -entry["influence"])
    return [key for entry in strongest for key in entry["keys"]]
