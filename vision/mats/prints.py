"""Print of each mat as a camera may see it: lower bounds of the grey levels.

``prints.png`` holds one image for each mat and paper, one pixel for each millimetre;
`calibration.mats.expected` makes it from the artwork, so print and reader stay consistent.
"""

from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.core.arrays import ImageU8
from vision.mats.layout import MatLayout, Paper, mat_layouts

FILE: Final = Path(__file__).with_name("prints.png")

PAPER_LEVEL: Final = 255


def print_size(layout: MatLayout) -> tuple[int, int]:
    """Return the columns and rows of a mat's image."""
    width, height = layout.paper.value
    return round(width), round(height)


@cache
def darkest_print(layout: MatLayout) -> ImageU8:
    """Return lower bounds of the print's grey levels, shape (rows, columns); read-only.

    Thin lines have their full darkness, without blur, and are dilated by a millimetre: mats are
    never located exactly, and paper is never quite flat.
    """
    return _all_prints()[layout.mat_id, layout.paper]


@cache
def _all_prints() -> dict[tuple[str, Paper], ImageU8]:
    stacked = cv2.imread(str(FILE), cv2.IMREAD_GRAYSCALE)
    if stacked is None:
        raise FileNotFoundError(FILE)
    stacked.flags.writeable = False
    prints: dict[tuple[str, Paper], ImageU8] = {}
    top = 0
    for layout in all_layouts():
        columns, rows = print_size(layout)
        part = stacked[top : top + rows, :columns]
        prints[layout.mat_id, layout.paper] = np.asarray(part, np.uint8)
        top += rows
    return prints


def all_layouts() -> tuple[MatLayout, ...]:
    """Return every mat on every paper, in the order of the file."""
    return tuple(layout for paper in Paper for layout in mat_layouts(paper))
