"""Check whether the lighting of an image still fits a profile."""

from dataclasses import dataclass
from typing import Final

from calibration.core.errors import LIGHT_NOT_KNOWN, LIGHT_UNSEEN
from calibration.core.profile import Profile
from calibration.core.reader_profile import lighting_profile
from companion.session.ports import Frame, Problem, ReadRequest
from vision.light.lighting_profile import LIGHT_DIFFERS, Drift
from vision.pipeline import TableReader

LEAST_DICE: Final = 3
"""Fewer dice are too little evidence about the lighting."""


@dataclass(frozen=True, slots=True)
class LightCheck:
    """The result.

    Attributes:
        fits: the profile can be used as it is.
        by: ``patches`` of a mat, or ``dice`` where no mat is in view.
        drift: of the patches from the profile's lighting; None without patches.
        other_lamp: probability of another light source, estimated from the dice, 0..1.
    """

    fits: bool
    by: str
    drift: Drift | None
    other_lamp: float
    problems: tuple[Problem, ...]


def check_light(profile: Profile, frame: Frame, reader: TableReader) -> LightCheck:
    """Return whether *frame* was taken under the lighting of *profile*.

    Raises:
        CalibrationError: the profile has no measured lighting.
        CalibrationError: neither a patch nor enough dice are in view.
        BadFrameError: the frame's array is not an image.
    """
    table = lighting_profile(profile)
    if table is None:
        raise LIGHT_NOT_KNOWN(profile=profile.name)
    reader.use_lighting(table)
    try:
        result = reader.read(ReadRequest(frame, whole_image=True))
    finally:
        reader.use_lighting(None)
    reading, drift = result.reading, result.drift
    if drift is None and len(reading.dice) < LEAST_DICE:
        raise LIGHT_UNSEEN()
    problems = tuple(p for p in reading.problems if p.code.startswith("profile_"))
    differs = any(problem.code == LIGHT_DIFFERS for problem in problems)
    by = "dice" if drift is None else "patches"
    return LightCheck(not differs, by, drift, result.other_lamp, problems)
