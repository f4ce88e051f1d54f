"""Training data of the tilt network: patches around dice, and how these stand.

A flat die at the image border looks like a tilted one in the centre, so the network estimates the
surface normal of the top face relative to the viewing ray, and in addition whether the die looks
tilted, stacked or covered. Such dice are rare in the images for finder and reader: half of the
patches come from separate images in which most dice are disturbed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from models.training.data.columns import Columns
from models.training.data.crops import LARGEST_EDGE_PX, cut
from models.training.data.patch_augmentation import blurred, recut, relit
from models.training.data.shards import (
    FRAMES_PER_SHARD,
    SPLIT_SEEDS,
    TRUTH_FIELDS,
    load_shard,
)
from models.training.data.traced_sets import TracedSet
from models.training.generator.background.floors import HardNegative
from models.training.generator.camera import F32, F64, Camera
from models.training.generator.frames import RECIPE, camera_of, draw_frame, generator
from models.training.generator.stage import FLAT_DEG, DieTruth
from models.training.inference import Network, find
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
_COLUMN = {name: i for i, name in enumerate(TRUTH_FIELDS)}
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

    images: npt.NDArray[np.uint8]
    leans: F32
    known: npt.NDArray[np.bool_]
    stands: npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Die:
    """What a patch needs of a die; the normal in world coordinates if known."""

    center_px: tuple[float, float]
    edge_px: float
    angle_rad: float
    visible: float
    tilt_deg: float
    stacked: bool
    normal: tuple[float, float, float] | None


_Place: TypeAlias = tuple[tuple[float, float], float, float]
"""Centre, edge and angle of a square."""

_Row: TypeAlias = tuple[npt.NDArray[np.uint8], F64 | None, int]
"""A patch, the lean if known, and how the die stands."""


def set_path(folder: Path, number: int) -> Path:
    """Return the path of the patches of a set of separate images."""
    return folder / RECIPE.replace("/", "-") / f"tilt-{number:04d}.npz"


def drawn_set(folder: Path, number: int) -> Patches:
    """Return the patches of images in which most dice are disturbed; generated once."""
    path = set_path(folder, number)
    if not path.exists():
        found = []
        for index in range(number * FRAMES_PER_SET, (number + 1) * FRAMES_PER_SET):
            frame = draw_frame(SET_SEED, index, askew=True)
            dice = [_of(die) for die in frame.dice]
            camera = camera_of(SET_SEED, index)
            rng = generator(SET_SEED + 1, index)
            squares = [
                (frame.hard_negatives[n].center_px, frame.hard_negatives[n].edge_px,
                 frame.hard_negatives[n].angle_rad)
                for n in rng.permutation(len(frame.hard_negatives))[:_SQUARES]
            ]  # fmt: skip
            found.append(_patches(frame.image, dice, camera, rng, squares, frame.sides))
        Patches.join(found).save(path)
    return Patches.load(path)


def patches_of(path: Path, finder: Network | None = None) -> Patches:
    """Return the patches of a shard; none if it stores no frames.

    Args:
        finder: its false positives are added as hard negatives.
    """
    split, number = path.stem.split("-")
    shard = load_shard(path)
    found = [Patches(*_columns([]))]
    for k in range(len(shard.frames)):
        index = int(number) * FRAMES_PER_SHARD + k
        camera = camera_of(SPLIT_SEEDS[split], index)
        rows = shard.dice[shard.dice[:, _COLUMN["frame"]] == k]
        frame = np.ascontiguousarray(shard.frames[k])
        rng = generator(SPLIT_SEEDS[split] + 1, index)
        dice = [_of_row(row) for row in rows]
        found.append(_patches(frame, dice, camera, rng, _strongest(frame, finder)))
    return Patches.join(found)


def patches_of_traced(traced: TracedSet, finder: Network | None = None) -> Patches:
    """Return the patches of path-traced images.

    Args:
        finder: its false positives are added as hard negatives.
    """
    found = []
    for k, frame in enumerate(traced.frames):
        mine = traced.dice[:, _COLUMN["frame"]] == k
        camera = traced.camera(k)
        dice = [
            replace(_of_row(row), normal=(float(normal[0]), float(normal[1]), float(normal[2])))
            for row, normal in zip(traced.dice[mine], traced.normals[mine], strict=True)
        ]
        rng = generator(SET_SEED + 2, k)
        frame = np.ascontiguousarray(frame)
        found.append(_patches(frame, dice, camera, rng, _strongest(frame, finder)))
    return Patches.join(found)


def _of(die: DieTruth) -> _Die:
    return _Die(
        die.center_px,
        die.edge_px,
        die.angle_rad,
        die.visible,
        die.tilt_deg,
        die.stacked,
        die.normal,
    )


def _of_row(row: F32) -> _Die:
    """Return a shard's die: shards store no normals, but that of a flat die is the table's."""
    x, y, edge, angle, visible, tilt, stacked = (
        float(row[_COLUMN[name]])
        for name in ("x", "y", "edge", "angle", "visible", "tilt", "stacked")
    )
    normal = (0.0, 0.0, -1.0) if tilt < FLAT_DEG else None
    return _Die((x, y), edge, angle, visible, tilt, bool(stacked), normal)


def _patches(
    frame: npt.NDArray[np.uint8],
    dice: Sequence[_Die],
    camera: Camera,
    rng: np.random.Generator,
    hard_negatives: Sequence[_Place] = (),
    sides: Sequence[HardNegative] | None = None,
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
        rows.append((_patch(frame, die.center_px, die.edge_px, die.angle_rad), lean, _stand(die)))
    places = [_random_place(frame, dice, rng) for _ in range(1 + len(dice) // 3)]
    for spot, edge, angle in (*places, *hard_negatives):
        clear = [math.dist(spot, die.center_px) / max(die.edge_px, edge) for die in dice]
        on_side = any(math.dist(spot, side.center_px) < 0.4 * side.edge_px for side in sides or ())
        if min(clear, default=2.0) > room and not on_side and edge < LARGEST_EDGE_PX:
            rows.append((_patch(frame, spot, edge, angle), None, STANDS.index("nothing")))
    return Patches(*_columns(rows))


def _strongest(frame: npt.NDArray[np.uint8], finder: Network | None) -> list[_Place]:
    """Return a finder's strongest detections at two scales; false ones are hard negatives."""
    if finder is None:
        return []
    seen = [found for scale in _SCALES for found in find(frame, scale, finder)]
    seen.sort(key=lambda found: -found.heat)
    return [((found.x, found.y), found.edge, found.angle) for found in seen[:_MAX_DETECTIONS]]


