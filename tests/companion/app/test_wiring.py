"""Putting the table together: what is chosen, what is optional, what ends when."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.app.devices import find_camera
from companion.app.preview import scaled_picture
from companion.app.wiring import (
    RunningTable,
    demonstration,
    has_running_game,
    real_table,
)
from companion.demo.script import PICTURES
from companion.games.registry import GAMES
from companion.games.roll.model.seating import PlayerSetup
from companion.games.roll.phases.round import SignalReady
from companion.games.roll.phases.set_up import StartGame
from companion.session.errors import LogInUseError
from companion.session.ports import Frame
from companion.session.scanner import ScanSettings
from companion.session.table_port import DeviceState
from companion.settings import ButtonSettings, CameraSettings, Settings
from companion.storage.memory_log import MemoryEventLog
from companion.storage.sqlite_log import SqliteEventLog
from hardware.cameras.controls import CameraControls
from hardware.errors import CameraUnavailableError
from tests.companion.demo.stage import EVENING, KnowingReader
from tests.hardware.board.lgpio_stub import pins_of_a_board
from tests.some import there
from tests.waiting import until

NO_DEVICES = Settings(
    camera=CameraSettings(source="none"), buttons=ButtonSettings(gpio="off", serial="off")
)
TWO = StartGame((PlayerSetup(1, "Ann", "blue"), PlayerSetup(2, "Bob", "green")))


def _seats_with_dice(table: RunningTable) -> set[int]:
    view = table.owner.latest().view
    return {seat.seat for seat in view.seats if seat.dice} if view is not None else set()


def test_a_table_without_any_device_can_be_played() -> None:
    """No camera, no pins, no box: commands are taken, lights are remembered, it ends in order."""
    said: list[str] = []
    table = real_table(NO_DEVICES, MemoryEventLog(), say=said.append)
    table.start()
    table.start_devices()
    table.owner.new_game("roll")
    table.owner.post(TWO)
    table.buttons.keyboard.press(2)
    until(lambda: table.buttons.keyboard.lit == {2})
    until(lambda: table.owner.latest_scan().notes != ())
    assert table.owner.latest_scan().camera is DeviceState.ABSENT
    assert table.buttons.state is DeviceState.ABSENT
    table.stop()
    table.stop()
    assert said == []
    assert table.buttons.keyboard.lit == frozenset()


def test_a_busy_pin_is_a_state_of_the_table_and_does_not_end_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An overlay has it: the buttons are lost, the screen can say why, and the game starts."""
    from gpiozero import Device

    pins, factory = pins_of_a_board(monkeypatch)
    monkeypatch.setattr(Device, "pin_factory", factory)
    pins.busy = {19}
    said: list[str] = []
    buttons = ButtonSettings(gpio="on", serial="off")
    table = real_table(replace(NO_DEVICES, buttons=buttons), MemoryEventLog(), say=said.append)
    table.start()
    table.start_devices()
    assert table.buttons.state is DeviceState.LOST
    fault = there(table.buttons.fault)
    assert said == [f"{fault.message} {fault.hint_text}"]
    assert "GPIO19" in fault.message
    table.owner.new_game("roll")
    table.stop()


def test_mock_pins_are_wired_to_the_table() -> None:
    """A light shines at the pin of the seat that is ready."""
    from gpiozero import Device

    buttons = ButtonSettings(gpio="on", pins=(5, 6), lights=(12, 16), serial="off")
    table = real_table(
        replace(NO_DEVICES, buttons=buttons), MemoryEventLog(), say=lambda _text: None
    )
    table.start()
    table.start_devices()
    assert table.buttons.state is DeviceState.READY
    table.owner.new_game("roll")
    table.owner.post(TWO)
    table.owner.post(SignalReady(2))
    until(lambda: Device.pin_factory.pin(16).state == 1)
    Device.pin_factory.pin(6).drive_low()  # seat 2 takes it back
    until(lambda: Device.pin_factory.pin(16).state == 0)
    table.stop()


