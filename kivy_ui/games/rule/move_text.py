"""Texts of Rule the Galaxy's instructions for moving pieces."""

from types import MappingProxyType
from typing import Final

from companion.games.instructions import Instruction, PieceKind, Place
from companion.games.rule.advance import MovementMarkerFlipped, UnitsAdvanced
from companion.games.rule.cards import Card
from companion.games.rule.layout import Where
from companion.games.rule.turn import DeckRenewed
from companion.games.rule.units import Unit, UnitKind
from companion.i18n import N_, Translator
from kivy_ui.common.event_text import EventContext
from kivy_ui.common.move_texts import MoveTexts
from kivy_ui.games.rule.event_text import EVENT_TEXTS
from kivy_ui.games.rule.words import card_word, unit_words
from kivy_ui.pages.page import Picture

_QUIET: Final = frozenset(
    {
        (Where.DECK, Where.AT_RISK),
        (Where.AT_RISK, Where.HAND),
        (Where.HAND, Where.HAND),
        (Where.DECK, Where.HAND),
        (Where.STACK, Where.FIELD),
        (Where.FIELD, Where.FIELD),
        (Where.DISCARD, Where.DECK),
        (Where.BESIDE, Where.DECK),
        (Where.MOVEMENT, Where.MOVEMENT),
    }
)
"""Moves made by the player who enters them, and moves covered by a note for all pieces."""
_PLACES: Final = MappingProxyType(
    {
        Where.DECK: ("card/back", N_("draw deck")),
        Where.DISCARD: ("card/back", N_("discard pile")),
        Where.BESIDE: ("card/back", N_("beside the discard pile")),
        Where.STACK: ("unit/back", N_("tile stack")),
        "box": ("symbol/box", N_("box")),
    }
)
"""Picture and name of the places that belong to nobody."""


def _piece(translate: Translator, move: Instruction) -> str:
    piece = move.piece
    match piece.kind:
        case PieceKind.CARD:
            return card_word(translate, Card(piece.key))
        case PieceKind.TILE if not piece.key:
            return translate("tile")
        case PieceKind.TILE:
            kind, _, hero = piece.key.partition(":")
            return unit_words(translate, Unit(UnitKind(kind), Card(hero) if hero else None))
        case _ if piece.key == "movement":
            return translate("Movement marker")
        case _:
            return translate("Bombardment marker")


def _place(t: EventContext, place: Place, _move: Instruction) -> str:
    translate = t.translate
    match place.name:
        case Where.FIELD:
            lane, row = place.detail.split(":")
            return translate("lane %(lane)s, field %(row)s", lane=lane, row=row)
        case Where.LANE:
            return translate("lane %(lane)s", lane=place.detail)
        case Where.HAND | Where.AT_RISK:
            return translate("cards of %(name)s", name=t.name(place.seat))
        case Where.CAPTURED:
            return translate("tiles of %(name)s", name=t.name(place.seat))
        case Where.MOVEMENT:
            white = place.detail == "white"
            return translate("white side up") if white else translate("red side up")
        case _:
            return translate(_PLACES.get(place.name, _PLACES["box"])[1])


def _quiet(move: Instruction) -> bool:
    return (move.source.name, move.target.name) in _QUIET or Where.MOVEMENT in (
        move.source.name,
        move.target.name,
    )


def _flipped(t: EventContext, _event: MovementMarkerFlipped) -> str:
    return t.translate("Turn the movement marker over.")


def _picture(move: Instruction) -> Picture | None:
    piece = move.piece
    match piece.kind:
        case PieceKind.CARD:
            return Picture(f"card/{piece.key}")
        case PieceKind.TILE if piece.key:
            return Picture(f"unit/{piece.key.rstrip(':').replace(':', '/')}")
        case PieceKind.TILE:
            return Picture("unit/back")
        case _:
            return Picture("marker/bombardment")


def _spot(move: Instruction) -> Picture | None:
    found = _PLACES.get(move.target.name)
    return None if found is None else Picture(found[0])


MOVE_TEXTS: Final = MoveTexts(
    _piece,
    _place,
    _quiet,
    MappingProxyType(
        {
            UnitsAdvanced: EVENT_TEXTS.sentences[UnitsAdvanced],
            DeckRenewed: EVENT_TEXTS.sentences[DeckRenewed],
            MovementMarkerFlipped: _flipped,
        }
    ),
    picture=_picture,
    spot=_spot,
)
