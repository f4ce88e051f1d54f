"""Enrolment of faces: shown to the camera, labelled by a tap (`Teaching`)."""

import threading
from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from calibration.core.enrolment import Enrolment, listed, with_correction, without
from calibration.core.errors import NO_DIE_SHOWN
from calibration.core.profile import Profile, ShownFace
from calibration.core.reader_profile import apply_profile
from calibration.service.table_profiles import TableProfiles
from companion.errors import CompanionError
from companion.session.calibration_ports import FaceLine, ShowingView, Teaching
from companion.session.frame_tap import FrameTap
from companion.session.ports import CameraInfo, Corners, Frame
from companion.session.sightings import as_fractions, square_px
from companion.session.table_port import Picture
from vision.core.arrays import ImageU8
from vision.core.detections import Detections
from vision.pipeline import TableReader

_PICTURE_PX = 480


@dataclass(frozen=True, slots=True)
class _Seen:
    """The newest frame's picture and detected faces, the nearest to its middle first."""

    picture: Picture | None = None
    dice: tuple[Corners, ...] = ()
    crops: tuple[ImageU8, ...] = ()


@dataclass(slots=True, eq=False)
class _Showing:
    """State of the enrolment of one die."""

    profile: Profile
    enrolment: Enrolment
    reader: TableReader | None = None
    seen: _Seen = _Seen()
    picked: int = 0
    fault: CompanionError | None = None


class FaceTeaching(Teaching):
    """Implements `Teaching` over the scanner's camera, with the errors that it names."""

    def __init__(self, table: TableProfiles, frame_tap: FrameTap) -> None:
        self._table = table
        self._repository = table.repository
        self._frame_tap = frame_tap
        self._lock = threading.Lock()
        self._showing: _Showing | None = None
        self._removed: tuple[str, tuple[ShownFace, ...]] | None = None

    # --- enrolled faces --------------------------------------------------------------------------

    def listed(self, profile: str) -> tuple[FaceLine, ...]:
        return listed(self._repository.read(profile))

    def forget(self, profile: str, die: str, face: str) -> None:
        before = self._repository.read(profile).faces
        self._repository.change(profile, lambda known: without(known, die, face))
        gone = tuple(each for each in before if (each.die, each.face) == (die, face))
        self._removed = profile, gone

    def remember(self, profile: str) -> bool:
        if self._removed is None or self._removed[0] != profile:
            return False
        faces = self._removed[1]
        self._repository.change(profile, lambda known: replace(known, faces=(*known.faces, *faces)))
        self._removed = None
        return True

    # --- enrolment of a die ----------------------------------------------------------------------

    def begin(self, profile: str, die: str, faces: tuple[str, ...]) -> None:
        known = self._repository.read(profile)
        with self._lock:
            self._showing = _Showing(known, Enrolment(die, faces))
        self._frame_tap.attach(self._take)

    def showing(self) -> ShowingView | None:
        with self._lock:
            now = self._showing
            if now is None:
                return None
            enrolment, seen, picked, fault = now.enrolment, now.seen, now.picked, now.fault
        lost = self._frame_tap.fault
        hidden = self._frame_tap.secret
        dark = hidden or lost is not None
        counts = Counter(face for face, _ in enrolment.shown)
        return ShowingView(
            profile=now.profile.name,
            die=enrolment.die,
            shown=tuple(counts.items()),
            looks=len(enrolment.shown),
            picture=None if dark else seen.picture,
            dice=() if dark else seen.dice,
            picked=picked if not dark and picked < len(seen.dice) else None,
            hidden=hidden,
            fault=lost or fault,
        )

    def pick(self, index: int) -> None:
        with self._lock:
            if self._showing is not None:
                self._showing.picked = index

    def name(self, face: str) -> None:
        with self._lock:
            now = self._showing
            if now is None:
                return
            if now.picked >= len(now.seen.crops) or self._frame_tap.secret:
                raise NO_DIE_SHOWN()
            now.enrolment = now.enrolment.with_sample(now.seen.crops[now.picked], face)

    def back(self) -> None:
        with self._lock:
            if self._showing is not None:
                self._showing.enrolment = self._showing.enrolment.back()

    def keep(self) -> None:
        now = self._showing
        if now is None:
            return
        if now.enrolment.shown:
            self._repository.change(now.profile.name, now.enrolment.into)
        self.cancel()

    def cancel(self) -> None:
        with self._lock:
            begun, self._showing = self._showing, None
        if begun is not None:
            self._frame_tap.detach()

    # --- corrections at the table ----------------------------------------------------------------

    def can_learn(self, mark: str, die: str, face: str) -> bool:
        seen = self._table.outcome_tracker.die_of(mark)
        return seen is not None and bool(seen.profile) and (seen.die, seen.face) != (die, face)

    def learn(self, mark: str, die: str, face: str) -> None:
        seen = self._table.outcome_tracker.die_of(mark)
        if seen is not None and seen.profile:
            self._repository.change(
                seen.profile, lambda known: with_correction(known, die, face, seen.crop)
            )

    # --- frames, on the scanner's thread ---------------------------------------------------------

    def _take(self, frame: Frame, _info: CameraInfo) -> bool:
        """Detect the dice of a frame; returns whether the next one is wanted soon."""
        now = self._showing
        if now is None:
            return False
        picture = self._frame_tap.picture(frame, _PICTURE_PX)
        fault: CompanionError | None = None
        seen = _Seen(picture)
        try:
            if now.reader is None:  # at the first frame: the window does not wait for models
                now.reader = self._table.open_reader()
                apply_profile(now.reader, now.profile)
            found, crops = now.reader.faces_in(frame)
            seen = _middle_first(picture, found, crops, frame)
        except CompanionError as err:
            fault = err
        with self._lock:
            if len(seen.dice) != len(now.seen.dice):
                now.picked = 0
            now.seen, now.fault = seen, fault
        return True


def _middle_first(picture: Picture, found: Detections, crops: ImageU8, frame: Frame) -> _Seen:
    """Return the dice of a frame, the one nearest to its middle first."""
    height, width = frame.pixels.shape[:2]
    distances = np.linalg.norm(found.centres_px - np.array([width / 2, height / 2]), axis=1)
    order = np.argsort(distances).tolist()
    corners = tuple(
        as_fractions(
            square_px(
                (float(found.centres_px[row][0]), float(found.centres_px[row][1])),
                float(found.edges_px[row]),
                float(found.angles_deg[row]),
            ),
            (width, height),
        )
        for row in order
    )
    return _Seen(picture, corners, tuple(crops[row] for row in order))
