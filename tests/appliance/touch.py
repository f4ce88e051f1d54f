"""A touch panel without glass, inside the virtual machine: a tap for each line of a pipe.

``echo 400 240 >/run/touch`` puts a finger down there and lifts it again. Needs root and uinput of
the kernel; the numbers are those of linux/uinput.h and linux/input-event-codes.h.
"""

import fcntl
import os
import socket
import struct
import time
from pathlib import Path
from typing import Final

PIPE: Final = Path("/run/touch")
SIZE_PX: Final = (800, 480)
_HELD_S: Final = 0.08

_EV_SYN, _EV_KEY, _EV_ABS = 0, 1, 3
_BTN_TOUCH: Final = 0x14A
_ABS_X, _ABS_Y, _MT_SLOT, _MT_X, _MT_Y, _MT_ID = 0x00, 0x01, 0x2F, 0x35, 0x36, 0x39
_MOST: Final = {
    _ABS_X: SIZE_PX[0] - 1,
    _ABS_Y: SIZE_PX[1] - 1,
    _MT_SLOT: 9,
    _MT_X: SIZE_PX[0] - 1,
    _MT_Y: SIZE_PX[1] - 1,
    _MT_ID: 65535,
}
_SET_EVBIT, _SET_KEYBIT, _SET_ABSBIT, _SET_PROPBIT = (
    0x40045564,
    0x40045565,
    0x40045567,
    0x4004556E,
)
_DEV_SETUP, _ABS_SETUP, _DEV_CREATE = 0x405C5503, 0x401C5504, 0x5501
_PROP_DIRECT, _BUS_USB = 1, 3


class Panel:
    """A multi-touch panel as the kernel sees one (protocol B)."""

    def __init__(self) -> None:
        self._device = os.open("/dev/uinput", os.O_WRONLY)
        for request, bit in (
            (_SET_EVBIT, _EV_KEY),
            (_SET_EVBIT, _EV_ABS),
            (_SET_KEYBIT, _BTN_TOUCH),
            (_SET_PROPBIT, _PROP_DIRECT),
        ):
            fcntl.ioctl(self._device, request, bit)
        for axis, most in _MOST.items():
            fcntl.ioctl(self._device, _SET_ABSBIT, axis)
            fcntl.ioctl(self._device, _ABS_SETUP, struct.pack("H2x6i", axis, 0, 0, most, 0, 0, 0))
        name = struct.pack("4H80sI", _BUS_USB, 0x1234, 0x5678, 1, b"Virtual touch panel", 0)
        fcntl.ioctl(self._device, _DEV_SETUP, name)
        fcntl.ioctl(self._device, _DEV_CREATE)
        self._taps = 0

    def tap(self, x: int, y: int) -> None:
        """Put a finger down at a place in pixels from the upper left, and lift it."""
        self._taps += 1
        x, y = x + self._taps % 2, y + self._taps % 2  # the kernel keeps back what has not changed
        self._send((_EV_ABS, _MT_SLOT, 0), (_EV_ABS, _MT_ID, self._taps % 65536))
        self._send((_EV_ABS, _MT_X, x), (_EV_ABS, _MT_Y, y), (_EV_KEY, _BTN_TOUCH, 1))
        self._send((_EV_ABS, _ABS_X, x), (_EV_ABS, _ABS_Y, y), (_EV_SYN, 0, 0))
        time.sleep(_HELD_S)
        self._send((_EV_ABS, _MT_ID, -1), (_EV_KEY, _BTN_TOUCH, 0), (_EV_SYN, 0, 0))

    def _send(self, *events: tuple[int, int, int]) -> None:
        for kind, code, value in events:
            os.write(self._device, struct.pack("llHHi", 0, 0, kind, code, value))


def main() -> None:
    """Make the panel, say that it is there, and tap for ever."""
    panel = Panel()
    os.mkfifo(PIPE, 0o600)
    ready = os.environ.get("NOTIFY_SOCKET")
    if ready:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.sendto(b"READY=1", ready)
    while True:
        with PIPE.open() as lines:
            for line in lines:
                x, y = line.split()
                panel.tap(int(x), int(y))


if __name__ == "__main__":
    main()
