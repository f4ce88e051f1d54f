"""The light of one image: from the paper of its mats, else from the calibration."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.session.ports import Problem
from vision.core.arrays import F32, ImageU8
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
from vision.light.white_balance import balanced_each
from vision.mats.fitting import FittedMat


@dataclass(frozen=True, slots=True, eq=False)
class PictureLight:
    """The light of one image.

    Attributes:
        field: level of white paper in every part of the image; None without paper and calibration.
        on_paper: it was measured in this image.
        drift: change of the patches in view against the calibration; None without either.
    """

    stats: PictureStats
    field: LightField | None
    on_paper: bool
    profile: LightingProfile | None
    drift: Drift | None

    @property
    def gains(self) -> F32 | None:
        """White-balance gains for the whole image: blue, green and red, shape (3,)."""
        if self.field is None:
            return None
        gains: F32 = gains_for(self.field.middle[None])[0]
        return gains

    def balanced(self, crops: ImageU8, centres_px: F32) -> ImageU8:
        """Return white-balanced *crops*, (N, h, w, 3), of dice at *centres_px*, (N, 2)."""
        if self.field is None:
            return crops
        return balanced_each(crops, gains_for(self.field.at(centres_px)))

    def problems(self, size_px: tuple[int, int], other_lamp: float) -> tuple[Problem, ...]:
        """Return the problems where the image does not fit the calibration.

        Args:
            other_lamp: probability of another light source, by the dice; used without patches.
        """
        profile, drift = self.profile, self.drift
        if profile is None:
            return ()
        problems = (
            [camera_problem(profile.name)] if other_camera(profile.light.size_px, size_px) else []
        )
        if other_lamp >= OTHER_LAMP if drift is None else drift.noticed:
            problems.append(light_problem(profile.name, drift))
        return tuple(problems)


def picture_light(
    picture: ImagePyramid, mats: Sequence[FittedMat], profile: LightingProfile | None
) -> PictureLight:
    stats, size = picture_stats(picture), picture.size_px
    before = None if profile is None else profile.light.resized(size)
    samples = sample_patches(picture.pixels, mats)
    seen = fit_light(samples, size) if len(samples) else None
    if seen is None:
        return PictureLight(stats, before, on_paper=False, profile=profile, drift=None)
    drift = None if before is None else drift_at(samples, seen, before)
    return PictureLight(stats, seen, on_paper=True, profile=profile, drift=drift)
