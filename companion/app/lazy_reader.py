"""A dice reader that loads its models at the first frame."""

from __future__ import annotations

from collections.abc import Callable

from companion.app.thread_priority import lower_thread_priority
from companion.errors import CompanionError
from companion.session.ports import DiceReader, ReadRequest, ReadResult


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
