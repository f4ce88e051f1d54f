"""Where everything lies on a printed mat, in millimetres.

A mat is a sheet of A4 or US letter, landscape. The origin is the sheet's top left corner, x to the
right, y down. Both papers carry the same marker numbers; the distances between the markers tell
which paper was used, so a reader tries both layouts and keeps the one that fits.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

MARKER_DICTIONARY = "DICT_4X4_50"
"""Name of the OpenCV ArUco dictionary of every marker."""

MAX_SEATS = 5


class Paper(Enum):
    """Sheets that the mats are laid out for; the value is (width, height) in millimetres."""

    A4 = (297.0, 210.0)
    LETTER = (279.4, 215.9)


class MatKind(Enum):
    """What a mat is for."""

    STRIP = "strip"
    TRAY = "tray"
    CALIBRATION = "calibration"


@dataclass(frozen=True, slots=True)
class Rect:
    """An axis-parallel rectangle in millimetres, ``(x0, y0)`` top left, ``(x1, y1)`` bottom right."""

    x0: float
    y0: float
    x1: float
    y1: float

    def contains(self, x: float, y: float) -> bool:
        """Whether the point lies inside or on the edge."""
        return self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1


@dataclass(frozen=True, slots=True)
class Marker:
    """One ArUco marker; ``rect`` is its black square."""

    marker_id: int
    rect: Rect


@dataclass(frozen=True, slots=True)
class MatLayout:
    """Everything that print and camera must agree on about one mat.

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
