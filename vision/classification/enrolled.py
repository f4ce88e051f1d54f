"""Faces that people have shown to the camera, and what looks like them.

The network that reads faces gives each crop a place in space, its embedding, where like lies near
like, also for faces it was never trained on. A face gets the label of the nearest shown one (Snell
et al. 2017, prototypical networks, with every picture and quarter turn kept instead of their mean).
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.core.arrays import F32, F64, ImageU8
from vision.core.errors import EnrolledFacesError
from vision.core.inference import CROP_PX, ReaderNet

QUARTER_TURNS: Final = 4

MAX_PICTURES: Final = 240
"""Shown faces in a profile at most: twelve for each of twenty."""

ACCEPT_DISTANCE: Final = 0.55
REJECT_DISTANCE: Final = 0.95
"""Between points of length 1: nearer than the first is like a shown face, farther than the second
like none of them; in between a person should look."""

_SPREAD = 0.16  # of the distances between pictures of the same face


@dataclass(frozen=True, slots=True, eq=False)
class EnrolledFaces:
    """What was shown: a profile keeps the pictures, so a new model can look at them again.

    Attributes:
        labels: (type, face) of each picture, for example ``("robot_a", "match")``.
        crops: (N, 64, 64, 3), BGR, as `TableReader.faces_in` gives them; any quarter turn.
        in_passing: of each picture, whether it was taken by a correction at the table; a picture
            that somebody showed on purpose was looked at with more care.
    """

    labels: tuple[tuple[str, str], ...]
    crops: ImageU8
    in_passing: tuple[bool, ...] = ()

    def __post_init__(self) -> None:
        if self.crops.shape != (len(self.labels), CROP_PX, CROP_PX, 3):
            raise EnrolledFacesError(reason=f"{len(self.labels)} labels, {self.crops.shape} crops")
        if len(self.labels) > MAX_PICTURES:
            raise EnrolledFacesError(reason=f"more than {MAX_PICTURES} pictures")
        if len(self.in_passing) not in (0, len(self.labels)):
            raise EnrolledFacesError(reason="it is not said of each picture how it came")
        if not self.in_passing:
            object.__setattr__(self, "in_passing", (False,) * len(self.labels))

    @classmethod
    def none(cls) -> EnrolledFaces:
        """Nothing was shown yet."""
        return cls((), np.empty((0, CROP_PX, CROP_PX, 3), np.uint8))

    def __len__(self) -> int:
        return len(self.labels)

    def of(self, kinds: frozenset[str]) -> EnrolledFaces:
        """Return the pictures of some types of dice."""
        return self.select([kind in kinds for kind, _ in self.labels])

    def select(self, wanted: Sequence[bool]) -> EnrolledFaces:
        """Return the pictures of a mask."""
        rows = [row for row, taken in enumerate(wanted) if taken]
        labels = tuple(self.labels[row] for row in rows)
        return EnrolledFaces(labels, self.crops[rows], tuple(self.in_passing[row] for row in rows))

    def with_face(self, kind: str, face: str, crop: ImageU8) -> EnrolledFaces:
        """Return these and one more picture that was shown, shape (64, 64, 3).

        Raises:
            EnrolledFacesError: the picture has another shape, or there are too many.
        """
        labels = (*self.labels, (kind, face))
        crops = np.concatenate([self.crops, crop[None]])
        return EnrolledFaces(labels, crops, (*self.in_passing, False))

    def to_json(self) -> list[dict[str, str]]:
        """Return what `parse` reads: a list of ``type``, ``face``, ``png`` (base64)."""
        rows = []
        for (kind, face), crop in zip(self.labels, self.crops, strict=True):
            png = base64.b64encode(cv2.imencode(".png", crop)[1].tobytes()).decode("ascii")
            rows.append({"type": kind, "face": face, "png": png})
        return rows

    @classmethod
    def parse(cls, rows: object) -> EnrolledFaces:
        """Return the faces of a profile.

        Raises:
            EnrolledFacesError: it is not what `to_json` writes, or a picture is damaged.
        """
        if not isinstance(rows, list):
            raise EnrolledFacesError(reason="it must be a list")
        labels, crops = [], []
        for row in rows:
            label, crop = _parsed(row)
            labels.append(label)
            crops.append(crop)
        return cls(tuple(labels), np.stack(crops)) if crops else cls.none()


def _parsed(row: object) -> tuple[tuple[str, str], ImageU8]:
    if not isinstance(row, Mapping):
        raise EnrolledFacesError(reason="an enrolled face must be an object")
    kind, face, png = (row.get(key) for key in ("type", "face", "png"))
    if not (isinstance(kind, str) and isinstance(face, str) and isinstance(png, str)):
        raise EnrolledFacesError(reason="an enrolled face needs type, face and png")
    try:
        data = np.frombuffer(base64.b64decode(png, validate=True), np.uint8)
    except (binascii.Error, ValueError) as err:
        raise EnrolledFacesError(reason=f"the picture of {kind} {face} is damaged") from err
    crop: Any = cv2.imdecode(data, cv2.IMREAD_COLOR) if len(data) else None
    if crop is None or crop.shape != (CROP_PX, CROP_PX, 3):
        raise EnrolledFacesError(reason=f"the picture of {kind} {face} is damaged")
    return (kind, face), np.asarray(crop, np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class FacePrototypes:
    """The shown faces in one model's space.

    Attributes:
        labels: the K different (type, face) pairs that were shown.
        columns: (P,), which label each point stands for.
        points: (P, D), of length 1.
        accept_distance: see ACCEPT_DISTANCE.
        reject_distance: see REJECT_DISTANCE.
    """

    labels: tuple[tuple[str, str], ...]
    columns: npt.NDArray[np.intp]
    points: F32
    accept_distance: float = ACCEPT_DISTANCE
    reject_distance: float = REJECT_DISTANCE

    @classmethod
    def of(cls, faces: EnrolledFaces, net: ReaderNet) -> FacePrototypes:
        """Return the prototypes of one or more *faces*: every picture in its quarter turns."""
        labels = tuple(dict.fromkeys(faces.labels))
        turned = [np.rot90(faces.crops, turn, axes=(1, 2)) for turn in range(QUARTER_TURNS)]
        columns = [labels.index(label) for label in faces.labels] * QUARTER_TURNS
        return cls(labels, np.array(columns), embedded(net, np.concatenate(turned)))

    def shares(self, points: F32) -> tuple[F64, F64]:
        """Return how likely each label is, (N, K), rows adding up to 1, and "no shown face", (N,).

        Args:
            points: (N, D), embeddings of length 1.
        """
        apart = self.distances(points)
        nearest = apart.min(axis=1, initial=np.inf)
        weight = np.exp(-(apart**2 - nearest[:, None] ** 2) / (2 * _SPREAD**2))
        width = self.reject_distance - self.accept_distance
        none = np.clip((nearest - self.accept_distance) / width, 0.0, 1.0)
        return weight / weight.sum(axis=1, keepdims=True), none

    def distances(self, points: F32) -> F64:
        """Return how far each point is from the nearest one of each label, shape (N, K)."""
        cosine = np.clip(points.astype(np.float64) @ self.points.T.astype(np.float64), -1, 1)
        apart = np.sqrt(2 - 2 * cosine)
        each = [
            apart[:, self.columns == k].min(axis=1, initial=2.0) for k in range(len(self.labels))
        ]
        return np.stack(each, axis=1) if each else np.empty((len(points), 0))


def one_of_each(shares: F64, kinds: tuple[str, ...]) -> F64:
    """Return the probabilities of two dice, shape (2, K), that are not both of the same type.

    Faces that both dice of a pair have are told apart by what the other die shows. Any other
    number of dice keeps its probabilities.

    Args:
        shares: (N, K).
        kinds: type of each of the K labels.
    """
    names = sorted(set(kinds))
    if len(shares) != 2 or len(names) != 2:
        return shares
    first = np.array([kind == names[0] for kind in kinds])
    mass = shares @ np.stack([first, ~first], axis=1).astype(np.float64)
    ways = np.array([mass[0, 0] * mass[1, 1], mass[0, 1] * mass[1, 0]])
    way = ways / max(float(ways.sum()), 1e-12)
    result = shares.copy()
    for die, (of_first, of_second) in enumerate((way, way[::-1])):
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
