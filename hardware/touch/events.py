"""Decodes the input events of one touch panel (linux/input-event-codes.h).

Multi-touch panels report fingers in slots (protocol B of the kernel's multi-touch documentation);
panels without slots report one finger: position and ``BTN_TOUCH``.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from companion.session.service_ports import Touch, TouchPhase

EVENT: Final = struct.Struct("llHHi")
"""``struct input_event``: time (two words), type, code, value."""

EV_SYN, EV_KEY, EV_ABS = 0x00, 0x01, 0x03
SYN_REPORT, SYN_DROPPED = 0, 3
BTN_TOUCH = 0x14A
ABS_X, ABS_Y = 0x00, 0x01
MT_SLOT, MT_X, MT_Y, MT_ID = 0x2F, 0x35, 0x36, 0x39


@dataclass(slots=True)
class _Finger:
    """Attributes: down: as the panel reports it; told: as it was passed on."""

    x: float = 0.0
    y: float = 0.0
    down: bool = False
    told: bool = False
    moved: bool = False


class Decoder:
    """Turns the bytes of one panel into touches.

    Args:
        first: number of its first finger.
        ranges: lowest and highest value of both axes.
        has_slots: whether it reports fingers in slots.
    """

    def __init__(
        self, first: int, ranges: tuple[tuple[int, int], tuple[int, int]], *, has_slots: bool
    ) -> None:
        self._first = first
        self._ranges = dict(zip((MT_X, MT_Y) if has_slots else (ABS_X, ABS_Y), ranges, strict=True))
        self._x = MT_X if has_slots else ABS_X
        self._fingers: dict[int, _Finger] = {0: _Finger()}
        self._slot = 0
        self._skips = False
        self._rest = b""

    def feed(self, data: bytes) -> Iterator[Touch]:
        """Yield the touches that end in *data*."""
        data = self._rest + data
        whole = len(data) - len(data) % EVENT.size
        self._rest = data[whole:]
        for _, _, kind, code, value in EVENT.iter_unpack(data[:whole]):
            if kind == EV_SYN and code == SYN_DROPPED:  # the kernel's buffer was full
                yield from self.lift()
                self._skips = True
            elif kind == EV_SYN and code == SYN_REPORT:
                if not self._skips:
                    yield from self._report()
                self._skips = False
            elif not self._skips:
                self._take(kind, code, value)

    def lift(self) -> Iterator[Touch]:
        """Lift all fingers, as when the panel is unplugged."""
        for finger in self._fingers.values():
            finger.down = False
        yield from self._report()

    def _take(self, kind: int, code: int, value: int) -> None:
        finger = self._fingers.setdefault(self._slot, _Finger())
        if kind == EV_ABS and code == MT_SLOT:
            self._slot = value
        elif kind == EV_ABS and code == MT_ID:
            finger.down = value >= 0
        elif kind == EV_KEY and code == BTN_TOUCH and self._x == ABS_X:
            finger.down = value > 0
        elif kind == EV_ABS and code in self._ranges:
            low, high = self._ranges[code]
            share = min(1.0, max(0.0, (value - low) / max(1, high - low)))
            finger.x, finger.y = (share, finger.y) if code == self._x else (finger.x, share)
            finger.moved = True

    def _report(self) -> Iterator[Touch]:
        for slot, finger in self._fingers.items():
            if finger.down and (finger.moved or not finger.told):
                phase = TouchPhase.UPDATE if finger.told else TouchPhase.BEGIN
                yield Touch(self._first + slot, phase, finger.x, finger.y)
            elif finger.told and not finger.down:
                yield Touch(self._first + slot, TouchPhase.END, finger.x, finger.y)
            finger.told, finger.moved = finger.down, False
