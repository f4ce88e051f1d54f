"""Serial lines that nobody sent: noise costs no press, no light and no time."""

import queue
import random
import time

import pytest

from companion.session.table_port import DeviceState
from hardware.buttons.protocol import ButtonPress, LineSplitter, SetLight, decode, encode
from hardware.buttons.serial_buttons import SerialButtons
from hardware.errors import ProtocolError
from tests.firmware.pico_box import load
from tests.fuzz.mutations import mutated
from tests.hardware.fake_box import FakeBox

QUICK, MANY = 5_000, 100_000


def noise(chance: random.Random, size: int) -> bytes:
    """Random bytes, with line feeds and pieces of real lines among them."""
    out = bytearray()
    while len(out) < size:
        match chance.randrange(4):
            case 0:
                out += chance.randbytes(chance.randint(1, 200))
            case 1:
                out += mutated(
                    encode(ButtonPress(chance.randint(1, 5), chance.randrange(256))), chance
                )
            case 2:
                out += b"x" * chance.randint(1, 3_000) + b"\n"
            case _:
                out += mutated(encode(SetLight(chance.randint(1, 5), on=True)), chance)
    return bytes(out[:size])


def both_sides_swallow(seed: int, size: int) -> None:
    chance = random.Random(seed)
    data = noise(chance, size)
    splitter = LineSplitter()
    box = load("box").Box("box", [lambda _on: None] * 5, lambda _data: None)
    at = understood = 0
    while at < size:
        piece = data[at : at + chance.randint(1, 300)]
        at += len(piece)
        box.receive(piece, now_ms=at)
        for line in splitter.feed(piece):
            try:
                decode(line)
                understood += 1
            except ProtocolError as error:
                if not error.message:
                    pytest.fail("an error that says nothing")
    assert understood < size / 100


def test_noise_is_swallowed() -> None:
    """By the companion and by the box."""
    both_sides_swallow(1, QUICK)


@pytest.mark.slow
def test_a_hundred_thousand_bytes_of_noise() -> None:
    """The same, longer."""
    both_sides_swallow(2, MANY)


def through_a_terminal(seed: int, size: int) -> None:
    """Noise from a box that is plugged in; afterwards a press counts as always."""
    chance = random.Random(seed)
    box = FakeBox()
    presses: queue.Queue[int] = queue.Queue()
    buttons = SerialButtons(lambda: (box.port,), retry_s=0.01)
    buttons.start(presses.put)
    until_s = time.monotonic() + 10
    while buttons.state is not DeviceState.READY and time.monotonic() < until_s:
        time.sleep(0.002)
    for _ in range(size // 500):
        box.send(noise(chance, 500))
    box.send(b"\n")
    while not presses.empty():
        presses.get()
    box.count = 77
    box.press(3)
    assert presses.get(timeout=20) in range(1, 6)
    buttons.close()
    box.unplug()


def test_a_box_that_goes_mad_and_comes_to_its_senses() -> None:
    """The port stays open and the next real press arrives."""
    through_a_terminal(3, QUICK)


@pytest.mark.slow
def test_a_box_that_goes_mad_for_long() -> None:
    """The same with a hundred thousand bytes."""
    through_a_terminal(4, MANY)
