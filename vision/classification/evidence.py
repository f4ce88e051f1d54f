"""All evidence about the dice of an image before the decision."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.classification.reader import FaceScores
from vision.classification.tilt import Tilt
from vision.core.arrays import F64, ImageU8, Mask
from vision.core.detections import Detections
from vision.mats.zones import DiePosition

_LEAST: Final = 0.05


def belief(dice: Detections, scores: FaceScores) -> F64:
    """Return the combined score of finder and reader for each die, shape (N,), 0..1."""
    # Floor: a cocked die has no readable face, but must outscore detections of its parts.
    return np.asarray(dice.scores * np.maximum(scores.best, _LEAST), np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """All evidence about N dice before the decision, in parallel arrays.

    Attributes:
        raw: (N, 64, 64, 3), BGR, top faces.
        crops: the same after the white balance.
        listing: (N,), log odds that they are dice.
    """

    dice: Detections
    raw: ImageU8
    crops: ImageU8
    scores: FaceScores
    places: tuple[DiePosition, ...]
    tilt: Tilt
    listing: F64

    @property
    def belief(self) -> F64:
        """Combined score of finder and reader for each die, shape (N,), 0..1."""
        return belief(self.dice, self.scores)

    @property
    def likeliest_types(self) -> npt.NDArray[np.str_]:
        """The most probable type of each die by the reader, shape (N,)."""
        pairs = self.scores.labels.pairs
        return np.array([pairs[label][0] for label in self.scores.faces.argmax(axis=1)], np.str_)

    def select(self, rows: Mask) -> "Evidence":
        """Return the dice of a mask, shape (N,)."""
        if rows.all():
            return self
        places = tuple(place for place, kept in zip(self.places, rows, strict=True) if kept)
        return Evidence(
            self.dice.select(rows),
            self.raw[rows],
            self.crops[rows],
            self.scores.select(rows),
            places,
            self.tilt.select(rows),
            self.listing[rows],
        )
