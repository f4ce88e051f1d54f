"""Whether a face has an edge: print, cloth and displays show pips, but a die has a body.

The rim of a die's top face differs in colour from what is outside of it on at least three sides:
the table, its shadow, another die or the die's own sides. On the fourth a die of the same colour
may touch it.
"""

from typing import Final

import numpy as np

from vision.core.arrays import F64, ImageU8
from vision.core.crops import FACE_ZOOM

_RIM: Final = (0.78, 0.94)  # from the centre, in half edges
_OUTSIDE: Final = (1.10, 1.30)
_ALONG: Final = 0.6  # half edges to both sides of the middle: without the corners
_SIDES: Final = 4


def rim_steps(crops: ImageU8) -> F64:
    """Return the second smallest of the colour steps on the four sides of each face, shape (N,).

    In grey levels, 0..255: the largest difference of a channel's medians.

    Args:
        crops: BGR, upright faces, shape (N, S, S, 3).
    """
    if not len(crops):
        return np.empty(0)
    middle, half = (crops.shape[1] - 1) / 2, crops.shape[1] / 2 / FACE_ZOOM
    along = _pixels(middle, half, -_ALONG, _ALONG)
    steps = []
    for turn in range(_SIDES):
        turned = np.rot90(crops, turn, axes=(1, 2))[:, along]
        rim, outside = (
            np.median(turned[:, :, _pixels(middle, half, *band)], axis=(1, 2))
            for band in (_RIM, _OUTSIDE)
        )
        steps.append(np.abs(rim - outside).max(axis=1))
    return np.asarray(np.sort(np.stack(steps), axis=0)[1], np.float64)


def _pixels(middle: float, half: float, first: float, last: float) -> slice:
    """Return the pixels between two distances from the middle, in half edges."""
    return slice(round(middle + first * half), round(middle + last * half) + 1)
