"""The calibration for the screen: profiles, lighting refresh and the wizard (`Calibration`)."""

import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from calibration.core import wizard as steps
from calibration.core.colour_difference import pairs
from calibration.core.doubts import Doubt, packed
from calibration.core.enrolment import stored_picture
from calibration.core.errors import ProfileError
from calibration.core.making import bare_profile, refreshed
from calibration.core.profile import MAX_NAME, CameraSeen, Profile
from calibration.core.profile_file import parse_profile, profile_bytes
from calibration.core.reader_profile import light_field, light_seen
from calibration.core.store import profile_in_use, same_light
from calibration.core.wizard import Wizard
from calibration.service.face_teaching import FaceTeaching
from calibration.service.table_profiles import TableProfiles
from calibration.service.wizard_run import WizardRun
from calibration.service.zone_drawing import ZoneDrawing
from companion.errors import CompanionError
from companion.session.calibration_ports import (
    ALL_DICE,
    Calibration,
    Drawing,
    ProfileLine,
    ProfileNameTakenError,
    ProfilePage,
    ReadCount,
    Teaching,
    WizardView,
)
from companion.session.errors import CameraLostError
from companion.session.frame_tap import FrameTap
from companion.session.ports import CameraInfo, Clock, DieStatus, Frame, ReadRequest
from companion.session.table_port import DeviceState
from vision.light.lighting_profile import drift_at
from vision.mats.fitting import mats_in


