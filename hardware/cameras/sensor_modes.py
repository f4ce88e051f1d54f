"""Selects a sensor mode with the full field of view for the stream.

Fast modes crop the field of view, and picamera2 picks the mode by size alone: 1536 x 864 is the
central 67 % of a Camera Module 3. A still uses the whole sensor, so a cropped stream would have
another field of view.
"""

from collections.abc import Mapping, Sequence
from typing import Any

Crop = tuple[int, int, int, int]
"""A crop of a sensor: x, y, width, height in pixels of the whole sensor."""


def full_view(modes: Sequence[Mapping[str, Any]], size_px: tuple[int, int]) -> dict[str, Any]:
    """Return the smallest full-view mode of at least *size_px*, else the largest one.

    Args:
        modes: ``Picamera2.sensor_modes``; those without ``crop_limits`` are ignored.
        size_px: requested width and height of the frames.

    Returns:
        picamera2's ``sensor`` configuration; empty where no mode has ``crop_limits``.
    """
    with_crop = [mode for mode in modes if "crop_limits" in mode]
    if not with_crop:
        return {}
    widest = max(_area(mode["crop_limits"][2:]) for mode in with_crop)
    full = [mode for mode in with_crop if _area(mode["crop_limits"][2:]) == widest]
    large_enough = [
        mode for mode in full if all(a >= b for a, b in zip(mode["size"], size_px, strict=True))
    ]
    # Of modes of equal size the one with the higher bit depth.
    best = (
        min(large_enough, key=lambda mode: (_area(mode["size"]), -mode["bit_depth"]))
        if large_enough
        else max(full, key=lambda mode: (_area(mode["size"]), mode["bit_depth"]))
    )
    return {"output_size": tuple(best["size"]), "bit_depth": best["bit_depth"]}


def largest_within(shape_px: tuple[int, int], limit_px: tuple[int, int]) -> tuple[int, int]:
    """Return the largest size of the aspect ratio of *shape_px*; even, as encoders require."""
    scale = min(limit / side for side, limit in zip(shape_px, limit_px, strict=True))
    width, height = (int(side * scale) & ~1 for side in shape_px)
    return width, height


def _area(size: Sequence[int]) -> int:
    return size[0] * size[1]
