"""Training data of the tilt network: patches around dice, and how these stand.

A flat die at the image border looks like a tilted one in the centre, so the network estimates the
surface normal of the top face relative to the viewing ray, and in addition whether the die looks
tilted, stacked or covered. Such dice are rare in the images for finder and reader: half of the
patches come from separate images in which most dice are disturbed.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from models.training.arrays import F32, F64, I64, ImageU8, Mask, Random
from models.training.data.columns import Columns
from models.training.data.crops import LARGEST_EDGE_PX, cut, resampled
from models.training.data.shards import COLUMN, DICE_LABELS, FRAMES_PER_SHARD, SPLIT_SEEDS, Shard
from models.training.data.traced_sets import TracedSet
from models.training.generator.camera import Camera, Square
from models.training.generator.frames import RECIPE, camera_of, draw_frame, generator
from models.training.generator.stage import FLAT_DEG, DieTruth, Normal
from models.training.inference import Found, Network, find
from vision.classification.tilt import CROP_SPAN, STANDS, to_ray
from vision.core.inference import TILT_CROP_PX as CROP_PX

STORED_PX = 84
STORED_SPAN = 3.2
"""Side of a stored patch in edges: wider than a crop, as a margin for jitter."""

LEAST_VISIBLE = 0.3
"""Dice of which less is visible are left out: how they stand is undefined."""

FRAMES_PER_SET = 100
SET_SEED = 6006
SETS = (*range(12), *range(13, 28))
"""Numbers of the sets of separate images."""

_COVERED_SHARE = 0.88
_WHOLE_SHARE = 0.94
_TILTED_DEG = 7.0
_CLEAR_OF_DICE = 0.45  # edges
_CLEAR_OF_SIDES = 1.4  # edges from a top face: beyond lies no side of its die
_SQUARES = 8  # distractors of an image
_SCALES = (1.0, 0.6)
_MAX_DETECTIONS = 90  # including true ones
_STEP = CROP_SPAN / STORED_SPAN * STORED_PX / CROP_PX  # stored pixels per pixel of a crop


@dataclass(frozen=True, slots=True)
class Patches(Columns):
    """N dice and places without one.

    Attributes:
        images: RGB, edges axis-aligned, shape ``(N, STORED_PX, STORED_PX, 3)``.
        leans: (N, 2), x and y of the top face's normal; z is the viewing ray, x, y are the edges.
        known: (N,), ``leans`` is known.
        stands: (N,), index into `vision.classification.tilt.STANDS`; -1 between two of them.
    """

    images: ImageU8
    leans: F32
    known: Mask
    stands: I64


_Row: TypeAlias = tuple[ImageU8, F64 | None, int]
"""A patch, the lean if known, and how the die stands."""


def drawn_set(folder: Path, number: int) -> Patches:
    """Return the patches of images in which most dice are disturbed; generated once."""
    path = folder / RECIPE.replace("/", "-") / f"tilt-{number:04d}"
    frames = range(number * FRAMES_PER_SET, (number + 1) * FRAMES_PER_SET)
    return Patches.kept(path, lambda: Patches.join([_of_askew_frame(index) for index in frames]))


def _of_askew_frame(index: int) -> Patches:
    frame = draw_frame(SET_SEED, index, askew=True)
    rng = generator(SET_SEED + 1, index)
    order = rng.permutation(len(frame.hard_negatives))[:_SQUARES]
    squares = [frame.hard_negatives[n] for n in order]
    return _patches(frame.image, frame.dice, camera_of(SET_SEED, index), rng, squares, frame.sides)


def patches_of(path: Path, finder: Network | None = None) -> Patches:
    """Return the patches of a shard; none if it stores no frames.

    Args:
        finder: its false positives are added as hard negatives.
    """
    split, number = path.stem.split("-")
    shard = Shard.load(path)
    found = [_columns([])]
    for k, frame in enumerate(shard.frames):
        index = int(number) * FRAMES_PER_SHARD + k
        rows = shard.dice[shard.dice[:, COLUMN["frame"]] == k]
        rng = generator(SPLIT_SEEDS[split] + 1, index)
        dice = [_of_row(row) for row in rows]
        camera = camera_of(SPLIT_SEEDS[split], index)
        frame = np.ascontiguousarray(frame)
        found.append(_patches(frame, dice, camera, rng, _strongest(frame, finder)))
    return Patches.join(found)


def patches_of_traced(traced: TracedSet, finder: Network | None = None) -> Patches:
    """Return the patches of path-traced images.

    Args:
        finder: its false positives are added as hard negatives.
    """
    found = []
    for k, frame in enumerate(traced.frames):
        mine = traced.dice[:, COLUMN["frame"]] == k
        dice = [
            _of_row(row, (float(x), float(y), float(z)))
            for row, (x, y, z) in zip(traced.dice[mine], traced.normals[mine], strict=True)
        ]
        rng = generator(SET_SEED + 2, k)
        frame = np.ascontiguousarray(frame)
        found.append(_patches(frame, dice, traced.camera(k), rng, _strongest(frame, finder)))
    return Patches.join(found)


def _of_row(row: F32, normal: Normal | None = None) -> DieTruth:
    """Return a stored die; without its *normal*, that of a flat die is the table's."""
    _, x, y, edge, angle, visible, tilt, stacked, label = (float(value) for value in row)
    if normal is None and tilt < FLAT_DEG:
        normal = (0.0, 0.0, -1.0)
    return DieTruth(
        (x, y), edge, angle, DICE_LABELS[int(label)], visible, tilt, normal, 0.0, bool(stacked)
    )


