"""Everything known about the dice of a picture before the verdict."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.arrays import ImageU8
from vision.detections import Detections
from vision.reader import FaceScores
from vision.tilt import Tilt
from vision.zones import Place


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Everything known about N dice before the verdict, side by side.

    Attributes:
        crops: (N, 64, 64, 3), BGR, after the white balance.
        tilt: how the dice stand; None where there is no network that says it.
    """

    dice: Detections
    crops: ImageU8
    scores: FaceScores
    places: tuple[Place, ...]
    tilt: Tilt | None = None

    def select(self, rows: npt.NDArray[np.bool_]) -> Evidence:
        """Return the dice of a mask, shape (N,)."""
        scores = replace(
            self.scores,
            faces=self.scores.faces[rows],
            none=self.scores.none[rows],
            foreign=self.scores.foreign[rows],
            odd=self.scores.odd[rows],
        )
        places = tuple(place for place, kept in zip(self.places, rows, strict=True) if kept)
        tilt = None if self.tilt is None else self.tilt.select(rows)
        return Evidence(self.dice.select(rows), self.crops[rows], scores, places, tilt)
