"""The faces of the dice, drawn only from their written description.

Lengths are fractions of the face's edge, x right, y down. A glyph is drawn with 4x oversampling
and averaged down, which antialiases its borders.
"""

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from models.labels import FACE_COUNTS

Image = npt.NDArray[Any]
Random = np.random.Generator

OVERSAMPLE: Final = 4

# type: (body sRGB, ink sRGB)
COLORS: Final = {
    "home": ((255, 241, 255), (75, 60, 57)),
    "military": ((241, 56, 86), (71, 22, 21)),
    "consumption": ((239, 184, 250), (79, 52, 66)),
    "novelty": ((145, 211, 254), (48, 53, 58)),
    "rare_elements": ((221, 179, 111), (69, 50, 31)),
    "genes": ((169, 220, 45), (50, 63, 14)),
    "alien_technology": ((254, 238, 6), (82, 60, 18)),
}
FACES: Final = FACE_COUNTS
# column, row of the barrel's filled pane
PANES: Final = {
    "novelty": (0, 0),
    "rare_elements": (1, 0),
    "genes": (0, 1),
    "alien_technology": (1, 1),
}
D6_BODIES: Final = {
    "white": (238, 236, 228),
    "red": (196, 28, 36),
    "blue": (24, 68, 168),
    "black": (30, 30, 33),
    "green": (22, 124, 62),
    "yellow": (245, 205, 40),
    "orange": (238, 120, 30),
    "pink": (240, 140, 170),
    "purple": (104, 48, 140),
}


@dataclass(frozen=True)
class Style:
    """Parameters of one print run, shared by all dice of an image."""

    stroke: float
    rounding: float  # radius by which corners are rounded
    lens_power: float  # 1: pointed lids, 0.7: full lids
    hull_power: float  # shape of the rocket
    fin: float  # how far the fins stand out
    arm: float  # width of an asterisk's arm at its end
    arm_round: bool
    bulge: float  # of the barrel
    jitter: float  # printing offset of a face
    ink_gain: float

    @staticmethod
    def random(rng: Random) -> "Style":
        """A random print run."""
        return Style(
            stroke=float(rng.uniform(0.066, 0.088)),
            rounding=float(rng.choice([0.0, 0.008, 0.016])),
            lens_power=float(rng.uniform(0.8, 1.15)),
            hull_power=float(rng.uniform(0.55, 0.9)),
            fin=float(rng.uniform(0.17, 0.23)),
            arm=float(rng.uniform(0.13, 0.18)),
            arm_round=bool(rng.random() < 0.3),
            bulge=float(rng.uniform(0.0, 0.03)),
            jitter=float(rng.uniform(0.008, 0.03)),
            ink_gain=float(rng.uniform(0.85, 1.15)),
        )


def linear(srgb: Any) -> Image:
    """Linear light of sRGB values 0..255."""
    value = np.asarray(srgb, np.float32) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


class _Pen:
    """A canvas of ink coverage, coordinates in fractions of the edge."""

    def __init__(self, size_px: int) -> None:
        self.scale = size_px * OVERSAMPLE
        self.ink = np.zeros((self.scale, self.scale), np.uint8)

    def fill(self, points: Any, value: int = 255) -> None:
        at = np.round(np.asarray(points, float) * self.scale * 16).astype(np.int32)
        cv2.fillPoly(self.ink, [at], value, cv2.LINE_8, 4)

    def ellipse(self, x: float, y: float, rx: float, ry: float, value: int = 255) -> None:
        angle = np.linspace(0, 2 * np.pi, 120, endpoint=False)
        self.fill(np.stack([x + rx * np.cos(angle), y + ry * np.sin(angle)], 1), value)

    def done(self, rounding: float) -> Image:
        ink = self.ink
        if rounding > 0:
            soft = cv2.GaussianBlur(ink, (0, 0), rounding * self.scale)
            ink = np.where(soft > 127, 255, 0).astype(np.uint8)
        small = self.scale // OVERSAMPLE
        return cv2.resize(ink, (small, small), interpolation=cv2.INTER_AREA)


