"""Synthetic images on disk: numbered shards of frames and crops, generated once.

A shard is two ``.npy`` files of images and one ``.npz`` of ground truth in the build folder. Only
missing shards are generated, so an interrupted build resumes where it stopped.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from models.training.data.crops import crops_of
from models.training.generator.background.grounds import GROUNDS
from models.training.generator.frames import FRAME_PX, GAME_LABELS, RECIPE, draw_frame, generator
from models.training.generator.lights import LIGHTS

FRAMES_PER_SHARD = 200
SPLIT_SEEDS = {"train": 1001, "validation": 2002}

TRUTH_FIELDS = ("frame", "x", "y", "edge", "angle", "visible", "tilt", "stacked", "label")
DICE_LABELS = (*GAME_LABELS, *(f"d6/{v}" for v in "123456"))
"""The values of the ground truth column "label"."""

_ARRAYS = ("dice", "lights", "grounds", "whites", "scenes", "labels", "crop_frames")
_WITHOUT_FRAMES = range(1, 24, 2)


@dataclass(frozen=True, slots=True)
class Shard:
    """Images and ground truth of one shard.

    Attributes:
        frames: RGB, shape ``(F, H, W, 3)``, memory-mapped; some training shards store none, to
            save space: the finder needs fewer images than the reader.
        dice: one row for each die, columns ``TRUTH_FIELDS``.
        lights, grounds: index into ``LIGHTS`` and ``GROUNDS`` for each frame.
        whites, scenes: linear RGB of white paper and of the whole image, shape ``(F, 3)``.
        crops: RGB, shape ``(N, 96, 96, 3)``, memory-mapped; linear light before the camera model
            (``light_codes``) in training shards, camera images in others.
        labels: index into ``models.labels.LABELS`` for each crop.
        crop_frames: frame of each crop.
    """

    frames: npt.NDArray[np.uint8]
    dice: npt.NDArray[np.float32]
    lights: npt.NDArray[np.int64]
    grounds: npt.NDArray[np.int64]
    whites: npt.NDArray[np.float32]
    scenes: npt.NDArray[np.float32]
    crops: npt.NDArray[np.uint8]
    labels: npt.NDArray[np.int64]
    crop_frames: npt.NDArray[np.int64]


def shard_path(folder: Path, split: str, number: int) -> Path:
    """Return the path of a shard's ground truth; its images are in the same folder."""
    return folder / RECIPE.replace("/", "-") / f"{split}-{number:04d}.npz"


def build_shard(folder: Path, split: str, number: int) -> Path:
    """Generate a shard unless it exists; return its path."""
    path = shard_path(folder, split, number)
    if path.exists():
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    seed = SPLIT_SEEDS[split]
    training = split == "train"
    frames, dice, lights, grounds, whites, scenes = [], [], [], [], [], []
    crops, labels, crop_frames = [], [], []
    for k in range(FRAMES_PER_SHARD):
        index = number * FRAMES_PER_SHARD + k
        frame = draw_frame(seed, index)
        if not training or number not in _WITHOUT_FRAMES:
            frames.append(frame.image)
        whites.append(frame.white)
        scenes.append(cv2.mean(frame.rgb)[:3])
        lights.append(LIGHTS.index(frame.light))
        grounds.append(GROUNDS.index(frame.ground))
        dice += [
            (
                k,
                *d.center_px,
                d.edge_px,
                d.angle_rad,
                d.visible,
                d.tilt_deg,
                d.stacked,
                DICE_LABELS.index(d.label),
            )
            for d in frame.dice
        ]
        for crop in crops_of(frame, generator(seed + 500_000, index), light=training):
            crops.append(crop.image)
            labels.append(crop.label)
            crop_frames.append(k)
    shape = (-1, FRAME_PX[1], FRAME_PX[0], 3)
    np.save(path.with_suffix(".frames.npy"), np.array(frames, np.uint8).reshape(shape))
    np.save(path.with_suffix(".crops.npy"), np.stack(crops))
    partial = path.with_suffix(".part.npz")
    np.savez(
        partial,
        dice=np.array(dice, np.float32).reshape(-1, len(TRUTH_FIELDS)),
        lights=np.array(lights),
        grounds=np.array(grounds),
        whites=np.array(whites, np.float32),
        scenes=np.array(scenes, np.float32),
        labels=np.array(labels),
        crop_frames=np.array(crop_frames),
    )
    partial.replace(path)
    return path


def load_shard(path: Path) -> Shard:
    """Return a finished shard with memory-mapped images."""
    with np.load(path) as truths:
        return Shard(
            frames=np.load(path.with_suffix(".frames.npy"), mmap_mode="r"),
            crops=np.load(path.with_suffix(".crops.npy"), mmap_mode="r"),
            **{name: truths[name] for name in _ARRAYS},
        )


def finished(folder: Path, split: str) -> list[Path]:
    """Return the finished shards of a split, in their order."""
    pattern = f"{split}-????.npz"
    return sorted((folder / RECIPE.replace("/", "-")).glob(pattern))
