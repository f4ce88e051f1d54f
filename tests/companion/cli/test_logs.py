"""Lines for the journal."""

from __future__ import annotations

import logging

from companion.cli.logs import JournalFormatter


def _line(message: str, **extra: object) -> str:
    record = logging.getLogger("hardware.x").makeRecord(
        "hardware.x", logging.WARNING, "x.py", 1, message, (), None, extra=extra
    )
    return JournalFormatter().format(record)


def test_the_values_of_a_record_are_told() -> None:
    """Message first, then what came in ``extra``."""
    assert _line("camera lost", camera="usb", width=3) == (
        "WARNING hardware.x: camera lost camera=usb width=3"
    )


def test_a_hostile_value_cannot_forge_a_line() -> None:
    """A serial line or a file name with line breaks stays on its line."""
    assert "\n" not in _line("refused", text="a\nERROR root: all is lost\x1b[2J")
