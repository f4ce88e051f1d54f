"""A program that plays an evening into a log and says each version once it would be on the screen.

    python -m tests.storage.evening_process LOG SEED [COMMANDS]
    python -m tests.storage.evening_process --serve

It resumes the game that it finds. After each command it prints ``version digest``: the digest of
the state that belongs to it. Refused by a full disk it prints ``full`` and goes on.

``--serve`` reads ``LOG SEED`` lines and forks a process for each, so that Python starts only once
for many evenings. ``pid N`` is printed before what an evening prints, ``ended STATUS`` after it.
"""

import hashlib
import os
import random
import sys
import tempfile
from pathlib import Path

from companion.games.refusals import RefusedError
from companion.games.registry import GAMES
from companion.games.roll import GAME
from companion.session.clock import SystemClock
from companion.session.errors import LogWriteError, NothingToRedoError, NothingToUndoError
from companion.session.session import GameSession
from companion.storage.sqlite_log import SqliteEventLog
from tests.games.roll.table import next_command


def digest(session: GameSession) -> str:
    text = repr((session.state, session.can_undo, session.can_redo))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def opened(log: SqliteEventLog) -> GameSession:
    """Resume the newest unfinished game, as the table does, or begin one."""
    clock = SystemClock()
    unfinished = [header for header in log.games() if not header.finished]
    if unfinished:
        return GameSession.resume(GAME, log, clock, unfinished[0])
    return GameSession.begin(GAME, log, clock)


def show(what: int | str, session: GameSession) -> None:
    sys.stdout.write(f"{what} {digest(session)}\n")
    sys.stdout.flush()


def act(session: GameSession, chance: random.Random) -> None:
    luck = chance.random()
    wanted = next_command(chance, session.state, players=chance.randint(2, 5))
    if luck < 0.1 or wanted is None:
        session.undo()
    elif luck < 0.15:
        session.redo()
    else:
        session.execute(wanted)


def main(path: Path, seed: int, commands: int) -> None:
    chance = random.Random(seed)
    log = SqliteEventLog(path, GAMES)
    session = opened(log)
    log.settle()
    show(session.version, session)
    for _ in range(commands):
        try:
            act(session, chance)
        except (RefusedError, NothingToUndoError, NothingToRedoError):
            continue
        except LogWriteError:
            show("full", session)
            continue
        show(session.version, session)
        if chance.random() < 0.7:  # the table does, unless somebody is faster
            log.settle()


def serve() -> None:
    """Play the evenings that are asked for, each in a process that knows nothing of the others."""
    with tempfile.TemporaryDirectory() as folder:  # all is imported before the first fork
        log = SqliteEventLog(Path(folder) / "first.sqlite", GAMES)
        act(opened(log), random.Random(0))
        log.close()
    for line in sys.stdin:
        path, seed = line.rsplit(maxsplit=1)
        pid = os.fork()
        if pid == 0:
            sys.stdout.write(f"pid {os.getpid()}\n")
            main(Path(path), int(seed), 10**9)
            return
        _, status = os.waitpid(pid, 0)
        sys.stdout.write(f"ended {os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


if __name__ == "__main__" and sys.argv[1] == "--serve":
    serve()
elif __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 10**9)
