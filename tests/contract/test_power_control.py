"""What every power control must do: refuse where it may not, say why."""

from pathlib import Path

import pytest

from companion.session.service_ports import PowerControl, PowerError
from hardware.power import SystemdPower


def _systemd(tmp_path: Path, model: str, script: str) -> SystemdPower:
    (tmp_path / "systemd").mkdir()
    (tmp_path / "model").write_text(f"{model}\0", encoding="utf-8")
    program = tmp_path / "systemctl"
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)
    return SystemdPower(tmp_path / "systemd", tmp_path / "model", (str(program), "poweroff"))


def test_no_machine_that_may_be_switched_off(tmp_path: Path) -> None:
    """A computer of somebody else is never switched off."""
    pc = _systemd(tmp_path, "Some PC", f"touch {tmp_path}/off")
    controls: tuple[PowerControl, ...] = (PowerControl(), pc)
    for control in controls:
        assert not control.available
        with pytest.raises(PowerError):
            control.power_off()
    assert not (tmp_path / "off").exists()


def test_a_raspberry_pi_is_switched_off_once(tmp_path: Path) -> None:
    """The command is given, with its argument."""
    control = _systemd(tmp_path, "Raspberry Pi 5 Model B", f'echo "$1" >> {tmp_path}/off')
    assert control.available
    control.power_off()
    assert (tmp_path / "off").read_text(encoding="utf-8") == "poweroff\n"


def test_a_refusal_is_said(tmp_path: Path) -> None:
    """polkit's own words are in the sentence."""
    control = _systemd(tmp_path, "Raspberry Pi 4", 'echo "Access denied" >&2; exit 1')
    with pytest.raises(PowerError, match="Access denied"):
        control.power_off()


def test_no_device_tree_is_no_pi(tmp_path: Path) -> None:
    """Nothing to read: not available."""
    assert not SystemdPower(tmp_path, tmp_path / "none").available
