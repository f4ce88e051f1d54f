"""Checks whether sorting, selecting, Reassign powers and Dictate can produce an assignment.

Input is the mat at Reveal. The result lists the powers that explain it, as few as possible, or the
smallest set of faults (R-3.1 to R-3.6).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain, combinations
from typing import Final

from companion.games.roll.model.dice import KINDS, PHASES, Phase, PlacedDie
from companion.games.roll.model.effects import (
    CountRange,
    DictateModifier,
    Reassign,
    Target,
)
from companion.games.roll.model.tiles import Side, effects_of
from companion.games.roll.rules.income import EmpireInPhase, holds
from companion.games.roll.rules.mats import phase_of
from companion.games.roll.rules.reassign_search import (
    Budget,
    Piece,
    SearchTooLongError,
    Tool,
    Use,
    find_uses,
)

DICTATE: Final = "dictate"
"""Key of Dictate, which everybody has (R-3.4)."""

_ONE: Final = CountRange(1, 1)
_EVERY_DIE: Final = frozenset(KINDS)
_DESTINATIONS: Final = {Target.ANY: PHASES, Target.SELECTED_PHASE: ()}


@dataclass(frozen=True, slots=True)
class DictateRule:
    """How a player may Dictate: how often (None: without limit), and how many workers move.

    ``repeated_by`` and ``widened_by`` are the tiles that change it; empty for the plain rule.
    """

    uses: int | None = 1
    count: CountRange = _ONE
    repeated_by: str = ""
    widened_by: str = ""


@dataclass(frozen=True, slots=True)
class PowersAtHand:
    """What may move a player's workers; *powers* have no destinations for the selected phase."""

    powers: tuple[Tool, ...] = ()
    dictate: DictateRule = DictateRule()


def powers_at_hand(own: Sequence[Side], others: Iterable[Sequence[Side]] = ()) -> PowersAtHand:
    """Return the powers of a tableau that work while assigning.

    Some compare it with the tableaus of the *others* (Mad Scientists).
    """
    empire = EmpireInPhase(tuple(own), tuple(tuple(tableau) for tableau in others))
    powers, dictate = [], DictateRule()
    for side, change in effects_of(own, DictateModifier):
        if change.unlimited_uses:
            dictate = replace(dictate, uses=None, repeated_by=side.key)
        if change.reassign_count is not None:
            dictate = replace(dictate, count=change.reassign_count, widened_by=side.key)
    for side, effect in effects_of(own, Reassign):
        count = _count(effect, empire)
        if count is not None:
            powers.append(_tool(side.key, effect, count))
    return PowersAtHand(tuple(powers), dictate)


def _tool(tile: str, effect: Reassign, count: CountRange) -> Tool:
    workers, to = effect.workers, effect.to
    return Tool(
        name=tile,
        least=count.min,
        most=count.max,
        dice=frozenset(workers.colours or KINDS) - frozenset(workers.not_colours),
        destinations=_DESTINATIONS[to] if isinstance(to, Target) else to,
        from_phase=workers.from_phase,
        same_column=workers.all_from_same_phase,
        separate=effect.separate_destinations,
    )


def _count(effect: Reassign, empire: EmpireInPhase) -> CountRange | None:
    if effect.count is not None:
        return effect.count
    return next(
        (case.count for case in effect.count_by_condition if holds(case.condition, empire)), None
    )


class WrongCode(Enum):
    """What can be wrong with an assignment; the value is stable."""

    NO_SELECTION = "no_selection"
    TWO_SELECTIONS = "two_selections"
    TOO_MANY_DICTATED = "too_many_dictated"
    ALL_DICTATED = "all_dictated"
    DICTATE_MOVES_NOTHING = "dictate_moves_nothing"
    MISPLACED = "misplaced"


@dataclass(frozen=True, slots=True)
class Wrong:
    """One fault of an assignment, as a message.

    Attributes:
        template: the English sentence with its placeholders.
        dice: the indexes of the dice concerned, in the order of the mat.
        values: for the placeholders of ``template``: numbers, keys of dice, faces and columns.
    """

    code: WrongCode
    template: str
    dice: tuple[int, ...] = ()
    values: tuple[tuple[str, object], ...] = ()

    @property
    def params(self) -> dict[str, object]:
        """The values by their names."""
        return dict(self.values)

    @property
    def message(self) -> str:
        """The English sentence."""
        return self.template % self.params


class Verdict(Enum):
    """Result of the check. UNDECIDED: too many powers for a complete search; not a fault."""

    LEGAL = "legal"
    WRONG = "wrong"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Judgement:
    """The result of checking an assignment.

    Attributes:
        uses: LEGAL: powers and Dictates in a valid order, as few as possible. Dice are indexes on
            the mat.
        wrong: WRONG: the smallest set of faults.
    """

    verdict: Verdict
    uses: tuple[Use, ...] = ()
    wrong: tuple[Wrong, ...] = ()


