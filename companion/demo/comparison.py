"""Corrections of a recorded mat that differs from the dice on the table."""

from collections.abc import Sequence

from companion.games.roll.model.dice import DieType, Face, Place, PlacedDie
from companion.games.roll.phases.reveal import AddDie, CorrectDie, RemoveDie
from companion.games.roll.rules.judge import Command

Kind = tuple[DieType, Face, Place]


def first_correction(
    seat: int, recorded: Sequence[PlacedDie], in_fact: Sequence[PlacedDie]
) -> Command | None:
    """Return the next correction of a seat's mat; None if no die is wrong or doubtful.

    The order of dice is ignored. Applying the returned command repeatedly terminates after at most
    as many steps as there are dice.
    """
    missing = [_kind(die) for die in in_fact]
    wrong: list[int] = []
    for index, die in enumerate(recorded):
        if _kind(die) in missing:
            missing.remove(_kind(die))
        else:
            wrong.append(index)
    for index, die in enumerate(recorded):
        if die.doubtful and index not in wrong:
            return CorrectDie(seat, index, PlacedDie(*_kind(die)))
    if wrong and missing:
        return _replace(seat, recorded, wrong, missing)
    if wrong:
        return RemoveDie(seat, wrong[-1])
    if missing:
        return AddDie(seat, PlacedDie(*missing[0]))
    return None


def _replace(
    seat: int, recorded: Sequence[PlacedDie], wrong: list[int], missing: list[Kind]
) -> CorrectDie:
    """Correct the most similar pair: a misread die is rarely wrong in everything."""
    index, kind = max(
        ((index, kind) for index in wrong for kind in missing),
        key=lambda pair: _likeness(_kind(recorded[pair[0]]), pair[1]),
    )
    return CorrectDie(seat, index, PlacedDie(*kind))


def _likeness(one: Kind, other: Kind) -> int:
    return sum(a == b for a, b in zip(one, other, strict=True))


def _kind(die: PlacedDie) -> Kind:
    return die.type, die.face, die.place
