"""What the tilt network learns from: patches around dice, and how their top faces are seen.

A flat die at the picture's border looks like a leaning one in its middle, so the network is not
asked whether a die leans, but which way its top face points against the ray of sight. A flat die's
face points where the table's does, which the camera of a drawn picture tells: the leaning dice,
whose direction is not on record, teach only that they are not flat.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from models.training.camera import F32, F64
from models.training.columns import Columns
from models.training.crops import LARGEST_EDGE_PX
from models.training.frames import camera_of
from models.training.shards import FRAMES_PER_SHARD, SPLIT_SEEDS, TRUTH_FIELDS, load_shard
from vision.inference import TILT_CROP_PX as CROP_PX
from vision.tilt import CROP_SPAN, to_ray

STORED_PX = 72
STORED_SPAN = 2.8
"""Side of a stored patch in edges: wider than a crop, so that jitter has pixels to move into."""

LEAST_VISIBLE = 0.35
"""The finder learns nothing about dice of which less is seen; they are left out here, too."""

FLAT_DEG = 7.0
WHOLE_SHARE = 0.9
_COLUMN = {name: i for i, name in enumerate(TRUTH_FIELDS)}


@dataclass(frozen=True, slots=True)
class Patches(Columns):
    """N dice.

    Attributes:
        images: RGB, as they lie in the picture, shape ``(N, STORED_PX, STORED_PX, 3)``.
        leans: (N, 2), x and y of the table's normal in the frame of the ray of sight.
        angles: (N,), direction of the top face's edges in radians, y down.
        flat: (N,), lies flat: what ``leans`` says is true of its top face.
        whole: (N,), lies flat on the table and in full view.
    """

    images: npt.NDArray[np.uint8]
    leans: F32
    angles: F32
    flat: npt.NDArray[np.bool_]
    whole: npt.NDArray[np.bool_]


def patches_of(path: Path) -> Patches:
    """Return the dice of a shard that keeps its frames; of one without them none."""
    split, number = path.stem.split("-")
    shard = load_shard(path)
    images, leans, rows = [], [], []
    for k in range(len(shard.frames)):
        camera = camera_of(SPLIT_SEEDS[split], int(number) * FRAMES_PER_SHARD + k)
        up = camera.rotation @ np.array([0.0, 0.0, -1.0])
        frame = np.ascontiguousarray(shard.frames[k])
        for row in shard.dice[shard.dice[:, _COLUMN["frame"]] == k]:
            if (row[_COLUMN["visible"]] < LEAST_VISIBLE
                    or row[_COLUMN["edge"]] > LARGEST_EDGE_PX):  # fmt: skip
                continue
            x, y = float(row[_COLUMN["x"]]), float(row[_COLUMN["y"]])
            away = (np.array([x, y]) - camera.center_px) / camera.focal_px
            leans.append((to_ray(np.array([*away, 1.0])) @ up)[:2])
            images.append(_patch(frame, x, y, float(row[_COLUMN["edge"]])))
            rows.append(row)
    table = np.array(rows, np.float32).reshape(-1, len(TRUTH_FIELDS))
    flat = table[:, _COLUMN["tilt"]] < FLAT_DEG
    whole = (
        flat & (table[:, _COLUMN["visible"]] > WHOLE_SHARE) & (table[:, _COLUMN["stacked"]] == 0)
    )
    return Patches(
        np.array(images, np.uint8).reshape(-1, STORED_PX, STORED_PX, 3),
        np.array(leans, np.float32).reshape(-1, 2),
        table[:, _COLUMN["angle"]],
        flat,
        whole,
    )


def _patch(frame: npt.NDArray[np.uint8], x: float, y: float, edge: float) -> npt.NDArray[np.uint8]:
    step = STORED_SPAN * edge / STORED_PX
    corner = step * (STORED_PX - 1) / 2
    to_frame = np.array([[step, 0, x - corner], [0, step, y - corner]])
    cut = cv2.warpAffine(
        frame, to_frame, (STORED_PX, STORED_PX),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    return np.asarray(cut, np.uint8)


def batches(
    patches: Patches, rng: np.random.Generator, size: int
) -> Iterator[tuple[F32, F32, npt.NDArray[np.bool_], npt.NDArray[np.bool_]]]:
    """Yield without end images ``(B, 3, P, P)``, leans in their axes, flat and whole."""
    while True:
        rows = rng.integers(len(patches.angles), size=size)
        images = np.empty((size, CROP_PX, CROP_PX, 3), np.float32)
        leans = np.empty((size, 2), np.float32)
        for k, row in enumerate(rows):
            images[k], leans[k] = _seen_anew(patches, int(row), rng)
        yield (
            np.ascontiguousarray(images.transpose(0, 3, 1, 2)),
            leans,
            patches.flat[rows],
            patches.whole[rows],
        )


def plain_crops(patches: Patches) -> tuple[F32, F32]:
    """Return images ``(N, 3, P, P)`` and leans as an errorless finder would cut them."""
    cuts = [
        _cut(image, float(angle), 1.0, (0.0, 0.0), mirrored=False)
        for image, angle in zip(patches.images, patches.angles, strict=True)
    ]
    leans = [
        _in_crop(lean, float(angle), mirrored=False)
        for lean, angle in zip(patches.leans, patches.angles, strict=True)
    ]
    images = np.stack(cuts).astype(np.float32).transpose(0, 3, 1, 2)
    return np.ascontiguousarray(images), np.array(leans, np.float32)


def _seen_anew(patches: Patches, row: int, rng: np.random.Generator) -> tuple[F32, F64]:
    """One die with a finder's errors, turned, mirrored, in other colours and light."""
    image = patches.images[row]
    if rng.random() < 0.3:
        side = int(rng.integers(34, 66))
        small = cv2.resize(image, (side, side), interpolation=cv2.INTER_AREA)
        image = np.asarray(cv2.resize(small, (STORED_PX, STORED_PX)), np.uint8)
    turn = float(patches.angles[row]) + math.pi / 2 * int(rng.integers(4))
    turn += math.radians(float(np.clip(rng.normal(0, 4), -10, 10)))
    shift = rng.normal(0, 0.05, 2) * STORED_PX / STORED_SPAN
    mirrored = bool(rng.random() < 0.5)
    scale = math.exp(rng.normal(0, 0.05))
    crop = _cut(image, turn, scale, (float(shift[0]), float(shift[1])), mirrored=mirrored)
    return _in_other_light(crop.astype(np.float32), rng), _in_crop(
        patches.leans[row], turn, mirrored=mirrored
    )


