"""The project's own icons, as strokes and fills in the unit square (x right, y down), without Kivy.

The bundled font lacks most symbols, so every symbol on the screen is drawn.
"""

from __future__ import annotations

import math
from typing import Final

from companion.drawing.glyphs import Fill, Part, Point, Stroke

_W: Final = 0.09
"""Line width of icons as a share of the icon's edge."""


def icon(name: str) -> tuple[Part, ...]:
    """Return the drawing of the icon *name*.

    Raises:
        KeyError: there is no such icon.
    """
    return ICONS[name]


def _line(*points: Point, closed: bool = False, width: float = _W) -> Stroke:
    return Stroke(points, width, closed)


def _arc(x: float, y: float, radius: float, start_deg: float, end_deg: float) -> tuple[Point, ...]:
    steps = 28
    angles = (math.radians(start_deg + (end_deg - start_deg) * i / steps) for i in range(steps + 1))
    return tuple((x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles)


def _circle(x: float, y: float, radius: float, width: float = _W) -> Stroke:
    return Stroke(_arc(x, y, radius, 0.0, 360.0)[:-1], width, closed=True)


def _dot(x: float, y: float, radius: float) -> Fill:
    return Fill(_arc(x, y, radius, 0.0, 360.0)[:-1])


def _redo() -> tuple[Part, ...]:
    bow = tuple((1.0 - x, y) for x, y in _arc(0.52, 0.58, 0.28, -110.0, 150.0))
    head = ((0.64, 0.12), (0.64, 0.50), (0.88, 0.31))
    return Stroke(((0.82, 0.31), *bow), _W, closed=False), Fill(head)


def _camera(*, struck: bool) -> tuple[Part, ...]:
    body = _line(
        (0.10, 0.30), (0.32, 0.30), (0.39, 0.19), (0.61, 0.19), (0.68, 0.30), (0.90, 0.30),
        (0.90, 0.80), (0.10, 0.80), closed=True, width=0.08,
    )  # fmt: skip
    lens = _circle(0.5, 0.54, 0.15, 0.08)
    return (body, lens, _line((0.12, 0.92), (0.90, 0.10))) if struck else (body, lens)


def _button(*, struck: bool) -> tuple[Part, ...]:
    parts: tuple[Part, ...] = (
        _line((0.12, 0.82), (0.88, 0.82)),
        _line((0.22, 0.82), (0.22, 0.62), (0.78, 0.62), (0.78, 0.82)),
        Fill(((0.32, 0.62), (0.32, 0.44), (0.40, 0.36), (0.60, 0.36), (0.68, 0.44), (0.68, 0.62))),
    )
    return (*parts, _line((0.12, 0.94), (0.88, 0.14))) if struck else parts


def _rescan() -> tuple[Part, ...]:
    corners = []
    for x, y, dx, dy in (
        (0.1, 0.1, 1, 1),
        (0.9, 0.1, -1, 1),
        (0.9, 0.9, -1, -1),
        (0.1, 0.9, 1, -1),
    ):
        corners.append(_line((x, y + 0.22 * dy), (x, y), (x + 0.22 * dx, y)))
    return (*corners, _line((0.2, 0.5), (0.8, 0.5)))


def _tile() -> tuple[Part, ...]:
    back = _line((0.30, 0.12), (0.90, 0.12), (0.90, 0.66), width=0.08)
    return back, _line((0.10, 0.32), (0.68, 0.32), (0.68, 0.88), (0.10, 0.88), closed=True)


def _hexagon(radius: float) -> tuple[Point, ...]:
    return tuple(
        (
            0.5 + radius * math.sin(math.radians(60 * i)),
            0.5 - radius * math.cos(math.radians(60 * i)),
        )
        for i in range(6)
    )


def _star(x: float, y: float, radius: float) -> Fill:
    points = []
    for i in range(10):
        length = radius if i % 2 == 0 else radius * 0.42
        angle = math.radians(36 * i)
        points.append((x + length * math.sin(angle), y - length * math.cos(angle)))
    return Fill(tuple(points))


def _dollar() -> tuple[Part, ...]:
    upper = _arc(0.5, 0.36, 0.16, -20.0, -270.0)
    lower = _arc(0.5, 0.68, 0.16, -90.0, 160.0)
    return Stroke((*upper, *lower), 0.085, closed=False), _line(
        (0.5, 0.08), (0.5, 0.95), width=0.075
    )


def _hourglass() -> tuple[Part, ...]:
    return (
        _line((0.22, 0.12), (0.78, 0.12)),
        _line((0.22, 0.88), (0.78, 0.88)),
        _line((0.30, 0.14), (0.30, 0.30), (0.70, 0.70), (0.70, 0.86), width=0.08),
        _line((0.70, 0.14), (0.70, 0.30), (0.30, 0.70), (0.30, 0.86), width=0.08),
    )


def _picture() -> tuple[Part, ...]:
    return (
        _line((0.10, 0.18), (0.90, 0.18), (0.90, 0.82), (0.10, 0.82), closed=True, width=0.08),
        Fill(((0.20, 0.74), (0.42, 0.42), (0.56, 0.60), (0.66, 0.50), (0.80, 0.74))),
        _dot(0.70, 0.34, 0.07),
    )


def _power() -> tuple[Part, ...]:
    ring = Stroke(_arc(0.5, 0.55, 0.34, -55.0, 235.0), _W, closed=False)
    return ring, _line((0.5, 0.10), (0.5, 0.52), width=0.11)


def _gear() -> tuple[Part, ...]:
    teeth = []
    for i in range(8):
        angle = math.radians(45 * i)
        inner = (0.5 + 0.28 * math.cos(angle), 0.5 + 0.28 * math.sin(angle))
        outer = (0.5 + 0.42 * math.cos(angle), 0.5 + 0.42 * math.sin(angle))
        teeth.append(_line(inner, outer, width=0.12))
    return (_circle(0.5, 0.5, 0.25, 0.11), *teeth)


def _clock() -> tuple[Part, ...]:
    return _circle(0.5, 0.5, 0.40), _line((0.5, 0.24), (0.5, 0.52), (0.68, 0.62))


def _question() -> tuple[Part, ...]:
    bow = Stroke(
        (*_arc(0.5, 0.33, 0.20, -180.0, 70.0), (0.5, 0.56), (0.5, 0.64)), 0.10, closed=False
    )
    return bow, _dot(0.5, 0.84, 0.07)


def _globe() -> tuple[Part, ...]:
    oval = tuple((0.5 + (x - 0.5) * 0.45, y) for x, y in _arc(0.5, 0.5, 0.40, 0.0, 360.0)[:-1])
    return (
        _circle(0.5, 0.5, 0.40, 0.08),
        Stroke(oval, 0.06, closed=True),
        _line((0.10, 0.5), (0.90, 0.5), width=0.06),
    )


def _sun() -> tuple[Part, ...]:
    rays = []
    for i in range(8):
        x, y = math.cos(math.radians(45 * i)), math.sin(math.radians(45 * i))
        rays.append(_line((0.5 + 0.30 * x, 0.5 + 0.30 * y), (0.5 + 0.44 * x, 0.5 + 0.44 * y)))
    return (_dot(0.5, 0.5, 0.20), *rays)


def _speaker() -> tuple[Part, ...]:
    horn = ((0.10, 0.38), (0.28, 0.38), (0.50, 0.18), (0.50, 0.82), (0.28, 0.62), (0.10, 0.62))
    waves = (Stroke(_arc(0.5, 0.5, radius, -45.0, 45.0), 0.08, closed=False)
             for radius in (0.22, 0.38))  # fmt: skip
    return (Fill(horn), *waves)


def _letters() -> tuple[Part, ...]:
    return (
        _line((0.06, 0.86), (0.32, 0.14), (0.58, 0.86)),
        _line((0.16, 0.60), (0.48, 0.60), width=0.08),
        _line((0.62, 0.86), (0.77, 0.44), (0.92, 0.86), width=0.08),
        _line((0.67, 0.72), (0.87, 0.72), width=0.06),
    )


def _pips() -> tuple[Part, ...]:
    edge = _line((0.12, 0.12), (0.88, 0.12), (0.88, 0.88), (0.12, 0.88), closed=True, width=0.08)
    places = ((0.3, 0.3), (0.7, 0.7), (0.7, 0.3), (0.3, 0.7), (0.5, 0.5))
    return (edge, *(_dot(x, y, 0.08) for x, y in places))


def _file() -> tuple[Part, ...]:
    sheet = _line(
        (0.22, 0.08), (0.62, 0.08), (0.80, 0.26), (0.80, 0.92), (0.22, 0.92), closed=True,
        width=0.08,
    )  # fmt: skip
    return sheet, *(_line((0.34, y), (0.68, y), width=0.06) for y in (0.44, 0.60, 0.76))


def _transfer(*, into: bool) -> tuple[Part, ...]:
    """A tray with an arrow pointing into or out of it."""
    tray = _line((0.12, 0.58), (0.12, 0.88), (0.88, 0.88), (0.88, 0.58), width=0.08)
    tip, tail = (0.68, 0.10) if into else (0.10, 0.68)
    wing = tip - 0.20 if into else tip + 0.20
    return (
        tray,
        _line((0.5, tail), (0.5, tip), width=0.08),
        _line((0.30, wing), (0.5, tip), (0.70, wing), width=0.08),
    )


def _qr() -> tuple[Part, ...]:
    eyes = [
        _line((x, y), (x + 0.26, y), (x + 0.26, y + 0.26), (x, y + 0.26), closed=True, width=0.08)
        for x, y in ((0.12, 0.12), (0.62, 0.12), (0.12, 0.62))
    ]
    places = ((0.60, 0.60), (0.86, 0.62), (0.72, 0.74), (0.60, 0.88), (0.86, 0.88))
    return (*eyes, *(_dot(x, y, 0.06) for x, y in places))


def _mat() -> tuple[Part, ...]:
    frame = _line((0.08, 0.20), (0.92, 0.20), (0.92, 0.80), (0.08, 0.80), closed=True, width=0.07)
    bars = [_line((x, 0.40), (x, 0.80), width=0.06) for x in (0.29, 0.5, 0.71)]
    return (frame, _line((0.08, 0.40), (0.92, 0.40), width=0.06), *bars)


def _burst() -> Fill:
    points = []
    for i in range(16):
        length = 0.46 if i % 2 == 0 else 0.24
        angle = math.radians(22.5 * i)
        points.append((0.5 + length * math.sin(angle), 0.5 - length * math.cos(angle)))
    return Fill(tuple(points))


def _snowflake() -> tuple[Part, ...]:
    arms = []
    for turn in range(3):
        x, y = math.sin(math.radians(60 * turn)), math.cos(math.radians(60 * turn))
        arms.append(
            _line((0.5 + 0.42 * x, 0.5 + 0.42 * y), (0.5 - 0.42 * x, 0.5 - 0.42 * y), width=0.10)
        )
    return (*arms, _circle(0.5, 0.5, 0.16, 0.07))


def _helmet() -> tuple[Part, ...]:
    dome = Fill((*_arc(0.5, 0.48, 0.36, -180.0, 0.0), (0.86, 0.70), (0.68, 0.90), (0.32, 0.90),
                 (0.14, 0.70)))  # fmt: skip
    return (dome,)


ICONS: Final[dict[str, tuple[Part, ...]]] = {
    "check": (_line((0.16, 0.54), (0.41, 0.78), (0.85, 0.24), width=0.13),),
    "waiting": _hourglass(),
    "doubt": (
        _line((0.5, 0.10), (0.94, 0.88), (0.06, 0.88), closed=True, width=0.08),
        _line((0.5, 0.38), (0.5, 0.60), width=0.09),
        _dot(0.5, 0.75, 0.06),
    ),
    "error": (
        _circle(0.5, 0.5, 0.40),
        _line((0.5, 0.26), (0.5, 0.54), width=0.10),
        _dot(0.5, 0.71, 0.065),
    ),
    "info": (
        _circle(0.5, 0.5, 0.40),
        _line((0.5, 0.46), (0.5, 0.74), width=0.10),
        _dot(0.5, 0.29, 0.065),
    ),
    "redo": _redo(),
    "more": tuple(_dot(x, 0.5, 0.09) for x in (0.2, 0.5, 0.8)),
    "close": (
        _line((0.2, 0.2), (0.8, 0.8), width=0.11),
        _line((0.8, 0.2), (0.2, 0.8), width=0.11),
    ),
    "plus": (
        _line((0.5, 0.16), (0.5, 0.84), width=0.12),
        _line((0.16, 0.5), (0.84, 0.5), width=0.12),
    ),
    "minus": (_line((0.16, 0.5), (0.84, 0.5), width=0.12),),
    "next": (_line((0.36, 0.16), (0.70, 0.5), (0.36, 0.84), width=0.12),),
    "back": (_line((0.64, 0.16), (0.30, 0.5), (0.64, 0.84), width=0.12),),
    "up": (_line((0.16, 0.64), (0.5, 0.30), (0.84, 0.64), width=0.12),),
    "arrow": (
        _line((0.06, 0.5), (0.78, 0.5), width=0.12),
        Fill(((0.62, 0.22), (0.96, 0.5), (0.62, 0.78))),
    ),
    "arrow_left": (
        _line((0.94, 0.5), (0.22, 0.5), width=0.12),
        Fill(((0.38, 0.22), (0.04, 0.5), (0.38, 0.78))),
    ),
    "people": (
        _dot(0.32, 0.30, 0.15),
        _dot(0.70, 0.34, 0.13),
        Fill(((0.08, 0.86), (0.12, 0.60), (0.24, 0.50), (0.40, 0.50), (0.52, 0.60), (0.56, 0.86))),
        Fill(((0.62, 0.86), (0.58, 0.58), (0.64, 0.52), (0.78, 0.52), (0.89, 0.62), (0.92, 0.86))),
    ),
    "box": (
        _line((0.12, 0.40), (0.88, 0.40), (0.88, 0.88), (0.12, 0.88), closed=True, width=0.08),
        _line((0.12, 0.40), (0.26, 0.16), (0.74, 0.16), (0.88, 0.40), width=0.08),
        _line((0.5, 0.16), (0.5, 0.56), width=0.08),
    ),
    "bag": (
        _line((0.34, 0.24), (0.66, 0.24), (0.60, 0.34), (0.84, 0.64), (0.74, 0.90), (0.26, 0.90),
              (0.16, 0.64), (0.40, 0.34), closed=True, width=0.08),
        _line((0.36, 0.34), (0.64, 0.34), width=0.08),
    ),
    "erase": (
        _line((0.36, 0.2), (0.92, 0.2), (0.92, 0.8), (0.36, 0.8), (0.08, 0.5), closed=True),
        _line((0.48, 0.38), (0.74, 0.62), width=0.08),
        _line((0.74, 0.38), (0.48, 0.62), width=0.08),
    ),
    "bin": (
        _line((0.14, 0.26), (0.86, 0.26)),
        _line((0.38, 0.26), (0.40, 0.12), (0.60, 0.12), (0.62, 0.26), width=0.08),
        _line((0.22, 0.28), (0.29, 0.90), (0.71, 0.90), (0.78, 0.28)),
        *(_line((x, 0.42), (x, 0.76), width=0.06) for x in (0.42, 0.58)),
    ),
    "chart": (
        _line((0.12, 0.10), (0.12, 0.88), (0.92, 0.88), width=0.07),
        *(_line((x, 0.80), (x, y), width=0.15) for x, y in ((0.31, 0.5), (0.54, 0.2), (0.77, 0.4))),
    ),
    "pencil": (
        _line((0.14, 0.86), (0.20, 0.62), (0.70, 0.12), (0.88, 0.30), (0.38, 0.80), closed=True),
        _line((0.58, 0.24), (0.76, 0.42), width=0.07),
    ),
    "camera": _camera(struck=False),
    "camera_off": _camera(struck=True),
    "button": _button(struck=False),
    "button_off": _button(struck=True),
    "rescan": _rescan(),
    "picture": _picture(),
    "mat": _mat(),
    "globe": _globe(),
    "brightness": _sun(),
    "speaker": _speaker(),
    "letters": _letters(),
    "pips": _pips(),
    "look": (_dot(0.5, 0.5, 0.34),),
    "file": _file(),
    "import": _transfer(into=True),
    "export": _transfer(into=False),
    "power": _power(),
    "flask": (
        _line((0.36, 0.12), (0.64, 0.12)),
        _line((0.42, 0.14), (0.42, 0.42), (0.16, 0.86), (0.84, 0.86), (0.58, 0.42), (0.58, 0.14)),
        Fill(((0.34, 0.60), (0.66, 0.60), (0.80, 0.84), (0.20, 0.84))),
    ),
    "hexes": tuple(
        _line(*((x + 0.5 * u - 0.25, y + 0.5 * v - 0.25) for u, v in _hexagon(0.5)), closed=True,
              width=0.07)
        for x, y in ((0.28, 0.30), (0.72, 0.30), (0.5, 0.69))
    ),
    "gear": _gear(),
    "clock": _clock(),
    "question": _question(),
    "qr": _qr(),
    "credits": _dollar(),
    "chip": (Stroke(_hexagon(0.43), 0.08, closed=True), _star(0.5, 0.51, 0.27)),
    "tile": _tile(),
    "cup": (
        _line((0.22, 0.16), (0.78, 0.16), (0.68, 0.86), (0.32, 0.86), closed=True, width=0.09),
        _line((0.26, 0.34), (0.74, 0.34), width=0.06),
    ),
    "flag": (
        _line((0.22, 0.08), (0.22, 0.94), width=0.09),
        Fill(((0.22, 0.12), (0.86, 0.12), (0.68, 0.34), (0.86, 0.56), (0.22, 0.56))),
    ),
    "crown": (
        Fill(((0.10, 0.26), (0.32, 0.50), (0.5, 0.16), (0.68, 0.50), (0.90, 0.26), (0.82, 0.70),
              (0.18, 0.70))),
        _line((0.20, 0.84), (0.80, 0.84)),
    ),
    "robot": (
        _line((0.16, 0.34), (0.84, 0.34), (0.84, 0.86), (0.16, 0.86), closed=True, width=0.08),
        _line((0.5, 0.34), (0.5, 0.16), width=0.07),
        _dot(0.5, 0.13, 0.08), _dot(0.36, 0.54, 0.08), _dot(0.64, 0.54, 0.08),
        _line((0.36, 0.72), (0.64, 0.72), width=0.07),
    ),
    "star": (_star(0.5, 0.54, 0.46),),
    "burst": (_burst(),),
    "match": tuple(
        _line((0.5 + 0.4 * x, 0.5 + 0.4 * y), (0.5 - 0.4 * x, 0.5 - 0.4 * y), width=0.13)
        for x, y in ((0.0, 1.0), (0.866, 0.5), (0.866, -0.5))
    ),
    "swap": (
        _line((0.10, 0.32), (0.70, 0.32)), Fill(((0.62, 0.10), (0.94, 0.32), (0.62, 0.54))),
        _line((0.90, 0.70), (0.30, 0.70)), Fill(((0.38, 0.48), (0.06, 0.70), (0.38, 0.92))),
    ),
    "cards": (
        _line((0.36, 0.10), (0.88, 0.10), (0.88, 0.76), width=0.08),
        Fill(((0.12, 0.24), (0.70, 0.24), (0.70, 0.94), (0.12, 0.94))),
    ),
    "skip": (
        _line((0.16, 0.16), (0.46, 0.5), (0.16, 0.84), width=0.11),
        _line((0.50, 0.16), (0.80, 0.5), (0.50, 0.84), width=0.11),
    ),
    "staff": (
        _line((0.16, 0.84), (0.84, 0.16), width=0.11),
        _dot(0.17, 0.83, 0.12), _dot(0.83, 0.17, 0.12),
    ),
    "blade": (
        _line((0.84, 0.10), (0.34, 0.64), width=0.13),
        _line((0.18, 0.50), (0.50, 0.82), width=0.09),
        _line((0.32, 0.68), (0.14, 0.88), width=0.13),
    ),
    "crossbow": (
        Stroke(_arc(0.5, 0.62, 0.40, -165.0, -15.0), 0.10, closed=False),
        _line((0.11, 0.52), (0.89, 0.52), width=0.05), _line((0.5, 0.14), (0.5, 0.94), width=0.11),
    ),
    "wings": (
        _line((0.10, 0.18), (0.90, 0.82), width=0.11),
        _line((0.90, 0.18), (0.10, 0.82), width=0.11),
        _dot(0.5, 0.5, 0.17),
    ),
    "droid": (
        Fill(_arc(0.5, 0.36, 0.24, -180.0, 0.0)), _circle(0.5, 0.68, 0.25, 0.09),
        _dot(0.5, 0.68, 0.09),
    ),
    "double": (
        _line((0.06, 0.42), (0.40, 0.82), width=0.11),
        _line((0.40, 0.42), (0.06, 0.82), width=0.11),
        Stroke((*_arc(0.72, 0.34, 0.20, -170.0, 30.0), (0.54, 0.82), (0.94, 0.82)), 0.11,
               closed=False),
    ),
    "four": tuple(_dot(x, y, 0.19) for x in (0.27, 0.73) for y in (0.27, 0.73)),
    "rows": tuple(
        _line((x, y), (x + 0.30, y), width=0.12) for x in (0.10, 0.60) for y in (0.2, 0.5, 0.8)
    ),
    "helmet": _helmet(),
    "snowflake": _snowflake(),
    "flame": (
        Fill(((0.52, 0.04), (0.66, 0.28), (0.84, 0.46), (0.86, 0.68), (0.72, 0.90), (0.50, 0.96),
              (0.28, 0.90), (0.14, 0.68), (0.18, 0.48), (0.32, 0.54), (0.34, 0.30))),
    ),
    "chevrons": tuple(
        _line((0.14, y), (0.5, y - 0.26), (0.86, y), width=0.12) for y in (0.44, 0.66, 0.88)
    ),
    "crossguard": (
        _line((0.5, 0.06), (0.5, 0.94), width=0.13), _line((0.26, 0.66), (0.74, 0.66), width=0.11),
    ),
    "shield": (
        _line(
            *((0.5, 0.08), (0.86, 0.20), (0.82, 0.58), (0.5, 0.92), (0.18, 0.58), (0.14, 0.20)),
            closed=True,
        ),
        _line((0.5, 0.26), (0.5, 0.72)),
    ),
    "eye": (
        _line(
            *((0.04, 0.5), (0.26, 0.28), (0.5, 0.2), (0.74, 0.28)),
            *((0.96, 0.5), (0.74, 0.72), (0.5, 0.8), (0.26, 0.72)),
            closed=True,
        ),
        _dot(0.5, 0.5, 0.15),
    ),
    "press": (
        _circle(0.40, 0.26, 0.20, 0.07),
        _line((0.40, 0.26), (0.40, 0.62), width=0.14),
        Fill(((0.33, 0.55), (0.80, 0.56), (0.80, 0.76), (0.66, 0.94), (0.44, 0.94), (0.20, 0.68),
              (0.27, 0.60))),
    ),
    "hand": (
        _line((0.30, 0.62), (0.30, 0.26), width=0.12),
        _line((0.44, 0.54), (0.44, 0.14), width=0.12),
        _line((0.58, 0.54), (0.58, 0.18), width=0.12),
        _line((0.72, 0.58), (0.72, 0.30), width=0.12),
        Fill(((0.25, 0.55), (0.78, 0.52), (0.76, 0.74), (0.62, 0.92), (0.42, 0.92), (0.10, 0.60),
              (0.16, 0.54), (0.28, 0.62))),
    ),
    "menu": (_line((0.14, 0.26), (0.86, 0.26)), _line((0.14, 0.5), (0.86, 0.5)),
             _line((0.14, 0.74), (0.86, 0.74))),
    "undo": (_line((0.36, 0.12), (0.14, 0.34), (0.36, 0.56)),
             _line((0.16, 0.34), (0.62, 0.34), (0.78, 0.41), (0.86, 0.57), (0.78, 0.74),
                   (0.62, 0.82), (0.44, 0.82))),
    "right": (_line((0.12, 0.5), (0.86, 0.5), width=0.11),
              _line((0.58, 0.22), (0.86, 0.5), (0.58, 0.78), width=0.11)),
    "down": (_line((0.5, 0.12), (0.5, 0.86), width=0.12),
             _line((0.2, 0.56), (0.5, 0.86), (0.8, 0.56), width=0.12)),
    "tick": (_line((0.12, 0.54), (0.40, 0.80), (0.88, 0.24), width=0.12),),
    "search": (_circle(0.42, 0.42, 0.28),
               _line((0.63, 0.63), (0.88, 0.88))),
    "book": (_line((0.5, 0.20), (0.12, 0.12), (0.12, 0.78), (0.5, 0.88), (0.88, 0.78),
                   (0.88, 0.12), (0.5, 0.20)), _line((0.5, 0.20), (0.5, 0.88))),
    "dash": (_line((0.04, 0.5), (0.96, 0.5), width=0.12),),
    "disc": (_dot(0.5, 0.5, 0.48),),
}  # fmt: skip
