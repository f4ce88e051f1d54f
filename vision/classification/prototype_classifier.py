"""Faces that people showed or corrected, of dice that the network was trained on, too.

The network stays the fallback. A crop that lies near a shown face in the network's
space gets that face's name: pictures of one face under one lamp lie 0.1 to 0.3 apart, the same
glyph on dice of another colour hardly ever nearer than 0.45.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.classification.enrolled import EnrolledFaces, FacePrototypes
from vision.core.arrays import F32, F64
from vision.core.inference import ReaderNet
from vision.core.labels import LabelSet

_SAME, _OTHER = 0.20, 0.40  # nearer than the first is the shown face, farther than the second not
_BELIEVED: Final = 0.98
_LIKELIER, _CONTESTED = 0.85, 0.4
"""What a shown face weighs where the network is for something else, less or more sure: a person
should look. White and lilac dice with one glyph lie 0.2 apart at times."""

_TWIN: Final = 0.10  # so near even dice with the same glyph and another colour never lie
_SURE: Final = 0.9
_LOOKS: Final = 2  # so many pictures of a face that was shown on purpose outweigh the network


@dataclass(frozen=True, slots=True, eq=False)
class PrototypeClassifier:
    """Shown faces in one model's space.

    Attributes:
        prototypes: of the shown faces.
        columns: (K,), for each of their labels its output of the network.
        outweighs: (K,), labels that were shown often enough to outweigh the network.
        glyphs: a number for the face of each of the network's outputs.
    """

    prototypes: FacePrototypes
    columns: npt.NDArray[np.intp]
    outweighs: npt.NDArray[np.bool_]
    glyphs: npt.NDArray[np.intp]

    @classmethod
    def of(
        cls, faces: EnrolledFaces, labels: LabelSet, net: ReaderNet
    ) -> PrototypeClassifier | None:
        """Return what *faces* teach about the network's *labels*; None where they teach nothing."""
        known = faces.select([label in labels.pairs for label in faces.labels])
        if not len(known):
            return None
        prototypes = FacePrototypes.of(known, net)
        each = zip(known.labels, known.in_passing, strict=True)
        shown = [label for label, in_passing in each if not in_passing]
        return cls(
            prototypes,
            np.array([labels.pairs.index(label) for label in prototypes.labels]),
            np.array([shown.count(label) >= _LOOKS for label in prototypes.labels]),
            np.unique([face for _, face in labels.pairs], return_inverse=True)[1],
        )

    def weighed(self, shares: F64, points: F32) -> tuple[F64, F64]:
        """Return the probabilities with the shown faces, and their weight for each die.

        Args:
            shares: (N, K), the network's, of all its outputs.
            points: (N, D), its embeddings, of length 1.

        Returns:
            Probabilities of the same shape, and weights, shape (N,).
        """
        if not len(shares):
            return shares, np.empty(0)
        apart = self.prototypes.distances(points)
        nearest = apart.argmin(axis=1)
        rows = np.arange(len(shares))
        near = np.clip((_OTHER - apart[rows, nearest]) / (_OTHER - _SAME), 0.0, 1.0)
        column = self.columns[nearest]
        agreed = shares.argmax(axis=1) == column
        glyph = self.glyphs[shares.argmax(axis=1)] == self.glyphs[column]
        twin = apart[rows, nearest] < np.where(glyph, _TWIN, _SAME)
        agreed |= self.outweighs[nearest] & twin
        doubt = np.where(shares.max(axis=1) > _SURE, _CONTESTED, _LIKELIER)
        most = np.where(agreed, _BELIEVED, doubt)
        weight = near * most
        result = shares * (1.0 - weight[:, None])
        result[rows, column] += weight
        return result, weight
