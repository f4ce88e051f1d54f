"""One run of the wizard: frames arrive on the scanner's thread, taps on the window's."""

import math
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from calibration.core import wizard as steps
from calibration.core.making import inspect_mat, make_profile
from calibration.core.profile import Profile
from calibration.core.reader_profile import lighting_profile
from calibration.core.steps import worst
from calibration.core.wizard import PROOF_THROWS, STEADY_PICTURES, Wizard
from calibration.service.table_profiles import TableProfiles
from companion.errors import CompanionError
from companion.session.calibration_ports import Signal, Stage, StepLight, WizardView
from companion.session.frame_tap import FrameTap
from companion.session.ports import CameraInfo, DieReading, Frame, ReadRequest
from companion.session.table_port import Picture
from vision.pipeline import TableReader

STEPS: Final = (
    "camera", "mats", "die_size", "sharpness", "exposure", "clipping", "banding", "lock", "print",
    "white", "dice", "colours",
)  # fmt: skip
"""All checks, in display order."""

_PICTURE_PX: Final = 480
_REST_TOLERANCE: Final = 0.3
"""Relative to its edge: a die that moved less between two frames is at rest."""

_DRAFT: Final = "draft"


@dataclass(frozen=True, slots=True)
class _Seen:
    """The newest frame of the run."""

    picture: Picture | None = None
    dice: tuple[DieReading, ...] = ()
    size_px: tuple[int, int] = (1, 1)


