"""Sets of path-traced images on disk, with the ground truth of their dice.

`models.training.pathtraced.training_tables` writes them; finder and tilt network are fine-tuned on
them.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Self

import numpy as np

from models.training.arrays import F32, F64, ImageU8
from models.training.data.columns import Columns
from models.training.data.shards import COLUMN, TRUTH_FIELDS
from models.training.generator.camera import Camera

RECIPE: Final = "traced/3"
PICTURES_PER_SET: Final = 10
TABLES: Final = range(4, 44)
"""Numbers of the sets for fine-tuning: the camera mostly looks straight down."""


@dataclass(frozen=True, slots=True)
class TracedSet(Columns):
    """Images and their dice.

    Attributes:
        frames: RGB, shape ``(F, H, W, 3)``.
        dice: one row for each die, columns ``TRUTH_FIELDS``.
        normals: of the top faces in camera coordinates, shape ``(N, 3)``.
        focals_px: focal length of each image; the principal point is the image centre.
    """

    frames: ImageU8
    dice: F32
    normals: F32
    focals_px: F32

    @classmethod
    def of_picture(
        cls,
        picture: ImageU8,
        rows: Sequence[Sequence[float]],
        normals: Sequence[F64],
        focal_px: float,
    ) -> "TracedSet":
        return cls(
            picture[None],
            np.array(rows, np.float32).reshape(-1, len(TRUTH_FIELDS)),
            np.array(normals, np.float32).reshape(-1, 3),
            np.array([focal_px], np.float32),
        )

    @classmethod
    def join(cls, parts: Sequence[Self]) -> Self:
        """Return all images as one set, with the dice's column "frame" renumbered."""
        joined = super(TracedSet, cls).join(parts)
        first = np.cumsum([0, *(len(part.frames) for part in parts)])
        before = np.repeat(first[:-1], [len(part.dice) for part in parts])
        joined.dice[:, COLUMN["frame"]] += before
        return joined

    def camera(self, frame: int) -> Camera:
        """Return the camera of an image, in whose coordinates the normals are."""
        height, width = self.frames.shape[1:3]
        centre = ((width - 1) / 2, (height - 1) / 2)
        focal_px = float(self.focals_px[frame])
        return Camera((width, height), focal_px, centre, np.eye(3), np.zeros(3))

    def mirrored(self, axis: int) -> "TracedSet":
        """Return the images mirrored horizontally (*axis* 0) or vertically (1)."""
        dice, normals = self.dice.copy(), self.normals.copy()
        place, angle = COLUMN["xy"[axis]], COLUMN["angle"]
        dice[:, place] = self.frames.shape[2 - axis] - 1 - dice[:, place]
        dice[:, angle] = -dice[:, angle] % (math.pi / 2)
        normals[:, axis] *= -1
        return replace(self, frames=np.flip(self.frames, 2 - axis), dice=dice, normals=normals)


def set_path(build: Path, number: int) -> Path:
    return build / RECIPE.replace("/", "-") / f"set-{number:04d}"


def training_set(build: Path) -> "TracedSet":
    """Return all sets for fine-tuning as one."""
    return TracedSet.join([TracedSet.load(set_path(build, number)) for number in TABLES])
