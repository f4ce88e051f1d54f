"""The window's background picture: a dark sky with so little contrast that text stays readable."""

from __future__ import annotations

import math
import random
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

from kivy_ui import theme
from kivy_ui.art.shading import Rgb, lighter, mixed, rgb

SIZE_PX: Final = (1280, 800)
_SEED: Final = 12
_FINER: Final = 2  # supersampling factor
_STARS: Final = 260
_BRIGHTEST: Final = 0.6  # share of white in the largest stars
_CLOUDS: Final = (
    (0.86, 0.10, 0.55, rgb(theme.ACCENT), 0.17),
    (0.08, 0.95, 0.45, (120, 70, 150), 0.2),
)
"""Glows: centre and radius as shares of width and height, colour, share of that colour."""


def backdrop() -> Image.Image:
    """Draw the sky as an RGB picture."""
    ground = rgb(theme.GROUND)
    sky = Image.new("RGB", SIZE_PX, ground)
    for x, y, reach, colour, share in _CLOUDS:
        _glow(sky, (x, y), reach, mixed(ground, colour, share))
    return _with_stars(sky)


def _glow(sky: Image.Image, middle: tuple[float, float], reach: float, colour: Rgb) -> None:
    side = round(2 * reach * SIZE_PX[0])
    # Pillow's gradient is white only at the corners: the sides would cut off part of the glow.
    dark = round(255 / math.sqrt(2))
    fades = [max(0, 255 - 255 * step // dark) for step in range(256)]
    faded = Image.radial_gradient("L").point(fades).resize((side, side))
    mask = Image.new("L", SIZE_PX)
    x, y = (round(at * size) for at, size in zip(middle, SIZE_PX, strict=True))
    mask.paste(faded, (x - side // 2, y - side // 2))
    sky.paste(Image.new("RGB", SIZE_PX, colour), mask=mask)


def _with_stars(sky: Image.Image) -> Image.Image:
    chance = random.Random(_SEED)  # noqa: S311  # not used for security
    width, height = (size * _FINER for size in SIZE_PX)
    mask = Image.new("L", (width, height))
    draw = ImageDraw.Draw(mask)
    for _ in range(_STARS):
        x, y = chance.uniform(0, width), chance.uniform(0, height)
        size = chance.random() ** 4
        radius, light = 0.8 + 1.6 * size, round(255 * _BRIGHTEST * (0.25 + 0.75 * size))
        draw.ellipse([x - radius, y - radius, x + radius, y + radius], fill=light)
    stars = mask.filter(ImageFilter.GaussianBlur(0.6)).reduce(_FINER)
    sky.paste(Image.new("RGB", SIZE_PX, lighter(rgb(theme.ACCENT), 0.6)), mask=stars)
    return sky
