"""Pseudo-labels for photographs: the finder locates top faces in boxes around whole dice.

The photographs' labels give a box around each whole visible die and its value; training needs the
top face. A finder trained on synthetic images locates it; a box without a detection is left out of
training. Only the training side of the split is used.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from models.labels import LABELS, NONE
from models.training.data.crops import STORED_PX, STORED_SPAN, cut
from models.training.data.photos import LabelledPhoto, photos
from models.training.data.shards import DICE_LABELS, Shard
from models.training.generator.frames import generator
from models.training.inference import FINDER_EDGE_PX, Found, Network, assigned, find

_SEED = 6006
_SCALES = (0.85, 1.0, 1.2)


def photo_shard(folder: Path, finder: Network) -> Shard:
    """Return the training photographs in the form of a shard."""
    frames, dice, crops, labels, crop_frames = [], [], [], [], []
    for number, photo in enumerate(photos(folder, evaluation=False)):
        rng = generator(_SEED, number)
        faces = top_faces(photo, finder)
        frames.append(photo.image)
        dice += _rows(number, photo, faces)
        cuts = _crops(photo, faces, rng)
        crops += [image for image, _ in cuts]
        labels += [label for _, label in cuts]
        crop_frames += [number] * len(cuts)
    return Shard(
        frames=np.stack(frames),
        dice=np.array(dice, np.float32),
        lights=np.zeros(len(frames), np.int64),
        grounds=np.zeros(len(frames), np.int64),
        whites=np.ones((len(frames), 3), np.float32),
        scenes=np.full((len(frames), 3), 0.4, np.float32),
        crops=np.stack(crops),
        labels=np.array(labels),
        crop_frames=np.array(crop_frames),
    )


def top_faces(photo: LabelledPhoto, finder: Network) -> list[Found | None]:
    """Return the finder's top face in each box, the strongest of several scales."""
    edge = float(np.median(photo.boxes[:, 2] - photo.boxes[:, 0])) * 0.8
    best: list[Found | None] = [None] * len(photo.boxes)
    for scale in _SCALES:
        found = find(photo.image, FINDER_EDGE_PX / edge * scale, finder)
        for box, index in assigned(found, photo).items():
            seen, known = found[index], best[box]
            side = photo.boxes[box, 2] - photo.boxes[box, 0]
            if seen.edge < 0.45 * side or seen.edge > 1.1 * side:
                continue
            if known is None or seen.heat > known.heat:
                best[box] = seen
    return best


def _rows(
    number: int, photo: LabelledPhoto, faces: Sequence[Found | None]
) -> list[tuple[float, ...]]:
    rows: list[tuple[float, ...]] = []
    for box, value, face in zip(photo.boxes, photo.values, faces, strict=True):
        label = DICE_LABELS.index(f"d6/{value}")
        if face is None or face.heat < 0.4:
            x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
            side = float(box[2] - box[0])
            rows.append((number, x, y, side, 0.0, 0.0, 0.0, 0.0, label))
        else:
            rows.append((number, face.x, face.y, face.edge, face.angle, 1.0, 0.0, 0.0, label))
    return rows


def _crops(
    photo: LabelledPhoto, faces: Sequence[Found | None], rng: np.random.Generator
) -> list[tuple[npt.NDArray[np.uint8], int]]:
    """Return crops of the dice, and of the background between them in their convex hull."""
    result = []
    for value, face in zip(photo.values, faces, strict=True):
        if face is not None and face.heat >= 0.4:
            result.append((_stored(photo, face.x, face.y, face.edge, face.angle),
                           LABELS.index(f"d6/{value}")))  # fmt: skip
    hull = cv2.convexHull(photo.boxes.reshape(-1, 2))
    low, high = photo.boxes[:, :2].min(axis=0), photo.boxes[:, 2:].max(axis=0)
    middles = (photo.boxes[:, :2] + photo.boxes[:, 2:]) / 2
    sides = photo.boxes[:, 2] - photo.boxes[:, 0]
    for _ in range(6):
        spot = rng.uniform(low, high)
        clear = np.hypot(*(middles - spot).T) > 0.75 * sides
        inside = cv2.pointPolygonTest(hull, (float(spot[0]), float(spot[1])), measureDist=False)
        if clear.all() and inside > 0:
            edge, turn = float(rng.uniform(20, 60)), float(rng.uniform(0, math.pi))
            crop = _stored(photo, float(spot[0]), float(spot[1]), edge, turn)
            result.append((crop, LABELS.index(NONE)))
    return result


def _stored(
    photo: LabelledPhoto, x: float, y: float, edge: float, angle: float
) -> npt.NDArray[np.uint8]:
    return cut(photo.image, (x, y), edge, angle, size_px=STORED_PX, span=STORED_SPAN)
