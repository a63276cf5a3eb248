"""The form in which players answer: an action is six numbers."""

import numpy as np

from rotwsim.core.jit import kernel


@kernel
def an_action(kind, a=0, b=0, c=0, d=0, e=0):
    """Kind and five arguments, see core.codes."""
    return (
        np.int64(kind),
        np.int64(a),
        np.int64(b),
        np.int64(c),
        np.int64(d),
        np.int64(e),
    )
