"""Crop the dice's top faces, rotated upright and resized to one size."""

from typing import Final

import cv2
import numpy as np

from vision.core.arrays import F32, F64, ImageU8, Indices
from vision.core.detections import Detections
from vision.core.errors import BadFrameError
from vision.core.inference import CROP_PX

FACE_ZOOM: Final = 1.4
"""Side of a crop in die edges; the context around a face helps to classify it."""

_MAX_STEP_PX = 1.5  # coarser sampling would alias and lose thin strokes


def check_frame(pixels: ImageU8) -> None:
    """Check that *pixels* is a BGR image.

    Raises:
        BadFrameError: not an (H, W, 3) array of bytes, or empty.
    """
    if pixels.ndim != 3 or pixels.shape[2] != 3 or pixels.dtype != np.uint8 or not pixels.size:
        raise BadFrameError(shape=pixels.shape, dtype=pixels.dtype)


def cut_faces(pixels: ImageU8, dice: Detections, *, size_px: int = CROP_PX) -> ImageU8:
    """Return one square crop per die, aligned with the die's edges.

    The orientation is known only up to quarter turns.

    Args:
        dice: N dice in pixels of the frame.

    Returns:
        BGR crops in the order of *dice*, shape (N, size_px, size_px, 3); N may be 0.

    Raises:
        BadFrameError: *pixels* is not a BGR image.
    """
    check_frame(pixels)
    sides_px = dice.edges_px * FACE_ZOOM
    crops = np.empty((len(dice), size_px, size_px, 3), dtype=np.uint8)
    # Large ones are cut with more pixels and reduced, against aliasing.
    oversample = np.maximum(1, np.ceil(sides_px / size_px / _MAX_STEP_PX)).astype(np.intp)
    sizes = size_px * oversample
    to_frame = _to_frame(dice.centres_px, sides_px, dice.angles_deg, sizes)
    for crop, matrix, cut_px in zip(crops, to_frame, sizes.tolist(), strict=True):
        cut = cv2.warpAffine(
            pixels,
            matrix,
            (cut_px, cut_px),
            dst=crop if cut_px == size_px else None,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        if cut_px != size_px:
            cv2.resize(cut, (size_px, size_px), dst=crop, interpolation=cv2.INTER_AREA)
    return crops


def _to_frame(centres_px: F32, sides_px: F32, angles_deg: F32, sizes_px: Indices) -> F64:
    """Return the affine maps from pixels of N crops to frame pixels, shape (N, 2, 3).

    Args:
        sides_px: of the crops, in frame pixels.
        sizes_px: of the crops, in their own pixels.
    """
    turn = np.radians(angles_deg.astype(np.float64))
    steps = sides_px / sizes_px
    cosine, sine = np.cos(turn) * steps, np.sin(turn) * steps
    half = (sizes_px - 1) / 2
    x = centres_px[:, 0] - (cosine - sine) * half
    y = centres_px[:, 1] - (sine + cosine) * half
    return np.stack([cosine, -sine, x, sine, cosine, y], axis=1).reshape(-1, 2, 3)
