"""The typeface of the labels: Roboto, from the files that Kivy ships.

ReportLab's own Vera has no Polish or Hungarian letters (no ą, ę, ś, ź, ż, ő, ű); Roboto has them
all, is installed with the table anyway, and its licence (Apache 2.0) allows embedding. Kivy itself
is not imported: that would open a window.
"""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from PIL import ImageFont

from calibration.mats.errors import MATS_FONT

_MEASURING_PX = 200


@cache
def font_file(*, bold: bool) -> Path:
    """Return the path of the TrueType file.

    Raises:
        MATS_FONT: Kivy or its fonts are not installed.
    """
    name = "Roboto-Bold.ttf" if bold else "Roboto-Regular.ttf"
    kivy = find_spec("kivy")
    folders = kivy.submodule_search_locations if kivy else None
    for folder in folders or ():
        path = Path(folder, "data", "fonts", name)
        if path.is_file():
            return path
    raise MATS_FONT(name=name)


@cache
def sized_font(size_px: float, *, bold: bool) -> ImageFont.FreeTypeFont:
    """Return the font for drawing into images, *size_px* pixels per em."""
    return ImageFont.truetype(font_file(bold=bold), size_px)


def text_width_mm(text: str, size_mm: float, *, bold: bool = False) -> float:
    """Return the advance width of *text* at *size_mm* per em."""
    return sized_font(_MEASURING_PX, bold=bold).getlength(text) * size_mm / _MEASURING_PX


def fitting_size_mm(text: str, size_mm: float, room_mm: float, *, bold: bool = False) -> float:
    """Return *size_mm*, or the smaller size at which *text* is no longer than *room_mm*."""
    return min(size_mm, size_mm * room_mm / text_width_mm(text, size_mm, bold=bold))
