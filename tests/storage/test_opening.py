"""The table starts whatever lies where its log should be; what cannot be used is kept and said."""

import os
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.games.roll.phases.ledger import CreditsPaid
from companion.session.errors import LogUnreadableError
from companion.storage.high_water import Head, MarkFile
from companion.storage.inspection import inspect_log
from companion.storage.memory_log import MemoryEventLog
from companion.storage.opening import newest_backup, open_for_table, tidy
from companion.storage.rows import row_sum
from companion.storage.sqlite_log import SqliteEventLog

AT = "2026-01-01T00:00:00.000+00:00"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A game of five steps, the table killed after the last."""
    played = tmp_path / "played" / "games.sqlite"
    log = SqliteEventLog(played, GAMES)
    log.begin("g1", game="roll", started_at=AT)
    for version in range(5):
        log.settle()
        log.append("g1", [CreditsPaid(1, version)], after_version=version, recorded_at=AT)
    killed = tmp_path / "killed"
    shutil.copytree(played.parent, killed)
    log.close()
    return killed / played.name


def started(path: Path) -> tuple[list[str], int]:
    """Start a table; return the codes of what it says and how many events it shows."""
    opened = open_for_table(path, GAMES, path.parent / "backups")
    shown = sum(len(opened.log.load(header.game_id)) for header in opened.log.games())
    opened.log.begin(f"g{1 + len(opened.log.games())}", game="roll", started_at=AT)
    opened.log.close()
    return [getattr(notice, "code", "") for notice in opened.notices], shown


def test_a_killed_table_goes_on(path: Path) -> None:
    """With all five events, and nothing to say."""
    assert started(path) == ([], 5)


@pytest.mark.parametrize("harm", ["removed", "empty", "flipped"])
def test_a_last_step_that_was_only_in_the_wal_is_said(path: Path, harm: str) -> None:
    """SQLite drops it silently; the mark counts it."""
    wal = path.with_name("games.sqlite-wal")
    content = bytearray(wal.read_bytes())
    content[40] ^= 1
    wal.unlink() if harm == "removed" else wal.write_bytes(content * (harm == "flipped"))
    assert started(path) == (["log_short"], 4)


def test_steps_cut_off_the_end_are_said(path: Path) -> None:
    """By a repair with other tools, or an older copy of the file."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("DELETE FROM event WHERE version > 2")
        db.commit()
    assert started(path) == (["log_short"], 2)
    assert started(path)[0] == [], "the players went on"


@pytest.mark.parametrize("finished", [True, False])
def test_a_mark_behind_its_log_is_in_order(path: Path, *, finished: bool) -> None:
    """The table was killed after a step was stored, before it was shown."""
    log = SqliteEventLog(path, GAMES)
    kept = MarkFile(path).path.read_bytes()
    if finished:
        log.finish("g1")
    else:
        log.append("g1", [CreditsPaid(1, 9)], after_version=5, recorded_at=AT)
    log.close()
    MarkFile(path).path.write_bytes(kept)
    assert inspect_log(path, GAMES) == ()
    assert started(path) == ([], 5 if finished else 6)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE game SET finished = 0, check_sum = ?",
        "UPDATE event SET check_sum = ? WHERE version = 5",
    ],
)
def test_another_end_of_the_log_is_said(path: Path, statement: str) -> None:
    """As many events, but others; or a game that was finished."""
    log = SqliteEventLog(path, GAMES)
    log.finish("g1")
    log.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute(statement, (row_sum(Head("g1", 1, "roll", AT, 0)),))
        db.commit()
    assert inspect_log(path)[0].code == "log_short"


@pytest.mark.parametrize("content", [b"", b"garbage\n", b"\xff" * 600])
def test_a_damaged_mark_is_said_until_the_next_step(path: Path, content: bytes) -> None:
    """Nothing is lost, but nobody can tell."""
    MarkFile(path).path.write_bytes(content)
    assert [problem.code for problem in inspect_log(path, GAMES)] == ["log_unverified"]
    assert started(path) == (["log_unverified"], 5)
    assert started(path)[0] == []


def test_a_log_without_a_mark_opens(path: Path) -> None:
    """Somebody copied only the log."""
    MarkFile(path).path.unlink()
    assert started(path) == ([], 5)


