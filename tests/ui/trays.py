"""What the camera sees of a tray with dice."""

from collections.abc import Iterable
from math import cos, radians, sin

from PIL import Image, ImageDraw

from companion.session.ports import DieReading, DieStatus, MatReading, Reading
from companion.session.table_port import (
    DeviceState,
    Picture,
    ScanStage,
    ScanUpdate,
)

Point = tuple[float, float]
NAMES = ("Ann", "Béla", "Zażółcona Łucja", "Ödön")


def a_tray(*dice: tuple[str, str, str], note: Exception | None = None) -> ScanUpdate:
    """A tray with dice: type, colour, face; a face with ``?`` is doubtful."""
    lying = tuple(
        DieReading(
            centre_px=(90.0 + 110 * (i % 5), 90.0 + 120 * (i // 5)),
            size_px=60.0,
            angle_deg=15.0 * (i % 6),
            mat="tray",
            position_mm=(30.0 + 37 * (i % 5), 30.0 + 40 * (i // 5)),
            zone="tray",
            type=kind,
            colour=colour,
            face=face.rstrip("?"),
            confidence=0.99,
            status=DieStatus.CHECK if face.endswith("?") else DieStatus.OK,
        )
        for i, (kind, colour, face) in enumerate(dice)
    )
    corners = ((20.0, 20.0), (620.0, 20.0), (620.0, 400.0), (20.0, 400.0))
    reading = Reading(640, 420, (MatReading("tray", "tray", None, corners, 0.1),), lying, ())
    picture = _tray_picture(lying)
    return ScanUpdate(
        ScanStage.SETTLED,
        DeviceState.READY,
        "camera",
        picture,
        reading,
        ("tray",),
        () if note is None else (note,),  # type: ignore[arg-type]  # a CompanionError
    )


_BODIES = {"red": (176, 40, 44), "white": (236, 232, 222)}
_PIPS = {
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "5": ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    "6": ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def _tray_picture(dice: Iterable[DieReading]) -> Picture:
    """A felt tray with dice."""
    size = 640, 420
    image = Image.new("RGB", size, (38, 66, 50))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 639, 419), outline=(74, 52, 34), width=14)
    for die in dice:
        turn = radians(die.angle_deg)

        def at(x: float, y: float, die: DieReading = die, turn: float = turn) -> Point:
            across = x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)
            return die.centre_px[0] + across[0], die.centre_px[1] + across[1]

        body = _BODIES.get(die.colour, _BODIES["white"])
        shadow = [at(x + 5, y + 7) for x, y in ((-30, -30), (30, -30), (30, 30), (-30, 30))]
        draw.polygon(shadow, fill=(22, 40, 30))
        draw.polygon([at(x, y) for x, y in ((-29, -29), (29, -29), (29, 29), (-29, 29))], fill=body)
        ink = (250, 250, 250) if die.colour == "red" else (30, 30, 34)
        for x, y in _PIPS.get(die.face, ()):
            left, top = at(16 * x, 16 * y)
            draw.ellipse((left - 6, top - 6, left + 6, top + 6), fill=ink)
    return Picture(image.tobytes(), *size)
