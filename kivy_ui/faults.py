"""Handles uncaught exceptions in the window: report the error, log it and continue."""

import logging
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from kivy.base import ExceptionHandler, ExceptionManager

from companion.errors import CompanionError
from companion.session.errors import INTERNAL

log = logging.getLogger(__name__)

_MOST: Final = 10
_WITHIN_S: Final = 10.0


class FaultHandler(ExceptionHandler):
    """Kivy exception handler: a single exception does not end the program.

    A rapid series of exceptions would freeze the screen, so ``_MOST`` of them within ``_WITHIN_S``
    seconds end the program; restarting it resumes the game.

    Args:
        show: shows the error to the users; runs on the window thread.
    """

    def __init__(self, show: Callable[[CompanionError], None]) -> None:
        self._show = show
        self._times_s: deque[float] = deque(maxlen=_MOST)

    def handle_exception(self, inst: BaseException) -> int:
        """Return Kivy's constant for continuing (PASS) or ending the program (RAISE)."""
        if not isinstance(inst, Exception):  # KeyboardInterrupt, SystemExit
            return int(ExceptionManager.RAISE)
        now_s = time.monotonic()
        self._times_s.append(now_s)
        if len(self._times_s) == _MOST and now_s - self._times_s[0] < _WITHIN_S:
            return int(ExceptionManager.RAISE)
        log.error("internal error in the window", exc_info=inst)
        self._show(INTERNAL(reason=type(inst).__name__))
        return int(ExceptionManager.PASS)
