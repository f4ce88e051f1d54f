"""The artwork of each mat, made from its layout, for both print and raster images.

The zones have a light grey tint for contrast with white dice; nothing else is printed in them.
Only black and grey ink is used, so that any printer will do; icons are small, thin and light, so
that no printed glyph is detected as a die.
"""

from itertools import pairwise
from typing import assert_never

import cv2
import numpy as np

from calibration.mats import words
from calibration.mats.display_list import (
    BLACK,
    Anchor,
    Area,
    Blocks,
    Label,
    Mark,
    MatSheet,
    Point,
    StrokeMark,
    grown,
    rounded,
)
from calibration.mats.fonts import fitting_size_mm, text_width_mm
from companion.drawing.glyphs import Stroke, glyph
from vision.mats.layout import (
    DICTATE_ZONE,
    MARKER_DICTIONARY,
    MARKER_SIDE_MM,
    PHASE_ZONES,
    SELECT_ZONES,
    TRAY_ZONE,
    Marker,
    MatKind,
    MatLayout,
    Rect,
)

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


ICON_GREY = 185
TINT_GREY = 228
"""Level of the zones; chosen by measurement, see ``calibration/README.md``."""

_ICON_MM = 9.0
_ICON_STROKE = 0.045
_RADIUS = 3.0
_TINT_INSET, _TINT_RADIUS = 1.0, 2.0


def draw_sheet(layout: MatLayout, *, tinted: bool = True) -> MatSheet:
    """Return everything that is printed on the mat.

    Args:
        tinted: as current mats are printed; older ones have white zones.
    """
    match layout.kind:
        case MatKind.STRIP:
            own = _strip(layout)
        case MatKind.TRAY:
            own = _tray(layout)
        case MatKind.CALIBRATION:
            own = _calibration(layout)
        case _:
            assert_never(layout.kind)
    inner = [grown(rect, -_TINT_INSET) for _, rect in layout.zones if tinted]
    tint = [Area(rounded(rect, _TINT_RADIUS), TINT_GREY) for rect in inner]
    return MatSheet(layout, (*tint, *common_marks(layout), *own))


def _strip(layout: MatLayout) -> tuple[Mark, ...]:
    zones = dict(layout.zones)
    columns = [zones[phase] for phase in PHASE_ZONES]
    return (
        *(_frame(grown(zones[name], -1.0)) for name in SELECT_ZONES),
        *_columns(columns),
        *(mark for phase in PHASE_ZONES for mark in _phase_head(phase, zones)),
        *_selection_hint(zones["select_ship"]),
        _frame(zones[DICTATE_ZONE]),
        *stacked(words.DICTATE, _above(zones[DICTATE_ZONE], 12.5), (4.6, 3.0), 36.0),
        *_seat(layout),
    )


def _columns(columns: list[Rect]) -> tuple[Mark, ...]:
    """Return one frame around the five columns and a line between neighbours."""
    first, last = columns[0], columns[-1]
    borders = ((a.x1 + b.x0) / 2 for a, b in pairwise(columns))
    return (
        _frame(Rect(first.x0, first.y0, last.x1, last.y1)),
        *(StrokeMark(((x, first.y0), (x, first.y1)), BORDER_MM, BORDER_GREY) for x in borders),
    )


def _phase_head(phase: str, zones: dict[str, Rect]) -> tuple[Mark, ...]:
    """Return number, names and icon of a phase, between its selection zone and its column."""
    column, top = zones[phase], zones[f"select_{phase}"].y1
    english, polish, hungarian = words.PHASES[phase]
    numeral = words.PHASE_NUMERALS[phase]
    x, icon_x = column.x0 + 1.5, column.x1 - 1.5 - _ICON_MM
    indent = text_width_mm(numeral, 4.6, bold=True) + 1.8
    small = fitting_size_mm(polish, 3.0, icon_x - x - 1.0)
    return (
        Label(numeral, (x, top + 8.0), 4.6, QUIET_GREY, bold=True),
        Label(english, (x + indent, top + 8.0), 4.6, TEXT_GREY, bold=True),
        Label(polish, (x, top + 13.0), small, QUIET_GREY),
        Label(hungarian, (x, top + 17.2), 3.0, QUIET_GREY),
        *_icon(phase, Rect(icon_x, top + 6.5, icon_x + _ICON_MM, top + 6.5 + _ICON_MM)),
    )


