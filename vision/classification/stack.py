"""Dice that lie on another one, recognised by the sides of the lower one.

The table's normal tells where in the image the lower edge of a flat die is. Below it is the table,
or below a stacked die the sides of the lower one. The crops of the tilt network end at the die's
own sides; these show the die's sides in their upper and what is below in their lower half, from any
direction, stretched so that both are of the same height in every image. Seen from straight above a
die hides what is below it: there the probability is 0.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from vision.classification.tilt import to_ray
from vision.core.arrays import F32, F64, ImageU8
from vision.core.crops import cut_affine
from vision.core.detections import Detections
from vision.core.inference import STACK_CROP_PX, StackNet
from vision.detection.finder import Reduced
from vision.light.white_balance import balanced

WIDTH: Final = 2.3
"""Width of a crop in die edges."""

HEIGHT: Final = 2.5
"""Height of a crop in projected heights of a die."""

_HIGH_LOGIT: Final = 2.0  # above it the mirror image is classified, too
_LEAST_SEEN: Final = 0.9  # source pixels per crop pixel

_LEAST_SINE: Final = 0.3
"""Of the angle between the table's normal and the viewing ray; below it the sides are hidden."""


@dataclass(frozen=True, slots=True, eq=False)
class Views:
    """Parallelograms of the frame that are seen in the crops of N dice.

    Attributes:
        centres_px: (N, 2), on the lower edges of dice that lie flat.
        across_px, down_px: (N, 2), from the left border to the right one and from the upper to the
            lower one.
        oblique: (N,), in which the sides of a die can be seen.
    """

    centres_px: F64
    across_px: F64
    down_px: F64
    oblique: npt.NDArray[np.bool_]

    @property
    def widths_px(self) -> F64:
        """Their widths, shape (N,)."""
        return np.asarray(np.linalg.norm(self.across_px, axis=1))

    def to_frame(self, size_px: npt.NDArray[np.intp]) -> F64:
        """Return the affine maps from pixels of crops to frame pixels, (N, 2, 3).

        Args:
            size_px: (N,), sides of the crops.
        """
        across, down = self.across_px / size_px[:, None], self.down_px / size_px[:, None]
        corner = self.centres_px - (across + down) * ((size_px - 1) / 2)[:, None]
        return np.stack([across, down, corner], axis=2)

    def wider(self, factor: float) -> Views:
        """Return views of the same centres that show more, by *factor* in both directions."""
        return replace(self, across_px=self.across_px * factor, down_px=self.down_px * factor)

    def within(self, part: Reduced) -> Views:
        """Return the same views in pixels of a downsampled part of the frame."""
        step, corner = part.step_px, np.array(part.corner_px)
        return replace(
            self,
            centres_px=(self.centres_px + 0.5 - corner) / step - 0.5,
            across_px=self.across_px / step,
            down_px=self.down_px / step,
        )

    def select(self, rows: npt.NDArray[np.bool_]) -> Views:
        """Return the views of a mask, shape (N,)."""
        return Views(
            self.centres_px[rows], self.across_px[rows], self.down_px[rows], self.oblique[rows]
        )


def views_of(centres_px: F64, edges_px: F64, angles_deg: F64, tables: F64, rays: F64) -> Views:
    """Return the views of N dice.

    Args:
        centres_px: (N, 2), of the top faces.
        edges_px: (N,), mean length of the four edges of each top face as seen.
        angles_deg: (N,), angle of one of them against the x axis.
        tables: (N, 3), the table's normal in camera coordinates, of length 1.
        rays: (N, 3), viewing rays, z being 1.
    """
    normals = np.einsum("nij,nj->ni", to_ray(rays), tables)
    sines, cosines = np.hypot(normals[:, 0], normals[:, 1]), np.abs(normals[:, 2])
    down = -normals[:, :2] / np.maximum(sines, 1e-9)[:, None]
    across = np.stack([down[:, 1], -down[:, 0]], axis=1)
    edges = edges_px / ((1.0 + cosines) / 2.0)  # the mean of the edges along and across
    heights = edges * np.maximum(sines, _LEAST_SINE)
    turns = np.radians(angles_deg) - np.arctan2(across[:, 1], across[:, 0])
    front = edges / 2.0 * (np.abs(np.cos(turns)) + np.abs(np.sin(turns)))  # of the square's border
    lower_edge = heights + front * cosines
    return Views(
        centres_px + lower_edge[:, None] * down,
        WIDTH * edges[:, None] * across,
        HEIGHT * heights[:, None] * down,
        sines >= _LEAST_SINE,
    )


class StackReader:
    """Estimates which dice lie on others.

    Args:
        net: the network.
    """

    def __init__(self, net: StackNet) -> None:
        self._net = net

    def read(
        self,
        pixels: ImageU8,
        reduced: Reduced,
        dice: Detections,
        tables: F64,
        rays: F64,
        gains: F32 | None = None,
    ) -> F64:
        """Return the probability of each die to lie on another one, shape (N,).

        Args:
            pixels: BGR frame, (H, W, 3).
            reduced: downsampled image of all dice; used where its resolution suffices.
            dice: N dice in pixels of the frame.
            tables: (N, 3), the table's normal in camera coordinates, of length 1.
            rays: (N, 3), viewing rays of the dice, z being 1.
            gains: white-balance gains for blue, green and red, shape (3,).
        """
        shares = np.zeros(len(dice))
        views = views_of(
            dice.centres_px.astype(np.float64),
            dice.edges_px.astype(np.float64),
            dice.angles_deg.astype(np.float64),
            tables,
            rays,
        )
        oblique = views.oblique
        if not oblique.any():
            return shares
        views = views.select(oblique)
        if reduced.resolves(views.widths_px, _LEAST_SEEN * STACK_CROP_PX):
            pixels, views = reduced.pixels, views.within(reduced)
        crops = balanced(cut_views(pixels, views), gains)
        shares[oblique] = 1.0 / (1.0 + np.exp(-self._logits(crops)))
        return shares

    def _logits(self, crops: ImageU8) -> F64:
        """Return the logits of N crops, averaged with those of the mirror images where high.

        That halves the flat dice that are taken for stacked ones (test-time augmentation).
        """
        logits = self._net(crops)[:, 0].astype(np.float64)
        high = logits > _HIGH_LOGIT
        if high.any():
            mirrored = np.ascontiguousarray(crops[high][:, :, ::-1])
            logits[high] = (logits[high] + self._net(mirrored)[:, 0]) / 2.0
        return logits


def cut_views(pixels: ImageU8, views: Views, size_px: int = STACK_CROP_PX) -> ImageU8:
    """Return the crops of N views, shape (N, size_px, size_px, 3)."""
    return cut_affine(pixels, views.widths_px, views.to_frame, size_px)
