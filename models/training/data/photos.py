"""Photographs of pipped dice as training data; the repository contains none of them.

The set is nell-byler/dice_detection (BSD-3-Clause); ``index.json`` holds boxes of whole visible
dice in pixels (xyxy) and their values. Training needs top faces: a finder trained on synthetic
images locates them, and a box without a detection is left out. By a fixed hash of their names
three of ten photographs are held out for evaluation.
"""

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from models.labels import LABELS, NONE, held_out
from models.training.arrays import F32, I64, ImageU8, Random
from models.training.data.crops import STORED_PX, STORED_SPAN, cut
from models.training.data.shards import DICE_LABELS, Shard
from models.training.generator.camera import Square
from models.training.generator.frames import generator
from models.training.inference import FINDER_EDGE_PX, Found, Network, find, paired

_SEED = 6006
_SCALES = (0.85, 1.0, 1.2)
_LEAST_HEAT = 0.4


@dataclass(frozen=True, slots=True)
class LabelledPhoto:
    """One photograph: RGB, shape ``(H, W, 3)``; boxes ``(N, 4)``; values 1 to 6, shape ``(N,)``."""

    image: ImageU8
    boxes: F32
    values: I64


def photos(folder: Path) -> Iterator[LabelledPhoto]:
    """Yield the photographs for training, in the order of the index."""
    index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    for entry in index["images"]:
        if held_out(entry["image"]):
            continue
        picture = cv2.imread(str(folder / entry["image"]), cv2.IMREAD_COLOR)
        if picture is None:
            raise FileNotFoundError(folder / entry["image"])
        boxes = entry["boxes"]
        yield LabelledPhoto(
            image=np.ascontiguousarray(picture[..., ::-1]),
            boxes=np.array([b["box"] for b in boxes], np.float32).reshape(-1, 4),
            values=np.array([b["pips"] for b in boxes], np.int64),
        )


def photo_shard(folder: Path, finder: Network) -> Shard:
    """Return the training photographs in the form of a shard."""
    parts, shape = [], (-1, STORED_PX, STORED_PX, 3)
    for number, photo in enumerate(photos(folder)):
        faces = top_faces(photo, finder)
        cuts = _crops(photo, faces, generator(_SEED, number))
        parts.append(
            Shard(
                frames=photo.image[None],
                dice=np.array(_rows(number, photo, faces), np.float32),
                whites=np.ones((1, 3), np.float32),
                scenes=np.full((1, 3), 0.4, np.float32),
                crops=np.array([image for image, _ in cuts], np.uint8).reshape(shape),
                labels=np.array([label for _, label in cuts], np.int64),
                crop_frames=np.full(len(cuts), number),
            )
        )
    return Shard.join(parts)


def top_faces(photo: LabelledPhoto, finder: Network) -> list[Found | None]:
    """Return the finder's top face in each box, the strongest of several scales."""
    edge = float(np.median(photo.boxes[:, 2] - photo.boxes[:, 0])) * 0.8
    best: list[Found | None] = [None] * len(photo.boxes)
    for scale in _SCALES:
        found = find(photo.image, FINDER_EDGE_PX / edge * scale, finder)
        for box, index in _assigned(found, photo).items():
            seen, known = found[index], best[box]
            side = photo.boxes[box, 2] - photo.boxes[box, 0]
            if seen.edge_px < 0.45 * side or seen.edge_px > 1.1 * side:
                continue
            if known is None or seen.heat > known.heat:
                best[box] = seen
    return [face if face is not None and face.heat >= _LEAST_HEAT else None for face in best]


def _assigned(found: Sequence[Found], photo: LabelledPhoto) -> dict[int, int]:
    """Assign detections to boxes that contain their centre, nearest to the box centre first."""
    places = np.array([each.center_px for each in found]).reshape(-1, 2)
    low, high = photo.boxes[:, None, :2], photo.boxes[:, None, 2:]
    inside = ((low <= places) & (places <= high)).all(axis=2)
    return paired(np.where(inside, np.abs(places - (low + high) / 2).sum(axis=2), np.inf))


def _rows(
    number: int, photo: LabelledPhoto, faces: Sequence[Found | None]
) -> list[tuple[float, ...]]:
    rows: list[tuple[float, ...]] = []
    for (x0, y0, x1, y1), value, face in zip(photo.boxes, photo.values, faces, strict=True):
        place = face or Square(((x0 + x1) / 2, (y0 + y1) / 2), float(x1 - x0), 0.0)
        label = DICE_LABELS.index(f"d6/{value}")
        rows.append((number, *place.center_px, place.edge_px, place.angle_rad,
                     float(face is not None), 0.0, 0.0, label))  # fmt: skip
    return rows


def _crops(
    photo: LabelledPhoto, faces: Sequence[Found | None], rng: Random
) -> list[tuple[ImageU8, int]]:
    """Return crops of the dice, and of the background between them in their convex hull."""
    places: list[tuple[Square, str]] = [
        (face, f"d6/{value}")
        for value, face in zip(photo.values, faces, strict=True)
        if face is not None
    ]
    hull = cv2.convexHull(photo.boxes.reshape(-1, 2))
    low, high = photo.boxes[:, :2].min(axis=0), photo.boxes[:, 2:].max(axis=0)
    middles = (photo.boxes[:, :2] + photo.boxes[:, 2:]) / 2
    sides = photo.boxes[:, 2] - photo.boxes[:, 0]
    for _ in range(6):
        spot = rng.uniform(low, high)
        clear = np.hypot(*(middles - spot).T) > 0.75 * sides
        x, y = float(spot[0]), float(spot[1])
        if clear.all() and cv2.pointPolygonTest(hull, (x, y), measureDist=False) > 0:
            edge, turn = float(rng.uniform(20, 60)), float(rng.uniform(0, math.pi))
            places.append((Square((x, y), edge, turn), NONE))
    return [
        (cut(photo.image, place, size_px=STORED_PX, span=STORED_SPAN), LABELS.index(label))
        for place, label in places
    ]
