"""Write docs/columns.md from the dictionary of columns: `python -m experiments.columns`."""

from rotwsim.report.columns import TITLES, dictionary


def as_markdown() -> str:
    """Write the dictionary as the page docs/columns.md."""
    lines = [
        "# Columns",
        "",
        "Every column of every table, with unit and meaning; in Python `rotwsim.columns()`. Values",
        "that do not exist are NA: points after a turn that was not played, the turn of a Baron",
        "that nobody claimed. Shares and differences of win rates are fractions: 0.01 is one",
        "percentage point. This page is written from the dictionary by `make docs`.",
    ]
    for table, entries in dictionary().items():
        lines += ["", f"## {TITLES[table]}", "", "| column | unit | meaning |"]
        lines += ["| --- | --- | --- |"]
        lines += [f"| `{one.name}` | {one.unit} | {one.meaning} |" for one in entries.values()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(as_markdown(), end="")
