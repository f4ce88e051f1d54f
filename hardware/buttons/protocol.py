r"""Wire protocol of the button boxes: encoding and decoding. Pure; shared with the firmware.

A line is printable ASCII, at most 64 bytes, terminated by a line feed (a carriage return before it
is allowed)::

    WORD ARGUMENTS*CC

``CC`` is the CRC-8 (polynomial 0x07, initial value 0x00) of all bytes before the asterisk, as two
upper-case hexadecimal digits. Numbers are unsigned decimal. Malformed lines are discarded.

========================  =========  ============================================================
``HELLO 1 5 name``        box        greeting: protocol version, number of seats, the box's name
``PRESS seat count``      box        a button was pressed; count is a sequence number 0..255 over
                                     all presses
``HELLO 1``               companion  requests the greeting; the box replies immediately
``ACK count``             companion  acknowledges a press; without it the box retransmits, up to
                                     five times, 200 ms apart
``LIGHT seat 0|1``        companion  light off or on
========================  =========  ============================================================

A box sends its greeting on boot and on request, resets its lights then, and sends nothing
unsolicited except presses. The companion sends all lights after a greeting and every 10 seconds; a
box that has received no valid line for a minute turns its lights off. A box with a newer version is
not used.
"""

import re
from dataclasses import dataclass
from typing import Final

from hardware.errors import BoxTooNewError, ProtocolError

VERSION: Final = 1
MAX_LINE_BYTES: Final = 64
MAX_SEATS: Final = 5
COUNTS: Final = 256

_LINE = re.compile(rb"([\x20-\x29\x2b-\x7e]+)\*([0-9A-F]{2})")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,2}")
_NAME = re.compile(r"[A-Za-z0-9._-]{1,24}")


@dataclass(frozen=True, slots=True)
class Greeting:
    """The box's greeting: its name and number of seats."""

    seats: int
    name: str


@dataclass(frozen=True, slots=True)
class ButtonPress:
    """A button was pressed; the sequence number *count* identifies retransmissions."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class AskGreeting:
    """Request for the greeting."""


@dataclass(frozen=True, slots=True)
class Acknowledge:
    """The press with this sequence number was received."""

    count: int


@dataclass(frozen=True, slots=True)
class SetLight:
    """Switch the light of a seat."""

    seat: int
    on: bool


Message = Greeting | ButtonPress | AskGreeting | Acknowledge | SetLight


def encode(message: Message) -> bytes:
    """Return the line for *message*, including its line feed."""
    body = _body(message).encode("ascii")
    return b"%s*%02X\n" % (body, crc8(body))


def decode(line: bytes) -> Message:
    """Return the message in *line* (with or without line terminator).

    Raises:
        ProtocolError: too long, malformed, checksum mismatch, unknown word or value.
        BoxTooNewError: a greeting of a newer protocol version.
    """
    line = line.rstrip(b"\r\n")
    if len(line) > MAX_LINE_BYTES:
        raise ProtocolError(reason="it is too long")
    match = _LINE.fullmatch(line)
    if match is None:
        raise ProtocolError(reason="it is not of the form WORD*CC")
    body = match[1]
    if crc8(body) != int(match[2], 16):
        raise ProtocolError(reason="its checksum is wrong")
    word, *arguments = body.decode("ascii").split(" ")
    return _message(word, arguments)


def crc8(data: bytes) -> int:
    """Return the CRC-8 of *data*: polynomial 0x07, initial value 0, not reflected.

    Its check value, over ``b"123456789"``, is 0xF4.
    """
    crc = 0
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc << 1) ^ 0x07 if crc & 0x80 else crc << 1
        crc &= 0xFF
    return crc


class LineSplitter:
    """Splits a byte stream into lines; overlong lines are discarded."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._skipping = False

    def feed(self, data: bytes) -> list[bytes]:
        """Return the lines completed by *data*, without line feeds."""
        *lines, rest = bytes(self._rest + data).split(b"\n")
        if lines and self._skipping:
            del lines[0]  # the rest of an overlong line
            self._skipping = False
        if len(rest) > MAX_LINE_BYTES + 1:
            self._skipping = True
        self._rest = bytearray() if self._skipping else bytearray(rest)
        return [line for line in lines if line.strip()]


def _body(message: Message) -> str:
    match message:
        case Greeting(seats, name):
            return f"HELLO {VERSION} {seats} {name}"
        case ButtonPress(seat, count):
            return f"PRESS {seat} {count}"
        case AskGreeting():
            return f"HELLO {VERSION}"
        case Acknowledge(count):
            return f"ACK {count}"
        case SetLight(seat, on):
            return f"LIGHT {seat} {int(on)}"


def _message(word: str, arguments: list[str]) -> Message:
    match word, arguments:
        case "HELLO", [version, *more]:
            return _greeting(_number(version, 1, 999), more)
        case "PRESS", [seat, count]:
            return ButtonPress(_number(seat, 1, MAX_SEATS), _number(count, 0, COUNTS - 1))
        case "ACK", [count]:
            return Acknowledge(_number(count, 0, COUNTS - 1))
        case "LIGHT", [seat, on]:
            return SetLight(_number(seat, 1, MAX_SEATS), _number(on, 0, 1) == 1)
        case _:
            raise ProtocolError(reason="it is no known message")


def _greeting(version: int, more: list[str]) -> Message:
    if version > VERSION:
        raise BoxTooNewError(version=version, known=VERSION)
    match more:
        case []:
            return AskGreeting()
        case [seats, name] if _NAME.fullmatch(name):
            return Greeting(_number(seats, 1, MAX_SEATS), name)
        case _:
            raise ProtocolError(reason="it is no greeting")


def _number(text: str, minimum: int, maximum: int) -> int:
    if not _NUMBER.fullmatch(text) or not minimum <= int(text) <= maximum:
        raise ProtocolError(reason=f'"{text}" is not a number from {minimum} to {maximum}')
    return int(text)
