"""Shared by a running table and its calibration: profiles, reader, outcome tracker, camera."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.service.camera_lock import CameraLock
from calibration.service.outcome_tracker import OutcomeTracker

if TYPE_CHECKING:  # keeps vision imports out of the window's start-up
    from calibration.core.profile_selection import ProfileSelectingReader
    from calibration.core.store import ProfileStore
    from companion.session.ports import DiceReader
    from vision.pipeline import TableReader
    from vision.result import TableReadResult


class TableProfiles:
    """The profiles of one table, and the components that depend on them.

    Attributes:
        outcome_tracker: counts readings, keeps crops for corrections.
        camera_lock: locks the camera to the controls of the active profile.
        inside: the wrapped reader, once it is open.
        version: grows with each change of the profiles; a reader of an older one is opened again.

    Args:
        folder: of the profiles.
        chosen: name of the profile that people chose; empty for none.
        remember: stores such a name.
        open_reader: opens a reader without any profile.
        reader_sha256: the model whose readings are counted.
    """

    def __init__(
        self,
        folder: Path,
        *,
        chosen: Callable[[], str],
        remember: Callable[[str], None],
        open_reader: Callable[[], TableReader],
        reader_sha256: Callable[[], str],
    ) -> None:
        self.folder = folder
        self.chosen = chosen
        self.remember = remember
        self.open_reader = open_reader
        self.reader_sha256 = reader_sha256
        self.version = 0
        self.outcome_tracker = OutcomeTracker(lambda: self.repository, reader_sha256)
        self.camera_lock = CameraLock(self._held)
        self.inside: TableReader | None = None
        self._active = ""
        self._switched_to = ""

    @cached_property
    def repository(self) -> ProfileStore:
        """The profiles, for several threads."""
        from calibration.core.store import ProfileStore

        return ProfileStore(self.folder, self._changed)

    def reader(self) -> DiceReader:
        """Return a reader that uses the profile that fits, and informs the outcome tracker."""
        self.inside = self.open_reader()
        return self._selecting(self.inside, self._after_reading)

    def untracked_reader(self) -> DiceReader:
        """Return a reader that uses the profile that fits; its readings are not counted."""
        return self._selecting(self.open_reader())

    def _selecting(
        self, inside: TableReader, after: Callable[[TableReadResult], None] = lambda _: None
    ) -> ProfileSelectingReader:
        from calibration.core.profile_selection import ProfileSelectingReader

        profiles, chosen = self.repository.all, self.chosen()
        return ProfileSelectingReader(inside, profiles, chosen=chosen, after=after)

    def active_profile(self) -> str:
        """Name of the active profile; empty before the first reading."""
        return self._active

    def take_switched(self) -> str:
        """Name of the profile selected automatically since the last call; empty where none was."""
        name, self._switched_to = self._switched_to, ""
        return name

    def _after_reading(self, result: TableReadResult) -> None:
        """Note which profile was used, whether the lighting still fits it, and what was read."""
        name = result.profile
        if name != self._active:
            if self._active:
                self._switched_to = name
            self._active = name
            self.camera_lock.renew()
        elif any(problem.code == "profile_light_differs" for problem in result.reading.problems):
            self.camera_lock.unlock()
        self.outcome_tracker.read(result)

    def _held(self) -> Mapping[str, float]:
        from calibration.core.store import profile_in_use

        profiles = self.repository.all()
        used = profile_in_use(profiles, self._active, self.chosen())
        return next((dict(each.held) for each in profiles if each.name == used), {})

    def _changed(self) -> None:
        self._active = ""
        self.camera_lock.renew()
        self.version += 1
