"""Start-up time from process start to the first usable screen, in new processes."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.benches.report import BenchOptions, BenchReport, row
from companion.errors import CompanionError
from companion.games.registry import GAMES
from companion.games.roll.model.seating import PlayerSetup
from companion.games.roll.phases.counters import ChangeCredits
from companion.games.roll.phases.set_up import StartGame
from companion.places import HOME_VARIABLE, environment
from companion.session.clock import SystemClock
from companion.session.session import GameSession
from companion.storage.sqlite_log import SqliteEventLog
from companion.text_formats import from_json

TARGET_S: Final = 1.5
MAX_RUNS: Final = 10
"""Limit of repetitions, because each takes seconds."""

_TIMEOUT_S: Final = 60.0
_EVENTS: Final = 400  # a long game has fewer
_CONDITIONS: Final = f"800 x 480 off the screen; the resumed game has {_EVENTS} events."


class StartFailedError(CompanionError, RuntimeError):
    """The companion did not start."""

    code = "bench_start_failed"
    template = "The companion did not start: %(reason)s."
    hint = "Run companion doctor."


@dataclass(frozen=True, slots=True)
class _Start:
    """Seconds to the first frame, and the memory of the process at that time."""

    seconds: float
    memory_mb: float


def measure(options: BenchOptions) -> BenchReport:
    """Measure repeated starts of the table, rendered off-screen.

    Raises:
        StartFailedError: the table does not start.
    """
    runs = min(options.runs, MAX_RUNS)
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        home = Path(folder)
        _start(home, home / "warm.sqlite")  # warm-up of the disk cache
        fresh = [_start(home, home / f"new-{number}.sqlite") for number in range(runs)]
        played = home / "played.sqlite"
        _write_game(played)
        resumed = [_start(home, played) for _ in range(runs)]
    starts: Sequence[_Start] = (*fresh, *resumed)
    return BenchReport(
        "start",
        (
            row("to the first screen", [each.seconds for each in fresh], unit="s", target=TARGET_S),
            row(
                "the same, a game resumed",
                [each.seconds for each in resumed],
                unit="s",
                target=TARGET_S,
            ),
            row("memory then", [each.memory_mb for each in starts], unit="MB"),
        ),
        (_CONDITIONS,),
    )


def _start(home: Path, log: Path) -> _Start:
    command = (
        sys.executable,
        "-m",
        "companion",
        "run",
        "--simulate",
        "--headless",
        "--until-shown",
    )
    begun_s = time.monotonic()
    done = subprocess.run(  # noqa: S603 - our own program
        [*command, "--log", str(log), "--out", str(home / "out")],
        capture_output=True,
        text=True,
        timeout=_TIMEOUT_S,
        check=False,
        env={
            **environment(),
            HOME_VARIABLE: str(home),
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        },
    )
    if done.returncode != 0 or not done.stdout.strip():
        lines = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
        raise StartFailedError(reason=lines[-1])
    shown = from_json(done.stdout.splitlines()[-1])
    # Both processes use the same system-wide monotonic clock.
    return _Start(shown["shown_at_s"] - begun_s, shown["memory_mb"])


def _write_game(path: Path) -> None:
    """Write the log of a long game."""
    log = SqliteEventLog(path, GAMES)
    try:
        session = GameSession.begin(GAMES["roll"], log, SystemClock())
        colours = ("blue", "orange", "green", "purple", "yellow")
        players = tuple(PlayerSetup(seat, f"P{seat}", colours[seat - 1]) for seat in range(1, 6))
        session.execute(StartGame(players))
        while session.version < _EVENTS:
            session.execute(ChangeCredits(1, 1 if session.version % 2 else -1))
    finally:
        log.close()
