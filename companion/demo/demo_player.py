"""Acts for the players of the demonstration: presses buttons, confirms, corrects, counts.

The demo player keeps no essential state: the next act is derived from the table (`plan`), so that a
demonstration that was killed at any time resumes where it stopped.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from companion.demo.errors import DemonstrationStuckError
from companion.demo.plan import Act, AwaitReading, OpenGame, Plan, Press
from companion.demo.script import UndoAction
from companion.session.table_port import TablePort, TableUpdate

GAME = "roll"
_ANSWER_TIMEOUT_S = 20.0
_TRIES = 3
_SCAN_INTERVAL_S = 0.2  # changes of the scan state are not announced


class Buttons(Protocol):
    """Ready buttons that can be pressed programmatically."""

    def press(self, seat: int) -> None:
        """Press the button of *seat*."""
        ...


@dataclass(frozen=True, slots=True)
class Pace:
    """Speed of the demonstration.

    Attributes:
        between_s: pause before each act, for viewers.
        reading_s: timeout for reading a mat, after which its dice are entered by hand.
    """

    between_s: float = 0.05
    reading_s: float = 12.0


class DemoPlayer:
    """Plays the demonstration script through the same ports as real players.

    Args:
        table: the running game session.
        buttons: the players' ready buttons.
        plan: determines the next act.
        fresh: begin with the first game, even if another one is open.
        pace: speed.
        before_act: called with the latest update before each act and at the end, on the
            demo player's thread; may block, for example for a screenshot.
        say: prints a message when dice that the camera could not read are entered by hand.
    """

    def __init__(
        self,
        table: TablePort,
        buttons: Buttons,
        plan: Plan,
        *,
        fresh: bool = False,
        pace: Pace | None = None,
        before_act: Callable[[TableUpdate], None] | None = None,
        say: Callable[[str], None] | None = None,
    ) -> None:
        self._table = table
        self._buttons = buttons
        self._plan = plan
        self._fresh = fresh
        self._pace = pace or Pace()
        self._before_act = before_act or (lambda _update: None)
        self._say = say or (lambda _text: None)
        self._changed = threading.Event()
        self._stopping = threading.Event()

    def stop(self) -> None:
        """Stop after the current act. Any thread."""
        self._stopping.set()
        self._changed.set()

    def run(self) -> bool:
        """Play the script to its end; return False if it was stopped by ``stop``.

        Raises:
            OtherGameError: a game that is not part of the script is open.
            DemonstrationStuckError: the table does not respond as expected.
        """
        unsubscribe = self._table.subscribe(lambda _update: self._changed.set())
        try:
            act: Act | None = self._first_act()
            while act is not None and not self._stopping.is_set():
                self._perform(act)
                act = self._plan.next_act(self._table.latest())
            self._before_act(self._table.latest())
        finally:
            unsubscribe()
        return not self._stopping.is_set()

    def _first_act(self) -> Act:
        update = self._table.latest()
        act = None if self._fresh else self._plan.next_act(update)
        # If the script was played to its end, it starts again.
        return act or self._plan.first_game(update)

    def _perform(self, act: Act) -> None:
        self._before_act(self._table.latest())
        for _ in range(_TRIES):
            if self._stopping.wait(self._pace.between_s):
                return
            before = self._table.latest()
            self._do(act)
            by_camera = isinstance(act.deed, AwaitReading)
            timeout_s = self._pace.reading_s if by_camera else _ANSWER_TIMEOUT_S
            if self._shows(act, before, timeout_s, by_camera=by_camera) or self._stopping.is_set():
                return
            if isinstance(act.deed, AwaitReading):
                self._say(f"The camera could not read {act.deed.mat}; it is entered by hand.")
                self._table.post(act.deed.by_hand)
                if self._shows(act, before, _ANSWER_TIMEOUT_S):
                    return
        error = self._table.latest().error
        reason = error.message if error is not None else "there is no response"
        raise DemonstrationStuckError(what=type(act.deed).__name__, reason=reason)

    def _do(self, act: Act) -> None:
        match act.deed:
            case OpenGame():
                self._table.new_game(GAME)
            case Press(seat):
                self._buttons.press(seat)
            case UndoAction.UNDO:
                self._table.undo()
            case AwaitReading():
                pass  # the camera reads the mat
            case command:
                self._table.post(command)

    def _shows(
        self, act: Act, before: TableUpdate, timeout_s: float, *, by_camera: bool = False
    ) -> bool:
        """Wait until the act is done; return False on an error or a timeout."""
        until_s = time.monotonic() + timeout_s
        while True:
            self._changed.clear()
            latest = self._table.latest()
            if act.is_done(latest):
                return True
            refused = latest.error is not None and latest is not before
            unread = by_camera and self._table.latest_scan().reading_error is not None
            left_s = until_s - time.monotonic()
            if refused or unread or left_s <= 0 or self._stopping.is_set():
                return False
            self._changed.wait(min(left_s, _SCAN_INTERVAL_S) if by_camera else left_s)
