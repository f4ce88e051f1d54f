"""The doctor's checks for the UI: run in the background, without opening the camera in use."""

import threading
from collections.abc import Callable, Sequence

from companion.app.doctor.report import Finding, Installation
from companion.errors import CompanionError
from companion.session.errors import CameraLostError
from companion.session.service_ports import Condition, DeviceLine, DeviceService
from companion.session.table_port import DeviceState, ScanUpdate
from hardware.buttons.button_switch import ButtonSwitch

_CAMERA = {
    DeviceState.READY: Condition.OK,
    DeviceState.ABSENT: Condition.ABSENT,
    DeviceState.LOST: Condition.WARNING,
}
_IN_USE = ("camera",)


def _examine(target: Installation, *, without: tuple[str, ...]) -> Sequence[Finding]:
    from companion.app.doctor.checks import examine  # not for the window's start

    return examine(target, without=without)


class DeviceChecks(DeviceService):
    """Implements ``DeviceService`` for a running table.

    Args:
        target: the installation to check.
        buttons: the buttons for the button test.
        scan: returns the latest state of the camera, which the scanner owns.
        pin_fault: returns why the table cannot open the pins; the checks open no pin.
        look_at: runs the checks; replaced in tests.
    """

    def __init__(
        self,
        target: Installation,
        buttons: ButtonSwitch,
        scan: Callable[[], ScanUpdate],
        pin_fault: Callable[[], CompanionError | None] = lambda: None,
        *,
        look_at: Callable[..., Sequence[Finding]] = _examine,
    ) -> None:
        self._target = target
        self._buttons = buttons
        self._scan = scan
        self._pin_fault = pin_fault
        self._look_at = look_at
        self._lines: tuple[DeviceLine, ...] = ()
        self._looking = threading.Lock()

    def lines(self) -> tuple[DeviceLine, ...]:
        """Return the last findings, with the current state of camera and pins."""
        return (*map(self._as_it_is, self._lines), self._camera()) if self._lines else ()

    def check_again(self) -> None:
        """Run all checks again in the background, unless they are running."""
        if self._looking.acquire(blocking=False):
            threading.Thread(target=self._examine, name="doctor", daemon=True).start()

    def begin_test(self, on_press: Callable[[int], None]) -> None:
        self._buttons.begin_test(on_press)

    def set_light(self, seat: int, *, on: bool) -> None:
        self._buttons.set_test_light(seat, on=on)

    def end_test(self) -> None:
        self._buttons.end_test()

    def _examine(self) -> None:
        try:
            found = self._look_at(self._target, without=_IN_USE)
            self._lines = tuple(
                DeviceLine(each.name, Condition(each.state.value), each.error) for each in found
            )
        finally:
            self._looking.release()

    def _as_it_is(self, line: DeviceLine) -> DeviceLine:
        fault = self._pin_fault() if line.name == "pins" else None
        return line if fault is None else DeviceLine("pins", Condition.WARNING, fault)

    def _camera(self) -> DeviceLine:
        scan = self._scan()
        lost = scan.camera is DeviceState.LOST
        error = CameraLostError(name=scan.camera_name) if lost else None
        return DeviceLine("camera", _CAMERA[scan.camera], error)
