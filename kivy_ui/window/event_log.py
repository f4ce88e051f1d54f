"""The log of the open game: its events as sentences, by round, the newest first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.history.effective_events import effective_events
from companion.session.ports import StoredEvent
from kivy_ui.common.event_text import GameLog, LogLine
from kivy_ui.common.page_source import Leave, Said, Visit
from kivy_ui.common.ui_context import UiContext
from kivy_ui.pages.listing import List, Prose, Row
from kivy_ui.pages.page import Chip, Page, Picture, Side


@dataclass(frozen=True, slots=True)
class OpenRound:
    """Key: shows another round."""

    number: int


@dataclass(frozen=True, slots=True)
class OpenLine:
    """Key: explains a line; None closes the explanation."""

    line: LogLine | None


class EventLogPages:
    """The pages of the log; from here one goes back to any step."""

    live = False

    def __init__(self, ui: UiContext) -> None:
        self._ui = ui
        self._stored: tuple[StoredEvent, ...] = ()
        self._read: tuple[str | None, int] = (None, -1)
        self._round: int | None = None
        self._opened: LogLine | None = None

    def enter(self) -> None:
        """Follow the newest round."""
        self._round = self._opened = None

    def page(self) -> Page:
        """Return the events of a round, or the explanation of one."""
        if self._opened is not None:
            return self._explained(self._opened)
        translate, rounds, shown = self._ui.translate, self.rounds(), self.shown_round
        rows = tuple(
            Row(OpenLine(line) if self._explains(line) else None, line.text, value=line.clock)
            for line in self.lines()
        )
        nothing = Row(None, translate("Nothing has happened yet."), (Picture("symbol/info"),))
        others = tuple(each for each in (shown - 1, shown + 1) if each in rounds)
        return Page(
            translate("Log"),
            self._name(shown),
            List(rows or (nothing,)),
            chips=(Chip(icon="undo", key=Visit("undo")),) if self._ui.update.can_undo else (),
            side=tuple(Side(OpenRound(each), self._name(each), "") for each in others),
            back=Leave(),
            can_undo=False,
        )

    def rounds(self) -> tuple[int, ...]:
        """Return the rounds that have events, 0 for set-up."""
        return tuple(sorted({line.round for line in self._all()})) or (0,)

    @property
    def shown_round(self) -> int:
        """The round that is shown."""
        rounds = self.rounds()
        return self._round if self._round in rounds and self._round is not None else rounds[-1]

    def lines(self) -> tuple[LogLine, ...]:
        """Return the lines of the shown round, the newest first."""
        shown = self.shown_round
        return tuple(line for line in reversed(self._all()) if line.round == shown)

    def why(self, line: LogLine) -> tuple[str, str]:
        """Return heading and text of the explanation of a line."""
        return self._log.why(self._ui, line) if self._log is not None else ("", "")

    def _name(self, number: int | None) -> str:
        translate = self._ui.translate
        return translate("Round %(round)s", round=number) if number else translate("Set-up")

    def _explains(self, line: LogLine) -> bool:
        log = self._log
        return log is not None and log.explained and bool(line.why)

    def _explained(self, line: LogLine) -> Page:
        heading, text = self.why(line)
        return Page(
            heading or self._ui.translate("Log"),
            self._ui.translate("Why?"),
            Prose((line.text, text)),
            back=OpenLine(None),
            can_undo=False,
        )

    def touch(self, key: Any) -> Said:
        """Show another round, or why something happened."""
        match key:
            case OpenRound(number):
                self._round = number
            case OpenLine(line):
                self._opened = line
            case _:
                pass
        return None

    def _all(self) -> list[LogLine]:
        """Return all lines, the oldest first."""
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

    def undo(self) -> None:
        """Do nothing: the log is read only."""

    def redo(self) -> None:
        """Do nothing."""
