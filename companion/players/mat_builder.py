"""Greedy construction of the best mat for given values of workers, without enumeration.

For every phase that could be selected, the selecting die, wild dice, powers and Dictate are used
one after the other where they add the most value. The result is always legal (R-3.1 to R-3.6),
because every step is a legal one.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.games.roll.model.dice import PHASES, Phase
from companion.games.roll.model.holdings import RolledDie
from companion.games.roll.rules.legal_mats import Mat, placed
from companion.games.roll.rules.mats import phase_of
from companion.games.roll.rules.reassign import PowersAtHand, tools
from companion.games.roll.rules.reassign_search import Column, Tool

Values = Mapping[Phase, Sequence[float]]
"""Value of the first, second, ... worker of each phase."""

_ENOUGH = 1e-6


@dataclass(frozen=True, slots=True)
class Candidate:
    """A mat that selects ``phase``, and its value."""

    phase: Phase
    value: float
    mat: Mat


def best_mats(
    rolled: Sequence[RolledDie],
    at_hand: PowersAtHand,
    workers: Values,
    chances: Mapping[Phase, float],
    phases: Sequence[Phase] = PHASES,
) -> Iterator[Candidate]:
    """Yield for each of *phases* the best mat found that selects it.

    Args:
        rolled: the dice, at least one.
        at_hand: Reassign powers and Dictate.
        workers: values of workers if their phase is active.
        chances: probability of each phase without the player's selection.
        phases: the phases to select.
    """
    for phase in phases:
        values = {
            each: [value * (1.0 if each is phase else chances[each]) for value in row]
            for each, row in workers.items()
        }
        alike, best = set(), None
        for selecting, die in enumerate(rolled):
            if die in alike:
                continue
            alike.add(die)
            arranged = _Arranged(rolled, phase, selecting, values)
            if best is None or arranged.value > best.value:
                best = arranged
        if best is not None:
            best.use_powers(at_hand)
            yield Candidate(phase, best.value, best.placed())


class _Arranged:
    """The columns of all dice during the optimisation."""

    def __init__(
        self, rolled: Sequence[RolledDie], phase: Phase, selecting: int, values: Values
    ) -> None:
        self._rolled = rolled
        self._phase = phase
        self._selecting = selecting
        self._values = values
        self._columns: list[Column] = [phase_of(die.face) for die in rolled]
        self._columns[selecting] = phase
        self._counts = dict.fromkeys(PHASES, 0)
        self.value = 0.0
        wild = []
        for number, column in enumerate(self._columns):
            if column is None:
                wild.append(number)
            else:
                self._add(column)
        for number in wild:
            column = max(PHASES, key=self._gain)
            self._columns[number] = column
            self._add(column)

    def _gain(self, column: Phase) -> float:
        """Return the value of one more worker in the column."""
        row = self._values[column]
        count = self._counts[column]
        return row[count] if count < len(row) else 0.0

    def _loss(self, column: Phase) -> float:
        """Return the value of the last worker in the column."""
        row = self._values[column]
        count = self._counts[column]
        return row[count - 1] if count <= len(row) else 0.0

    def _add(self, column: Phase) -> None:
        self.value += self._gain(column)
        self._counts[column] += 1

    def _take(self, column: Phase) -> None:
        self.value -= self._loss(column)
        self._counts[column] -= 1

    def use_powers(self, at_hand: PowersAtHand) -> None:
        """Use the powers, then Dictate, as far as they add value."""
        *powers, dictate = tools(at_hand, self._phase)
        for tool in powers:
            self._improve(tool)
        for _ in range(1 if at_hand.dictate.uses is not None else len(self._rolled)):
            if not self._dictate(dictate):
                break

    def _improve(self, tool: Tool) -> bool:
        """Apply the best moves with *tool*; return False, without changes, if nothing improves."""
        before, columns, counts = self.value, list(self._columns), dict(self._counts)
        best, found = before, None
        for origin in PHASES if tool.same_column else (tool.from_phase,):
            goals = PHASES if tool.separate else tool.destinations
            for goal in (None,) if tool.separate else goals:
                self._move_each(tool, origin, goal)
                if self.value > best + _ENOUGH:
                    best, found = self.value, (list(self._columns), dict(self._counts))
                self.value = before
                self._columns, self._counts = list(columns), dict(counts)
        if found is None:
            return False
        self.value, (self._columns, self._counts) = best, found
        return True

    def _move_each(self, tool: Tool, origin: Phase | None, goal: Phase | None) -> None:
        """Move dice one by one, greedily; nothing if fewer than the minimum can be moved."""
        start, columns, counts = self.value, list(self._columns), dict(self._counts)
        moved: set[int] = set()
        for _ in range(tool.most):
            must = len(moved) < tool.least
            step = self._best_move(tool, origin, goal, moved)
            if step is None or (step[0] <= _ENOUGH and not must):
                break
            _, number, target = step
            column = self._columns[number]
            assert column is not None  # noqa: S101 - only dice in columns are moved
            self._take(column)
            self._add(target)
            self._columns[number] = target
            moved.add(number)
        if len(moved) < tool.least:
            self.value, self._columns, self._counts = start, columns, counts

    def _best_move(
        self, tool: Tool, origin: Phase | None, goal: Phase | None, moved: set[int]
    ) -> tuple[float, int, Phase] | None:
        best = None
        tried = set()
        for number, column in enumerate(self._columns):
            die = self._rolled[number].type
            if (
                column is None
                or number == self._selecting
                or number in moved
                or die not in tool.dice
                or (origin is not None and column is not origin)
                or (column, die) in tried
            ):
                continue
            tried.add((column, die))
            loss = self._loss(column)
            for target in tool.destinations if goal is None else (goal,):
                gain = self._gain(target) - loss
                if target is not column and (best is None or gain > best[0]):
                    best = gain, number, target
        return best

    def _dictate(self, tool: Tool) -> bool:
        """Put the least valuable worker on the Dictate space if moving others gains more."""
        free = [
            number
            for number, column in enumerate(self._columns)
            if column is not None and number != self._selecting
        ]
        if len(free) < 1 + max(1, tool.least):
            return False
        before, columns, counts = self.value, list(self._columns), dict(self._counts)
        aside = min(free, key=lambda number: self._loss(self._columns[number] or self._phase))
        column = self._columns[aside]
        assert column is not None  # noqa: S101 - chosen from free
        self._take(column)
        self._columns[aside] = None
        if self._improve(tool) and self.value > before + _ENOUGH:
            return True
        self.value, self._columns, self._counts = before, columns, counts
        return False

    def placed(self) -> Mat:
        return placed(self._rolled, self._columns, self._selecting)
