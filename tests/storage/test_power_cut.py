"""The power goes at any moment, on any disk: what was shown is there, and the evening goes on."""

from __future__ import annotations

import logging
import random
import time
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.games.roll import GAME
from companion.games.roll.model.errors import RulesError
from companion.games.roll.model.events import CreditsChanged
from companion.session.errors import (
    LogConflictError,
    LogDamagedError,
    LogWriteError,
    NothingToRedoError,
    NothingToUndoError,
)
from companion.session.session import GameSession
from companion.storage.sqlite_log import SqliteEventLog
from tests.fakes import ManualClock
from tests.storage.evening_process import act, digest, opened
from tests.storage.fault_vfs import (
    FULL,
    IOERR_FSYNC,
    IOERR_WRITE,
    Disk,
    Note,
    after_power_cut,
    can_be_faulty,
    faulty_disk,
)

AT = "2026-01-01T00:00:00.000+00:00"

report = logging.getLogger(__name__)

pytestmark = pytest.mark.skipif(not can_be_faulty(), reason="SQLite is built into this Python")


class Evening:
    """An evening on a disk that remembers.

    Attributes:
        shown: for every step: how many notes the disk had when the screen could show it, the
            version, and the digest of the state.
    """

    def __init__(self, folder: Path, disk: Disk, seed: int) -> None:
        self.disk, self.path = disk, folder / "evening.sqlite"
        self.log = SqliteEventLog(self.path, GAMES)
        self.session = opened(self.log)
        self.log.settle()
        self.shown = [(len(disk.notes), self.session.version, digest(self.session))]
        self._chance = random.Random(seed)

    def play(self, steps: int) -> None:
        for _ in range(steps):
            try:
                act(self.session, self._chance)
            except (RulesError, NothingToUndoError, NothingToRedoError):
                continue
            self.shown.append((len(self.disk.notes), self.session.version, digest(self.session)))
            if self._chance.random() < 0.7:  # the table does, unless somebody is faster
                self.log.settle()


def resumed_after_cut(evening: Evening, folder: Path, moment: int, chance: random.Random) -> float:
    """Cut the power after *moment* notes; all that was shown then must be there. Seconds needed."""
    folder.mkdir()
    after_power_cut(evening.disk.notes[:moment], folder, chance)
    _, version, text = [shown for shown in evening.shown if shown[0] <= moment][-1]
    began_s = time.perf_counter()
    log = SqliteEventLog(folder / "evening.sqlite", GAMES)
    session = GameSession.resume(GAME, log, ManualClock(), log.games()[0])
    took_s = time.perf_counter() - began_s
    assert session.damage is None, moment
    assert session.version >= version, f"cut after note {moment}"
    if session.version == version:
        assert digest(session) == text
    log.append(
        log.games()[0].game_id,
        [CreditsChanged(1, 1)],
        after_version=session.version,
        recorded_at=AT,
    )
    log.close()
    return took_s


def cut_many_times(folder: Path, *, seed: int, steps: int, cuts: int) -> None:
    chance = random.Random(seed)
    with faulty_disk() as disk:
        evening = Evening(folder, disk, seed)
        evening.play(steps)
    first = evening.shown[0][0]
    moments = [chance.randint(first, len(disk.notes)) for _ in range(cuts)]
    took_s = [
        resumed_after_cut(evening, folder / f"cut-{number}", moment, chance)
        for number, moment in enumerate(moments)
    ]
    evening.log.close()
    assert len(evening.shown) > steps / 2, "the evening did go on"
    report.info("%d cuts, slowest resume %.3f s", cuts, max(took_s))


def test_the_power_goes_at_random_moments(tmp_path: Path) -> None:
    """Writes after the last sync are lost, torn or there in any order; no shown step is missing."""
    cut_many_times(tmp_path, seed=1, steps=40, cuts=30)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 7))
