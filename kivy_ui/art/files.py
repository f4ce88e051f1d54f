"""Names of the drawn pictures: written by ``make``, read by the renderer. Imports no library."""

from __future__ import annotations

from pathlib import Path
from typing import Final

ASSETS: Final = Path(__file__).parent
SCALES: Final = (1.0, 1.35)
SIZES_PX: Final = ((800, 480), (1280, 800), (480, 800))
"""Windows that have a background of their own."""

BACKDROPS: Final = ("", "table", "welcome")
"""Kinds of backgrounds: the plain sky; with a planet and dice above it."""

SHEETS: Final = ("pages", "board")
"""Kinds of sheets: what every game needs; pieces of the other games, loaded when first shown."""


def sheet_name(kind: str, scale: float) -> str:
    """Return the file name, without suffix, of a sheet of pictures for a scale."""
    return f"{kind}-{round(100 * scale)}"


def backdrop_name(size_px: tuple[int, int], kind: str = "") -> str:
    """Return the file name of a background for a window's size."""
    suffix = f"-{kind}" if kind else ""
    return f"backdrop-{size_px[0]}x{size_px[1]}{suffix}.png"
