"""Draws the cards and tiles of Rule the Galaxy with symbols of our own, lit from the upper left.

Names are those of the game's pieces: ``card/rey``, ``unit/stormtrooper/rey``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from PIL import Image, ImageChops

from kivy_ui import theme
from kivy_ui.art.shading import (
    BLACK,
    WHITE,
    Box,
    Rgb,
    darker,
    down,
    even,
    ink,
    lighter,
    rgb,
    rim,
    rounded,
    stacked,
)
from kivy_ui.widgets.icons import icon

_CARDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "rey": "staff",
        "finn": "blade",
        "chewbacca": "crossbow",
        "poe": "wings",
        "bb8": "droid",
        "bombardment": "burst",
    }
)
_HEROES: Final = ("rey", "finn", "chewbacca", "poe")
_UNITS: Final[Mapping[str, tuple[str, bool]]] = MappingProxyType(
    {
        "infiltrator": ("arrow", True),
        "stormtrooper": ("helmet", True),
        "snowtrooper": ("snowflake", True),
        "flametrooper": ("flame", True),
        "sergeant": ("chevrons", False),
        "phasma": ("star", False),
        "kylo_ren": ("crossguard", False),
    }
)
"""Kind -> symbol, and whether it has the colour of a hero."""
_CARD: Final[Box] = (0.13, 0.02, 0.87, 0.98)
_TILE: Final[Box] = (0.03, 0.03, 0.97, 0.97)
_NIGHT: Final[Rgb] = (38, 48, 68)


def pictures() -> Iterator[tuple[str, Image.Image]]:
    """Draw all cards and tiles; yield names and pictures."""
    for card, symbol in _CARDS.items():
        yield f"card/{card}", _card(card, symbol)
    for kind, (symbol, coloured) in _UNITS.items():
        yield f"unit/{kind}", _unit(symbol, _HEROES if not coloured else ("",))
        for hero in _HEROES if coloured else ():
            yield f"unit/{kind}/{hero}", _unit(symbol, (hero,))
    yield "card/back", _back(_CARD)
    yield "unit/back", _back(_TILE)
    yield "marker/bombardment", _unit("burst", ("bombardment",))


def _ground(key: str) -> Rgb:
    return rgb(theme.PIECE_GROUNDS[key])


def _card(card: str, symbol: str) -> Image.Image:
    colour, dark = _ground(card), card == "bombardment"
    plate = rounded(_CARD, 0.11)
    inner = rounded((0.18, 0.07, 0.82, 0.93), 0.07)
    sign = ink(icon(symbol), (0.22, 0.22, 0.78, 0.78))
    return stacked(
        down(plate, lighter(colour, 0.55), darker(colour, 0.25)),
        down(inner, lighter(colour, 0.12), darker(colour, 0.12)),
        rim(plate, (0.0, 0.018), WHITE, 0.6),
        even(sign, lighter(colour, 0.7) if dark else darker(colour, 0.78)),
    )


def _unit(symbol: str, keys: tuple[str, ...]) -> Image.Image:
    """Draw a square tile: the colours that may pay, below the symbol; room for the strength."""
    plate = rounded(_TILE, 0.14)
    share = (_TILE[2] - _TILE[0]) / len(keys)
    layers = []
    for place, key in enumerate(keys):
        stripe = rounded((_TILE[0] + place * share, 0.0, _TILE[0] + (place + 1) * share, 1.0), 0.0)
        colour = _ground(key)
        mask = ImageChops.multiply(plate, stripe)
        layers.append(down(mask, lighter(colour, 0.4), darker(colour, 0.2)))
    dark = keys == ("bombardment",)
    sign = ink(icon(symbol), (0.12, 0.12, 0.88, 0.66))
    return stacked(
        *layers,
        rim(plate, (0.0, 0.02), WHITE, 0.6),
        rim(plate, (0.0, -0.02), BLACK, 0.35),
        even(sign, lighter(_ground(keys[0]), 0.75) if dark else (20, 24, 34)),
    )


def _back(box: Box) -> Image.Image:
    plate = rounded(box, 0.12)
    sign = ink(icon("helmet"), (0.28, 0.28, 0.72, 0.72))
    return stacked(
        down(plate, lighter(_NIGHT, 0.35), darker(_NIGHT, 0.2)),
        rim(plate, (0.0, 0.018), WHITE, 0.4),
        even(sign, lighter(_NIGHT, 0.45)),
    )