def _patches(
    frame: ImageU8,
    dice: Sequence[DieTruth],
    camera: Camera,
    rng: Random,
    hard_negatives: Sequence[Square] = (),
    sides: Sequence[Square] | None = None,
) -> Patches:
    """Return the patches of one image: its dice, *hard_negatives* and other places.

    No negative is a side of a die: a crop in any quarter turn does not distinguish it from a top
    face.

    Args:
        sides: visible in the image; None if unknown.
    """
    room = _CLEAR_OF_DICE if sides is not None else _CLEAR_OF_SIDES
    rows: list[_Row] = []
    for die in dice:
        if die.visible < LEAST_VISIBLE or die.edge_px > LARGEST_EDGE_PX:
            continue
        lean = None
        if die.normal is not None:
            away = (np.array(die.center_px) - camera.center_px) / camera.focal_px
            seen = to_ray(np.array([*away, 1.0])) @ camera.rotation @ np.array(die.normal)
            lean = _rotated(seen[:2], die.angle_rad)
        rows.append((_patch(frame, die), lean, _stand(die)))
    places = [_random_place(frame, dice, rng) for _ in range(1 + len(dice) // 3)]
    for place in (*places, *hard_negatives):
        spot, edge = place.center_px, place.edge_px
        clear = [math.dist(spot, die.center_px) / max(die.edge_px, edge) for die in dice]
        on_side = any(side.holds(spot, 0.4) for side in sides or ())
        if min(clear, default=2.0) > room and not on_side and edge < LARGEST_EDGE_PX:
            rows.append((_patch(frame, place), None, STANDS.index("nothing")))
    return _columns(rows)


def _strongest(frame: ImageU8, finder: Network | None) -> list[Found]:
    """Return a finder's strongest detections at two scales; false ones are hard negatives."""
    if finder is None:
        return []
    seen = [found for scale in _SCALES for found in find(frame, scale, finder)]
    return sorted(seen, key=lambda found: -found.heat)[:_MAX_DETECTIONS]


def _random_place(frame: ImageU8, dice: Sequence[DieTruth], rng: Random) -> Square:
    """Return a random place, mostly next to a die or on its side."""
    height, width = frame.shape[:2]
    angle, edge = float(rng.uniform(0, math.pi / 2)), float(rng.uniform(30, 75))
    if not dice or rng.random() < 0.3:
        return Square((float(rng.uniform(0, width)), float(rng.uniform(0, height))), edge, angle)
    near = dice[int(rng.integers(len(dice)))]
    way, away = rng.uniform(0, 2 * math.pi), near.edge_px * rng.uniform(0.5, 1.2)
    x, y = near.center_px[0] + away * math.cos(way), near.center_px[1] + away * math.sin(way)
    return Square((float(x), float(y)), near.edge_px * float(rng.uniform(0.7, 1.3)), angle)


def _columns(rows: Sequence[_Row]) -> Patches:
    leans = [(0.0, 0.0) if lean is None else lean for _, lean, _ in rows]
    return Patches(
        np.array([image for image, *_ in rows], np.uint8).reshape(-1, STORED_PX, STORED_PX, 3),
        np.array(leans, np.float32).reshape(-1, 2),
        np.array([lean is not None for _, lean, _ in rows], np.bool_),
        np.array([stand for *_, stand in rows], np.int64),
    )


def _stand(die: DieTruth) -> int:
    """Return the index of a die's stand; "covered" has priority over the others."""
    if die.visible < _COVERED_SHARE:
        return STANDS.index("covered")
    if die.tilt_deg >= _TILTED_DEG:
        return STANDS.index("tilted")
    if die.stacked:
        return STANDS.index("stacked")
    return STANDS.index("free") if die.visible >= _WHOLE_SHARE else -1


def _patch(frame: ImageU8, place: Square) -> ImageU8:
    return cut(frame, place, size_px=STORED_PX, span=STORED_SPAN)


def batches(patches: Patches, rng: Random, size: int) -> Iterator[tuple[F32, F32, F32, Mask, I64]]:
    """Yield endlessly images ``(B, 3, P, P)``, leans and sizes in their axes, known, stands.

    A size is the logarithm of the true edge in units of the crop's edge.
    """
    while True:
        rows = rng.integers(len(patches.stands), size=size)
        images = np.empty((size, CROP_PX, CROP_PX, 3), np.float32)
        leans, sizes = np.empty((size, 2), np.float32), np.empty(size, np.float32)
        for k, row in enumerate(rows):
            images[k], leans[k], sizes[k] = _augmented(patches, int(row), rng)
        planes = np.ascontiguousarray(images.transpose(0, 3, 1, 2))
        yield planes, leans, sizes, patches.known[rows], patches.stands[rows]


def _augmented(patches: Patches, row: int, rng: Random) -> tuple[F32, F64, float]:
    """Return one die augmented: finder errors, rotation, mirroring, colours and lighting."""
    image = patches.images[row]
    if rng.random() < 0.35:  # as if seen with fewer pixels
        side = int(rng.integers(24, 78))
        small = cv2.resize(image, (side, side), interpolation=cv2.INTER_AREA)
        image = np.asarray(cv2.resize(small, image.shape[1::-1]), np.uint8)
    turn = math.pi / 2 * int(rng.integers(4))
    turn += math.radians(float(np.clip(rng.normal(0, 4), -10, 10)))
    x, y = (STORED_PX - 1) / 2 + rng.normal(0, 0.05, 2) * STORED_PX / STORED_SPAN
    mirrored = bool(rng.random() < 0.5)
    size = float(np.clip(rng.normal(0, 0.05), -0.15, 0.15))
    step = _STEP * math.exp(-size)
    crop = resampled(image, (float(x), float(y)), step, turn, CROP_PX, mirrored=mirrored)
    lean = _rotated(patches.leans[row], turn)
    return _relit(crop.astype(np.float32), rng), lean * (-1 if mirrored else 1, 1), size


def _relit(image: F32, rng: Random) -> F32:
    """Return the image with random colours and lighting, on which a die's pose does not depend."""
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


def _rotated(lean: npt.NDArray[np.floating], turn: float) -> F64:
    """Return x and y of a lean in axes that are rotated by *turn*."""
    c, s = math.cos(turn), math.sin(turn)
    return np.array([lean[0] * c + lean[1] * s, lean[1] * c - lean[0] * s])
