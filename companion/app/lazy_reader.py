"""Parts of a table that are opened at their first use, and not while the window opens."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from companion.app.thread_priority import lower_thread_priority
from companion.errors import CompanionError
from companion.session.ports import DiceReader, ReadRequest, ReadResult

T = TypeVar("T")


class BuiltOnce(Generic[T]):
    """Returns what *build* returned at the first call; threads that call meanwhile wait for it."""

    def __init__(self, build: Callable[[], T]) -> None:
        self._build = build
        self._built: list[T] = []
        self._lock = threading.Lock()

    def __call__(self) -> T:
        """Return the part."""
        with self._lock:
            if not self._built:
                self._built.append(self._build())
            return self._built[0]


class LazyReader:
    """A dice reader that is opened at the first frame: loading its models takes half a second.

    If they cannot be loaded, every reading raises the error, and dice are entered by hand.

    Args:
        open_reader: opens the reader.
        version: version of the reader's configuration; the reader is reopened when it changes.
    """

    def __init__(
        self, open_reader: Callable[[], DiceReader], version: Callable[[], int] = lambda: 0
    ) -> None:
        self._open_reader = open_reader
        self._version = version
        self._opened_version = version()
        self._reader: DiceReader | None = None
        self._failure: CompanionError | None = None

    def read(self, request: ReadRequest) -> ReadResult:
        """Read the frame of *request*.

        Raises:
            CompanionError: the models cannot be used, or the frame is invalid.
        """
        version = self._version()
        if version != self._opened_version:
            self._opened_version, self._reader, self._failure = version, None, None
        if self._failure is not None:
            raise self._failure
        if self._reader is None:
            lower_thread_priority()
            try:
                self._reader = self._open_reader()
            except CompanionError as err:
                self._failure = err
                raise
        return self._reader.read(request)
