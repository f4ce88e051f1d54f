"""Direct explanation of an assignment: every moved die was moved exactly once, to its target.

This covers nearly all assignments, and the order of powers does not matter then: which power moved
which die is a bipartite matching. ``reassign_search`` handles chains of powers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from companion.games.roll.model.dice import Phase
from companion.games.roll.rules.matching import matched
from companion.games.roll.rules.reassign_search import Move, Piece, Tool, Use, any_but


def find_direct(pieces: Sequence[Piece], tools: Sequence[Tool]) -> tuple[Use, ...] | None:
    """Return the fewest uses that move each die at most once, or None if there are none.

    Args:
        pieces: every die but the selecting one.
        tools: every power once, and one Dictate for each die on the Dictate place; all Dictates
            must be used, powers are optional.
    """
    powers = [tool for tool in tools if not tool.sets_aside]
    dictates = [tool for tool in tools if tool.sets_aside]
    misplaced = frozenset(
        number
        for number, piece in enumerate(pieces)
        if piece.target is not None and piece.start not in (None, piece.target)
    )
    by_dictates = sum(tool.most for tool in dictates)
    for size in range(len(powers) + 1):
        for chosen in combinations(powers, size):
            if by_dictates + sum(tool.most for tool in chosen) < len(misplaced):
                continue
            plan = _Plan(tuple(pieces), (*chosen, *dictates))
            if plan.fill(misplaced):
                return plan.uses()
    return None


@dataclass(slots=True)
class _Plan:
    """Which die each of these tools moves; tools are identified by index."""

    pieces: tuple[Piece, ...]
    tools: tuple[Tool, ...]
    moved: dict[int, list[int]] = field(default_factory=dict)

    def fill(self, misplaced: frozenset[int]) -> bool:
        """Find a tool for every misplaced die; return whether that succeeded."""
        together = [n for n, tool in enumerate(self.tools) if tool.same_column]
        for groups in self._groups(together, misplaced):
            self.moved = {number: list(group) for number, group in groups.items()}
            taken = {piece for group in groups.values() for piece in group}
            if self._match(misplaced - taken) and self._fill_dictates(taken):
                return True
        return False

    def uses(self) -> tuple[Use, ...]:
        """The uses found, Dictates last."""
        aside = iter([n for n, piece in enumerate(self.pieces) if piece.target is None])
        return tuple(
            Use(
                tool.name,
                tuple(self._move(piece) for piece in sorted(self.moved.get(number, ()))),
                next(aside) if tool.sets_aside else None,
            )
            for number, tool in enumerate(self.tools)
            if tool.sets_aside or self.moved.get(number)
        )

    def _move(self, number: int) -> Move:
        piece = self.pieces[number]
        target = piece.target or Phase.EXPLORE  # never None: dice on Dictate are not moved
        return Move(number, piece.start or any_but(target), target)

    def _groups(
        self, together: list[int], misplaced: frozenset[int]
    ) -> Iterator[dict[int, tuple[int, ...]]]:
        """All ways to choose dice for the tools that take all their dice from one column."""
        if not together:
            yield {}
            return
        first, *rest = together
        tool = self.tools[first]
        able = [n for n in range(len(self.pieces)) if self._allows(tool, n)]
        for size in range(tool.least, tool.most + 1):
            for group in combinations(able, size):
                starts = {self.pieces[n].start for n in group} - {None}
                if len(starts) == 1 and misplaced.intersection(group):
                    for others in self._groups(rest, misplaced.difference(group)):
                        if not any(set(group).intersection(other) for other in others.values()):
                            yield {first: group, **others}

    def _allows(self, tool: Tool, number: int) -> bool:
        """Whether *tool* may move this die directly from its start to its target."""
        piece = self.pieces[number]
        return (
            piece.target is not None
            and piece.start is not piece.target
            and piece.die in tool.dice
            and piece.target in tool.destinations
            and (tool.from_phase is None or piece.start in (None, tool.from_phase))
        )

    def _match(self, wanted: frozenset[int]) -> bool:
        """Assign every die in *wanted* to a tool with capacity: augmenting paths (Kuhn)."""
        slots = [
            number
            for number, tool in enumerate(self.tools)
            if not tool.same_column and (tool.separate or 1 in (tool.most, len(tool.destinations)))
            for _ in range(tool.most)
        ]
        owner = matched(
            sorted(wanted),
            len(slots),
            lambda piece, slot: self._allows(self.tools[slots[slot]], piece),
        )
        if owner is None:
            return False
        for slot, piece in owner.items():
            self.moved.setdefault(slots[slot], []).append(piece)
        return True

    def _fill_dictates(self, grouped: set[int]) -> bool:
        """Give every Dictate its minimum: a die taken from a power, or an unmoved wild die."""
        busy = {piece for moved in self.moved.values() for piece in moved}
        spare = [
            n
            for n, piece in enumerate(self.pieces)
            if piece.start is None and piece.target is not None and n not in busy
        ]
        for number, tool in enumerate(self.tools):
            if not tool.sets_aside:
                continue
            moved = self.moved.setdefault(number, [])
            while len(moved) < tool.least:
                lent = self._lent_by_power(grouped)
                if lent is None and not spare:
                    return False
                moved.append(spare.pop() if lent is None else lent)
        return True

    def _lent_by_power(self, grouped: set[int]) -> int | None:
        """Remove a die from a power with dice to spare; Dictate may move any die anywhere."""
        for number, moved in self.moved.items():
            if not self.tools[number].sets_aside and moved and moved[-1] not in grouped:
                return moved.pop()
        return None
