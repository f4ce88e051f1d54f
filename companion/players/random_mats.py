"""Random legal mats of a roll: sorted, one selecting die, sometimes powers and Dictate."""

from collections.abc import Sequence

from companion.games.roll.model.dice import PHASES, Face, Phase
from companion.games.roll.model.holdings import RolledDie
from companion.games.roll.rules.legal_mats import Mat, placed
from companion.games.roll.rules.reassign import PowersAtHand, tools
from companion.games.roll.rules.reassign_search import Tool
from companion.players.seeded_random import SeededRandom

_COLUMNS = {phase.value: phase for phase in PHASES}


def arranged(rng: SeededRandom, rolled: Sequence[RolledDie], at_hand: PowersAtHand) -> Mat:
    """Return a random mat, reached by sorting, selecting, powers and Dictate (R-3.1 ff.)."""
    if not rolled:
        return ()
    mat = _Mat(rng, rolled)
    *powers, dictate = tools(at_hand, mat.selected)
    for power in powers:
        if not rng.one_in(3):
            mat.use(power)
    uses = 1 if at_hand.dictate.uses is not None else 2
    for _ in range(uses):
        if rng.one_in(3):
            mat.dictate(dictate)
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
        self.selected = rng.choice(PHASES) if rng.one_in(5) else wanted
        self._selecting = rng.below(len(rolled))
        self._columns[self._selecting] = self.selected
        self._free = [index for index in range(len(rolled)) if index != self._selecting]

    def use(self, power: Tool) -> None:
        """Use a Reassign power on dice that it may move, if there are enough."""
        able = [
            index
            for index in self._free
            if self._rolled[index].type in power.dice
            and power.from_phase in (None, self._columns[index])
        ]
        if power.same_column and able:
            column = self._columns[self._rng.choice(able)]
            able = [index for index in able if self._columns[index] is column]
        goals = power.destinations
        able = [index for index in able if any(goal is not self._columns[index] for goal in goals)]
        self._move(able, power)

    def dictate(self, dictate: Tool) -> None:
        """Put one worker on the Dictate space and move others to any column (R-3.4)."""
        if len(self._free) < 1 + dictate.least:
            return
        aside = self._rng.choice(self._free)
        self._free.remove(aside)
        self._columns[aside] = None
        self._move(self._free, dictate)

    def _move(self, able: Sequence[int], tool: Tool) -> None:
        least, most, goals = tool.least, min(tool.most, len(able)), tool.destinations
        if most < least or most == 0:
            return
        moved = self._rng.sample(able, least + self._rng.below(most - least + 1))
        shared = self._rng.choice(goals)
        if not tool.separate and any(self._columns[index] is shared for index in moved):
            return
        for index in moved:
            others = [goal for goal in goals if goal is not self._columns[index]]
            self._columns[index] = self._rng.choice(others) if tool.separate else shared
            self._free.remove(index)

    def dice(self) -> Mat:
        return placed(self._rolled, self._columns, self._selecting)
