"""A reader of dice that is opened when the first frame comes."""

from __future__ import annotations

from collections.abc import Callable

from companion.app.thread_priority import step_back
from companion.errors import CompanionError
from companion.session.ports import DiceReader, ReadRequest, ReadResult


class LazyReader:
    """A reader that is opened with the first frame: its models take half a second.

    Where they cannot be opened every reading says why; the table is played by hand then.

    Args:
        open_reader: opens the reader.
        version: of what the reader is opened with; another one has it opened again.
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
        """Return what the frame of *request* shows.

        Raises:
            CompanionError: the models cannot be used, or the frame is none.
        """
        version = self._version()
        if version != self._opened_version:
            self._opened_version, self._reader, self._failure = version, None, None
        if self._failure is not None:
            raise self._failure
        if self._reader is None:
            step_back()
            try:
                self._reader = self._open_reader()
            except CompanionError as err:
                self._failure = err
                raise
        return self._reader.read(request)
