"""Zones drawn on the camera's picture, for tables without printed mats (`Drawing`)."""

import threading
from dataclasses import replace

from calibration.core.errors import NO_PICTURE, PLACE_SHAPE
from calibration.core.making import seen_mats
from calibration.core.profile import DrawnZone
from calibration.core.store import ProfileStore
from companion.session.calibration_ports import CameraView, Drawing, DrawnPlace
from companion.session.frame_tap import FrameTap
from companion.session.ports import CameraInfo, Frame
from companion.session.table_port import Picture
from vision.mats.fitting import mats_in

_PICTURE_PX = 800


class ZoneDrawing(Drawing):
    """Implements `Drawing` over the scanner's camera, with the errors that it names.

    Args:
        repository: the table's profiles.
        frame_tap: provides the camera's frames.
    """

    def __init__(self, repository: ProfileStore, frame_tap: FrameTap) -> None:
        self._repository = repository
        self._frame_tap = frame_tap
        self._lock = threading.Lock()
        self._profile = ""
        self._newest: tuple[Frame, CameraInfo, Picture] | None = None

    def drawn(self, profile: str) -> tuple[DrawnPlace, ...]:
        return tuple(
            DrawnPlace(
                zone.mat, zone.zone, tuple(((x + 1) / 2, (y + 1) / 2) for x, y in zone.corners)
            )
            for zone in self._repository.read(profile).zones
        )

    def begin(self, profile: str) -> None:
        self._repository.read(profile)
        with self._lock:
            self._profile, self._newest = profile, None
        self._frame_tap.attach(self._take)

    def view(self) -> CameraView | None:
        with self._lock:
            profile, newest = self._profile, self._newest
        if not profile:
            return None
        hidden, fault = self._frame_tap.secret, self._frame_tap.fault
        picture = None if newest is None or hidden or fault is not None else newest[2]
        return CameraView(picture=picture, hidden=hidden, fault=fault)

    def keep(self, places: tuple[DrawnPlace, ...]) -> None:
        """Replace the stored zones, use them for reading and end.

        Printed mats in view are stored with them as anchors: if they lie elsewhere later, the
        camera was moved.

        Raises:
            CompanionError: a zone has an invalid shape.
            CompanionError: no frame has arrived yet.
            ProfileError: writing failed; the drawing goes on.
        """
        with self._lock:
            newest = self._newest
        if newest is None:
            raise NO_PICTURE()
        try:
            zones = tuple(
                DrawnZone(
                    each.mat, each.zone, tuple((2 * x - 1, 2 * y - 1) for x, y in each.corners)
                )
                for each in places
            )
        except ValueError as err:
            raise PLACE_SHAPE(reason=str(err)) from err
        frame = newest[0]
        size = frame.pixels.shape[1], frame.pixels.shape[0]
        mats = seen_mats(mats_in(frame.pixels), size)
        self._repository.change(self._profile, lambda known: replace(known, zones=zones, mats=mats))
        self.cancel()

    def cancel(self) -> None:
        with self._lock:
            begun, self._profile, self._newest = bool(self._profile), "", None
        if begun:
            self._frame_tap.detach()

    def _take(self, frame: Frame, info: CameraInfo) -> bool:
        """Keep the newest frame; the next one is wanted soon, since players move the strips."""
        picture = self._frame_tap.picture(frame, _PICTURE_PX)
        with self._lock:
            if self._profile:
                self._newest = frame, info, picture
        return bool(self._profile)