def _random_place(
    frame: npt.NDArray[np.uint8], dice: Sequence[_Die], rng: np.random.Generator
) -> _Place:
    """Return centre, edge and angle of a random place, mostly next to a die or on its side."""
    height, width = frame.shape[:2]
    angle, edge = float(rng.uniform(0, math.pi / 2)), float(rng.uniform(30, 75))
    if not dice or rng.random() < 0.3:
        return (float(rng.uniform(0, width)), float(rng.uniform(0, height))), edge, angle
    near = dice[int(rng.integers(len(dice)))]
    way, away = rng.uniform(0, 2 * math.pi), near.edge_px * rng.uniform(0.5, 1.2)
    x, y = near.center_px[0] + away * math.cos(way), near.center_px[1] + away * math.sin(way)
    return (float(x), float(y)), near.edge_px * float(rng.uniform(0.7, 1.3)), angle


def _columns(
    rows: Sequence[_Row],
) -> tuple[npt.NDArray[np.uint8], F32, npt.NDArray[np.bool_], npt.NDArray[np.int64]]:
    leans = [(0.0, 0.0) if lean is None else lean for _, lean, _ in rows]
    return (
        np.array([image for image, *_ in rows], np.uint8).reshape(-1, STORED_PX, STORED_PX, 3),
        np.array(leans, np.float32).reshape(-1, 2),
        np.array([lean is not None for _, lean, _ in rows], np.bool_),
        np.array([stand for *_, stand in rows], np.int64),
    )


def _stand(die: _Die) -> int:
    """Return the index of a die's stand; "covered" has priority over the others."""
    if die.visible < _COVERED_SHARE:
        return STANDS.index("covered")
    if die.tilt_deg >= _TILTED_DEG:
        return STANDS.index("tilted")
    if die.stacked:
        return STANDS.index("stacked")
    return STANDS.index("free") if die.visible >= _WHOLE_SHARE else -1


def _patch(
    frame: npt.NDArray[np.uint8], center_px: tuple[float, float], edge_px: float, angle: float
) -> npt.NDArray[np.uint8]:
    return cut(frame, center_px, edge_px, angle, size_px=STORED_PX, span=STORED_SPAN)


def batches(
    patches: Patches, rng: np.random.Generator, size: int
) -> Iterator[tuple[F32, F32, F32, npt.NDArray[np.bool_], npt.NDArray[np.int64]]]:
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


def _augmented(patches: Patches, row: int, rng: np.random.Generator) -> tuple[F32, F64, float]:
    """Return one die augmented: finder errors, rotation, mirroring, colours and lighting."""
    image = patches.images[row]
    if rng.random() < 0.35:
        side = int(rng.integers(24, 78))
        image = blurred(image, side)
    turn = math.pi / 2 * int(rng.integers(4))
    turn += math.radians(float(np.clip(rng.normal(0, 4), -10, 10)))
    shift = rng.normal(0, 0.05, 2) * STORED_PX / STORED_SPAN
    mirrored = bool(rng.random() < 0.5)
    size = float(np.clip(rng.normal(0, 0.05), -0.15, 0.15))
    crop = recut(
        image,
        CROP_PX,
        _STEP * math.exp(-size),
        turn=turn,
        shift=(float(shift[0]), float(shift[1])),
        mirrored=mirrored,
    )
    lean = _rotated(patches.leans[row], turn)
    return relit(crop.astype(np.float32), rng), lean * (-1 if mirrored else 1, 1), size


def _rotated(lean: npt.NDArray[np.floating], turn: float) -> F64:
    """Return x and y of a lean in axes that are rotated by *turn*."""
    c, s = math.cos(turn), math.sin(turn)
    return np.array([lean[0] * c + lean[1] * s, lean[1] * c - lean[0] * s])
