"""Outlines of dice in a picture, live or recorded, and crops around a die."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from types import MappingProxyType
from typing import Final

from companion.session.ports import Corners, DieStatus, Reading
from companion.session.table_port import Picture
from kivy_ui.pages.photos import Photograph

_CROP_ROOM: Final = 1.7
"""Edge of a die's crop as a multiple of the die's."""
_OTHER_DICE: Final = MappingProxyType(
    {"d6": ("d6", "6"), "robot_a": ("robot", "robot"), "robot_b": ("robot", "robot")}
)
"""Key of a die that is not of Roll -> pictures of its faces, and the face that stands for it."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A die in the picture: corners as fractions of the picture, y down.

    Attributes:
        die: its key; if *face* is empty too, the outline is that of an unrecognised object.
    """

    corners: tuple[tuple[float, float], ...]
    die: str
    face: str
    doubtful: bool


def die_piece(die: str, face: str = "") -> str:
    """Return the piece of a die's face, also of another game's; of its kind without a face."""
    kind, sign = _OTHER_DICE.get(die, (f"die/{die}", ""))
    return "/".join(filter(None, (kind, face or sign)))


def photograph(picture: Picture | None) -> Photograph | None:
    """Return a picture of the camera as pages show it."""
    return None if picture is None else Photograph(picture.width, picture.height, picture.rgb)


def upright(corners: Corners) -> tuple[float, float, float, float]:
    """Return the upright box around corners: left, top, right, lower edge."""
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def nearest(dice: Sequence[Corners], x: float, y: float) -> int | None:
    """Return the index of the die whose middle is nearest to a point; None without dice."""

    def apart(index: int) -> float:
        left, top, right, low = upright(dice[index])
        return abs(x - (left + right) / 2) + abs(y - (top + low) / 2)

    return min(range(len(dice)), key=apart, default=None)


def close_up(corners: Corners, picture: Picture) -> Photograph:
    """Return the square part of a picture around a die, with some margin."""
    xs = [x * picture.width for x, _ in corners]
    ys = [y * picture.height for _, y in corners]
    edge = int(max(max(xs) - min(xs), max(ys) - min(ys)) * _CROP_ROOM)
    edge = max(4, min(edge, picture.width, picture.height))
    left = int((min(xs) + max(xs) - edge) / 2)
    top = int((min(ys) + max(ys) - edge) / 2)
    left = min(max(left, 0), picture.width - edge)
    top = min(max(top, 0), picture.height - edge)
    return cut(picture, (left, top, left + edge, top + edge))


def cut(picture: Picture, part: tuple[int, int, int, int]) -> Photograph:
    """Return a part of a picture: left, top, right, lower edge in pixels."""
    left, top, right, low = part
    across = picture.width
    rows = (picture.rgb[3 * (y * across + left) : 3 * (y * across + right)]
            for y in range(top, low))  # fmt: skip
    return Photograph(right - left, low - top, b"".join(rows))


def live_outlines(reading: Reading) -> tuple[Outline, ...]:
    """Return outlines of the dice of a live reading, and of unrecognised objects."""
    dice = tuple(
        Outline(
            corners=_square(die.centre_px, die.size_px, die.angle_deg, reading),
            die=die.type,
            face=die.face,
            doubtful=die.status is DieStatus.CHECK,
        )
        for die in reading.dice
    )
    unread = (
        tuple((x / reading.width, y / reading.height) for x, y in problem.outline_px)
        for problem in reading.problems
        if problem.outline_px
    )
    return (*dice, *map(_unread, unread))


def _unread(corners: tuple[tuple[float, float], ...]) -> Outline:
    return Outline(corners, die="", face="", doubtful=True)


def _square(
    centre: tuple[float, float], edge: float, angle_deg: float, reading: Reading
) -> tuple[tuple[float, float], ...]:
    angle = radians(angle_deg)
    along = (cos(angle) * edge / 2, sin(angle) * edge / 2)
    corners = []
    for right, down in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        x = centre[0] + right * along[0] - down * along[1]
        y = centre[1] + right * along[1] + down * along[0]
        corners.append((x / reading.width, y / reading.height))
    return tuple(corners)
