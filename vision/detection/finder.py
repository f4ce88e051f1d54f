"""Run the finder at the scale at which dice have the size that it was trained on."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.core.arrays import F32, F64, ImageU8, median
from vision.core.detections import Detections
from vision.core.image_pyramid import ImagePyramid
from vision.core.inference import INPUT_MULTIPLE, FinderNet
from vision.detection.peaks import decode
from vision.detection.scales import SURE_SCORE, merged
from vision.light.white_balance import balanced

BEST_EDGE_PX: Final = 22.0
"""Die edge in the finder's input at which its scores are highest."""

LEAST_EDGE_PX: Final = 19.0
"""Smallest die edge in the finder's input where the mats give the scale."""

LEAST_PIPPED_EDGE_PX: Final = 19.0
"""`CLOSER_EDGE_PX` of pipped dice: pips are smaller than glyphs, and in any two colours."""

SMALL_SIDE_PX: Final = 1000
"""Images up to this long side are not downsampled where no mat gives the scale."""

TABLE_SIDE_PX: Final = 1300
"""Long side to which larger images are downsampled at most; a table camera's are halved."""

LEAST_VIEW_PX: Final = 80
"""Long side of the smallest input that is searched: 38 pixels are nearly half of it."""

CLOSER_EDGE_PX: Final = 15.7
"""Smaller game dice in the finder's input trigger a second pass at a finer scale."""

_FAINT_GAIN = 0.1
FEW_SMALL: Final = 0.15
"""Share of confident detections that may be small without a second pass: single small ones are
often false positives."""

_MARGIN_EDGE = 1.15  # dice this much above the smallest edge may have smaller neighbours

MAX_INPUT_PX: Final = 3_300_000
"""Maximum pixels of the finder's input; bounds the memory for unusual images."""


