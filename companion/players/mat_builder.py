"""The best mat for given values of workers: without looking at all of them.

For every phase that could be selected the wild dice, the selecting die, the powers and Dictate are
put where they add the most, one after the other. What comes out can always be reached (R-3.1 to
R-3.6), because every step is one of the rules'.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.games.roll.model.commands import PlacedDie
from companion.games.roll.model.dice import PHASES, Phase
from companion.games.roll.model.holdings import RolledDie
from companion.games.roll.rules.mats import phase_of
from companion.games.roll.rules.reassign import PowersAtHand, tools
from companion.games.roll.rules.reassign_search import Tool
from companion.players.mats import BELOW, SELECTING, Column, Mat

Values = Mapping[Phase, Sequence[float]]
"""What the first, second, ... worker of each phase is worth."""

_ENOUGH = 1e-6


@dataclass(frozen=True, slots=True)
class Candidate:
    """A mat that selects ``phase``, and what it is worth."""

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
        at_hand: powers and Dictate.
        workers: what workers are worth if their phase is active.
        chances: how likely each phase is active without the player's selection.
        phases: those that may be selected.
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
    """Columns of all dice while they are being improved."""

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
        """What another worker there is worth."""
        row = self._values[column]
        count = self._counts[column]
        return row[count] if count < len(row) else 0.0

    def _loss(self, column: Phase) -> float:
        """What the last worker there is worth."""
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
        """Use what gains something: the powers, then Dictate."""
        *powers, dictate = tools(at_hand, self._phase)
        for tool in powers:
            self._improve(tool)
        for _ in range(1 if at_hand.dictate.uses is not None else len(self._rolled)):
            if not self._dictate(dictate):
                break

    def _improve(self, tool: Tool) -> bool:
        """Move as many dice as gain something; everything is put back where nothing does."""
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
        """Move dice one after the other; nothing at all where there are too few."""
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
        """Set the least useful worker aside where moving others gains more than it costs."""
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
        assert column is not None  # noqa: S101 - taken out of the free ones
        self._take(column)
        self._columns[aside] = None
        if self._improve(tool) and self.value > before + _ENOUGH:
            return True
        self.value, self._columns, self._counts = before, columns, counts
        return False

    def placed(self) -> Mat:
        """What lies on the mat."""
        return tuple(
            PlacedDie(
                die.type,
                die.face,
                SELECTING[self._phase] if number == self._selecting else BELOW[column],
            )
            for number, (die, column) in enumerate(zip(self._rolled, self._columns, strict=True))
        )
