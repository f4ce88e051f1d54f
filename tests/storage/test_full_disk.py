"""A disk without room: said, nothing half-written, and the game goes on when there is some."""

import resource
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.games.roll.phases.ledger import CreditsPaid
from companion.session.errors import LogWriteError
from companion.storage.sqlite_log import SqliteEventLog
from tests.programs import printed_by

AT = "2026-01-01T00:00:00.000+00:00"


def test_no_room_and_room_again(tmp_path: Path) -> None:
    """SQLite's own limit of pages stands for the disk: it fails in the middle of a transaction."""
    log = SqliteEventLog(tmp_path / "log.sqlite", GAMES)
    log.begin("g1", game="roll", started_at=AT)
    log.append("g1", [CreditsPaid(1, 1)], after_version=0, recorded_at=AT)
    (pages,) = log._open.execute("PRAGMA page_count").fetchone()
    log._open.execute(f"PRAGMA max_page_count = {pages}")
    many = [CreditsPaid(1, delta) for delta in range(500)]
    with pytest.raises(LogWriteError) as caught:
        log.append("g1", many, after_version=1, recorded_at=AT)
    assert "full" in caught.value.message
    assert len(log.load("g1")) == 1
    log._open.execute("PRAGMA max_page_count = 100000")
    log.append("g1", many, after_version=1, recorded_at=AT)
    assert len(log.load("g1")) == 501
    log.close()


_LIMITED = """
import resource, sys
from pathlib import Path
from companion.games.registry import GAMES
from companion.games.roll.phases.counters import CreditsPaid
from companion.session.errors import LogWriteError
from companion.storage.sqlite_log import SqliteEventLog

log = SqliteEventLog(Path(sys.argv[1]), GAMES)
log.begin("g1", game="roll", started_at="t")
soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), hard))
version = refused = 0
while not refused or version < 10:
    try:
        log.append("g1", [CreditsPaid(1, version)], after_version=version, recorded_at="t")
        version += 1
    except LogWriteError as error:
        refused += 1
        print("refused", version, error.code, flush=True)
        assert len(log.load("g1")) == version
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
log.append("g1", [CreditsPaid(1, version)], after_version=version, recorded_at="t")
print("stored", version + 1, flush=True)
"""


@pytest.mark.parametrize("limit", [24_576, 30_000, 50_001])
def test_a_write_that_breaks_off(tmp_path: Path, limit: int) -> None:
    """The system cuts a write short at a size: the same process goes on once it may."""
    path = tmp_path / "log.sqlite"
    printed = printed_by(_LIMITED, str(path), str(limit))
    lines = [line.split() for line in printed.splitlines()]
    assert lines[0][0] == "refused"
    assert lines[0][2] in ("log_write", "log_in_doubt"), "even taking it back may break off"
    log = SqliteEventLog(path, GAMES)
    assert len(log.load("g1")) == int(lines[-1][1])
    log.close()


def test_no_room_for_a_new_log(tmp_path: Path) -> None:
    """Nothing half-made stays in the way: with room the log opens as a new one."""
    path = tmp_path / "log.sqlite"
    script = (
        "import resource, sys, pathlib\n"
        "from companion.games.registry import GAMES\n"
        "from companion.session.errors import LogError\n"
        "from companion.storage.sqlite_log import SqliteEventLog\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))\n"
        "try:\n"
        "    SqliteEventLog(pathlib.Path(sys.argv[1]), GAMES)\n"
        "except LogError as error:\n"
        "    print(error.code)\n"
    )
    assert printed_by(script, str(path)).split() == ["log_write"]
    log = SqliteEventLog(path, GAMES)
    log.begin("g1", game="roll", started_at=AT)
    log.close()


def test_the_limit_is_not_ours() -> None:
    """The tests above must not limit the process that runs them."""
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] > 1_000_000 or (
        resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY
    )