class CalibrationService(Calibration):
    """Implements `Calibration` over the scanner's camera, with the errors that it names.

    Args:
        profiles: the table's, with its outcome tracker and camera lock.
    """

    def __init__(self, profiles: TableProfiles, frame_tap: FrameTap, clock: Clock) -> None:
        self._table = profiles
        self._repository = profiles.repository
        self._frame_tap = frame_tap
        self._utc_iso = clock.utc_iso
        self.teaching: Teaching = FaceTeaching(profiles, frame_tap)
        self.drawing: Drawing = ZoneDrawing(profiles.repository, frame_tap)
        self._lock = threading.Lock()
        self._run: WizardRun | None = None
        self._compare_pending = False
        self._fits: dict[str, bool] = {}
        self._without_profile: ReadCount | None = None
        self._to_refresh = ""
        self._refresh_result: CompanionError | bool | None = None
        self._known: tuple[int, tuple[Profile, ...]] | None = None
        self._deleted: Profile | None = None

    # --- profiles --------------------------------------------------------------------------------

    def profiles(self) -> tuple[ProfileLine, ...]:
        used = self._name_in_use()
        return tuple(self._line(profile, used) for profile in self._profiles())

    def page(self, name: str) -> ProfilePage:
        profile = self._repository.read(name)
        return ProfilePage(
            self._line(profile, self._name_in_use()),
            pairs(profile.colours),
            profile.evidence,
            len({(each.die, each.face) for each in profile.faces}),
            len({zone.mat for zone in profile.zones}),
            stored_picture(profile.picture),
            tuple(each.name for each in self._profiles() if same_light(profile, each)),
        )

    def choose(self, name: str) -> None:
        self._table.remember(name)
        self._repository.changed()

    def rename(self, name: str, to: str) -> None:
        if name != to and any(profile.name == to for profile in self._repository.all()):
            raise ProfileNameTakenError(name=to)
        chosen = self._table.chosen() == name
        self._repository.rename(name, to)
        if chosen:
            self._table.remember(to)
        if name in self._fits:
            self._fits[to] = self._fits.pop(name)

    def delete(self, name: str) -> None:
        try:
            self._deleted = self._repository.read(name)
        except ProfileError:  # an unreadable one can be removed, but not restored
            self._deleted = None
        self._repository.delete(name)

    def deleted(self) -> str:
        return self._deleted.name if self._deleted is not None else ""

    def restore(self) -> None:
        if self._deleted is not None:
            self._repository.save(replace(self._deleted, name=self._free_name(self._deleted.name)))
            self._deleted = None

    def export_file(self, name: str) -> bytes:
        return profile_bytes(self._repository.read(name))

    def import_file(self, content: bytes, called: str) -> str:
        profile = parse_profile(content, called=called)
        name = self._free_name(profile.name)
        self._repository.save(replace(profile, name=name, serial=0))
        return name

    def _free_name(self, name: str) -> str:
        """Return *name*, or its first numbered variant that is free."""
        taken = {profile.name for profile in self._repository.all()}
        number, free = 2, name
        while free in taken:
            end = f" {number}"
            free = f"{name[: MAX_NAME - len(end)].rstrip()}{end}"
            number += 1
        return free

    def compare(self) -> None:
        self._known = self._without_profile = None
        with self._lock:
            self._compare_pending = True
            self._frame_tap.attach(self._take)

    def without_profile(self) -> ReadCount | None:
        return self._without_profile

    def _profiles(self) -> tuple[Profile, ...]:
        """Return all profiles, read again after each change."""
        version = self._table.version
        if self._known is None or self._known[0] != version:
            self._known = version, self._repository.all()
        return self._known[1]

    def _name_in_use(self) -> str:
        return profile_in_use(self._profiles(), self._table.active_profile(), self._table.chosen())

    def _line(self, profile: Profile, used: str) -> ProfileLine:
        return ProfileLine(
            profile.name,
            profile.made_at,
            profile.camera.name,
            profile.name == used,
            self._fits.get(profile.name),
        )

    def doubts(self) -> int:
        return len(self._table.outcome_tracker.doubts)

    def doubts_file(self) -> bytes:
        scan = self._frame_tap.scan
        doubts = [
            Doubt(die.crop, (die.die, die.face), truth, die.doubtful, die.profile)
            for die, truth in tuple(self._table.outcome_tracker.doubts)
        ]
        return packed(
            doubts,
            reader_sha256=self._table.reader_sha256(),
            camera=CameraSeen(scan.camera_name, *self._frame_tap.frame_px),
            lights={profile.name: profile.light for profile in self._profiles()},
        )

    # --- lighting refresh ---------------------------------------------------------------------

    def refresh_light(self, name: str) -> None:
        scan = self._frame_tap.scan
        if scan.camera is not DeviceState.READY:
            self._refresh_result = CameraLostError(name=scan.camera_name)
            return
        with self._lock:
            self._refresh_result, self._to_refresh = None, name
            self._frame_tap.attach(self._take)

    def refreshed(self) -> CompanionError | bool | None:
        outcome, self._refresh_result = self._refresh_result, None
        return outcome

    # --- the wizard ------------------------------------------------------------------------------

    def begin(self) -> None:
        with self._lock:
            self._run = WizardRun(self._table, self._frame_tap, self._utc_iso)
            self._frame_tap.attach(self._take)

    def wizard(self) -> WizardView | None:
        run = self._run
        return None if run is None else run.view()

    def confirm(self) -> None:
        self._change(steps.confirmed)

    def correct(self, index: int, die: str, face: str) -> None:
        self._change(partial(steps.corrected, index=index, die=die, face=face))

    def skip(self) -> None:
        self._change(steps.skipped)

    def back(self) -> None:
        if self._change(steps.back):
            self._frame_tap.attach(self._take)

    def _change(self, step: Callable[[Wizard], Wizard]) -> bool:
        """Return whether there is a wizard, which made that step."""
        run = self._run
        if run is not None:
            run.change(step)
        return run is not None

    def keep(self, name: str) -> None:
        if self._run is None:
            return
        self._repository.path(name)  # refuses an invalid name
        profile = self._run.result(name)
        if profile is None:
            return
        self._repository.save(self._with_faces_and_zones(profile))
        self._fits[name] = True
        self.cancel()
        self.choose(name)

    def create_without_light(self, name: str) -> None:
        self._repository.path(name)  # refuses an invalid name
        scan = self._frame_tap.scan
        if scan.camera is not DeviceState.READY:
            raise CameraLostError(name=scan.camera_name)
        camera = CameraSeen(scan.camera_name, *self._frame_tap.frame_px)
        self._repository.save(bare_profile(name, made_at=self._utc_iso(), camera=camera))
        self.choose(name)

    def _with_faces_and_zones(self, profile: Profile) -> Profile:
        try:
            old = self._repository.read(profile.name)
        except ProfileError:
            return profile
        return replace(profile, faces=old.faces, zones=old.zones)

    def cancel(self) -> None:
        self.teaching.cancel()
        self.drawing.cancel()
        with self._lock:
            run, self._run = self._run, None
            if run is not None:
                run.end()
                self._frame_tap.detach()

    # --- frames, on the scanner's thread ---------------------------------------------------------

    def _take(self, frame: Frame, info: CameraInfo) -> bool:
        """Process a frame for the pending requests; returns whether the next one is wanted soon."""
        name, self._to_refresh = self._to_refresh, ""
        if name:
            self._refresh_result = self._refresh(name, frame)
        compares, self._compare_pending = self._compare_pending, False
        if compares or name:
            self._fits = self._compare(frame)
        if compares:  # loads the networks
            self._without_profile = self._plain_reading(frame)
        with self._lock:
            run = self._run
            if run is None:
                if not (self._to_refresh or self._compare_pending):
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
        return True

    def _compare(self, frame: Frame) -> dict[str, bool]:
        """Return which profiles fit the patches in view; empty without patches."""
        pixels = frame.pixels
        mats = mats_in(pixels)
        samples, seen = light_seen(pixels, mats)
        if seen is None:
            return {}
        return {
            profile.name: not drift_at(
                samples, seen, light_field(profile.light, seen.size_px)
            ).noticed
            for profile in self._repository.all()
            if profile.light is not None
        }

    def _plain_reading(self, frame: Frame) -> ReadCount | None:
        """Return how the dice in view are read without a profile; None if nothing can read."""
        try:
            dice = self._table.open_reader().read(ReadRequest(frame, whole_image=True)).reading.dice
        except CompanionError:  # the scanner says why
            return None
        doubtful = sum(die.status is DieStatus.CHECK for die in dice)
        return ReadCount(ALL_DICE, len(dice), doubtful)
