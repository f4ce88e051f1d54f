"""The log on a disk: restarts, other programs, newer versions, strangers' files, damage."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.games.roll.phases.ledger import CreditsPaid
from companion.games.roll.phases.round import RoundStarted
from companion.session.errors import (
    LogDamagedError,
    LogError,
    LogInUseError,
    LogTooNewError,
    LogUnavailableError,
    LogUnreadableError,
)
from companion.storage.high_water import Head
from companion.storage.inspection import inspect_log
from companion.storage.log_file import SCHEMA
from companion.storage.rows import row_sum
from companion.storage.sqlite_log import SqliteEventLog

AT = "2026-01-01T00:00:00.000+00:00"


def open_log(path: Path) -> SqliteEventLog:
    return SqliteEventLog(path, GAMES)


def filled(path: Path, events: int = 5) -> Path:
    """Make a log with one game of some events and close it."""
    log = open_log(path)
    log.begin("g1", game="roll", started_at=AT)
    few = min(events, 5)
    for version in range(few):
        log.append("g1", [CreditsPaid(1, version)], after_version=version, recorded_at=AT)
    many = [CreditsPaid(1, version) for version in range(few, events)]
    if many:  # at once: a commit waits for the disk
        log.append("g1", many, after_version=few, recorded_at=AT)
    log.close()
    return path


def edit(path: Path, statement: str, *values: object) -> None:
    """Change the file behind the log's back."""
    db = sqlite3.connect(path)
    db.execute(statement, values)
    db.commit()
    db.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "evening.sqlite"


@pytest.mark.parametrize("loaded", [True, False])
def test_a_log_outlives_its_program(path: Path, *, loaded: bool) -> None:
    """The game goes on after a restart; the chain of check sums also without loading it."""
    log = open_log(filled(path))
    assert not loaded or len(log.load("g1")) == 5
    log.append("g1", [RoundStarted(1)], after_version=5, recorded_at=AT)
    log.close()
    log = open_log(path)
    assert [stored.version for stored in log.load("g1")] == [1, 2, 3, 4, 5, 6]
    log.close()


def test_every_commit_reaches_the_disk(path: Path) -> None:
    """WAL with ``synchronous=FULL`` (2): the setting that survives pulling the plug."""
    log = open_log(path)
    assert log._open.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert log._open.execute("PRAGMA synchronous").fetchone() == (2,)
    log.close()


def test_missing_folders_are_made_and_an_empty_file_becomes_a_log(tmp_path: Path) -> None:
    """A full disk leaves one behind, for example."""
    path = tmp_path / "a" / "b" / "evening.sqlite"
    open_log(path).close()
    path.write_bytes(b"")
    filled(path)


# --- others --------------------------------------------------------------------------------------


def test_one_companion_at_a_time(path: Path) -> None:
    """The second one is told; the first one goes on, and the log is free when it ends."""
    first = open_log(filled(path))
    with pytest.raises(LogInUseError) as caught:
        open_log(path)
    assert caught.value.code == "log_in_use"
    assert str(path) in caught.value.message
    first.append("g1", [RoundStarted(1)], after_version=5, recorded_at=AT)
    first.close()
    open_log(path).close()


