"""The calibration for the screen: profiles, a new light, and the wizard (`Calibration`)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

from calibration.core.colour_difference import pairs
from calibration.core.enrolment import stored_picture
from calibration.core.errors import ProfileError
from calibration.core.making import bare_profile, refreshed
from calibration.core.profile import MAX_NAME, CameraSeen, Profile
from calibration.core.profile_file import parse_profile, profile_bytes
from calibration.core.reader_profile import light_field
from calibration.service.errors import camera_fault
from calibration.service.face_teaching import FaceTeaching
from calibration.service.frame_tap import FrameTap
from calibration.service.profile_repository import profile_in_use
from calibration.service.table_profiles import TableProfiles
from calibration.service.wizard_run import WizardRun
from calibration.service.zone_drawing import ZoneDrawing
from companion.errors import CompanionError
from companion.session.calibration_ports import (
    ProfileLine,
    ProfileNameTakenError,
    ProfilePage,
    Signal,
    StepLight,
    WizardView,
)
from companion.session.errors import CameraLostError
from companion.session.pictures import PictureMaker
from companion.session.ports import CameraInfo, Clock, Frame
from companion.session.table_port import DeviceState, ScanUpdate
from companion.session.teaching_ports import Teaching
from companion.session.zone_ports import Drawing
from vision.core.image_pyramid import ImagePyramid
from vision.light.light_field import fit_light, sample_patches
from vision.light.lighting_profile import drift_at
from vision.mats.fitting import find_mats
from vision.mats.markers import MarkerFinder


class CalibrationService:
    """Implements `Calibration` over the scanner's camera.

    Args:
        profiles: the table's, with its outcome tracker and what locks its camera.
        frame_tap: gives the camera's frames.
        make_picture: makes the screen's pictures.
        scan: the newest state of the camera.
        clock: tells the date.
    """

    def __init__(
        self,
        profiles: TableProfiles,
        frame_tap: FrameTap,
        *,
        make_picture: PictureMaker,
        scan: Callable[[], ScanUpdate],
        clock: Clock,
    ) -> None:
        self._table = profiles
        self._repository = profiles.repository
        self._frame_tap = frame_tap
        self._make_picture = make_picture
        self._scan = scan
        self._utc_iso = clock.utc_iso
        self.teaching: Teaching = FaceTeaching(
            profiles.repository,
            frame_tap,
            profiles.outcome_tracker,
            open_reader=profiles.open_reader,
            make_picture=make_picture,
            scan=scan,
        )
        self.drawing: Drawing = ZoneDrawing(
            profiles.repository, frame_tap, make_picture=make_picture, scan=scan
        )
        self._lock = threading.Lock()
        self._run: WizardRun | None = None
        self._compares = False
        self._fits: dict[str, bool] = {}
        self._to_refresh = ""
        self._outcome: CompanionError | bool | None = None
        self._known: tuple[Profile, ...] | None = None
        self._deleted: Profile | None = None

    # --- profiles --------------------------------------------------------------------------------

    def profiles(self) -> tuple[ProfileLine, ...]:
        """Return the profiles by name."""
        used = self._used()
        return tuple(self._line(profile, used) for profile in self._profiles())

    def page(self, name: str) -> ProfilePage:
        """Return all about a profile.

        Raises:
            ProfileError: there is none of that name, or it cannot be used.
        """
        profile = self._repository.read(name)
        return ProfilePage(
            self._line(profile, self._used()),
            profile.die_edge_mm,
            pairs(profile.colours),
            profile.evidence,
            len({(each.die, each.face) for each in profile.faces}),
            len({zone.mat for zone in profile.zones}),
            stored_picture(profile.picture),
        )

    def choose(self, name: str) -> None:
        """Read by this profile from now on, until the light is that of another."""
        self._table.remember(name)
        self._repository.touch()
        self._known = None

    def followed(self) -> str:
        """Return the profile that the reader has chosen by itself, once."""
        return self._table.take_switched()

    def rename(self, name: str, to: str) -> None:
        """Give a profile another name.

        Raises:
            ProfileNameTakenError: another one has it.
            ProfileError: there is none, the name is none, or the disk refuses.
        """
        if name == to:
            return
        if any(profile.name == to for profile in self._repository.all()):
            raise ProfileNameTakenError(name=to)
        chosen = self._table.chosen() == name
        self._repository.rename(name, to)
        if chosen:
            self._table.remember(to)
        if name in self._fits:
            self._fits[to] = self._fits.pop(name)
        self._known = None

    def delete(self, name: str) -> None:
        """Remove a profile.

        Raises:
            ProfileError: there is none, or it cannot be removed.
        """
        try:
            self._deleted = self._repository.read(name)
        except ProfileError:  # what cannot be read can be removed, and does not come back
            self._deleted = None
        self._repository.delete(name)
        self._known = None

    def deleted(self) -> str:
        """Return the name of the profile that was deleted last."""
        return self._deleted.name if self._deleted is not None else ""

    def restore(self) -> None:
        """Bring back what was deleted last.

        Raises:
            ProfileError: the disk does not take it.
        """
        if self._deleted is not None:
            self._repository.save(replace(self._deleted, name=self._free(self._deleted.name)))
            self._deleted = self._known = None

    def export_file(self, name: str) -> bytes:
        """Return a profile as a file to carry away.

        Raises:
            ProfileError: there is none of that name, or it cannot be read.
        """
        return profile_bytes(self._repository.read(name))

    def import_file(self, content: bytes, called: str) -> str:
        """Add the profile of a file; returns the name that it got, a free one.

        Raises:
            ProfileError: it is no profile, or the disk does not take it.
        """
        profile = parse_profile(content, called=called)
        name = self._free(profile.name)
        self._repository.save(replace(profile, name=name))
        self._known = None
        return name

    def _free(self, name: str) -> str:
        """Return the name, or the first one with a number that is free."""
        taken = {profile.name for profile in self._repository.all()}
        number, free = 2, name
        while free in taken:
            end = f" {number}"
            free = f"{name[: MAX_NAME - len(end)].rstrip()}{end}"
            number += 1
        return free

    def compare(self) -> None:
        """Compare the profiles with the light of the next picture."""
        self._known = None
        with self._lock:
            self._compares = True
            self._frame_tap.attach(self._take)

    def _profiles(self) -> tuple[Profile, ...]:
        if self._known is None:
            self._known = self._repository.all()
        return self._known

    def _used(self) -> str:
        return profile_in_use(self._profiles(), self._table.active_profile(), self._table.chosen())

    def _line(self, profile: Profile, used: str) -> ProfileLine:
        return ProfileLine(
            profile.name,
            profile.made_at,
            profile.camera.name,
            profile.name == used,
            self._fits.get(profile.name),
        )

    # --- a new light --------------------------------------------------------------------------

    def refresh_light(self, name: str) -> None:
        """Take the light of the next picture, which shows any mat, into a profile."""
        scan = self._scan()
        if scan.camera is not DeviceState.READY:
            self._outcome = CameraLostError(name=scan.camera_name)
            return
        with self._lock:
            self._outcome, self._to_refresh = None, name
            self._frame_tap.attach(self._take)

    def refreshed(self) -> CompanionError | bool | None:
        """Return how that went, once."""
        outcome, self._outcome = self._outcome, None
        return outcome

    # --- the wizard ------------------------------------------------------------------------------

    def begin(self) -> None:
        """Start the wizard."""
        with self._lock:
            self._run = WizardRun(
                self._table.open_reader,
                reader_sha256=self._table.reader_sha256,
                make_picture=self._make_picture,
                utc_iso=self._utc_iso,
                camera_lock=self._table.camera_lock,
            )
            self._frame_tap.attach(self._take)

    def wizard(self) -> WizardView | None:
        """Return the wizard; None while none runs."""
        run = self._run
        if run is None:
            return None
        return run.view(camera=self._camera_fault(), hidden=self._frame_tap.secret)

    def confirm(self) -> None:
        """The throw is what the dice show."""
        if self._run is not None:
            self._run.confirm()

    def correct(self, index: int, die: str, face: str) -> None:
        """A die of the throw shows something else."""
        if self._run is not None:
            self._run.correct(index, die, face)

    def skip(self) -> None:
        """Do without more proof throws."""
        if self._run is not None:
            self._run.skip()

    def back(self) -> None:
        """Return to the stage before, and look again."""
        if self._run is not None:
            self._run.back()
            self._frame_tap.attach(self._take)

    def keep(self, name: str) -> None:
        """Store the profile, read by it and end the wizard.

        Raises:
            ProfileError: the name or the disk does not serve; the wizard waits.
        """
        if self._run is None:
            return
        self._repository.check_name(name)
        profile = self._run.result(name)
        if profile is None:
            return
        self._repository.save(self._with_what_was_taught(profile))
        self._fits[name] = True
        self.cancel()
        self.choose(name)

    def create_without_light(self, name: str) -> None:
        """Store a profile without a measured light, for a table without a calibration mat.

        Raises:
            CameraLostError: there is no camera to make it for.
            ProfileError: the name or the disk does not serve.
        """
        self._repository.check_name(name)
        scan = self._scan()
        if scan.camera is not DeviceState.READY:
            raise CameraLostError(name=scan.camera_name)
        camera = CameraSeen(scan.camera_name, *self._frame_tap.frame_px)
        self._repository.save(bare_profile(name, made_at=self._utc_iso(), camera=camera))
        self.choose(name)

    def _with_what_was_taught(self, profile: Profile) -> Profile:
        """Return the profile with faces and places of the one that it replaces."""
        try:
            old = self._repository.read(profile.name)
        except ProfileError:
            return profile
        return replace(profile, faces=old.faces, zones=old.zones)

    def cancel(self) -> None:
        """End wizard, showing and drawing; leave everything as it was."""
        self.teaching.cancel()
        self.drawing.cancel()
        with self._lock:
            run, self._run = self._run, None
            if run is not None:
                run.end()
                self._frame_tap.detach()

    def _camera_fault(self) -> StepLight | None:
        fault = camera_fault(self._scan())
        return None if fault is None else StepLight("camera", Signal.RED, fault)

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
            run = self._run
            if run is None:
                if not (self._to_refresh or self._compares):
                    self._frame_tap.detach()
                return False
        run.take(frame, info)
        return run.wants_pictures

    def _refresh(self, name: str, frame: Frame) -> CompanionError | bool:
        try:
            made_at = self._utc_iso()
            self._repository.change(name, lambda known: refreshed(known, frame, made_at=made_at))
        except CompanionError as err:
            return err
        self._known = None
        return True

    def _compare(self, frame: Frame) -> dict[str, bool]:
        """Return which profiles fit the patches in view; nothing where none is."""
        pixels = frame.pixels
        size = pixels.shape[1], pixels.shape[0]
        samples = sample_patches(pixels, find_mats(ImagePyramid(pixels), MarkerFinder()).mats)
        seen = fit_light(samples, size) if len(samples) else None
        if seen is None:
            return {}
        return {
            profile.name: not drift_at(samples, seen, light_field(profile.light, size)).noticed
            for profile in self._repository.all()
            if profile.light is not None
        }
