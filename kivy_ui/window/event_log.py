"""Presenter of the event log: all events of the open game as text, by round, newest first."""

from __future__ import annotations

from companion.history.effective_events import effective_events
from companion.session.ports import StoredEvent
from kivy_ui.common.event_text import GameLog, LogLine
from kivy_ui.common.side_frame import SideFrame
from kivy_ui.common.ui_context import UiContext


class EventLogPresenter:
    """Presenter of the log screen.

    Attributes:
        round: the selected round; None follows the newest one.
    """

    def __init__(self, ui: UiContext) -> None:
        self._ui = ui
        self._stored: tuple[StoredEvent, ...] = ()
        self._read: tuple[str | None, int] = (None, -1)
        self.round: int | None = None

    def enter(self) -> None:
        """Select the newest round."""
        self.round = None

    def rounds(self) -> tuple[int, ...]:
        """Return the rounds that have events, 0 for set-up."""
        return tuple(sorted({line.round for line in self._all()})) or (0,)

    @property
    def shown_round(self) -> int:
        """The round that is shown."""
        rounds = self.rounds()
        return self.round if self.round in rounds and self.round is not None else rounds[-1]

    def step(self, delta: int) -> None:
        """Select an earlier or a later round."""
        rounds = self.rounds()
        index = rounds.index(self.shown_round) + delta
        if 0 <= index < len(rounds):
            self.round = None if index == len(rounds) - 1 else rounds[index]

    def lines(self) -> tuple[LogLine, ...]:
        """Return the lines of the shown round, newest first."""
        shown = self.shown_round
        return tuple(line for line in reversed(self._all()) if line.round == shown)

    def why(self, line: LogLine) -> tuple[str, str]:
        """Return heading and text of the explanation of a line."""
        log = self._log
        return log.why(self._ui, line) if log is not None else ("", "")

    def frame(self) -> SideFrame:
        """Return the content of the window's frame."""
        translate = self._ui.translate
        return SideFrame(
            title=translate("Log"),
            status=self._hint(),
            primary_text=translate("Back to the round"),
        )

    def primary(self) -> None:
        """Return to the game."""
        self._ui.visit(None)

    def undo(self) -> None:
        """Do nothing: the log is read-only."""

    def redo(self) -> None:
        """Do nothing: the log is read-only."""

    # --- private ---------------------------------------------------------------------------------

    def _hint(self) -> str:
        """Return what a tap on a line does; empty without lines."""
        if not self.lines():
            return ""
        if self._log is None or self._log.explained:
            return self._ui.translate("Tap a line to see why.")
        return self._ui.translate("Tap a line to read all of it.")

    def _all(self) -> list[LogLine]:
        update, log = self._ui.update, self._log
        if update.game_id is None or log is None:
            return []
        now = (update.game_id, update.version)
        if now != self._read:
            self._stored = self._ui.settings.services.archive.events(update.game_id)
            self._read = now
        return log.lines(self._ui, effective_events(self._stored))

    @property
    def _log(self) -> GameLog | None:
        """The open game's functions that convert events to text."""
        game = self._ui.settings.games.get(self._ui.update.game or "")
        return game.log if game is not None else None
