"""The effective events of a game, without undone ones; when it was played, and how long it took.

The clock of a board may be set during the game or never, so no two of its times are subtracted:
the length comes from the play time that is stored with each step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import groupby
from typing import NamedTuple

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


class PlayTime(NamedTuple):
    """Begin, end and length of a game; see ``PastGame``."""

    started_at: str
    ended_at: str
    minutes: int | None


def play_time(stored: Sequence[StoredEvent]) -> PlayTime:
    """Return begin, end and length of the game with these events, including undone ones."""
    events = effective_events(stored)
    minutes = round(events[-1].played_ms / 60_000) if events else None
    given = [each.event.day for each in stored if isinstance(each.event, Dated)]
    if given:
        return PlayTime(given[-1], given[-1], minutes)
    known = [(moment, each) for each in events if (moment := _moment(each.recorded_at))]
    if not known:
        return PlayTime("", "", minutes)
    moment, first = known[0]
    began = moment - timedelta(milliseconds=first.played_ms)
    return PlayTime(began.isoformat(timespec="milliseconds"), known[-1][1].recorded_at, minutes)


def _moment(text: str) -> datetime | None:
    with suppress(ValueError):
        return datetime.fromisoformat(text)
    return None
