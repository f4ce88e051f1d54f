"""Simulates colour-vision deficiencies and computes colour differences and contrast.

Simulation: G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics
15(6), 2009: the matrices of full severity, for linear RGB. Difference: CIE 1976, in CIELAB under
D65. Contrast: WCAG 2, relative luminance.
"""

from types import MappingProxyType
from typing import Final

from kivy_ui.theme import Rgba

Matrix = tuple[tuple[float, float, float], ...]
Triple = tuple[float, float, float]

DEFICIENCIES: Final = MappingProxyType(
    {
        "protanopia": (
            (0.152286, 1.052583, -0.204868),
            (0.114503, 0.786281, 0.099216),
            (-0.003882, -0.048116, 1.051998),
        ),
        "deuteranopia": (
            (0.367322, 0.860646, -0.227968),
            (0.280085, 0.672501, 0.047413),
            (-0.011820, 0.042940, 0.968881),
        ),
        "tritanopia": (
            (1.255528, -0.076749, -0.178779),
            (-0.078411, 0.930809, 0.147602),
            (0.004733, 0.691367, 0.303900),
        ),
    }
)
"""Name -> matrix from linear RGB to simulated linear RGB."""

_TO_XYZ: Final[Matrix] = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Final[Triple] = (0.95047, 1.0, 1.08883)
_LAB_KNEE: Final = (6 / 29) ** 3


def simulated(colour: Rgba, deficiency: str) -> Rgba:
    """Return *colour* as seen with *deficiency*, a key of ``DEFICIENCIES``."""
    seen = _times(DEFICIENCIES[deficiency], _linear(colour))
    red, green, blue = (_gamma(min(1.0, max(0.0, part))) for part in seen)
    return red, green, blue, colour[3]


def difference(one: Rgba, other: Rgba) -> float:
    """Return the CIE 1976 difference of two opaque colours; about 2.3 is just noticeable."""
    pairs = zip(_lab(one), _lab(other), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def contrast(one: Rgba, other: Rgba) -> float:
    """Return the contrast ratio of two opaque colours, 1 to 21."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Rgba) -> float:
    return _times(_TO_XYZ, _linear(colour))[1]


def _linear(colour: Rgba) -> Triple:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour[:3]
    )
    return red, green, blue


def _gamma(part: float) -> float:
    return 12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055


def _lab(colour: Rgba) -> Triple:
    parts = zip(_times(_TO_XYZ, _linear(colour)), _WHITE, strict=True)
    x, y, z = (
        share ** (1 / 3) if share > _LAB_KNEE else share / (3 * (6 / 29) ** 2) + 4 / 29
        for share in (part / white for part, white in parts)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _times(matrix: Matrix, vector: Triple) -> Triple:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z
