"""Dice as they lie on a mat: by phase, as pictures of a page."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from companion.games.roll.model.dice import FACES, PHASES, DieType, Face, Phase, Place, PlacedDie
from kivy_ui.games.roll.texts.words import Words
from kivy_ui.pages.page import Look, Picture
from kivy_ui.pages.rounds import Cell, Column

PLACES: Final = (
    *(Place(phase, selecting=True) for phase in PHASES),
    *(Place(phase) for phase in PHASES),
    Place(None),
)
"""All places of a mat: the selection places, the columns, Dictate."""


def die_picture(die: PlacedDie, *, marked: bool = False) -> Picture:
    """Return a die with its face; *marked* if somebody has to look at it."""
    look = Look.DOUBTFUL if marked else Look.NORMAL
    return Picture(f"die/{die.type.value}/{die.face.value}", look)


def columns(
    words: Words,
    dice: tuple[PlacedDie, ...],
    key: Callable[[Phase | None], object],
    *,
    marked: Collection[int] = (),
    dictate: bool = False,
) -> tuple[Column, ...]:
    """Return the phases with their dice, the selecting one first.

    Args:
        key: phase -> what a touch returns; None for Dictate.
        marked: indices of the dice that somebody has to look at.
        dictate: whether Dictate has a column even without dice.
    """
    found = []
    for phase in (*PHASES, None):
        here = [index for index, die in enumerate(dice) if die.place.phase is phase]
        here.sort(key=lambda index: not dice[index].place.selecting)
        if phase is None and not here and not dictate:
            continue
        selecting = 0 if here and dice[here[0]].place.selecting else None
        pictures = tuple(die_picture(dice[index], marked=index in marked) for index in here)
        name = words.translate("Dictate") if phase is None else words.phase(phase)
        cell = Cell(pictures, selecting)
        found.append(Column(phase.value if phase else "", name, bool(here), (cell,), key(phase)))
    return tuple(found)


def usual(kind: DieType, place: Place) -> PlacedDie:
    """Return a die at a place with the face that it most likely shows there."""
    face = Face(place.phase.value) if place.phase is not None else FACES[kind][0]
    if face not in FACES[kind]:
        face = Face.WILD if Face.WILD in FACES[kind] else FACES[kind][0]
    return PlacedDie(kind, face, place)
