"""Device checks for ``companion doctor`` that leave no device open."""

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.session.errors import CameraLostError
from companion.session.ports import CameraInfo
from hardware.buttons.serial_buttons import BY_ID, find_ports
from hardware.kernel_file import read

PLATFORM: Final = Path("/sys/devices/platform")
HWMON: Final = Path("/sys/class/hwmon")
UNDER_VOLTAGE: Final = 0x10001
"""Flags of `throttled`: now, and at any time since the board was switched on."""

PI_MODEL: Final = Path("/proc/device-tree/model")
_FRAME_TIMEOUT_S: Final = 5.0


@dataclass(frozen=True, slots=True)
class SerialPort:
    """A serial port that is plugged in, and whether this user may open it."""

    name: str
    permitted: bool


def board_name(model: Path = PI_MODEL) -> str:
    """Return the board's model name from the device tree; empty where there is none."""
    return read(model)


def has_pi_pins(model: Path = PI_MODEL) -> bool:
    """Whether this machine has a Raspberry Pi's GPIO pins."""
    return "Raspberry Pi" in board_name(model)


def throttled(platform: Path = PLATFORM, hwmon: Path = HWMON) -> int | None:
    """Return the firmware's flags of supply and heat; None where there are none to read.

    Kernels without the Raspberry Pi's own driver have the alarm of ``rpi_volt``.
    """
    for flags in platform.glob("soc*/*firmware/get_throttled"):
        with suppress(OSError, ValueError):
            return int(flags.read_text(encoding="ascii"), 16)
    for name in hwmon.glob("hwmon*/name"):
        with suppress(OSError, ValueError):
            if name.read_text(encoding="ascii").strip() == "rpi_volt":
                alarm = (name.parent / "in0_lcrit_alarm").read_text(encoding="ascii")
                return UNDER_VOLTAGE if int(alarm) else 0
    return None


def look_through(choice: str, size_px: tuple[int, int]) -> CameraInfo | None:
    """Open the camera *choice*, take one frame and close it; None where there is no camera.

    Raises:
        CameraUnavailableError: the camera named cannot be opened.
        CameraLostError: it opens but delivers no frame, or only black ones.
    """
    from hardware.cameras.choice import open_camera

    camera = open_camera(choice, size_px=size_px)
    if camera is None:
        return None
    try:
        frame = camera.capture(timeout_s=_FRAME_TIMEOUT_S)
    finally:
        camera.close()
    if not frame.pixels.any():
        raise CameraLostError(name=camera.info.name)
    return camera.info


def serial_ports(by_id: Path = BY_ID) -> tuple[SerialPort, ...]:
    """Return the serial ports that are plugged in. Opens none of them."""
    return tuple(
        SerialPort(Path(name).name, os.access(name, os.R_OK | os.W_OK))
        for name in find_ports(by_id)
    )
