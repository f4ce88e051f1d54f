"""Runs long computations on a background thread instead of the window thread."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from companion.errors import CompanionError

T = TypeVar("T")


class BackgroundTask(Generic[T]):
    """A value computed on a background thread, one task at a time.

    Attributes:
        result: the last computed value.
        error: why the last task has no result; None if it has one.
        about: key of the last task; None before the first one.
        busy: whether a task is running.
        on_end: called on the thread of a task that has ended.

    Args:
        result: initial value until the first task ends.
    """

    def __init__(self, name: str, result: T) -> None:
        self.result = result
        self.error: CompanionError | None = None
        self.about: object = None
        self._name = name
        self._thread: threading.Thread | None = None
        self._is_news = self.busy = False
        self.on_end: Callable[[], None] = lambda: None

    def start(self, work: Callable[[], T], about: object) -> None:
        """Start a task, unless one is running or the last one had the same key.

        Args:
            work: computes the value; a ``CompanionError`` leaves the last one.
            about: key of the task.
        """
        if self.busy or about == self.about:
            return
        self.about, self.error = about, None
        self._is_news = self.busy = True

        def run() -> None:
            try:
                self.result = work()
            except CompanionError as err:
                self.error = err
            finally:
                self.busy = False
            self.on_end()

        self._thread = threading.Thread(target=run, name=self._name, daemon=True)
        self._thread.start()

    def knows(self, about: object) -> bool:
        """Return whether the result belongs to the task with this key."""
        return self.about == about and not self.busy

    def arrived(self) -> bool:
        """Return whether a task has ended since the last call."""
        news = self._is_news and not self.busy
        self._is_news &= not news
        return news

    def wait(self, timeout_s: float = 30.0) -> None:
        if self._thread is not None:
            self._thread.join(timeout_s)
