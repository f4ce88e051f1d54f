"""Lines for the journal."""

import logging

import pytest

from companion.cli.logs import JournalFormatter, log_to_stderr


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


def test_kivy_is_heard_only_when_something_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    """Its dozens of lines at every start are no news."""
    before = logging.getLogger().handlers[:], logging.getLogger().level
    try:
        log_to_stderr(logging.INFO)
        logging.getLogger("kivy").setLevel(logging.DEBUG)
        for name, level in (("kivy", logging.INFO), ("kivy", logging.ERROR), ("x", logging.INFO)):
            logging.getLogger(name).log(level, "a line")
    finally:
        logging.getLogger().handlers[:], logging.getLogger().level = before
    assert capsys.readouterr().err.splitlines() == ["ERROR kivy: a line", "INFO x: a line"]
