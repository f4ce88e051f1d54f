"""The faces once more, drawn from their measured extents as polygons: flat pictures of one side.

Places are shares of the face's edge, x to the right, y down, upright as printed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.roll.model.dice import DieType, Face

ImageU8: TypeAlias = npt.NDArray[np.uint8]
Points: TypeAlias = Sequence[tuple[float, float]]

SIDE_PX = 160
_FINE = 4

FILLED_PANE = {
    DieType.NOVELTY: (0, 0),
    DieType.RARE_ELEMENTS: (1, 0),
    DieType.GENES: (0, 1),
    DieType.ALIEN_TECHNOLOGY: (1, 1),
}
"""Column and row of the barrel's filled pane; white has none."""


class _Mask:
    """Ink on a face: 1 where there is any, drawn large and averaged."""

    def __init__(self, side_px: int) -> None:
        self._side = side_px
        self._fine = np.zeros((side_px * _FINE, side_px * _FINE), np.uint8)

    def fill(self, points: Points, ink: int = 255) -> None:
        scaled = np.array(points) * self._side * _FINE * 16
        cv2.fillPoly(self._fine, [np.rint(scaled).astype(np.int32)], ink, cv2.LINE_8, 4)

    def disc(self, x: float, y: float, radius: float, ink: int = 255) -> None:
        self.fill(arc(x, y, radius, radius, 0, 360), ink)

    def ellipse(self, x: float, y: float, rx: float, ry: float, ink: int = 255) -> None:
        self.fill(arc(x, y, rx, ry, 0, 360), ink)

    def coverage(self) -> npt.NDArray[np.float32]:
        small = cv2.resize(self._fine, (self._side, self._side), interpolation=cv2.INTER_AREA)
        return np.asarray(small, np.float32) / np.float32(255)


def arc(
    x: float, y: float, rx: float, ry: float, start: float, end: float, steps: int = 64
) -> list[tuple[float, float]]:
    """Return points of an ellipse from *start* to *end* degrees, clockwise on the face."""
    angles = np.radians(np.linspace(start, end, steps))
    return [(x + rx * math.cos(a), y + ry * math.sin(a)) for a in angles]


def _lens(x0: float, x1: float, half: float) -> list[tuple[float, float]]:
    """Two circular arcs that meet in points at both ends, *half* high each way."""
    middle, chord = (x0 + x1) / 2, (x1 - x0) / 2
    radius = (chord**2 + half**2) / (2 * half)
    reach = math.degrees(math.asin(chord / radius))
    upper = arc(middle, 0.5 - half + radius, radius, radius, 270 - reach, 270 + reach)
    lower = arc(middle, 0.5 + half - radius, radius, radius, 90 - reach, 90 + reach)
    return upper + lower


def _explore(mask: _Mask, width: float) -> None:
    """The lids are as thick as the gap that the pupil leaves in the middle and thin out."""
    mask.fill(_lens(0.10, 0.89, 0.25))
    mask.fill(_lens(0.10 + width * 1.2, 0.89 - width * 1.2, 0.16), 0)
    mask.disc(0.495, 0.5, 0.17)
    mask.disc(0.495, 0.5, 0.17 - width, 0)


def _develop(mask: _Mask, width: float) -> None:
    mask.fill([(0.5, 0.11), (0.84, 0.5), (0.5, 0.89), (0.16, 0.5)])
    slope = math.hypot(0.34, 0.39)
    dx, dy = width * slope / 0.39, width * slope / 0.34
    inner = [(0.5, 0.11 + dy), (0.84 - dx, 0.5), (0.5, 0.89 - dy), (0.16 + dx, 0.5)]
    mask.fill(inner, 0)


def _settle(mask: _Mask, width: float) -> None:
    mask.ellipse(0.5, 0.49, 0.37, 0.37)
    mask.ellipse(0.5, 0.49, 0.37 - width, 0.37 - width, 0)


def _produce(mask: _Mask, width: float, pane: tuple[int, int] | None) -> None:
    """A cylinder: the lid's ellipse, straight sides, and rings that curve like its bottom."""
    x0, x1, top, bottom, lid = 0.24, 0.72, 0.10, 0.90, 0.09
    middle, half = (x0 + x1) / 2, (x1 - x0) / 2
    mask.fill(
        [*arc(middle, bottom - lid, half, lid, 180, 0), *arc(middle, top + lid, half, lid, 0, -180)]
    )
    inner, below = half - width, lid - width * 0.55
    start = top + 2 * lid + width * 0.25  # where the panes begin under the lid's front edge
    rows = ((start, (start + bottom) / 2 - width * 0.75), ((start + bottom) / 2, bottom - width))
    for row, (y0, y1) in enumerate(rows):
        for column in range(2):
            if (column, row) == pane:
                continue
            mask.fill(_curved_pane(middle, inner, width, lid, column, (y0, y1)), 0)
    mask.ellipse(middle, top + lid, half - width, below, 0)