def _explore(pen: _Pen, style: "Style", _kind: str) -> None:
    x = np.linspace(-1, 1, 61)

    def lens(half_width: float, half_height: float) -> Image:
        lid = half_height * (1 - np.abs(x) ** (1.6 * style.lens_power + 0.3))
        upper = np.stack([0.495 + half_width * x, 0.5 - lid], 1)
        lower = np.stack([0.495 + half_width * x, 0.5 + lid], 1)[::-1]
        return np.concatenate([upper, lower])

    pen.fill(lens(0.395, 0.25))
    pen.fill(lens(0.395 - 1.2 * style.stroke, 0.25 - 1.25 * style.stroke), 0)
    pen.ellipse(0.495, 0.5, 0.175, 0.175)
    pen.ellipse(0.495, 0.5, 0.175 - style.stroke, 0.175 - style.stroke, 0)


def _develop(pen: _Pen, style: "Style", _kind: str) -> None:
    wide, high = 0.34, 0.39
    corners = np.array([[0, -high], [wide, 0], [0, high], [-wide, 0]])
    inner = 1 - 1.15 * style.stroke * np.hypot(wide, high) / (wide * high)
    pen.fill(corners + 0.5)
    pen.fill(corners * inner + 0.5, 0)


def _settle(pen: _Pen, style: "Style", _kind: str) -> None:
    pen.ellipse(0.5, 0.49, 0.37, 0.37)
    pen.ellipse(0.5, 0.49, 0.37 - 1.15 * style.stroke, 0.37 - 1.15 * style.stroke, 0)


def _produce(pen: _Pen, style: "Style", kind: str) -> None:
    left, right, lid_y, foot_y, arc = 0.24, 0.72, 0.185, 0.815, 0.085
    middle, half = (left + right) / 2, (right - left) / 2
    width = style.stroke
    turn = np.linspace(np.pi, 0, 41)

    def side(y: Any) -> Any:
        return half + style.bulge * np.sin(np.pi * (y - lid_y) / (foot_y - lid_y))

    def belt(y: float, inset: float) -> Image:
        reach = side(y) - inset
        return np.stack([middle + reach * np.cos(turn), y + arc * np.sin(turn)], 1)

    rows = np.linspace(lid_y, foot_y, 15)
    wall = np.stack([middle + side(rows), rows], 1)
    other = np.stack([middle - side(rows), rows], 1)
    pen.fill(np.concatenate([wall, belt(foot_y, 0)[::-1], other[::-1]]))
    pen.ellipse(middle, lid_y, half, arc)
    belts = [lid_y + width * 0.5, (lid_y + foot_y) / 2 + 0.02, foot_y]
    columns = [(-1.0, -width / 2 / half), (width / 2 / half, 1.0)]
    for row in range(2):
        for column, (start, end) in enumerate(columns):
            if PANES.get(kind) == (column, row):
                continue
            lo, hi = belts[row] + width * 0.5, belts[row + 1] - width * (0.5 if row == 0 else 1)
            reach = (half - width) / half if style.bulge < 0.02 else (half - width * 0.8) / half
            x = np.clip(np.linspace(start, end, 21), -reach, reach)
            bend = arc * np.sqrt(np.maximum(0, 1 - x**2))
            top = np.stack([middle + half * x, lo + bend], 1)
            foot = np.stack([middle + half * x, hi + bend], 1)[::-1]
            pen.fill(np.concatenate([top, foot]), 0)
    pen.ellipse(middle, lid_y, half - width, max(arc - 0.6 * width, 0.03), 0)


