"""What is tried out on a new board, on the real picamera2 and gpiozero over stand-ins."""

import sys
from pathlib import Path

import pytest

from companion.app.doctor import board as board_checks
from companion.app.doctor.board import BOARD_CHECKS
from companion.app.doctor.checks import examine
from companion.app.doctor.report import Finding, Installation, State
from companion.places import Places
from companion.settings import ButtonSettings, CameraSettings, Settings
from tests.hardware.board.lgpio_stub import pins_of_a_board
from tests.hardware.board.libcamera_stub import World
from tests.hardware.board.real_picamera2 import load
from tests.hardware.board.sensors import MODULE_2, SMALL

_FULL_PX = SMALL.size


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    """A camera at a board whose kernel has nothing to say."""
    board = load()
    monkeypatch.setitem(sys.modules, "picamera2", board.module)
    monkeypatch.setattr(board_checks, "STILLS", 3)
    monkeypatch.setattr(board_checks, "_DMESG", ("echo", "imx708: a line of before"))
    return board.connect(SMALL)


def found(name: str, *, source: str = "pi", gpio: str = "auto") -> Finding:
    settings = Settings(
        camera=CameraSettings(source=source, width_px=192, height_px=108),
        buttons=ButtonSettings(gpio=gpio),
    )
    target = Installation(settings, Places(Path("none"), Path("none")))
    (finding,) = examine(target, {name: BOARD_CHECKS[name]})
    assert finding.message
    assert finding.advice or finding.state is not State.WARNING
    return finding


@pytest.mark.usefixtures("world")
def test_a_camera_that_does_as_it_should() -> None:
    """Field of view, lock and stills in a row."""
    assert [found(name).state for name in ("view", "lock", "stills")] == [State.OK] * 3
    assert found("view").details["stream"] == [0, 0, *_FULL_PX]
    assert "focus" in found("lock").message
    assert found("stills").details["taken"] == 3


def test_a_stream_of_the_sensors_middle_is_found(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As picamera2 chooses its mode where nobody does."""
    monkeypatch.setattr("hardware.cameras.picamera2_camera.full_view", lambda *_: {})
    finding = found("view")
    assert finding.state is State.WARNING
    assert finding.details == {"stream": [96, 54, 384, 216], "still": [0, 0, *_FULL_PX]}


def test_a_lens_that_moves_on_is_found(world: World) -> None:
    """A control that is taken and not used."""
    world.automatics.ignored = {"LensPosition", "AfMode"}
    world.automatics._lens = 0.2
    world.automatics.focus = 9.0
    step = type(world.automatics).step

    def drifting(automatics: object, shortest_us: int) -> dict[str, object]:
        world.automatics._lens *= 1.3  # more than a lock may be off, however far it has moved
        return step(world.automatics, shortest_us)

    world.automatics.step = drifting.__get__(world.automatics)  # type: ignore[method-assign]
    finding = found("lock")
    assert finding.state is State.WARNING
    assert "focus" in finding.message


def test_stills_that_fail_are_counted(world: World) -> None:
    """No memory for them, for one."""
    world.refused_size = _FULL_PX
    finding = found("stills")
    assert finding.state is State.WARNING
    assert finding.message == "3 of 3 still images failed."


@pytest.mark.usefixtures("world")
def test_what_the_kernel_says_meanwhile_is_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Only what is new; where it may not be read the finding says so."""
    script = f"echo imx708: old; [ -e {tmp_path}/2 ] && echo cma: alloc failed; touch {tmp_path}/2"
    monkeypatch.setattr(board_checks, "_DMESG", ("sh", "-c", script))
    finding = found("stills")
    assert finding.state is State.WARNING
    assert finding.details["kernel"] == ["cma: alloc failed"]
    monkeypatch.setattr(board_checks, "_DMESG", ("false",))
    assert "sudo" in found("stills").advice


@pytest.mark.parametrize("name", ["view", "lock", "stills"])
def test_a_camera_in_use_or_none_at_all(world: World, name: str) -> None:
    """The table has it: a finding with what to do; none is no fault."""
    world.busy = True
    assert found(name).state is State.WARNING
    assert found(name, source="none").state is State.ABSENT


def test_an_older_camera_module_has_no_focus_to_lock(world: World) -> None:
    """All else holds."""
    load().connect(MODULE_2)
    assert found("lock").state is State.OK
    assert "focus" not in found("lock").message


def test_pins_are_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the settings, and let go again."""
    from gpiozero import Device

    pins, factory = pins_of_a_board(monkeypatch)
    monkeypatch.setattr(Device, "pin_factory", factory)
    assert found("open_pins", gpio="off").state is State.ABSENT
    assert found("open_pins", gpio="on").state is State.OK
    pins.busy = {26}
    pins.modes.clear()
    factory.pins.clear()
    finding = found("open_pins", gpio="on")
    assert finding.state is State.WARNING
    assert "GPIO26" in finding.message


def test_the_display_that_is_used_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all that are connected."""
    connected = [(2, "DSI-1"), (0, "HDMI-A-1")]
    monkeypatch.setattr("kivy_ui.environment.find_displays", lambda: connected)
    finding = found("cards")
    assert finding.message == "The screen is card2-DSI-1; connected: card2-DSI-1, card0-HDMI-A-1."
    connected.clear()
    assert found("cards").state is State.ABSENT
