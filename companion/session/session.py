"""One running game (event sourcing): commands in, events into the log, then a new state."""

import secrets
from collections.abc import Sequence
from typing import Any

from companion.games.definition import GameDefinition
from companion.session.errors import LogDamagedError
from companion.session.ports import Clock, EventLog, GameHeader
from companion.session.steps import (
    BrokenHistoryError,
    Dated,
    Redone,
    Timeline,
    Turn,
    Undone,
)


class GameSession:
    """Aggregate that owns a game's state. Synchronous; not thread-safe.

    Every change is appended to the log first. If the append fails, neither the state nor the undo
    history has changed.

    Use ``begin`` for a new game and ``resume`` for one from the log.

    Attributes:
        version: number of the last stored event.
        view: the view for the shared screen.
        last: the last step, also of a resumed game; None before the first.
        damage: why the game is read-only; None where the log is intact.
    """

    def __init__(
        self,
        game: GameDefinition,
        log: EventLog,
        clock: Clock,
        game_id: str,
        *,
        timeline: Timeline,
        version: int = 0,
        played_ms: int = 0,
        dated: bool = False,
        damage: LogDamagedError | None = None,
    ) -> None:
        self.game = game
        self.game_id = game_id
        self._log = log
        self._clock = clock
        self._timeline = timeline
        self.version = version
        self._played_before_ms = played_ms
        self._since_s = clock.monotonic_s()
        self._dated = dated
        self.damage = damage
        self.view = game.view(self.state, None)
        self.last = timeline.newest(version)

    @classmethod
    def begin(cls, game: GameDefinition, log: EventLog, clock: Clock) -> "GameSession":
        """Create a new, empty game in the log.

        Raises:
            LogWriteError: writing failed.
        """
        started_at = clock.utc_iso()
        stamp = "".join(filter(str.isdigit, started_at))[:14] or "undated"
        game_id = f"{game.key}-{stamp}-{secrets.token_hex(3)}"
        log.begin(game_id, game=game.key, started_at=started_at)
        return cls(game, log, clock, game_id, timeline=Timeline(game))

    @classmethod
    def resume(
        cls, game: GameDefinition, log: EventLog, clock: Clock, header: GameHeader
    ) -> "GameSession":
        """Restore a game by replaying its log, including undo and redo history.

        If the log is corrupt the session ends at the last good event, ``damage`` is set and
        every change raises it.

        Raises:
            LogTooNewError: written by a newer version of the companion.
        """
        damage: LogDamagedError | None = None
        try:
            stored = log.load(header.game_id)
        except LogDamagedError as error:
            damage, stored = error, error.good
        timeline = Timeline(game)
        try:
            timeline.replay(stored)
        except BrokenHistoryError as error:
            stored = stored[: error.version - 1]
            damage = LogDamagedError(last_good_version=error.version - 1, good=stored)
        if stored and not _is_viewable(game, timeline.present.state):
            # The log ends within a step: the partial step is not a valid state.
            stored = stored[: stored[-1].step - 1]
            damage = LogDamagedError(last_good_version=len(stored), good=stored)
            timeline = Timeline(game)
            timeline.replay(stored)
        return cls(
            game,
            log,
            clock,
            header.game_id,
            timeline=timeline,
            version=len(stored),
            played_ms=stored[-1].played_ms if stored else 0,
            dated=any(each.recorded_at or isinstance(each.event, Dated) for each in stored),
            damage=damage,
        )

    # --- queries ---------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        return self._timeline.present.state

    @property
    def can_undo(self) -> bool:
        return self._timeline.can_undo and self.damage is None

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone step to redo."""
        return self._timeline.can_redo and self.damage is None

    @property
    def asks_date(self) -> bool:
        """Whether the game is over and its date unknown: the clock was never set."""
        return not self._dated and self.damage is None and self.game.is_over(self.state)

    # --- commands --------------------------------------------------------------------------------

    def execute(self, command: object) -> tuple[object, ...]:
        """Decide *command*, store its events as one step, then change the state.

        Raises:
            RefusedError: the game rejects the command.
            LogWriteError: the events could not be stored; nothing has changed.
            LogDamagedError: the game is read-only.
        """
        self._check_intact()
        events: tuple[object, ...] = self.game.decide(self.state, command)
        if not events:
            return ()
        state = self._timeline.after(events)
        view = self.game.view(state, None)
        self._append(events)
        self._timeline.step(self.version, state, events)
        self.view = view
        self.last = self._timeline.newest(self.version)
        return events

    def undo(self) -> Undone:
        """Undo the last step: all events of one command.

        Raises:
            NothingToUndoError: this is the beginning of the game.
            LogWriteError: writing failed; nothing has changed.
        """
        return self._turn(Undone)

    def redo(self) -> Redone:
        """Redo the last undone step.

        Raises:
            NothingToRedoError: nothing was undone since the last step.
            LogWriteError: writing failed; nothing has changed.
        """
        return self._turn(Redone)

    def set_date(self, day: str) -> None:
        """Store the date that the players gave the game, ISO 8601; it is not a step.

        Raises:
            LogWriteError: writing failed; nothing has changed.
        """
        self._check_intact()
        self._append((Dated(day),))

    def _turn(self, kind: type[Turn]) -> Turn:
        self._check_intact()
        event = self._timeline.turn(kind)
        self._append((event,))
        self._timeline.move(event)
        self.view = self.game.view(self.state, None)
        self.last = self._timeline.newest(self.version)
        return event

    def _append(self, events: Sequence[object]) -> None:
        played_s = self._clock.monotonic_s() - self._since_s
        recorded_at = self._clock.utc_iso()
        self._log.append(
            self.game_id,
            events,
            after_version=self.version,
            recorded_at=recorded_at,
            played_ms=self._played_before_ms + round(1000 * played_s),
        )
        self.version += len(events)
        self._dated |= bool(recorded_at) or isinstance(events[0], Dated)

    def _check_intact(self) -> None:
        if self.damage is not None:
            raise LogDamagedError(
                last_good_version=self.damage.last_good_version, good=self.damage.good
            )


def _is_viewable(game: GameDefinition, state: Any) -> bool:
    try:
        game.view(state, None)
    except (LookupError, TypeError, ValueError, AttributeError, AssertionError):
        return False
    return True
