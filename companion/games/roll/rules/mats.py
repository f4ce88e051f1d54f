"""Meaning of the dice on the players' mats: selections, workers, faults.

All functions are pure and work on recorded dice; the view decides what to show to whom.
"""

from collections import Counter
from collections.abc import Iterable
from enum import Enum
from typing import Final

from companion.games.roll.model.dice import COUNTS, KINDS, PHASES, DieType, Face, Phase, PlacedDie
from companion.games.roll.model.holdings import Holdings, contains

Dice = tuple[PlacedDie, ...]
_PHASES: Final = {face: None if face is Face.WILD else Phase(face.value) for face in Face}


class Fault(Enum):
    """What is wrong with a mat; the value is the code of the need that the view shows."""

    DOUBTFUL_DIE = "doubtful_die"
    NO_SELECTION = "no_selection"
    TWO_SELECTIONS = "two_selections"
    ALL_DICTATED = "all_dictated"
    UNUSUAL_PLACE = "unusual_place"


def phase_of(face: Face) -> Phase | None:
    """Return the phase that a face shows; None for the wild face."""
    return _PHASES[face]


def selection(dice: Dice) -> Phase | None:
    """Return the phase that the mat selects; None unless exactly one die selects (R-3.2)."""
    chosen = [die.place.phase for die in dice if die.place.selecting]
    return chosen[0] if len(chosen) == 1 else None


def workers(dice: Dice, active: Iterable[Phase]) -> tuple[tuple[Phase, int], ...]:
    """Return the number of workers for each active phase, the selecting die included (R-3.2)."""
    counts = Counter(die.place.phase for die in dice)
    return tuple((phase, counts[phase]) for phase in active)


def returned(dice: Dice, active: tuple[Phase, ...]) -> tuple[tuple[DieType, int], ...]:
    """Return the dice that go back to the cup at Reveal, by kind (R-4.3).

    These are the workers of inactive phases and the die on Dictate.
    """
    back = [die.type for die in dice if die.place.phase not in active]
    return tuple([(kind, back.count(kind)) for kind in KINDS if kind in back])


def active_phases(mats: Iterable[Dice], spare_die: Face | None) -> tuple[Phase, ...]:
    """Return the phases that happen: every selected one (R-4.1) and the spare die's (R-4.2)."""
    chosen = {selection(dice) for dice in mats}
    if spare_die is not None:
        chosen.add(phase_of(spare_die))
    return tuple(phase for phase in PHASES if phase in chosen)


def faults(dice: Dice) -> tuple[Fault, ...]:
    """Return what a person should check before the mat counts, most urgent first."""
    selecting = sum(die.place.selecting for die in dice)
    found = []
    if any(die.doubtful for die in dice):
        found.append(Fault.DOUBTFUL_DIE)
    if selecting == 0:
        found.append(Fault.NO_SELECTION)
    if selecting > 1:
        found.append(Fault.TWO_SELECTIONS)
    places = [die.place.phase for die in dice if not die.place.selecting]
    if places and not any(places):
        found.append(Fault.ALL_DICTATED)
    elif _is_unusual(dice):
        found.append(Fault.UNUSUAL_PLACE)
    return tuple(found)


def is_blocking(fault: Fault, dice: Dice) -> bool:
    """Whether the fault prevents Reveal from being confirmed.

    A player without dice cannot select; dice in unusual places may be the result of a power, and
    one (Galactic Mandate) lets a Dictate move nobody.
    """
    match fault:
        case Fault.DOUBTFUL_DIE | Fault.TWO_SELECTIONS:
            return True
        case Fault.NO_SELECTION:
            return bool(dice)
        case Fault.ALL_DICTATED | Fault.UNUSUAL_PLACE:
            return False


def is_plain(dice: Dice) -> bool:
    """Whether sorting and selecting alone explain the mat, so that no check is needed (R-3.1)."""
    selecting = sum(die.place.selecting for die in dice)
    return selecting == 1 and not any(die.place.phase is None or _is_moved(die) for die in dice)


def shows_the_roll(mat: Dice, held: Holdings) -> bool:
    """Whether the mat shows the rolled dice and faces, or the cup's dice if no roll was entered.

    An entered roll does not change (R-2.1).
    """
    if held.rolled:
        rolled = [(die.type, die.face) for die in held.rolled]
        return len(mat) == len(rolled) and contains(rolled, [(die.type, die.face) for die in mat])
    return len(mat) == len(held.cup) and contains(held.cup, [die.type for die in mat])


def too_many(mats: Iterable[Dice]) -> tuple[DieType, ...]:
    """Return the kinds with more dice on the mats than in the box (R-1.1)."""
    counts = Counter(die.type for dice in mats for die in dice)
    return tuple(kind for kind in KINDS if counts[kind] > COUNTS[kind])


def _is_unusual(dice: Dice) -> bool:
    """Whether sorting, selecting and Dictate alone cannot explain the columns.

    A die on Dictate allows one other die in a column that it does not show (R-3.4). More than that
    requires a Reassign power (R-3.3); whether the player has it is not checked here.
    """
    dictating = sum(die.place.phase is None for die in dice)
    return dictating > 1 or sum(map(_is_moved, dice)) > dictating


def _is_moved(die: PlacedDie) -> bool:
    """Whether the die is under a column that its face does not show."""
    shown = phase_of(die.face)
    under_a_column = die.place.phase is not None and not die.place.selecting
    return under_a_column and shown is not None and shown is not die.place.phase
