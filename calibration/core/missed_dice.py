"""A second pass over slots of the calibration mat without a detection.

Each slot holds a die, so a pale die on white paper that was missed in the whole image is searched
for in rescaled crops.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from companion.session.ports import DieReading, Frame, ReadRequest
from vision.core.arrays import F64, ImageU8
from vision.mats.fitting import FittedMat, transform
from vision.pipeline import TableReader

_SCALES: Final = (0.85, 0.7, 1.5)  # of the crops: smaller ones have less noise
_CROP_SIDE: Final = 1.6  # side of the crop relative to the slot's
_SIZE_TOLERANCE: Final = 0.2  # largest relative difference of size from the other dice
_LEAST_DICE: Final = 4  # with fewer, the mat is not taken to have a die in each slot


def find_missed_dice(
    frame: Frame, reader: TableReader, mat: FittedMat, dice: Sequence[DieReading]
) -> list[DieReading]:
    """Return dice in slots of *mat* where *dice* has none, in pixels of the whole image.

    Args:
        reader: has no profile.
    """
    taken = {die.zone for die in dice}
    empty = [name for name, _ in mat.layout.zones if name not in taken]
    if not empty or len(taken) < _LEAST_DICE:
        return []
    usual_px = float(np.median([die.size_px for die in dice]))
    found = (_in_slot(frame, reader, mat, name, usual_px) for name in empty)
    return [die for die in found if die is not None]


def _in_slot(
    frame: Frame, reader: TableReader, mat: FittedMat, name: str, usual_px: float
) -> DieReading | None:
    rect = dict(mat.layout.zones)[name]
    place = transform(mat.homography, np.array(rect.corners))
    middle, half = place.mean(axis=0), np.ptp(place, axis=0).max() / 2 * _CROP_SIDE
    height, width = frame.pixels.shape[:2]
    x0, y0 = np.maximum(middle - half, 0).astype(int).tolist()
    x1, y1 = np.minimum(middle + half, (width, height)).astype(int).tolist()
    part = np.asarray(frame.pixels[y0:y1, x0:x1], np.uint8)
    for scale in _SCALES:
        request = ReadRequest(_rescaled(frame, part, scale), whole_image=True)
        seen = reader.read(request).reading.dice
        in_image = [_in_image(die, scale, (x0, y0)) for die in seen]
        inside = [die for die in in_image if _is_plausible(die, place, usual_px)]
        if len(inside) == 1:
            return replace(inside[0], mat=mat.layout.mat_id, zone=name)
    return None


def _is_plausible(die: DieReading, place: F64, usual_px: float) -> bool:
    """Whether a die lies in the slot and is as large as the others."""
    depth = cv2.pointPolygonTest(place.astype(np.float32), die.centre_px, measureDist=False)
    return bool(depth >= 0 and abs(die.size_px / usual_px - 1.0) <= _SIZE_TOLERANCE)


def _rescaled(frame: Frame, part: ImageU8, scale: float) -> Frame:
    scaled = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
    return Frame(np.ascontiguousarray(scaled, np.uint8), frame.taken_at_s, frame.source)


def _in_image(die: DieReading, scale: float, corner: tuple[int, int]) -> DieReading:
    x, y = die.centre_px
    centre = (x / scale + corner[0], y / scale + corner[1])
    return replace(die, centre_px=centre, size_px=die.size_px / scale)