def _icon(face: str, box: Rect) -> tuple[Mark, ...]:
    """Return the glyph of a face inside *box*."""

    def placed(points: tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple((box.x0 + x * box.width, box.y0 + y * box.height) for x, y in points)

    return tuple(
        StrokeMark(placed(part.points), part.width * box.width, ICON_GREY, part.closed)
        if isinstance(part, Stroke)
        else Area(placed(part.points), ICON_GREY)
        for part in glyph(face, stroke_width=_ICON_STROKE)
    )


def _selection_hint(place: Rect) -> tuple[Mark, ...]:
    """Return the label next to the selection zones, with an arrow that points at them."""
    x, y = place.x1 + 2.5, place.centre[1] - 3.0
    arrow = ((x, y - 3.2), (x + 2.2, y - 4.7), (x + 2.2, y - 1.7))
    return (
        Area(arrow, QUIET_GREY),
        *(
            Label(text, (x, y + 3.0 + i * 3.9), 2.8, QUIET_GREY, bold=i == 0)
            for i, text in enumerate(words.SELECTION)
        ),
    )


def _seat(layout: MatLayout) -> tuple[Mark, ...]:
    """Return the seat's number in the margin, readable from across the table."""
    marker = layout.markers[0].rect
    x, y = marker.centre[0], _margin_middle(layout)
    return (
        Label(str(layout.seat), (x, y + 6.0), 30.0, QUIET_GREY, bold=True, anchor=Anchor.MIDDLE),
        *stacked(words.SEAT, (x, y + 14.0), (3.4, 3.0), marker.width),
    )


def _tray(layout: MatLayout) -> tuple[Mark, ...]:
    x, y = layout.markers[0].rect.centre[0], _margin_middle(layout)
    english, polish, hungarian = words.TRAY
    return (
        _frame(dict(layout.zones)[TRAY_ZONE]),
        _upwards(english, (x - 2.0, y), 6.0, bold=True),
        _upwards(polish, (x + 4.0, y), 3.6, bold=False),
        _upwards(hungarian, (x + 9.0, y), 3.6, bold=False),
    )


def _upwards(text: str, at: Point, size_mm: float, *, bold: bool) -> Label:
    grey = TEXT_GREY if bold else QUIET_GREY
    return Label(text, at, size_mm, grey, bold, Anchor.MIDDLE, upwards=True)


def _calibration(layout: MatLayout) -> tuple[Mark, ...]:
    width = layout.markers[1].rect.x1 + layout.markers[0].rect.x0
    bottom = max(rect.y1 for _, rect in layout.zones)
    title, *others = words.CALIBRATION
    heading = Label(title, (width / 2, 14.0), 5.4, TEXT_GREY, bold=True, anchor=Anchor.MIDDLE)
    below = " · ".join(others)
    return (
        heading,
        Label(below, (width / 2, 19.0), 3.2, QUIET_GREY, anchor=Anchor.MIDDLE),
        *(mark for die, slot in layout.zones for mark in _slot(die, slot)),
        *stacked(words.CALIBRATION_HINT, (width / 2, bottom + 25.5), (3.2, 3.0), width - 70.0),
    )


def _slot(die: str, slot: Rect) -> tuple[Mark, ...]:
    """Return the corners of a slot, and under it the die's names and colour."""
    colours = " · ".join(words.DIE_COLOURS[die])
    x, y = slot.centre[0], slot.y1 + 5.0
    return (
        *_brackets(slot),
        *stacked(words.DICE[die], (x, y), (3.8, 2.8), slot.width + 8.0),
        Label(colours, (x, y + 11.9), 2.6, QUIET_GREY, anchor=Anchor.MIDDLE),
    )


def _brackets(rect: Rect) -> tuple[StrokeMark, ...]:
    arm = 6.0
    lines = []
    for x, y in rect.corners:
        inward_x = arm if x == rect.x0 else -arm
        inward_y = arm if y == rect.y0 else -arm
        points = ((x + inward_x, y), (x, y), (x, y + inward_y))
        lines.append(StrokeMark(points, BORDER_MM, BORDER_GREY))
    return tuple(lines)


def _frame(rect: Rect) -> StrokeMark:
    return StrokeMark(rounded(rect, _RADIUS), BORDER_MM, BORDER_GREY, closed=True)


def _above(rect: Rect, by: float) -> Point:
    return rect.centre[0], rect.y0 - by


def _margin_middle(layout: MatLayout) -> float:
    """Return the height of the middle between the upper and the lower markers."""
    return (layout.markers[0].rect.y1 + layout.markers[3].rect.y0) / 2
