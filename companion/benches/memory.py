"""Memory use of the whole table process over hundreds of rounds: window, rules, log and reading.

Simulated players play games in a row in the real window, rendered off-screen; every update is
drawn, and once a round a picture with 20 dice is read and shown like a camera frame, and every
other page is opened.
"""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.benches.repeated_reading import RepeatedReading
from companion.benches.report import BenchOptions, BenchReport, peak_memory_mb, row
from companion.benches.sync_table import SyncTable
from companion.benches.taps import TapSimulation
from companion.benches.ui_screens import SCREENS
from companion.players.seeded_random import SeededRandom

if TYPE_CHECKING:
    from kivy_ui.app import TableApp

MEMORY_TARGET_MB: Final = 380.0
GROWTH_TARGET_MB: Final = 10.0
ROUNDS_PER_RUN: Final = 25
"""``--runs 20`` means 500 rounds."""
_SETTLED_AFTER: Final = 0.2
"""Fraction of the rounds after which everything has been loaded and shown once."""


def measure(options: BenchOptions) -> BenchReport:
    """Measure memory over ``options.runs * ROUNDS_PER_RUN`` rounds.

    Raises:
        CompanionError: the picture or a model cannot be used.
    """
    wanted = options.runs * ROUNDS_PER_RUN
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        held_mb = _play(wanted, Path(folder) / "evening.sqlite")
    first = int(len(held_mb) * _SETTLED_AFTER)
    grown = f"growth from round {first} on: {held_mb[first]:.0f} to {held_mb[-1]:.0f} MB."
    return BenchReport(
        "memory",
        (
            row("memory after a round", held_mb, unit="MB", target=MEMORY_TARGET_MB),
            row("peak memory", [peak_memory_mb()], unit="MB", target=MEMORY_TARGET_MB),
            row("growth", [held_mb[-1] - held_mb[first]], unit="MB", target=GROWTH_TARGET_MB),
        ),
        (f"{len(held_mb)} rounds of three players, every update drawn; {grown}",),
    )


def _play(wanted: int, log_file: Path) -> list[float]:
    """Return the resident memory after each round, in MB."""
    from companion.app.wiring import games_at_table
    from companion.games.registry import GAMES
    from companion.session.clock import SystemClock
    from companion.storage.sqlite_log import SqliteEventLog
    from kivy_ui.environment import Surface, prepare

    prepare(surface=Surface.OFFSCREEN)
    from kivy_ui.app import TableApp

    log = SqliteEventLog(log_file, GAMES)
    table = SyncTable(games_at_table()["roll"], log, SystemClock())
    app = TableApp(table)
    app.open()
    camera = RepeatedReading()
    held_mb: list[float] = []
    try:
        table.subscribe(lambda _update: app.step(1))
        while len(held_mb) < wanted:
            game = TapSimulation(SeededRandom(f"memory/1 {len(held_mb)}"), players=3, given=table)
            game.play(_watched(app, table, camera, held_mb, wanted))
            game.leave()
    finally:
        app.close()
        log.close()
    return held_mb


def _watched(
    app: "TableApp", table: SyncTable, camera: RepeatedReading, held_mb: list[float], wanted: int
) -> Callable[[], bool]:
    """Return the callback after each round; it returns whether to continue."""
    screens = ("reveal", "score_entry", *sorted(app.shell.presenters.ui.beside), *SCREENS)

    def after_round() -> bool:
        table.scan = camera.look()
        for screen in screens:
            app.shell.visit(screen)
            app.step(2)
        held_mb.append(_memory_mb())
        return len(held_mb) < wanted

    return after_round


def _memory_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1024**2