def judge(dice: Sequence[PlacedDie], at_hand: PowersAtHand = PowersAtHand()) -> Judgement:
    """Return whether the mat is possible, and its explanation.

    Exactly one die selects; it cannot be moved (R-3.2; a table that allows dictating it and
    selecting again reaches no other arrangement). Dice below the strip are in the column of their
    face, wild ones anywhere; all others must have been moved there by powers, each used at most
    once, or by Dictate, once for each die on the Dictate place.
    """
    selecting = tuple(number for number, die in enumerate(dice) if die.place.selecting)
    if not selecting:
        return _wrong(_fault(WrongCode.NO_SELECTION, template="No die selects a phase."))
    if len(selecting) > 1:
        template = "%(count)s dice select a phase; only one is allowed."
        count = len(selecting)
        return _wrong(_fault(WrongCode.TWO_SELECTIONS, selecting, template=template, count=count))
    dictated = tuple(number for number, die in enumerate(dice) if die.place.phase is None)
    most = at_hand.dictate.uses
    if most is not None and len(dictated) > most:
        template = "%(count)s dice are on Dictate; at most %(most)s are allowed."
        too_many, count = WrongCode.TOO_MANY_DICTATED, len(dictated)
        return _wrong(_fault(too_many, dictated, template=template, count=count, most=most))
    if dictated and len(dice) - len(dictated) - len(selecting) < at_hand.dictate.count.min:
        template = "All workers are on Dictate; a Dictate also moves one below the strip (R-3.4)."
        return _wrong(_fault(WrongCode.ALL_DICTATED, dictated, template=template))
    return _Case(tuple(dice), selecting[0], dictated, at_hand).judgement()


_FIXED: Final = Piece(None, None, Phase.EXPLORE)


@dataclass(frozen=True, slots=True)
class _Case:
    """An assignment with one selection and a possible number of Dictates."""

    dice: tuple[PlacedDie, ...]
    selecting: int
    dictated: tuple[int, ...]
    at_hand: PowersAtHand

    def judgement(self) -> Judgement:
        try:
            uses = self._uses((), Budget())
        except SearchTooLongError:
            return Judgement(Verdict.UNDECIDED)
        if uses is not None:
            return Judgement(Verdict.LEGAL, uses=uses)
        budget, misplaced = Budget(), self._misplaced()
        sizes = range(1, len(misplaced) + 1)
        ignored = chain((self.dictated,), *(combinations(misplaced, size) for size in sizes))
        try:
            smallest = next(
                (each for each in ignored if self._uses(each, budget) is not None), None
            )
        except SearchTooLongError:  # wrong, but the smallest set of faults is not known
            smallest = None
        return _wrong(*self._faults((*misplaced, *self.dictated) if smallest is None else smallest))

    def _misplaced(self) -> list[int]:
        """Indexes of the dice under another column than that of their face."""
        return [
            number
            for number, die in enumerate(self.dice)
            if number != self.selecting
            and die.place.phase is not None
            and phase_of(die.face) not in (None, die.place.phase)
        ]

    def _faults(self, numbers: Sequence[int]) -> Iterator[Wrong]:
        for number in numbers:
            die = self.dice[number]
            if die.place.phase is not None:
                yield _fault(
                    WrongCode.MISPLACED,
                    (number,),
                    template="%(die)s shows %(face)s but is under %(column)s: no power allows it.",
                    die=die.type.value,
                    face=die.face.value,
                    column=die.place.phase.value,
                )
        if any(number in self.dictated for number in numbers):
            template = "A die is on Dictate, but no worker was moved for it."
            yield _fault(WrongCode.DICTATE_MOVES_NOTHING, self.dictated, template=template)

    def _uses(self, ignored: Sequence[int], budget: Budget) -> tuple[Use, ...] | None:
        """Return the uses that explain all but the *ignored* dice; None if there are none."""
        pieces = tuple(
            _FIXED
            if number in (self.selecting, *ignored)
            else Piece(die.type, phase_of(die.face), die.place.phase)
            for number, die in enumerate(self.dice)
        )
        *powers, dictate = tools(self.at_hand, self.dice[self.selecting].place.phase)
        dictates = [dictate] * sum(piece.column is None for piece in pieces)
        return find_uses(pieces, (*powers, *dictates), budget)


def tools(at_hand: PowersAtHand, selected: Phase | None) -> tuple[Tool, ...]:
    """Return the tools that may move dice if *selected* is the phase: powers, last one Dictate."""
    count = at_hand.dictate.count
    dictate = Tool(DICTATE, count.min, count.max, _EVERY_DIE, PHASES, sets_aside=True)
    here = () if selected is None else (selected,)
    powers = [p if p.destinations else replace(p, destinations=here) for p in at_hand.powers]
    return *powers, dictate


def _fault(
    code: WrongCode, dice: tuple[int, ...] = (), *, template: str, **values: object
) -> Wrong:
    return Wrong(code, template, dice, tuple(values.items()))


def _wrong(*things: Wrong) -> Judgement:
    return Judgement(Verdict.WRONG, wrong=things)
