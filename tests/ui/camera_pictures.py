"""What a camera sees in the scenes: bundled pictures, cut out, with the dice and tiles in them."""

import json
from functools import cache
from math import cos, radians, sin
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image, ImageDraw

import companion.demo
from companion.session.ports import DieReading, DieStatus, Reading
from companion.session.service_ports import DiceScan, TileAlternative, TileReading, TilesReading
from companion.session.table_port import Picture

BUNDLED: Final = Path(companion.demo.__file__).with_name("pictures")
_ROWS: Final = Path(__file__).parents[1] / "vision" / "tiles" / "rows.jpg"
_WIDTH_PX: Final = 800

Part = tuple[float, float, float, float]
"""Left, top, right and lower edge in pixels of the file."""
Corners = tuple[tuple[float, float], ...]
Die = tuple[str, str, float, float, float]
"""Type, face, middle and angle in pixels and degrees of the file, as the reader finds them."""

WHOLE: Final[Part] = (0, 0, 1536, 864)
_EDGE_PX: Final = 56.0

THROW: Final[tuple[Die, ...]] = (
    ("home", "explore", 792, 492, 27),
    ("military", "settle", 430, 490, 75),
    ("consumption", "ship", 957, 305, 68),
    ("novelty", "ship", 928, 503, 26),
    ("rare_elements", "develop", 640, 313, 16),
    ("genes", "wild", 753, 345, 42),
    ("alien_technology", "produce", 637, 508, 18),
)
"""Of ``calibration-throw1``."""
THROW_PART: Final[Part] = (190, 120, 1180, 677)
WHITE_DICE: Final[tuple[Die, ...]] = (
    ("home", "explore", 384, 126, 8),
    ("home", "explore", 377, 354, 62),
)
"""Of ``game1-round1-ann``."""
_MISSING_AT: Final = ((542, 534), (986, 517), (877, 191))

STRIP: Final = ((333, 77), (1106, 98), (1110, 734), (329, 757))
"""Corners of the mat's places in ``game1-round3-ann``, selection places above."""
DICTATE: Final = ((1130, 344), (1261, 344), (1261, 576), (1132, 573))


@cache
def picture(name: str, part: Part = WHOLE) -> Picture:
    """Return a part of a bundled picture, as small as the window gets it."""
    return _small(_load(BUNDLED / f"{name}.jpg").crop(part))


@cache
def unfinished_mat() -> Picture:
    """The calibration mat without three of its dice."""
    image = _load(BUNDLED / "calibration.jpg").copy()
    for x, y in _MISSING_AT:
        paper = np.asarray(image.crop((x - 56, y + 38, x + 50, y + 42))).reshape(-1, 3)
        colour = tuple(int(value) for value in np.median(paper, axis=0))
        ImageDraw.Draw(image).rectangle((x - 56, y - 42, x + 48, y + 40), fill=colour)
    return _small(image)


def corners(die: Die, part: Part = WHOLE) -> Corners:
    """Return the corners of a die as fractions of a part of its picture."""
    _, _, x, y, angle = die
    along = cos(radians(angle)) * _EDGE_PX / 2, sin(radians(angle)) * _EDGE_PX / 2
    turns = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    found = [(x + a * along[0] - b * along[1], y + a * along[1] + b * along[0]) for a, b in turns]
    return fractions(found, part)


def fractions(points: list[tuple[float, float]] | Corners, part: Part = WHOLE) -> Corners:
    """Return places of a file as fractions of a part of it."""
    left, top, right, low = part
    return tuple(((x - left) / (right - left), (y - top) / (low - top)) for x, y in points)


def face(number: int) -> Picture:
    """Return a die of the throw from above, as a profile keeps it."""
    _, _, x, y, _ = THROW[number]
    return _small(_load(BUNDLED / "calibration-throw1.jpg").crop(_around(x, y)), 64)


def drawn_face(pips: int) -> Picture:
    """Return a die that no bundled picture has, with as many pips as a six-sided one can show."""
    image = Image.new("RGB", (64, 64), (120, 84, 58))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((6, 6, 58, 58), 8, (232, 228, 220))
    for x, y in ((18, 18), (46, 46), (18, 46), (46, 18), (32, 32))[-pips if pips == 1 else 0 :]:
        draw.ellipse((x - 5, y - 5, x + 5, y + 5), (30, 28, 32))
    return _as_picture(image)


def practice_scan() -> DiceScan:
    """A strip with a die that selects, one in doubt, and a thing that is no die of the game."""
    part = (200.0, 24.0, 1296.0, 640.0)
    dice = (
        ("rare_elements", "develop", (580, 114), 56.0, "select_develop", DieStatus.OK),
        ("military", "develop", (579, 325), 20.0, "develop", DieStatus.CHECK),
        ("home", "settle", (760, 346), 74.0, "settle", DieStatus.OK),
        ("military", "wild", (556, 444), 1.0, "develop", DieStatus.OK),
    )
    readings = tuple(
        DieReading(
            centre_px=(x - part[0], y - part[1]), size_px=_EDGE_PX, angle_deg=angle, mat="strip-1",
            position_mm=None, zone=zone, type=kind, colour="", face=shown, confidence=0.95,
            status=status,
        )
        for kind, shown, (x, y), angle, zone, status in dice
    )  # fmt: skip
    size = round(part[2] - part[0]), round(part[3] - part[1])
    found = Reading(*size, (), readings, ())
    return DiceScan(picture("game1-round3-ann", part), found)


def tiles(unsure: str, others: tuple[str, ...], unread: str) -> TilesReading:
    """Return the tiles of a drawn table; one is asked about, one could not be read."""
    found = []
    for each in json.loads(_ROWS.with_suffix(".json").read_text()):
        key = each["tile"]
        asked = key in (unsure, unread)
        found.append(
            TileReading(
                corners_px=tuple((x, y) for x, y in each["corners_px"]),
                size_px=each["size_px"],
                tile=None if key == unread else key,
                confidence=0.6 if asked else 0.99,
                status=DieStatus.CHECK if asked else DieStatus.OK,
                text="" if key == unread else key.replace("_", " ").upper(),
                alternatives=tuple(TileAlternative(other, 0.2) for other in others if asked),
            )
        )
    return TilesReading(int(WHOLE[2]), int(WHOLE[3]), tuple(found), dice=())


@cache
def tiles_picture() -> Picture:
    """Return the picture of these tiles."""
    return _small(_load(_ROWS))


def _around(x: float, y: float) -> tuple[int, int, int, int]:
    return int(x - 44), int(y - 44), int(x + 44), int(y + 44)


@cache
def _load(path: Path) -> Image.Image:
    return Image.open(path).convert("RGB")


def _small(image: Image.Image, width_px: int = _WIDTH_PX) -> Picture:
    size = width_px, round(image.height * width_px / image.width)
    return _as_picture(image.resize(size, Image.Resampling.BILINEAR))


def _as_picture(image: Image.Image) -> Picture:
    return Picture(image.tobytes(), image.width, image.height)
