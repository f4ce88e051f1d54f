"""Random legal mats of a roll: sorted, one selecting die, sometimes powers and Dictate."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.roll.model.dice import PHASES, Face, Phase, Place, PlacedDie
from companion.games.roll.model.effects import Target
from companion.games.roll.model.holdings import RolledDie
from companion.games.roll.rules.reassign import PowersAtHand, ReassignPower
from companion.players.seeded_random import SeededRandom

_BELOW: dict[Phase | None, Place] = {each: Place(each) for each in (*PHASES, None)}
_SELECTING = {phase: Place(phase, selecting=True) for phase in PHASES}
_COLUMNS = {phase.value: phase for phase in PHASES}


def arranged(
    rng: SeededRandom, rolled: Sequence[RolledDie], at_hand: PowersAtHand
) -> tuple[PlacedDie, ...]:
    """Return a random mat, reached by sorting, selecting, powers and Dictate (R-3.1 ff.)."""
    if not rolled:
        return ()
    mat = _Mat(rng, rolled)
    for power in at_hand.powers:
        if not rng.one_in(3):
            mat.use(power)
    uses = 1 if at_hand.dictate.uses is not None else 2
    for _ in range(uses):
        if rng.one_in(3):
            mat.dictate(at_hand.dictate.count.min, at_hand.dictate.count.max)
    return mat.dice()


class _Mat:
    """Columns by die; each die is moved at most once, so that checking the mat stays simple."""

    def __init__(self, rng: SeededRandom, rolled: Sequence[RolledDie]) -> None:
        self._rng = rng
        self._rolled = rolled
        self._columns: list[Phase | None] = [
            rng.choice(PHASES) if die.face is Face.WILD else _COLUMNS[str(die.face.value)]
            for die in rolled
        ]
        # Usually a phase is selected for which the player has workers.
        wanted = self._columns[rng.below(len(rolled))] or Phase.EXPLORE
        self._selected = rng.choice(PHASES) if rng.one_in(5) else wanted
        self._selecting = rng.below(len(rolled))
        self._free = [index for index in range(len(rolled)) if index != self._selecting]

    def use(self, power: ReassignPower) -> None:
        """Use a Reassign power on dice that it may move, if there are enough."""
        workers = power.workers
        able = [
            index
            for index in self._free
            if (not workers.colours or self._rolled[index].type in workers.colours)
            and self._rolled[index].type not in workers.not_colours
            and workers.from_phase in (None, self._columns[index])
        ]
        if workers.all_from_same_phase and able:
            column = self._columns[self._rng.choice(able)]
            able = [index for index in able if self._columns[index] is column]
        goals = _destinations(power, self._selected)
        able = [index for index in able if any(goal is not self._columns[index] for goal in goals)]
        separate = power.separate_destinations
        self._move(able, goals, power.count.min, power.count.max, separate=separate)

    def dictate(self, least: int, most: int) -> None:
        """Put one worker on the Dictate space and move others to any column (R-3.4)."""
        if len(self._free) < 1 + least:
            return
        aside = self._rng.choice(self._free)
        self._free.remove(aside)
        self._columns[aside] = None
        self._move(self._free, PHASES, least, most, separate=True)

    def _move(
        self, able: Sequence[int], goals: Sequence[Phase], least: int, most: int, *, separate: bool
    ) -> None:
        most = min(most, len(able))
        if most < least or most == 0:
            return
        moved = self._rng.sample(able, least + self._rng.below(most - least + 1))
        shared = self._rng.choice(goals)
        if not separate and any(self._columns[index] is shared for index in moved):
            return
        for index in moved:
            others = [goal for goal in goals if goal is not self._columns[index]]
            self._columns[index] = self._rng.choice(others) if separate else shared
            self._free.remove(index)

    def dice(self) -> tuple[PlacedDie, ...]:
        """Return the dice of the mat."""
        return tuple(
            PlacedDie(
                die.type,
                die.face,
                _SELECTING[self._selected]
                if index == self._selecting
                else _BELOW[self._columns[index]],
            )
            for index, die in enumerate(self._rolled)
        )


def _destinations(power: ReassignPower, selected: Phase) -> tuple[Phase, ...]:
    match power.to:
        case Target.ANY:
            return PHASES
        case Target.SELECTED_PHASE:
            return (selected,)
        case columns:
            return columns
