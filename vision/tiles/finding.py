"""Tile detection: the finder network at several scales, with non-maximum suppression."""

from typing import Final

import cv2
import numpy as np

from vision.core.arrays import ImageU8
from vision.core.detections import Detections
from vision.core.image_pyramid import ImagePyramid
from vision.core.inference import INPUT_MULTIPLE, FinderNet
from vision.detection.peaks import decode, suppressed

VIEW_PX: Final = 416
"""Longer side of the largest input of the network; each further scale is half as large."""

LEAST_VIEW_PX: Final = 100
MIN_SCORE: Final = 0.38
SAME_TILE: Final = 0.6
"""Two detections closer than this share of a side are one tile; tiles overlap by up to a third."""

_SEEN_EDGE_PX: Final = (17.0, 62.0)
_MOST: Final = 64


def find_tiles(net: FinderNet, picture: ImagePyramid) -> Detections:
    """Return the squares in a picture that are tiles, best first, in pixels of the frame."""
    longer = max(picture.size_px)
    sides = [VIEW_PX]
    while sides[-1] // 2 >= LEAST_VIEW_PX:
        sides.append(sides[-1] // 2)
    scales = [side / longer for side in sides if side <= longer] or [1.0]
    found = Detections.joined([_detected(net, picture, scale) for scale in scales])
    found = found.select(np.argsort(-found.scores, kind="stable")[:_MOST])
    x, y = found.centres_px.T
    edges = np.minimum(found.edges_px[:, None], found.edges_px)
    return found.select(suppressed(np.hypot(x[:, None] - x, y[:, None] - y) < SAME_TILE * edges))


def _detected(net: FinderNet, picture: ImagePyramid, scale: float) -> Detections:
    width, height = picture.size_px
    size = max(INPUT_MULTIPLE, round(width * scale)), max(INPUT_MULTIPLE, round(height * scale))
    small = picture.part(0, 0, width, height, max(1, int(1 / scale + 0.01)))
    if size != small.shape[1::-1]:
        small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA), np.uint8)
    heat, box = net(_padded(small))
    found = decode(heat[0, 0], box[0], min_score=MIN_SCORE)
    low, high = _SEEN_EDGE_PX
    found = found.select((found.edges_px > low) & (found.edges_px < high))
    return found.moved(width / size[0], (0.0, 0.0))


def _padded(small: ImageU8) -> ImageU8:
    below, beside = ((-side) % INPUT_MULTIPLE for side in small.shape[:2])
    padded = cv2.copyMakeBorder(small, 0, below, 0, beside, cv2.BORDER_REPLICATE)
    return np.asarray(padded, np.uint8)[None]
