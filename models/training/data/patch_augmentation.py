"""Augmentation of stored patches around dice: geometry, colours and lighting."""

from __future__ import annotations

import math

import cv2
import numpy as np
import numpy.typing as npt

from models.training.generator.camera import F32


def recut(
    patch: npt.NDArray[np.uint8],
    size_px: int,
    scale: float,
    *,
    turn: float = 0.0,
    shift: tuple[float, float] = (0.0, 0.0),
    mirrored: bool = False,
) -> npt.NDArray[np.uint8]:
    """Return a square cut from a stored patch.

    Args:
        patch: shape ``(S, S, 3)``.
        size_px: side of the result.
        scale: pixels of the patch per pixel of the result.
        turn: rotation in radians.
        shift: of the centre, in pixels of the patch.
        mirrored: horizontally, after the rotation.
    """
    c, s, side = math.cos(turn) * scale, math.sin(turn) * scale, -1.0 if mirrored else 1.0
    half, middle = (size_px - 1) / 2, (patch.shape[0] - 1) / 2
    to_patch = np.array(
        [
            [c * side, -s, middle + shift[0] - c * side * half + s * half],
            [s * side, c, middle + shift[1] - s * side * half - c * half],
        ]
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (size_px, size_px)
    cut_out = cv2.warpAffine(patch, to_patch, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut_out, np.uint8)


def blurred(patch: npt.NDArray[np.uint8], side_px: int) -> npt.NDArray[np.uint8]:
    """Return a patch as if seen with *side_px* pixels only."""
    small = cv2.resize(patch, (side_px, side_px), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, patch.shape[1::-1]), np.uint8)


def relit(image: F32, rng: np.random.Generator) -> F32:
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
