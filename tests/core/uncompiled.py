"""Plays the games of `test_with_checks_on` not compiled, and prints what they give as one object.

`NUMBA_DISABLE_JIT=1 python -m tests.core.uncompiled`
"""

from __future__ import annotations

import json
import traceback
import warnings

import numpy as np


class SwiftRecord(np.void):
    """Fields as attributes, as numpy's record has them, in a third of the time of a whole game;
    it has no others.
    """

    __getattribute__ = np.void.__getitem__
    __setattr__ = np.void.__setitem__


def main() -> None:
    np.record = SwiftRecord  # before the layouts are made
    from .test_with_checks_on import SCENARIOS

    warnings.simplefilter("ignore", RuntimeWarning)  # numpy warns where random words wrap
    print(json.dumps({name: digest_or_error(name) for name in SCENARIOS}))


def digest_or_error(name: str) -> str:
    from .test_with_checks_on import digest_of_a_game

    try:
        return digest_of_a_game(name)
    except Exception:
        return traceback.format_exc()


if __name__ == "__main__":
    main()
