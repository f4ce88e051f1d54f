"""Names of the drawn pictures: written by ``make``, read by the renderer. Imports no library."""

from pathlib import Path
from typing import Final

ASSETS: Final = Path(__file__).parent
SCALES: Final = (1.0, 1.35)
SIZES_PX: Final = ((800, 480), (1280, 800), (480, 800))
"""Windows that have a background of their own."""

BACKDROPS: Final = ("", "table", "welcome")
"""Kinds of backgrounds: the plain sky; with a planet and dice above it."""

BACKDROP_DICE: Final[dict[tuple[str, bool], tuple[tuple[str, str, int, int, int, int], ...]]] = {
    ("table", False): (
        ("home", "ship", 560, 124, 68, 12), ("military", "develop", 652, 106, 80, -12),
        ("alien_technology", "wild", 528, 206, 56, -12), ("genes", "settle", 610, 200, 76, -8),
        ("home", "explore", 712, 204, 84, 8),
    ),
    ("table", True): (
        ("home", "ship", 344, 114, 54, 12), ("military", "develop", 428, 112, 58, -10),
        ("genes", "settle", 362, 186, 58, -8), ("home", "explore", 434, 190, 56, 8),
    ),
    ("welcome", False): (
        ("military", "develop", 473, 126, 96, -14), ("alien_technology", "wild", 598, 82, 80, 6),
        ("genes", "settle", 716, 86, 74, 14), ("novelty", "produce", 692, 194, 88, -10),
        ("home", "explore", 557, 212, 108, 8), ("rare_elements", "ship", 434, 250, 72, 16),
    ),
    ("welcome", True): (
        ("military", "develop", 118, 120, 84, -14), ("alien_technology", "wild", 246, 104, 70, 6),
        ("genes", "settle", 372, 92, 66, 14), ("novelty", "produce", 396, 214, 78, -10),
        ("home", "explore", 254, 206, 96, 8), ("rare_elements", "ship", 112, 256, 64, 16),
    ),
}  # fmt: skip
"""By kind of backdrop, and whether the window is higher than wide: die, face, centre, edge and turn
in degrees; pixels in a window of 800 x 480 or 480 x 800.
"""

SHEETS: Final = ("pages", "dice", "board")
"""Kinds of sheets: what every game needs; dice of Roll; pieces of the other games. The later ones
are loaded when something on them is first shown."""


def sheet_name(kind: str, scale: float) -> str:
    """Return the file name, without suffix, of a sheet of pictures for a scale."""
    return f"{kind}-{round(100 * scale)}"


def backdrop_name(size_px: tuple[int, int], kind: str = "") -> str:
    """Return the file name of a background for a window's size."""
    suffix = f"-{kind}" if kind else ""
    return f"backdrop-{size_px[0]}x{size_px[1]}{suffix}.png"
