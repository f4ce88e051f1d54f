"""The effective events of a game: filters out undone events."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from companion.session.ports import StoredEvent
from companion.session.steps import Dated, Redone, Undone


def effective_events(stored: Iterable[StoredEvent]) -> tuple[StoredEvent, ...]:
    """Return the events of the game that were not undone, in their order.

    A new step after an undo clears the redo stack, as in the session.
    """
    done: list[tuple[StoredEvent, ...]] = []
    undone: list[tuple[StoredEvent, ...]] = []
    for _, group in groupby(stored, key=lambda each: each.step):
        step = tuple(group)
        match step[0].event:
            case Undone():
                if done:
                    undone.append(done.pop())
            case Redone():
                if undone:
                    done.append(undone.pop())
            case Dated():
                pass
            case _:
                done.append(step)
                undone.clear()
    return tuple(each for step in done for each in step)
