"""Event-sourced undo and redo: the session's own events, and a timeline of state snapshots."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from typing import Any, Final, TypeVar

from companion.games.definition import GameDefinition
from companion.games.instructions import Instructions, combined, taken_back
from companion.session.errors import NothingToRedoError, NothingToUndoError
from companion.session.ports import StoredEvent

SCHEMA: Final = 1
"""Version of the session's event types in the log."""


@dataclass(frozen=True, slots=True)
class Undone:
    """A step was undone: the state is that after event *to_version*."""

    to_version: int


@dataclass(frozen=True, slots=True)
class Redone:
    """An undone step was redone: the state is that after event *to_version*."""

    to_version: int


@dataclass(frozen=True, slots=True)
class Dated:
    """The players gave the game's date, because the clock was not set; not a step.

    ``day`` is ISO 8601; empty if they did not know it.
    """

    day: str


Turn = TypeVar("Turn", bound=Undone | Redone)

SESSION_EVENTS: Final = (Undone, Redone, Dated)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state between two steps.

    Attributes:
        version: the event that first produced it.
        events: of the step that led to it.
    """

    version: int
    state: Any
    events: tuple[object, ...] = ()


class StepKind(Enum):
    DONE = "done"
    UNDONE = "undone"
    REDONE = "redone"


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """Result of the last tap, button press or reading, including automatic consequences.

    Attributes:
        version: number of the last stored event after it; unique for each step.
        events: its events; for UNDONE the reverted ones.
        instructions: physical moves on the table; for UNDONE the reverse, with minimal moves.
    """

    version: int
    kind: StepKind
    events: tuple[object, ...]
    instructions: Instructions


class BrokenHistoryError(ValueError):
    """The events of a log are inconsistent; ``version`` is the first bad one."""

    def __init__(self, version: int) -> None:
        self.version = version
        super().__init__(f"event {version} does not follow from the events before it")


class Timeline:
    """The current snapshot, with an undo and a redo stack. Each move is O(1).

    Snapshots share unchanged parts (structural sharing), so that keeping all of them is cheap.
    """

    def __init__(self, game: GameDefinition) -> None:
        self._game = game
        self._past: list[Snapshot] = []
        self._future: list[Snapshot] = []
        self._newest: StepKind | None = None
        self.present = Snapshot(0, game.initial)

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        return bool(self._future)

    def after(self, events: Iterable[object]) -> Any:
        """Return the state after *events* without changing the timeline."""
        state = self.present.state
        for event in events:
            state = self._game.apply(state, event)
        return state

    def step(self, version: int, state: Any, events: tuple[object, ...]) -> None:
        """Push *state*, completed by event *version*; clears the redo stack."""
        self._past.append(self.present)
        self._future.clear()
        self._newest = StepKind.DONE
        self.present = Snapshot(version, state, events)

    def newest(self, version: int) -> PlayedStep | None:
        """Return the last step; None before the first.

        Args:
            version: number of the last stored event.
        """
        match self._newest:
            case None:
                return None
            case StepKind.UNDONE:
                events = self._future[-1].events
                moves = self._game.instructions(self.present.state, events)
                return PlayedStep(version, StepKind.UNDONE, events, combined(taken_back(moves)))
            case kind:
                events = self.present.events
                moves = self._game.instructions(self._past[-1].state, events)
                return PlayedStep(version, kind, events, moves)

    def turn(self, kind: type[Turn]) -> Turn:
        """Return the event that undoes the last step, or redoes the last undone one.

        Raises:
            NothingToUndoError: this is the beginning of the game.
            NothingToRedoError: nothing was undone since the last step.
        """
        source = self._past if kind is Undone else self._future
        if not source:
            raise NothingToUndoError if kind is Undone else NothingToRedoError
        return kind(source[-1].version)

    def move(self, event: Undone | Redone) -> None:
        """Apply an event from ``turn``."""
        source, target = (
            (self._past, self._future) if isinstance(event, Undone) else (self._future, self._past)
        )
        target.append(self.present)
        self.present = source.pop()
        self._newest = StepKind.UNDONE if isinstance(event, Undone) else StepKind.REDONE

    def replay(self, stored: Iterable[StoredEvent]) -> None:
        """Replay (fold) a game's log from the beginning.

        Raises:
            BrokenHistoryError: an event is inconsistent; the timeline stops before its step.
        """
        for _, step in groupby(stored, key=lambda each: each.step):
            self._replay_step(list(step))

    def _replay_step(self, stored: list[StoredEvent]) -> None:
        first = stored[0].event
        if isinstance(first, Dated):
            return
        if isinstance(first, Undone | Redone):
            self._replay_move(stored[0].version, first)
            return
        state = self.present.state
        for each in stored:
            try:
                state = self._game.apply(state, each.event)
            except (LookupError, TypeError, ValueError, AttributeError, AssertionError) as error:
                raise BrokenHistoryError(each.version) from error
        self.step(stored[-1].version, state, tuple(each.event for each in stored))

    def _replay_move(self, version: int, event: Undone | Redone) -> None:
        try:
            expected = self.turn(type(event))
        except (NothingToUndoError, NothingToRedoError) as error:
            raise BrokenHistoryError(version) from error
        if event != expected:
            raise BrokenHistoryError(version)
        self.move(event)
