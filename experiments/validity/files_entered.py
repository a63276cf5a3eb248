"""Count the package files that two commands enter: `python -m experiments.validity.files_entered`.

A file counts when one of its Python functions runs, as a profile hook sees it; module and class
bodies that run at import do not count, nor do comprehensions, which belong to what is around them.
Each command runs once before, so that kernels are compiled.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import rotwsim

PACKAGE = Path(rotwsim.__file__).parent
COMMANDS = {
    "run": "run --player random --games 200 --jobs 1 --quiet",
    "assumptions": "assumptions --games 20 --draws 4 --jobs 1 --quiet",
}
TRACE = """
import sys, threading
COMPREHENSIONS = ("<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>")
entered = set()
def enter(frame, event, argument):
    code = frame.f_code
    is_function = code.co_flags & 2 and code.co_name not in COMPREHENSIONS  # CO_NEWLOCALS
    if event == "call" and is_function:
        entered.add(code.co_filename)
from rotwsim.cli import main
threading.setprofile(enter)
sys.setprofile(enter)
try:
    main(sys.argv[1:], standalone_mode=False)
finally:
    sys.setprofile(None)
    print("ENTERED", *sorted(entered), sep="\\n")
"""


def main() -> None:
    for name, words in COMMANDS.items():
        files_entered(words)
        files = files_entered(words)
        print(f"{name}: {len(files)} files")
        if "--list" in sys.argv:
            print(*(f"  {file}" for file in files), sep="\n")


def files_entered(words: str) -> list[str]:
    """Run a command under the trace and list the files of the package that it entered."""
    done = subprocess.run(
        [sys.executable, "-c", TRACE, *words.split()], capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"rotwsim {words} failed:\n{done.stderr}")
    paths = map(Path, done.stdout.rpartition("ENTERED\n")[2].splitlines())
    return [str(path.relative_to(PACKAGE)) for path in paths if path.is_relative_to(PACKAGE)]


if __name__ == "__main__":
    main()
