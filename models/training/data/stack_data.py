"""Training data of the stack network: patches of what is below flat and below stacked dice.

    python -m models.training.data.stack_data 0 8

draws sets of compositor images in which most dice are disturbed; the path-traced ones come from
`models.training.pathtraced.training_tables`. The table's normal of a patch has a random error, as
the estimate from a few dice has.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from models.training.data.build_folder import parse_numbers
from models.training.data.columns import Columns
from models.training.data.crops import LARGEST_EDGE_PX
from models.training.data.patch_augmentation import blurred, plain_planes, recut, relit
from models.training.data.shards import TRUTH_FIELDS
from models.training.data.traced_sets import TracedSet
from models.training.generator.camera import F32, F64, Camera
from models.training.generator.frames import RECIPE, camera_of, draw_frame, generator
from vision.classification.stack import HEIGHT, WIDTH, cut_views, views_of
from vision.core.inference import STACK_CROP_PX as CROP_PX

SET_SEED = 9009
FRAMES_PER_SET = 100
SETS = 8
"""Number of sets of compositor images; the first is for the metrics."""

STORED_PX = 64
_MARGIN = 1.2  # stored patches are wider than crops, for jitter
_STEP = STORED_PX / _MARGIN / CROP_PX  # stored pixels per pixel of a crop
_VERSIONS = 3  # patches of one die, with different errors of the normal
_NORMAL_ERROR = 0.07  # radians
_EDGE_ERROR = 0.04
_ANGLE_ERROR_DEG = 3.0
_CENTRE_ERROR = 0.03  # edges
_LEAST_VISIBLE = 0.88  # of the top face: covered dice are recognised by the tilt network
_FLAT_DEG = 2.0
_STACKED_SHARE = 0.4  # of a batch
_COMPOSED_SHARE = 0.5  # of the stacked dice
_ASIDE, _MOST_ASIDE = 0.15, 0.35  # edges between upper and lower die
_SMALLEST_PX, _SHARP_PX = 20, 60


@dataclass(frozen=True, slots=True)
class StackPatches(Columns):
    """Patches of N dice seen obliquely.

    Attributes:
        images: RGB, shape ``(N, STORED_PX, STORED_PX, 3)``.
        stacked: (N,), the die lies on another one.
    """

    images: npt.NDArray[np.uint8]
    stacked: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, images: Sequence[npt.NDArray[np.uint8]], stacked: Sequence[bool]) -> StackPatches:
        """Return the patches of any number of dice, none included."""
        shape = (-1, STORED_PX, STORED_PX, 3)
        return cls(np.array(images, np.uint8).reshape(shape), np.array(stacked, np.bool_))


@dataclass(frozen=True, slots=True)
class _Dice:
    """N dice of an image.

    Attributes:
        centers_px, edges_px, angles_deg: (N, 2), (N,) and (N,), of the top faces.
        visible: (N,), visible share of the top faces.
        table: (3,), the table's normal in camera coordinates.
    """

    centers_px: F64
    edges_px: F64
    angles_deg: F64
    visible: F64
    tilts_deg: F64
    stacked: npt.NDArray[np.bool_]
    table: F64


def set_path(folder: Path, number: int) -> Path:
    """Return the path of the patches of a set of compositor images."""
    return folder / RECIPE.replace("/", "-") / f"stack-{number:04d}.npz"


def drawn_set(folder: Path, number: int) -> StackPatches:
    """Return the patches of compositor images in which most dice are disturbed; generated once."""
    path = set_path(folder, number)
    if not path.exists():
        found = []
        for index in range(number * FRAMES_PER_SET, (number + 1) * FRAMES_PER_SET):
            frame, camera = draw_frame(SET_SEED, index, askew=True), camera_of(SET_SEED, index)
            dice = _Dice(
                np.array([die.center_px for die in frame.dice]).reshape(-1, 2),
                np.array([die.edge_px for die in frame.dice]),
                np.degrees([die.angle_rad for die in frame.dice]),
                np.array([die.visible for die in frame.dice]),
                np.array([die.tilt_deg for die in frame.dice]),
                np.array([die.stacked for die in frame.dice], np.bool_),
                camera.rotation @ np.array([0.0, 0.0, -1.0]),
            )
            found.append(_patches(frame.image, dice, camera, generator(SET_SEED + 1, index)))
        StackPatches.join(found).save(path)
    return StackPatches.load(path)


def patches_of_traced(traced: TracedSet) -> StackPatches:
    """Return the patches of path-traced images with a flat die, which shows the table's normal."""
    found = [StackPatches.of([], [])]
    for k, frame in enumerate(traced.frames):
        mine = traced.dice[:, TRUTH_FIELDS.index("frame")] == k
        _, x, y, edge, angle, visible, tilt, stacked, _ = traced.dice[mine].astype(np.float64).T
        flat = tilt == 0.0
        if not flat.any():
            continue
        table = traced.normals[mine][flat][0].astype(np.float64)
        dice = _Dice(
            np.stack([x, y], 1), edge, np.degrees(angle), visible, tilt, stacked > 0, table
        )
        picture = np.ascontiguousarray(frame)
        found.append(_patches(picture, dice, traced.camera(k), generator(SET_SEED + 2, k)))
    return StackPatches.join(found)


