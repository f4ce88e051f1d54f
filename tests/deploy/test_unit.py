"""The service as systemd itself reads it."""

import re
import subprocess
from pathlib import Path
from typing import Final

import pytest

_UNIT: Final = Path(__file__).parents[2] / "deploy" / "system" / "companion.service"
_EXPOSURE_MOST: Final = 2.0


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """The unit with a program that is here, too."""
    text, changed = re.subn(r"(?m)^ExecStart=.*", "ExecStart=/bin/true", _UNIT.read_text())
    assert changed == 1
    path = tmp_path / _UNIT.name
    path.write_text(text)
    return path


def _analyzed(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["systemd-analyze", *map(str, words)], capture_output=True, text=True, check=False
    )


def test_systemd_understands_every_line(unit: Path) -> None:
    """A misspelt setting would be ignored in silence: a watchdog that never bites."""
    said = _analyzed("verify", "--recursive-errors=no", "--man=no", unit)
    assert (said.returncode, said.stderr) == (0, "")
    unit.write_text(unit.read_text().replace("WatchdogSec=", "WatchdogSex="))
    said = _analyzed("verify", "--recursive-errors=no", "--man=no", unit)
    assert "WatchdogSex" in said.stderr, "as is shown by one"


def test_it_is_exposed_as_little_as_is_said(unit: Path) -> None:
    """systemd's own measure, 10 for a service that may do everything."""
    said = _analyzed("security", "--offline=true", unit)
    found = re.search(r"exposure level for \S+: ([\d.]+)", said.stdout)
    assert found, said.stdout + said.stderr
    assert float(found[1]) <= _EXPOSURE_MOST
