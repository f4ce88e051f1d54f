"""Cut the dice's top faces out of the frame, upright and in one size."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.arrays import F32, ImageU8
from vision.detections import Detections
from vision.errors import BadFrameError
from vision.inference import CROP_PX

FACE_ZOOM: Final = 1.4
"""Side of a crop in edges of the die: what is around a face helps to read it."""

_MAX_STEP_PX = 1.5  # coarser sampling of the frame would lose strokes between two samples


def check_frame(pixels: ImageU8) -> None:
    """Make sure that *pixels* is a picture.

    Raises:
        BadFrameError: not an (H, W, 3) array of bytes, or empty.
    """
    if pixels.ndim != 3 or pixels.shape[2] != 3 or pixels.dtype != np.uint8 or not pixels.size:
        raise BadFrameError(shape=pixels.shape, dtype=pixels.dtype)


def cut_faces(pixels: ImageU8, dice: Detections, *, size_px: int = CROP_PX) -> ImageU8:
    """Cut one square for each die, its edges parallel to the square's.

    Which of the four quarter turns is upright stays open.

    Args:
        pixels: BGR frame, shape (H, W, 3).
        dice: N dice in pixels of the frame.
        size_px: side of a crop.

    Returns:
        BGR crops in the order of *dice*, shape (N, size_px, size_px, 3); N may be 0.

    Raises:
        BadFrameError: *pixels* is no picture.
    """
    check_frame(pixels)
    crops = np.empty((len(dice), size_px, size_px, 3), dtype=np.uint8)
    sides = dice.edges_px * FACE_ZOOM
    for crop, centre, side, angle in zip(
        crops, dice.centres_px, sides, dice.angles_deg, strict=True
    ):
        finer = max(1, int(np.ceil(side / size_px / _MAX_STEP_PX)))
        to_frame = _to_frame(centre, float(side) / (size_px * finer), float(angle), size_px * finer)
        cut = cv2.warpAffine(
            pixels,
            to_frame,
            (size_px * finer, size_px * finer),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        if finer > 1:
            cut = cv2.resize(cut, (size_px, size_px), interpolation=cv2.INTER_AREA)
        crop[:] = cut
    return crops


def _to_frame(centre: F32, step_px: float, angle_deg: float, size_px: int) -> F32:
    """Return the (2, 3) map from pixels of a crop to pixels of the frame."""
    turn = np.radians(angle_deg)
    across = np.array([np.cos(turn), np.sin(turn)]) * step_px
    down = np.array([-np.sin(turn), np.cos(turn)]) * step_px
    corner = centre - (across + down) * (size_px - 1) / 2
    return np.column_stack([across, down, corner]).astype(np.float32)
