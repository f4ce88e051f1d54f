"""Button box on a Raspberry Pi Pico with MicroPython 1.20 or later: the part with pins and USB.

Copy box_protocol.py, box.py and this file to the board; deploy/firmware/README.md says how.
Not run on a board yet; what it calls is tested on a computer.
"""

import select
import sys
import time

import micropython
from box import Box
from machine import Pin

NAME = "pico-box"
BUTTONS = (2, 3, 4, 5, 6)  # GP numbers for seats 1 to 5: from the pin to ground
LIGHTS = (10, 11, 12, 13, 14)  # GP numbers: through 330 ohm and the light to ground


def main():
    """Serve the companion forever, unless the first button is held at power-on."""
    buttons = [Pin(number, Pin.IN, Pin.PULL_UP) for number in BUTTONS]
    lights = [Pin(number, Pin.OUT, value=0) for number in LIGHTS]
    time.sleep_ms(10)  # the pull-ups charge the cables
    if buttons[0].value() == 0:
        for light in lights:
            light.value(1)
        return  # to the prompt, so that mpremote can copy a new version
    micropython.kbd_intr(-1)  # byte 3 in the noise of a plug must not end the program
    box = Box(NAME, [light.value for light in lights], sys.stdout.buffer.write)
    incoming = select.poll()
    incoming.register(sys.stdin, select.POLLIN)
    box.greet()
    while True:
        now_ms = time.ticks_ms()
        if incoming.poll(1):
            box.receive(sys.stdin.buffer.read(1), now_ms)
        for index, button in enumerate(buttons):
            box.contact(index + 1, button.value() == 0, now_ms)
        box.tick(now_ms)


main()
