"""A button box that comes, goes, chatters and repeats itself."""

import queue
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import serial

from companion.session.table_port import DeviceState
from hardware.buttons.protocol import ButtonPress, encode
from hardware.buttons.serial_buttons import SerialButtons, find_ports
from tests.hardware.fake_box import FakeBox
from tests.waiting import until


class Table:
    """Serial buttons that look for boxes among ``ports``."""

    def __init__(self) -> None:
        self.ports: list[str] = []
        self.boxes: list[FakeBox] = []
        self.presses: queue.Queue[int] = queue.Queue()
        self.opened: list[str] = []
        self.buttons = SerialButtons(
            lambda: tuple(self.ports),
            open_port=self._open,
            greeting_timeout_s=0.2,
            retry_s=0.01,
            lights_s=0.05,
        )
        self.buttons.start(self.presses.put)

    def _open(self, name: str) -> Any:
        self.opened.append(name)
        return serial.Serial(name, timeout=0.02, write_timeout=0.5)

    def plug(self, box: FakeBox) -> FakeBox:
        self.ports.append(box.port)
        self.boxes.append(box)
        return box

    def ready(self) -> FakeBox:
        """Plug a box in that has greeted."""
        box = self.plug(FakeBox())
        until(lambda: self.buttons.state is DeviceState.READY)
        return box

    def unplug(self, box: FakeBox) -> None:
        self.ports.remove(box.port)
        box.unplug()


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    yield table
    for box in table.boxes:
        box.unplug()
    table.buttons.close()


def test_without_a_box_it_is_absent_and_silent(table: Table) -> None:
    """No port, no error."""
    assert table.buttons.state is DeviceState.ABSENT
    table.buttons.set_light(1, on=True)


def test_a_repeated_press_counts_once_and_is_acknowledged(table: Table) -> None:
    """The box repeats what was not acknowledged in time."""
    box = table.ready()
    box.press(2, repeats=3)
    box.press(2)
    assert [table.presses.get(timeout=5) for _ in range(2)] == [2, 2]
    until(lambda: box.acknowledged == [0, 0, 0, 1])
    assert table.presses.empty()


def test_late_repeats_of_two_presses_count_once_each(table: Table) -> None:
    """Two buttons at the same time, both acknowledged late: their repeats are mixed."""
    box = table.ready()
    first, second = encode(ButtonPress(1, 7)), encode(ButtonPress(4, 8))
    box.send(first + second + first + second)
    until(lambda: box.acknowledged == [7, 8, 7, 8])
    assert [table.presses.get(timeout=5) for _ in range(2)] == [1, 4]
    assert table.presses.empty()


def test_noise_between_the_lines_does_not_matter(table: Table) -> None:
    """Half lines, wrong checksums and bytes of another speed are thrown away."""
    box = table.ready()
    box.send(b"\xff\x00PRESS 1 9*00\nPRESS 1\n" + b"x" * 500 + b"\n")
    box.press(3)
    assert table.presses.get(timeout=5) == 3
    assert table.presses.empty()


def test_unplugged_and_plugged_again(table: Table) -> None:
    """Lost while it is away; afterwards presses count and the lights shine as before."""
    for round_ in range(3):
        box = table.ready()
        table.buttons.set_light(5, on=True)
        until(lambda box=box: box.lights.get(5) is True)  # type: ignore[misc]  # bound at once
        box.press(round_ + 1)
        assert table.presses.get(timeout=5) == round_ + 1
        table.unplug(box)
        until(lambda: table.buttons.state is DeviceState.LOST)


def test_a_box_that_restarts_gets_its_lights_again(table: Table) -> None:
    """It greets unasked; its press counter begins anew and no press is taken for a repeat."""
    box = table.ready()
    table.buttons.set_light(4, on=True)
    box.press(1)
    assert table.presses.get(timeout=5) == 1
    box.restart()
    until(lambda: box.lights.get(4) is True)
    box.press(1)
    assert table.presses.get(timeout=5) == 1


def test_lights_are_repeated_for_a_box_that_puts_them_out_in_silence(table: Table) -> None:
    """All seats, lit or not, without a new greeting."""
    box = table.ready()
    table.buttons.set_light(4, on=True)
    until(lambda: box.lights.get(4) is True)
    box.lights.clear()
    until(lambda: len(box.lights) == 5, timeout_s=10)
    assert box.lights == {1: False, 2: False, 3: False, 4: True, 5: False}


def test_another_device_is_left_alone_after_two_tries(table: Table) -> None:
    """A port that does not greet is not opened again and again, and hides no box."""
    stranger = table.plug(FakeBox(greets=False))
    until(lambda: table.opened.count(stranger.port) == 2)
    table.ready()
    assert table.opened.count(stranger.port) == 2


def test_a_box_that_starts_slowly_is_heard(table: Table) -> None:
    """It greets after the time of the first try, counted from when its port was opened."""
    box = table.plug(FakeBox(greets=False))
    until(lambda: table.opened.count(box.port) == 2)
    time.sleep(0.4)
    box.restart()
    until(lambda: table.buttons.state is DeviceState.READY)


def test_a_port_that_cannot_be_opened_is_no_crash(table: Table) -> None:
    """No permission, or gone between listing and opening."""
    table.ports.append("/dev/no-such-port")
    until(lambda: len(table.opened) >= 2)
    assert table.buttons.state is DeviceState.ABSENT


def test_ports_are_found_by_their_lasting_names(tmp_path: Path) -> None:
    """Sorted; a missing folder means that nothing is plugged in."""
    assert find_ports(tmp_path / "missing") == ()
    for name in ("usb-b", "usb-a"):
        (tmp_path / name).touch()
    assert find_ports(tmp_path) == (str(tmp_path / "usb-a"), str(tmp_path / "usb-b"))