def test_the_demonstration_reads_by_itself_and_starts_again_with_what_it_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log is closed with the table and resumed by the next one."""
    monkeypatch.setattr("companion.app.wiring._table_reader", lambda _settings: KnowingReader())
    path = tmp_path / "games.sqlite"
    table = demonstration(Settings(), SqliteEventLog(path, GAMES))
    table.start()
    table.start_devices()
    table.owner.new_game("roll")
    table.owner.post(TWO)
    for seat in (1, 2):
        table.buttons.keyboard.press(seat)
    until(lambda: len(_seats_with_dice(table)) == 2 and not table.owner.scan_plan().mats)
    with pytest.raises(LogInUseError):
        SqliteEventLog(path, GAMES)
    table.stop()
    version = table.owner.latest().version
    assert has_running_game(path)
    again = demonstration(Settings(), SqliteEventLog(path, GAMES))
    again.start()
    again.start_devices()
    assert again.owner.latest().version == version
    assert again.owner.latest().restored
    again.stop()


def test_a_video_of_a_mat_is_read_by_the_real_pipeline(tmp_path: Path) -> None:
    """Camera, mats, finder, reader, rules and log together: what lies there is recorded."""
    laid = next(mat for mat in EVENING.mats if mat.picture == "game1-round2-ann")
    picture = there(cv2.imread(str(PICTURES / f"{laid.picture}.jpg")))
    size_px = picture.shape[1], picture.shape[0]
    video = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(video), cv2.VideoWriter.fourcc(*"MJPG"), 30.0, size_px)
    for _ in range(5):
        writer.write(picture)
    writer.release()
    settings = replace(NO_DEVICES, camera=CameraSettings(source=f"video:{video}"))
    table = real_table(
        settings,
        MemoryEventLog(),
        say=lambda _text: None,
        scan=ScanSettings(pause_s=0.0, idle_s=0.1),
    )
    table.start()
    table.start_devices()
    table.owner.new_game("roll")
    for command in (TWO, SignalReady(1), SignalReady(2)):
        table.owner.post(command)
    until(lambda: table.owner.latest().version > 5)  # one more than both are ready
    seat = next(each for each in table.owner.latest().view.seats if each.seat == 1)
    shown = table.owner.mat_picture(1)
    table.stop()
    found = Counter((die.type, die.face, die.place) for die in seat.dice)
    assert found == Counter((die.type, die.face, die.place) for die in laid.dice)
    assert shown is not None
    assert len([each for each in shown.outlines if each is not None]) == len(laid.dice)


def test_a_camera_named_but_missing_is_an_error_that_the_scanner_knows() -> None:
    """The table starts all the same; see ``running``."""
    with pytest.raises(CameraUnavailableError):
        find_camera(Settings(camera=CameraSettings(source="usb:no such camera")))
    assert find_camera(NO_DEVICES) is None


def test_a_focus_of_0_in_the_settings_is_locked(monkeypatch: pytest.MonkeyPatch) -> None:
    """0 dioptres is infinity; only what the settings leave out stays automatic."""
    held: list[CameraControls] = []
    monkeypatch.setattr(
        "hardware.cameras.choice.open_camera", lambda _choice, *, hold, **_size: held.append(hold)
    )
    find_camera(Settings(camera=CameraSettings(source="usb", focus=0.0)))
    assert [each.asked() for each in held] == [{"focus": 0.0}]


def test_whether_a_real_game_waits(tmp_path: Path) -> None:
    """No file, no games, a finished game, a damaged file."""
    path = tmp_path / "games.sqlite"
    assert not has_running_game(path)
    assert not path.exists()
    log = SqliteEventLog(path, GAMES)
    log.close()
    assert not has_running_game(path)
    log = SqliteEventLog(path, GAMES)
    log.begin("a", game="roll", started_at="2026-01-01T00:00:00.000+00:00")
    log.close()
    assert has_running_game(path)
    log = SqliteEventLog(path, GAMES)
    log.finish("a")
    log.close()
    assert not has_running_game(path)
    (tmp_path / "other.sqlite").write_text("not a log")
    assert has_running_game(tmp_path / "other.sqlite")


def test_previews_are_small_rgb_and_never_enlarged() -> None:
    """Blue, green, red in the frame is red, green, blue on the screen."""
    pixels = np.zeros((100, 200, 3), np.uint8)
    pixels[:, :, 0] = 250
    frame = Frame(pixels, 0.0, "x")
    small = scaled_picture(frame, (0, 0, 200, 100), width_px=50)
    assert (small.width, small.height, len(small.rgb)) == (50, 25, 50 * 25 * 3)
    assert small.rgb[:3] == bytes((0, 0, 250))
    part = scaled_picture(frame, (10, 10, 30, 20), width_px=640)
    assert (part.width, part.height) == (20, 10)
