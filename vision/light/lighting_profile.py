"""The calibration that the reader uses, and whether the picture still fits it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from companion.session.ports import Problem
from vision.core.arrays import F32, F64
from vision.light.known_colours import KnownColours
from vision.light.light_field import LightField, PatchSamples, to_levels
from vision.light.white_balance import PAPER_LEVEL

SAME_HUE: Final = 0.12
"""How far red or blue may move against green, as logarithms, before another lamp is suspected."""

SAME_LEVEL: Final = 0.75
"""The same for brightness: three quarters of the natural logarithm are about a stop."""

OTHER_LAMP: Final = 0.2
"""Where no patch is in view: how sure the dice must be that this is another lamp. Under the lamp of
the calibration they hardly ever say more than a twentieth of it."""

_ASPECT = 0.02  # pictures of one camera differ less in their shape
_MOST_GAIN = 8.0


@dataclass(frozen=True, slots=True, eq=False)
class LightingProfile:
    """One camera under one lamp.

    Attributes:
        name: of the profile, for messages.
        light: white paper over the picture.
        colours: of the dice's bodies beside it.
    """

    name: str
    light: LightField
    colours: KnownColours


@dataclass(frozen=True, slots=True)
class Drift:
    """How the light of a picture differs from the calibration's, by its patches.

    Attributes:
        hue: the larger of what red and blue moved against green, as logarithms.
        level: what paper's brightness moved, as a logarithm; below 0 it is darker.
    """

    hue: float
    level: float

    @property
    def level_stops(self) -> float:
        """The brightness in stops."""
        return self.level / math.log(2.0)

    @property
    def noticed(self) -> bool:
        """Whether it is more than a camera's own small changes."""
        return self.hue > SAME_HUE or abs(self.level) > SAME_LEVEL


def drift_at(samples: PatchSamples, seen: LightField, known: LightField) -> Drift:
    """Return how the light *seen* at the patches differs from the *known* one."""
    now, before = seen.at(samples.places_px), known.at(samples.places_px)
    blue, green, red = np.median(np.log(now) - np.log(before), axis=0).tolist()
    return Drift(max(abs(red - green), abs(blue - green)), (red + green + blue) / 3)


def gains_for(white: F64) -> F32:
    """Return factors for blue, green and red, shape (N, 3), that make paper neutral and bright.

    Args:
        white: (N, 3), linear levels of paper.
    """
    gains = PAPER_LEVEL / np.maximum(to_levels(white), 1.0)
    return np.clip(gains, 1 / _MOST_GAIN, _MOST_GAIN).astype(np.float32)


def other_camera(before_px: tuple[int, int], size_px: tuple[int, int]) -> bool:
    """Whether a picture of *size_px* has another shape than one of the profile's camera."""
    width, height = before_px
    return abs(size_px[0] * height / (size_px[1] * width) - 1.0) > _ASPECT


def light_problem(name: str, drift: Drift | None) -> Problem:
    """Return the problem where the light is not that of the profile."""
    template = "The light is not that of the profile %(profile)s; refresh it or choose another."
    if drift is not None and drift.hue <= SAME_HUE:
        template = "The light is brighter than when the profile %(profile)s was made; refresh it."
        if drift.level < 0:
            template = "The light is darker than when the profile %(profile)s was made; refresh it."
    return Problem(LIGHT_DIFFERS, template, {"profile": name})


def camera_problem(name: str) -> Problem:
    """Return the problem where the picture is not from the profile's camera."""
    template = "The picture is not from the camera of the profile %(profile)s."
    return Problem("profile_camera_differs", template, {"profile": name})


LIGHT_DIFFERS: Final = "profile_light_differs"
