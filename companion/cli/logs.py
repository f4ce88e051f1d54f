"""Logging to standard error in a format for the systemd journal."""

import logging
import sys
from typing import Final

_USUAL: Final = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JournalFormatter(logging.Formatter):
    """Formats level, logger name, message and extra values; the journal adds the time.

    Each record is one line, even if a value contains line breaks; a traceback follows it.
    """

    def __init__(self) -> None:
        super().__init__("%(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        """Return the line with the values of ``extra``."""
        line = super().formatMessage(record)
        values = {key: value for key, value in vars(record).items() if key not in _USUAL}
        told = "".join(f" {key}={value!s}" for key, value in values.items())
        return "".join(char if char.isprintable() else " " for char in line + told)


def log_to_stderr(level: int) -> None:
    """Write log records of *level* and above to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JournalFormatter())
    handler.addFilter(_is_worth_a_line)
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level)


def _is_worth_a_line(record: logging.LogRecord) -> bool:
    """Filter out Kivy's verbose start-up messages: Kivy overrides its own logger's level."""
    return record.levelno >= logging.WARNING or not record.name.startswith("kivy")
