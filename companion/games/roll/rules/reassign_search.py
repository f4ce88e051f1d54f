"""Finds a sequence of Reassign powers and Dictates in which one enables the next.

This is a small planning problem: every die starts in the column of its face (a wild one in any),
every power is used at most once, in any order, and its icon is matched against the current column
of a die (R-3.3 to R-3.5). Powers can therefore be chained: one moves a die into the Explore column,
the next may move it out of there.

The search is iterative deepening on the number of uses, so the first solution is the shortest.
Useless moves are pruned: a die may go to a wrong column only if a later power could take it from
there or if the power must move some die. The rest is complete; ``tests`` compare it with all
sequences of small hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Final

from companion.games.roll.model.dice import PHASES, DieType, Phase
from companion.games.roll.rules.matching import matched

FREE: Final = None
"""Column of a wild die that has not been moved: it may be in any (R-3.1)."""


class SearchTooLongError(Exception):
    """The search exceeded its budget; internal, converted into ``Verdict.UNDECIDED``."""


@dataclass(slots=True)
class Budget:
    """How many more uses may be tried; shared by several searches."""

    steps: int = 20_000

    def spend(self) -> None:
        """Count one use.

        Raises:
            SearchTooLongError: there are none left.
        """
        self.steps -= 1
        if self.steps < 0:
            raise SearchTooLongError


@dataclass(frozen=True, slots=True)
class Piece:
    """A die that a power could have moved: any but the one that selects.

    Attributes:
        start: the column of its face; FREE for a wild one.
        target: its current column; None for the Dictate place.
    """

    die: DieType
    start: Phase | None
    target: Phase | None


@dataclass(frozen=True, slots=True)
class Tool:
    """One use of a power, or one Dictate.

    Attributes:
        name: key of the tile, or of the rule.
        least, most: how many dice it moves.
        dice: kinds that it may move.
        from_phase: the only column that it takes dice from; None for any.
        same_column: whether all its dice must leave one column.
        destinations: where it may put them.
        separate: whether to different columns.
        sets_aside: whether it puts another die on the Dictate place.
    """

    name: str
    least: int
    most: int
    dice: frozenset[DieType]
    destinations: tuple[Phase, ...]
    from_phase: Phase | None = None
    same_column: bool = False
    separate: bool = True
    sets_aside: bool = False

    @property
    def needs_filling(self) -> bool:
        """Whether it may have to move a die just to reach its minimum."""
        return self.least > 1 or (self.sets_aside and self.least > 0)


@dataclass(frozen=True, slots=True)
class Move:
    """A die, by its index, moves from one column to another."""

    piece: int
    origin: Phase
    destination: Phase


@dataclass(frozen=True, slots=True)
class Use:
    """One tool with its moves; ``set_aside`` is the die that went to the Dictate place."""

    tool: str
    moves: tuple[Move, ...]
    set_aside: int | None = None


@dataclass(frozen=True, slots=True)
class _State:
    """Columns by piece (FREE for unmoved wild dice), pieces set aside, tools not used yet."""

    columns: tuple[Phase | None, ...]
    aside: frozenset[int]
    unused: tuple[Tool, ...]


def find_uses(
    pieces: Sequence[Piece], tools: Sequence[Tool], budget: Budget
) -> tuple[Use, ...] | None:
    """Return the shortest sequence of uses that leads to the target columns, or None.

    Only for pieces that ``reassign_direct`` cannot explain.

    Args:
        pieces: every die but the selecting one.
        tools: every power once, and one Dictate for each die on the Dictate place; all Dictates
            must be used, powers are optional.
        budget: limit on the uses that are tried.

    Raises:
        SearchTooLongError: the budget was exceeded.
    """
    if not any(tool.needs_filling or tool.from_phase for tool in tools):
        return None  # powers without a source column cannot be chained
    search = _Search(tuple(pieces), budget)
    start = _State(tuple(piece.start for piece in pieces), frozenset(), tuple(tools))
    if search.hopeless(start):
        return None
    for uses in range(len(tools) + 1):
        found = search.solve(start, uses)
        if found is not None:
            return found
    return None


class _Search:
    """Depth-limited search; caches positions that failed, with the limit."""

    def __init__(self, pieces: tuple[Piece, ...], budget: Budget) -> None:
        self._pieces = pieces
        self._budget = budget
        self._failed: dict[object, int] = {}

    def solve(self, state: _State, uses_left: int) -> tuple[Use, ...] | None:
        dictates = [tool for tool in state.unused if tool.sets_aside]
        misplaced = self._misplaced(state)
        if not misplaced and not dictates:
            return ()
        if not self._within_reach(state, len(misplaced), len(dictates), uses_left):
            return None
        key = self._key(state)
        if self._failed.get(key, -1) >= uses_left or self.hopeless(state):
            return None
        for use, following in self._uses(state, uses_left):
            self._budget.spend()
            rest = self.solve(following, uses_left - 1)
            if rest is not None:
                return (use, *rest)
        self._failed[key] = uses_left
        return None

    def hopeless(self, state: _State) -> bool:
        """Whether some misplaced die has no tool left that could move it to its target.

        Each needs a place in a tool of its own for its last move: a matching must exist.
        """
        slots = [tool for tool in state.unused for _ in range(tool.most)]

        def fits(number: int, slot: int) -> bool:
            piece, tool = self._pieces[number], slots[slot]
            return piece.die in tool.dice and piece.target in tool.destinations

        return matched(self._misplaced(state), len(slots), fits) is None

    def _misplaced(self, state: _State) -> list[int]:
        return [
            number
            for number, piece in enumerate(self._pieces)
            if piece.target is not None
            and state.columns[number] is not FREE
            and state.columns[number] is not piece.target
        ]

    def _within_reach(self, state: _State, misplaced: int, dictates: int, uses_left: int) -> bool:
        """Whether this many uses can move this many dice, including all Dictates."""
        if uses_left < max(dictates, 1):
            return False
        powers = sorted((t.most for t in state.unused if not t.sets_aside), reverse=True)
        most = sum(tool.most for tool in state.unused if tool.sets_aside)
        return misplaced <= most + sum(powers[: uses_left - dictates])

    def _key(self, state: _State) -> object:
        """Cache key of a position; positions that differ only by identical dice share one."""
        pieces = sorted(
            (
                piece.die.value,
                _word(piece.target),
                _word(state.columns[number]),
                number in state.aside,
            )
            for number, piece in enumerate(self._pieces)
        )
        return tuple(pieces), tuple(tool.name for tool in state.unused)

    def _uses(self, state: _State, uses_left: int) -> Iterator[tuple[Use, _State]]:
        tried = set()
        for number, tool in enumerate(state.unused):
            if tool in tried:  # several Dictates are identical
                continue
            tried.add(tool)
            unused = state.unused[:number] + state.unused[number + 1 :]
            for aside in self._set_aside(state, tool):
                gone = state.aside if aside is None else state.aside | {aside}
                before = _State(state.columns, gone, unused)
                for moves in self._moves(before, tool, last=uses_left == 1):
                    columns = list(state.columns)
                    for move in moves:
                        columns[move.piece] = move.destination
                    yield Use(tool.name, moves, aside), _State(tuple(columns), gone, unused)

    def _set_aside(self, state: _State, tool: Tool) -> Iterator[int | None]:
        """The dice that this Dictate could set aside, one of each kind."""
        if not tool.sets_aside:
            yield None
            return
        seen = set()
        for number, piece in enumerate(self._pieces):
            alike = piece.die, state.columns[number]
            if piece.target is None and number not in state.aside and alike not in seen:
                seen.add(alike)
                yield number

    def _moves(self, state: _State, tool: Tool, *, last: bool) -> Iterator[tuple[Move, ...]]:
        """Every set of moves that *tool* may make and that could be useful."""
        origins = PHASES if tool.same_column else (tool.from_phase,)
        for origin in origins:
            options = [
                found
                for number in self._different(state, tool.most)
                if (found := self._options(state, tool, number, origin, last=last))
            ]
            for size in range(tool.least, tool.most + 1):
                for chosen in combinations(options, size):
                    for moves in product(*chosen):
                        goals = {move.destination for move in moves}
                        if tool.separate or len(goals) <= 1:
                            yield moves

    def _different(self, state: _State, most: int) -> list[int]:
        """Indexes of the dice still below the strip, at most *most* of each kind."""
        counted: dict[object, int] = {}
        numbers = []
        for number, piece in enumerate(self._pieces):
            alike = piece.die, piece.target, state.columns[number]
            if number not in state.aside and counted.get(alike, 0) < most:
                counted[alike] = counted.get(alike, 0) + 1
                numbers.append(number)
        return numbers

    def _options(
        self, state: _State, tool: Tool, number: int, origin: Phase | None, *, last: bool
    ) -> list[Move]:
        """The moves of one die that *tool* allows and that could be useful."""
        piece, column = self._pieces[number], state.columns[number]
        if piece.die not in tool.dice or (origin is not None and column not in (FREE, origin)):
            return []
        at_home = piece.target is None or column in (FREE, piece.target)
        if at_home and not any(t.needs_filling for t in (tool, *state.unused)):
            return []
        start = origin if column is FREE else column
        return [
            Move(number, start or any_but(goal), goal)
            for goal in tool.destinations
            if goal is not start
            and (
                goal is piece.target
                or piece.target is None
                or (not last and (tool.needs_filling or self._wanted(state, goal)))
            )
        ]

    def _wanted(self, state: _State, column: Phase) -> bool:
        """Whether a later power takes dice only from there, or has a minimum to reach."""
        return any(tool.needs_filling or tool.from_phase is column for tool in state.unused)


def any_but(column: Phase) -> Phase:
    """Return a column other than *column*, as a start for a wild die."""
    return next(phase for phase in PHASES if phase is not column)


def _word(column: Phase | None) -> str:
    return "" if column is None else column.value
