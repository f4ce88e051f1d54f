"""Which of a sensor's modes a stream uses: one that sees all that the sensor can see.

Fast modes leave out the edges of the field of view, and picamera2 picks the mode by its size alone:
1536 x 864 is the middle 67 % of a Camera Module 3. A still takes the whole sensor, so a stream
of such a mode would show another part of the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Crop = tuple[int, int, int, int]
"""A part of a sensor: x, y, width, height in pixels of the whole one."""


def full_view(modes: Sequence[Mapping[str, Any]], size_px: tuple[int, int]) -> dict[str, Any]:
    """Return the smallest mode of the full view that has *size_px*, else the largest one.

    Args:
        modes: ``Picamera2.sensor_modes``; those that are not raw are left out.
        size_px: width and height of the frames that are wanted.

    Returns:
        picamera2's ``sensor`` configuration; empty where no mode tells what it shows.
    """
    told = [mode for mode in modes if "crop_limits" in mode]
    if not told:
        return {}
    widest = max(_area(mode["crop_limits"][2:]) for mode in told)
    full = [mode for mode in told if _area(mode["crop_limits"][2:]) == widest]
    enough = [
        mode for mode in full if all(a >= b for a, b in zip(mode["size"], size_px, strict=True))
    ]
    # Of two modes alike the one with more levels of brightness.
    best = (
        min(enough, key=lambda mode: (_area(mode["size"]), -mode["bit_depth"]))
        if enough
        else max(full, key=lambda mode: (_area(mode["size"]), mode["bit_depth"]))
    )
    return {"output_size": tuple(best["size"]), "bit_depth": best["bit_depth"]}


def _area(size: Sequence[int]) -> int:
    return size[0] * size[1]
