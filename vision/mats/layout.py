"""Layout of the printed mats, in millimetres.

A mat is a sheet of A4 or US letter, landscape. The origin is the sheet's top left corner, x to the
right, y down. Both papers carry the same marker numbers; the distances between the markers
distinguish the papers, so a reader tries both layouts and keeps the one that fits.
"""

import math
from dataclasses import dataclass
from enum import Enum

from companion.games.roll.model.dice import DieType

MARKER_DICTIONARY = "DICT_4X4_50"
"""Name of the OpenCV ArUco dictionary of every marker."""

MAX_SEATS = 5

CORNERS_PER_MAT = 4

MARKER_SIDE_MM = 21.0
"""Edge of a marker's black square: six modules of 3.5 mm."""

PATCH_LEVELS = (255, 204, 153, 102, 51, 0)
"""Grey levels of a neutral ramp, from bare paper to full ink."""

PHASE_ZONES = ("explore", "develop", "settle", "produce", "ship")
SELECT_ZONES = tuple(f"select_{phase}" for phase in PHASE_ZONES)
DICTATE_ZONE = "dictate"
TRAY_ZONE = "tray"
DIE_ZONES = tuple(die.value for die in DieType)

_FIRST_MARKER_OF_TRAY = 0
_FIRST_MARKER_OF_CALIBRATION = 24

# All positions are multiples of half a millimetre, so that they are integer pixels at 12 px/mm.
_MARGIN = 8.0  # home printers reach to about 5 mm from the edge; a skewed feed shifts the print
_CLEAR = 4.0  # quiet zone of a marker: slightly more than a module
_COLUMN_GAP = 1.0
_FOOT = 12.0  # under the zones: ruler and imprint
_SELECT_TOP, _SELECT_BOTTOM = 10.0, 43.0
_COLUMN_TOP = 64.0
_DICTATE_WIDTH = 38.0
_DICTATE_TOP = 80.0
_PATCH_WIDTH, _PATCH_HEIGHT, _PATCH_GAP = 10.0, 8.0, 1.0
_RAMP_CLEAR = 5.0
_SLOT = 40.0


class Paper(Enum):
    """Sheets that the mats are laid out for; the value is (width, height) in millimetres."""

    A4 = (297.0, 210.0)
    LETTER = (279.4, 215.9)


class MatKind(Enum):
    STRIP = "strip"
    TRAY = "tray"
    CALIBRATION = "calibration"


@dataclass(frozen=True, slots=True)
class Rect:
    """An axis-parallel rectangle in millimetres: ``x0, y0`` top left, ``x1, y1`` bottom right."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        """Extent along x in millimetres."""
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        """Extent along y in millimetres."""
        return self.y1 - self.y0

    @property
    def centre(self) -> tuple[float, float]:
        """The middle, (x, y) in millimetres."""
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The four corners, clockwise from the top left (the order in which OpenCV gives them)."""
        return (self.x0, self.y0), (self.x1, self.y0), (self.x1, self.y1), (self.x0, self.y1)


@dataclass(frozen=True, slots=True)
class Marker:
    """One ArUco marker; ``rect`` is its black square."""

    marker_id: int
    rect: Rect


@dataclass(frozen=True, slots=True)
class MatLayout:
    """Geometry of one mat, shared by printing and reading.

    Attributes:
        mat_id: ``strip-1`` .. ``strip-5``, ``tray`` or ``calibration``.
        seat: 1..5 for strip mats, else None.
        zones: name -> rectangle; no two zones overlap.
        patches: grey level (0 black .. 255 paper) -> rectangles of neutral ink.
    """

    mat_id: str
    kind: MatKind
    seat: int | None
    paper: Paper
    markers: tuple[Marker, ...]
    zones: tuple[tuple[str, Rect], ...]
    patches: tuple[tuple[int, Rect], ...]

    @property
    def printed(self) -> tuple[Rect, ...]:
        """Where the markers and the patches are."""
        return *(rect for _, rect in self.patches), *(marker.rect for marker in self.markers)


def mat_layouts(paper: Paper) -> tuple[MatLayout, ...]:
    """Return the seven mats for *paper*: ``strip-1`` .. ``strip-5``, ``tray``, ``calibration``."""
    strips = tuple(_strip(paper, seat) for seat in range(1, MAX_SEATS + 1))
    return (*strips, _tray(paper), _calibration(paper))


def mat_layout(mat_id: str, paper: Paper) -> MatLayout:
    """Return the layout of one mat.

    Raises:
        KeyError: there is no mat with this ID.
    """
    return _BY_MAT_ID[paper][mat_id]


def mat_of_marker(marker_id: int, paper: Paper) -> MatLayout | None:
    """Return the mat that carries the marker, or None where no mat does."""
    return _BY_MARKER_ID[paper].get(marker_id)


def _strip(paper: Paper, seat: int) -> MatLayout:
    width, height = _printable_size(paper)
    left = _MARGIN + MARKER_SIDE_MM + _CLEAR
    dictate = Rect(
        width - _MARGIN - _DICTATE_WIDTH,
        _DICTATE_TOP,
        width - _MARGIN,
        _ramp_above(height - _MARGIN - MARKER_SIDE_MM) - _RAMP_CLEAR,
    )
    room = dictate.x0 - 5.0 - left
    column_width = _half_mm_down((room - 4 * _COLUMN_GAP) / len(PHASE_ZONES))
    starts = tuple(left + i * (column_width + _COLUMN_GAP) for i in range(len(PHASE_ZONES)))
    columns = tuple(
        (phase, Rect(x, _COLUMN_TOP, x + column_width, height - _MARGIN - _FOOT))
        for phase, x in zip(PHASE_ZONES, starts, strict=True)
    )
    selections = tuple(
        (name, Rect(x, _SELECT_TOP, x + column_width, _SELECT_BOTTOM))
        for name, x in zip(SELECT_ZONES, starts, strict=True)
    )
    return MatLayout(
        mat_id=f"strip-{seat}",
        kind=MatKind.STRIP,
        seat=seat,
        paper=paper,
        markers=_markers(paper, CORNERS_PER_MAT * seat),
        zones=(*columns, *selections, (DICTATE_ZONE, dictate)),
        patches=_corner_ramps(paper),
    )


