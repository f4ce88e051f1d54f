"""Generates all legal mats of a roll: sort, select, Reassign powers, Dictate (R-3.1 to R-3.6).

Mats are equal if they have the same types of dice in the same columns and select the same phase:
faces and the selecting die are irrelevant after Reveal. Mats that need the fewest powers come
first, because callers usually take only some of them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations_with_replacement, groupby, product
from typing import Final

from companion.games.roll.model.dice import KINDS, PHASES, Face, Place, PlacedDie
from companion.games.roll.model.holdings import RolledDie
from companion.games.roll.rules.mats import phase_of
from companion.games.roll.rules.reassign import PowersAtHand, tools
from companion.games.roll.rules.reassign_search import Column, Move, Tool, different

Mat = tuple[PlacedDie, ...]

_BELOW: Final[dict[Column, Place]] = {each: Place(each) for each in (*PHASES, None)}
_SELECTING: Final[dict[Column, Place]] = {phase: Place(phase, selecting=True) for phase in PHASES}


@dataclass(frozen=True, slots=True)
class _Sorted:
    """Dice in columns, and the powers that may still move them.

    Attributes:
        selecting: index of the die that selects a phase.
        columns: column of every die, in the order of the sorted roll; of that one, the phase.
        unused: powers not yet used.
        dictates: number of uses of Dictate.
    """

    selecting: int
    columns: tuple[Column, ...]
    unused: tuple[Tool, ...]
    dictates: int = 0


def mats(rolled: Sequence[RolledDie], at_hand: PowersAtHand) -> Iterator[Mat]:
    """Yield all distinct mats of *rolled*, each ``in_order``; nothing without dice."""
    if not rolled:
        return
    dice = sorted(rolled, key=in_order)
    seen: set[object] = set()
    known: set[object] = set()
    found = _without_powers(dice, at_hand)
    while True:
        now = []
        for one in found:
            if (key := _result(dice, one)) not in seen:
                seen.add(key)
                yield placed(dice, one.columns, one.selecting)
            if (key := _position(dice, one)) not in known:
                known.add(key)
                now.append(one)
        if not now:
            return
        found = chain.from_iterable(_after_one_power(dice, one, at_hand) for one in now)


def _without_powers(dice: Sequence[RolledDie], at_hand: PowersAtHand) -> Iterator[_Sorted]:
    powers = {phase: tools(at_hand, phase) for phase in PHASES}
    alike = set()
    for selecting, die in enumerate(dice):
        if die in alike:
            continue
        alike.add(die)
        for columns in _sorted_columns(dice, selecting):
            for phase in PHASES:
                sorted_ = (*columns[:selecting], phase, *columns[selecting + 1 :])
                yield _Sorted(selecting, sorted_, powers[phase])


def _sorted_columns(dice: Sequence[RolledDie], selecting: int) -> Iterator[tuple[Column, ...]]:
    """Yield the columns by face; equal wild dice are assigned in one order only."""
    groups = []
    for die, numbers in groupby(range(len(dice)), key=lambda number: dice[number]):
        count = len([number for number in numbers if number != selecting])
        column = phase_of(die.face)
        groups.append(
            [(column,) * count]
            if column is not None
            else list(combinations_with_replacement(PHASES, count))
        )
    for chosen in product(*groups):
        rest: list[Column] = [column for group in chosen for column in group]
        rest.insert(selecting, None)  # the selecting die is inserted by the caller
        yield tuple(rest)


def _after_one_power(
    dice: Sequence[RolledDie], before: _Sorted, at_hand: PowersAtHand
) -> Iterator[_Sorted]:
    free = [
        number
        for number, column in enumerate(before.columns)
        if column is not None and number != before.selecting
    ]
    for index, tool in enumerate(before.unused):
        if tool.sets_aside:
            yield from _dictated(dice, before, tool, free, at_hand)
            continue
        unused = before.unused[:index] + before.unused[index + 1 :]
        for columns in _moved(dice, before.columns, tool, free):
            yield _Sorted(before.selecting, columns, unused, before.dictates)


def _dictated(
    dice: Sequence[RolledDie],
    before: _Sorted,
    tool: Tool,
    free: Sequence[int],
    at_hand: PowersAtHand,
) -> Iterator[_Sorted]:
    used = before.dictates + 1
    most = at_hand.dictate.uses
    unused = before.unused
    if most is not None and used >= most:
        unused = tuple(each for each in unused if not each.sets_aside)
    for aside in _different(dice, before.columns, free, 1):
        left = [number for number in free if number != aside]
        columns = (*before.columns[:aside], None, *before.columns[aside + 1 :])
        for moved in _moved(dice, columns, tool, left):
            yield _Sorted(before.selecting, moved, unused, used)


def _moved(
    dice: Sequence[RolledDie], columns: tuple[Column, ...], tool: Tool, free: Sequence[int]
) -> Iterator[tuple[Column, ...]]:
    """Yield all results of moving dice with *tool*."""
    able = [
        number
        for number in free
        if dice[number].type in tool.dice and tool.from_phase in (None, columns[number])
    ]
    options = [
        [Move(number, column, goal) for goal in tool.destinations if goal is not column]
        for number in _different(dice, columns, able, tool.most)
        if (column := columns[number]) is not None
    ]
    for moves in tool.chosen([each for each in options if each]):
        moved = list(columns)
        for move in moves:
            moved[move.piece] = move.destination
        yield tuple(moved)


def _different(
    dice: Sequence[RolledDie], columns: Sequence[Column], numbers: Sequence[int], most: int
) -> list[int]:
    """Return *numbers* with at most *most* dice of equal type and column."""
    kinds = ((dice[number].type, columns[number]) for number in numbers)
    return [numbers[index] for index in different(kinds, most)]


def _position(dice: Sequence[RolledDie], one: _Sorted) -> object:
    """Return a key of everything that determines the results of further powers."""
    movable = Counter(
        (die.type, column)
        for number, (die, column) in enumerate(zip(dice, one.columns, strict=True))
        if number != one.selecting
    )
    return (
        one.columns[one.selecting],
        dice[one.selecting].type,
        frozenset(movable.items()),
        one.unused,
        one.dictates,
    )


def _result(dice: Sequence[RolledDie], one: _Sorted) -> object:
    lying = Counter((die.type, column) for die, column in zip(dice, one.columns, strict=True))
    return one.columns[one.selecting], frozenset(lying.items())


def placed(dice: Sequence[RolledDie], columns: Sequence[Column], selecting: int) -> Mat:
    """Return the dice in their columns; that with the number *selecting* is on the strip."""
    return tuple(
        PlacedDie(die.type, die.face, (_SELECTING if number == selecting else _BELOW)[column])
        for number, (die, column) in enumerate(zip(dice, columns, strict=True))
    )


def in_order(die: RolledDie) -> tuple[int, int]:
    """Return the sort key of the dice of a mat."""
    return KINDS.index(die.type), _FACES.index(die.face)


_FACES: Final = tuple(Face)
