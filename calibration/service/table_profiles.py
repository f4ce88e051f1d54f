"""The reader of a running table: opened with the first frame, by the profile that fits."""

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.service.camera_lock import CameraLock
from calibration.service.outcome_tracker import OutcomeTracker
from companion.errors import CompanionError

if TYPE_CHECKING:  # keeps vision imports out of the window's start-up
    from calibration.core.store import ProfileSelectingReader, ProfileStore
    from companion.session.ports import Frame, ReadRequest, ReadResult
    from vision.pipeline import TableReader
    from vision.result import TableReadResult


class TableProfiles:
    """The profiles of one table, and the components that depend on them (`DiceReader`).

    Loading the models takes half a second, so the reader is opened with the first frame, and again
    after the profiles have changed.

    Attributes:
        outcome_tracker: counts readings, keeps crops for corrections.
        camera_lock: locks the camera to the controls of the active profile.
        on_read: called with each frame and its result, on the reader's thread.
        version: grows with each change of the profiles.

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
        open_reader: "Callable[[], TableReader]",
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
        self.on_read: Callable[[Frame, ReadResult], None] = lambda _frame, _result: None
        self._reader: ProfileSelectingReader | CompanionError | None = None
        self._read_version = 0
        self._active = ""
        self._switched_to = ""

    @cached_property
    def repository(self) -> "ProfileStore":
        """The profiles, for several threads."""
        from calibration.core.store import ProfileStore

        return ProfileStore(self.folder, self._changed)

    def read(self, request: "ReadRequest") -> "ReadResult":
        """Read the frame of *request* by the profile that fits; one thread only.

        Raises:
            CompanionError: the models cannot be used, or the frame is invalid.
        """
        version = self.version
        if self._reader is None or version != self._read_version:
            self._read_version = version
            try:
                self._reader = self.untracked_reader()
            except CompanionError as error:
                self._reader = error
        if isinstance(self._reader, CompanionError):
            raise self._reader
        result = self._reader.read(request)
        self._after_reading(result)
        self.on_read(request.frame, result)
        return result

    def untracked_reader(self) -> "ProfileSelectingReader":
        """Return a reader that uses the profile that fits; its readings are not counted."""
        from calibration.core.store import ProfileSelectingReader

        chosen = self.chosen()
        return ProfileSelectingReader(self.open_reader(), self.repository.all, chosen=chosen)

    def active_profile(self) -> str:
        """Name of the active profile; empty before the first reading."""
        return self._active

    def take_switched(self) -> str:
        """Name of the profile selected automatically since the last call; empty where none was."""
        name, self._switched_to = self._switched_to, ""
        return name

    def _after_reading(self, result: "TableReadResult") -> None:
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
