"""Backups: everything goes in and comes back; what is no backup changes nothing."""

from __future__ import annotations

import json
import os
import random
import sqlite3
import zipfile
from pathlib import Path
from typing import Final

import pytest

from companion.cli.main import main
from companion.games.registry import GAMES
from companion.games.roll.events import CreditsChanged
from companion.session.errors import LogInUseError
from companion.storage.backup import MANIFEST, Kept, find_stick, write_backup
from companion.storage.errors import (
    BackupError,
    BackupNotWrittenError,
    BackupTooNewError,
    BackupUnreadableError,
    NoStickError,
    NothingToBackUpError,
    RestoreFailedError,
)
from companion.storage.restore import read_backup, restore_backup
from companion.storage.sqlite_log import SqliteEventLog

AT = "2026-01-01T00:00:00.000+00:00"


def play(kept: Kept, events: int) -> SqliteEventLog:
    """Begin a game of *events* events; the log stays open."""
    log = SqliteEventLog(kept.data / "games.sqlite", GAMES)
    log.begin("g1", game="roll", started_at=AT)
    log.append("g1", [CreditsChanged(1, n) for n in range(events)], after_version=0, recorded_at=AT)
    return log


def played(kept: Kept) -> int:
    log = SqliteEventLog(kept.data / "games.sqlite", GAMES)
    count = len(log.load("g1"))
    log.close()
    return count


@pytest.fixture
def table(tmp_path: Path) -> Kept:
    """A table with a game, settings, choices and a profile."""
    kept = Kept(tmp_path / "data", tmp_path / "config")
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


def backup_of(kept: Kept, path: Path) -> Path:
    return write_backup(kept, path, name="unused")


def test_everything_comes_back_on_another_machine(table: Kept, tmp_path: Path) -> None:
    """Games, settings, choices and profiles with their times; caches and locks stay out."""
    path = backup_of(table, tmp_path / "all.zip")
    other = Kept(tmp_path / "other" / "data", tmp_path / "other" / "config")
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


def test_one_folder_for_both_is_one_folder(table: Kept, tmp_path: Path) -> None:
    """The appliance has settings and games in one place; both ways of keeping them are restored."""
    appliance = Kept(tmp_path / "home", tmp_path / "home")
    restore_backup(backup_of(table, tmp_path / "a.zip"), appliance)
    assert (appliance.data / "config.toml").exists()
    back = restore_backup(backup_of(appliance, tmp_path / "b.zip"), table)
    assert "data/config.toml" in back


def test_a_running_table_can_be_backed_up(table: Kept, tmp_path: Path) -> None:
    """What was stored is in it, also what lies in the WAL only; the table goes on."""
    log = SqliteEventLog(table.data / "games.sqlite", GAMES)
    log.append("g1", [CreditsChanged(2, 1)], after_version=3, recorded_at=AT)
    path = backup_of(table, tmp_path / "all.zip")
    log.append("g1", [CreditsChanged(2, 1)], after_version=4, recorded_at=AT)
    log.close()
    other = Kept(tmp_path / "other", tmp_path / "other")
    restore_backup(path, other)
    assert (played(other), played(table)) == (4, 5)


def test_what_was_there_is_kept_beside(table: Kept, tmp_path: Path) -> None:
    """Restoring never deletes: the games of before lie in a folder of their own, each time."""
    path = backup_of(table, tmp_path / "all.zip")
    log = SqliteEventLog(table.data / "games.sqlite", GAMES)
    log.append("g1", [CreditsChanged(2, 1)], after_version=3, recorded_at=AT)
    log.close()
    for number in (1, 2):
        restore_backup(path, table)
        assert played(table) == 3
        assert (table.data / f"before-restore-{number}" / "data" / "games.sqlite").exists()
    before = Kept(table.data / "before-restore-1" / "data", table.config)
    assert played(before) == 4
    assert len(read_backup(backup_of(table, tmp_path / "again.zip"))) == 4, "not backed up again"


def test_a_running_table_is_not_restored_under(table: Kept, tmp_path: Path) -> None:
    """The table must be closed first."""
    path = backup_of(table, tmp_path / "all.zip")
    log = SqliteEventLog(table.data / "games.sqlite", GAMES)
    with pytest.raises(LogInUseError):
        restore_backup(path, table)
    log.close()


def test_a_damaged_log_is_kept_as_it_lies(table: Kept, tmp_path: Path) -> None:
    """What cannot be read by SQLite may still be read by somebody; nothing is left out."""
    games = table.data / "games.sqlite"
    with games.open("r+b") as file:
        file.seek(100)
        file.write(b"\xff" * 4000)
    stored = read_backup(backup_of(table, tmp_path / "all.zip"))
    assert stored["data/games.sqlite"].content == games.read_bytes()


def test_nothing_to_back_up(tmp_path: Path) -> None:
    """Said in one sentence; no empty file is left."""
    with pytest.raises(NothingToBackUpError):
        backup_of(Kept(tmp_path / "none", tmp_path / "none"), tmp_path / "all.zip")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("target", ["missing/all.zip", "file/all.zip"])
def test_a_target_that_cannot_be_written(table: Kept, tmp_path: Path, target: str) -> None:
    """A folder that is not there, a file in the place of a folder."""
    (tmp_path / "file").touch()
    with pytest.raises(BackupNotWrittenError):
        backup_of(table, tmp_path / target)


