"""Acts for the players of the demonstration: presses buttons, confirms, corrects, counts."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from companion.demo.deeds import AwaitReading, Deed, OpenGame, Press, deeds
from companion.demo.errors import DemonstrationStuckError
from companion.demo.script import DemoScript, UndoAction
from companion.session.table_port import TablePort, TableUpdate

GAME = "roll"
_ANSWER_TIMEOUT_S = 20.0
_SCAN_INTERVAL_S = 0.2  # changes of the scan state are not announced


class Buttons(Protocol):
    """Ready buttons that can be pressed programmatically."""

    def press(self, seat: int) -> None: ...


@dataclass(frozen=True, slots=True)
class Pace:
    """Speed of the demonstration.

    Attributes:
        between_s: pause before each deed, for viewers.
        reading_s: timeout for reading a mat, after which its dice are entered by hand.
    """

    between_s: float = 0.05
    reading_s: float = 12.0


class DemoPlayer:
    """Plays the script in new games, through the same ports as real players.

    Args:
        table: the running game session.
        buttons: the players' ready buttons.
        script: the games.
        pace: speed.
        before_deed: called with the latest update before each deed and at the end, on the
            demo player's thread; may block, for example for a screenshot.
        say: prints a message when dice that the camera could not read are entered by hand.
    """

    def __init__(
        self,
        table: TablePort,
        buttons: Buttons,
        script: DemoScript,
        *,
        pace: Pace | None = None,
        before_deed: Callable[[TableUpdate], None] | None = None,
        say: Callable[[str], None] = lambda _text: None,
    ) -> None:
        self._table = table
        self._buttons = buttons
        self._script = script
        self._pace = pace or Pace()
        self._before_deed = before_deed or (lambda _update: None)
        self._say = say
        self._changed = threading.Event()
        self._stopping = threading.Event()

    def stop(self) -> None:
        """Stop after the current deed. Any thread."""
        self._stopping.set()
        self._changed.set()

    def run(self) -> bool:
        """Play the script to its end; return False if it was stopped by ``stop``.

        Raises:
            DemonstrationStuckError: the table does not respond as expected.
        """
        unsubscribe = self._table.subscribe(lambda _update: self._changed.set())
        try:
            for deed in deeds(self._script, lambda: self._table.latest().view):
                self._before_deed(self._table.latest())
                if self._stopping.wait(self._pace.between_s):
                    return False
                self._perform(deed)
                if self._stopping.is_set():
                    return False
            self._before_deed(self._table.latest())
        finally:
            unsubscribe()
        return True

    def _perform(self, deed: Deed) -> None:
        if isinstance(deed, AwaitReading):
            if self._is_read(deed):
                return
            self._say(f"The camera could not read {deed.mat.mat}; it is entered by hand.")
        before = self._table.latest()
        self._do(deed)
        if not self._is_answered(before):
            error = self._table.latest().error
            reason = error.message if error is not None else "there is no response"
            raise DemonstrationStuckError(what=type(deed).__name__, reason=reason)

    def _do(self, deed: Deed) -> None:
        match deed:
            case OpenGame():
                self._table.new_game(GAME)
            case Press(seat):
                self._buttons.press(seat)
            case UndoAction.UNDO:
                self._table.undo()
            case AwaitReading():
                self._table.post(deed.by_hand)
            case command:
                self._table.post(command)

    def _is_read(self, deed: AwaitReading) -> bool:
        """Wait until the camera has read a mat; return False on an error or a timeout."""
        until_s = time.monotonic() + self._pace.reading_s
        while not deed.is_done(self._table.latest().view) and not self._stopping.is_set():
            unread = self._table.latest_scan().reading_error is not None
            if unread or time.monotonic() >= until_s:
                return False
            self._changed.wait(_SCAN_INTERVAL_S)
            self._changed.clear()
        return True

    def _is_answered(self, before: TableUpdate) -> bool:
        """Wait until the table has changed; return False on an error or a timeout."""
        until_s = time.monotonic() + _ANSWER_TIMEOUT_S
        while True:
            self._changed.clear()
            now = self._table.latest()
            changed = (now.game_id, now.version) != (before.game_id, before.version)
            if changed or self._stopping.is_set():
                return True
            left_s = until_s - time.monotonic()
            if (now.error is not None and now is not before) or left_s <= 0:
                return False
            self._changed.wait(left_s)