def test_another_process_is_refused(path: Path) -> None:
    """The lock holds between processes and goes with the one that held it, however it ends."""
    script = (
        "import sys, pathlib\n"
        "from companion.games.registry import GAMES\n"
        "from companion.storage.sqlite_log import SqliteEventLog\n"
        "log = SqliteEventLog(pathlib.Path(sys.argv[1]), GAMES)\n"
        "print('open', flush=True)\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"open\n"
        with pytest.raises(LogInUseError):
            open_log(path)
        holder.kill()
    open_log(path).close()


def test_a_writer_behind_our_back(path: Path) -> None:
    """A program that ignores the lock costs neither side an event."""
    log = open_log(filled(path))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(LogError, match="Another companion process"):
        log.append("g1", [RoundStarted(1)], after_version=5, recorded_at=AT)
    other.execute("ROLLBACK")
    other.close()
    log.append("g1", [RoundStarted(1)], after_version=5, recorded_at=AT)
    log.close()


# --- other schemas -------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [SCHEMA + 1, SCHEMA - 1, 0])
def test_a_file_of_another_schema_stays_as_it_is(path: Path, version: int) -> None:
    """Refused before anything is written, byte for byte."""
    edit(filled(path), f"PRAGMA user_version = {version}")
    before = path.read_bytes()
    with pytest.raises(LogTooNewError if version > SCHEMA else LogUnreadableError, match="version"):
        open_log(path)
    assert path.read_bytes() == before
    assert sorted(p.name for p in path.parent.iterdir()) == [
        f"{path.name}{ending}" for ending in ("", "-mark", ".lock")
    ]


def test_a_newer_event(path: Path) -> None:
    """An event of a schema to come is no damage: the companion is too old for it."""
    edit(filled(path), "UPDATE event SET schema = 99 WHERE version = 4")
    log = open_log(path)
    with pytest.raises((LogTooNewError, LogDamagedError)):
        log.load("g1")
    log.close()


def test_a_game_to_come(path: Path) -> None:
    """A game that only a newer companion knows."""
    check_sum = row_sum(Head("g1", 1, "chess", AT, 0))
    edit(filled(path), "UPDATE game SET kind = 'chess', check_sum = ?", check_sum)
    log = open_log(path)
    assert log.games()[0].game == "chess"
    assert "log_too_new" in [each.code for each in inspect_log(path, GAMES)]
    with pytest.raises(LogTooNewError):
        log.load("g1")
    log.close()


# --- strangers -----------------------------------------------------------------------------------


@pytest.mark.parametrize("content", [b"hello", b"SQLite format 4\0" + bytes(200), bytes(4096)])
def test_something_else_stays_as_it_is(path: Path, content: bytes) -> None:
    """A file that is no log is not touched."""
    path.write_bytes(content)
    with pytest.raises(LogUnreadableError):
        open_log(path)
    assert path.read_bytes() == content


def test_a_database_of_another_program(path: Path) -> None:
    """The application's number in the header tells."""
    edit(path, "CREATE TABLE t (x)")
    before = path.read_bytes()
    with pytest.raises(LogUnreadableError):
        open_log(path)
    assert path.read_bytes() == before


def test_places_where_no_log_can_be(tmp_path: Path) -> None:
    """A folder, or a path through a file: said with the path and the reason."""
    (tmp_path / "file").write_text("x")
    for path in (tmp_path, tmp_path / "file" / "log.sqlite"):
        with pytest.raises(LogUnavailableError) as caught:
            open_log(path)
        assert str(path) in caught.value.message


@pytest.mark.usefixtures("plain_user")
def test_a_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    """Permissions are said, not guessed around."""
    tmp_path.chmod(0o500)
    with pytest.raises(LogUnavailableError):
        open_log(tmp_path / "log.sqlite")
    tmp_path.chmod(0o700)


# --- damage --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        'UPDATE event SET body = \'{"seat":1,"delta":9,"lost":0}\' WHERE version = 4',
        "UPDATE event SET body = '{' WHERE version = 4",
        "UPDATE event SET kind = 'RoundStarted' WHERE version = 4",
        "UPDATE event SET step = 3 WHERE version = 4",
        "UPDATE event SET check_sum = '' WHERE version = 4",
        "DELETE FROM event WHERE version = 4",
    ],
)
def test_a_changed_event_is_found(path: Path, statement: str) -> None:
    """Everything before it can be trusted and is handed over; nothing after it is."""
    edit(filled(path), statement)
    log = open_log(path)
    with pytest.raises(LogDamagedError) as caught:
        log.load("g1")
    assert caught.value.last_good_version == 3
    assert [stored.event for stored in caught.value.good] == [
        CreditsPaid(1, delta) for delta in range(3)
    ]
    log.close()


def test_a_log_with_a_changed_game_is_only_read(path: Path) -> None:
    edit(filled(path), "UPDATE game SET started_at = 'x'")
    log = open_log(path)
    with pytest.raises(LogDamagedError) as caught:
        log.append("g1", [RoundStarted(1)], after_version=5, recorded_at=AT)
    assert caught.value.last_good_version == 0
    log.close()


def test_damage_in_one_game_leaves_the_others(path: Path) -> None:
    """A new game can be begun in the same file."""
    edit(filled(path), "DELETE FROM event WHERE version = 1")
    log = open_log(path)
    log.begin("g2", game="roll", started_at=AT)
    log.append("g2", [RoundStarted(1)], after_version=0, recorded_at=AT)
    assert len(log.load("g2")) == 1
    log.close()


@pytest.mark.parametrize("kept", [17, 50, 99, 100, 1000, 4096, 6000, 8192, 12288, 15000])
def test_a_truncated_file(path: Path, kept: int) -> None:
    """Whatever breaks off: a clear error when opening, listing or loading, and no traceback."""
    content = filled(path, 200).read_bytes()
    assert len(content) > 20_000
    path.write_bytes(content[:kept])
    with pytest.raises(LogDamagedError):
        read_all(path)


@pytest.mark.parametrize("at", [100, 120, 4096, 5000, 8200, 12300, 20000])
def test_overwritten_bytes(path: Path, at: int) -> None:
    """A bad sector in the middle: found when the game is loaded, or harmless."""
    content = bytearray(filled(path, 200).read_bytes())
    content[at : at + 512] = bytes(512)
    path.write_bytes(bytes(content))
    try:
        events = read_all(path)
    except LogDamagedError:
        return
    assert events == [CreditsPaid(1, delta) for delta in range(200)]


@pytest.mark.parametrize("kept", [50, 4096, 6000, 15000])
def test_a_new_game_sets_a_damaged_file_aside(path: Path, kept: int) -> None:
    """The table can go on, and nothing is deleted; a second time takes another name."""
    content = filled(path, 200).read_bytes()
    for number in (1, 2, 3):
        path.write_bytes(content[:kept])
        log = open_log(path)
        with pytest.raises(LogDamagedError):
            log.append("g1", [RoundStarted(1)], after_version=200, recorded_at=AT)
        log.begin("g2", game="roll", started_at=AT)
        log.append("g2", [RoundStarted(1)], after_version=0, recorded_at=AT)
        assert [header.game_id for header in log.games()] == ["g2"]
        log.close()
        aside = list(path.parent.glob("evening.damaged-????????-??????*.sqlite"))
        assert [each.read_bytes() for each in aside] == [content[:kept]] * number


def read_all(path: Path) -> list[object]:
    log = open_log(path)
    try:
        assert log.games()
        return [stored.event for stored in log.load("g1")]
    finally:
        log.close()
