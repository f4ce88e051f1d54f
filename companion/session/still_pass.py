"""Second pass on a full-resolution still when several mats are stationary.

The stream has a low resolution so that it can be read several times a second; in a view of a whole
table its dice are small. Once nothing moves, one still is read, and its result takes precedence.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from companion.errors import CompanionError
from companion.session.ports import (
    CameraSource,
    DiceReader,
    Frame,
    MatReading,
    Reading,
    ReadRequest,
)
from companion.session.scan_plan import ScanPlan
from companion.session.sightings import (
    LEAST_FRAMES,
    MOST_FRAMES,
    Sighting,
    follow,
    mat_in,
    sighting_of,
)

log = logging.getLogger(__name__)

SEVERAL: Final = 2
"""Minimum number of mats for a still; for a single mat the stream's resolution suffices."""

_VIEW_TOLERANCE: Final = 0.02
"""Relative tolerance between a still's and the stream's aspect ratio and sensor crop: another field
of view would displace drawn zones."""


@dataclass(frozen=True, slots=True)
class MatView:
    """A mat's last reading: its frame, its location and the dice on it."""

    frame: Frame
    reading: Reading
    mat: MatReading
    sighting: Sighting


class StillPass:
    """Takes and reads stills of one camera for the scanner, until that is closed; its thread only.

    If stills fail, or have no higher resolution than the stream, they are disabled.
    """

    def __init__(self, reader: DiceReader, before_image: Callable[[], None]) -> None:
        self._reader = reader
        self._before_image = before_image
        self._done: frozenset[str] = frozenset()
        self._is_useful = True

    def forget(self) -> None:
        """Allow a new still of unmoved mats: a new reading was requested."""
        self._done = frozenset()

    def read(
        self, camera: CameraSource, plan: ScanPlan, stream: Frame, waiting: Mapping[str, Sighting]
    ) -> dict[str, MatView]:
        """Return the mats as read in a still; empty where no still is needed or possible.

        Args:
            stream: the frame in which they were tracked.
            waiting: mat id -> sighting in the stream, of the mats that are not recorded yet.
        """
        resting = {mat_id: each for mat_id, each in waiting.items() if _is_stationary(each)}
        self._done &= frozenset(resting)
        fresh = frozenset(resting) - self._done
        if len(resting) < SEVERAL or not fresh or not (camera.info.is_live and self._is_useful):
            return {}
        self._done = frozenset(resting)
        try:
            self._before_image()
            still = camera.still()
            if not _is_usable(still, stream):
                self._is_useful = False
                return {}
            request = ReadRequest(still, plan.dice, plan.expect)
            reading = self._reader.read(request).reading
        except CompanionError as error:
            log.info("no still pass", extra={"reason": str(error)})
            self._is_useful = False
            return {}
        return _views(still, reading, resting)


def _is_stationary(sighting: Sighting) -> bool:
    return sighting.frames >= LEAST_FRAMES and not sighting.covered


def _is_usable(still: Frame, stream: Frame) -> bool:
    """Whether the still has the stream's field of view and a higher resolution."""
    height, width = still.pixels.shape[:2]
    stream_height, stream_width = stream.pixels.shape[:2]
    shape: float = width * stream_height / (height * stream_width)
    if width <= stream_width or abs(shape - 1.0) > _VIEW_TOLERANCE:
        return False
    if still.crop is None or stream.crop is None:
        return True
    tolerance_px = _VIEW_TOLERANCE * stream.crop[2]
    return all(abs(a - b) <= tolerance_px for a, b in zip(still.crop, stream.crop, strict=True))


def _views(still: Frame, reading: Reading, resting: Mapping[str, Sighting]) -> dict[str, MatView]:
    """Return the mats whose dice lie in the still where they lay in the stream.

    A still counts for as many frames as the mats are not awaited.
    """
    views = {}
    for mat_id, before in resting.items():
        mat = mat_in(reading, mat_id)
        if mat is None:
            continue
        now = replace(sighting_of(reading, mat), mat_px=before.mat_px)  # of another resolution
        sighting = follow(before, now, MOST_FRAMES - LEAST_FRAMES)
        if sighting.frames > before.frames and len(sighting.dice) >= len(before.dice):
            views[mat_id] = MatView(still, reading, mat, sighting)
    return views
