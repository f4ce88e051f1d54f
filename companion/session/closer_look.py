"""One picture of the camera's full size where several mats lie still together.

The stream is small, so that it can be read several times a second; a whole table in it has small
dice. When nothing moves any more one still shows all of them larger, and its answer counts.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from companion.errors import CompanionError
from companion.session.ports import (
    CameraSource,
    DiceReader,
    DieReading,
    DieStatus,
    Frame,
    MatReading,
    Reading,
    ReadRequest,
)
from companion.session.scan_plan import ScanPlan
from companion.session.sightings import (
    CONTRARY_AFTER,
    SURE_AFTER,
    Sighting,
    dice_on,
    mat_in,
    partners_of,
)

log = logging.getLogger(__name__)

SEVERAL: Final = 2
"""Mats that make a whole table; a single one the stream shows well."""

_SAME_VIEW: Final = 0.02
"""Share by which a still's shape, or the part of the sensor that it shows, may differ from the
stream's: another one shows another part of the table, and drawn zones would lie elsewhere."""


@dataclass(frozen=True, slots=True)
class MatView:
    """A mat as it was read last: in which picture, where, and what lies on it."""

    frame: Frame
    reading: Reading
    mat: MatReading
    sighting: Sighting


class CloserLook:
    """Takes stills for the scanner and reads them; on the scanner's thread only.

    A camera whose stills fail, or show no more than its stream, is not asked again until it was
    opened again: the stream does without them.
    """

    def __init__(self, reader: DiceReader) -> None:
        self._reader = reader
        self._seen: frozenset[str] = frozenset()
        self._is_useful = True

    def begin(self) -> None:
        """Another camera, or the same one opened again."""
        self._seen = frozenset()
        self._is_useful = True

    def forget(self) -> None:
        """The table asks again: look again, also at mats that did not move."""
        self._seen = frozenset()

    def look(
        self, camera: CameraSource, plan: ScanPlan, stream: Frame, waiting: Mapping[str, Sighting]
    ) -> dict[str, MatView]:
        """Return the mats that a still shows larger; empty where none is worth taking.

        Args:
            stream: the frame in which they were followed.
            waiting: mat id -> what the stream shows, of the mats that are not recorded yet.
        """
        resting = {mat_id: each for mat_id, each in waiting.items() if _rests(each)}
        self._seen &= frozenset(resting)
        fresh = frozenset(resting) - self._seen
        if len(resting) < SEVERAL or not fresh or not (camera.info.is_live and self._is_useful):
            return {}
        self._seen = frozenset(resting)
        try:
            still = camera.still()
            if not _shows_more(still, stream):
                self._is_useful = False
                return {}
            request = ReadRequest(still, plan.dice, plan.expect)
            reading = self._reader.read(request).reading
        except CompanionError as error:
            log.info("no closer look", extra={"reason": str(error)})
            self._is_useful = False
            return {}
        return _views(still, reading, resting)


def _rests(sighting: Sighting) -> bool:
    return sighting.still >= SURE_AFTER and not sighting.covered


def _shows_more(still: Frame, stream: Frame) -> bool:
    """Whether the still shows the same part of the table with more pixels."""
    height, width = still.pixels.shape[:2]
    stream_height, stream_width = stream.pixels.shape[:2]
    shape: float = width * stream_height / (height * stream_width)
    if width <= stream_width or abs(shape - 1.0) > _SAME_VIEW:
        return False
    if still.crop is None or stream.crop is None:
        return True
    least_px = _SAME_VIEW * stream.crop[2]
    return all(abs(a - b) <= least_px for a, b in zip(still.crop, stream.crop, strict=True))


def _views(still: Frame, reading: Reading, resting: Mapping[str, Sighting]) -> dict[str, MatView]:
    views = {}
    for mat_id, before in resting.items():
        mat = mat_in(reading, mat_id)
        sighting = _confirmed(before, dice_on(reading, mat_id))
        if mat is not None and sighting is not None:
            views[mat_id] = MatView(still, reading, mat, sighting)
    return views


def _confirmed(before: Sighting, dice: tuple[DieReading, ...]) -> Sighting | None:
    """Return what the still shows as a settled sighting; None where something moved meanwhile.

    What the stream was in doubt about counts no more. Where both are sure and differ, the die is
    contrary: a person looks at it.
    """
    partners = partners_of(before.dice, dice)
    if partners is None:
        return None
    contrary = frozenset(
        index
        for index, partner in enumerate(partners)
        if _contradict(before.dice[partner], dice[index])
    )
    return replace(before, dice=dice, contrary=contrary, still=CONTRARY_AFTER)


def _contradict(one: DieReading, other: DieReading) -> bool:
    sure = one.status is other.status is DieStatus.OK
    return sure and (one.type, one.face) != (other.type, other.face)
