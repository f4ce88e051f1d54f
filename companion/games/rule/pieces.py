"""Cards and units in questions: their keys; which unit a tile is, its strength, then its colour."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Final

from companion.games import question as q
from companion.games.question import Piece, pieces_of, text
from companion.games.rule.cards import HEROES, Card
from companion.games.rule.units import ONE_COLOUR, STRENGTH, UNITS, Unit, UnitKind

card_piece: Final = pieces_of("card", Card)


def unit_piece(unit: Unit) -> Piece:
    return Piece(f"unit/{unit_key(unit)}")


def unit_key(unit: Unit) -> str:
    """Return the key of a unit: its kind, and the hero of its colour."""
    return unit.kind.value if unit.hero is None else f"{unit.kind.value}/{unit.hero.value}"


def card_of(piece: Piece) -> Card:
    return Card(piece.key.removeprefix("card/"))


def unit_of(piece: Piece) -> Unit:
    kind, _, hero = piece.key.removeprefix("unit/").partition("/")
    return Unit(UnitKind(kind), Card(hero) if hero else None)


_UNITS: Final = {unit_key(unit): unit for unit in UNITS}


def unit_answers(answer: Callable[[Unit], q.Answer]) -> tuple[q.Answer, ...]:
    """Return the kinds of units; the colour of a kind that has one is asked then.

    Args:
        answer: returns the answer that is a unit, with its key.
    """
    usual = tuple(_of_kind(answer, kind) for kind in UnitKind)
    painted = (replace(answer(unit), minor=True) for unit in UNITS if unit.painted)
    return (*usual, *painted)


def _of_kind(answer: Callable[[Unit], q.Answer], kind: UnitKind) -> q.Answer:
    strength = text("%(number)s", number=STRENGTH[kind])
    if kind not in ONE_COLOUR:
        return replace(answer(Unit(kind)), short=strength)
    colours = tuple(
        replace(answer(Unit(kind, hero)), key=hero.value, text=q.shown(card_piece(hero)))
        for hero in HEROES
    )
    piece = Piece(f"unit/{kind.value}")
    asked = text("Which colour is the %(unit)s?", unit=piece)
    found = q.following(kind.value, q.shown(piece), q.Choose(asked, colours), (piece,))
    return replace(found, short=strength)


def units_on(path: q.Path) -> Iterator[Unit]:
    """Yield the units that an answer names, as far as it goes."""
    for first, then in pairwise((*map(str, path), "")):
        unit = _UNITS.get(first) or _UNITS.get(f"{first}/{then}")
        if unit is not None:
            yield unit
