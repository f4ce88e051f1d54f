"""Glyphs and pips as ink masks: rasterised drawings of ``companion.drawing``."""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from companion.drawing.glyphs import Fill, Part, Point, Stroke
from models.training.arrays import F32, F64, Random

_SHIFT = 6  # fractional bits of OpenCV's drawing functions
_MITRED_POINTS = 8


def _fixed(points: Sequence[Point] | F64, size_px: int) -> npt.NDArray[np.int32]:
    scaled = (np.asarray(points, dtype=np.float64) * size_px - 0.5) * (1 << _SHIFT)
    return np.round(scaled).astype(np.int32).reshape(-1, 1, 2)


def _offset(points: Sequence[Point], distance: float) -> F64:
    """Corners of a convex polygon moved outwards by *distance*, mitred."""
    p = np.asarray(points, dtype=np.float64)
    before, after = np.roll(p, 1, axis=0), np.roll(p, -1, axis=0)
    e0 = (p - before) / np.linalg.norm(p - before, axis=1, keepdims=True)
    e1 = (after - p) / np.linalg.norm(after - p, axis=1, keepdims=True)
    n0 = np.stack([e0[:, 1], -e0[:, 0]], axis=1)
    n1 = np.stack([e1[:, 1], -e1[:, 0]], axis=1)
    bisector = n0 + n1
    bisector /= np.sum(bisector * n0, axis=1, keepdims=True)
    if np.sum(bisector * (p - p.mean(axis=0))) < 0:
        bisector = -bisector
    return np.asarray(p + bisector * distance, np.float64)


def ink(parts: Sequence[Part], size_px: int, *, supersample: int = 3) -> F32:
    """Return the share of ink in each pixel of a face, shape ``(size_px, size_px)``, 0 to 1."""
    side = size_px * supersample
    mask = np.zeros((side, side), np.uint8)
    for part in parts:
        match part:
            case Fill(points=points):
                cv2.fillPoly(mask, [_fixed(points, side)], 255, cv2.LINE_8, _SHIFT)
            case Stroke(points=points, width=width, closed=True) if len(points) <= _MITRED_POINTS:
                band = np.zeros_like(mask)
                outer, inner = _offset(points, width / 2), _offset(points, -width / 2)
                cv2.fillPoly(band, [_fixed(outer, side)], 255, cv2.LINE_8, _SHIFT)
                cv2.fillPoly(band, [_fixed(inner, side)], 0, cv2.LINE_8, _SHIFT)
                mask |= band
            case Stroke(points=points, width=width, closed=closed):
                thickness = max(1, round(width * side))
                line = [_fixed(points, side)]
                cv2.polylines(mask, line, closed, 255, thickness, cv2.LINE_8, _SHIFT)
    small = cv2.resize(mask, (size_px, size_px), interpolation=cv2.INTER_AREA)
    return small.astype(np.float32) / 255.0


def dots(centers: Sequence[Point], radius: float, size_px: int, *, supersample: int = 3) -> F32:
    """Return the mask of round pips, shape ``(size_px, size_px)``, 0 to 1."""
    side = size_px * supersample
    mask = np.zeros((side, side), np.uint8)
    for center in _fixed(centers, side).reshape(-1, 2):
        x, y = int(center[0]), int(center[1])
        r = round(radius * side * (1 << _SHIFT))
        cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_8, _SHIFT)
    small = cv2.resize(mask, (size_px, size_px), interpolation=cv2.INTER_AREA)
    return small.astype(np.float32) / 255.0


def bare_sheet(width: int, height: int, color: F32) -> F32:
    """Return an image of one colour, shape ``(height, width, 3)``."""
    sheet = np.empty((height, width, 3), np.float32)
    sheet[:] = color
    return sheet


def smooth_noise(rng: Random, size: tuple[int, int], cell: float, octaves: int = 3) -> F32:
    """Return smooth noise of about unit range around zero, shape ``(H, W)``."""
    total = np.zeros(size, np.float32)
    weight = 1.0
    for _ in range(octaves):
        rows, columns = (max(2, int(n / max(cell, 1.0)) + 2) for n in size)
        coarse = rng.standard_normal((rows, columns), dtype=np.float32)
        total += weight * cv2.resize(coarse, (size[1], size[0]), interpolation=cv2.INTER_LINEAR)
        weight *= 0.55
        cell /= 2.2
    return total / np.float32(1.5)
