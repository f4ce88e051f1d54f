"""Which lines of a tile are read, from the line detector's answer."""

from __future__ import annotations

import numpy as np

from vision.core.arrays import F32, ImageU8
from vision.core.image_pyramid import ImagePyramid
from vision.tiles.networks import CLOSE_LINES_PX, LINES_PX
from vision.tiles.text import find_lines

SIDE_PX = 400
CORNERS = np.array([[(0, 0), (SIDE_PX, 0), (SIDE_PX, SIDE_PX), (0, SIDE_PX)]], np.float64)
MARKS = {"cost": (0.20, 0.20, 0.32, 0.32), "die": (0.55, 0.5, 0.75, 0.7),
         "name": (0.40, 0.15, 0.85, 0.19), "rules": (0.15, 0.72, 0.60, 0.84)}  # fmt: skip
"""Left, top, right, bottom, in shares of the network's picture; lines of rules run together."""


def marked(tiles: ImageU8, /) -> F32:
    """What the detector says of a tile with a cost, a name, a die on it and lines of rules."""
    side = tiles.shape[1]
    core = np.zeros((len(tiles), side, side), np.float32)
    for x0, y0, x1, y1 in MARKS.values():
        core[:, int(y0 * side) : int(y1 * side), int(x0 * side) : int(x1 * side)] = 0.9
    return core


def test_the_name_is_read_before_the_cost_and_dice() -> None:
    """Marks as high as they are wide come last; they never crowd the name out."""
    picture = ImagePyramid(np.full((SIDE_PX, SIDE_PX, 3), 90, np.uint8))
    for side_px in (LINES_PX, CLOSE_LINES_PX):
        (lines,) = find_lines(marked, picture, CORNERS, side_px)
        middles = np.array([line.mean(axis=0) / SIDE_PX for line in lines]) * 0.8 + 0.1
        wanted = [((x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1 in MARKS.values()]
        places = [int(np.hypot(*(middles - at).T).argmin()) for at in wanted]
        cost, die, name, rules = places
        assert len(lines) == 4
        assert max(name, rules) < min(cost, die)