def _ship(pen: _Pen, style: "Style", _kind: str) -> None:
    # Drawn flying up from (0, 0) at the tail to (0, 1) at the tip, then turned by 45 degrees.
    t = np.linspace(0, 1, 41)

    def hull(scale: float, foot: float, tip: float) -> Image:
        y = foot + (tip - foot) * t
        half = scale * (1 - t**2.2) ** style.hull_power * (0.72 + 0.5 * t)
        return np.concatenate([np.stack([half, y], 1), np.stack([-half, y], 1)[::-1]])

    def place(points: Any) -> Image:
        turned = np.asarray(points, float) @ np.array([[1, 1], [1, -1]]).T / np.sqrt(2)
        return np.asarray(turned * 0.86 + [0.25, 0.735])

    for sign in (-1, 1):
        fin = [(0.1, 0.42), (style.fin + 0.04, 0.14), (style.fin + 0.02, -0.1), (0.07, 0.03)]
        pen.fill(place(np.array(fin) * [sign, 1]))
    pen.fill(place(hull(0.175, 0.0, 1.0)))
    pen.fill(place(hull(0.175 - 1.1 * style.stroke, 0.2, 1.0 - 2.3 * style.stroke)), 0)


def _wild(pen: _Pen, style: "Style", kind: str) -> None:
    middle = np.array([0.51, 0.5])
    for arm in range(6):
        angle = np.pi / 3 * arm + (0 if kind == "novelty" else np.pi / 2)
        out = np.array([np.cos(angle), np.sin(angle)])
        across = np.array([-out[1], out[0]])
        tip = 0.33 - (style.arm / 2 if style.arm_round else 0)
        half = style.arm / 2 * (0.82 if style.arm_round else 1)
        wedge = [0.03 * out + 0.012 * across, tip * out + half * across]
        wedge += [tip * out - half * across, 0.03 * out - 0.012 * across]
        pen.fill(np.array(wedge) + middle)
        if style.arm_round:
            x, y = tip * out + middle
            pen.ellipse(x, y, half, half)


_DRAWERS: Final = (_explore, _develop, _settle, _produce, _ship, _wild)
_GLYPHS: Final = {draw.__name__[1:]: draw for draw in _DRAWERS}


def ink(face: str, kind: str, style: "Style", size_px: int) -> Image:
    """Ink coverage 0..255 of a face's glyph, (size_px, size_px) uint8, upright."""
    pen = _Pen(size_px)
    _GLYPHS[face](pen, style, kind)
    return pen.done(style.rounding)


def pips(number: int, radius: float, size_px: int) -> Image:
    """Pip coverage 0..255 of a d6's face."""
    pen = _Pen(size_px)
    near, far = 0.26, 0.74
    spots = {
        1: [(0.5, 0.5)],
        2: [(near, near), (far, far)],
        4: [(near, near), (far, far), (near, far), (far, near)],
    }
    spots[3] = spots[2] + spots[1]
    spots[5] = spots[4] + spots[1]
    spots[6] = [*spots[4], (near, 0.5), (far, 0.5)]
    for x, y in spots[number]:
        pen.ellipse(x, y, radius, radius)
    return pen.done(0)


def face_texture(
    face: str, kind: str, style: "Style", rng: Random, size_px: int, body: Any, mark: Any
) -> Image:
    """One printed face, (size_px, size_px, 3) float32 albedo: slightly shifted and worn."""
    if face.isdigit():
        cover = pips(int(face), 0.07 + style.stroke * 0.45, size_px)
    else:
        cover = ink(face, kind, style, size_px)
    dx, dy = rng.uniform(-1, 1, 2) * style.jitter * size_px
    turn = cv2.getRotationMatrix2D((size_px / 2, size_px / 2), rng.normal(0, 1.5), 1)
    turn[:, 2] += (dx, dy)
    cover = cv2.warpAffine(cover, turn, (size_px, size_px), flags=cv2.INTER_LINEAR)
    wear = cv2.resize(
        rng.uniform(0.86, 1, (9, 9)), (size_px, size_px), interpolation=cv2.INTER_CUBIC
    )
    alpha = (cover / 255 * np.minimum(wear, 1))[:, :, None]
    tone = np.asarray(mark) * style.ink_gain
    return np.asarray(body * (1 - alpha) + tone * alpha, np.float32)
