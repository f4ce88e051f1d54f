"""A disk that is full, or fails to write or to sync, at any moment and for any time.

    python -m tests.faults.disk_faults

is the process that plays on it: it reads ``LOG SEED`` lines and forks for each a table that says
after every step what its screen shows, and ends without closing anything, as if it were killed.
"""

import errno
import os
import random
import subprocess
import sys
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.errors import CompanionError
from companion.games.refusals import RefusedError
from companion.games.registry import GAMES
from companion.games.roll import GAME
from companion.session.clock import SystemClock
from companion.session.errors import (
    LogError,
    LogInDoubtError,
    NothingToRedoError,
    NothingToUndoError,
)
from companion.session.session import GameSession
from companion.storage.opening import open_for_table
from tests.faults.calls import FOR_GOOD, SYNCS, WRITES, FailingDisk
from tests.faults.evenings import scratch
from tests.faults.matrix import Row, count
from tests.storage.evening_process import act, digest

FAILURES, FULL_STARTS, STEPS = 500, 100, 12
ROOT = Path(__file__).parents[2]


def rows(scale: float) -> Iterable[Row]:
    """Play on failing disks; what a screen showed last is what the next start shows."""
    chance = random.Random(3)
    with scratch() as folder, _tables(folder) as tables:
        for call, number in (
            (WRITES, errno.ENOSPC),
            (WRITES, errno.EIO),
            (SYNCS, errno.EIO),
            (WRITES | SYNCS, errno.EIO),
        ):
            yield tables.failing(call, number, count(FAILURES, scale), chance)
        yield tables.full_at_the_start(count(FULL_STARTS, scale), chance)


class Tables:
    """Starts tables on the failing disk."""

    def __init__(self, server: subprocess.Popen[str], disk: FailingDisk, folder: Path) -> None:
        self._server = server
        self._disk = disk
        self._folder = folder
        self._number = 0

    def failing(self, call: int, number: int, runs: int, chance: random.Random) -> Row:
        """Let calls fail in the middle of an evening, for once, for some time or for good."""
        silent = failed = internal = refused = doubted = 0
        for _ in range(runs):
            path = self._new_log()
            self._play(path, chance.random())
            how_many = chance.choice((1, 2, 5, 20, FOR_GOOD))
            self._disk.fail(call, number, first=chance.randint(0, 40), failing=how_many)
            shown = self._play(path, chance.random())
            self._disk.work()
            internal += any("Traceback" in line for line in shown)
            refused += any(line.startswith("refused") for line in shown)
            again = self._play(path, chance.random())
            failed += not again or again[0].startswith("no game")
            if shown and shown[-1].startswith("doubted"):  # the screen says that it may be either
                doubted += 1
            else:
                silent += not shown or not again or _state(shown[-1]) != _state(again[0])
        name = {WRITES: "writes", SYNCS: "syncs"}.get(call, "writes and syncs")
        note = f"a step refused in {refused}, said to be uncertain at the end in {doubted}"
        return Row(f"{errno.errorcode[number]} in {name}", runs, silent, failed, internal, note)

    def full_at_the_start(self, runs: int, chance: random.Random) -> Row:
        """Let the disk be full before the table starts: the running game is shown."""
        silent = failed = internal = 0
        for _ in range(runs):
            path = self._new_log()
            before = self._play(path, chance.random())
            self._disk.fail(WRITES, errno.ENOSPC)
            shown = self._play(path, chance.random())
            self._disk.work()
            internal += any("Traceback" in line for line in shown)
            failed += not shown or _state(shown[0]) != _state(before[-1])
            silent += not any(line.startswith(("refused", "doubted")) for line in shown)
        return Row("full disk at the start", runs, silent, failed, internal)

    def _new_log(self) -> Path:
        self._number += 1
        (self._folder / f"{self._number}").mkdir()
        return self._folder / f"{self._number}" / "games.sqlite"

    def _play(self, path: Path, seed: float) -> list[str]:
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        self._server.stdin.write(f"{path} {seed}\n")
        self._server.stdin.flush()
        lines: list[str] = []
        while not (line := self._server.stdout.readline()).startswith("ended"):
            assert line, "the server is there"
            lines.append(line.rstrip("\n"))
        return lines


@contextmanager
def _tables(folder: Path) -> Iterator[Tables]:
    disk = FailingDisk(folder / "control")
    logs = folder / "on-the-failing-disk"
    logs.mkdir()
    with subprocess.Popen(
        [sys.executable, "-m", "tests.faults.disk_faults"],
        cwd=ROOT,
        env={**os.environ, **disk.preloaded(logs)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        yield Tables(server, disk, logs)


def _state(line: str) -> str:
    """Return version and digest in a line."""
    return line.partition(" ")[2]


# --- the process that plays ----------------------------------------------------------------------


def _serve() -> None:
    for line in sys.stdin:
        path, seed = line.rsplit(maxsplit=1)
        pid = os.fork()
        if pid == 0:
            try:
                _table(Path(path), random.Random(seed))
            except BaseException:
                _say("Traceback", repr(traceback.format_exc()))
            os._exit(0)  # nothing is closed
        os.waitpid(pid, 0)
        _say("ended")


def _table(path: Path, chance: random.Random) -> None:
    log = open_for_table(path, GAMES, path.parent).log
    try:
        unfinished = [header for header in log.games() if not header.finished]
        clock = SystemClock()
        session = (
            GameSession.resume(GAME, log, clock, unfinished[0])
            if unfinished
            else GameSession.begin(GAME, log, clock)
        )
    except CompanionError as error:
        _say("no game", error.code)
        return
    _say("shown", session.version, digest(session))
    for _ in range(STEPS):
        what = "shown"
        try:
            act(session, chance)
        except LogInDoubtError:
            what = "doubted"
        except LogError:
            what = "refused"
        except (RefusedError, NothingToUndoError, NothingToRedoError):
            continue
        _say(what, session.version, digest(session))
        if chance.random() < 0.7:
            log.settle()


def _say(*words: object) -> None:
    with suppress(BrokenPipeError):
        sys.stdout.write(" ".join(map(str, words)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _serve()