def test_the_power_goes_many_times(tmp_path: Path, seed: int) -> None:
    """The same 200 times, over longer evenings."""
    cut_many_times(tmp_path, seed=seed, steps=250, cuts=40)


def test_a_disk_that_lies_costs_steps_but_never_the_evening(tmp_path: Path) -> None:
    """Syncs that are not done: the log opens at a good step or says that it is damaged."""
    chance = random.Random(5)
    with faulty_disk() as disk:
        evening = Evening(tmp_path, disk, 5)
        disk.lies = True
        evening.play(40)
    opened_whole = 0
    digests = {version: text for _, version, text in evening.shown}
    for number in range(30):
        folder = tmp_path / f"cut-{number}"
        folder.mkdir()
        moment = chance.randint(evening.shown[0][0], len(disk.notes))
        after_power_cut(disk.notes[:moment], folder, chance)
        log = SqliteEventLog(folder / "evening.sqlite", GAMES)
        try:
            session = GameSession.resume(GAME, log, ManualClock(), log.games()[0])
        except LogDamagedError:
            continue
        finally:
            log.close()
        if session.damage is None and session.version in digests:
            assert digest(session) == digests[session.version]
            opened_whole += 1
    evening.log.close()
    assert opened_whole > 0


def begun(path: Path) -> SqliteEventLog:
    log = SqliteEventLog(path, GAMES)
    log.begin("g1", game="roll", started_at=AT)
    log.append("g1", [CreditsChanged(1, 1)], after_version=0, recorded_at=AT)
    return log


@pytest.mark.parametrize(
    ("kind", "code"), [("write", FULL), ("write", IOERR_WRITE), ("sync", IOERR_FSYNC)]
)
def test_a_disk_that_fails_and_works_again(tmp_path: Path, kind: str, code: int) -> None:
    """Full, worn out, unable to sync: refused with a code, nothing half-stored; later it works."""
    with faulty_disk() as disk:
        log = begun(tmp_path / "log.sqlite")
        for failing in range(1, 4):
            calls = [0]

            def fault(what: str, _path: str, calls: list[int] = calls, at: int = failing) -> int:
                calls[0] += what == kind
                return code if what == kind and calls[0] >= at else 0

            stored = len(log.load("g1"))
            disk.fault = fault
            added = 1  # unless it needs as many writes or syncs
            try:
                log.append("g1", [CreditsChanged(1, 2)], after_version=stored, recorded_at=AT)
            except LogWriteError:
                added = 0
            disk.fault = lambda _kind, _path: 0
            assert len(log.load("g1")) == stored + added
            if failing == 1:
                assert added == 0
            log.append("g1", [CreditsChanged(1, 3)], after_version=stored + added, recorded_at=AT)
            assert len(log.load("g1")) == stored + added + 1
        log.close()


def test_a_slow_disk_is_waited_for(tmp_path: Path) -> None:
    """An append comes back after the sync, not before: the screen never runs ahead of the disk."""
    with faulty_disk() as disk:
        log = begun(tmp_path / "log.sqlite")
        disk.sync_s = 0.2
        began_s = time.monotonic()
        log.append("g1", [CreditsChanged(1, 2)], after_version=1, recorded_at=AT)
        assert time.monotonic() - began_s >= 0.2
        assert disk.notes[-1] == Note("sync", str(tmp_path / "log.sqlite-mark"))
        disk.sync_s = 0.0
        log.close()


def test_a_log_on_a_read_only_disk(tmp_path: Path) -> None:
    """What is there can be read; the next step is refused with a sentence."""
    with faulty_disk() as disk:
        log = begun(tmp_path / "log.sqlite")
        disk.fault = lambda _kind, _path: IOERR_WRITE
        with pytest.raises((LogWriteError, LogConflictError)):
            log.append("g1", [CreditsChanged(1, 2)], after_version=1, recorded_at=AT)
        assert len(log.load("g1")) == 1
        disk.fault = lambda _kind, _path: 0
        log.close()
