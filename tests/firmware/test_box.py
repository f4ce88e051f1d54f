"""The firmware of the button box against the companion's side of the same protocol."""

from __future__ import annotations

import ast
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.buttons import protocol
from hardware.buttons.protocol import Acknowledge, AskGreeting, ButtonPress, Greeting, SetLight
from hardware.errors import ProtocolError
from tests.firmware.pico_box import FIRMWARE, load

box_protocol = load("box_protocol")
box_module = load("box")

SEATS, COUNTS = st.integers(1, 5), st.integers(0, 255)


@given(st.binary(max_size=80))
def test_both_sides_have_the_same_checksum(data: bytes) -> None:
    """For any bytes."""
    assert box_protocol.crc8(data) == protocol.crc8(data)


@given(SEATS, COUNTS, st.from_regex(r"[A-Za-z0-9._-]{1,24}", fullmatch=True))
def test_the_companion_understands_the_box(seat: int, count: int, name: str) -> None:
    """Each line of the box is the companion's own line for the same message."""
    assert box_protocol.press(seat, count) == protocol.encode(ButtonPress(seat, count))
    assert box_protocol.greeting(seat, name) == protocol.encode(Greeting(seat, name))


@given(SEATS, COUNTS, st.booleans())
def test_the_box_understands_the_companion(seat: int, count: int, on: bool) -> None:
    """Each message of the companion means the same to the box."""
    assert box_protocol.parse(protocol.encode(AskGreeting())) == ("HELLO",)
    assert box_protocol.parse(protocol.encode(Acknowledge(count))) == ("ACK", count)
    assert box_protocol.parse(protocol.encode(SetLight(seat, on))) == ("LIGHT", seat, on)


@given(st.binary(max_size=90))
def test_a_line_that_one_side_refuses_the_other_refuses(line: bytes) -> None:
    """Noise with a right checksum is refused as well; nothing raises."""
    for data in (line, line + b"*%02X" % protocol.crc8(line)):
        try:
            message: object = protocol.decode(data)
        except ProtocolError:
            message = None
        understood = isinstance(message, AskGreeting | Acknowledge | SetLight)
        if not understood:
            # A later version's greeting is answered; that side then decides.
            assert box_protocol.parse(data) in (None, ("HELLO",))
        else:
            assert box_protocol.parse(data) is not None


@given(st.lists(st.binary(max_size=40), max_size=12))
def test_both_sides_cut_the_same_lines(pieces: list[bytes]) -> None:
    """However the bytes arrive."""
    ours, theirs = protocol.LineSplitter(), box_protocol.LineSplitter()
    for piece in pieces:
        assert theirs.feed(piece) == ours.feed(piece)


class Bench:
    """A box with lists for lights and for what it sends."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.lights: list[list[Any]] = [[] for _ in range(5)]
        self.box = box_module.Box(
            "bench", [light.append for light in self.lights], self.sent.append
        )

    def said(self) -> list[protocol.Message]:
        said, self.sent[:] = [protocol.decode(line) for line in self.sent], []
        return said


def test_a_press_is_said_until_it_is_acknowledged() -> None:
    """At once, then every 200 ms, five times at most; the clock may start anew meanwhile."""
    bench, start_ms = Bench(), 0x3FFFFFFF - 300
    bench.box.contact(4, True, start_ms)
    assert bench.said() == [ButtonPress(4, 0)]
    for after_ms in range(10, 3000, 10):
        bench.box.tick((start_ms + after_ms) & 0x3FFFFFFF)
    assert bench.said() == [ButtonPress(4, 0)] * 5
    bench.box.contact(4, False, 4000)
    bench.box.contact(4, True, 5000)
    bench.box.receive(protocol.encode(Acknowledge(1)))
    bench.box.tick(6000)
    assert bench.said() == [ButtonPress(4, 1)]


def test_bounces_are_one_press() -> None:
    """The first edge counts at once, 30 ms of quiet make the next one a press."""
    bench = Bench()
    for at_ms, closed in ((0, 1), (2, 0), (5, 1), (12, 0), (13, 1), (200, 0), (204, 1), (209, 0)):
        bench.box.contact(1, bool(closed), at_ms)
    assert bench.said() == [ButtonPress(1, 0)]
    bench.box.contact(1, True, 239)
    assert bench.said() == [ButtonPress(1, 1)]


def test_a_greeting_puts_the_lights_out() -> None:
    """The companion sends all of them again after it."""
    bench = Bench()
    bench.box.receive(protocol.encode(SetLight(2, on=True)))
    bench.box.receive(protocol.encode(AskGreeting()))
    assert bench.lights[1] == [True, 0]
    assert bench.said() == [Greeting(5, "bench")]


@pytest.mark.parametrize("name", ["box_protocol.py", "box.py", "main.py"])
def test_the_firmware_needs_nothing_that_a_board_lacks(name: str) -> None:
    """Only what MicroPython has: no annotations' imports, no match, no walrus, no libraries."""
    tree = ast.parse((FIRMWARE / name).read_text(encoding="utf-8"))
    known = {"box", "box_protocol", "machine", "micropython", "select", "sys", "time"}
    for node in ast.walk(tree):
        assert not isinstance(node, ast.Match | ast.NamedExpr | ast.AsyncFunctionDef)
        if isinstance(node, ast.Import):
            assert {alias.name for alias in node.names} <= known
        if isinstance(node, ast.ImportFrom):
            assert node.module in known
