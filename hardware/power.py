"""Clean shutdown of the Raspberry Pi through systemd. Not tested on real hardware yet."""

import shutil
import subprocess
from pathlib import Path
from typing import Final

from companion.session.service_ports import PowerControl, PowerError

_SYSTEMD: Final = Path("/run/systemd/system")
_MODEL: Final = Path("/proc/device-tree/model")
_COMMAND: Final = ("systemctl", "poweroff")
_TIMEOUT_S: Final = 20.0


class SystemdPower(PowerControl):
    """Implements ``PowerControl`` with ``systemctl poweroff``.

    A polkit rule allows it for the service's user (``deploy/system``). Only a Raspberry Pi under
    systemd is shut down: on a personal computer the button is not offered.

    Args:
        systemd: folder that exists where systemd is the init system.
        model: device-tree file with the board's model name.
        command: the shutdown command.
    """

    def __init__(
        self,
        systemd: Path = _SYSTEMD,
        model: Path = _MODEL,
        command: tuple[str, ...] = _COMMAND,
    ) -> None:
        self._systemd = systemd
        self._model = model
        self._command = command

    @property
    def available(self) -> bool:
        """Whether this is a Raspberry Pi under systemd."""
        try:
            model = self._model.read_text(encoding="utf-8", errors="replace")
        except OSError:
            return False
        return "Raspberry Pi" in model and self._systemd.is_dir()

    def power_off(self) -> None:
        """Start the shutdown.

        Raises:
            PowerError: this machine must not be shut down, or systemd refuses.
        """
        program = shutil.which(self._command[0])
        if not self.available or program is None:
            raise PowerError(reason="it is no Raspberry Pi that systemd runs")
        try:
            done = subprocess.run(  # noqa: S603 - a constant command, resolved on PATH
                (program, *self._command[1:]),
                capture_output=True,
                text=True,
                check=False,
                timeout=_TIMEOUT_S,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise PowerError(reason=str(error)) from error
        if done.returncode:
            raise PowerError(reason=done.stderr.strip() or f"status {done.returncode}")
