"""Draw a reading into its image."""

from collections.abc import Sequence
from typing import Final, TypeAlias

import cv2
import numpy as np

from companion.session.ports import DieReading, DieStatus, Reading
from companion.session.service_ports import TilesReading
from companion.session.sightings import corners_px
from vision.core.arrays import F64, ImageU8
from vision.core.labels import D6, TYPE_COLOURS
from vision.mats.fitting import FittedMat, transform

TYPE_LETTERS: Final = {die: die[0].upper() for die in TYPE_COLOURS}

_SURE, _FLAGGED = (80, 230, 80), (40, 150, 255)  # green and orange, BGR
_MAT, _ZONE, _PAPER = (255, 200, 60), (190, 160, 90), (20, 20, 20)
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels."""

_FONT = cv2.FONT_HERSHEY_SIMPLEX
_DASHES = 4  # on each side of a dashed outline


def annotated(pixels: ImageU8, reading: Reading, mats: Sequence[FittedMat] = ()) -> ImageU8:
    """Return a copy of BGR *pixels* with mats, zones and dice drawn in.

    A die flagged ``check`` has a dashed outline and a question mark, not only another colour; so
    have unrecognised objects on a mat.
    """
    picture = pixels.copy()
    pen = _Pen(picture)
    for mat in mats:
        for name, rect in mat.layout.zones:
            corners = transform(mat.homography, np.array(rect.corners))
            pen.outline(corners, _ZONE, weight=1)
            pen.words(name, corners[0], _ZONE, scale=0.7, inside=True)
    for found in reading.mats:
        corners = np.array(found.corners_px)
        pen.outline(corners, _MAT, weight=2)
        pen.words(found.mat_id, corners[0], _MAT, inside=True)
    outlines = [outline(die) for die in reading.dice]
    for die, corners in zip(reading.dice, outlines, strict=True):
        pen.outline(corners, _colour(die), weight=2, dashed=die.status is DieStatus.CHECK)
    taken = [_box_of(corners) for corners in outlines]
    for problem in reading.problems:
        if problem.outline_px:
            around = np.array(problem.outline_px)
            pen.outline(around, _FLAGGED, weight=2, dashed=True)
            taken.append(_box_of(around))
            taken.append(pen.label("?", taken[-1], _FLAGGED, taken))
    for die, corners in zip(reading.dice, outlines, strict=True):
        taken.append(pen.label(die_words(die), _box_of(corners), _colour(die), taken))
    return picture


def annotated_tiles(pixels: ImageU8, reading: TilesReading) -> ImageU8:
    """Return a copy of BGR *pixels* with tiles and dice drawn in.

    A tile flagged ``check`` has a dashed outline and a question mark; the first side of an outline,
    the upper edge as the tile is read, is thicker.
    """
    picture = pixels.copy()
    pen = _Pen(picture)
    for die in reading.dice:
        pen.outline(outline(die), _colour(die), weight=1, dashed=die.status is DieStatus.CHECK)
    for tile in reading.tiles:
        flagged = tile.status is DieStatus.CHECK
        colour = _FLAGGED if flagged else _SURE
        corners = np.array(tile.corners_px)
        pen.outline(corners, colour, weight=2, dashed=flagged)
        pen.outline(corners[:2], colour, weight=4)
        text = f"{tile.tile or tile.text}{'?' if flagged else ''} {int(100 * tile.confidence)}"
        pen.words(text, corners.mean(axis=0), colour)
    return picture


def outline(die: DieReading) -> F64:
    """Return the corners of a die's top face, shape (4, 2), in pixels of the frame."""
    return np.array(corners_px(die))


def die_words(die: DieReading) -> str:
    """Return the label of a die: letter of its type, face, confidence in percent."""
    kind = die.colour if die.type == D6 else TYPE_LETTERS.get(die.type, die.type)
    doubt = "?" if die.status is DieStatus.CHECK else ""
    return f"{kind} {die.face}{doubt} {int(100 * die.confidence)}"


def _colour(die: DieReading) -> Sequence[int]:
    return _FLAGGED if die.status is DieStatus.CHECK else _SURE


