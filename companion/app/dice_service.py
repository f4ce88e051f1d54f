"""Reads dice outside a game (`DiceScans`), with the table's camera or from example pictures."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from companion.app.thread_priority import lower_thread_priority
from companion.session.frame_tap import FrameTap
from companion.session.pictures import Box
from companion.session.ports import DiceReader, Reading, ReadRequest
from companion.session.service_ports import DiceScan, DiceScans, NoDiceCameraError

_PICTURE_PX: Final = 640
_WAIT_S: Final = 8.0
_ROOM: Final = 2.5
"""Margin around the dice, as a multiple of the die size."""


class DiceService(DiceScans):
    """Reads one picture at a time; the reader is opened for each picture and then released.

    Args:
        frame_tap: source of camera frames.
        open_reader: opens a dice reader.
        has_camera: returns whether a real camera is available now.
        examples: pictures to use in rotation if there is none, or while rolls are secret (R-12.1).
    """

    def __init__(
        self,
        frame_tap: FrameTap,
        *,
        open_reader: Callable[[], DiceReader],
        has_camera: Callable[[], bool],
        examples: Sequence[Path],
    ) -> None:
        self._frame_tap = frame_tap
        self._open_reader = open_reader
        self._has_camera = has_camera
        self._examples = itertools.cycle(examples)

    def scan(self) -> DiceScan:
        from vision.core.decoding import decode_file

        lower_thread_priority()
        example = self._frame_tap.secret or not self._has_camera()
        if example:
            frame = decode_file(next(self._examples))
        else:
            taken = self._frame_tap.next_frame(_WAIT_S)
            if taken is None:
                raise NoDiceCameraError
            frame = taken
        reading = self._open_reader().read(ReadRequest(frame)).reading
        box = _around(reading)
        picture = self._frame_tap.picture(frame, _PICTURE_PX, box)
        return DiceScan(picture, _within(reading, box))


def _around(reading: Reading) -> Box:
    """Return the crop of the frame that contains all dice, with the frame's aspect ratio."""
    if not reading.dice:
        return 0, 0, reading.width, reading.height
    room = _ROOM * max(die.size_px for die in reading.dice)
    xs, ys = zip(*(die.centre_px for die in reading.dice), strict=True)
    share = max(
        (max(xs) - min(xs) + 2 * room) / reading.width,
        (max(ys) - min(ys) + 2 * room) / reading.height,
    )
    width, height = (int(min(share, 1.0) * side) for side in (reading.width, reading.height))
    left = min(max(0, int((min(xs) + max(xs) - width) / 2)), reading.width - width)
    top = min(max(0, int((min(ys) + max(ys) - height) / 2)), reading.height - height)
    return left, top, left + width, top + height


def _within(reading: Reading, box: Box) -> Reading:
    """Return the reading in pixel coordinates of the crop, without mats."""
    left, top, right, low = box
    return replace(
        reading,
        width=right - left,
        height=low - top,
        mats=(),
        dice=tuple(
            replace(die, centre_px=(die.centre_px[0] - left, die.centre_px[1] - top))
            for die in reading.dice
        ),
        problems=tuple(
            replace(each, outline_px=tuple((x - left, y - top) for x, y in each.outline_px))
            for each in reading.problems
        ),
    )
