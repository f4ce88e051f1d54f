"""A second drawing of the dice's faces, independent of the one in the synthetic training images."""

import math
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from companion.games.roll.model.dice import DieType, Face
from models.training.arrays import ImageU8, Random
from models.training.generator.paint import BODY_SRGB, INK_SRGB, by_name

FILLED_PANE = {
    DieType.NOVELTY: (0, 0),
    DieType.RARE_ELEMENTS: (1, 0),
    DieType.GENES: (0, 1),
    DieType.ALIEN_TECHNOLOGY: (1, 1),
}


CELL_PX = 192
_OVERSAMPLING = 4


Points = list[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws in the unit square (y down) on an oversampled image; 255 is ink.

    Attributes:
        width: stroke width as a share of the face's edge.
    """

    draw: ImageDraw.ImageDraw
    size_px: int
    width: float
    die: DieType

    def _px(self, points: Points) -> Points:
        return [(x * self.size_px, y * self.size_px) for x, y in points]

    def polygon(self, points: Points, ink: int = 255) -> None:
        self.draw.polygon(self._px(points), fill=ink)

    def line(self, points: Points, share: float = 1.0) -> None:
        """Draw a line of *share* times the pen's width."""
        width_px = round(self.width * share * self.size_px)
        self.draw.line(self._px(points), fill=255, width=width_px, joint="curve")

    def disc(self, centre: tuple[float, float], radius: float, ink: int = 255) -> None:
        """Fill a circle."""
        (x, y), r = centre, radius
        (x0, y0), (x1, y1) = self._px([(x - r, y - r), (x + r, y + r)])
        self.draw.ellipse((x0, y0, x1, y1), fill=ink)


def face_texture(die: DieType, face: Face, rng: Random) -> ImageU8:
    """Return a face as printed, sRGB, shape ``(CELL_PX, CELL_PX, 3)``."""
    size = CELL_PX * _OVERSAMPLING
    ink = Image.new("L", (size, size), 0)
    _GLYPHS[face.value](Pen(ImageDraw.Draw(ink), size, rng.uniform(0.058, 0.085), die))
    shift = rng.uniform(-0.045, 0.045, 2) * size
    ink = ink.rotate(
        rng.normal(0.0, 1.5),
        translate=(round(shift[0]), round(shift[1])),
        resample=Image.Resampling.BICUBIC,
    )
    ink = ink.resize((CELL_PX, CELL_PX), Image.Resampling.LANCZOS)
    ink = ink.filter(ImageFilter.GaussianBlur(0.5))
    alpha = np.asarray(ink, np.float32)[..., None] / 255 * rng.uniform(0.85, 1.0)
    body = np.array(BODY_SRGB[die.value], np.float32) + rng.normal(0, 5, 3)
    dark = np.array(INK_SRGB[die.value], np.float32) + rng.normal(0, 8, 3)
    return np.clip(body * (1 - alpha) + dark * alpha, 0, 255).astype(np.uint8)


def _lens(left: float, right: float, height: float, power: float) -> Points:
    middle, half = (left + right) / 2, (right - left) / 2
    there = np.linspace(left, right, 40)
    return [
        (float(x), 0.5 + side * height * (1 - abs((x - middle) / half) ** power))
        for side, xs in ((-1, there), (1, there[::-1]))
        for x in xs
    ]


def _explore(pen: Pen) -> None:
    pen.polygon(_lens(0.10, 0.89, 0.245, 1.8))
    pen.polygon(_lens(0.19, 0.80, 0.245 - 1.6 * pen.width, 1.9), ink=0)
    pen.disc((0.495, 0.5), 0.17)
    pen.disc((0.495, 0.5), 0.17 - pen.width, ink=0)


def _develop(pen: Pen) -> None:
    w = 1.35 * pen.width
    pen.polygon([(0.5, 0.11), (0.84, 0.5), (0.5, 0.89), (0.16, 0.5)])
    top, bottom = 0.11 + w * 1.15, 0.89 - w * 1.15
    pen.polygon([(0.5, top), (0.84 - w, 0.5), (0.5, bottom), (0.16 + w, 0.5)], ink=0)


def _settle(pen: Pen) -> None:
    pen.disc((0.5, 0.495), 0.37)
    pen.disc((0.5, 0.495), 0.37 - pen.width, ink=0)


def _produce(pen: Pen) -> None:
    left, right, top, bottom, lid = 0.27, 0.71, 0.2, 0.8, 0.09
    middle, half = (left + right) / 2, (right - left) / 2

    def arc(y: float, rise: float, start: float = math.pi, end: float = 0.0) -> Points:
        turns = np.linspace(start, end, 24)
        return [(middle + half * math.cos(a), y + rise * math.sin(a)) for a in turns]

    if pen.die in FILLED_PANE:
        column, row = FILLED_PANE[pen.die]
        y0, y1 = (top, 0.5) if row == 0 else (0.5, bottom)
        start, end = (math.pi, math.pi / 2) if column == 0 else (math.pi / 2, 0.0)
        pen.polygon(arc(y0, lid, start, end) + arc(y1, lid, end, start))
    for y, rise in ((top, lid), (top, -lid), (0.5, lid), (bottom, lid)):
        pen.line(arc(y, rise))
    pen.line([(left, top), (left, bottom)])
    pen.line([(right, top), (right, bottom)])
    pen.line([(middle, top + lid), (middle, bottom + lid)])


def _ship(pen: Pen) -> None:
    def turned(points: Points) -> Points:
        c = math.sqrt(0.5)
        return [(0.47 + c * x + c * y, 0.52 - c * x + c * y) for x, y in points]

    hull = [(0.54, 0.0), (0.36, -0.1), (0.1, -0.145), (-0.22, -0.12)]
    hull += [(x, -y) for x, y in hull[:0:-1]]
    pen.line(turned([*hull, hull[0], hull[1]]), 0.95)
    for side in (-1, 1):
        fin = [(-0.02, 0.13 * side), (-0.2, 0.31 * side), (-0.4, 0.3 * side), (-0.22, 0.12 * side)]
        pen.line(turned([*fin, fin[0]]), 0.9)
    tail = [(-0.2, -0.12), (-0.36, -0.08), (-0.42, 0.0), (-0.36, 0.08), (-0.2, 0.12)]
    pen.polygon(turned(tail))


def _wild(pen: Pen) -> None:
    first = 0.0 if pen.die is DieType.NOVELTY else math.pi / 2
    for k in range(6):
        ux, uy = math.cos(first + k * math.pi / 3), math.sin(first + k * math.pi / 3)
        arm = ((0.045, -0.018), (0.33, -0.052), (0.33, 0.052), (0.045, 0.018))
        pen.polygon([(0.51 + r * ux - s * uy, 0.5 + r * uy + s * ux) for r, s in arm])


_GLYPHS = by_name(_explore, _develop, _settle, _produce, _ship, _wild)
