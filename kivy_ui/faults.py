"""What happens when the window itself makes a mistake: say so and go on."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from kivy.base import ExceptionHandler, ExceptionManager

from companion.errors import CompanionError
from companion.session.errors import InternalError

log = logging.getLogger(__name__)

_MOST: Final = 10
_WITHIN_S: Final = 10.0


class FaultHandler(ExceptionHandler):
    """The outermost loop of the window: one fault must not end the evening.

    Faults that come again and again would freeze the screen; then the program ends, and starting
    it anew resumes the game.

    Args:
        show: tells people; runs on the window's thread.
    """

    def __init__(self, show: Callable[[CompanionError], None]) -> None:
        self._show = show
        self._times_s: deque[float] = deque(maxlen=_MOST)

    def handle_exception(self, inst: BaseException) -> int:
        """Return what Kivy shall do: go on, or end."""
        if not isinstance(inst, Exception):  # the keyboard's interrupt, the end of the program
            return int(ExceptionManager.RAISE)
        now_s = time.monotonic()
        self._times_s.append(now_s)
        if len(self._times_s) == _MOST and now_s - self._times_s[0] < _WITHIN_S:
            return int(ExceptionManager.RAISE)
        log.error("the window made a mistake", exc_info=inst)
        self._show(InternalError(reason=type(inst).__name__))
        return int(ExceptionManager.PASS)