class WizardRun:
    """One run of the wizard.

    Its reader is opened with the first frame; after the first good one the camera is locked.

    Args:
        utc_iso: the date and time.
    """

    def __init__(
        self, table: TableProfiles, frame_tap: FrameTap, utc_iso: Callable[[], str]
    ) -> None:
        self._table = table
        self._lock_light: StepLight | None = None
        self._held: dict[str, float] = {}
        self._frame_tap = frame_tap
        self._utc_iso = utc_iso
        self._lock = threading.Lock()
        self._reader: TableReader | None = None
        self._good: deque[Frame] = deque(maxlen=STEADY_PICTURES)
        self._wizard = Wizard()
        self._seen = _Seen()
        self._shown: tuple[DieReading, ...] = ()
        self._done: tuple[DieReading, ...] = ()
        self._fault: CompanionError | None = None

    # --- frames, on the scanner's thread ---------------------------------------------------------

    def take(self, frame: Frame, info: CameraInfo) -> None:
        picture = self._frame_tap.picture(frame, _PICTURE_PX)
        try:
            if self._reader is None:
                self._reader = self._table.open_reader()
            self._look(frame, info, picture, self._reader)
        except CompanionError as err:
            with self._lock:
                self._fault, self._seen = err, replace(self._seen, picture=picture)

    @property
    def wants_pictures(self) -> bool:
        """Whether the next frame is wanted."""
        return self._wizard.stage in (Stage.LOOK, Stage.PROVE)

    def _look(self, frame: Frame, info: CameraInfo, picture: Picture, reader: TableReader) -> None:
        now = self._wizard
        if now.stage is Stage.LOOK:
            lights, draft = self._calibrate(frame, info, reader, steady=now.steady)
            with self._lock:
                self._fault = None
                self._seen = _Seen(picture)
                self._wizard = steps.seen(self._wizard, lights, draft)
                proving = self._wizard.stage is Stage.PROVE
            if proving:  # the dice in their slots are not a throw
                self._done = self._read(frame, reader)
            return
        dice = self._read(frame, reader) if now.stage is Stage.PROVE else ()
        with self._lock:
            before = self._seen.dice
            self._fault = None
            self._seen = _Seen(picture, dice, (frame.pixels.shape[1], frame.pixels.shape[0]))
            if dice and lie_still(before, dice) and not lie_still(self._done, dice):
                self._offer(dice)

    def _calibrate(
        self, frame: Frame, info: CameraInfo, reader: TableReader, *, steady: int
    ) -> tuple[tuple[StepLight, ...], Profile | None]:
        """Return the frame's traffic lights, and the profile of it and the good ones before it."""
        reader.use_lighting(None)
        if steady == 0:
            self._good.clear()
        lights = inspect_mat(frame, reader).steps
        if worst(lights) is Signal.RED:
            self._good.clear()
            if self._lock_light is not None and _too_bright_or_dark(lights):
                self.unlock()
            return lights, None
        if self._lock_light is None:  # only frames of a locked camera count
            self._lock_camera()
            return lights, None
        self._good.append(frame)
        last = len(self._good) >= STEADY_PICTURES
        used = list(self._good) if last else [frame]
        try:
            profile, lights = make_profile(
                used, reader, name=_DRAFT, made_at=self._utc_iso(), camera=info.name
            )
        except CompanionError:  # the lighting changed between the frames: restart
            self._good.clear()
            return lights, None
        return lights, profile

    def _lock_camera(self) -> None:
        held, fault = self._table.camera_lock.lock_now()
        signal = Signal.GREEN if fault is None else Signal.YELLOW
        with self._lock:
            self._held = held
            self._lock_light = StepLight("lock", signal, fault)

    def end(self) -> None:
        """Return the camera to the table, locked to the controls of the active profile."""
        self._table.camera_lock.renew()

    def unlock(self) -> None:
        with self._lock:
            self._held, self._lock_light = {}, None
        self._table.camera_lock.unlock()

    def _read(self, frame: Frame, reader: TableReader) -> tuple[DieReading, ...]:
        draft = self._wizard.draft
        reader.use_lighting(lighting_profile(draft) if draft is not None else None)
        return reader.read(ReadRequest(frame, whole_image=True)).reading.dice

    def _offer(self, dice: tuple[DieReading, ...]) -> None:
        """Show a throw; one that is unchanged, or was corrected in part, stays."""
        if self._wizard.throw and lie_still(self._shown, dice):
            return
        after = steps.thrown(self._wizard, dice, self._seen.size_px)
        if after is not self._wizard:
            self._wizard, self._shown = after, dice

    # --- taps, on the window's thread ------------------------------------------------------------

    def change(self, step: Callable[[Wizard], Wizard]) -> None:
        """Replace the state with what *step* returns for it; a confirmed throw is done."""
        with self._lock:
            after = step(self._wizard)
            if after.throws > self._wizard.throws:
                self._done = self._shown
            self._wizard = after

    def result(self, name: str) -> Profile | None:
        """Return the profile to store under *name*; None before the last stage."""
        wizard = self._wizard
        if wizard.to_save is None:
            return None
        named = replace(wizard.to_save, name=name, held=tuple(sorted(self._held.items())))
        return steps.with_proof(named, wizard, reader_sha256=self._table.reader_sha256())

    # --- what is shown ---------------------------------------------------------------------------

    def view(self) -> WizardView:
        lost, hidden = self._frame_tap.fault, self._frame_tap.secret
        camera = None if lost is None else StepLight("camera", Signal.RED, lost)
        with self._lock:
            wizard, seen, fault = self._wizard, self._seen, self._fault
            lock = self._lock_light
        dark = hidden or camera is not None
        return WizardView(
            stage=wizard.stage,
            steps=_lights(wizard.steps, camera, lock),
            steady=wizard.steady,
            steady_wanted=STEADY_PICTURES,
            throws=wizard.throws,
            throws_wanted=PROOF_THROWS,
            throw=() if dark else wizard.throw,
            proof=wizard.proof,
            picture=None if dark else seen.picture,
            hidden=hidden,
            fault=fault,
        )


def lie_still(before: Sequence[DieReading], now: Sequence[DieReading]) -> bool:
    """Whether the same number of dice lies in the same places."""
    if len(before) != len(now):
        return False
    return all(
        any(
            math.dist(one.centre_px, other.centre_px) < _REST_TOLERANCE * max(one.size_px, 1.0)
            for other in before
        )
        for one in now
    )


def _too_bright_or_dark(lights: Sequence[StepLight]) -> bool:
    """Whether the locked controls do not fit the lighting any more."""
    return any(
        step.key in ("exposure", "clipping") and step.signal is Signal.RED for step in lights
    )


def _lights(
    found: Sequence[StepLight], camera: StepLight | None, lock: StepLight | None
) -> tuple[StepLight, ...]:
    known = {each.key: each for each in found}
    if lock is not None:
        known["lock"] = lock
    if camera is not None:
        known = {"camera": camera}
    return tuple(known.get(key, StepLight(key, Signal.WAIT)) for key in STEPS)