def test_a_full_stick_leaves_the_old_backup(
    table: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new file takes the old one's name only when the stick has all of it."""
    path = backup_of(table, tmp_path / "all.zip")
    before = path.read_bytes()

    def full(_fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.storage.backup.os.fsync", full)
    with pytest.raises(BackupNotWrittenError, match="No space left"):
        backup_of(table, path)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.glob("*.part")] == []


def test_a_stick_that_stores_something_else_is_noticed(
    table: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is read back before anybody is told that it is safe."""

    def worn_out(fd: int) -> None:
        os.pwrite(fd, b"\x00" * 64, 60)

    monkeypatch.setattr("companion.storage.backup.os.fsync", worn_out)
    with pytest.raises(BackupNotWrittenError):
        backup_of(table, tmp_path / "all.zip")
    assert not (tmp_path / "all.zip").exists()


def test_a_disk_that_refuses_leaves_the_old_games(
    table: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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
    with pytest.raises(RestoreFailedError, match="Input/output"):
        restore_backup(path, table)
    monkeypatch.undo()
    assert played(table) == 3
    assert (table.data / "choices.json").read_text() == '{"language": "hu"}'
    assert (table.config / "config.toml").exists()
    assert not (table.data / ".restoring").exists()


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


def manifest_of(path: Path) -> dict[str, object]:
    with zipfile.ZipFile(path) as archive:
        return dict(json.loads(archive.read(MANIFEST)))


@pytest.mark.parametrize(
    "name",
    [
        "../evil", "data/../../evil", "/etc/passwd", "data//x", "data/.ssh/x", "other/x", "data",
        "data/a\\b", "data/a\nb", "data/games.sqlite.lock", "data/" + "x" * 200,
        "data/a/" * 9 + "b",
    ],
)  # fmt: skip
def test_names_that_lead_elsewhere_are_refused(table: Kept, tmp_path: Path, name: str) -> None:
    """No file leaves the table's folders, whatever the archive calls it."""
    path = backup_of(table, tmp_path / "all.zip")
    manifest = manifest_of(path)
    files = list(manifest["files"])  # type: ignore[call-overload]
    files.append({**files[0], "name": name})
    rewritten(path, {name: b"x"}, {**manifest, "files": files})
    with pytest.raises(BackupUnreadableError):
        restore_backup(path, table)
    assert played(table) == 3


_ENTRY: Final[dict[str, object]] = {
    "name": "data/x",
    "bytes": 0,
    "sha256": "",
    "modified_s": 0,
}


@pytest.mark.parametrize(
    "manifest",
    [
        {},
        [],
        None,
        {"schema": "zip/1"},
        {"schema": "backup/1"},
        {"schema": "backup/1", "files": 3},
        {"schema": "backup/1", "files": []},
        {"schema": "backup/1", "files": [_ENTRY | {"bytes": -1}]},
        {"schema": "backup/1", "files": [_ENTRY | {"bytes": 10**12}]},
        {"schema": "backup/1", "files": [_ENTRY | {"modified_s": 10**15}]},
    ],
)
def test_lists_that_make_no_sense_are_refused(
    table: Kept, tmp_path: Path, manifest: object
) -> None:
    """One sentence with a code; nothing is changed."""
    path = backup_of(table, tmp_path / "all.zip")
    rewritten(path, {MANIFEST: json.dumps(manifest).encode()})
    with pytest.raises(BackupUnreadableError):
        restore_backup(path, table)
    assert played(table) == 3


def test_a_file_that_unpacks_to_more_than_it_says(table: Kept, tmp_path: Path) -> None:
    """A bomb is read one byte beyond what the list says, not to its end."""
    path = backup_of(table, tmp_path / "all.zip")
    rewritten(path, {"data/choices.json": b"\0" * 5_000_000}, manifest_of(path))
    with pytest.raises(BackupUnreadableError, match="not what was written"):
        restore_backup(path, table)


def test_newer_backups_and_newer_logs_are_left_alone(table: Kept, tmp_path: Path) -> None:
    """An older companion does not put back what it cannot read."""
    path = backup_of(table, tmp_path / "all.zip")
    rewritten(path, {}, {**manifest_of(path), "schema": "backup/2"})
    with pytest.raises(BackupTooNewError):
        restore_backup(path, table)
    with sqlite3.connect(table.data / "games.sqlite") as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    newer = backup_of(table, tmp_path / "newer.zip")
    with pytest.raises(BackupTooNewError):
        restore_backup(newer, Kept(tmp_path / "other", tmp_path / "other"))


def test_another_program_s_database_is_no_log(table: Kept, tmp_path: Path) -> None:
    """A file that is called like the log is looked at before it takes its place."""
    games = table.data / "games.sqlite"
    games.unlink()
    with sqlite3.connect(games) as db:
        db.execute("CREATE TABLE t (x)")
    db.close()
    path = backup_of(table, tmp_path / "all.zip")
    with pytest.raises(BackupUnreadableError, match="another program"):
        restore_backup(path, Kept(tmp_path / "other", tmp_path / "other"))


def test_mutated_backups_never_crash(table: Kept, tmp_path: Path) -> None:
    """Flipped, cut and doubled bytes: an error with a code, or the files as they were."""
    path = backup_of(table, tmp_path / "all.zip")
    good, whole = path.read_bytes(), read_backup(path)
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
            assert read_backup(path) == whole
        except BackupError:
            refused += 1
    assert refused > 100


# --- the commands --------------------------------------------------------------------------------


def test_the_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder as target gets a dated file; a refusal is one sentence with a code."""
    home = Kept(tmp_path / "home", tmp_path / "home")
    monkeypatch.setenv("COMPANION_HOME", str(home.data))
    play(home, 2).close()
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


def test_the_stick_is_the_first_that_is_mounted(tmp_path: Path) -> None:
    """Plain folders are no sticks."""
    (tmp_path / "media" / "user").mkdir(parents=True)
    with pytest.raises(NoStickError):
        find_stick((tmp_path / "media", tmp_path / "missing"))
    assert find_stick((Path("/"),)).is_mount()