def _tray(paper: Paper) -> MatLayout:
    width, height = _printable_size(paper)
    inset = _MARGIN + MARKER_SIDE_MM + _CLEAR
    zone = Rect(inset, 10.0, width - inset, height - _MARGIN - _FOOT)
    return MatLayout(
        mat_id="tray",
        kind=MatKind.TRAY,
        seat=None,
        paper=paper,
        markers=_markers(paper, _FIRST_MARKER_OF_TRAY),
        zones=((TRAY_ZONE, zone),),
        patches=_corner_ramps(paper),
    )


def _calibration(paper: Paper) -> MatLayout:
    width, _ = _printable_size(paper)
    middle = width / 2
    pitch = _half_mm_down((width - 2 * (_MARGIN + MARKER_SIDE_MM + _CLEAR)) / 4)
    offsets = (-1.5, -0.5, 0.5, 1.5, -1.0, 0.0, 1.0)  # four slots above three
    tops = (24.0,) * 4 + (111.0,) * 3
    slots = tuple(
        (name, _square(_half_mm_down(middle + offset * pitch - _SLOT / 2), top, _SLOT))
        for name, offset, top in zip(DIE_ZONES, offsets, tops, strict=True)
    )
    return MatLayout(
        mat_id="calibration",
        kind=MatKind.CALIBRATION,
        seat=None,
        paper=paper,
        markers=_markers(paper, _FIRST_MARKER_OF_CALIBRATION),
        zones=slots,
        patches=(*_corner_ramps(paper), *_wide_ramp(_half_mm_down(middle), 88.0)),
    )


def _markers(paper: Paper, first_id: int) -> tuple[Marker, ...]:
    """Return the four markers of a mat, clockwise from the top left."""
    width, height = _printable_size(paper)
    right, bottom = width - _MARGIN - MARKER_SIDE_MM, height - _MARGIN - MARKER_SIDE_MM
    places = ((_MARGIN, _MARGIN), (right, _MARGIN), (right, bottom), (_MARGIN, bottom))
    return tuple(
        Marker(first_id + i, _square(x, y, MARKER_SIDE_MM)) for i, (x, y) in enumerate(places)
    )


def _corner_ramps(paper: Paper) -> tuple[tuple[int, Rect], ...]:
    """Return a grey ramp under each upper and above each lower marker, to measure the light."""
    width, height = _printable_size(paper)
    upper = _MARGIN + MARKER_SIDE_MM + _RAMP_CLEAR
    lower = _ramp_above(height - _MARGIN - MARKER_SIDE_MM)
    columns = (_MARGIN, width - _MARGIN - MARKER_SIDE_MM)
    return tuple(patch for y in (upper, lower) for x in columns for patch in _small_ramp(x, y))


def _small_ramp(x0: float, y0: float) -> tuple[tuple[int, Rect], ...]:
    """Return six patches in two columns, as wide as a marker."""
    step_x, step_y = _PATCH_WIDTH + _PATCH_GAP, _PATCH_HEIGHT + _PATCH_GAP
    corners = ((x0 + i % 2 * step_x, y0 + i // 2 * step_y) for i in range(len(PATCH_LEVELS)))
    return tuple(
        (level, Rect(x, y, x + _PATCH_WIDTH, y + _PATCH_HEIGHT))
        for level, (x, y) in zip(PATCH_LEVELS, corners, strict=True)
    )


def _wide_ramp(middle: float, y0: float) -> tuple[tuple[int, Rect], ...]:
    """Return six larger patches in a row around *middle*."""
    side, gap = 20.0, 4.0
    x0 = middle - (len(PATCH_LEVELS) * (side + gap) - gap) / 2
    return tuple(
        (level, Rect(x0 + i * (side + gap), y0, x0 + i * (side + gap) + side, y0 + 16.0))
        for i, level in enumerate(PATCH_LEVELS)
    )


def _ramp_above(marker_top: float) -> float:
    """Return the upper edge of a small ramp that ends above a lower marker."""
    return marker_top - _RAMP_CLEAR - 3 * _PATCH_HEIGHT - 2 * _PATCH_GAP


def _square(x0: float, y0: float, side: float) -> Rect:
    return Rect(x0, y0, x0 + side, y0 + side)


def _printable_size(paper: Paper) -> tuple[float, float]:
    """Return width and height, rounded down to half millimetres, that positions refer to."""
    width, height = paper.value
    return _half_mm_down(width), _half_mm_down(height)


def _half_mm_down(length: float) -> float:
    return math.floor(length * 2) / 2


_BY_MAT_ID = {paper: {mat.mat_id: mat for mat in mat_layouts(paper)} for paper in Paper}
_BY_MARKER_ID = {
    paper: {marker.marker_id: mat for mat in mats.values() for marker in mat.markers}
    for paper, mats in _BY_MAT_ID.items()
}
