"""Composite of several button devices: presses are merged, lights are mirrored."""

from collections.abc import Callable, Sequence
from typing import Protocol

from companion.session.ports import ReadyButtons
from companion.session.table_port import DeviceState


class ButtonDevice(ReadyButtons, Protocol):
    """Ready buttons that also report their state."""

    @property
    def state(self) -> DeviceState:
        """Device state; thread-safe and non-blocking."""
        ...


class ButtonGroup:
    """Composite of several button devices; an empty group is a valid no-op device."""

    def __init__(self, devices: Sequence[ButtonDevice]) -> None:
        self._devices = tuple(devices)

    @property
    def state(self) -> DeviceState:
        """``LOST`` where any device was disconnected, else the best state of all."""
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
