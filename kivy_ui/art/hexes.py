"""Draws the hexagons of a map as surfaces: light gray, to be tinted with the owner's colour."""

import math
from collections.abc import Iterator
from typing import Final

from PIL import Image, ImageChops, ImageFilter

from companion.drawing.glyphs import Stroke
from kivy_ui.art.paths import hexagon
from kivy_ui.art.shading import (
    MASTER_PX,
    WHITE,
    down,
    ellipse,
    even,
    ink,
    polygon,
    stacked,
)

HIGH_PX: Final = 76
"""Height of a hexagon at scale 1; pages show it in nearly this size."""
RING: Final = 1.16
"""Height of the picture with the ring of the chosen hexagon, which glows, in hexagons."""

_WIDE: Final = math.sqrt(3) / 2
_STARS: Final = ((0.30, 0.33, 0.010), (0.64, 0.24, 0.007), (0.72, 0.62, 0.010), (0.38, 0.74, 0.007),
                 (0.55, 0.46, 0.005), (0.24, 0.56, 0.006))  # fmt: skip


def hexagons(scale: float) -> Iterator[tuple[str, Image.Image]]:
    """Draw all looks of a hexagon, cut to its edges; the ring is ``RING`` times as high."""
    for name, picture, size in (
        ("hex", _ground(152, 100), 1.0), ("hex_lit", _ground(186, 132), 1.0),
        ("hex_off", _off(), 1.0), ("hex_edge", _edge(), 1.0), ("hex_battle", _battle(), 1.0),
        ("hex_ring", _ring(), RING),
    ):  # fmt: skip
        side = MASTER_PX * _WIDE
        cut = picture.crop((round((MASTER_PX - side) / 2), 0, round((MASTER_PX + side) / 2),
                            MASTER_PX))  # fmt: skip
        high = round(HIGH_PX * scale * size)
        yield name, cut.resize((round(high * _WIDE), high), Image.Resampling.LANCZOS)


def _band(outer: float, inner: float) -> Image.Image:
    return ImageChops.subtract(polygon(*hexagon(outer)), polygon(*hexagon(inner)))


def _ground(top: int, bottom: int) -> Image.Image:
    """Return space with a few stars in a bright edge."""
    stars = [even(ellipse((x - r, y - r, x + r, y + r)), WHITE, 0.75) for x, y, r in _STARS]
    return stacked(
        down(polygon(*hexagon(0.495)), (top,) * 3, (bottom,) * 3),
        *stars,
        even(_band(0.495, 0.468), WHITE),
    )


def _off() -> Image.Image:
    return stacked(
        even(polygon(*hexagon(0.49)), (15, 21, 34), 0.55), even(_band(0.49, 0.475), (48, 62, 88))
    )


def _edge() -> Image.Image:
    return stacked(even(_band(0.495, 0.452), WHITE))


def _battle() -> Image.Image:
    """Return a dashed edge: each side is two dashes around its middle."""
    dashes = []
    corners = hexagon(0.465)
    for (x, y), (v, w) in zip(corners, (*corners[1:], corners[0]), strict=True):
        for start, end in ((0.06, 0.40), (0.60, 0.94)):
            dashes.append(
                Stroke(((x + (v - x) * start, y + (w - y) * start),
                        (x + (v - x) * end, y + (w - y) * end)), 0.05, closed=False)
            )  # fmt: skip
    return stacked(even(ink(tuple(dashes)), WHITE))


def _ring() -> Image.Image:
    outer = 0.5 / RING
    glow = _band(outer, outer - 0.05).filter(ImageFilter.GaussianBlur(MASTER_PX * 0.025))
    ivory = (255, 241, 204)
    return stacked(even(glow, ivory, 0.75), even(_band(outer + 0.004, outer - 0.052), ivory))
