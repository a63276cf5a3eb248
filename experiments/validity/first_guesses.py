"""First guesses of a new reader: `python -m experiments.validity.first_guesses [ANSWERS]`.

Without a file it prints the questions and the names of all files of the package, nothing else.
ANSWERS has a line for each question in order: the first and the second guess, a comma between them.
A first guess that is right counts 2, a second 1; `--check` says which answers do not exist.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import rotwsim

PACKAGE = Path(rotwsim.__file__).parent
QUESTIONS = Path(__file__).with_suffix(".toml")
FIRST, SECOND = 2, 1
NO_GUESS = ""


def main() -> None:
    asked = tomllib.loads(QUESTIONS.read_text(encoding="utf-8"))
    questions = asked["question"]
    if sys.argv[1:] == ["--check"]:
        print(*missing([*questions, *asked["path"]]), sep="\n")
    elif sys.argv[1:]:
        lines = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
        points = [score(each["right"], line) for each, line in zip(questions, lines, strict=True)]
        for each, found in zip(questions, points, strict=True):
            print(f"{found}  {each['ask']}  {' or '.join(each['right'])}")
        print(f"{sum(points)} of {FIRST * len(points)}: {sum(points) / FIRST / len(points):.2f}")
    else:
        for number, each in enumerate(questions, start=1):
            print(f"{number}. {each['ask']}")
        print("\nFiles of the package:", *names(), sep="\n")


def names() -> list[str]:
    """List the files of code and data; an empty one says nothing."""
    files = [path for ending in ("py", "toml") for path in PACKAGE.rglob(f"*.{ending}")]
    return sorted(path.relative_to(PACKAGE).as_posix() for path in files if path.stat().st_size)


def score(right: list[str], line: str) -> int:
    """Count 2 for the first guess, 1 for the second; a guess may leave out `rotwsim/`."""
    first, second, *_ = [*(guess.strip() for guess in line.split(",")), NO_GUESS, NO_GUESS]
    is_right = [guess.removeprefix("rotwsim/") in right for guess in (first, second)]
    return FIRST if is_right[0] else SECOND if is_right[1] else 0


def missing(questions: list[dict]) -> list[str]:
    """List right answers that are no file any more."""
    answers = {answer for each in questions for answer in each["right"]}
    return sorted(answer for answer in answers if not (PACKAGE / answer).is_file())


if __name__ == "__main__":
    main()
