"""Backups: everything goes in and comes back; what is no backup changes nothing."""

import json
import os
import random
import re
import shutil
import sqlite3
import tempfile
import zipfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calibration.core.profile import is_name
from calibration.core.store import ProfileStore
from companion.cli.main import main
from companion.games.registry import GAMES
from companion.games.roll.phases.ledger import CreditsPaid
from companion.history.archive import StoredScoreEntry
from companion.session.errors import LogInUseError
from companion.storage.archive import FileArchive
from companion.storage.backup import find_stick, write_backup
from companion.storage.backup_reader import MANIFEST, opened
from companion.storage.backup_sources import (
    MAX_FILE_BYTES,
    STAGING,
    BackupSources,
    files_to_back_up,
)
from companion.storage.errors import (
    BACKUP_LOG_DAMAGED,
    BACKUP_NOT_WRITTEN,
    NO_STICK,
    NOTHING_TO_BACK_UP,
    RESTORE_FAILED,
    RESTORE_LOG_ELSEWHERE,
    BackupError,
    BackupTooNewError,
    BackupUnreadableError,
)
from companion.storage.exchange import FolderExchange
from companion.storage.restore import complete_restore, restore_backup
from companion.storage.sqlite_log import SqliteEventLog
from tests.calibration.samples import full_profile
from tests.history.evenings import an_evening
from tests.rows import raises

AT = "2026-01-01T00:00:00.000+00:00"


def play(kept: BackupSources, events: int) -> SqliteEventLog:
    """Begin a game of *events* events; the log stays open."""
    log = SqliteEventLog(kept.data / "games.sqlite", GAMES)
    log.begin("g1", game="roll", started_at=AT)
    log.append("g1", [CreditsPaid(1, n) for n in range(events)], after_version=0, recorded_at=AT)
    return log


def played(kept: BackupSources) -> int:
    log = SqliteEventLog(kept.data / "games.sqlite", GAMES)
    count = len(log.load("g1"))
    log.close()
    return count


@pytest.fixture
def table(tmp_path: Path) -> BackupSources:
    """A table with a game, settings, choices and a profile."""
    kept = BackupSources(tmp_path / "data", tmp_path / "config")
    play(kept, 3).close()
    kept.config.mkdir()
    (kept.config / "config.toml").write_text('language = "pl"\n')
    (kept.data / "choices.json").write_text("{}")
    (kept.data / "profiles").mkdir()
    profile = kept.data / "profiles" / "Wohnzimmer, ö.json"
    profile.write_text('{"a": 1}')
    os.utime(profile, (1_700_000_000, 1_700_000_000))
    (kept.data / "cache").mkdir()
    (kept.data / "cache" / "large").write_text("made anew")
    return kept


def backup_of(kept: BackupSources, path: Path) -> Path:
    """Everything is in it and nothing of it is damaged."""
    written = write_backup(kept, path, name="unused")
    assert (written.left_out, written.damaged, written.incomplete) == ([], [], [])
    return written.path


def contents(path: Path) -> dict[str, bytes]:
    """Read a backup as a restore does."""
    with opened(path) as backup:
        return {name: b"".join(backup.pieces(name)) for name in backup.entries}


def test_everything_comes_back_on_another_machine(table: BackupSources, tmp_path: Path) -> None:
    """Games, settings, choices and profiles with their times; caches and locks stay out."""
    path = backup_of(table, tmp_path / "all.zip")
    other = BackupSources(tmp_path / "other" / "data", tmp_path / "other" / "config")
    names = restore_backup(path, other)
    assert sorted(names) == [
        "config/config.toml",
        "data/choices.json",
        "data/games.sqlite",
        "data/profiles/Wohnzimmer, ö.json",
    ]
    assert played(other) == 3
    assert (other.config / "config.toml").read_text() == 'language = "pl"\n'
    profile = other.data / "profiles" / "Wohnzimmer, ö.json"
    assert (profile.read_text(), profile.stat().st_mtime) == ('{"a": 1}', 1_700_000_000)


