"""Finds touch panels, also those that are connected later, and reads them on one thread."""

import fcntl
import logging
import os
import select
import struct
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.session.service_ports import Touch
from hardware.kernel_file import read
from hardware.touch.events import (
    ABS_X,
    ABS_Y,
    BTN_TOUCH,
    EVENT,
    MT_SLOT,
    MT_X,
    MT_Y,
    Decoder,
)

log = logging.getLogger(__name__)

SYSFS: Final = Path("/sys/class/input")
DEV: Final = Path("/dev/input")

_PROP_POINTER: Final = 0
"""Input property of a touchpad: it moves a pointer instead of being touched where it shows."""

_ABS_INFO: Final = 0x80184540
"""``EVIOCGABS(0)``: six integers, the second and third are the limits of the axis."""

_MOST_FINGERS: Final = 64


@dataclass(frozen=True, slots=True)
class Panel:
    """A touch panel: its name, its device file, and whether it reports several fingers."""

    name: str
    device: Path
    has_slots: bool


def find_panels(sysfs: Path = SYSFS, dev: Path = DEV) -> tuple[Panel, ...]:
    """Return the connected touch panels, whether or not they may be read."""
    return tuple(
        Panel(read(each / "device" / "name"), dev / each.name, has_slots={MT_SLOT, MT_X} <= axes)
        for each in sorted(sysfs.glob("event*"))
        if BTN_TOUCH in _bits(each / "device" / "capabilities" / "key")
        and _PROP_POINTER not in _bits(each / "device" / "properties")
        and (axes := _bits(each / "device" / "capabilities" / "abs")) & {ABS_X, MT_X}
    )


class TouchPanels:
    """Reads all touch panels. Thread-safe.

    Args:
        sysfs, dev: the kernel's folders.
        look_every_s: interval of the search for panels.
    """

    def __init__(self, sysfs: Path = SYSFS, dev: Path = DEV, *, look_every_s: float = 1.0) -> None:
        self._look_every_s = look_every_s
        self._folders = sysfs, dev
        self._touches: deque[Touch] = deque()
        self._open: dict[int, tuple[Panel, Decoder]] = {}
        self._opened = 0
        self._refused: frozenset[Path] = frozenset()
        self._arrived: Callable[[], None] = lambda: None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="touch", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self, timeout_s: float = 3.0) -> None:
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(timeout_s)

    def listen(self, arrived: Callable[[], None]) -> None:
        """Call *arrived*, on the reading thread, whenever touches have arrived."""
        self._arrived = arrived

    def drain(self) -> Iterator[Touch]:
        """Yield the touches since the last call."""
        with suppress(IndexError):
            while True:
                yield self._touches.popleft()

    def _run(self) -> None:
        look_at_s = 0.0
        while not self._stopping.is_set():
            if time.monotonic() >= look_at_s:
                self._look()
                look_at_s = time.monotonic() + self._look_every_s
            if not self._open:
                self._stopping.wait(self._look_every_s)
                continue
            ready, _, _ = select.select(list(self._open), [], [], self._look_every_s)
            for number in ready:
                self._read(number)
            if self._touches:
                self._arrived()
        for number in list(self._open):
            self._close(number)

    def _look(self) -> None:
        """Open panels that are new; a panel that is gone ends by itself."""
        found = find_panels(*self._folders)
        there = {panel.device for panel, _ in self._open.values()}
        self._refused &= {panel.device for panel in found}
        for panel in found:
            if panel.device not in there | self._refused:
                self._try_to_open(panel)

    def _try_to_open(self, panel: Panel) -> None:
        try:
            number = os.open(panel.device, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError as error:
            log.warning("touch panel not readable", extra={"panel": panel.name, "why": str(error)})
            self._refused |= {panel.device}
            return
        axes = (MT_X, MT_Y) if panel.has_slots else (ABS_X, ABS_Y)
        ranges = _limits(number, axes[0]), _limits(number, axes[1])
        self._opened += 1
        first = self._opened * _MOST_FINGERS
        self._open[number] = panel, Decoder(first, ranges, has_slots=panel.has_slots)
        log.info("touch panel", extra={"panel": panel.name})

    def _read(self, number: int) -> None:
        _, decoder = self._open[number]
        try:
            data = os.read(number, 64 * EVENT.size)
        except BlockingIOError:
            return
        except OSError:  # unplugged
            data = b""
        if data:
            self._touches.extend(decoder.feed(data))
        else:
            self._close(number)

    def _close(self, number: int) -> None:
        panel, decoder = self._open.pop(number)
        self._touches.extend(decoder.lift())
        os.close(number)
        log.info("touch panel gone", extra={"panel": panel.name})


def _limits(number: int, axis: int) -> tuple[int, int]:
    """Return the lowest and highest value of an axis; those of the first panels if unknown."""
    info = bytearray(24)
    try:
        fcntl.ioctl(number, _ABS_INFO + axis, info)
    except OSError:
        return 0, 4095
    _, low, high, *_ = struct.unpack("6i", info)
    return low, high


def _bits(path: Path) -> set[int]:
    """Return the numbers of the set bits: words of a long in hexadecimal, the highest first."""
    words = reversed(read(path).split())
    size = struct.calcsize("l") * 8
    return {
        index * size + bit
        for index, word in enumerate(words)
        for bit in range(size)
        if int(word, 16) >> bit & 1
    }