def _box_of(corners: F64) -> Box:
    (x0, y0), (x1, y1) = corners.min(axis=0), corners.max(axis=0)
    return float(x0), float(y0), float(x1), float(y1)


def _shared_area(a: Box, b: Box) -> float:
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    return max(0.0, width) * max(0.0, height)


class _Pen:
    """Draws in one image, with line widths and text sizes scaled to its size."""

    def __init__(self, picture: ImageU8) -> None:
        self._picture = picture
        self._unit = max(0.5, max(picture.shape[:2]) / 1280)

    def outline(
        self, corners: F64, colour: Sequence[int], *, weight: int, dashed: bool = False
    ) -> None:
        thickness = max(1, round(weight * self._unit))
        for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            for first, last in _strokes(dashed=dashed):
                a = np.rint(start + (end - start) * first).astype(int).tolist()
                b = np.rint(start + (end - start) * last).astype(int).tolist()
                cv2.line(self._picture, a, b, tuple(colour), thickness, cv2.LINE_AA)

    def words(
        self,
        text: str,
        place: F64,
        colour: Sequence[int],
        *,
        scale: float = 1.0,
        inside: bool = False,
    ) -> None:
        """Write *text* under (or, for corners of areas, inside) a place, always in the image."""
        size = 0.42 * self._unit * scale
        thickness = max(1, round(self._unit * scale))
        (width, height), drop = cv2.getTextSize(text, _FONT, size, thickness)
        gap = max(2, round(3 * self._unit))
        x = int(np.clip(place[0] + (gap if inside else 0), 0, self._width - width - 1))
        y = int(np.clip(place[1] + height + gap, height + 1, self._height - drop - 1))
        corner, end = (x - 1, y - height - 2), (x + width + 1, y + drop)
        cv2.rectangle(self._picture, corner, end, _PAPER, cv2.FILLED)
        cv2.putText(self._picture, text, (x, y), _FONT, size, tuple(colour), thickness, cv2.LINE_AA)

    def label(self, text: str, die: Box, colour: Sequence[int], taken: Sequence[Box]) -> Box:
        """Write *text* below, above or beside a die, where it hides least; return its box."""
        size, thickness = 0.36 * self._unit, max(1, round(0.9 * self._unit))
        (width, height), drop = cv2.getTextSize(text, _FONT, size, thickness)
        gap = 2 * self._unit
        middle = (die[0] + die[2] - width) / 2
        level = (die[1] + die[3] + height) / 2
        spots = (
            (middle, die[3] + gap + height),
            (middle, die[1] - gap - drop),
            (die[2] + gap, level),
            (die[0] - gap - width, level),
        )
        boxes = [self._inside(x, y, width, height, drop) for x, y in spots]
        hidden = [sum(_shared_area(box, other) for other in taken) for box in boxes]
        x0, y0, x1, y1 = boxes[int(np.argmin(hidden))]
        cv2.rectangle(self._picture, (int(x0), int(y0)), (int(x1), int(y1)), _PAPER, cv2.FILLED)
        place = int(x0) + 1, int(y1) - drop
        cv2.putText(self._picture, text, place, _FONT, size, tuple(colour), thickness, cv2.LINE_AA)
        return x0, y0, x1, y1

    def _inside(self, x: float, y: float, width: int, height: int, drop: int) -> Box:
        """Return the box of a text whose line begins at (x, y), moved into the image."""
        x = float(np.clip(x, 0, max(0, self._width - width - 2)))
        y = float(np.clip(y, height + 1, max(height + 1, self._height - drop - 1)))
        return x, y - height - 1, x + width + 2, y + drop

    @property
    def _width(self) -> int:
        return int(self._picture.shape[1])

    @property
    def _height(self) -> int:
        return int(self._picture.shape[0])


def _strokes(*, dashed: bool) -> Sequence[tuple[float, float]]:
    """Return the drawn parts of a line, as shares of its length."""
    if not dashed:
        return ((0.0, 1.0),)
    return tuple((i / _DASHES, (i + 0.5) / _DASHES) for i in range(_DASHES))
