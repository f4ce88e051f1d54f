"""Logs as a killed table leaves them, what had been shown of them, and what is shown afterwards."""

import os
import random
import shutil
import tempfile
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from companion.catalog import load_roll_catalog
from companion.games.refusals import RefusedError
from companion.games.registry import GAMES
from companion.games.roll.phases.ledger import CreditsPaid
from companion.history.archive import past_games
from companion.session.errors import LogDamagedError, NothingToRedoError, NothingToUndoError
from companion.session.session import GameSession
from companion.storage.archive import FileArchive
from companion.storage.inspection import inspect_log
from companion.storage.memory_log import MemoryEventLog
from companion.storage.opening import open_for_table
from companion.storage.sqlite_log import SqliteEventLog
from tests.faults.matrix import Row
from tests.storage.evening_process import act, opened

NAME = "games.sqlite"
AT = "2026-01-01T00:00:00.000+00:00"
CATALOG = load_roll_catalog()

Games = dict[str, tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class Evening:
    """A folder with the log of a table that was killed, and all that its screen had shown."""

    folder: Path
    games: Games
    history: dict[str, object]


@dataclass(slots=True)
class Tally:
    """Counts what came of many faults of one kind."""

    fault: str
    runs: int = 0
    silent: int = 0
    failed: int = 0
    internal: int = 0
    told: int = 0
    harmless: int = 0
    unnamed: int = 0
    examples: list[str] = field(default_factory=list)

    def row(self) -> Row:
        note = f"harmless {self.harmless}, told {self.told}, not named by the doctor {self.unnamed}"
        return Row(
            self.fault,
            self.runs,
            self.silent + self.unnamed,
            self.failed,
            self.internal,
            "; ".join([note, *self.examples[:3]]),
        )


@contextmanager
def scratch() -> Iterator[Path]:
    """Give a folder in memory where there is one: what is tested here is no disk."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        yield Path(folder)


def played(folder: Path, seed: int, *, steps: int = 60) -> Evening:
    """Play two games, the first one to the end of the second's beginning, and kill the table."""
    folder.mkdir(parents=True)
    log = SqliteEventLog(folder / NAME, GAMES)
    chance = random.Random(seed)
    first = opened(log)
    _play(log, first, chance, steps)
    log.finish(first.game_id)
    second = opened(log)
    _play(log, second, chance, steps)
    before = second.version
    while second.version == before:  # the last step is in the WAL
        _play(None, second, chance, 1)
    killed = folder.with_name(f"{folder.name}-killed")
    killed.mkdir()
    for path in folder.glob(f"{NAME}*"):
        if not path.name.endswith("-shm"):
            shutil.copy(path, killed)
    games, _ = shown(log)
    log.close()
    return Evening(killed, games, rows_of(folder / NAME)[0])


def _play(
    log: SqliteEventLog | None, session: GameSession, chance: random.Random, steps: int
) -> None:
    for _ in range(steps):
        with suppress(RefusedError, NothingToUndoError, NothingToRedoError):
            act(session, chance)
            if log is not None:
                log.settle()


def shown(log: SqliteEventLog) -> tuple[Games, bool]:
    """Return what a table shows of its games, and whether it says that something is damaged."""
    games: Games = {}
    told = False
    for header in log.games():
        try:
            games[header.game_id] = (header, log.load(header.game_id))
        except LogDamagedError:
            told = True
    return games, told


def rows_of(path: Path) -> tuple[dict[str, object], bool]:
    """Return the rows of the history by game, and whether it says that something is left out."""
    archive = FileArchive(path, path.parent / "tallies", GAMES)
    rows: dict[str, object] = {row.game_id: row for row in past_games(archive, CATALOG)}
    return rows, bool(archive.problems)


def after(evening: Evening, harm: Callable[[Path], object], tally: Tally, folder: Path) -> None:
    """Harm a copy of the evening, start the table on it, and count what came of it."""
    shutil.copytree(evening.folder, folder)
    described = harm(folder)
    tally.runs += 1
    try:
        named = inspect_log(folder / NAME, GAMES)
        history, history_told = rows_of(folder / NAME)
    except Exception:
        _note(tally, f"{described}: {traceback.format_exc(limit=-2)!r}")
        tally.internal += 1
        return
    try:
        table = open_for_table(folder / NAME, GAMES, folder / "backups")
    except Exception:
        _note(tally, f"{described}: {traceback.format_exc(limit=-2)!r}")
        tally.failed += 1
        return
    games: Games = {}
    told = bool(table.notices)
    try:
        if isinstance(table.log, SqliteEventLog):
            games, damaged = shown(table.log)
            told = told or damaged
        wrong_row = any(row != evening.history.get(key) for key, row in history.items())
        lost_row = evening.history.keys() - history.keys()
        if (games != evening.games and not told) or ((wrong_row or lost_row) and not history_told):
            _note(tally, f"{described}: silent, row {wrong_row or bool(lost_row)}")
            tally.silent += 1
        elif games == evening.games:
            tally.harmless += 1
        else:
            tally.told += 1
        if told and not named:
            _note(tally, f"{described}: the doctor does not name it")
            tally.unnamed += 1
        if not goes_on(table.log):
            tally.failed += 1
    except Exception:
        _note(tally, f"{described}: {traceback.format_exc(limit=-3)!r}")
        tally.internal += 1
    finally:
        table.log.close()
        shutil.rmtree(folder)


def goes_on(log: SqliteEventLog | MemoryEventLog | object) -> bool:
    """Whether a new game can be played; nothing that is set aside is deleted."""
    assert isinstance(log, SqliteEventLog | MemoryEventLog)
    log.begin("next", game="roll", started_at=AT)
    log.append("next", [CreditsPaid(1, 1)], after_version=0, recorded_at=AT)
    return len(log.load("next")) == 1


def flip(path: Path, chance: random.Random) -> str:
    """Flip one bit of a file."""
    content = bytearray(path.read_bytes())
    at, bit = chance.randrange(len(content)), chance.randrange(8)
    content[at] ^= 1 << bit
    path.write_bytes(content)
    return f"{path.name} byte {at} bit {bit}"


def cut(path: Path, chance: random.Random) -> str:
    """Cut a file off somewhere."""
    kept = chance.randrange(path.stat().st_size)
    os.truncate(path, kept)
    return f"{path.name} cut to {kept}"


def many(
    fault: str,
    evenings: Sequence[Evening],
    harm: Callable[[Path], object],
    runs: int,
    folder: Path,
) -> Row:
    """Harm evenings in turn and return the row of this fault."""
    tally = Tally(fault)
    for number in range(runs):
        after(evenings[number % len(evenings)], harm, tally, folder / f"{fault}-{number}")
    return tally.row()


def _note(tally: Tally, text: str) -> None:
    tally.examples.append(text)
