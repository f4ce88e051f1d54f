"""The language of the button boxes, the box's side. MicroPython and CPython; no imports.

hardware/buttons/protocol.py describes it; tests/firmware holds both sides to the same lines.
"""

VERSION = 1
MAX_LINE_BYTES = 64
MAX_SEATS = 5
COUNTS = 256


def crc8(data):
    """CRC-8, polynomial 0x07, start 0; over b"123456789" it is 0xF4."""
    crc = 0
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = ((crc << 1) ^ 0x07 if crc & 0x80 else crc << 1) & 0xFF
    return crc


def line(text):
    """The bytes of a line: text, checksum, line feed."""
    body = text.encode()
    return body + f"*{crc8(body):02X}\n".encode()


def greeting(seats, name):
    """What the box says of itself."""
    return line(f"HELLO {VERSION} {seats} {name}")


def press(seat, count):
    """A button was pressed; count runs 0 to 255 over all presses."""
    return line(f"PRESS {seat} {count}")


def parse(data):
    """What a line from the companion asks: ("HELLO",), ("ACK", count), ("LIGHT", seat, on), None.

    None for everything that is not of the protocol: the box keeps quiet about it.
    """
    data = data.rstrip(b"\r\n")
    star = len(data) - 3
    if star < 1 or len(data) > MAX_LINE_BYTES or data[star : star + 1] != b"*":
        return None
    body = data[:star]
    if f"{crc8(body):02X}".encode() != data[star + 1 :]:
        return None
    for byte in body:
        if not 0x20 <= byte <= 0x7E or byte == 0x2A:
            return None
    return _meaning(body.decode().split(" "))


def _meaning(words):
    if words[0] == "HELLO" and len(words) == 2:
        # A companion of a later version still gets the greeting, and may refuse it.
        return ("HELLO",) if _number(words[1], 1, 999) is not None else None
    if words[0] == "ACK" and len(words) == 2:
        count = _number(words[1], 0, COUNTS - 1)
        return None if count is None else ("ACK", count)
    if words[0] == "LIGHT" and len(words) == 3:
        seat, on = _number(words[1], 1, MAX_SEATS), _number(words[2], 0, 1)
        return None if seat is None or on is None else ("LIGHT", seat, on == 1)
    return None


def _number(text, least, most):
    """The number, or None: decimal digits without sign or leading noughts."""
    if not 1 <= len(text) <= 3 or (len(text) > 1 and text[0] == "0"):
        return None
    for char in text:
        if not "0" <= char <= "9":
            return None
    value = int(text)
    return value if least <= value <= most else None


class LineSplitter:
    """Cuts bytes into lines; an endless line is thrown away."""

    def __init__(self):
        self._rest = b""
        self._skipping = False

    def feed(self, data):
        """The lines that data completes."""
        lines = (self._rest + data).split(b"\n")
        self._rest = lines.pop()
        if lines and self._skipping:
            lines.pop(0)
            self._skipping = False
        if len(self._rest) > MAX_LINE_BYTES + 1:
            self._skipping = True
        if self._skipping:
            self._rest = b""
        return [each for each in lines if each.strip()]
