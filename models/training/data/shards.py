"""Synthetic images of the build folder: numbered shards of frames and crops, generated once.

Only missing shards are generated, so an interrupted build resumes where it stopped.
"""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from models.training.arrays import F32, I64, ImageU8
from models.training.data.columns import Columns
from models.training.data.crops import STORED_PX, crops_of
from models.training.generator.frames import FRAME_PX, GAME_LABELS, RECIPE, draw_frame, generator

FRAMES_PER_SHARD = 200
SPLIT_SEEDS = {"train": 1001, "validation": 2002}

TRUTH_FIELDS = ("frame", "x", "y", "edge", "angle", "visible", "tilt", "stacked", "label")
COLUMN = {name: i for i, name in enumerate(TRUTH_FIELDS)}
DICE_LABELS = (*GAME_LABELS, *(f"d6/{v}" for v in "123456"))
"""The values of the ground truth column "label"."""

_WITHOUT_FRAMES = range(1, 24, 2)


@dataclass(frozen=True, slots=True)
class Shard(Columns):
    """Images and ground truth of one shard.

    Attributes:
        frames: RGB, shape ``(F, H, W, 3)``; some training shards store none, to save space: the
            finder needs fewer images than the reader.
        dice: one row for each die, columns ``TRUTH_FIELDS``.
        whites, scenes: linear RGB of white paper and of the whole image, shape ``(F, 3)``.
        crops: RGB, shape ``(N, 96, 96, 3)``; linear light before the camera model
            (``crops.coded``) in training shards, camera images in others.
        labels: index into ``models.labels.LABELS`` for each crop.
        crop_frames: frame of each crop.
    """

    frames: ImageU8
    dice: F32
    whites: F32
    scenes: F32
    crops: ImageU8
    labels: I64
    crop_frames: I64


def kept_shard(folder: Path, split: str, number: int) -> Shard:
    """Return a shard, generated unless it exists."""
    path, frames = folder / RECIPE.replace("/", "-"), range(FRAMES_PER_SHARD)
    return Shard.kept(
        path / f"{split}-{number:04d}",
        lambda: Shard.join([_of_frame(split, number, k) for k in frames]),
    )


def _of_frame(split: str, number: int, k: int) -> Shard:
    """Return the shard of the *k*-th frame alone."""
    seed, training = SPLIT_SEEDS[split], split == "train"
    index = number * FRAMES_PER_SHARD + k
    frame = draw_frame(seed, index)
    images = [] if training and number in _WITHOUT_FRAMES else [frame.image]
    rows = [(k, *die.center_px, die.edge_px, die.angle_rad, die.visible, die.tilt_deg, die.stacked,
             DICE_LABELS.index(die.label)) for die in frame.dice]  # fmt: skip
    crops = list(crops_of(frame, generator(seed + 500_000, index), light=training))
    return Shard(
        np.array(images, np.uint8).reshape(-1, FRAME_PX[1], FRAME_PX[0], 3),
        np.array(rows, np.float32).reshape(-1, len(TRUTH_FIELDS)),
        np.array(frame.white, np.float32)[None],
        np.array(cv2.mean(frame.rgb)[:3], np.float32)[None],
        np.array([image for image, _ in crops], np.uint8).reshape(-1, STORED_PX, STORED_PX, 3),
        np.array([label for _, label in crops], np.int64),
        np.full(len(crops), k),
    )


def finished(folder: Path, split: str) -> list[Path]:
    """Return the folders of the finished shards of a split, in their order."""
    return sorted((folder / RECIPE.replace("/", "-")).glob(f"{split}-????"))
