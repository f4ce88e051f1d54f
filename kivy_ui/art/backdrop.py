"""The window's backgrounds: a dark sky with few and faint stars; a planet with dice above it."""

import math
import random
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from kivy_ui.art.files import BACKDROP_DICE
from kivy_ui.art.pieces import die_picture
from kivy_ui.art.reducing import reduced
from kivy_ui.art.shading import Rgb

_GROUND: Final = (10.0, 15.0, 26.0)
_GLOWS: Final = ((0.92, 0.0, 0.75, (31, 43, 82)), (0.0, 1.0, 0.40, (46, 30, 66)))
"""Glows of the sky: centre and reach as shares of the window, colour."""
_STARS: Final = (200, 214, 240)
_STARRY: Final = (0.62, 0.18, 1.0, 0.78)
"""Where stars are, as shares of the window: texts without a surface stand elsewhere."""
_SHARE: Final = 0.8
"""Share of the glow's colour in its centre."""
_SEEDS: Final = (3, 12)


class _Planet(NamedTuple):
    """Centre and radius as shares of width and height; colours at the upper edge and far from it.

    *reach* is how far the light reaches, as a share of the radius; *rim* how opaque its outline is.
    """

    x: float
    y: float
    radius: float
    lit: Rgb
    deep: Rgb
    reach: float = 1.15
    rim: float = 0.85


_DIM: Final = ((38, 78, 132), (11, 26, 52), 1.15, 0.0)
_BRIGHT: Final = ((72, 152, 226), (16, 52, 112))
_PLANETS: Final = {
    ("table", False): _Planet(0.867, 1.02, 0.67, *_DIM),
    ("table", True): _Planet(0.98, 0.75, 0.47, *_DIM),
    ("welcome", False): _Planet(0.746, 1.477, 0.973, *_BRIGHT),
    ("welcome", True): _Planet(0.60, 0.80, 0.50, _BRIGHT[0], (9, 24, 52), 0.62),
}
"""By kind, and whether the window is higher than wide."""


def backdrop(size_px: tuple[int, int], kind: str = "") -> Image.Image:
    """Draw a background as an RGB picture."""
    picture = _sky(size_px).copy()
    shape = (kind, size_px[1] > size_px[0])
    if shape in _PLANETS:
        _planet(picture, _PLANETS[shape])
        _dice(picture, shape)
    return picture


def _planet(picture: Image.Image, planet: _Planet) -> None:
    """Add a planet lit at its upper edge; below it fades into the dark, where the text is."""
    wide, high = picture.size
    x, y, radius = planet.x * wide, planet.y * high, planet.radius * high
    disc = _disc(picture.size, x, y, radius)
    haze = disc.filter(ImageFilter.GaussianBlur(radius * 0.045))
    outside = ImageChops.subtract(haze, disc).point(lambda value: value * 2 // 3)
    picture.paste(Image.new("RGB", picture.size, planet.lit), mask=outside)
    reach = round(radius * planet.reach)
    # Pillow's gradient is white only in the corners: its sides would show as edges.
    glow = Image.radial_gradient("L").point(lambda value: min(255, round(value * math.sqrt(2))))
    glow = glow.resize((2 * reach, 2 * reach)).filter(ImageFilter.GaussianBlur(reach / 40))
    shade = Image.new("L", picture.size, 255)
    shade.paste(glow, (round(x) - reach, round(y - radius * 0.96) - reach))
    ground = Image.new("RGB", picture.size, planet.lit)
    ground.paste(Image.new("RGB", picture.size, planet.deep), mask=shade)
    picture.paste(ground, mask=disc.point(lambda value: round(0.94 * value)))
    line = max(2.0, high / 300)
    rim = ImageChops.subtract(disc, _disc(picture.size, x, y + line * 0.3, radius - line))
    picture.paste(Image.new("RGB", picture.size, (176, 212, 246)), mask=rim.point(
        lambda value: round(planet.rim * value)))  # fmt: skip


def _disc(size_px: tuple[int, int], x: float, y: float, radius: float) -> Image.Image:
    mask = Image.new("L", (2 * size_px[0], 2 * size_px[1]))
    box = [2 * (x - radius), 2 * (y - radius), 2 * (x + radius), 2 * (y + radius)]
    ImageDraw.Draw(mask).ellipse(box, fill=255)
    return mask.reduce(2)


def _dice(picture: Image.Image, shape: tuple[str, bool]) -> None:
    scale = min(picture.size) / 480
    for die, face, x, y, side, turn in BACKDROP_DICE[shape]:
        turned = die_picture(die, face).rotate(turn, Image.Resampling.BICUBIC, expand=True)
        edge = round(side * scale * turned.width / die_picture(die, face).width)
        small = reduced(turned, edge)
        across = x * picture.width / (480 if shape[1] else 800)
        down = y * picture.height / (800 if shape[1] else 480)
        picture.paste(small, (round(across - edge / 2), round(down - edge / 2)), small)


@lru_cache(maxsize=1)
def _sky(size_px: tuple[int, int]) -> Image.Image:
    """Draw the sky; noise of half a step hides the bands of its gradients."""
    wide, high = size_px
    noise = random.Random(_SEEDS[0])  # noqa: S311  # not used for security
    down, across = np.mgrid[:high, :wide]
    colours = np.full((high, wide, 3), _GROUND)
    for at_x, at_y, reach, glow in _GLOWS:
        far = np.hypot(across - at_x * wide, down - at_y * high) / (reach * max(size_px))
        share = _SHARE * np.maximum(1 - far, 0) ** 1.4
        colours += (np.array(glow) - colours) * share[..., None]
    grain = np.array([noise.random() for _ in range(wide * high)]).reshape(high, wide, 1)
    picture = Image.fromarray((colours + grain).astype(np.uint8))
    mask = Image.new("L", (2 * wide, 2 * high))
    draw = ImageDraw.Draw(mask)
    for left, top, radius, light in _stars(wide, high):
        draw.ellipse([left - radius, top - radius, left + radius, top + radius], fill=light)
    stars = mask.filter(ImageFilter.GaussianBlur(0.6)).resize(size_px, Image.Resampling.BOX)
    picture.paste(Image.new("RGB", size_px, _STARS), mask=stars)
    return picture


def _stars(wide: int, high: int) -> Iterator[tuple[float, float, float, int]]:
    """Yield place and radius in half pixels, and the light of each star; none behind headlines."""
    chance = random.Random(_SEEDS[1])  # noqa: S311  # not used for security
    left, top, right, bottom = _STARRY
    for _ in range(wide * high // 15000):
        size = chance.random() ** 5
        yield (2 * wide * chance.uniform(left, right), 2 * high * chance.uniform(top, bottom),
               1.2 + 1.4 * size, round(50 + 110 * size))  # fmt: skip
