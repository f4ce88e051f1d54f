"""Does the light of a picture still fit a profile?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from calibration.core.errors import LightNotKnownError, LightUnseenError
from calibration.core.profile import Profile
from calibration.core.reader_profile import lighting_profile
from companion.session.ports import Frame, Problem, ReadRequest
from vision.light.lighting_profile import LIGHT_DIFFERS, Drift
from vision.pipeline import TableReader

LEAST_DICE: Final = 3
"""Fewer dice say too little about the light."""


@dataclass(frozen=True, slots=True)
class LightCheck:
    """The answer.

    Attributes:
        fits: the profile can be used as it is.
        by: ``patches`` of a mat, or ``dice`` where no mat is in view.
        drift: how far the patches are from the profile's light; None without patches.
        other_lamp: how likely the dice were lit by another lamp, 0..1.
        problems: what is to be said of light and camera.
    """

    fits: bool
    by: str
    drift: Drift | None
    other_lamp: float
    problems: tuple[Problem, ...]


def check_light(profile: Profile, frame: Frame, reader: TableReader) -> LightCheck:
    """Return whether *frame* was taken in the light of *profile*.

    Raises:
        LightNotKnownError: the profile knows no light.
        LightUnseenError: neither a patch nor enough dice are in view.
        BadFrameError: the frame's array is no picture.
    """
    table = lighting_profile(profile)
    if table is None:
        raise LightNotKnownError(profile=profile.name)
    reader.use_lighting(table)
    try:
        result = reader.read(ReadRequest(frame, whole_image=True))
    finally:
        reader.use_lighting(None)
    reading, drift = result.reading, result.drift
    if drift is None and len(reading.dice) < LEAST_DICE:
        raise LightUnseenError
    problems = tuple(p for p in reading.problems if p.code.startswith("profile_"))
    differs = any(problem.code == LIGHT_DIFFERS for problem in problems)
    by = "dice" if drift is None else "patches"
    return LightCheck(not differs, by, drift, result.other_lamp, problems)