def test_one_folder_for_both_is_one_folder(table: BackupSources, tmp_path: Path) -> None:
    """The appliance has settings and games in one place; both ways of keeping them are restored."""
    appliance = BackupSources(tmp_path / "home", tmp_path / "home")
    restore_backup(backup_of(table, tmp_path / "a.zip"), appliance)
    assert (appliance.data / "config.toml").exists()
    back = restore_backup(backup_of(appliance, tmp_path / "b.zip"), table)
    assert "data/config.toml" in back


def test_a_running_table_can_be_backed_up(table: BackupSources, tmp_path: Path) -> None:
    """What was stored is in it, also what lies in the WAL only; the table goes on."""
    log = SqliteEventLog(table.data / "games.sqlite", GAMES)
    log.append("g1", [CreditsPaid(2, 1)], after_version=3, recorded_at=AT)
    path = backup_of(table, tmp_path / "all.zip")
    log.append("g1", [CreditsPaid(2, 1)], after_version=4, recorded_at=AT)
    log.close()
    other = BackupSources(tmp_path / "other", tmp_path / "other")
    restore_backup(path, other)
    assert (played(other), played(table)) == (4, 5)


def test_what_was_there_is_kept_beside(table: BackupSources, tmp_path: Path) -> None:
    """Restoring never deletes: the games of before lie in a folder of their own, each time."""
    path = backup_of(table, tmp_path / "all.zip")
    log = SqliteEventLog(table.data / "games.sqlite", GAMES)
    log.append("g1", [CreditsPaid(2, 1)], after_version=3, recorded_at=AT)
    log.close()
    for number in (1, 2):
        restore_backup(path, table)
        assert played(table) == 3
        assert (table.data / f"before-restore-{number}" / "data" / "games.sqlite").exists()
    before = BackupSources(table.data / "before-restore-1" / "data", table.config)
    assert played(before) == 4
    assert len(contents(backup_of(table, tmp_path / "again.zip"))) == 4, "not backed up again"


def test_a_running_table_is_not_restored_under(table: BackupSources, tmp_path: Path) -> None:
    """The table must be closed first."""
    path = backup_of(table, tmp_path / "all.zip")
    log = SqliteEventLog(table.data / "games.sqlite", GAMES)
    with pytest.raises(LogInUseError):
        restore_backup(path, table)
    (table.data / STAGING).mkdir()
    assert not complete_restore(table)
    log.close()
    lock = table.data / "games.sqlite.lock"
    lock.unlink()
    lock.mkdir()
    assert not complete_restore(table)
    lock.rmdir()
    assert not complete_restore(table)
    assert not (table.data / STAGING).exists()


def test_a_damaged_log_is_kept_as_it_lies(table: BackupSources, tmp_path: Path) -> None:
    """What cannot be read by SQLite may still be read by somebody; nothing is left out."""
    games = table.data / "games.sqlite"
    with games.open("r+b") as file:
        file.seek(100)
        file.write(b"\xff" * 4000)
    written = write_backup(table, tmp_path / "all.zip", name="unused")
    assert [doubt.name for doubt in written.damaged] == ["data/games.sqlite"]
    assert contents(written.path)["data/games.sqlite"] == games.read_bytes()


def test_nothing_to_back_up(tmp_path: Path) -> None:
    """Said in one sentence; no empty file is left."""
    with raises(NOTHING_TO_BACK_UP):
        backup_of(BackupSources(tmp_path / "none", tmp_path / "none"), tmp_path / "all.zip")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("target", ["missing/all.zip", "file/all.zip"])
def test_a_target_that_cannot_be_written(table: BackupSources, tmp_path: Path, target: str) -> None:
    """A folder that is not there, a file in the place of a folder."""
    (tmp_path / "file").touch()
    with raises(BACKUP_NOT_WRITTEN):
        backup_of(table, tmp_path / target)


