"""The power goes at any moment, on any disk: what was shown is there, and the evening goes on."""

import random
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.games.roll import GAME
from companion.games.roll.phases.ledger import CreditsPaid
from companion.session.errors import LogDamagedError, LogWriteError
from companion.session.session import GameSession
from companion.storage.sqlite_log import SqliteEventLog
from tests.fakes import ManualClock
from tests.faults.calls import Call, FailingDisk, after_power_cut, observed
from tests.programs import printed_by
from tests.storage.evening_process import digest

AT = "2026-01-01T00:00:00.000+00:00"

PLAYED = """
import sys
from pathlib import Path
from tests.storage.evening_process import main
main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
"""


def played(folder: Path, seed: int, steps: int) -> list[Call]:
    """Return the calls of an evening; what it ``said`` is what its screen showed."""
    watched = observed(folder)
    printed_by(PLAYED, folder / "evening.sqlite", seed, steps, preloaded=watched.preloaded)
    return watched.calls(folder)


def shown_in(calls: Sequence[Call]) -> list[tuple[int, int, str]]:
    """Return number of the call, version and digest for everything that was shown."""
    return [
        (number, int(version), text)
        for number, call in enumerate(calls)
        if call.kind == "said"
        for version, text in [call.data.decode().split()]
    ]


def after_cut(calls: Sequence[Call], folder: Path, chance: random.Random) -> SqliteEventLog:
    """Cut the power after *calls* and open what is left of the log."""
    folder.mkdir()
    after_power_cut(calls, folder, chance)
    return SqliteEventLog(folder / "evening.sqlite", GAMES)


def cut_many_times(folder: Path, *, seed: int, steps: int, cuts: int) -> None:
    """Cut the power at random moments of an evening; all that was shown then must be there."""
    chance = random.Random(seed)
    calls = played(folder, seed, steps)
    shown = shown_in(calls)
    assert len(shown) > steps / 2, "the evening did go on"
    for cut in range(cuts):
        moment = chance.randint(shown[0][0] + 1, len(calls))
        log = after_cut(calls[:moment], folder / f"cut-{cut}", chance)
        session = GameSession.resume(GAME, log, ManualClock(), log.games()[0])
        _, version, text = [each for each in shown if each[0] < moment][-1]
        assert session.damage is None, moment
        assert session.version >= version, f"cut after call {moment}"
        if session.version == version:
            assert digest(session) == text
        go_on(log)
        log.close()


def go_on(log: SqliteEventLog) -> None:
    """Store one more event."""
    key = log.games()[0].game_id
    log.append(key, [CreditsPaid(1, 1)], after_version=len(log.load(key)), recorded_at=AT)


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
    calls = played(tmp_path, 5, 40)
    shown = shown_in(calls)
    digests = {version: text for _, version, text in shown}
    first, opened_whole = shown[0][0], 0
    for cut in range(30):
        moment = chance.randint(first + 1, len(calls))
        honest = [call for call in calls[first:moment] if call.kind != "sync"]
        log = after_cut([*calls[:first], *honest], tmp_path / f"cut-{cut}", chance)
        try:
            session = GameSession.resume(GAME, log, ManualClock(), log.games()[0])
        except LogDamagedError:
            continue
        finally:
            log.close()
        if session.damage is None and session.version in digests:
            assert digest(session) == digests[session.version]
            opened_whole += 1
    assert opened_whole > 0


def fail_and_work_again(folder: Path, disk: FailingDisk, calls: int, number: int) -> None:
    """Let the first, second or third call of a step fail, and all later ones, until it works."""
    log = SqliteEventLog(folder / f"{calls}-{number}.sqlite", GAMES)
    log.begin("g1", game="roll", started_at=AT)
    go_on(log)
    for succeeding in range(3):
        stored = len(log.load("g1"))
        disk.fail(calls, number, first=succeeding)
        added = 1  # unless it needs as many calls
        try:
            go_on(log)
        except LogWriteError:
            added = 0
        assert len(log.load("g1")) == stored + added
        disk.work()
        assert added == 0 or succeeding > 0
        go_on(log)
        assert len(log.load("g1")) == stored + added + 1
    log.close()


def refuse_and_be_killed(folder: Path, disk: FailingDisk, calls: int, number: int) -> None:
    """Let one call of a step fail, and copy what the process would leave then."""
    log = SqliteEventLog(folder / f"killed-{calls}-{number}.sqlite", GAMES)
    log.begin("g1", game="roll", started_at=AT)
    refused = 0
    for succeeding in range(3):
        before = len(log.load("g1"))
        disk.fail(calls, number, first=succeeding, failing=1)
        with suppress(LogWriteError):
            go_on(log)
        disk.work()
        stored = len(log.load("g1"))
        refused += stored == before
        left = folder.parent / f"{calls}-{number}-{succeeding}"
        left.mkdir()
        for path in folder.glob(f"{log.path.name}*"):
            shutil.copy(path, left)
        again = SqliteEventLog(left / log.path.name, GAMES)
        assert len(again.load("g1")) == stored
        again.close()
    assert refused > 0
    log.close()


FAILING = """
import errno, sys
from pathlib import Path
from tests.faults.calls import SYNCS, WRITES, FailingDisk
from tests.storage.test_power_cut import fail_and_work_again, refuse_and_be_killed
disk = FailingDisk(Path(sys.argv[2]))
for failing in (WRITES, errno.ENOSPC), (WRITES, errno.EIO), (SYNCS, errno.EIO):
    fail_and_work_again(Path(sys.argv[1]), disk, *failing)
    refuse_and_be_killed(Path(sys.argv[1]), disk, *failing)
print("went on")
"""


def test_a_disk_that_fails_and_works_again(tmp_path: Path) -> None:
    """Refused with a code, nothing half-stored, also if the process is killed; later it works."""
    logs, control = tmp_path / "logs", tmp_path / "control"
    logs.mkdir()
    preloaded = FailingDisk(control).preloaded(logs)
    assert printed_by(FAILING, logs, control, preloaded=preloaded) == "went on\n"
