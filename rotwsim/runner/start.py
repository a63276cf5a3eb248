"""A quicker start: numba need not look for BLAS, which no kernel of the game calls."""

from __future__ import annotations

import numba


def skip_blas() -> None:
    """Loads numba's array functions without scipy.linalg, a fifth of the way to the first game.

    numba only asks whether it is there, and it is: scipy is required. Whoever calls BLAS in a
    kernel still has it checked at that moment.
    """
    if numba.config.DISABLE_JIT:
        return
    from numba.np import linalg

    check, linalg.ensure_blas = linalg.ensure_blas, lambda: None
    try:
        from numba.np import arraymath

        arraymath.ensure_blas = check
    finally:
        linalg.ensure_blas = check
