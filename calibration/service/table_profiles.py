"""What a running table and its calibration share: profiles, a reader that follows, the witness."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from calibration.service.camera_lock import Holding
from calibration.service.outcome_tracker import Witness, WitnessedReader

if TYPE_CHECKING:  # a window comes up before anything of pictures is needed
    from calibration.core.profile_selection import FollowingReader
    from calibration.service.profile_repository import Shelf
    from companion.session.ports import DiceReader, Reading
    from vision.arrays import F32, ImageU8
    from vision.pipeline import TableReader


class TableProfiles:
    """The profiles of one table, and what goes by them.

    Attributes:
        witness: counts readings, keeps dice at hand to learn from.
        holding: keeps the camera as the profile in use has it.
        inside: the reader that does the reading, once it is open.
        renew: makes the table open its reader anew; set by whoever opens readers late.

    Args:
        folder: of the profiles.
        chosen: name of the profile that people chose; empty where nobody did.
        open_reader: opens a reader without any profile.
        reader_sha256: the model whose readings are counted.
    """

    def __init__(
        self,
        folder: Path,
        *,
        chosen: Callable[[], str],
        open_reader: Callable[[], TableReader],
        reader_sha256: Callable[[], str],
    ) -> None:
        self.folder = folder
        self.chosen = chosen
        self.open_reader = open_reader
        self.reader_sha256 = reader_sha256
        self.renew: Callable[[], None] = _no_reader
        self.witness = Witness(lambda: self.shelf, reader_sha256)
        self.holding = Holding(self._held)
        self.inside: TableReader | None = None
        self._following: FollowingReader | None = None
        self._goes_by = ""
        self._followed = ""

    @cached_property
    def shelf(self) -> Shelf:
        """The profiles, for several threads."""
        from calibration.core.store import ProfileStore
        from calibration.service.profile_repository import Shelf

        return Shelf(ProfileStore(self.folder), self._changed)

    def reader(self) -> DiceReader:
        """Return a reader that goes by the profile that fits, and tells the witness."""
        from calibration.core.profile_selection import FollowingReader

        inside = self.inside = self.open_reader()
        following = FollowingReader(inside, self.shelf.all, chosen=self.chosen())
        self._following = following

        def newest() -> tuple[F32, ImageU8] | None:
            seen = inside.last_evidence
            return None if seen is None else (seen[0].dice.centres_px, seen[0].crops)

        return WitnessedReader(following, self.witness, newest, self._after_reading)

    def goes_by(self) -> str:
        """Name of the profile that the reader goes by; empty before it reads."""
        return self._goes_by

    def take_followed(self) -> str:
        """Name of the profile that was chosen by itself since asked last; empty where none was."""
        name, self._followed = self._followed, ""
        return name

    def _after_reading(self, reading: Reading) -> str:
        """Hear whether the light still fits; returns the profile that was gone by."""
        chosen = self._following.chosen if self._following is not None else None
        name = chosen.name if chosen is not None else ""
        if name != self._goes_by:
            if self._goes_by:
                self._followed = name
            self._goes_by = name
            self.holding.renew()
        elif any(problem.code == "profile_light_differs" for problem in reading.problems):
            self.holding.let_go()
        return name

    def _held(self) -> Mapping[str, float]:
        from calibration.service.profile_repository import used_of

        profiles = self.shelf.all()
        used = used_of(profiles, self._goes_by, self.chosen())
        return next((dict(each.held) for each in profiles if each.name == used), {})

    def _changed(self) -> None:
        self._goes_by = ""
        self.holding.renew()
        self.renew()


def _no_reader() -> None:
    """No reader was opened yet."""
