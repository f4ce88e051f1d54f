"""The window's background: a dark sky, lighter at the upper right, with few and faint stars."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Final

from PIL import Image, ImageDraw, ImageFilter

_GROUND: Final = (10.0, 15.0, 26.0)
_GLOWS: Final = ((0.92, 0.0, 0.75, (31, 43, 82)), (0.0, 1.0, 0.40, (46, 30, 66)))
"""Glows of the sky: centre and reach as shares of the window, colour."""
_STARS: Final = (200, 214, 240)
_SHARE: Final = 0.8
"""Share of the glow's colour in its centre."""
_SEEDS: Final = (3, 12)


def backdrop(size_px: tuple[int, int]) -> Image.Image:
    """Draw the sky as an RGB picture; noise of half a step hides the bands of its gradients."""
    wide, high = size_px
    long, noise = max(size_px), random.Random(_SEEDS[0])  # noqa: S311  # not used for security
    pixels = bytearray()
    for y in range(high):
        for x in range(wide):
            red, green, blue = _GROUND
            for at_x, at_y, reach, glow in _GLOWS:
                far = math.hypot(x - at_x * wide, y - at_y * high) / (reach * long)
                share = _SHARE * (1 - far) ** 1.4 if far < 1 else 0.0
                red += (glow[0] - red) * share
                green += (glow[1] - green) * share
                blue += (glow[2] - blue) * share
            grain = noise.random()
            pixels += bytes((int(red + grain), int(green + grain), int(blue + grain)))
    picture = Image.frombytes("RGB", size_px, bytes(pixels))
    mask = Image.new("L", (2 * wide, 2 * high))
    draw = ImageDraw.Draw(mask)
    for left, top, radius, light in _stars(wide, high):
        draw.ellipse([left - radius, top - radius, left + radius, top + radius], fill=light)
    stars = mask.filter(ImageFilter.GaussianBlur(0.6)).resize(size_px, Image.Resampling.BOX)
    picture.paste(Image.new("RGB", size_px, _STARS), mask=stars)
    return picture


def _stars(wide: int, high: int) -> Iterator[tuple[float, float, float, int]]:
    """Yield place and radius in half pixels, and the light of each star."""
    chance = random.Random(_SEEDS[1])  # noqa: S311  # not used for security
    for _ in range(wide * high // 5000):
        size = chance.random() ** 5
        yield (chance.uniform(0, 2 * wide), chance.uniform(0, 2 * high), 1.2 + 1.4 * size,
               round(60 + 130 * size))  # fmt: skip
