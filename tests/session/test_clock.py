"""When the system's date is believed: set by the network or confirmed by a hardware clock."""

import ctypes
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.session import clock

NOW = datetime(2026, 11, 26, 20, 5, tzinfo=UTC)
is_set = clock.is_set
"""The real one; in the tests of everything else the date counts as known."""


@pytest.fixture
def board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A board without network and without a hardware clock: its folder of files."""
    monkeypatch.setattr(clock, "_SYNCHRONISED", tmp_path / "synchronized")
    monkeypatch.setattr(clock, "_HARDWARE_CLOCK", tmp_path / "since_epoch")
    _kernel_says(5, monkeypatch)
    return tmp_path


def _kernel_says(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    library = SimpleNamespace(ntp_gettime=lambda _answer: status)
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: library)


def test_a_date_that_nothing_confirms_is_not_believed(board: Path) -> None:
    """However likely it looks: it may be that of the last shutdown."""
    assert not list(board.iterdir())
    assert not is_set(NOW)


def test_the_network_sets_the_clock(board: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As systemd's file says, or the kernel; a kernel without an answer confirms nothing."""
    for status, believed in ((0, True), (5, False), (-1, False)):
        _kernel_says(status, monkeypatch)
        assert is_set(NOW) is believed
    (board / "synchronized").touch()
    assert is_set(NOW)


def test_no_date_before_this_version_is_believed(board: Path) -> None:
    """A board that starts in 1970 may be synchronised with another one."""
    (board / "synchronized").touch()
    assert is_set(clock.RELEASED)
    assert not is_set(clock.RELEASED - timedelta(seconds=1))


@pytest.mark.parametrize(
    ("shown", "believed"),
    [("0", True), ("-299", True), ("299", True), ("301", False), ("x", False), ("", False)],
)
def test_a_hardware_clock_confirms_its_own_time(board: Path, shown: str, believed: bool) -> None:
    """Not one whose battery is empty or missing: it began in 1970."""
    text = str(int(NOW.timestamp()) + int(shown)) if shown not in ("x", "") else shown
    (board / "since_epoch").write_text(f"{text}\n")
    assert is_set(NOW) is believed
    (board / "since_epoch").write_text("1234\n")
    assert not is_set(NOW)


def test_the_log_gets_no_date_that_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Empty is unknown; a demonstration takes any."""
    assert datetime.fromisoformat(clock.SystemClock().utc_iso()).tzinfo is not None
    monkeypatch.setattr(clock, "is_set", lambda _now: False)
    assert clock.SystemClock().utc_iso() == ""
    assert clock.UncheckedClock().utc_iso()
