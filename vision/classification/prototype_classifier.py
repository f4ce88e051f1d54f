"""Nearest-neighbour classification of the reader's labels by enrolled or corrected faces.

The network is the fallback. A crop whose embedding is close to an enrolled face gets that face's
label: images of one face under one light source are 0.1 to 0.3 apart, the same glyph on dice of
another colour is rarely closer than 0.45.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.classification.enrolled import EnrolledFaces, FacePrototypes
from vision.core.arrays import F32, F64, Indices, Mask
from vision.core.inference import ReaderNet
from vision.core.labels import LabelSet

_SAME, _OTHER = 0.20, 0.40  # distances: closer is the enrolled face, farther is not
_BELIEVED: Final = 0.98
_LIKELIER, _CONTESTED = 0.85, 0.4
"""Weight of an enrolled face where the network predicts another label, with low or high confidence;
the die is flagged ``check``. White and lilac dice with one glyph are sometimes 0.2 apart."""

_TWIN: Final = 0.10  # dice with the same glyph in another colour are never as close
_SURE: Final = 0.9
_MIN_IMAGES: Final = 2  # deliberately enrolled images of a face that outweigh the network


@dataclass(frozen=True, slots=True, eq=False)
class PrototypeClassifier:
    """Classifier by the embeddings of enrolled faces.

    Attributes:
        columns: (K,), network output of each of their labels.
        outweighs: (K,), labels with enough enrolled images to outweigh the network.
        glyphs: index of the face of each network output.
    """

    prototypes: FacePrototypes
    columns: Indices
    outweighs: Mask
    glyphs: Indices

    @classmethod
    def of(
        cls, faces: EnrolledFaces, labels: LabelSet, net: ReaderNet
    ) -> "PrototypeClassifier | None":
        """Return the classifier of *faces* for the network's *labels*; None if *faces* has none."""
        known = faces.select([label in labels.pairs for label in faces.labels])
        if not len(known):
            return None
        prototypes = FacePrototypes.of(known, net)
        each = zip(known.labels, known.in_passing, strict=True)
        shown = [label for label, in_passing in each if not in_passing]
        return cls(
            prototypes,
            np.array([labels.pairs.index(label) for label in prototypes.labels]),
            np.array([shown.count(label) >= _MIN_IMAGES for label in prototypes.labels]),
            np.unique([face for _, face in labels.pairs], return_inverse=True)[1],
        )

    def weighed(self, shares: F64, points: F32) -> F64:
        """Return the probabilities combined with the enrolled faces, of the same shape.

        Args:
            shares: (N, K), the network's probabilities of all its outputs.
            points: (N, D), its embeddings, of length 1.
        """
        if not len(shares):
            return shares
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
        result: F64 = shares * (1.0 - weight[:, None])
        result[rows, column] += weight
        return result
