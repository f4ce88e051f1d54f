"""A reader that selects the profile whose lighting fits the image."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from calibration.core.profile import Profile
from calibration.core.reader_profile import apply_profile, light_seen
from calibration.core.store import nearest
from companion.session.ports import Frame, ReadRequest
from vision.light.lighting_profile import LIGHT_DIFFERS
from vision.mats.fitting import FittedMat
from vision.pipeline import TableReader
from vision.result import TableReadResult


class ProfileSelectingReader:
    """Wraps a reader and applies the table's profile that fits (`DiceReader`).

    It starts with the profile that people chose, else with the newest. Where the lighting of an
    image differs and another profile fits its patches, the image is read again with that one.

    Args:
        reader: the wrapped reader, owned by this one.
        profiles: returns all profiles; called at the start and when the lighting changes.
        chosen: name of the profile that people chose; empty for none.
    """

    def __init__(
        self,
        reader: TableReader,
        profiles: Callable[[], Sequence[Profile]],
        *,
        chosen: str = "",
    ) -> None:
        self._reader = reader
        self._profiles = profiles
        self._chosen: Profile | None = None
        ranked = sorted(profiles(), key=lambda each: (each.name == chosen, each.serial))
        if ranked:
            self._choose(ranked[-1])

    @property
    def chosen(self) -> Profile | None:
        """The active profile; None without any."""
        return self._chosen

    def read(self, request: ReadRequest) -> TableReadResult:
        """Return what the frame of *request* shows.

        Raises:
            BadFrameError: the frame's array is not an image.
            NotEnrolledError: no faces of the dice are enrolled yet.
        """
        result = self._reader.read(request)
        if any(problem.code == LIGHT_DIFFERS for problem in result.reading.problems):
            better = self._fitting(request.frame, result.mats)
            if better is not None and better != self._chosen:
                self._choose(better)
                result = self._reader.read(request)
        return replace(result, profile=self._chosen.name if self._chosen is not None else "")

    def _fitting(self, frame: Frame, mats: Sequence[FittedMat]) -> Profile | None:
        samples, seen = light_seen(frame.pixels, mats)
        return None if seen is None else nearest(self._profiles(), samples, seen)

    def _choose(self, profile: Profile) -> None:
        self._chosen = profile
        apply_profile(self._reader, profile)
