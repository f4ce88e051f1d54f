"""Finds the Reassign powers and Dictates that lead to a mat, as few as possible.

This is a small planning problem: every die starts in the column of its face (a wild one in any),
every power is used at most once, in any order, and its icon is matched against the current column
of a die (R-3.3 to R-3.5). Powers can therefore be chained: one moves a die into the Explore column,
the next may move it out of there.

The search goes back from the mat, the last use first, for one set of powers after the other, so
the first solution has the fewest uses. A die that is under its face already is moved only to reach
the minimum of a use, and every other one must have a use left that can have put it where it is: a
matching must exist. The rest is complete; ``tests`` compare it with all sequences of small hands.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product

from companion.games.roll.model.dice import PHASES, DieType, Phase
from companion.games.roll.model.holdings import without
from companion.games.roll.rules.matching import matched

Column = Phase | None
"""Column of a die below the strip; None for the Dictate space."""


class SearchTooLongError(Exception):
    """The search exceeded its budget; internal, converted into ``Verdict.UNDECIDED``."""


@dataclass(slots=True)
class Budget:
    """How many more positions may be tried; shared by several searches."""

    steps: int = 20_000

    def spend(self) -> None:
        """Count one position.

        Raises:
            SearchTooLongError: there are none left.
        """
        self.steps -= 1
        if self.steps < 0:
            raise SearchTooLongError


@dataclass(frozen=True, slots=True)
class Piece:
    """A die on the mat; *die* is None if nothing moves it, *home* for a wild face (R-3.1)."""

    die: DieType | None
    home: Phase | None
    column: Column


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

    def puts(self, die: DieType | None, column: Column) -> bool:
        """Whether it may move such a die to that column."""
        return die in self.dice and column in self.destinations

    def chosen(self, options: "Sequence[Sequence[Move]]") -> "Iterator[tuple[Move, ...]]":
        """Yield what one use may move, of the *options* of each die."""
        for size in range(self.least, min(self.most, len(options)) + 1):
            for dice in combinations(options, size):
                for moves in product(*dice):
                    if not self.separate and len({move.destination for move in moves}) > 1:
                        continue
                    if not self.same_column or len({move.origin for move in moves}) <= 1:
                        yield moves


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
    moves: "tuple[Move, ...]"
    set_aside: int | None = None


Columns = tuple[Column, ...]
Tools = tuple[Tool, ...]


def find_uses(
    pieces: Sequence[Piece], tools: Sequence[Tool], budget: Budget
) -> tuple[Use, ...] | None:
    """Return the shortest sequence of uses that leads to the mat, or None.

    *tools* has every power once, and one Dictate for each die on the Dictate place; all Dictates
    must be used, powers are optional.

    Raises:
        SearchTooLongError: the budget was exceeded.
    """
    search = _Search(tuple(pieces), budget)
    lying = tuple(piece.column for piece in pieces)
    if search.is_hopeless(lying, tools):
        return None
    powers = [tool for tool in tools if not tool.sets_aside]
    dictates = [tool for tool in tools if tool.sets_aside]
    for size in range(len(powers) + 1):
        for used in combinations(powers, size):
            found = search.uses(lying, (*used, *dictates))
            if found is not None:
                return found
    return None


def different(kinds: Iterable[object], most: int) -> list[int]:
    """Return the indexes of *kinds* without more than *most* equal ones."""
    counted: Counter[object] = Counter()
    found = []
    for index, kind in enumerate(kinds):
        counted[kind] += 1
        if counted[kind] <= most:
            found.append(index)
    return found


@dataclass(slots=True)
class _Search:
    """The search over the columns of *pieces*; remembers positions that failed."""

    pieces: tuple[Piece, ...]
    budget: Budget
    failed: set[object] = field(default_factory=set)

    def uses(self, columns: Columns, tools: Tools) -> tuple[Use, ...] | None:
        """Return uses of all *tools* that lead to these columns, in their order; None if none."""
        self.budget.spend()
        if not tools:
            return None if any(map(self._is_away, self.pieces, columns)) else ()
        alike = ((each.die, each.home, to) for each, to in zip(self.pieces, columns, strict=True))
        key = frozenset(Counter(alike).items()), tools
        if key in self.failed or self.is_hopeless(columns, tools):
            return None
        for use, before, rest in self._undone(columns, tools):
            found = self.uses(before, rest)
            if found is not None:
                return (*found, use)
        self.failed.add(key)
        return None

    def is_hopeless(self, columns: Columns, tools: Sequence[Tool]) -> bool:
        """Whether some die away from its face has no use left that can have put it there."""
        slots = [tool for tool in tools for _ in range(tool.most)]
        away = [
            number
            for number, column in enumerate(columns)
            if column is not None and self._is_away(self.pieces[number], column)
        ]

        def fits(number: int, slot: int) -> bool:
            return slots[slot].puts(self.pieces[number].die, columns[number])

        return matched(away, len(slots), fits) is None

    @staticmethod
    def _is_away(piece: Piece, column: Column) -> bool:
        return column is None or piece.home not in (None, column)

    def _undone(self, columns: Columns, tools: Tools) -> Iterator[tuple[Use, Columns, Tools]]:
        """Yield each last use with the columns before it and the tools that are left then."""
        for tool in dict.fromkeys(reversed(tools)):  # several Dictates are identical
            rest = without(tools, (tool,))
            options = self._options(columns, tool, rest)
            for aside, taken_back in self._taken_back(columns, tool, rest):
                for moves in tool.chosen(options):
                    if self._wastes(moves, tool, rest):
                        continue
                    before = list(taken_back)
                    for move in moves:
                        before[move.piece] = move.origin
                    yield Use(tool.name, moves, aside), tuple(before), rest

    def _wastes(self, moves: "Sequence[Move]", tool: Tool, rest: Tools) -> bool:
        """Whether dice are moved that need not be, to reach the minimum of this use or earlier."""
        if len(moves) <= tool.least or any(each.needs_filling for each in rest):
            return False
        return not all(self._is_away(self.pieces[each.piece], each.destination) for each in moves)

    def _options(self, columns: Columns, tool: Tool, rest: Tools) -> "list[list[Move]]":
        """The moves to their columns that *tool* may have made, for each die with any."""
        kinds = zip(self.pieces, columns, strict=True)
        found = []
        for number in different(kinds, tool.most):
            column, die = columns[number], self.pieces[number].die
            if column is None or not tool.puts(die, column):
                continue
            origins = self._origins(number, column, tool, rest)
            found.append([Move(number, origin, column) for origin in origins])
        return [moves for moves in found if moves]

    def _origins(self, number: int, column: Phase, tool: Tool, rest: Tools) -> list[Phase]:
        """The columns in which a die may have been, before *tool* moved it to *column*."""
        if tool.from_phase is not None:
            possible: tuple[Phase, ...] = (tool.from_phase,)
        elif tool.same_column or any(each.needs_filling for each in (tool, *rest)):
            possible = PHASES
        else:
            possible = (
                self.pieces[number].home or next(each for each in PHASES if each is not column),
            )
        return [each for each in self._explained(number, possible, rest) if each is not column]

    def _taken_back(
        self, columns: Columns, tool: Tool, rest: Tools
    ) -> Iterator[tuple[int | None, Columns]]:
        """Yield the dice that this Dictate may have set aside, one of each kind."""
        if not tool.sets_aside:
            yield None, columns
            return
        for number in reversed(different(zip(self.pieces, columns, strict=True), 1)):
            if columns[number] is None:
                fills = any(each.needs_filling for each in rest)
                possible = PHASES if fills else (self.pieces[number].home or PHASES[0],)
                for origin in self._explained(number, possible, rest):
                    yield number, (*columns[:number], origin, *columns[number + 1 :])

    def _explained(self, number: int, columns: tuple[Phase, ...], rest: Tools) -> Iterator[Phase]:
        """Yield the columns that a die starts in, or that one of the *rest* may put it to."""
        piece = self.pieces[number]
        for column in columns:
            if piece.home in (None, column) or any(tool.puts(piece.die, column) for tool in rest):
                yield column
