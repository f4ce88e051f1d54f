"""What the camera expects of the print is the print."""

import cv2
import numpy as np

from calibration.mats.expected import expected_prints
from vision.mats.layout import Paper, mat_layout
from vision.mats.print_subtraction import FILE, all_layouts, darkest_print, print_size


def test_the_file_is_that_of_todays_artwork() -> None:
    """After a change of the artwork: ``python -m calibration.mats.expected``."""
    stored = cv2.imread(str(FILE), cv2.IMREAD_GRAYSCALE)
    assert stored is not None
    fresh = expected_prints()
    assert stored.shape == fresh.shape
    # Fonts and OpenCV may round otherwise elsewhere.
    assert np.abs(stored.astype(int) - fresh).max() <= 4


def test_every_mat_has_its_picture() -> None:
    """In millimetres; black where a marker is, white in the middle of a column."""
    for layout in all_layouts():
        columns, rows = print_size(layout)
        darkest = darkest_print(layout)
        assert darkest.shape == (rows, columns)
        x, y = layout.markers[0].rect.centre
        assert darkest[int(y) - 8 : int(y) + 8, int(x) - 8 : int(x) + 8].min() == 0
    x, y = dict(mat_layout("strip-3", Paper.LETTER).zones)["settle"].centre
    assert darkest_print(mat_layout("strip-3", Paper.LETTER))[int(y), int(x)] == 255
