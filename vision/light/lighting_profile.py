"""The calibration of the lighting that the reader uses, and whether an image still fits it."""

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
"""Largest change of log R/G or log B/G before another light source is suspected."""

SAME_LEVEL: Final = 0.75
"""The same for brightness: 0.75 of the natural logarithm is about a stop."""

OTHER_LAMP: Final = 0.2
"""Threshold for the probability of another light source estimated from the dice, where no patch is
in view. Under the calibrated light source it hardly ever exceeds 0.05."""

_ASPECT = 0.02  # aspect ratios of images of one camera differ less
_MOST_GAIN = 8.0


@dataclass(frozen=True, slots=True, eq=False)
class LightingProfile:
    """One camera under one light source.

    Attributes:
        name: of the profile, for messages.
        light: level of white paper over the image.
    """

    name: str
    light: LightField
    colours: KnownColours


@dataclass(frozen=True, slots=True)
class Drift:
    """Change of an image's light against the calibration, measured on patches.

    Attributes:
        hue: larger absolute change of log R/G and log B/G.
        level: change of paper's log brightness; below 0 it is darker.
    """

    hue: float
    level: float

    @property
    def level_stops(self) -> float:
        """The change of brightness in stops."""
        return self.level / math.log(2.0)

    @property
    def noticed(self) -> bool:
        """Whether it exceeds a camera's normal variation."""
        return self.hue > SAME_HUE or abs(self.level) > SAME_LEVEL


def drift_at(samples: PatchSamples, seen: LightField, known: LightField) -> Drift:
    """Return how the field *seen* differs from the *known* one at the patches."""
    return drift_between(seen.at(samples.places_px), known.at(samples.places_px))


def drift_between(now: F64, before: F64) -> Drift:
    """Return how the levels of paper, BGR, shape (N, 3), have changed."""
    blue, green, red = np.median(np.log(now) - np.log(before), axis=0).tolist()
    return Drift(max(abs(red - green), abs(blue - green)), (red + green + blue) / 3)


def gains_for(white: F64) -> F32:
    """Return gains for blue, green and red, shape (N, 3), that make paper neutral and bright.

    Args:
        white: (N, 3), linear levels of paper.
    """
    gains = PAPER_LEVEL / np.maximum(to_levels(white), 1.0)
    return np.clip(gains, 1 / _MOST_GAIN, _MOST_GAIN).astype(np.float32)


def other_camera(before_px: tuple[int, int], size_px: tuple[int, int]) -> bool:
    """Whether an image of *size_px* has another aspect ratio than those of the profile's camera."""
    width, height = before_px
    return abs(size_px[0] * height / (size_px[1] * width) - 1.0) > _ASPECT


def light_problem(name: str, drift: Drift | None) -> Problem:
    """Return the problem of light that differs from the profile's."""
    template = (
        "The light does not match the profile %(profile)s; measure it again or choose another "
        "profile."
    )
    if drift is not None and drift.hue <= SAME_HUE:
        template = (
            "The light is brighter than when the profile %(profile)s was made; measure it again."
        )
        if drift.level < 0:
            template = (
                "The light is darker than when the profile %(profile)s was made; measure it again."
            )
    return Problem(LIGHT_DIFFERS, template, {"profile": name})


def camera_problem(name: str) -> Problem:
    """Return the problem of an image that is not from the profile's camera."""
    template = "The image is not from the camera of the profile %(profile)s."
    return Problem("profile_camera_differs", template, {"profile": name})


LIGHT_DIFFERS: Final = "profile_light_differs"
