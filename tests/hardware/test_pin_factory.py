"""Where the library of the pins starts, and what is said where it does not."""

import sys
from pathlib import Path

import pytest

from companion.app.doctor.checks import check_pins
from companion.app.doctor.report import Installation
from companion.places import Places
from companion.settings import ButtonSettings, Settings
from tests.hardware.board.lgpio_stub import pins_of_a_board
from tests.programs import ROOT, printed_by

# What the import of lgpio 0.2.2 does (lgUtil.c, lgNotify.c, lgpio_extra.py).
LGPIO = """
import os
from tests.hardware.board.lgpio_stub import Pins
folder = os.environ.get("LG_WD", os.getcwd())
try:
    os.mkfifo(f"{folder}/.lgd-nfy0")
except OSError:
    pass
os.chdir(folder)
descriptor = os.open(".lgd-nfy0", os.O_RDWR | os.O_NONBLOCK)
globals().update({k: v for k, v in vars(Pins().as_module()).items() if k[:2] != "__"})
"""
OPENED = """
import os, sys
sys.path[:0] = sys.argv[1:]
os.environ.pop("GPIOZERO_PIN_FACTORY", None)
os.chdir("/proc")  # nobody can write there, root included
from gpiozero.pins.local import LocalPiFactory
LocalPiFactory._get_revision = lambda _self: 0xC03114
from hardware.buttons.gpio_buttons import GpioButtons
from hardware.buttons.pin_factory import open_pin_factory
from hardware.errors import PinLibraryUnusableError
try:
    buttons = GpioButtons({1: 5}, {1: 12})
    print(type(open_pin_factory()).__name__)
    buttons.close()
except PinLibraryUnusableError:
    print("unusable")
print(os.getcwd(), "LG_WD" in os.environ)
"""


@pytest.mark.parametrize(("then", "outcome"), [("", "LGPIOFactory"), ("1 / 0", "unusable")])
def test_the_pins_open_in_a_folder_that_cannot_be_written_to(
    tmp_path: Path, then: str, outcome: str
) -> None:
    """The working directory, which lgpio changes, is the same afterwards, also if it fails."""
    (tmp_path / "lgpio.py").write_text(LGPIO + then)
    assert printed_by(OPENED, tmp_path, ROOT).split() == [outcome, "/proc", "False"]


def _finding(home: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """Return the code and the advice of doctor's line, with no factory open yet."""
    from gpiozero import Device

    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY")
    settings = Settings(buttons=ButtonSettings(gpio="on"))
    found = check_pins(Installation(settings, Places(home, home)))
    assert found.error is not None
    return found.error.code, found.advice


def test_doctor_advises_to_install_a_library_that_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No lgpio can be imported."""
    monkeypatch.setitem(sys.modules, "lgpio", None)
    code, advice = _finding(tmp_path, monkeypatch)
    assert code == "pin_library_missing"
    assert "apt install" in advice


def test_doctor_says_why_an_installed_library_does_not_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The user is not in the group gpio: installing it again does not help."""
    pins_of_a_board(monkeypatch)
    lgpio = sys.modules["lgpio"]

    def refused(_chip: int) -> int:
        raise lgpio.error("can not open gpiochip")

    monkeypatch.setattr(lgpio, "gpiochip_open", refused)
    code, advice = _finding(tmp_path, monkeypatch)
    assert code == "pin_library_unusable"
    assert "usermod -aG gpio" in advice
    assert "apt" not in advice
