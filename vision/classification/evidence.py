"""Everything known about the dice of a picture before the decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.classification.reader import FaceScores
from vision.classification.tilt import Tilt
from vision.core.arrays import F64, ImageU8
from vision.core.detections import Detections
from vision.mats.zones import DiePosition

_LEAST: Final = 0.05


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Everything known about N dice before the decision, side by side.

    Attributes:
        crops: (N, 64, 64, 3), BGR, after the white balance.
        clipped: (N,), bodies whose colour is partly lost (`vision.light.exposure.colour_clipped`).
        tilt: how the dice stand; None where there is no network that says it.
        askew: (N,), how much speaks for their not lying flat, free and in full view, log odds;
            None as for ``tilt``.
        listing: (N,), how much speaks for their being dice, log odds; None before the decision.
    """

    dice: Detections
    crops: ImageU8
    scores: FaceScores
    places: tuple[DiePosition, ...]
    clipped: npt.NDArray[np.bool_]
    tilt: Tilt | None = None
    askew: F64 | None = None
    listing: F64 | None = None

    @property
    def belief(self) -> F64:
        """How sure finder and reader together are of each die, shape (N,), 0..1."""
        # A cocked die shows no face, but more than a part of it does.
        return np.asarray(self.dice.scores * np.maximum(self.scores.best, _LEAST), np.float64)

    @property
    def likeliest_types(self) -> npt.NDArray[np.str_]:
        """The type that the reader takes each die for, shape (N,)."""
        pairs = self.scores.labels.pairs
        return np.array([pairs[label][0] for label in self.scores.faces.argmax(axis=1)], np.str_)

    def select(self, rows: npt.NDArray[np.bool_]) -> Evidence:
        """Return the dice of a mask, shape (N,)."""
        if rows.all():
            return self
        places = tuple(place for place, kept in zip(self.places, rows, strict=True) if kept)
        tilt = None if self.tilt is None else self.tilt.select(rows)
        askew, listing = (
            None if odds is None else odds[rows] for odds in (self.askew, self.listing)
        )
        return Evidence(
            self.dice.select(rows),
            self.crops[rows],
            self.scores.select(rows),
            places,
            self.clipped[rows],
            tilt,
            askew,
            listing,
        )
