"""Touch panels: both kinds are found and read, also when they come later or go."""

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.session.service_ports import Touch, TouchPhase
from hardware.touch.events import (
    ABS_X,
    ABS_Y,
    BTN_TOUCH,
    EV_ABS,
    EV_KEY,
    EV_SYN,
    EVENT,
    MT_ID,
    MT_SLOT,
    MT_X,
    MT_Y,
    SYN_DROPPED,
    Decoder,
)
from hardware.touch.panels import TouchPanels, find_panels
from tests.waiting import until

BEGIN, UPDATE, END = TouchPhase.BEGIN, TouchPhase.UPDATE, TouchPhase.END
REPORT = (EV_SYN, 0, 0)
TAP = ((EV_KEY, BTN_TOUCH, 1), (EV_ABS, ABS_X, 0), (EV_ABS, ABS_Y, 4095), REPORT)
LIFT = ((EV_KEY, BTN_TOUCH, 0), REPORT)


def raw(*events: tuple[int, int, int]) -> bytes:
    return b"".join(EVENT.pack(0, 0, *event) for event in events)


def told(decoder: Decoder, *events: tuple[int, int, int]) -> list[tuple[int, TouchPhase, float]]:
    return [(each.finger, each.phase, each.x) for each in decoder.feed(raw(*events))]


def slots() -> Decoder:
    return Decoder(10, ((0, 100), (0, 50)), has_slots=True)


def test_two_fingers_are_told_apart() -> None:
    """Each from its first to its last place; what did not move is not repeated."""
    decoder = slots()
    first = ((EV_ABS, MT_ID, 7), (EV_ABS, MT_X, 25), (EV_ABS, MT_Y, 50), REPORT)
    assert told(decoder, *first) == [(10, BEGIN, 0.25)]
    second = ((EV_ABS, MT_SLOT, 1), (EV_ABS, MT_ID, 8), (EV_ABS, MT_X, 75), REPORT)
    assert told(decoder, *second) == [(11, BEGIN, 0.75)]
    assert told(decoder, (EV_ABS, MT_X, 80), REPORT) == [(11, UPDATE, 0.8)]
    assert told(decoder, (EV_ABS, MT_SLOT, 0), (EV_ABS, MT_ID, -1), REPORT) == [(10, END, 0.25)]
    assert told(decoder, REPORT) == []


def test_a_panel_without_slots_reports_one_finger() -> None:
    """Position and BTN_TOUCH; places beyond the limits count as the edge."""
    decoder = Decoder(0, ((0, 4095), (0, 4095)), has_slots=False)
    assert list(decoder.feed(raw(*TAP))) == [Touch(0, BEGIN, 0.0, 1.0)]
    assert told(decoder, (EV_ABS, ABS_X, 9999), REPORT) == [(0, UPDATE, 1.0)]
    assert told(decoder, *LIFT) == [(0, END, 1.0)]


def test_events_may_arrive_in_pieces() -> None:
    """As a pipe may cut them."""
    decoder, data = Decoder(0, ((0, 9), (0, 9)), has_slots=False), raw(*TAP)
    assert [touch for at in range(len(data)) for touch in decoder.feed(data[at : at + 1])] == [
        Touch(0, BEGIN, 0.0, 1.0)
    ]


def test_after_lost_events_all_fingers_are_lifted() -> None:
    """What comes before the next report belongs to what was lost."""
    decoder = slots()
    assert told(decoder, (EV_ABS, MT_ID, 7), (EV_ABS, MT_X, 25), REPORT) == [(10, BEGIN, 0.25)]
    assert told(decoder, (EV_SYN, SYN_DROPPED, 0)) == [(10, END, 0.25)]
    assert told(decoder, (EV_ABS, MT_X, 99), REPORT) == []
    assert told(decoder, (EV_ABS, MT_ID, 8), (EV_ABS, MT_X, 50), REPORT) == [(10, BEGIN, 0.5)]


def words(*bits: int) -> str:
    """Set bits as sysfs writes them."""
    number = sum(1 << bit for bit in set(bits))
    return " ".join(f"{number >> shift & (1 << 64) - 1:x}" for shift in range(640, -1, -64))


class Machine:
    """The kernel's folders; a device file is a pipe."""

    def __init__(self, folder: Path) -> None:
        self.sysfs, self.dev = folder / "sys", folder / "dev"
        self.dev.mkdir()

    def plug(
        self, event: str, *axes: int, keys: tuple[int, ...] = (BTN_TOUCH,), prop: int = 1
    ) -> Path:
        device = self.sysfs / event / "device"
        (device / "capabilities").mkdir(parents=True)
        (device / "name").write_text(f"Panel {event}\n")
        (device / "properties").write_text(f"{words(prop)}\n")
        (device / "capabilities" / "abs").write_text(f"{words(*axes)}\n")
        os.mkfifo(self.dev / event)
        (device / "capabilities" / "key").write_text(f"{words(*keys)}\n")
        return self.dev / event

    def unplug(self, event: str) -> None:
        (self.sysfs / event / "device" / "capabilities" / "key").unlink()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def panels(machine: Machine) -> Iterator[TouchPanels]:
    found = TouchPanels(machine.sysfs, machine.dev, look_every_s=0.02)
    found.start()
    yield found
    found.stop()


def test_panels_of_both_kinds_are_found_and_nothing_else(machine: Machine) -> None:
    """No keyboard, no mouse with absolute places (as in virtual machines), no touchpad."""
    machine.plug("event0", ABS_X, ABS_Y, MT_SLOT, MT_X, MT_Y)
    machine.plug("event1", ABS_X, ABS_Y)
    machine.plug("event2", keys=(30, 31))
    machine.plug("event3", ABS_X, ABS_Y, keys=(0x110,))
    machine.plug("event4", ABS_X, ABS_Y, MT_SLOT, MT_X, MT_Y, prop=0)
    found = find_panels(machine.sysfs, machine.dev)
    assert [(each.device.name, each.has_slots) for each in found] == [
        ("event0", True),
        ("event1", False),
    ]
    assert found[0].name == "Panel event0"


def test_a_panel_that_comes_later_is_read_under_any_number(
    machine: Machine, panels: TouchPanels
) -> None:
    """Unplugged with a finger on it, the finger is lifted; its next file has another name."""
    seen: list[Touch] = []
    arrived = threading.Event()
    panels.listen(arrived.set)

    def phases(*wanted: TouchPhase) -> bool:
        seen.extend(panels.drain())
        return [each.phase for each in seen] == list(wanted)

    with machine.plug("event5", ABS_X, ABS_Y).open("r+b", buffering=0) as device:
        device.write(raw(*TAP))
        until(lambda: phases(BEGIN))
        machine.unplug("event5")
    until(lambda: phases(BEGIN, END))
    with machine.plug("event7", ABS_X, ABS_Y).open("r+b", buffering=0) as device:
        arrived.clear()
        device.write(raw(*TAP, *LIFT))
        assert arrived.wait(5)
        until(lambda: phases(BEGIN, END, BEGIN, END))
    assert len({each.finger for each in seen}) == 2
