"""A backup after each game, on this machine and on a memory stick; restored from the screen."""

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from companion.app import running
from companion.app.table_backups import TableBackups
from companion.cli.main import main
from companion.errors import CompanionError
from companion.storage.backup_folder import KEPT, add_backup, backups_in
from companion.storage.backup_sources import BackupSources
from companion.storage.errors import BACKUP_RESTORED, BackupError
from companion.storage.exchange import FolderExchange
from tests.rows import is_of
from tests.storage.test_backup import play, played
from tests.ui import fake_table as fake
from tests.waiting import until

OVER = replace(fake.an_update(None), game_id="g1", is_over=True)


class Place:
    """A table with a game, a place for memory sticks, and what was asked of the program."""

    def __init__(self, folder: Path) -> None:
        self.kept = BackupSources(folder / "home", folder / "home")
        play(self.kept, 3).close()
        self.here, self.media = self.kept.data / "backups", folder / "media"
        self.media.mkdir()
        self.restarted: list[Path] = []
        self.failed: list[CompanionError] = []
        self.backups = TableBackups(
            self.kept,
            self.here,
            FolderExchange(folder / "exchange", self.media.iterdir),
            restart=self.restarted.append,
            on_failure=self.failed.append,
        )

    def plug(self) -> Path:
        (self.media / "stick").mkdir()
        return self.media / "stick" / "companion"


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def names(folder: Path) -> list[str]:
    return [each.name for each in backups_in([folder])]


def test_one_backup_is_made_after_each_game(place: Place) -> None:
    """Not before, and not again for a correction; without a stick on this machine alone."""
    place.backups.follow(replace(OVER, is_over=False))
    assert names(place.here) == []
    place.backups.follow(OVER)
    place.backups.follow(replace(OVER, version=99))
    until(lambda: names(place.here) == ["game-000001.zip"])
    place.backups.follow(replace(OVER, game_id="g2"))
    until(lambda: len(names(place.here)) == 2)
    assert place.failed == []


def test_a_stick_gets_a_backup_too(place: Place) -> None:
    """Both have the same name, and the list says where each is."""
    stick = place.plug()
    assert len(place.backups.make()) == 2
    assert names(place.here) == names(stick) == ["kept-000001.zip"]
    assert {(Path(line.name).parent, line.on_stick) for line in place.backups.listed()} == {
        (place.here, False),
        (stick, True),
    }


def test_a_full_stick_is_told_once_and_this_machine_has_its_backup(place: Place) -> None:
    """A file is in place of our folder, as after a fault of the stick."""
    place.plug().touch()
    place.backups.follow(OVER)
    until(lambda: len(place.failed) == 1)
    assert place.failed[0].code == "backup_not_written"
    assert names(place.here) == ["game-000001.zip"]


def test_the_last_ten_automatic_backups_are_kept(place: Place) -> None:
    """Those that a person or an update made stay; no backup contains another."""
    place.here.mkdir()
    (place.here / "before-1.0.zip").touch()
    place.backups.make()
    for _ in range(KEPT + 1):
        add_backup(place.kept, [place.here], automatic=True)
    (path,) = add_backup(place.kept, [place.here], automatic=True)
    assert len(names(place.here)) == KEPT + 2
    assert names(place.here)[-2:] == ["kept-000001.zip", "before-1.0.zip"]
    assert path.stat().st_size < 10_000


def test_the_order_does_not_depend_on_the_clock(place: Place) -> None:
    """A board without a battery may set the time back between two games."""
    (first,) = add_backup(place.kept, [place.here], automatic=True)
    (second,) = add_backup(place.kept, [place.here], automatic=True)
    os.utime(second, (0, 0))
    assert backups_in([place.here]) == (second, first)


def test_without_anything_to_back_up_the_list_is_empty(tmp_path: Path) -> None:
    """Before the first game."""
    empty = BackupSources(tmp_path / "home", tmp_path / "home")
    with pytest.raises(BackupError):
        add_backup(empty, [tmp_path / "backups"], automatic=False)
    assert backups_in([tmp_path / "backups"]) == ()


def test_restoring_restarts_the_same_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the backup chosen last only."""
    ran: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda _program, command: ran.append(command))
    running.restart_with(Path("b.zip"), ["run", "--table", "--restore", "a.zip", "--window"])
    assert ran == [
        [sys.executable, "-m", "companion", "run", "--table", "--window", "--restore", "b.zip"]
    ]


@pytest.mark.parametrize("content", ["backup", "garbage"])
def test_the_table_starts_with_the_backup_or_with_what_was_there(
    place: Place, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: str
) -> None:
    """The screen says which."""
    (path,) = place.backups.make()
    backup = tmp_path / "chosen.zip"
    backup.write_bytes(Path(path).read_bytes() if content == "backup" else b"garbage")
    told: list[tuple[CompanionError, ...]] = []

    def run_table(options: running.RunOptions, **_: object) -> int:
        told.append(options.notices)
        return 0

    monkeypatch.setattr(running, "run_table", run_table)
    monkeypatch.setenv("COMPANION_HOME", str(place.kept.data))
    (place.kept.data / "choices.json").write_text("{}")
    assert main(["run", "--restore", str(backup)]) == 0
    restored = content == "backup"
    assert [is_of(each, BACKUP_RESTORED) for each in told[0]] == [restored]
    assert bool(list(place.kept.data.glob("before-restore-*"))) is restored
    assert played(place.kept) == 3
