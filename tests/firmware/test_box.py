"""The firmware of the button box against the companion's side of the same protocol."""

import ast
import runpy
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.buttons import protocol
from hardware.buttons.protocol import Acknowledge, AskGreeting, ButtonPress, Greeting, SetLight
from hardware.errors import ProtocolError
from tests.firmware.pico_box import FIRMWARE, load
from tests.some import some

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


@given(st.lists(st.binary(max_size=40), min_size=1, max_size=12))
def test_both_sides_cut_the_same_lines(pieces: list[bytes]) -> None:
    """However the bytes arrive."""
    ours, theirs = protocol.LineSplitter(), box_protocol.LineSplitter()
    for piece in some(pieces):
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
    bench.box.receive(protocol.encode(Acknowledge(1)), 5000)
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
    bench.box.receive(protocol.encode(SetLight(2, on=True)), 0)
    bench.box.receive(protocol.encode(AskGreeting()), 0)
    assert bench.lights[1] == [True, 0]
    assert bench.said() == [Greeting(5, "bench")]


def test_lights_go_out_when_the_companion_is_not_heard_for_a_minute() -> None:
    """Unplugged, switched off or hung: noise is no sign of it, and a later line lights again."""
    bench, lit = Bench(), protocol.encode(SetLight(3, on=True))
    bench.box.receive(lit, 0x3FFFFFFF - 30_000)
    bench.box.tick(20_000)
    bench.box.receive(lit, 20_000)
    bench.box.receive(b"noise\n", 70_000)
    bench.box.tick(79_000)
    assert bench.lights[2] == [True, True]
    bench.box.tick(81_000)
    bench.box.tick(200_000)
    assert [light[-1:] for light in bench.lights] == [[0]] * 5
    assert len(bench.lights[2]) == 3
    bench.box.receive(lit, 201_000)
    assert bench.lights[2][-1] is True


class Board:
    """The modules of MicroPython that main.py imports; the cable is pulled after 99 turns."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, held: int | None) -> None:
        self.lit: dict[int, int] = {}
        self.interrupt: list[int] = []
        self.sent = bytearray()
        self._held = held
        modules: dict[str, Any] = {
            "machine": SimpleNamespace(Pin=self._pin()),
            "micropython": SimpleNamespace(kbd_intr=self.interrupt.append),
            "time": SimpleNamespace(ticks_ms=lambda: 0, sleep_ms=lambda _ms: None),
            "select": SimpleNamespace(poll=lambda: self, POLLIN=1),
        }
        for name, module in modules.items():
            monkeypatch.setitem(sys.modules, name, module)
        monkeypatch.setattr(sys, "stdin", None)
        monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=self, write=len))
        self._polls = 0

    def write(self, data: bytes) -> None:
        self.sent += data

    def register(self, *_what: object) -> None:
        """Take what is to be polled."""

    def poll(self, _ms: int) -> list[object]:
        self._polls += 1
        if self._polls == 100:
            raise EOFError
        return []

    def _pin(board) -> type:  # noqa: N805 - self is the pin's
        class Pin:
            IN, OUT, PULL_UP = 0, 1, 2

            def __init__(self, number: int, _mode: int, _pull: int = 0, value: int = 1) -> None:
                self._number = number

            def value(self, on: int | None = None) -> int:
                if on is not None:
                    board.lit[self._number] = on
                return 0 if self._number == board._held else 1

        return Pin


def test_the_first_button_held_at_power_on_ends_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """mpremote then reaches the prompt and can copy files; all lights show it."""
    board = Board(monkeypatch, held=2)
    runpy.run_path(str(FIRMWARE / "main.py"))
    assert board.interrupt == []
    assert board.lit == dict.fromkeys((10, 11, 12, 13, 14), 1)
    assert board.sent == b""


@pytest.mark.parametrize("held", [None, 3])
def test_the_box_serves_the_companion_from_power_on(
    monkeypatch: pytest.MonkeyPatch, held: int | None
) -> None:
    """Also while another button is held; byte 3 does not interrupt it."""
    board = Board(monkeypatch, held=held)
    with pytest.raises(EOFError):
        runpy.run_path(str(FIRMWARE / "main.py"))
    assert board.interrupt == [-1]
    greeting, *presses = map(protocol.decode, bytes(board.sent).splitlines())
    assert greeting == Greeting(5, "pico-box")
    assert presses == ([ButtonPress(2, 0)] if held else [])


@pytest.mark.parametrize("name", ["box_protocol.py", "box.py", "main.py"])
def test_the_firmware_needs_nothing_that_a_board_lacks(name: str) -> None:
    """Only what MicroPython has: no annotations' imports, no match, no walrus, no libraries."""
    tree = ast.parse((FIRMWARE / name).read_text(encoding="utf-8"))
    known = {"box", "box_protocol", "machine", "micropython", "select", "sys", "time"}
    for node in some(ast.walk(tree)):
        assert not isinstance(node, ast.Match | ast.NamedExpr | ast.AsyncFunctionDef)
        if isinstance(node, ast.Import):
            assert {alias.name for alias in node.names} <= known
        if isinstance(node, ast.ImportFrom):
            assert node.module in known
