"""Several kinds of ready buttons at once: any of them counts, all lights show the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from companion.session.ports import ReadyButtons
from companion.session.table_port import DeviceState


class ButtonDevice(ReadyButtons, Protocol):
    """Ready buttons that also tell how they are doing."""

    @property
    def state(self) -> DeviceState:
        """Asked about from any thread; returns at once."""
        ...


class ButtonGroup:
    """Ready buttons made of several devices; with none of them it is a working, silent device."""

    def __init__(self, devices: Sequence[ButtonDevice]) -> None:
        self._devices = tuple(devices)

    @property
    def state(self) -> DeviceState:
        """``LOST`` where a device was there and is gone, else the best of them."""
        states = {device.state for device in self._devices}
        for state in (DeviceState.LOST, DeviceState.READY):
            if state in states:
                return state
        return DeviceState.ABSENT

    def start(self, on_press: Callable[[int], None]) -> None:
        """Call *on_press* with the seat for every press on any device."""
        for device in self._devices:
            device.start(on_press)

    def set_light(self, seat: int, *, on: bool) -> None:
        """Switch the seat's light on every device that has one."""
        for device in self._devices:
            device.set_light(seat, on=on)

    def close(self) -> None:
        """Release all devices. Safe to call twice."""
        for device in self._devices:
            device.close()
