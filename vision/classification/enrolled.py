"""Enrolled faces (shown to the camera by users) and nearest-neighbour classification by them.

The reader network maps each crop to an embedding in which similar faces are close, also faces that
it was never trained on. A face gets the label of the nearest enrolled one (Snell et al. 2017,
prototypical networks, with every image and quarter turn kept instead of their mean).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.core.arrays import F32, F64, ImageU8, Indices
from vision.core.errors import EnrolledFacesError
from vision.core.inference import CROP_PX, ReaderNet

QUARTER_TURNS: Final = 4

MAX_PICTURES: Final = 240
"""Maximum number of enrolled images in a profile: twelve for each of twenty faces."""

ACCEPT_DISTANCE: Final = 0.55
REJECT_DISTANCE: Final = 0.95
"""Between unit-length embeddings: closer than the first matches an enrolled face, farther than the
second matches none; in between the die may be flagged ``check``."""

_SPREAD = 0.16  # standard deviation of distances between images of one face


@dataclass(frozen=True, slots=True, eq=False)
class EnrolledFaces:
    """Images of enrolled faces; a profile keeps the images, so that a new model can embed them.

    Attributes:
        labels: (type, face) of each image, for example ``("robot_a", "match")``.
        crops: (N, 64, 64, 3), BGR, as `TableReader.faces_in` gives them; any quarter turn.
        in_passing: of each image, whether it comes from a correction at the table; deliberately
            enrolled images are more reliable.
    """

    labels: tuple[tuple[str, str], ...]
    crops: ImageU8
    in_passing: tuple[bool, ...] = ()

    def __post_init__(self) -> None:
        if self.crops.shape != (len(self.labels), CROP_PX, CROP_PX, 3):
            raise EnrolledFacesError(reason=f"{len(self.labels)} labels, {self.crops.shape} crops")
        if len(self.labels) > MAX_PICTURES:
            raise EnrolledFacesError(reason=f"more than {MAX_PICTURES} images")
        if len(self.in_passing) not in (0, len(self.labels)):
            raise EnrolledFacesError(reason="the source of each image is missing")
        if not self.in_passing:
            object.__setattr__(self, "in_passing", (False,) * len(self.labels))

    @classmethod
    def none(cls) -> "EnrolledFaces":
        return cls((), np.empty((0, CROP_PX, CROP_PX, 3), np.uint8))

    def __len__(self) -> int:
        return len(self.labels)

    def of(self, kinds: frozenset[str]) -> "EnrolledFaces":
        """Return the images of some types of dice."""
        return self.select([kind in kinds for kind, _ in self.labels])

    def select(self, wanted: Sequence[bool]) -> "EnrolledFaces":
        """Return the images of a mask."""
        rows = [row for row, taken in enumerate(wanted) if taken]
        labels = tuple(self.labels[row] for row in rows)
        return EnrolledFaces(labels, self.crops[rows], tuple(self.in_passing[row] for row in rows))


@dataclass(frozen=True, slots=True, eq=False)
class FacePrototypes:
    """Embeddings of the enrolled faces by one model.

    Attributes:
        labels: the K distinct enrolled (type, face) pairs.
        columns: (P,), label index of each embedding.
        points: (P, D), embeddings of length 1.
    """

    labels: tuple[tuple[str, str], ...]
    columns: Indices
    points: F32

    @classmethod
    def of(cls, faces: "EnrolledFaces", net: ReaderNet) -> "FacePrototypes":
        """Return the prototypes of one or more *faces*: every image in its quarter turns."""
        labels = tuple(dict.fromkeys(faces.labels))
        turned = [np.rot90(faces.crops, turn, axes=(1, 2)) for turn in range(QUARTER_TURNS)]
        columns = [labels.index(label) for label in faces.labels] * QUARTER_TURNS
        return cls(labels, np.array(columns), embedded(net, np.concatenate(turned)))

    def shares(self, points: F32) -> tuple[F64, F64]:
        """Return the probabilities of labels, (N, K), rows summing to 1, and of no match, (N,).

        Args:
            points: (N, D), embeddings of length 1.
        """
        apart = self.distances(points)
        nearest = apart.min(axis=1, initial=np.inf)
        weight = np.exp(-(apart**2 - nearest[:, None] ** 2) / (2 * _SPREAD**2))
        width = REJECT_DISTANCE - ACCEPT_DISTANCE
        none = np.clip((nearest - ACCEPT_DISTANCE) / width, 0.0, 1.0)
        return weight / weight.sum(axis=1, keepdims=True), none

    def distances(self, points: F32) -> F64:
        """Return the distance of each embedding to the nearest of each label, shape (N, K)."""
        cosine = np.clip(points.astype(np.float64) @ self.points.T.astype(np.float64), -1, 1)
        apart = np.sqrt(2 - 2 * cosine)
        each = [
            apart[:, self.columns == k].min(axis=1, initial=2.0) for k in range(len(self.labels))
        ]
        return np.stack(each, axis=1) if each else np.empty((len(points), 0))


def one_of_each(shares: F64, kinds: tuple[str, ...]) -> F64:
    """Return the probabilities of two dice, shape (2, K), given that their types differ.

    The type of a face that both types have follows from the other die. The probabilities of any
    other number of dice are unchanged.

    Args:
        shares: (N, K).
        kinds: type of each of the K labels.
    """
    names = sorted(set(kinds))
    if len(shares) != 2 or len(names) != 2:
        return shares
    first = np.array([kind == names[0] for kind in kinds])
    mass = shares @ np.stack([first, ~first], axis=1).astype(np.float64)
    joint = np.array([mass[0, 0] * mass[1, 1], mass[0, 1] * mass[1, 0]])
    order = joint / max(float(joint.sum()), 1e-12)
    result = shares.copy()
    for die, (of_first, of_second) in enumerate((order, order[::-1])):
        result[die] *= np.where(first, of_first, of_second) / np.maximum(
            np.where(first, mass[die, 0], mass[die, 1]), 1e-12
        )
    return result


def embedded(net: ReaderNet, crops: ImageU8) -> F32:
    """Return the embeddings of BGR *crops*, shape (N, 64, 64, 3), each of length 1."""
    return unit(net(crops)[1])


def unit(points: F32) -> F32:
    """Return embeddings, shape (N, D), with length 1."""
    length = np.linalg.norm(points, axis=1, keepdims=True)
    return np.asarray(points / np.maximum(length, 1e-9), np.float32)
