"""The light of one image: from its mats, else from the calibration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.session.ports import Problem
from vision.core.arrays import F32, F64, ImageU8
from vision.core.image_pyramid import ImagePyramid
from vision.light.light_field import LightField, fit_light, sample_patches
from vision.light.lighting_profile import (
    OTHER_LAMP,
    Drift,
    LightingProfile,
    camera_problem,
    drift_at,
    gains_for,
    light_problem,
    other_camera,
)
from vision.light.picture_stats import PictureStats, picture_stats
from vision.light.white_balance import balanced, balanced_each, paper_gains
from vision.mats.fitting import FittedMat


@dataclass(frozen=True, slots=True, eq=False)
class KnownLight:
    """An image's light where there is a calibration.

    Attributes:
        field: level of white paper in every part of the image.
        drift: change of the patches in view against the calibration; None where none is in view.
    """

    profile: LightingProfile
    field: LightField
    drift: Drift | None


@dataclass(frozen=True, slots=True, eq=False)
class PictureLight:
    """The light of one image.

    Attributes:
        stats: image statistics.
        paper_gains: gains for blue, green and red, shape (3,), that make the mats' paper neutral;
            None where no paper is in view.
        known: None without a calibration.
    """

    stats: PictureStats
    paper_gains: F32 | None
    known: KnownLight | None = None

    @property
    def gains(self) -> F32 | None:
        """Gains for the whole image."""
        if self.known is None:
            return self.paper_gains
        gains: F32 = gains_for(self.known.field.middle[None])[0]
        return gains

    @property
    def drift(self) -> Drift | None:
        """Change of the patches in view against the calibration; None without either."""
        return None if self.known is None else self.known.drift

    @property
    def balanced_mean(self) -> F64:
        """The image's mean colour, white-balanced on the mats' paper, shape (3,)."""
        mean = self.stats.mean_bgr
        return mean if self.paper_gains is None else mean * self.paper_gains

    def balanced(self, crops: ImageU8, centres_px: F32) -> ImageU8:
        """Return white-balanced *crops*, (N, h, w, 3), of dice at *centres_px*, (N, 2)."""
        if self.known is not None:
            return balanced_each(crops, gains_for(self.known.field.at(centres_px)))
        return balanced(crops, self.paper_gains)

    def problems(self, size_px: tuple[int, int], other_lamp: float) -> tuple[Problem, ...]:
        """Return the problems where the image does not fit the calibration.

        Args:
            size_px: of the image.
            other_lamp: probability of another light source, by the dice; used without patches.
        """
        if self.known is None:
            return ()
        profile, drift = self.known.profile, self.known.drift
        problems = (
            [camera_problem(profile.name)] if other_camera(profile.light.size_px, size_px) else []
        )
        if other_lamp >= OTHER_LAMP if drift is None else drift.noticed:
            problems.append(light_problem(profile.name, drift))
        return tuple(problems)


def picture_light(
    picture: ImagePyramid, mats: Sequence[FittedMat], profile: LightingProfile | None
) -> PictureLight:
    """Return the light of *picture* with *mats* in view."""
    stats, pixels, size = picture_stats(picture), picture.pixels, picture.size_px
    gains = paper_gains(pixels, mats)
    if profile is None:
        return PictureLight(stats, gains)
    before = profile.light.resized(size)
    samples = sample_patches(pixels, mats)
    seen = fit_light(samples, size) if len(samples) else None
    if seen is None:
        return PictureLight(stats, gains, KnownLight(profile, before, None))
    drift = drift_at(samples, seen, before)
    return PictureLight(stats, gains, KnownLight(profile, seen, drift))
