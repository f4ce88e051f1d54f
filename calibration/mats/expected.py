"""Writes the reference images of the printed mats: ``python -m calibration.mats.expected``.

Run it again whenever the artwork or a layout changes; a test checks this.
"""

from typing import Final

import cv2
import numpy as np

from calibration.mats.artwork import draw_sheet
from calibration.mats.raster import raster
from vision.core.arrays import ImageU8
from vision.mats.layout import MatLayout
from vision.mats.print_subtraction import FILE, PAPER_LEVEL, all_layouts, print_size

_PX_PER_MM: Final = 6
_BLUR_MM: Final = 0.2  # Gaussian sigma of the sharpest camera
_TOLERANCE_MM: Final = 0.75  # half a cell of the grid, and the offset of the print within it


def expected_prints() -> ImageU8:
    """Return the images of all mats, stacked vertically, grey, one pixel per millimetre."""
    images = [_darkest(layout) for layout in all_layouts()]
    widest = max(image.shape[1] for image in images)
    padded = [
        np.pad(p, ((0, 0), (0, widest - p.shape[1])), constant_values=PAPER_LEVEL) for p in images
    ]
    return np.concatenate(padded)


def _darkest(layout: MatLayout) -> ImageU8:
    sheet = raster(draw_sheet(layout, tinted=False), _PX_PER_MM)
    seen = cv2.GaussianBlur(sheet, (0, 0), _BLUR_MM * _PX_PER_MM)
    reach = 2 * round(_TOLERANCE_MM * _PX_PER_MM) + 1
    dark = cv2.erode(seen, np.ones((reach, reach), np.uint8))
    middle = _PX_PER_MM // 2
    columns, rows = print_size(layout)
    cells = dark[middle::_PX_PER_MM, middle::_PX_PER_MM][:rows, :columns]
    return np.asarray(cv2.erode(cells, np.ones((3, 3), np.uint8)), np.uint8)


def main() -> None:
    """Write the file."""
    cv2.imwrite(str(FILE), expected_prints(), [cv2.IMWRITE_PNG_COMPRESSION, 9])


if __name__ == "__main__":
    main()