def test_a_full_stick_leaves_the_old_backup(
    table: BackupSources, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new file takes the old one's name only when the stick has all of it."""
    path = backup_of(table, tmp_path / "all.zip")
    before = path.read_bytes()

    def full(_fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.storage.backup.os.fsync", full)
    with raises(BACKUP_NOT_WRITTEN, match="No space left"):
        backup_of(table, path)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.glob("*.part")] == []


def test_a_stick_that_stores_something_else_is_noticed(
    table: BackupSources, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is read back before anybody is told that it is safe."""

    def worn_out(fd: int) -> None:
        os.pwrite(fd, b"\x00" * 64, 60)

    monkeypatch.setattr("companion.storage.backup.os.fsync", worn_out)
    with raises(BACKUP_NOT_WRITTEN):
        backup_of(table, tmp_path / "all.zip")
    assert not (tmp_path / "all.zip").exists()


def test_a_file_that_changes_while_it_is_copied_is_noticed(
    table: BackupSources, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of it may be of before, half of afterwards."""
    path = table.config / "config.toml"
    copy = shutil.copyfileobj

    def then_saved(file: BinaryIO, to: BinaryIO, length: int) -> None:
        copy(file, to, length)
        path.write_text(f"{path.read_text()}# saved by an editor\n")

    monkeypatch.setattr(shutil, "copyfileobj", then_saved)
    with raises(BACKUP_NOT_WRITTEN, match=r"config\.toml changed while it was copied"):
        backup_of(table, tmp_path / "all.zip")
    assert not (tmp_path / "all.zip").exists()


def test_a_disk_that_refuses_leaves_the_old_games(
    table: BackupSources, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the middle of the swap as well: what was moved is moved back."""
    path = backup_of(table, tmp_path / "all.zip")
    (table.data / "choices.json").write_text('{"language": "hu"}')
    real, moves = Path.replace, [0]

    def failing(self: Path, target: Path) -> Path:
        moves[0] += 1
        if moves[0] == 4:
            raise OSError(5, "Input/output error")
        return real(self, target)

    monkeypatch.setattr(Path, "replace", failing)
    with raises(RESTORE_FAILED, match="Input/output"):
        restore_backup(path, table)
    monkeypatch.undo()
    assert played(table) == 3
    assert (table.data / "choices.json").read_text() == '{"language": "hu"}'
    assert (table.config / "config.toml").exists()
    assert not (table.data / ".restoring").exists()


# --- what people and the program call their files -------------------------------------------------

STRAYS: Final = (
    "profiles/%C5%9Awiat%C5%82o%201.json", "profiles/F%C3%A9ny 1.json", "profiles/Mum%27s.json",
    "profiles/Tom %26 Ann.json", "config.toml~", "Mum's & Dad's; $HOME `x` *.json", "a" * 250,
    "テーブル/光.json", "profiles/.hidden.json", "profiles/cache.json", "tallies/removed/x.json",
    "games.damaged-1.sqlite", "ضوء.json", "new\N{NO-BREAK SPACE}line.json", "#1 [old]?.json",
)  # fmt: skip


@pytest.mark.parametrize("name", STRAYS)
def test_every_name_comes_back(table: BackupSources, tmp_path: Path, name: str) -> None:
    """What a backup takes in a restore puts back, byte by byte."""
    stray = table.data / name
    stray.parent.mkdir(parents=True, exist_ok=True)
    stray.write_bytes(b"\x00\xff kept as it is")
    os.utime(stray, (-86_400 * 365, -86_400 * 365))
    path = backup_of(table, tmp_path / "all.zip")
    other = BackupSources(tmp_path / "other", tmp_path / "other")
    restore_backup(path, other)
    assert (other.data / name).read_bytes() == stray.read_bytes()
    assert (other.data / name).stat().st_mtime == -86_400 * 365


def test_what_cannot_be_in_a_backup_is_named(table: BackupSources, tmp_path: Path) -> None:
    """Never passed over in silence; the rest is in it and comes back."""
    (table.data / "linked").symlink_to(table.data / "profiles")
    (table.data / "a\nb").write_text("x")
    (table.data / os.fsdecode(b"latin-\xe9.json")).write_text("x")
    os.mkfifo(table.data / "pipe")
    with (table.data / "huge").open("wb") as file:
        file.truncate(MAX_FILE_BYTES + 1)
    written = write_backup(table, tmp_path / "all.zip", name="unused")
    assert {doubt.name for doubt in written.left_out} == {
        "data/linked",
        "data/a\nb",
        "data/latin-\udce9.json",
        "data/pipe",
        "data/huge",
    }
    assert (
        len(restore_backup(written.path, BackupSources(tmp_path / "other", tmp_path / "other")))
        == 4
    )


@pytest.mark.parametrize("count", [300, pytest.param(3_000, marks=pytest.mark.slow)])
def test_many_files(
    table: BackupSources, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    """They come back; those above the limit are named, and never games."""
    for number in range(count):
        (table.data / "profiles" / f"{number}.json").write_text("{}")
    path = backup_of(table, tmp_path / "all.zip")
    monkeypatch.setattr("companion.storage.restore.os.fsync", lambda _fd: None)
    assert (
        len(restore_backup(path, BackupSources(tmp_path / "other", tmp_path / "other")))
        == count + 4
    )
    for module in ("backup", "backup_reader"):
        monkeypatch.setattr(f"companion.storage.{module}.MAX_FILES", 100)
    written = write_backup(table, path, name="unused")
    assert len(written.left_out) == count - 96
    assert "data/games.sqlite" in contents(path)
    with opened(path) as backup:
        assert len(backup.entries) == 100


NAMES = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="/\0"), min_size=1, max_size=60
).filter(lambda name: name not in (".", "..") and len(name.encode()) <= 255)


@given(
    profiles=st.lists(st.text(max_size=40).filter(is_name), max_size=3),
    strays=st.dictionaries(NAMES, st.binary(max_size=2000), max_size=4),
    people=st.dictionaries(NAMES, st.binary(max_size=200), max_size=2),
    score_entry=NAMES,
    events=st.integers(0, 5),
    apart=st.booleans(),
    moved_log=st.booleans(),
    modified_s=st.integers(-(2**31), 2**33),
)
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_every_state_comes_back_byte_by_byte(
    profiles: list[str], strays: dict[str, bytes], people: dict[str, bytes], score_entry: str,
    events: int, apart: bool, moved_log: bool, modified_s: int,
) -> None:  # fmt: skip
    """Whatever the program and people put there, in any script: it is back, or it was named."""
    with tempfile.TemporaryDirectory() as scratch:
        base = Path(scratch)

        def folders(number: int) -> BackupSources:
            data = base / f"{number}" / "data"
            config = base / f"{number}" / "config" if apart else data
            return BackupSources(
                data, config, base / "moved" / "evening.sqlite" if moved_log else None
            )

        kept = folders(1)
        kept.config.mkdir(parents=True)
        log = SqliteEventLog(kept.log_file, GAMES)
        log.begin("g1", game="roll", started_at=AT)
        if events:
            play = [CreditsPaid(1, n) for n in range(events)]
            log.append("g1", play, after_version=0, recorded_at=AT)
        log.close()
        store = ProfileStore(kept.data / "profiles")
        for name in profiles:
            store.save(replace(full_profile(), name=name))
        FileArchive(kept.log_file, kept.data / "tallies", GAMES).keep(
            StoredScoreEntry(score_entry, AT, {})
        )
        FolderExchange(kept.data / "exchange").write(score_entry, b"results")
        for folder, files in ((kept.data, strays), (kept.config, people)):
            for name, content in files.items():
                if not (folder / name).exists():
                    (folder / name).write_bytes(content)
                    os.utime(folder / name, (modified_s, modified_s))
        written = write_backup(kept, base / "all.zip", name="unused")
        before = _bytes_below(kept)
        if moved_log:
            shutil.move(base / "moved", base / "before")
        other = folders(2)
        restore_backup(written.path, other)
        named = {doubt.name for doubt in written.left_out}
        assert _bytes_below(other) == {
            name: content for name, content in before.items() if name not in named
        }
        assert all(re.search(r"[\x00-\x1f\x7f-\x9f\\]", name) for name in named)


def _bytes_below(kept: BackupSources) -> dict[str, bytes]:
    """Everything that belongs into a backup, by its name there."""
    return {name: path.read_bytes() for name, path in files_to_back_up(kept)}


@pytest.mark.parametrize("events", [0, 7])
def test_a_log_that_lies_elsewhere(table: BackupSources, tmp_path: Path, events: int) -> None:
    """The games that the settings name are in the backup; they go nowhere but to that place."""
    disk = tmp_path / "disk" / "evening.sqlite"
    kept = replace(table, log=disk)
    log = SqliteEventLog(disk, GAMES)
    log.begin("g1", game="roll", started_at=AT)
    if events:
        steps = [CreditsPaid(1, n) for n in range(events)]
        log.append("g1", steps, after_version=0, recorded_at=AT)
    path = backup_of(kept, tmp_path / "all.zip")
    log.close()
    disk.rename(tmp_path / "before.sqlite")
    assert "log/evening.sqlite" in restore_backup(path, kept)
    assert _count(disk) == events
    other = BackupSources(tmp_path / "other", tmp_path / "other")
    with raises(RESTORE_LOG_ELSEWHERE, match=re.escape(str(disk))):
        restore_backup(path, other)
    assert list(other.data.glob("*.json")) == []
    play(other, 1).close()
    with raises(RESTORE_LOG_ELSEWHERE):
        restore_backup(backup_of(other, tmp_path / "other.zip"), kept)


def _count(log_file: Path) -> int:
    log = SqliteEventLog(log_file, GAMES)
    count = len(log.load("g1"))
    log.close()
    return count


def test_settings_of_one_folder_reach_the_other(table: BackupSources, tmp_path: Path) -> None:
    """A table with one folder keeps its settings beside the games, another one apart."""
    one = BackupSources(tmp_path / "one", tmp_path / "one")
    play(one, 1).close()
    (one.data / "config.toml").write_text('language = "hu"\n')
    restore_backup(backup_of(one, tmp_path / "all.zip"), table)
    assert (table.config / "config.toml").read_text() == 'language = "hu"\n'


# --- damaged games --------------------------------------------------------------------------------


def test_a_damaged_log_is_named_and_not_put_back_unasked(
    table: BackupSources, tmp_path: Path
) -> None:
    """Found by the check sums, with hashes in the backup that fit; the games here stay."""
    games = table.data / "games.sqlite"
    with closing(sqlite3.connect(games)) as db:
        db.execute("UPDATE event SET body = replace(body, '1', '2') WHERE version = 3")
        db.commit()
    written = write_backup(table, tmp_path / "all.zip", name="unused")
    assert [doubt.name for doubt in written.damaged] == ["data/games.sqlite"]
    other = BackupSources(tmp_path / "other", tmp_path / "other")
    play(other, 5).close()
    with raises(BACKUP_LOG_DAMAGED):
        restore_backup(written.path, other)
    assert played(other) == 5
    restore_backup(written.path, other, accept_damaged=True)
    assert (other.data / "games.sqlite").read_bytes() == games.read_bytes()


@pytest.mark.parametrize("lost", [1, 2])
def test_a_log_without_its_last_steps_is_named(
    lost: int, table: BackupSources, tmp_path: Path
) -> None:
    """The log is in order by itself; the mark knows."""
    games = table.data / "games.sqlite"
    before = []
    for version in (3, 4):
        before.append(games.read_bytes())
        log = SqliteEventLog(games, GAMES)
        log.load("g1")
        log.append("g1", [CreditsPaid(1, 9)], after_version=version, recorded_at=AT)
        log.close()
    games.write_bytes(before[-lost])
    written = write_backup(table, tmp_path / "all.zip", name="unused")
    assert [doubt.name for doubt in written.incomplete] == ["data/games.sqlite"]
    other = BackupSources(tmp_path / "other", tmp_path / "other")
    restore_backup(written.path, other)
    assert played(other) == 5 - lost


@pytest.mark.parametrize("content", [b"garbage" * 100, random.Random(1).randbytes(4096)])
def test_garbage_as_a_journal_spoils_no_backup(
    content: bytes, table: BackupSources, tmp_path: Path
) -> None:
    """SQLite ignores it at the next start, so the copy has all games; nothing here is changed."""
    journal = table.data / "games.sqlite-journal"
    journal.write_bytes(content)
    before = (table.data / "games.sqlite").read_bytes()
    path = backup_of(table, tmp_path / "all.zip")
    other = BackupSources(tmp_path / "other", tmp_path / "other")
    restore_backup(path, other)
    assert played(other) == 3
    assert (journal.read_bytes(), (table.data / "games.sqlite").read_bytes()) == (content, before)


def test_a_wal_that_a_kill_left_is_in_the_backup(table: BackupSources, tmp_path: Path) -> None:
    """Its events are in the copy, which needs no WAL; nothing is written to the table's files."""
    log = SqliteEventLog(table.data / "games.sqlite", GAMES)
    log.append("g1", [CreditsPaid(2, 1)], after_version=3, recorded_at=AT)
    killed = BackupSources(tmp_path / "killed", tmp_path / "killed")
    shutil.copytree(table.data, killed.data)
    log.close()
    path = backup_of(killed, tmp_path / "all.zip")
    other = BackupSources(tmp_path / "other", tmp_path / "other")
    restore_backup(path, other)
    assert played(other) == 4


# --- a restore that is cut off --------------------------------------------------------------------


def test_links_of_the_table_are_not_written_through(table: BackupSources, tmp_path: Path) -> None:
    """A folder that is a link leads out of the table's folders."""
    path = backup_of(table, tmp_path / "all.zip")
    other = BackupSources(tmp_path / "other", tmp_path / "other")
    play(other, 5).close()
    (tmp_path / "outside").mkdir()
    (other.data / "profiles").symlink_to(tmp_path / "outside")
    with raises(RESTORE_FAILED, match="in the way"):
        restore_backup(path, other)
    assert (played(other), list((tmp_path / "outside").iterdir())) == (5, [])


# --- files that are no backup --------------------------------------------------------------------


def rewritten(path: Path, change: dict[str, bytes], manifest: object = None) -> Path:
    """Write the archive again with changed files, and another manifest where one is given."""
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    files |= change
    if manifest is not None:
        files[MANIFEST] = json.dumps(manifest).encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def manifest_of(path: Path) -> dict[str, Any]:
    with zipfile.ZipFile(path) as archive:
        return dict(json.loads(archive.read(MANIFEST)))


@pytest.mark.parametrize(
    "name",
    [
        "../evil", "data/../../evil", "/etc/passwd", "data//x", "data/.ssh/x", "other/x", "data",
        "data/a\\b", "data/a\nb", "data/games.sqlite.lock",
        "data/a/" * 40 + "b", "data/" + "x" * 300, "data/cache/x",
        "data/.restored-1/data/x", "log/x", "data/choices.json.lock",
    ],
)  # fmt: skip
def test_names_that_lead_elsewhere_are_refused(
    table: BackupSources, tmp_path: Path, name: str
) -> None:
    """No file leaves the table's folders, whatever the archive calls it."""
    path = backup_of(table, tmp_path / "all.zip")
    manifest = manifest_of(path)
    manifest["modified_s"][name] = 0
    rewritten(path, {name: b"x"}, manifest)
    with pytest.raises(BackupUnreadableError):
        restore_backup(path, table)
    assert played(table) == 3


@pytest.mark.parametrize(
    "change",
    [
        {"schema": None},
        {"schema": "zip/1"},
        {"modified_s": 3},
        {"modified_s": {}},
        {"modified_s": {"data/choices.json": 0}},
        {"modified_s": {"data/choices.json": -(10**15)}},
        {"log": 3},
        {"log": {"name": "../x", "file": ""}},
        {"more": 1},
        [],
        None,
    ],
)
def test_lists_that_make_no_sense_are_refused(
    table: BackupSources, tmp_path: Path, change: dict[str, object] | None
) -> None:
    """One sentence with a code; nothing is changed."""
    path = backup_of(table, tmp_path / "all.zip")
    manifest = {**manifest_of(path), **change} if change else change
    rewritten(path, {MANIFEST: json.dumps(manifest).encode()})
    with pytest.raises(BackupUnreadableError):
        restore_backup(path, table)
    assert played(table) == 3


def test_a_file_that_unpacks_to_more_than_it_says(table: BackupSources, tmp_path: Path) -> None:
    """A bomb is read up to the size that its list says, not to its end."""
    path = rewritten(
        backup_of(table, tmp_path / "all.zip"), {"data/choices.json": bytes(5_000_000)}
    )
    content = bytearray(path.read_bytes())
    size = (5_000_000).to_bytes(4, "little")
    for at in (content.find(size), content.rfind(size)):  # beside the file, and in the list
        content[at : at + 4] = (9).to_bytes(4, "little")
    path.write_bytes(content)
    with pytest.raises(BackupUnreadableError):
        restore_backup(path, table)


def test_newer_backups_and_newer_logs_are_left_alone(table: BackupSources, tmp_path: Path) -> None:
    """An older companion does not put back what it cannot read."""
    path = backup_of(table, tmp_path / "all.zip")
    rewritten(path, {}, {**manifest_of(path), "schema": "backup/2"})
    with pytest.raises(BackupTooNewError):
        restore_backup(path, table)
    with sqlite3.connect(table.data / "games.sqlite") as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    newer = write_backup(table, tmp_path / "newer.zip", name="unused").path
    with pytest.raises(BackupTooNewError):
        restore_backup(newer, BackupSources(tmp_path / "other", tmp_path / "other"))


def test_another_program_s_database_is_no_log(table: BackupSources, tmp_path: Path) -> None:
    """A file that is called like the log is looked at before it takes its place."""
    games = table.data / "games.sqlite"
    games.unlink()
    with sqlite3.connect(games) as db:
        db.execute("CREATE TABLE t (x)")
    db.close()
    written = write_backup(table, tmp_path / "all.zip", name="unused")
    assert "another program" in written.damaged[0].reason
    path = written.path
    with pytest.raises(BackupUnreadableError, match="another program"):
        restore_backup(path, BackupSources(tmp_path / "other", tmp_path / "other"))


def test_mutated_backups_never_crash(table: BackupSources, tmp_path: Path) -> None:
    """Flipped, cut and doubled bytes: an error with a code, or the files as they were."""
    path = backup_of(table, tmp_path / "all.zip")
    good, whole = path.read_bytes(), contents(path)
    chance = random.Random(7)
    refused = 0
    for _ in range(150):
        data = bytearray(good)
        for _ in range(chance.randint(1, 8)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        if chance.random() < 0.3:
            del data[chance.randrange(len(data)) :]
        path.write_bytes(data)
        try:
            assert contents(path) == whole
        except BackupError:
            refused += 1
    assert refused > 100


# --- the commands --------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BackupSources:
    """Where the commands find two events of a game."""
    home = BackupSources(tmp_path / "home", tmp_path / "home")
    monkeypatch.setenv("COMPANION_HOME", str(home.data))
    play(home, 2).close()
    return home


@pytest.mark.usefixtures("home")
def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder as target gets a dated file; a refusal is one sentence with a code."""
    stick = tmp_path / "stick"
    stick.mkdir()
    assert main(["backup", str(stick), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    (path,) = stick.iterdir()
    assert (answer["schema"], answer["file"]) == ("backup/1", str(path))
    assert path.name.startswith("companion-20")
    assert main(["restore", str(path)]) == 0
    assert main(["restore", str(stick / "missing.zip"), "--json"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert json.loads(out[-1])["error"]["code"] == "backup_unreadable"


def test_the_commands_know_the_log_of_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Backup and history go where [log] file points; a restore goes there, too."""
    home, disk = tmp_path / "home", tmp_path / "disk" / "evening.sqlite"
    monkeypatch.setenv("COMPANION_HOME", str(home))
    home.mkdir()
    (home / "config.toml").write_text(f'[log]\nfile = "{disk}"\n')
    log = SqliteEventLog(disk, GAMES)
    an_evening(log)
    log.close()
    assert main(["history"]) == 0
    assert "Ann" in capsys.readouterr().out
    assert main(["backup", str(tmp_path / "all.zip")]) == 0
    assert capsys.readouterr().out.startswith("Everything is in ")
    disk.rename(tmp_path / "before")
    assert main(["restore", str(tmp_path / "all.zip")]) == 0
    assert disk.read_bytes() == (tmp_path / "before").read_bytes()


def test_what_is_left_out_is_said(
    home: BackupSources, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """On standard error and as JSON; nobody is told that everything is in."""
    (home.data / "linked").symlink_to("/etc")
    assert main(["backup", str(tmp_path / "all.zip")]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("Everything else is in ")
    assert "Not in the backup: data/linked: it is a link." in said.err
    assert main(["backup", str(tmp_path / "all.zip"), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["left_out"] == [{"name": "data/linked", "reason": "it is a link"}]


def test_a_backup_that_restore_refuses_is_no_success(
    home: BackupSources, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file is there, and both commands agree that its games are damaged."""
    with (home.data / "games.sqlite").open("r+b") as file:
        file.seek(100)
        file.write(b"\xff" * 4000)
    path = tmp_path / "all.zip"
    assert main(["backup", str(path)]) == 1
    said = capsys.readouterr()
    assert "Everything" not in said.out
    assert "--accept-damaged" in said.out
    assert main(["restore", str(path)]) == 1
    assert main(["restore", str(path), "--accept-damaged"]) == 0


def test_long_work_says_how_far_it_is(
    home: BackupSources, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Hundreds of files: lines on standard error while they are written; a few files: none."""
    (home.data / "tallies").mkdir()
    for command in (["backup"], ["restore"]):
        assert main([*command, str(tmp_path / "few.zip")]) == 0
        assert capsys.readouterr().err == ""
    for number in range(398):
        (home.data / "tallies" / f"{number}.json").write_text("{}")
    for command in (["backup"], ["restore"]):
        assert main([*command, str(tmp_path / "many.zip")]) == 0
        said = capsys.readouterr().err.splitlines()
        assert len(said) == 20
        assert all(re.fullmatch(r"\d+ of (399|400) files ...", line) for line in said)


def test_every_command_completes_an_interrupted_restore(
    table: BackupSources,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The power went in the middle of the exchange: the next command finds all of the new."""
    one = BackupSources(tmp_path / "one", tmp_path / "one")
    play(one, 7).close()
    (one.data / "choices.json").write_text('{"language": "hu"}')
    path = backup_of(one, tmp_path / "all.zip")
    home = BackupSources(table.data, table.data)
    monkeypatch.setenv("COMPANION_HOME", str(home.data))
    real, moves = Path.replace, [0]

    class PowerCutError(BaseException):
        pass

    def cut(self: Path, target: Path) -> Path:
        moves[0] += 1
        if moves[0] == 4:
            raise PowerCutError
        return real(self, target)

    monkeypatch.setattr(Path, "replace", cut)
    with pytest.raises(PowerCutError):
        restore_backup(path, home)
    monkeypatch.setattr(Path, "replace", real)
    assert main(["doctor", "--json"]) in (0, 1)
    assert "interrupted" in capsys.readouterr().err
    assert played(home) == 7
    assert (home.data / "choices.json").read_text() == '{"language": "hu"}'
    assert not list(home.data.glob(".restor*"))


def test_the_stick_is_the_first_that_is_mounted(tmp_path: Path) -> None:
    """Plain folders are no sticks."""
    (tmp_path / "media" / "user").mkdir(parents=True)
    with raises(NO_STICK):
        find_stick((tmp_path / "media", tmp_path / "missing"))
    assert find_stick((Path("/"),)).is_mount()
