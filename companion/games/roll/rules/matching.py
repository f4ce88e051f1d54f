"""Assignments: of the greatest value (Hungarian method), and of everything (augmenting paths)."""

from collections.abc import Callable, Iterable, Sequence
from math import inf


def best_assignment(values: Sequence[Sequence[int]]) -> tuple[int | None, ...]:
    """Return for each row its column, so that the sum of *values* is maximal.

    As many rows as possible get a column, even at negative values: with n rows and m columns
    ``min(n, m)`` of them do, the others get None. Ties are broken deterministically.

    Args:
        values: n rows of m numbers each, of any sign.

    Source:
        Kuhn 1955, in the O(n^2 m) form with potentials (Jonker and Volgenant 1987).
    """
    rows = len(values)
    columns = len(values[0]) if rows else 0
    if not columns:
        return (None,) * rows
    if rows <= columns:
        return tuple(_columns_of_rows(values))
    turned = [[values[row][column] for row in range(rows)] for column in range(columns)]
    chosen: list[int | None] = [None] * rows
    for column, row in enumerate(_columns_of_rows(turned)):
        chosen[row] = column
    return tuple(chosen)


def _columns_of_rows(values: Sequence[Sequence[int]]) -> list[int]:
    """The algorithm for no more rows than columns; column 0 of the arrays is a sentinel."""
    rows, columns = len(values), len(values[0])
    row_potential = [0] * (rows + 1)
    column_potential = [0] * (columns + 1)
    owner = [0] * (columns + 1)
    for row in range(1, rows + 1):
        owner[0] = row
        path = _augment(values, owner, row_potential, column_potential)
        column = path.pop()
        while path:
            previous = path.pop()
            owner[column] = owner[previous]
            column = previous
    chosen = [0] * rows
    for column in range(1, columns + 1):
        if owner[column]:
            chosen[owner[column] - 1] = column - 1
    return chosen


def _augment(
    values: Sequence[Sequence[int]],
    owner: list[int],
    row_potential: list[int],
    column_potential: list[int],
) -> list[int]:
    """Find the cheapest path from the new row to a free column; return its columns in order."""
    columns = len(owner) - 1
    slack: list[float] = [inf] * (columns + 1)
    came_from = [0] * (columns + 1)
    done = [False] * (columns + 1)
    current = 0
    while owner[current]:
        done[current] = True
        row = owner[current]
        nearest, delta = 0, inf
        for column in range(1, columns + 1):
            if done[column]:
                continue
            reduced = -values[row - 1][column - 1] - row_potential[row] - column_potential[column]
            if reduced < slack[column]:
                slack[column], came_from[column] = reduced, current
            if slack[column] < delta:
                nearest, delta = column, slack[column]
        step = int(delta)
        for column in range(columns + 1):
            if done[column]:
                row_potential[owner[column]] += step
                column_potential[column] -= step
            else:
                slack[column] -= step
        current = nearest
    path = [current]
    while current:
        current = came_from[current]
        path.append(current)
    return path[::-1]


def matched(
    items: Iterable[int], slots: int, fits: Callable[[int, int], bool]
) -> dict[int, int] | None:
    """Return slot -> item, so that each item has a slot that ``fits(item, slot)``; None if not.

    Source:
        Kuhn's augmenting paths.
    """
    owner: dict[int, int] = {}

    def place(item: int, seen: set[int]) -> bool:
        for slot in range(slots):
            if slot in seen or not fits(item, slot):
                continue
            seen.add(slot)
            if slot not in owner or place(owner[slot], seen):
                owner[slot] = item
                return True
        return False

    return owner if all(place(item, set()) for item in items) else None
