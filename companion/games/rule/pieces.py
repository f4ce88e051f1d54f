"""Keys of cards and units: in answers, and for their pictures and words."""

from __future__ import annotations

from typing import Final

from companion.games.question import Piece, pieces_of
from companion.games.rule.cards import Card
from companion.games.rule.units import Unit, UnitKind

card_piece: Final = pieces_of("card", Card)


def unit_piece(unit: Unit) -> Piece:
    """Return the picture of a unit."""
    return Piece(f"unit/{unit_key(unit)}")


def unit_key(unit: Unit) -> str:
    """Return the key of a unit: its kind, and the hero of its colour."""
    return unit.kind.value if unit.hero is None else f"{unit.kind.value}/{unit.hero.value}"


def card_of(piece: Piece) -> Card:
    """Return the card of a piece."""
    return Card(piece.key.removeprefix("card/"))


def unit_of(piece: Piece) -> Unit:
    """Return the unit of a piece."""
    kind, _, hero = piece.key.removeprefix("unit/").partition("/")
    return Unit(UnitKind(kind), Card(hero) if hero else None)
