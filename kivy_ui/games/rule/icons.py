"""Icons of cards and tiles: the colour is the hero's, the number the strength."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from companion.games.question import Piece
from companion.games.rule.cards import HEROES, Card, Cards
from companion.games.rule.pieces import card_of, unit_of
from companion.games.rule.units import STRENGTH, Unit, UnitKind
from kivy_ui.common.board.faces import Face, FaceShape
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.question_page import PieceLooks
from kivy_ui.games.rule.words import piece_word

_CARD_ICONS: Final = MappingProxyType(
    {
        Card.REY: "staff",
        Card.FINN: "blade",
        Card.CHEWBACCA: "crossbow",
        Card.POE: "wings",
        Card.BB8: "droid",
        Card.BOMBARDMENT: "burst",
    }
)
_UNIT_ICONS: Final = MappingProxyType(
    {
        UnitKind.INFILTRATOR: "arrow",
        UnitKind.STORMTROOPER: "helmet",
        UnitKind.SNOWTROOPER: "snowflake",
        UnitKind.FLAMETROOPER: "flame",
        UnitKind.SERGEANT: "chevrons",
        UnitKind.PHASMA: "star",
        UnitKind.KYLO_REN: "crossguard",
    }
)
MARKER: Final = Face(FaceShape.TILE, ("bombardment",), "burst", "?").name
"""A face-down bombardment marker."""
TILE_BACK: Final = Face(FaceShape.TILE, ("table",), "helmet").name
DISCARDED: Final = Face(FaceShape.CARD, ("table",), "down").name
"""The discard pile."""
_ALL_COLOURS: Final = tuple(hero.value for hero in HEROES)


def card_face(card: Card, *, at_risk: bool = False) -> str:
    """Return the name of a card's image."""
    return Face(FaceShape.CARD, (card.value,), _CARD_ICONS[card], at_risk=at_risk).name


_PILES: Final = MappingProxyType(
    {"deck": "cards", "discard": DISCARDED, "beside": card_face(Card.BOMBARDMENT)}
)


def kind_face(kind: UnitKind) -> str:
    """Return the name of the image of a kind of tile, without its colour."""
    return Face(FaceShape.TILE, (), _UNIT_ICONS[kind], str(STRENGTH[kind])).name


def unit_face(unit: Unit) -> str:
    """Return the name of a tile's image: icon of the kind, strength, colours that may pay."""
    colours = (unit.hero.value,) if unit.hero is not None else _ALL_COLOURS
    return Face(FaceShape.TILE, colours, _UNIT_ICONS[unit.kind], str(unit.strength)).name


def piece_icon(piece: Piece, text: str = "") -> Icon:
    """Return the icon of a piece of a question, with a text beside it."""
    kind, _, key = piece.key.partition("/")
    match kind:
        case "card":
            return Icon(card_face(card_of(piece)), text)
        case "unit":
            return Icon(unit_face(unit_of(piece)), text)
        case "marker":
            return Icon(Face(FaceShape.TILE, ("bombardment",), "burst", key).name, text)
        case _:
            return Icon(_PILES[key], text)


LOOKS: Final = PieceLooks(piece_word, piece_icon)


def card_icons(cards: Cards, *, at_risk: bool = False) -> tuple[Icon, ...]:
    """Return the cards' icons by kind with their counts."""
    return tuple(
        Icon(card_face(card, at_risk=at_risk), str(cards.count(card)))
        for card in Card
        if card in cards
    )


def unit_icons(units: tuple[Unit, ...]) -> tuple[Icon, ...]:
    """Return the tiles' icons."""
    return tuple(Icon(unit_face(unit)) for unit in units)
