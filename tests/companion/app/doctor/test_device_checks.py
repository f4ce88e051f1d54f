"""The doctor behind the screen: in the background, one look at a time, the camera left alone."""

import threading
from collections.abc import Callable
from pathlib import Path

from companion.app.doctor.device_checks import DeviceChecks
from companion.app.doctor.report import Finding, Installation, State, failed
from companion.places import Places
from companion.session.errors import LogInUseError
from companion.session.service_ports import Condition, DeviceLine
from companion.session.table_port import DeviceState, ScanUpdate
from companion.settings import Settings
from hardware.buttons.button_switch import ButtonSwitch
from hardware.buttons.keyboard_buttons import KeyboardButtons
from hardware.errors import ButtonsUnavailableError
from tests.waiting import until


def checks_with(
    tmp_path: Path, look_at: Callable[..., list[Finding]], scan: ScanUpdate | None = None
) -> DeviceChecks:
    return DeviceChecks(
        Installation(Settings(), Places(tmp_path, tmp_path)),
        ButtonSwitch(KeyboardButtons()),
        lambda: scan or ScanUpdate(),
        look_at=look_at,
    )


def test_it_looks_once_at_a_time_and_never_through_the_camera(tmp_path: Path) -> None:
    """The screen asks as often as it likes and gets what was found last."""
    looks: list[tuple[str, ...]] = []
    go_on = threading.Event()
    error = LogInUseError(path=tmp_path)

    def look_at(_target: Installation, *, without: tuple[str, ...]) -> list[Finding]:
        looks.append(without)
        go_on.wait(20)
        return [Finding("words", State.OK, "fine"), failed(error, name="storage")]

    checks = checks_with(tmp_path, look_at)
    assert checks.lines() == ()
    for _ in range(3):
        checks.check_again()
    go_on.set()
    until(checks.lines)
    assert looks == [("camera",)]
    assert checks.lines() == (
        DeviceLine("words", Condition.OK),
        DeviceLine("storage", Condition.FAILED, error),
        DeviceLine("camera", Condition.ABSENT),
    )
    until(lambda: not checks._looking.locked())
    checks.check_again()
    until(lambda: len(looks) == 2)


def test_a_lost_camera_is_seen_without_opening_it(tmp_path: Path) -> None:
    """As the scanner knows it at that moment."""
    lost = ScanUpdate(camera=DeviceState.LOST, camera_name="imx708")
    checks = checks_with(
        tmp_path, lambda _target, without: [Finding("words", State.OK, "fine")], lost
    )
    checks.check_again()
    until(checks.lines)
    camera = checks.lines()[-1]
    assert camera.condition is Condition.WARNING
    assert camera.error is not None
    assert "imx708" in camera.error.message


def test_pins_that_the_table_cannot_open_are_told(tmp_path: Path) -> None:
    """A look that opens no pin finds the library and not that a pin is busy."""
    error = ButtonsUnavailableError(name="GPIO19", reason="'GPIO busy'")
    fault: list[ButtonsUnavailableError] = [error]
    checks = DeviceChecks(
        Installation(Settings(), Places(tmp_path, tmp_path)),
        ButtonSwitch(KeyboardButtons()),
        ScanUpdate,
        lambda: fault[0] if fault else None,
        look_at=lambda *_, **__: [Finding("pins", State.OK, "fine")],
    )
    checks.check_again()
    until(checks.lines)
    assert checks.lines()[0] == DeviceLine("pins", Condition.WARNING, error)
    fault.clear()
    assert checks.lines()[0] == DeviceLine("pins", Condition.OK)


def test_buttons_are_tried_through_it(tmp_path: Path) -> None:
    """The game hears nothing until the test is over."""
    keys = KeyboardButtons()
    switch = ButtonSwitch(keys)
    checks = DeviceChecks(
        Installation(Settings(), Places(tmp_path, tmp_path)),
        switch,
        ScanUpdate,
        look_at=lambda *_: [],
    )
    played: list[int] = []
    tried: list[int] = []
    switch.start(played.append)
    checks.begin_test(tried.append)
    keys.press(2)
    checks.set_light(2, on=True)
    assert keys.lit == {2}
    checks.end_test()
    keys.press(3)
    assert (played, tried) == ([3], [2])
