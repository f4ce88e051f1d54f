"""Pictures of the pieces for phones: the sheets of the touchscreen, and where each piece is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from kivy_ui.art.files import ASSETS, SCALES, SHEETS, sheet_name


def assets() -> Mapping[str, Path]:
    """Return name -> file: ``pages.png`` and ``pages.json``, the same of the other sheets."""
    return {
        f"{kind}.{ending}": ASSETS / f"{sheet_name(kind, _SCALE)}.{ending}"
        for kind in SHEETS
        for ending in ("png", "json")
    }


_SCALE: Final = SCALES[0]
