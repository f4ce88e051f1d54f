"""Colours (sRGB, linear light, illuminants, bodies), ink masks of ``companion.drawing``, noise."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from companion.drawing.glyphs import Fill, Part, Point, Stroke
from models.training.arrays import F32, F64, Random

_SRGB = {  # of the bodies and of the ink on them
    "home": ((255, 241, 255), (75, 60, 57)),
    "military": ((239, 56, 86), (71, 22, 21)),
    "consumption": ((239, 184, 249), (79, 52, 66)),
    "novelty": ((144, 211, 254), (48, 53, 58)),
    "rare_elements": ((221, 179, 110), (69, 50, 31)),
    "genes": ((167, 218, 46), (50, 63, 14)),
    "alien_technology": ((255, 238, 3), (82, 60, 18)),
}
BODY_SRGB, INK_SRGB = ({die: pair[k] for die, pair in _SRGB.items()} for k in (0, 1))
MAX_ALBEDO = 0.88
_Maker = TypeVar("_Maker", bound=Callable[..., object])


def linear(srgb: npt.ArrayLike) -> F32:
    """Return linear light 0..1 of sRGB values 0..255."""
    s = np.asarray(srgb, dtype=np.float32) / 255.0
    return np.where(s <= 0.04045, s / 12.92, ((s + 0.055) / 1.055) ** 2.4).astype(np.float32)


_STEPS = 4096
_LUT = np.linspace(0.0, 1.0, _STEPS, dtype=np.float32)
_LUT = np.where(_LUT <= 0.0031308, 12.92 * _LUT, 1.055 * _LUT ** (1 / 2.4) - 0.055)
_LUT = (_LUT * 255.0).astype(np.float32)


def encoded(light: F32) -> F32:
    """Return sRGB 0..255 (float) of linear light; clips to 0..1."""
    index = np.clip(light * (_STEPS - 1), 0, _STEPS - 1).astype(np.int32)
    return np.asarray(_LUT[index], dtype=np.float32)


def hsv(hue_deg: float, saturation: float, value: float) -> F32:
    """Return linear RGB of an HSV colour defined in sRGB."""
    pixel = np.array([[[hue_deg % 360.0, saturation, value]]], np.float32)
    return linear(cv2.cvtColor(pixel, cv2.COLOR_HSV2RGB)[0, 0] * 255.0)


def illuminant(kelvin: float, tint: float = 0.0) -> F32:
    """Return the linear RGB of an illuminant, luminance 1, neutral at 6500 K.

    Args:
        kelvin: 2400 (candle, tungsten) to 12000 (blue shade).
        tint: relative gain of green; -0.05 (pink) to 0.12 (cheap LED, old fluorescent tube).
    """
    t = kelvin / 1000.0
    # Fit of the black body's sRGB chromaticity, accurate to a few per cent over 2..12 kK.
    red = 1.0 if t <= 6.6 else 1.29294 * (t * 10 - 60) ** -0.1332047592
    green = (
        0.390082 * np.log(t * 10) - 0.631841 if t <= 6.6 else 1.12989 * (t * 10 - 60) ** -0.0755148
    )
    blue = 1.0 if t >= 6.6 else max(0.02, 0.543207 * np.log(max(t * 10 - 10, 1e-3)) - 1.19625)
    rgb = linear(np.clip([red, green, blue], 0, 1.2) * 255.0)
    rgb[1] *= 1.0 + tint
    return np.asarray(rgb / float(rgb @ np.array([0.2126, 0.7152, 0.0722], np.float32)), np.float32)


def vary(rgb: F32, rng: Random, *, hue_deg: float, chroma: float, value: float) -> F32:
    """Return a linear colour with jittered hue, saturation and brightness."""
    pixel = (encoded(rgb) / 255.0).reshape(1, 1, 3)
    h, s, v = cv2.cvtColor(pixel, cv2.COLOR_RGB2HSV)[0, 0]
    h += rng.normal(0.0, hue_deg)
    s = float(np.clip(s * np.exp(rng.normal(0.0, chroma)), 0.0, 1.0))
    v = float(np.clip(v * np.exp(rng.normal(0.0, value)), 0.02, 1.0))
    return hsv(float(h), s, v)


def any_color(rng: Random) -> F32:
    """Return a random linear colour, gray with probability 0.3."""
    if rng.random() < 0.3:
        level = rng.uniform(20, 250)
        return linear(np.clip(level + rng.normal(0, 6, 3), 5, 255))
    return hsv(rng.uniform(0, 360), rng.uniform(0.05, 0.9), rng.uniform(0.12, 1.0))


def body_color(rng: Random) -> F32:
    """Return the albedo of a random die type, jittered as by other printers and dyes."""
    srgb = list(BODY_SRGB.values())[rng.integers(len(BODY_SRGB))]
    near = vary(linear(srgb), rng, hue_deg=5.0, chroma=0.15, value=0.08)
    return np.asarray(near * np.float32(MAX_ALBEDO), np.float32)


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


def by_name(*makers: _Maker) -> dict[str, _Maker]:
    """Return functions by their names, without the underscore."""
    return {maker.__name__.removeprefix("_"): maker for maker in makers}


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
