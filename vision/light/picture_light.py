"""The light of one picture: by its mats, else by the calibration, else guessed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.session.ports import Problem
from vision.core.arrays import F32, F64, ImageU8
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
from vision.light.picture_stats import Look
from vision.light.white_balance import paper_gains
from vision.mats.fitting import FittedMat


@dataclass(frozen=True, slots=True, eq=False)
class KnownLight:
    """A picture's light where there is a calibration.

    Attributes:
        field: white paper in every part of the picture.
        drift: how the patches in view differ from the calibration; None where none is in view.
    """

    table: LightingProfile
    field: LightField
    drift: Drift | None


@dataclass(frozen=True, slots=True, eq=False)
class Lit:
    """The light of one picture.

    Attributes:
        paper_gains: factors for blue, green and red, shape (3,), that make the mats' paper neutral;
            None where no paper is in view.
        mean_bgr: (3,), colour of the picture's mean light, 0..255.
        known: None without a calibration.
    """

    paper_gains: F32 | None
    mean_bgr: F64
    known: KnownLight | None = None

    @property
    def gains(self) -> F32 | None:
        """Factors for the picture as a whole."""
        if self.known is None:
            return self.paper_gains
        gains: F32 = gains_for(self.known.field.middle[None])[0]
        return gains

    def mean_under(self, gains: F32 | None) -> F64:
        """Return the colour of the mean light, shape (3,), of the picture under *gains*."""
        return self.mean_bgr if gains is None else self.mean_bgr * gains

    def problems(self, size_px: tuple[int, int], other_lamp: float) -> tuple[Problem, ...]:
        """Return what to tell where the picture does not fit the calibration.

        Args:
            size_px: of the picture.
            other_lamp: what its dice say, where no patch is in view.
        """
        if self.known is None:
            return ()
        table, drift = self.known.table, self.known.drift
        problems = (
            [camera_problem(table.name)] if other_camera(table.light.size_px, size_px) else []
        )
        if other_lamp >= OTHER_LAMP if drift is None else drift.noticed:
            problems.append(light_problem(table.name, drift))
        return tuple(problems)


def picture_light(
    pixels: ImageU8, mats: Sequence[FittedMat], look: Look, table: LightingProfile | None
) -> Lit:
    """Return the light of BGR *pixels*, shape (H, W, 3), with *mats* in view."""
    gains = paper_gains(pixels, mats)
    if table is None:
        return Lit(gains, look.mean_bgr)
    size = pixels.shape[1], pixels.shape[0]
    before = table.light.resized(size)
    samples = sample_patches(pixels, mats)
    seen = fit_light(samples, size) if len(samples) else None
    if seen is None:
        return Lit(gains, look.mean_bgr, KnownLight(table, before, None))
    return Lit(gains, look.mean_bgr, KnownLight(table, seen, drift_at(samples, seen, before)))
