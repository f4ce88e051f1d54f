"""Tile detection: the finder network at several scales, with non-maximum suppression."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from vision.core.arrays import F32, F64, ImageU8
from vision.core.image_pyramid import ImagePyramid
from vision.core.inference import INPUT_MULTIPLE, FinderNet
from vision.detection.peaks import STRIDE, suppressed

VIEW_PX: Final = 416
"""Longer side of the largest input of the network; each further scale is half as large."""

LEAST_VIEW_PX: Final = 100
MIN_SCORE: Final = 0.38
SAME_TILE: Final = 0.5
"""Two detections closer than this share of a side are one tile; tiles overlap by up to a third."""

_SEEN_EDGE_PX: Final = (17.0, 62.0)
_MOST: Final = 64
_SIDE_PX: Final = 51.0  # a tile's side in the image in which its direction is measured
_AROUND: Final = 1.25
_LEAST_PART_PX: Final = 8


@dataclass(frozen=True, slots=True, eq=False)
class TilePlaces:
    """N detected tiles, best first, in pixels of the frame.

    Attributes:
        centres_px: (N, 2).
        edges_px: (N,), side of each tile.
        turns_rad: (N,), direction of a side, y down; modulo a quarter turn.
        scores: (N,), 0..1.
    """

    centres_px: F64
    edges_px: F64
    turns_rad: F64
    scores: F64

    def __len__(self) -> int:
        return len(self.centres_px)

    def select(self, rows: F64 | object) -> TilePlaces:
        """Return the rows selected by an index or a mask."""
        return TilePlaces(
            self.centres_px[rows], self.edges_px[rows],  # type: ignore[index]
            self.turns_rad[rows], self.scores[rows],  # type: ignore[index]
        )  # fmt: skip


def find_tiles(net: FinderNet, picture: ImagePyramid) -> TilePlaces:
    """Return the tiles detected in a picture."""
    width, height = picture.size_px
    views: list[TilePlaces] = []
    side = VIEW_PX
    while side >= LEAST_VIEW_PX:
        scale = side / max(width, height)
        if scale <= 1.0 or not views:
            views.append(_detected(net, picture, min(scale, 1.0)))
        side //= 2
    columns = zip(*((v.centres_px, v.edges_px, v.turns_rad, v.scores) for v in views), strict=True)
    found = TilePlaces(*(np.concatenate(column) for column in columns))
    found = found.select(np.argsort(-found.scores)[:_MOST])
    return _with_directions(_without_duplicates(found), picture)


def _detected(net: FinderNet, picture: ImagePyramid, scale: float) -> TilePlaces:
    width, height = picture.size_px
    size = max(INPUT_MULTIPLE, round(width * scale)), max(INPUT_MULTIPLE, round(height * scale))
    step = max(1, int(1 / scale + 0.01))
    small = picture.part(0, 0, width, height, step)
    if size != small.shape[1::-1]:
        small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA), np.uint8)
    heat, box = net(_padded(small))
    places = _decode(heat[0, 0], box[0])
    low, high = _SEEN_EDGE_PX
    places = places.select((places.edges_px > low) & (places.edges_px < high))
    factor = width / size[0]
    return TilePlaces(
        (places.centres_px + 0.5) * factor - 0.5, places.edges_px * factor,
        places.turns_rad, places.scores,
    )  # fmt: skip


def _padded(small: ImageU8) -> ImageU8:
    below, beside = ((-side) % INPUT_MULTIPLE for side in small.shape[:2])
    padded = cv2.copyMakeBorder(small, 0, below, 0, beside, cv2.BORDER_REPLICATE)
    return np.asarray(padded, np.uint8)[None]


def _decode(heat: F32, box: F32) -> TilePlaces:
    heat = np.ascontiguousarray(heat)
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= highest) & (heat >= MIN_SCORE))
    dx, dy, log_edge, cosine, sine, _ = box[:, rows, columns].astype(np.float64)
    centres = np.column_stack([columns + 0.5 + dx, rows + 0.5 + dy]) * STRIDE - 0.5
    edges = np.exp(np.clip(log_edge, 0.0, 7.0))
    scores = heat[rows, columns].astype(np.float64)
    return TilePlaces(centres, edges, np.arctan2(sine, cosine), scores)


def _without_duplicates(found: TilePlaces) -> TilePlaces:
    x, y = found.centres_px.T
    edges = np.minimum(found.edges_px[:, None], found.edges_px)
    return found.select(suppressed(np.hypot(x[:, None] - x, y[:, None] - y) < SAME_TILE * edges))


def _with_directions(found: TilePlaces, picture: ImagePyramid) -> TilePlaces:
    """Return the tiles with the dominant direction of their edges.

    Frame, banner, letters and outline of a tile run along its sides: the circular mean of the
    gradients' directions, of four times the angle so that sides and their normals coincide, is more
    accurate than the network's estimate at low resolution.
    """
    turns = [
        _side_direction(picture, centre, edge)
        for centre, edge in zip(found.centres_px, found.edges_px, strict=True)
    ]
    return replace(found, turns_rad=np.array(turns, np.float64))


def _side_direction(picture: ImagePyramid, centre: F64, edge: float) -> float:
    step = max(1, round(edge / _SIDE_PX))
    width, height = picture.size_px
    small = picture.part(0, 0, width, height, step)
    x, y = ((centre + 0.5) / step - 0.5).tolist()
    half = _AROUND * edge / step / 2
    rows = slice(max(0, int(y - half)), max(1, int(y + half + 1)))
    part = small[rows, max(0, int(x - half)) : max(1, int(x + half + 1))]
    if min(part.shape[:2]) < _LEAST_PART_PX:
        return 0.0
    grey = cv2.GaussianBlur(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), (0, 0), 0.6)
    across = cv2.Sobel(grey, cv2.CV_32F, 1, 0)
    down = cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    strength, direction = cv2.cartToPolar(across, down)
    strength = np.minimum(strength, np.percentile(strength, 90))
    turn = float(np.angle((strength * np.exp(4j * direction)).sum()))
    return turn / 4
