"""A mat as a camera sees it, drawn by the generator, with the dice that lie on it.

The file shows the dice of ``fake_table.some_dice`` on the mat of seat 1, laid and drawn as
``models.training.generator.evening`` does.
"""

from dataclasses import replace
from functools import cache
from math import cos, radians, sin
from pathlib import Path
from typing import Final

from PIL import Image

from companion.session.table_port import MatPicture, Picture, ScanUpdate
from tests.ui import fake_table as fake

_FILE: Final = Path(__file__).with_name("mat.jpg")
_WIDTH_PX, _HEIGHT_PX = 1536, 864
_EDGE_PX: Final = 66
DICE: Final = (
    (360, 346, 7),
    (533, 124, 60),
    (876, 357, 9),
    (729, 350, 74),
    (877, 455, 12),
    (1093, 348, 34),
    (1240, 463, 89),
)
"""Middle and angle of each die, in the pixels and degrees in which it was drawn."""


@cache
def a_picture() -> Picture:
    """Return the picture."""
    image = Image.open(_FILE).convert("RGB")
    return Picture(image.tobytes(), *image.size)


def a_mat_picture(seat: int) -> MatPicture:
    """Return the picture with an outline around each die."""
    return MatPicture(seat, a_picture(), tuple(map(_corners, DICE)))


def a_scan() -> ScanUpdate:
    """Return a camera that looks for a mat and has read one die of this one."""
    scan = fake.a_scan()
    assert scan.reading is not None
    x, y, angle = DICE[3]
    die = replace(scan.reading.dice[0], centre_px=(x, y), size_px=float(_EDGE_PX), angle_deg=angle)
    return replace(scan, picture=a_picture(), reading=replace(scan.reading, dice=(die,)))


def _corners(die: tuple[float, float, float]) -> tuple[tuple[float, float], ...]:
    x, y, angle = die
    along = cos(radians(angle)) * _EDGE_PX / 2, sin(radians(angle)) * _EDGE_PX / 2
    turns = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return tuple(
        (
            (x + a * along[0] - b * along[1]) / _WIDTH_PX,
            (y + a * along[1] + b * along[0]) / _HEIGHT_PX,
        )
        for a, b in turns
    )