def _curved_pane(
    middle: float,
    inner: float,
    width: float,
    lid: float,
    column: int,
    rows: tuple[float, float],
) -> list[tuple[float, float]]:
    """Return a pane between the middle stroke and a side; its edges sag like the barrel's."""
    near, far = width / 2, inner
    xs = np.linspace(near, far, 16) if column else np.linspace(-far, -near, 16)
    sag = [lid * (math.sqrt(max(0.0, 1 - (x / (inner + width)) ** 2)) - 1) for x in xs]
    upper = [(middle + x, rows[0] + s) for x, s in zip(xs, sag, strict=True)]
    lower = [(middle + x, rows[1] + s) for x, s in zip(xs, sag, strict=True)]
    return upper + lower[::-1]


def _ship(mask: _Mask, width: float) -> None:
    """Drawn pointing up on a middle line, then turned by 45 degrees to the upper right."""

    def turned(points: Points) -> list[tuple[float, float]]:
        c = math.sqrt(0.5)
        return [(0.515 + (x - y) * c * 0.89, 0.468 + (x + y) * c * 0.89) for x, y in points]

    def hull(half: float, nose: float, tail: float) -> list[tuple[float, float]]:
        ys = np.linspace(nose, tail, 40)
        share = (ys - nose) / (tail - nose)
        xs = half * np.sin(np.clip(share, 0, 1) * math.pi * 0.62) ** 0.85
        right = list(zip(xs.tolist(), ys.tolist(), strict=True))
        return [*right, *((-x, y) for x, y in reversed(right))]

    nose, tail = -0.55, 0.34
    for side in (-1, 1):
        fin = [(0.10, 0.02), (0.27, 0.24), (0.27, 0.47), (0.12, 0.33)]
        mask.fill(turned([(side * x, y) for x, y in fin]))
        slit = [(0.15, 0.16), (0.21, 0.25), (0.21, 0.34), (0.15, 0.28)]
        mask.fill(turned([(side * x, y) for x, y in slit]), 0)
    mask.fill(turned(hull(0.165, nose, tail)))
    mask.fill(turned(hull(0.165 - width, nose + width * 2.4, tail - width * 1.6)), 0)
    mask.fill(turned([(-0.11, tail - 0.01), (0.11, tail - 0.01), (0.06, tail + 0.09)]))
    mask.fill(turned([(-0.11, tail - 0.01), (0.11, tail - 0.01), (-0.06, tail + 0.09)]))


def _wild(mask: _Mask, width: float, *, level: bool) -> None:
    start = 0 if level else 90
    for k in range(6):
        a = math.radians(start + 60 * k)
        along, across = (math.cos(a), math.sin(a)), (-math.sin(a), math.cos(a))
        corners = []
        for reach, half in (
            (0.04, 0.018),
            (0.33, 1.1 * width),
            (0.33, -1.1 * width),
            (0.04, -0.018),
        ):
            corners.append(
                (
                    0.51 + along[0] * reach + across[0] * half,
                    0.5 + along[1] * reach + across[1] * half,
                )
            )
        mask.fill(corners)


def coverage(kind: DieType, face: Face, width: float = 0.08, side_px: int = SIDE_PX) -> Any:
    """Return how much of each pixel of the face is ink, shape ``(side, side)``, 0..1."""
    mask = _Mask(side_px)
    if face is Face.EXPLORE:
        _explore(mask, width)
    elif face is Face.DEVELOP:
        _develop(mask, width)
    elif face is Face.SETTLE:
        _settle(mask, width)
    elif face is Face.PRODUCE:
        _produce(mask, width, FILLED_PANE.get(kind))
    elif face is Face.SHIP:
        _ship(mask, width)
    else:
        _wild(mask, width, level=kind is DieType.NOVELTY)
    return mask.coverage()


def pips(value: int, radius: float, side_px: int = SIDE_PX) -> Any:
    """Return the ink of an ordinary die's side with 1 to 6 pips, as ``coverage`` does."""
    mask = _Mask(side_px)
    corner = [(0.25, 0.25), (0.75, 0.75), (0.75, 0.25), (0.25, 0.75), (0.25, 0.5), (0.75, 0.5)]
    places = corner[: value - value % 2] + [(0.5, 0.5)] * (value % 2)
    for x, y in places:
        mask.disc(x, y, radius)
    return mask.coverage()


def printed(
    ink: npt.NDArray[np.float32],
    body_rgb: Sequence[float],
    ink_rgb: Sequence[float],
    rng: np.random.Generator,
) -> ImageU8:
    """Return one side as RGB: the ink a little off its place, thin in spots, on the body."""
    side = ink.shape[0]
    shift = rng.uniform(-0.035, 0.035, 2) * side
    moved = cv2.warpAffine(
        ink, np.array([[1, 0, shift[0]], [0, 1, shift[1]]], np.float64), (side, side)
    )
    spots = cv2.resize(rng.random((9, 9)).astype(np.float32), (side, side))
    worn = moved * (1 - np.float32(rng.uniform(0, 0.25)) * spots)
    body, dark = np.asarray(body_rgb, np.float32), np.asarray(ink_rgb, np.float32)
    flat = body + (dark - body) * np.asarray(worn, np.float32)[..., None]
    return np.asarray(np.clip(flat + 0.5, 0, 255), np.uint8)