def test_a_log_that_is_gone_is_said(path: Path) -> None:
    """SQLite would delete the WAL and begin anew; here it is kept."""
    path.unlink()
    codes, shown = started(path)
    assert sorted(codes) == ["file_set_aside", "log_missing"]
    assert shown == 0
    assert list(path.parent.glob("games.damaged-*.sqlite-wal"))


@pytest.mark.parametrize("what", ["garbage", "older", "newer", "header"])
def test_something_else_is_set_aside(path: Path, what: str) -> None:
    """The newest backup is offered."""
    backups = path.parent / "backups"
    backups.mkdir()
    for number, name in enumerate(("c", "a", "b")):
        (backups / f"{name}.zip").touch()
        os.utime(backups / f"{name}.zip", (number % 2, number % 2))
    content = path.read_bytes()
    path.unlink()
    match what:
        case "garbage":
            path.write_bytes(b"x" * 9000)
        case "older" | "newer":
            version = 1 if what == "older" else 99
            path.write_bytes(content[:60] + version.to_bytes(4, "big") + content[64:])
        case _:
            path.write_bytes(content[:50])
    codes, shown = started(path)
    assert "file_set_aside" in codes
    assert codes[-1] == "backup_there"
    assert newest_backup(backups) == backups / "a.zip"
    assert shown == 0
    assert len(list(path.parent.glob("games.damaged-*.sqlite*"))) >= 1


@pytest.mark.parametrize("beside", ["", "-wal", "-mark", ".lock"])
@pytest.mark.parametrize("what", ["folder", "pipe", "socket", "link", "broken link"])
def test_only_regular_files_are_moved(tmp_path: Path, what: str, beside: str) -> None:
    """In place of the log or a file beside it: everything stays, games are kept in memory."""
    path = tmp_path / "games.sqlite"
    if beside:
        path.write_bytes(b"x" * 9000)
    strange = tmp_path / f"games.sqlite{beside}"
    match what:
        case "folder":
            strange.mkdir()
        case "pipe":
            os.mkfifo(strange)
        case "socket":
            os.mknod(strange, stat.S_IFSOCK | 0o600)
        case "link":
            strange.symlink_to(tmp_path / "other")
            strange.write_bytes(b"x" * 9000)
        case _:
            strange.symlink_to(tmp_path / "gone" / "games.sqlite")
    before = strange.lstat()
    opened = open_for_table(path, GAMES, tmp_path / "backups")
    opened.log.begin("g1", game="roll", started_at=AT)
    opened.log.close()
    assert [notice.code for notice in opened.notices] == ["games_not_kept"]
    assert MarkFile(path).read().is_there == (beside == "-mark")
    assert beside == "" or path.read_bytes() == b"x" * 9000
    assert (strange.lstat().st_ino, strange.lstat().st_mode) == (before.st_ino, before.st_mode)


def test_strange_things_in_the_state_folder_are_said_and_stay(tmp_path: Path) -> None:
    """Folders, pipes and links in place of files; only garbage is moved."""
    (tmp_path / "choices.json").mkdir()
    os.mkfifo(tmp_path / "config.toml")
    (tmp_path / "boxes.json").write_text("garbage")
    os.mkfifo(tmp_path / "backups")
    (tmp_path / "profiles").mkdir()
    (tmp_path / "profiles" / "Lamp.json").symlink_to(tmp_path / "gone")
    codes = sorted(notice.code for notice in tidy(tmp_path, tmp_path))
    assert codes == ["file_set_aside", *["wrong_file_type"] * 4]
    names = {each.name for each in tmp_path.iterdir()}
    assert names > {"choices.json", "config.toml", "backups", "profiles"}
    assert (tmp_path / "profiles" / "Lamp.json").is_symlink()


def test_where_no_log_can_be_made_games_stay_in_memory(tmp_path: Path) -> None:
    """A file stands where the folder should be."""
    (tmp_path / "file").write_text("x")
    opened = open_for_table(tmp_path / "file" / "games.sqlite", GAMES, tmp_path)
    assert isinstance(opened.log, MemoryEventLog)
    assert [getattr(notice, "code", "") for notice in opened.notices] == ["games_not_kept"]


def test_a_file_that_somebody_named_is_not_renamed(tmp_path: Path) -> None:
    """A picture given as log is refused."""
    picture = tmp_path / "holiday.jpg"
    picture.write_bytes(b"\xff\xd8\xff" + b"x" * 5000)
    with pytest.raises(LogUnreadableError):
        open_for_table(picture, GAMES, tmp_path, named=True)
    assert picture.exists()
