"""The marks of every mat: markers, neutral patches, ruler and imprint."""

import cv2
import numpy as np

from calibration.mats import words
from calibration.mats.display_list import BLACK, Anchor, Blocks, Label, Mark, StrokeMark, grown
from calibration.mats.fonts import fitting_size_mm, text_width_mm
from vision.mats.layout import MARKER_DICTIONARY, MARKER_SIDE_MM, Marker, MatLayout, Rect

RULER_MM = 100
BORDER_GREY = 150
TEXT_GREY = 60
QUIET_GREY = 110
BORDER_MM = 0.3

_MODULES = 6  # 4 x 4 and a border of 1
_PAPER = 255
_IMPRINT_LINE_MM = 3.3


def common_marks(layout: MatLayout) -> tuple[Mark, ...]:
    """Return the marks of *layout* that do not depend on the kind of mat."""
    return (
        *(marker_blocks(marker) for marker in layout.markers),
        *_patches(layout),
        *_ruler(_foot(layout)),
        *_imprint(layout, _foot(layout)),
    )


def marker_blocks(marker: Marker) -> Blocks:
    """Return the black modules of *marker*."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, MARKER_DICTIONARY))
    bits = cv2.aruco.generateImageMarker(dictionary, marker.marker_id, _MODULES, borderBits=1)
    module = MARKER_SIDE_MM / _MODULES
    cells = (
        (marker.rect.x0 + int(column) * module, marker.rect.y0 + int(row) * module)
        for row, column in np.argwhere(bits == 0)
    )
    return Blocks(tuple(Rect(x, y, x + module, y + module) for x, y in cells), BLACK)


def stacked(
    texts: words.Trio, at: tuple[float, float], sizes: tuple[float, float], room: float
) -> tuple[Label, ...]:
    """Return three centred lines, the first bold and of size ``sizes[0]``, from baseline *at*.

    Lines longer than *room* millimetres are set smaller.
    """
    x, y = at
    labels = []
    for i, text in enumerate(texts):
        bold = i == 0
        size = fitting_size_mm(text, sizes[0] if bold else sizes[1], room, bold=bold)
        grey = TEXT_GREY if bold else QUIET_GREY
        labels.append(Label(text, (x, y), size, grey, bold, Anchor.MIDDLE))
        y += sizes[1] * 1.3 + (0.15 * sizes[0] if bold else 0.0)
    return tuple(labels)


def _foot(layout: MatLayout) -> Rect:
    """Return the strip between the lower markers that ruler and imprint share."""
    right, left = layout.markers[2].rect, layout.markers[3].rect
    return Rect(left.x1 + 5.0, left.y1 - 9.0, right.x0 - 5.0, left.y1)


def _patches(layout: MatLayout) -> tuple[Mark, ...]:
    """Return the neutral patches; a white one is bare paper inside a thin frame."""
    return tuple(
        StrokeMark(grown(rect, 0.3).corners, 0.2, BORDER_GREY, closed=True)
        if level == _PAPER
        else Blocks((rect,), level)
        for level, rect in layout.patches
    )


def _ruler(foot: Rect) -> tuple[Mark, ...]:
    """Return a ruler of 100 mm with a tick for every millimetre."""
    base = foot.y1 - 3.5
    ticks = []
    for mm in range(RULER_MM + 1):
        length = 3.6 if mm % 10 == 0 else 2.6 if mm % 5 == 0 else 1.6
        width = 0.25 if mm % 5 == 0 else 0.15
        x = foot.x0 + mm
        ticks.append(Rect(x - width / 2, base - length, x + width / 2, base))
    beam = Rect(foot.x0 - 0.125, base - 0.125, foot.x0 + RULER_MM + 0.125, base + 0.125)
    figures = tuple(
        Label(str(mm), (foot.x0 + mm, foot.y1 - 0.6), 2.4, TEXT_GREY, anchor=Anchor.MIDDLE)
        for mm in range(0, RULER_MM + 1, 10)
    )
    return (Blocks((*ticks, beam), TEXT_GREY), *figures)


def _imprint(layout: MatLayout, foot: Rect) -> tuple[Label, ...]:
    """Return the print instructions and the name of the sheet."""
    x = foot.x0 + RULER_MM + 5.0
    name = f"{layout.mat_id} · {layout.paper.name.capitalize()}"
    room = foot.x1 - x - text_width_mm(name, 2.8, bold=True) - 4.0
    return (
        *(
            Label(
                text,
                (x, foot.y0 + 1.9 + i * _IMPRINT_LINE_MM),
                fitting_size_mm(text, 2.5, room, bold=i == 0),
                TEXT_GREY if i == 0 else QUIET_GREY,
                bold=i == 0,
            )
            for i, text in enumerate(words.PRINT_SCALE)
        ),
        Label(name, (foot.x1, foot.y1 - 0.6), 2.8, TEXT_GREY, bold=True, anchor=Anchor.END),
    )
