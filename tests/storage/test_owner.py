"""Files keep the owner of the state folder; one of another user is named."""

from pathlib import Path

import pytest

from calibration.core.profile_file import write_profile
from companion.app.doctor.checks import CHECKS, examine
from companion.app.doctor.report import Finding, Installation, State
from companion.choices import ChoicesFile
from companion.cli.main import main
from companion.games.registry import GAMES
from companion.games.roll.phases.ledger import CreditsPaid
from companion.games.rule.options import Options
from companion.places import Places
from companion.session.errors import LogReadOnlyError
from companion.settings import Settings
from companion.storage.backup_sources import BackupSources
from companion.storage.boxes import FileBoxes
from companion.storage.exchange import FolderExchange
from companion.storage.opening import open_for_table
from companion.storage.restore import restore_backup
from companion.storage.sqlite_log import SqliteEventLog
from tests.calibration.samples import full_profile
from tests.storage.test_backup import AT, backup_of, play, played
from tests.users import as_user, not_of, users_folder

__all__ = ["users_folder"]


def doctor(places: Places) -> Finding:
    (finding,) = examine(Installation(Settings(), places), {"storage": CHECKS["storage"]})
    return finding


def add_a_step(folder: Path, events: int) -> int:
    """Store a step as the folder's user; return the number of events then."""
    with as_user():
        log = SqliteEventLog(folder / "games.sqlite", GAMES)
        log.append("g1", [CreditsPaid(1, 9)], after_version=events, recorded_at=AT)
        log.close()
        return played(BackupSources(folder, folder))


def test_after_a_restore_with_sudo_the_table_still_writes(
    users_folder: Path, tmp_path: Path
) -> None:
    """Log, mark, lock, choices and the replaced files belong to the folder's owner."""
    made = BackupSources(tmp_path / "made", tmp_path / "made")
    play(made, 3).close()
    (made.data / "profiles").mkdir()
    (made.data / "profiles" / "a.json").write_text("{}")
    path = backup_of(made, tmp_path / "all.zip")
    kept = BackupSources(users_folder, users_folder)
    for _ in range(2):  # the second one sets the files of the first aside
        restore_backup(path, kept)
        assert not_of(users_folder) == []
    assert add_a_step(users_folder, 3) == 4


def test_after_the_first_commands_with_sudo_the_table_still_writes(
    users_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new log and its first backup, and everything else that the program stores there."""
    kept = BackupSources(users_folder, users_folder)
    monkeypatch.setenv("COMPANION_HOME", str(users_folder))
    play(kept, 3).close()
    (users_folder / "games.sqlite.lock").unlink()
    assert main(["backup", str(users_folder / "all.zip")]) == 0
    ChoicesFile(users_folder / "choices.json").remember(language="pl")
    write_profile(users_folder / "profiles" / "a.json", full_profile())
    FolderExchange(users_folder / "exchange" / "new").write("a.json", b"{}")
    FileBoxes(users_folder / "more" / "boxes.json", GAMES).keep("rule_the_galaxy", Options())
    assert not_of(users_folder) == []
    assert add_a_step(users_folder, 3) == 4


@pytest.mark.parametrize("ending", ["", "-mark", ".lock"])
def test_a_file_of_another_user_is_named(ending: str, users_folder: Path) -> None:
    """At start-up and by doctor, with what to do; the game continues once it is done."""
    with as_user():
        play(BackupSources(users_folder, users_folder), 3).close()
    file = users_folder / f"games.sqlite{ending}"
    file.chmod(0o444)
    places = Places(users_folder, users_folder)
    with as_user():
        opened = open_for_table(places.log_file, GAMES, places.backups)
        finding = doctor(places)
    (notice,) = opened.notices
    assert isinstance(notice, LogReadOnlyError)
    assert str(file) in notice.message
    assert f"chown --reference={users_folder} {file}" in notice.hint_text
    assert finding.state is State.FAILED
    assert str(file) in finding.message
    file.chmod(0o644)
    with as_user():
        opened.log.append("g1", [CreditsPaid(1, 9)], after_version=3, recorded_at=AT)
        opened.log.close()
        assert doctor(places).state is not State.FAILED
    assert played(BackupSources(users_folder, users_folder)) == 4


def test_a_lock_of_another_user_without_a_log_is_named(users_folder: Path) -> None:
    """The first backup was made with sudo before there was a game: games are kept in memory."""
    lock = users_folder / "games.sqlite.lock"
    lock.touch(0o444)
    with as_user():
        notices = open_for_table(users_folder / "games.sqlite", GAMES, users_folder).notices
    assert [notice.code for notice in notices] == ["log_not_owned", "games_not_kept"]
    assert str(lock) in notices[0].message


def test_other_files_of_another_user_are_a_warning(users_folder: Path) -> None:
    """Games can be saved, but choices or profiles cannot; files that are only read may be so."""
    with as_user():
        play(BackupSources(users_folder, users_folder), 3).close()
        (users_folder / "config.toml").write_text("")
        (users_folder / "choices.json").write_text("{}")
    (users_folder / "config.toml").chmod(0o444)
    places = Places(users_folder, users_folder)
    with as_user():
        assert "choices" not in doctor(places).message
    (users_folder / "choices.json").chmod(0o444)
    with as_user():
        finding = doctor(places)
    assert finding.state is State.WARNING
    assert str(users_folder / "choices.json") in finding.message
    (users_folder / "choices.json").unlink()
    with as_user():
        (users_folder / "profiles").mkdir(0o500)
        assert str(users_folder / "profiles") in doctor(places).message
