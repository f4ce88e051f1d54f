"""The calibration for the screen: profiles, the light anew, and the wizard (`Calibration`)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from calibration.evidence import colour_points, margins
from calibration.known import light_field
from calibration.making import refreshed
from calibration.profile import Profile
from calibration.store import ProfileStore
from companion.calibrating.course import Course
from companion.calibrating.loan import FrameLoan
from companion.errors import CompanionError
from companion.session.calibration_ports import (
    ColourPair,
    ColourPoint,
    ProfileLine,
    ProfilePage,
    ReadCount,
    Signal,
    StepLight,
    WizardView,
)
from companion.session.errors import CameraLostError
from companion.session.ports import CameraInfo, Frame
from companion.session.table_port import DeviceState, ScanUpdate
from vision.known_table import drift_at
from vision.light_field import fit_light, sample_patches
from vision.markers import MarkerFinder
from vision.mats import find_mats


@dataclass(frozen=True, slots=True)
class Hooks:
    """What the desk needs of the table around it.

    Attributes:
        scan: the newest state of the camera.
        new_course: starts the wizard anew.
        renew_reader: the table's reader takes its profiles anew.
        chosen: name of the profile that people chose; empty where nobody did.
        remember: keeps such a name.
        utc_iso: the date and time.
    """

    scan: Callable[[], ScanUpdate]
    new_course: Callable[[], Course]
    renew_reader: Callable[[], None]
    chosen: Callable[[], str]
    remember: Callable[[str], None]
    utc_iso: Callable[[], str]


class CalibrationDesk:
    """Implements `Calibration` over the scanner's camera.

    Args:
        store: the table's profiles.
        loan: lends the camera's frames.
        hooks: the table around.
    """

    def __init__(self, store: ProfileStore, loan: FrameLoan, hooks: Hooks) -> None:
        self._store = store
        self._loan = loan
        self._hooks = hooks
        self._lock = threading.Lock()
        self._course: Course | None = None
        self._compares = False
        self._fits: dict[str, bool] = {}
        self._to_refresh = ""
        self._outcome: CompanionError | bool | None = None
        self._known: tuple[Profile, ...] | None = None

    # --- profiles --------------------------------------------------------------------------------

    def profiles(self) -> tuple[ProfileLine, ...]:
        """Return the profiles by name."""
        return tuple(self._line(profile) for profile in self._profiles())

    def page(self, name: str) -> ProfilePage:
        """Return all about a profile.

        Raises:
            ProfileError: there is none of that name, or it cannot be used.
        """
        profile = self._store.read(name)
        return ProfilePage(
            self._line(profile),
            profile.die_edge_mm,
            tuple(ColourPoint(point.die, *point.lab) for point in colour_points(profile)),
            tuple(
                ColourPair(each.first, each.second, each.difference, each.close)
                for each in margins(profile)
            ),
            tuple(
                ReadCount(each.die, each.read, each.doubtful, each.corrected)
                for each in profile.evidence
            ),
        )

    def choose(self, name: str) -> None:
        """Read by this profile from now on, until the light is that of another."""
        self._hooks.remember(name)
        self._changed()

    def delete(self, name: str) -> None:
        """Remove a profile.

        Raises:
            ProfileError: there is none, or it cannot be removed.
        """
        self._store.delete(name)
        self._changed()

    def compare(self) -> None:
        """Compare the profiles with the light of the next picture."""
        self._known = None
        with self._lock:
            self._compares = True
            self._loan.borrow(self._take)

    def _profiles(self) -> tuple[Profile, ...]:
        if self._known is None:
            self._known = self._store.all()
        return self._known

    def _line(self, profile: Profile) -> ProfileLine:
        return ProfileLine(
            profile.name,
            profile.made_at,
            profile.camera.name,
            profile.name == self._used(),
            self._fits.get(profile.name),
        )

    def _used(self) -> str:
        """The chosen profile, else the newest, as the table's reader does it."""
        profiles, chosen = self._profiles(), self._hooks.chosen()
        if any(profile.name == chosen for profile in profiles):
            return chosen
        return max(profiles, key=lambda each: each.made_at).name if profiles else ""

    def _changed(self) -> None:
        self._known = None
        self._hooks.renew_reader()

    # --- the light anew --------------------------------------------------------------------------

    def refresh_light(self, name: str) -> None:
        """Take the light of the next picture, which shows any mat, into a profile."""
        scan = self._hooks.scan()
        if scan.camera is not DeviceState.READY:
            self._outcome = CameraLostError(name=scan.camera_name)
            return
        with self._lock:
            self._outcome, self._to_refresh = None, name
            self._loan.borrow(self._take)

    def refreshed(self) -> CompanionError | bool | None:
        """Return how that went, once."""
        outcome, self._outcome = self._outcome, None
        return outcome

    # --- the wizard ------------------------------------------------------------------------------

    def begin(self) -> None:
        """Start the wizard."""
        with self._lock:
            self._course = self._hooks.new_course()
            self._loan.borrow(self._take)

    def wizard(self) -> WizardView | None:
        """Return the wizard; None while none runs."""
        course = self._course
        if course is None:
            return None
        return course.view(camera=self._camera_fault(), hidden=self._loan.secret)

    def confirm(self) -> None:
        """The throw is what the dice show."""
        if self._course is not None:
            self._course.confirm()

    def correct(self, index: int, die: str, face: str) -> None:
        """A die of the throw shows something else."""
        if self._course is not None:
            self._course.correct(index, die, face)

    def skip(self) -> None:
        """Do without more proof throws."""
        if self._course is not None:
            self._course.skip()

    def back(self) -> None:
        """Return to the stage before, and look again."""
        if self._course is not None:
            self._course.back()
            self._loan.borrow(self._take)

    def keep(self, name: str) -> None:
        """Store the profile, read by it and end the wizard.

        Raises:
            ProfileError: the name or the disk does not serve; the wizard waits.
        """
        if self._course is None:
            return
        self._store.path(name)  # a name that cannot be given is refused before a profile is made
        profile = self._course.result(name)
        if profile is None:
            return
        self._store.save(profile)
        self._fits[name] = True
        self.cancel()
        self.choose(name)

    def cancel(self) -> None:
        """End the wizard and leave everything as it was."""
        with self._lock:
            if self._course is not None:
                self._course = None
                self._loan.give_back()

    def _camera_fault(self) -> StepLight | None:
        scan = self._hooks.scan()
        if scan.camera is DeviceState.READY:
            return None
        fault = scan.notes[0] if scan.notes else CameraLostError(name=scan.camera_name)
        return StepLight("camera", Signal.RED, fault)

    # --- pictures, on the scanner's thread -------------------------------------------------------

    def _take(self, frame: Frame, info: CameraInfo) -> bool:
        """Do with a frame what was asked for; returns whether the next one is wanted soon."""
        name, self._to_refresh = self._to_refresh, ""
        if name:
            self._outcome = self._refresh(name, frame)
        if self._compares or name:
            self._compares = False
            self._fits = self._compare(frame)
        with self._lock:
            course = self._course
            if course is None:
                if not (self._to_refresh or self._compares):
                    self._loan.give_back()
                return False
        course.take(frame, info)
        return course.wants_pictures

    def _refresh(self, name: str, frame: Frame) -> CompanionError | bool:
        try:
            profile = refreshed(self._store.read(name), frame, made_at=self._hooks.utc_iso())
            self._store.save(profile)
        except CompanionError as err:
            return err
        self._changed()
        return True

    def _compare(self, frame: Frame) -> dict[str, bool]:
        """Return which profiles fit the patches in view; nothing where none is."""
        pixels = frame.pixels
        size = pixels.shape[1], pixels.shape[0]
        grey = np.asarray(pixels[..., 1], np.uint8)  # green is grey enough to find markers in
        samples = sample_patches(pixels, find_mats(grey, MarkerFinder()).mats)
        seen = fit_light(samples, size) if len(samples) else None
        if seen is None:
            return {}
        return {
            profile.name: not drift_at(samples, seen, light_field(profile.light, size)).noticed
            for profile in self._store.all()
        }
