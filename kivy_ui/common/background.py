"""What takes too long for the screen's thread is worked out on another one."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Background(Generic[T]):
    """A value that is worked out on a thread, one search at a time.

    Attributes:
        result: what was found last.
        about: what the last search was for; None before the first one.

    Args:
        name: of the thread.
        result: stands until the first search has ended.
    """

    def __init__(self, name: str, result: T) -> None:
        self.result = result
        self.about: object = None
        self._name = name
        self._thread: threading.Thread | None = None
        self._is_news = False

    def start(self, work: Callable[[], T], about: object) -> None:
        """Begin, unless a search runs or the last one was for the same.

        Args:
            work: returns the value.
            about: what it is for.
        """
        if self.busy or about == self.about:
            return
        self.about, self._is_news = about, True

        def run() -> None:
            self.result = work()

        self._thread = threading.Thread(target=run, name=self._name, daemon=True)
        self._thread.start()

    @property
    def busy(self) -> bool:
        """Whether a search runs."""
        return self._thread is not None and self._thread.is_alive()

    def knows(self, about: object) -> bool:
        """Whether the result is of a search for this."""
        return self.about == about and not self.busy

    def arrived(self) -> bool:
        """Whether a search has ended since this was asked last."""
        news = self._is_news and not self.busy
        self._is_news &= not news
        return news

    def wait(self, timeout_s: float = 30.0) -> None:
        """Wait until the search has ended."""
        if self._thread is not None:
            self._thread.join(timeout_s)