def _in_other_light(image: F32, rng: np.random.Generator) -> F32:
    """Colours do not matter for how a die stands: any will do."""
    if rng.random() < 0.4:
        image = image[..., rng.permutation(3)]
    if rng.random() < 0.2:
        image = np.repeat(image.mean(axis=2, keepdims=True), 3, axis=2)
    middle = float(image.mean())
    image = (image - middle) * np.float32(math.exp(rng.normal(0, 0.2)))
    image = image + np.float32(middle * math.exp(rng.normal(0, 0.25)))
    image = image * np.exp(rng.normal(0, 0.1, 3)).astype(np.float32)
    if rng.random() < 0.4:
        noise = rng.standard_normal(image.shape, dtype=np.float32)
        image = image + noise * np.float32(rng.uniform(1, 8))
    return np.clip(image, 0, 255)


def _cut(
    image: npt.NDArray[np.uint8],
    turn: float,
    scale: float,
    shift: tuple[float, float],
    *,
    mirrored: bool,
) -> npt.NDArray[np.uint8]:
    step = CROP_SPAN / STORED_SPAN * STORED_PX / CROP_PX * scale
    c, s, side = math.cos(turn) * step, math.sin(turn) * step, -1.0 if mirrored else 1.0
    half, middle = (CROP_PX - 1) / 2, (STORED_PX - 1) / 2
    to_patch = np.array(
        [
            [c * side, -s, middle + shift[0] - c * side * half + s * half],
            [s * side, c, middle + shift[1] - s * side * half - c * half],
        ]
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (CROP_PX, CROP_PX)
    cut = cv2.warpAffine(image, to_patch, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)


def _in_crop(lean: F32, turn: float, *, mirrored: bool) -> F64:
    """Return x and y of a lean in the axes of a crop that is turned by *turn*."""
    c, s = math.cos(turn), math.sin(turn)
    across, down = lean[0] * c + lean[1] * s, lean[1] * c - lean[0] * s
    return np.array([-across if mirrored else across, down])
