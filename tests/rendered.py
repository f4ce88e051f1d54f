"""Stored pictures of mats with dice, rendered by ``python -m tests.training.pictures``."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from vision.core.arrays import F64, ImageU8

FOLDER = Path(__file__).parent / "rendered"


@dataclass(frozen=True, slots=True)
class DrawnDie:
    """A die in a picture: "type/face", centre and mean edge of its top face."""

    label: str
    center_px: tuple[float, float]
    edge_px: float


@dataclass(frozen=True, slots=True)
class Rendered:
    """A picture, its dice, and the homography from millimetres on the mat to its pixels."""

    stored: ImageU8
    dice: tuple[DrawnDie, ...]
    ground: F64

    @property
    def pixels(self) -> ImageU8:
        """A copy of the picture, BGR."""
        return self.stored.copy()

    def of(self, point_mm: Sequence[float]) -> tuple[float, float]:
        """Return where a point of the mat is in the picture."""
        x, y, w = self.ground @ (point_mm[0], point_mm[1], 1.0)
        return float(x / w), float(y / w)


@cache
def rendered(name: str) -> Rendered:
    """Return a stored picture."""
    pixels = cv2.imread(str(FOLDER / f"{name}.jpg"))
    assert pixels is not None
    truth = json.loads((FOLDER / "scenes.json").read_text())[name]
    dice = tuple(DrawnDie(label, (x, y), edge) for label, x, y, edge in truth["dice"])
    return Rendered(np.asarray(pixels, np.uint8), dice, np.array(truth["ground"]))
