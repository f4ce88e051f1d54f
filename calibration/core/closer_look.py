"""A closer look at places of the calibration mat where no die was seen.

There is one on each place, so a pale die on white paper that was overlooked in the whole picture is
worth a few more looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from companion.session.ports import DieReading, Frame, ReadRequest
from vision.core.arrays import F64, ImageU8
from vision.mats.fitting import FittedMat, transform
from vision.pipeline import TableReader

_LOOKS: Final = (0.85, 0.7, 1.5)  # how large the place is shown: smaller has less grain
_REACH: Final = 1.6  # of the place's own size
_LIKE: Final = 0.2  # by which a die may differ in size from the others
_LEAST_DICE: Final = 4  # fewer say that this is no mat with a die on each place


def overlooked(
    frame: Frame, reader: TableReader, mat: FittedMat, dice: Sequence[DieReading]
) -> list[DieReading]:
    """Return dice on places of *mat* where *dice* has none; the same picture, the same pixels.

    Args:
        frame: the whole picture.
        reader: without a profile.
        mat: the calibration mat in it.
        dice: what was read there.
    """
    taken = {die.zone for die in dice}
    empty = [name for name, _ in mat.layout.zones if name not in taken]
    if not empty or len(taken) < _LEAST_DICE:
        return []
    usual_px = float(np.median([die.size_px for die in dice]))
    found = (_on_place(frame, reader, mat, name, usual_px) for name in empty)
    return [die for die in found if die is not None]


def _on_place(
    frame: Frame, reader: TableReader, mat: FittedMat, name: str, usual_px: float
) -> DieReading | None:
    rect = dict(mat.layout.zones)[name]
    around = [(rect.x0, rect.y0), (rect.x1, rect.y0), (rect.x1, rect.y1), (rect.x0, rect.y1)]
    place = transform(mat.homography, np.array(around))
    middle, half = place.mean(axis=0), np.ptp(place, axis=0).max() / 2 * _REACH
    height, width = frame.pixels.shape[:2]
    x0, y0 = np.maximum(middle - half, 0).astype(int).tolist()
    x1, y1 = np.minimum(middle + half, (width, height)).astype(int).tolist()
    part = np.asarray(frame.pixels[y0:y1, x0:x1], np.uint8)
    for scale in _LOOKS:
        request = ReadRequest(_enlarged(frame, part, scale), whole_image=True)
        seen = reader.read(request).reading.dice
        moved = [_moved(die, scale, (x0, y0)) for die in seen]
        inside = [die for die in moved if _fits(die, place, usual_px)]
        if len(inside) == 1:
            return replace(inside[0], mat=mat.layout.mat_id, zone=name)
    return None


def _fits(die: DieReading, place: F64, usual_px: float) -> bool:
    """Whether a die lies on the place and is as large as the others."""
    depth = cv2.pointPolygonTest(place.astype(np.float32), die.centre_px, measureDist=False)
    return bool(depth >= 0 and abs(die.size_px / usual_px - 1.0) <= _LIKE)


def _enlarged(frame: Frame, part: ImageU8, scale: float) -> Frame:
    larger = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
    return Frame(np.ascontiguousarray(larger, np.uint8), frame.taken_at_s, frame.source)


def _moved(die: DieReading, scale: float, corner: tuple[int, int]) -> DieReading:
    x, y = die.centre_px
    centre = (x / scale + corner[0], y / scale + corner[1])
    return replace(die, centre_px=centre, size_px=die.size_px / scale)