@dataclass(frozen=True, slots=True)
class Region:
    """Search region in integer frame pixels: left, top, right, bottom."""

    x0: int
    y0: int
    x1: int
    y1: int

    @classmethod
    def around(cls, points_px: F64, margin_px: float, size_px: tuple[int, int]) -> "Region":
        """Return the box around *points_px*, shape (N, 2), with a margin, inside the frame."""
        low = np.floor(points_px.min(axis=0) - margin_px).astype(int)
        high = np.ceil(points_px.max(axis=0) + margin_px).astype(int)
        width, height = size_px
        # Even corners allow reuse of a cached half-size image.
        x0, y0 = (int(at) // 2 * 2 for at in np.clip(low, 0, (width - 1, height - 1)))
        x1, y1 = int(np.clip(high[0], x0 + 1, width)), int(np.clip(high[1], y0 + 1, height))
        return cls(x0, y0, x1, y1)

    @property
    def long_side_px(self) -> int:
        """The longer of width and height."""
        return max(self.x1 - self.x0, self.y1 - self.y0)


class DieFinder:
    """Detects the top faces of dice in frames.

    Args:
        min_score: peaks below are not reported.
    """

    def __init__(self, net: FinderNet, *, min_score: float) -> None:
        self._net = net
        self._min_score = min_score

    def find(
        self,
        picture: ImagePyramid,
        *,
        region: "Region | None" = None,
        edge_px: float | None = None,
        gains: F32 | None = None,
        least_edge_px: float = CLOSER_EDGE_PX,
    ) -> Detections:
        """Return the dice in *picture*, in frame pixels.

        Args:
            region: search region; None is the whole frame.
            edge_px: edge of a die in the frame, if known from the mats; otherwise several scales
                are searched, from the usual size to a die that fills half of the image, and a
                finer scale where the usual pass detected small dice or none.
            gains: white-balance gains for blue, green and red, shape (3,).
            least_edge_px: smaller dice in the network's input trigger a pass at a finer scale.
        """
        region = region or Region(0, 0, *picture.size_px)
        if edge_px is not None:
            return self._at_scale(picture, region, _scale_for(edge_px), gains)
        usual = _usual_scale(region)
        passes = [(self._at_scale(picture, region, usual, gains), usual)]
        scale = usual / 2  # each coarser pass costs a quarter of the one before
        while region.long_side_px * scale >= LEAST_VIEW_PX:
            passes.append((self._at_scale(picture, region, scale, gains), scale))
            scale /= 2
        dice = merged(passes)
        finer = _finer_scale(dice, usual, least_edge_px)
        if finer is not None:
            dice = merged([*passes, (self._at_scale(picture, region, finer, gains), finer)])
        return dice

    def _at_scale(
        self, picture: ImagePyramid, region: "Region", scale: float, gains: F32 | None
    ) -> Detections:
        width, height = region.x1 - region.x0, region.y1 - region.y0
        scale = min(scale, float(np.sqrt(MAX_INPUT_PX / (width * height))))
        size = max(1, int(width * scale)), max(1, int(height * scale))
        # Downsampling by an integer first does most of the reduction, and cheaply.
        step = max(1, min(width // size[0], height // size[1]))
        part = picture.part(region.x0, region.y0, region.x1, region.y1, step)
        heat, box = self._net(_input(part, size, gains))
        found = decode(heat[0, 0], box[0], min_score=self._min_score)
        found = found.moved(width / size[0], (region.x0, region.y0))
        x, y = found.centres_px.T
        inside = (x >= region.x0) & (x < region.x1) & (y >= region.y0) & (y < region.y1)
        return found.select(np.asarray(inside, dtype=np.bool_))


def _input(part: ImageU8, size: tuple[int, int], gains: F32 | None) -> ImageU8:
    """Return the network's input: resized, and edge-padded to multiples of ``INPUT_MULTIPLE``."""
    scaled = _resized(part, size)
    bottom, right = (-size[1]) % INPUT_MULTIPLE, (-size[0]) % INPUT_MULTIPLE
    if gains is not None and np.abs(gains - 1.0).max() > _FAINT_GAIN:
        scaled = balanced(scaled, gains)
    padded = cv2.copyMakeBorder(scaled, 0, bottom, 0, right, cv2.BORDER_REPLICATE)
    return np.asarray(padded, dtype=np.uint8)[None]


def _resized(part: ImageU8, size: tuple[int, int]) -> ImageU8:
    if size == part.shape[1::-1]:
        return part
    interpolation = cv2.INTER_AREA if size[0] < part.shape[1] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(part, size, interpolation=interpolation), dtype=np.uint8)


def _scale_for(edge_px: float) -> float:
    """Return the scale for dice of a known size.

    Integer factors (1/2, 1/3) are several times faster than exact scales, but where they leave
    edges below ``LEAST_EDGE_PX``, pale dice on paper would be missed.
    """
    whole = 1.0 / max(1, round(edge_px / BEST_EDGE_PX))
    return whole if edge_px * whole >= LEAST_EDGE_PX else BEST_EDGE_PX / edge_px


def _usual_scale(region: "Region") -> float:
    """Return the scale for dice of unknown size: 26 to 76 pixels in a table camera's image."""
    if region.long_side_px <= SMALL_SIDE_PX:
        return 1.0
    return 1.0 / max(2, round(region.long_side_px / TABLE_SIDE_PX))


def _finer_scale(dice: Detections, scale: float, least_px: float) -> float | None:
    """Return the scale of a finer pass, or None where no die seems too small for the usual one.

    Args:
        dice: detections so far, in frame pixels.
        scale: of the usual pass.
        least_px: smaller edges in the network's input require a finer pass.
    """
    sure = dice.edges_px[dice.scores >= SURE_SCORE] * scale
    if len(sure) == 0:
        return scale * 2.0
    small = sure[sure < least_px * _MARGIN_EDGE]
    few = FEW_SMALL if least_px <= CLOSER_EDGE_PX else 0.0  # pipped dice come in several sizes
    if len(small) <= few * len(sure):
        return None
    return scale * float(np.clip(BEST_EDGE_PX / median(small), 1.2, 2.5))
