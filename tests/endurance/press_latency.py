"""How soon a pushed button is seen: from the contact to the frame that shows the seat ready.

    python -m tests.endurance.press_latency [PRESSES]

A whole table without a screen: log on the disk, window drawn by software, buttons at gpiozero's
mock pins and at a box behind a pseudo terminal. Prints JSON: median, 95th percentile and longest,
in milliseconds, for each kind of button. TMPDIR=/dev/shm leaves the disk out, `chrt -r 20` others
at work on the machine. It begins when the screens are built: until some seconds after the first
frame a press can wait for one of them (90 ms at most here).
"""

import json
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.games.registry import GAMES
from companion.games.roll import GAME
from companion.games.roll.model.seating import PlayerSetup
from companion.games.roll.phases.set_up import StartGame
from companion.session.clock import SystemClock
from companion.session.table import TableOwner
from companion.session.table_port import DeviceState
from companion.storage.sqlite_log import SqliteEventLog
from hardware.buttons.gpio_buttons import DEFAULT_BUTTON_PINS, GpioButtons
from hardware.buttons.serial_buttons import SerialButtons
from tests.firmware.pico_box import PicoBox

COLOURS = ("blue", "orange", "green", "purple", "red")
WAIT_S = 10.0
SCREENS_ARE_BUILT_S = 5.0


def main(presses: int) -> None:
    from kivy_ui.environment import Surface, prepare

    prepare(surface=Surface.OFFSCREEN)
    from kivy_ui.app import TableApp

    with tempfile.TemporaryDirectory() as folder:
        log = SqliteEventLog(Path(folder) / "log.sqlite", GAMES)
        owner = TableOwner(GAMES, log, SystemClock())
        owner.start()
        owner.new_game(GAME.key)
        players = [PlayerSetup(n, f"P{n}", COLOURS[n - 1]) for n in range(1, 6)]
        owner.post(StartGame(tuple(players)))
        app = TableApp(owner)
        found: dict[str, list[float]] = {}
        hand = threading.Thread(target=_push_all, args=(app, owner, presses, found), daemon=True)
        app.schedule(hand.start, SCREENS_ARE_BUILT_S)
        app.run()
        owner.stop()
        log.close()
    print(json.dumps({kind: _row(times_ms) for kind, times_ms in found.items()}))  # noqa: T201


def _push_all(app: Any, owner: TableOwner, presses: int, found: dict[str, list[float]]) -> None:
    from gpiozero.pins.mock import MockFactory

    factory = MockFactory()
    pins = GpioButtons(dict(enumerate(DEFAULT_BUTTON_PINS, 1)), {}, pin_factory=factory)
    pins.start(owner.press)
    contact = factory.pin(DEFAULT_BUTTON_PINS[0])
    found["pins"] = _push(app, owner, presses, contact.drive_low, contact.drive_high)
    pins.close()
    box = PicoBox()
    serial = SerialButtons(lambda: (box.port,), retry_s=0.01)
    serial.start(owner.press)
    while serial.state is not DeviceState.READY:
        time.sleep(0.01)
    found["box"] = _push(
        app,
        owner,
        presses,
        lambda: box._touch(1, closed=True),
        lambda: box._touch(1, closed=False),
    )
    serial.close()
    box.unplug()
    app.schedule(app.stop)


def _push(
    app: Any,
    owner: TableOwner,
    presses: int,
    push: Callable[[], None],
    release: Callable[[], None],
) -> list[float]:
    from kivy.core.window import Window

    times_ms: list[float] = []
    seen = threading.Event()
    before = [0]

    def drawn(_window: object) -> None:
        if app.shown_version > before[0]:
            seen.set()

    Window.bind(on_flip=drawn)
    for _ in range(presses):
        time.sleep(0.1)
        before[0] = owner.latest().version
        seen.clear()
        began_s = time.perf_counter()
        push()
        if not seen.wait(WAIT_S):
            raise SystemExit("a press never reached the screen")
        times_ms.append((time.perf_counter() - began_s) * 1000)
        time.sleep(0.05)
        release()
        owner.undo()
    Window.unbind(on_flip=drawn)
    return times_ms


def _row(times_ms: list[float]) -> dict[str, float]:
    ordered = sorted(times_ms)
    return {
        "presses": len(ordered),
        "median_ms": round(statistics.median(ordered), 1),
        "p95_ms": round(ordered[int(len(ordered) * 0.95) - 1], 1),
        "longest_ms": round(ordered[-1], 1),
    }


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
