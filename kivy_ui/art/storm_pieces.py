"""Draws the goal tiles, action cards and robot dice of The Gathering Storm, lit from above.

Names are those of the game's pieces: ``goal/system_diversity``, ``action/trade``, ``robot/match``.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from PIL import Image

from companion.drawing.glyphs import Part, glyph
from kivy_ui.art.icons import ICONS, icon
from kivy_ui.art.pieces import die_picture
from kivy_ui.art.shading import (
    BLACK,
    WHITE,
    Box,
    Rgb,
    darker,
    down,
    ellipse,
    even,
    ink,
    lettering,
    lighter,
    plate,
    rim,
    rounded,
    stacked,
)

_GOALS: Final[Mapping[str, tuple[str, int]]] = MappingProxyType(
    {
        "galactic_standard_of_living": ("chip", 3),
        "system_diversity": ("four", 3),
        "overlord_discoveries": ("star", 3),
        "budget_surplus": ("cards", 3),
        "innovation_leader": ("rows", 3),
        "galactic_status": ("crown", 3),
        "greatest_military": ("blade", 5),
        "largest_industry": ("flask", 5),
        "greatest_infrastructure": ("develop", 5),
        "production_leader": ("produce", 5),
    }
)
"""Key -> symbol of what it counts, and its VP."""
_ACTIONS: Final[Mapping[str, tuple[str, str, Rgb]]] = MappingProxyType(
    {
        "explore": ("explore", "I", (86, 160, 232)),
        "develop": ("develop", "II", (214, 120, 88)),
        "settle": ("settle", "III", (96, 176, 120)),
        "trade": ("credits", "IV", (226, 176, 72)),
        "x2": ("double", "IV", (186, 132, 214)),
        "produce": ("produce", "V", (112, 190, 190)),
    }
)
"""Space -> symbol, printed phase, colour."""
_FACES: Final = {space: symbol for space, (symbol, _, _) in _ACTIONS.items()} | {
    "robot": "robot",
    "match": "match",
}
_TRACK: Final = range(6)
"""Spaces of the robot's tracks for credit and economy."""
_CARD: Final[Box] = (0.13, 0.02, 0.87, 0.98)
_TILE: Final[Box] = (0.03, 0.03, 0.97, 0.97)
_SMALL_GOAL: Final[Rgb] = (92, 186, 178)
_LARGE_GOAL: Final[Rgb] = (228, 178, 84)
_NIGHT: Final[Rgb] = (34, 52, 84)
_INK: Final[Rgb] = (20, 24, 34)


def pictures() -> Iterator[tuple[str, Image.Image]]:
    for goal, (symbol, points) in _GOALS.items():
        yield f"goal/{goal}", _goal(symbol, points)
    for space, (symbol, phase, colour) in _ACTIONS.items():
        yield f"action/{space}", _action(symbol, phase, colour)
    for face, symbol in _FACES.items():
        mark = even(ink(_symbol(symbol), (0.25, 0.18, 0.75, 0.68)), _INK)
        yield f"robot/{face}", stacked(die_picture("home", ""), mark)
    yield "storm/back", _back("globe")
    yield "storm/stack", _back("robot")
    yield "storm/none", _back("close")
    for number in _TRACK:
        yield f"track/{number}", _space(str(number))
    yield "storm/counter", _counter()


def _symbol(name: str) -> tuple[Part, ...]:
    """Return an icon, or the sign of a die's face."""
    return icon(name) if name in ICONS else glyph(name)


def _goal(symbol: str, points: int) -> Image.Image:
    """Draw a tile: what it counts, and its VP on a dark disc at the lower right."""
    ground = _LARGE_GOAL if points > 3 else _SMALL_GOAL
    tile, disc = rounded(_TILE, 0.16), ellipse((0.56, 0.56, 0.94, 0.94))
    return stacked(
        *plate(tile, ground, 0.4, 0.25, at=0.02),
        rim(tile, (0.0, -0.02), BLACK, 0.35),
        even(ink(_symbol(symbol), (0.12, 0.12, 0.66, 0.66)), _INK),
        *plate(disc, _NIGHT, 0.1, 0.4, 0.5, 0.012),
        even(lettering(str(points), (0.75, 0.75), 0.27), WHITE),
    )


def _action(symbol: str, phase: str, colour: Rgb) -> Image.Image:
    """Draw an action card: the phase in its upper left corner, a large symbol."""
    card, inner = rounded(_CARD, 0.1), rounded((0.18, 0.07, 0.82, 0.93), 0.07)
    return stacked(
        down(card, lighter(colour, 0.6), lighter(colour, 0.25)),
        down(inner, darker(colour, 0.15), darker(colour, 0.5)),
        rim(card, (0.0, 0.018), WHITE, 0.6),
        even(ink(_symbol(symbol), (0.25, 0.32, 0.75, 0.82)), WHITE),
        even(lettering(phase, (0.34, 0.2), 0.18), WHITE),
    )


def _back(symbol: str) -> Image.Image:
    return stacked(
        *plate(rounded(_CARD, 0.1), _NIGHT, 0.4, 0.25, 0.45),
        even(ink(icon(symbol), (0.27, 0.27, 0.73, 0.73)), lighter(_NIGHT, 0.6)),
    )


def _space(number: str) -> Image.Image:
    """Draw a space of a track: a dark plate with its number."""
    return stacked(
        *plate(rounded(_TILE, 0.2), _NIGHT, 0.1, 0.3, 0.5),
        even(lettering(number, (0.5, 0.5), 0.6), WHITE),
    )


def _counter() -> Image.Image:
    """Draw a 6-cost counter: a round token with the printed cost."""
    front, face = ellipse((0.05, 0.09, 0.95, 0.97)), ellipse((0.05, 0.03, 0.95, 0.91))
    return stacked(
        even(front, darker(_LARGE_GOAL, 0.6)),
        *plate(face, _LARGE_GOAL, 0.45, 0.15, at=0.02),
        even(lettering("6", (0.5, 0.47), 0.5), _INK),
    )
