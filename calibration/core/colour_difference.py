"""Perceptual difference of two body colours: CIE L*a*b* and CIEDE2000.

Source: Sharma, Wu and Dalal 2005, "The CIEDE2000 Color-Difference Formula: Implementation Notes,
Supplementary Test Data, and Mathematical Observations".
"""

import math
from itertools import combinations
from typing import Final, TypeAlias

from calibration.core.profile import DieColour, Triple
from companion.session.calibration_ports import ColourPair

Lab: TypeAlias = tuple[float, float, float]

CLOSE: Final = 10.0
"""Pairs that differ by less are read less accurately (the closest of the real dice: 15)."""

ALIKE: Final = 4.0
"""Pairs that differ by less cannot be distinguished."""

_WHITE = (0.95047, 1.0, 1.08883)  # D65
_TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)


def lab(linear: Triple) -> Lab:
    """Return L*, a*, b* of linear RGB, 1 = white."""
    x, y, z = (
        _root(sum(k * v for k, v in zip(row, linear, strict=True)) / white)
        for row, white in zip(_TO_XYZ, _WHITE, strict=True)
    )
    return 116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)


def pairs(colours: tuple[DieColour, ...]) -> tuple[ColourPair, ...]:
    """Return all pairs of types, the closest first."""
    places = {colour.die: lab(colour.linear) for colour in colours}
    found = [(difference(places[a], places[b]), a, b) for a, b in combinations(places, 2)]
    found.sort(key=lambda pair: pair[0])
    return tuple(ColourPair(a, b, far, close=far < CLOSE) for far, a, b in found)


def difference(first: Lab, second: Lab) -> float:
    """Return CIEDE2000 of two colours."""
    (l1, a1, b1), (l2, a2, b2) = first, second
    grey = 1.5 - 0.5 * _steep((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2)
    a1, a2 = a1 * grey, a2 * grey
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360.0 for a, b in ((a1, b1), (a2, b2)))
    coloured = c1 * c2 > 0
    turn = (h2 - h1 + 180.0) % 360.0 - 180.0 if coloured else 0.0
    hue_step = 2.0 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    hue = (h1 + turn / 2) % 360.0 if coloured else h1 + h2
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    s_light = 1.0 + 0.015 * (light - 50.0) ** 2 / math.sqrt(20.0 + (light - 50.0) ** 2)
    s_chroma = 1.0 + 0.045 * chroma
    s_hue = 1.0 + 0.015 * chroma * _hue_weight(hue)
    bend = 60.0 * math.exp(-(((hue - 275.0) / 25.0) ** 2))
    turned = -math.sin(math.radians(bend)) * 2.0 * _steep(chroma)
    x, y, z = (l2 - l1) / s_light, (c2 - c1) / s_chroma, hue_step / s_hue
    return math.sqrt(max(x * x + y * y + z * z + turned * y * z, 0.0))


def _hue_weight(hue_deg: float) -> float:
    def wave(times: int, shift: float) -> float:
        return math.cos(math.radians(times * hue_deg + shift))

    return 1.0 - 0.17 * wave(1, -30) + 0.24 * wave(2, 0) + 0.32 * wave(3, 6) - 0.2 * wave(4, -63)


def _steep(chroma: float) -> float:
    return math.sqrt(chroma**7 / (chroma**7 + 25.0**7))


def _root(ratio: float) -> float:
    return math.cbrt(ratio) if ratio > 216 / 24389 else (24389 / 27 * ratio + 16) / 116
