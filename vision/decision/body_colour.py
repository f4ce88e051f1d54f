"""Name of the body colour of an ordinary die."""

from typing import Final

import cv2
import numpy as np

from vision.core.arrays import F32, ImageU8
from vision.core.crops import FACE_ZOOM

_BODY_SHARE = 0.86  # of the edge; excludes the rounded rim and the background

# L*, a* and b* (CIE 1976, L* 0..100) of bodies under a neutral illuminant.
_NAMES: Final = (
    ("white", (90, 2, -2)),
    ("white", (78, 0, 4)),
    ("red", (45, 62, 38)),
    ("red", (36, 50, 30)),
    ("purple", (78, 30, -24)),
    ("purple", (40, 40, -40)),
    ("cyan", (80, -14, -26)),
    ("cyan", (60, -28, -14)),
    ("brown", (72, 8, 38)),
    ("brown", (40, 18, 28)),
    ("green", (78, -38, 66)),
    ("green", (48, -42, 30)),
    ("green", (32, -28, 16)),
    ("yellow", (90, -8, 78)),
    ("yellow", (78, 2, 66)),
    ("blue", (40, 8, -48)),
    ("blue", (28, 12, -36)),
    ("blue", (30, 32, -58)),
    ("blue", (55, -6, -36)),
    ("black", (16, 0, 0)),
    ("black", (30, 0, -2)),
    ("orange", (66, 42, 62)),
    ("pink", (70, 38, 4)),
    ("pink", (60, 56, 0)),
)
_LABS = np.array([place for _, place in _NAMES], dtype=np.float32)
_LIGHTNESS_WEIGHT = 0.6  # shading affects lightness most


def body_colour(crop: ImageU8) -> str:
    """Return the colour name for one upright BGR crop of a face, shape (h, w, 3).

    Pips cover less than half of a face, so its median colour is the body's.
    """
    side = crop.shape[0]
    margin = round(side * (1 - _BODY_SHARE / FACE_ZOOM) / 2)
    face = crop[margin : side - margin, margin : side - margin]
    median = np.median(face.reshape(-1, 3), axis=0).astype(np.float32)
    return colour_word(median)


def colour_word(bgr: F32) -> str:
    """Return the nearest colour name for a BGR colour, 0..255, shape (3,)."""
    pixel = (np.asarray(bgr, dtype=np.float32) / 255.0).reshape(1, 1, 3)
    lab = cv2.cvtColor(pixel, cv2.COLOR_BGR2Lab).reshape(3)
    gap = (lab - _LABS) * (_LIGHTNESS_WEIGHT, 1.0, 1.0)
    return _NAMES[int(np.argmin((gap**2).sum(axis=1)))][0]
