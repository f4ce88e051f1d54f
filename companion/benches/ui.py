"""UI latency: touches when idle and while pictures are read, screen changes.

The window is the table's own, 800 x 480, rendered off-screen by the machine's software renderer.
A touch goes to a tab of the reveal; the latency ends with the first frame drawn afterwards.
"""

import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

from companion.app.thread_priority import lower_thread_priority
from companion.app.wiring import games_at_table
from companion.benches.report import BenchOptions, BenchReport, peak_memory_mb, row
from companion.benches.ui_screens import (
    CHANGE_TARGET_MS,
    LIST_TARGET_MS,
    TILES,
    Changes,
    Drawn,
    a_set_up,
    reveal,
)
from companion.games.roll import GAME
from companion.games.roll.model.state import Step
from companion.games.roll.phases.round import SignalReady
from companion.games.roll.phases.set_up import MAX_PLAYERS
from companion.session.clock import SystemClock
from companion.session.table import TableOwner
from companion.storage.memory_log import MemoryEventLog

if TYPE_CHECKING:
    from kivy_ui.app import TableApp
    from kivy_ui.stopwatch import Stopwatch

REST_TARGET_MS: Final = 25.0
READING_TARGET_MS: Final = 45.0
MEMORY_TARGET_MB: Final = 380.0

_PAUSE_S: Final = (0.5, 0.6)
"""Pause between touches: those of the first 250 ms after a change of page are ignored."""
_TIMEOUT_S: Final = 120.0
_WARM_UP: Final = 3


def measure(options: BenchOptions) -> BenchReport:
    """Measure the times from touch to frame, when idle and while reading, and the other rows.

    Raises:
        CompanionError: the picture or a model cannot be used.
    """
    owner = _table_in_reveal()
    app = _window(owner)
    found: dict[str, list[float]] = {}
    changes = Changes()
    drawn: list[Drawn] = []
    with ThreadPoolExecutor(1) as finger:
        touched: list[Future[None]] = []

        def begin() -> None:
            touched.append(
                finger.submit(_touch_all, app, owner, options.runs, found, changes, drawn)
            )

        app.schedule(begin, 0.5)
        app.run()
    owner.stop()
    touched[0].result()  # raises the exception of the touch thread
    return BenchReport(
        "ui",
        (
            row("touch to frame at rest", found["rest"], target=REST_TARGET_MS, at_p95=True),
            row(
                "touch to frame while reading",
                found["reading"],
                target=READING_TARGET_MS,
                at_p95=True,
            ),
            row("one reading meanwhile", found["readings"]),
            row(
                "pages change",
                changes.without(TILES),
                target=CHANGE_TARGET_MS,
                at_p95=True,
            ),
            row("list of tiles opens", changes.times_ms[TILES], target=LIST_TARGET_MS, at_p95=True),
            row("frames in a second at rest", [drawn[0].resting], unit="", target=0),
            row("frames in a second while a die is doubtful", [drawn[0].doubting], unit=""),
            row("peak memory", [peak_memory_mb()], unit="MB", target=MEMORY_TARGET_MB),
        ),
        (
            "800 x 480 off the screen; reads 1536 x 864 pixels with 20 dice on one thread.",
            f"The slowest change of {len(changes.times_ms)}: {changes.slowest}.",
        ),
    )


def _table_in_reveal() -> TableOwner:
    owner = TableOwner(games_at_table(), MemoryEventLog(), SystemClock())
    owner.start()
    owner.new_game(GAME.key)
    set_up = a_set_up()
    owner.post(set_up)
    for player in set_up.players:
        owner.post(SignalReady(player.seat))
    _until(lambda: owner.latest().view is not None and owner.latest().view.step is Step.REVEAL)
    return owner


def _window(owner: TableOwner) -> "TableApp":
    from kivy_ui.environment import Surface, prepare

    prepare(surface=Surface.OFFSCREEN)
    from kivy_ui.app import TableApp

    return TableApp(owner)


def _touch_all(
    app: "TableApp",
    owner: TableOwner,
    runs: int,
    found: dict[str, list[float]],
    changes: Changes,
    drawn: list[Drawn],
) -> None:
    """Measure everything, then close the window. Runs on a separate thread, like a user."""
    from kivy_ui.stopwatch import Stopwatch

    try:
        watch = Stopwatch(lambda: _tabs(app))
        found["rest"] = _touches(watch, runs)
        with _Reading(owner) as reading:
            found["reading"] = _touches(watch, runs)
        found["readings"] = reading.times_ms
        watch.close()
        drawn.append(reveal(owner, _until))
        changes.measure(app, _until)
    finally:
        app.schedule(app.stop)


def _tabs(app: "TableApp") -> list[tuple[float, float]]:
    """Return where the tabs of the other mats are, in pixels from the lower left."""
    from kivy_ui.common.stacked_pages import do

    view, show = app.root, app.shell.presenters.reveal.show
    tabs = [do(show, seat) for seat in range(1, MAX_PLAYERS + 1)]
    return [view.place_of(each.box) for each in view.scene.targets if each.key in tabs]


def _touches(watch: "Stopwatch", runs: int) -> list[float]:
    chance = random.Random(1)  # noqa: S311 - the pauses between touches
    watch.times_ms.clear()
    for _ in range(_WARM_UP + runs):
        time.sleep(chance.uniform(*_PAUSE_S))
        watch.touch()
        _until(lambda: not watch.busy)
    return watch.times_ms[_WARM_UP:]


class _Reading:
    """Reads the same picture repeatedly on a thread and shows it, like the scanner."""

    def __init__(self, owner: TableOwner) -> None:
        from companion.benches.repeated_reading import RepeatedReading

        self._owner = owner
        self._camera = RepeatedReading()
        self._camera.look()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self.times_ms: list[float] = []

    def __enter__(self) -> "_Reading":
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        lower_thread_priority()
        while not (self._ended.is_set() and self.times_ms):  # at least one reading
            begin = time.perf_counter()
            self._owner.show_scan(self._camera.look())
            self.times_ms.append((time.perf_counter() - begin) * 1000.0)


def _until(holds: Callable[[], bool]) -> None:
    """Wait until *holds* returns True, which another thread causes.

    Raises:
        TimeoutError: it stays False.
    """
    deadline = time.monotonic() + _TIMEOUT_S
    while not holds():
        if time.monotonic() > deadline:
            message = "the window does not answer"
            raise TimeoutError(message)
        time.sleep(0.001)