def _patches(
    frame: npt.NDArray[np.uint8], dice: _Dice, camera: Camera, rng: np.random.Generator
) -> StackPatches:
    """Return the patches of the dice of one image, several of each."""
    count = len(dice.edges_px)
    away = (dice.centers_px - camera.center_px) / camera.focal_px
    rays = np.column_stack([away, np.ones(count)])
    known = (dice.tilts_deg < _FLAT_DEG) & (dice.visible >= _LEAST_VISIBLE)
    known &= dice.edges_px <= LARGEST_EDGE_PX
    found = [StackPatches.of([], [])]
    for _ in range(_VERSIONS if known.any() else 0):
        tables = dice.table + rng.normal(0.0, _NORMAL_ERROR, (count, 3))
        tables /= np.linalg.norm(tables, axis=1, keepdims=True)
        edges = dice.edges_px * np.exp(rng.normal(0.0, _EDGE_ERROR, count))
        angles = dice.angles_deg + rng.normal(0.0, _ANGLE_ERROR_DEG, count)
        off = rng.normal(0.0, _CENTRE_ERROR, (count, 2)) * edges[:, None]
        views = views_of(dice.centers_px + off, edges, angles, tables, rays)
        seen = known & views.oblique
        images = cut_views(frame, views.wider(_MARGIN).select(seen), STORED_PX)
        found.append(StackPatches(images, dice.stacked[seen]))
    return StackPatches.join(found)


def batches(
    patches: StackPatches, rng: np.random.Generator, size: int
) -> Iterator[tuple[F32, npt.NDArray[np.bool_]]]:
    """Yield endlessly images ``(B, 3, P, P)`` and which are of stacked dice, a fixed share."""
    flat, real = (patches.images[patches.stacked == stacked] for stacked in (False, True))

    def picked(images: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        return np.asarray(images[int(rng.integers(len(images)))], np.uint8)

    def example(*, stacked: bool) -> npt.NDArray[np.uint8]:
        if not stacked:
            return picked(flat)
        if rng.random() < _COMPOSED_SHARE:
            return _composed(picked(flat), picked(flat), rng)
        return picked(real)

    while True:
        stacked = rng.random(size) < _STACKED_SHARE
        images = np.stack([_augmented(example(stacked=bool(each)), rng) for each in stacked])
        yield np.ascontiguousarray(images.transpose(0, 3, 1, 2)), stacked


def _composed(
    upper: npt.NDArray[np.uint8], lower: npt.NDArray[np.uint8], rng: np.random.Generator
) -> npt.NDArray[np.uint8]:
    """Return the patch of a flat die with the sides of another flat die pasted below it.

    There are few stacked dice whose lower die is in view, but many flat ones. The table around the
    pasted sides stays that of the upper die.
    """
    high, wide = STORED_PX / _MARGIN / HEIGHT, STORED_PX / _MARGIN / WIDTH  # of a die
    aside = float(np.clip(rng.normal(0.0, _ASIDE), -_MOST_ASIDE, _MOST_ASIDE)) * wide
    moved = np.array([[1.0, 0.0, aside], [0.0, 1.0, high]])
    size = (STORED_PX, STORED_PX)
    below = cv2.warpAffine(lower, moved, size, borderMode=cv2.BORDER_REPLICATE)
    middle, half = STORED_PX / 2, wide * rng.uniform(0.48, 0.56)
    left, right = (round(middle + aside + side) for side in (-half, half))
    first, last = (round(middle + rng.uniform(-0.08, 0.02) * high), round(middle + high))
    mask = np.zeros(size, np.float32)
    mask[first:last, left:right] = 1.0
    weight = cv2.GaussianBlur(mask, (3, 3), 0)[..., None]
    return np.asarray(upper * (1.0 - weight) + below * weight, np.uint8)


def plain_crops(patches: StackPatches) -> F32:
    """Return images ``(N, 3, P, P)`` without augmentation."""
    return plain_planes(patches.images, CROP_PX, _STEP)


def _augmented(image: npt.NDArray[np.uint8], rng: np.random.Generator) -> F32:
    """Return a crop, sharp or not, shifted, mirrored or not, with other colours and light."""
    if rng.random() < 0.35:
        image = blurred(image, int(rng.integers(_SMALLEST_PX, _SHARP_PX)))
    shift = rng.normal(0, 0.02, 2) * STORED_PX
    crop = recut(
        image,
        CROP_PX,
        _STEP * math.exp(float(np.clip(rng.normal(0, 0.04), -0.1, 0.1))),
        turn=math.radians(float(np.clip(rng.normal(0, 3), -8, 8))),
        shift=(float(shift[0]), float(shift[1])),
        mirrored=bool(rng.random() < 0.5),
    )
    return relit(crop.astype(np.float32), rng)


def main() -> None:
    """Draw the sets from *first* to before *last*."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    options, numbers = parse_numbers(parser)
    for number in numbers:
        drawn_set(options.build, number)


if __name__ == "__main__":
    main()
