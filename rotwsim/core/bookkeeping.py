"""numba's bookkeeping made cheap: a fifth of the time to compile the game went into it.

Each of these answers as before; only how long numba took for it is no longer kept.
"""

from contextlib import nullcontext

from numba.core import event, types
from numba.core.targetconfig import TargetConfig


def spare_bookkeeping() -> None:
    """From now on numba compiles faster; what it compiles is the same."""
    # The state of a game has hundreds of fields, and every pass of the compiler writes them out.
    types.Record.__repr__ = lambda record: record.name
    # The flags of a compilation are a key of every call; all were compared, also those not set.
    TargetConfig.__hash__ = lambda flags: hash(tuple(sorted(flags._values)))
    TargetConfig.__eq__ = _have_same_values
    # Kernels compile those below them: each clock that is started ticks for all above it.
    event.install_timer = lambda kind, callback: nullcontext()


def _have_same_values(flags, others) -> bool:
    return isinstance(others, TargetConfig) and flags._values == others._values
