"""Draws the cards and tiles of Rule the Galaxy with symbols of our own, lit from the upper left.

Names are those of the game's pieces: ``card/rey``, ``unit/stormtrooper/rey``.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from PIL import Image, ImageChops

from kivy_ui import theme
from kivy_ui.art.icons import icon
from kivy_ui.art.shading import (
    BLACK,
    WHITE,
    Box,
    Rgb,
    darker,
    down,
    even,
    ink,
    lettering,
    lighter,
    plate,
    rgb,
    rim,
    rounded,
    stacked,
)

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
_UNITS: Final[Mapping[str, tuple[str, int, bool]]] = MappingProxyType(
    {
        "infiltrator": ("arrow", 1, True),
        "stormtrooper": ("helmet", 2, True),
        "snowtrooper": ("snowflake", 3, True),
        "flametrooper": ("flame", 5, True),
        "sergeant": ("chevrons", 6, False),
        "phasma": ("star", 6, False),
        "kylo_ren": ("crossguard", 8, False),
    }
)
"""Kind -> symbol, strength, and whether each has the colour of one hero."""
_CARD: Final[Box] = (0.13, 0.02, 0.87, 0.98)
_TILE: Final[Box] = (0.03, 0.03, 0.97, 0.97)
_NIGHT: Final[Rgb] = (38, 48, 68)
_INK: Final[Rgb] = (20, 24, 34)


def pictures() -> Iterator[tuple[str, Image.Image]]:
    for card, symbol in _CARDS.items():
        yield f"card/{card}", _card(card, symbol)
    for kind, (symbol, strength, coloured) in _UNITS.items():
        number = str(strength)
        yield f"unit/{kind}", _unit(symbol, ("",) if coloured else _HEROES, number)
        for hero in _HEROES if kind != "kylo_ren" else ():  # he has all colours
            yield f"unit/{kind}/{hero}", _unit(symbol, (hero,), number)
    yield "card/back", _back(_CARD)
    yield "unit/back", _back(_TILE)
    yield "marker/bombardment", _unit("burst", ("bombardment",), "")
    yield "marker/movement", _unit("arrow", ("bb8",), "")


def _ground(key: str) -> Rgb:
    return rgb(theme.PIECE_GROUNDS[key])


def _card(card: str, symbol: str) -> Image.Image:
    colour, dark = _ground(card), card == "bombardment"
    outer = rounded(_CARD, 0.11)
    inner = rounded((0.18, 0.07, 0.82, 0.93), 0.07)
    sign = ink(icon(symbol), (0.22, 0.22, 0.78, 0.78))
    return stacked(
        down(outer, lighter(colour, 0.55), darker(colour, 0.25)),
        down(inner, lighter(colour, 0.12), darker(colour, 0.12)),
        rim(outer, (0.0, 0.018), WHITE, 0.6),
        even(sign, lighter(colour, 0.7) if dark else darker(colour, 0.78)),
    )


def _unit(symbol: str, keys: tuple[str, ...], number: str) -> Image.Image:
    """Draw a square tile in the colours that may pay: its symbol, below it the strength."""
    tile = rounded(_TILE, 0.14)
    share = (_TILE[2] - _TILE[0]) / len(keys)
    layers = []
    for place, key in enumerate(keys):
        stripe = rounded((_TILE[0] + place * share, 0.0, _TILE[0] + (place + 1) * share, 1.0), 0.0)
        colour = _ground(key)
        mask = ImageChops.multiply(tile, stripe)
        layers.append(down(mask, lighter(colour, 0.4), darker(colour, 0.2)))
    dark = keys == ("bombardment",)
    sign = ink(icon(symbol), (0.24, 0.06, 0.76, 0.58) if number else (0.14, 0.14, 0.86, 0.86))
    tone = lighter(_ground(keys[0]), 0.75) if dark else _INK
    return stacked(
        *layers,
        rim(tile, (0.0, 0.02), WHITE, 0.6),
        rim(tile, (0.0, -0.02), BLACK, 0.35),
        even(sign, tone),
        even(lettering(number, (0.5, 0.77), 0.42), tone),
    )


def _back(box: Box) -> Image.Image:
    sign = ink(icon("helmet"), (0.28, 0.28, 0.72, 0.72))
    return stacked(
        *plate(rounded(box, 0.12), _NIGHT, 0.35, 0.2, 0.4),
        even(sign, lighter(_NIGHT, 0.45)),
    )
