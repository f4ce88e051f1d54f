"""Tells once when the supply of a Raspberry Pi is too weak, or when the board is too hot."""

import threading
from collections.abc import Callable
from typing import Final

from companion.errors import CompanionError

_EVERY_S: Final = 30.0


class PowerWatch:
    """Looks at the board's flags on a thread of its own.

    Args:
        look: returns what is wrong now; None where nothing is.
        tell: called with each kind of error once, on this thread.
        every_s: interval.
    """

    def __init__(
        self,
        look: Callable[[], CompanionError | None],
        tell: Callable[[CompanionError], None],
        *,
        every_s: float = _EVERY_S,
    ) -> None:
        self._look, self._tell, self._every_s = look, tell, every_s
        self._told: set[str] = set()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="power", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self, timeout_s: float = 3.0) -> None:
        """End the thread. Safe to call twice."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(timeout_s)

    def _run(self) -> None:
        while not self._stopping.wait(self._every_s):
            error = self._look()
            if error is not None and error.code not in self._told:
                self._told.add(error.code)
                self._tell(error)
