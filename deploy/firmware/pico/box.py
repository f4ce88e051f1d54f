"""What a button box does, without its pins: MicroPython and CPython.

Presses are sent until they are acknowledged; lights follow the companion, which repeats them, and
go out when nothing was heard of it for a minute (a hub may power a box without a computer).
"""

from box_protocol import COUNTS, LineSplitter, greeting, parse, press

BOUNCE_MS = 30
REPEAT_MS = 200
REPEATS = 5
SILENCE_MS = 60000


def since(now_ms, then_ms):
    """Milliseconds between two readings of a clock that restarts after 2**30."""
    return (now_ms - then_ms) & 0x3FFFFFFF


class Box:
    """A box.

    name: letters, digits, dots, dashes; at most 24.
    lights: one callable for each seat, called with something true or false.
    write: takes the bytes for the companion.
    """

    def __init__(self, name, lights, write):
        self._name = name
        self._lights = lights
        self._write = write
        self._splitter = LineSplitter()
        self._count = COUNTS - 1
        self._heard_ms = None  # last line of the companion, while lights may be on
        self._waiting = []  # [seat, count, sent at, repeats left]
        self._closed = [False] * len(lights)
        self._edge_ms = [None] * len(lights)

    def greet(self):
        """Say who we are; the companion then sends all lights."""
        self._waiting = []
        self._dark()
        self._write(greeting(len(self._lights), self._name))

    def contact(self, seat, closed, now_ms):
        """Take the state of a seat's contact; to be called often, at least every 10 ms."""
        index = seat - 1
        if closed == self._closed[index]:
            return
        last_ms = self._edge_ms[index]
        quiet = last_ms is None or since(now_ms, last_ms) >= BOUNCE_MS
        self._closed[index] = closed
        self._edge_ms[index] = now_ms
        if closed and quiet:
            self._count = (self._count + 1) % COUNTS
            self._waiting.append([seat, self._count, now_ms, REPEATS])
            self._write(press(seat, self._count))

    def receive(self, data, now_ms):
        """Take bytes from the companion."""
        for line in self._splitter.feed(data):
            asked = parse(line)
            if asked is None:
                continue
            self._heard_ms = now_ms
            if asked[0] == "HELLO":
                self.greet()
            elif asked[0] == "ACK":
                self._waiting = [each for each in self._waiting if each[1] != asked[1]]
            elif asked[1] <= len(self._lights):
                self._lights[asked[1] - 1](asked[2])

    def tick(self, now_ms):
        """Send again what was not acknowledged; put the lights out after a long silence."""
        if self._heard_ms is not None and since(now_ms, self._heard_ms) >= SILENCE_MS:
            self._heard_ms = None
            self._dark()
        for each in self._waiting:
            if since(now_ms, each[2]) >= REPEAT_MS:
                each[2] = now_ms
                each[3] -= 1
                self._write(press(each[0], each[1]))
        self._waiting = [each for each in self._waiting if each[3] > 0]

    def _dark(self):
        for light in self._lights:
            light(0)
