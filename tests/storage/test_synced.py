"""Everything that has to survive a power cut is synced in time: seen in the calls below Python."""

import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from calibration.core.store import ProfileStore
from companion.app.tile_boxes import write_box
from companion.choices import ChoicesFile
from companion.games.registry import GAMES
from companion.games.roll.phases.ledger import CreditsPaid
from companion.games.rule.options import Options
from companion.history.archive import StoredScoreEntry
from companion.storage.archive import FileArchive
from companion.storage.backup import write_backup
from companion.storage.backup_sources import BackupSources
from companion.storage.boxes import FileBoxes
from companion.storage.exchange import FolderExchange
from companion.storage.restore import restore_backup
from companion.storage.sqlite_log import SqliteEventLog
from tests.calibration.samples import full_profile
from tests.faults.calls import Call, observed, unsynced
from tests.programs import printed_by
from tests.some import some
from vision.tiles.appearance import TileBox

AT = "2026-01-01T00:00:00.000+00:00"
STEPS = 12
LOG = "games.sqlite"


def an_evening(folder: Path) -> None:
    """Steps as a table stores them: each is shown, then settled."""
    log = SqliteEventLog(folder / LOG, GAMES)
    log.begin("g1", game="roll", started_at=AT)
    for version in range(STEPS):
        say("step")
        log.append("g1", [CreditsPaid(1, 1)], after_version=version, recorded_at=AT)
        say("shown")
        log.settle()
    say("end")
    log.close()


def a_restore(folder: Path) -> None:
    """A backup of a table with settings and log apart replaces other files."""
    kept = BackupSources(folder / "data", folder / "config", folder / "disk" / LOG)
    for root in (kept.data, kept.config):
        root.mkdir()
    SqliteEventLog(kept.log_file, GAMES).close()
    for name in ("data/profiles/a.json", "data/tallies/b.json", "config/config.toml"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).touch()
    path = write_backup(kept, folder / "all.zip", name="").path
    say("restore")
    restore_backup(path, kept)


WRITERS: dict[str, Callable[[Path], object]] = {
    "backup": lambda folder: write_backup(BackupSources(folder, folder), folder / "b.zip", name=""),
    "boxes": lambda folder: FileBoxes(folder / "boxes.json", GAMES).keep(
        "rule_the_galaxy", Options()
    ),
    "choices": lambda folder: ChoicesFile(folder / "new" / "choices.json").remember(sound=False),
    "export": lambda folder: FolderExchange(folder / "exchange").write("games.csv", b"a;b"),
    "profile": lambda folder: ProfileStore(folder / "profiles").save(full_profile()),
    "score entry": lambda folder: FileArchive(folder / LOG, folder / "tallies", GAMES).keep(
        StoredScoreEntry("g-20260101000000-1", AT, {})
    ),
    "tile box": lambda folder: write_box(folder / "tiles" / "a.json", TileBox("A", {})),
}


def say(what: str) -> None:
    """Leave a mark between the calls."""
    sys.stdout.write(what)
    sys.stdout.flush()


def run_all(folder: Path) -> None:
    """What the observed process does, each in a folder of its own."""
    acts = {"evening": an_evening, **WRITERS, "restore": a_restore}
    for name in acts:
        (folder / name).mkdir()
        (folder / name / "something.json").touch()
    for name, act in acts.items():
        say(f"> {name}")
        act(folder / name)


PROGRAM = (
    "import pathlib, sys, tests.storage.test_synced as it; it.run_all(pathlib.Path(sys.argv[1]))"
)


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Call]]:
    """The calls of each act of `run_all`."""
    folder = tmp_path_factory.mktemp("observed")
    watched = observed(folder)
    printed_by(PROGRAM, folder, preloaded=watched.preloaded)
    acts: dict[str, list[Call]] = {}
    for call in watched.calls(folder):
        if call.kind == "said" and call.data.startswith(b"> "):
            acts[call.data.decode()[2:]] = []
        if acts:
            list(acts.values())[-1].append(call)
    return acts


def pending(calls: Sequence[Call]) -> set[str]:
    """Return the names of what a power cut may still take."""
    return {Path(path).name for path in unsynced(calls)}


def parts_of(calls: Sequence[Call], said: bytes) -> list[tuple[int, int]]:
    """Return where in *calls* the parts begin and end that were announced by *said*."""
    marks = [number for number, call in enumerate(calls) if call.kind == "said"]
    return [(mark, end) for mark, end in pairwise(marks) if calls[mark].data == said]


def kinds_of(calls: Sequence[Call]) -> list[str]:
    """Return the kinds of the calls for the log's files, with the files' endings."""
    return [f"{call.kind}{call.path.partition(LOG)[2]}" for call in calls if LOG in call.path]


def test_a_step_is_synced_in_the_log_before_it_is_shown(calls: dict[str, list[Call]]) -> None:
    """The mark counts it afterwards, in one sector: it never promises what a power cut takes."""
    evening = calls["evening"]
    steps = parts_of(evening, b"step")
    assert len(steps) == STEPS
    for begin, end in steps:
        assert pending(evening[:end]) <= {f"{LOG}-mark", f"{LOG}-shm"}
        assert kinds_of(evening[begin:end])[-2:] == ["sync-wal", "write-mark"]
        assert evening[end - 1].number == 0
        assert len(evening[end - 1].data) < 512


def test_a_settled_step_is_synced_in_the_database(calls: dict[str, list[Call]]) -> None:
    """The WAL is emptied only when nothing in it is needed."""
    evening = calls["evening"]
    settled = parts_of(evening, b"shown")
    assert len(settled) == STEPS
    for begin, end in settled:
        assert pending(evening[:end]) <= {f"{LOG}-{each}" for each in ("wal", "mark", "shm")}
        kinds = kinds_of(evening[begin:end])
        assert kinds[-1] == "cut-wal"
        assert "sync" in kinds


def test_a_rollback_journal_cannot_come_back(calls: dict[str, list[Call]]) -> None:
    """It would undo what is moved from the WAL into the database later."""
    evening = calls["evening"]
    deleted = [
        number
        for number, call in enumerate(evening)
        if call.kind == "delete" and call.path.endswith("-journal")
    ]
    for number in some(deleted):
        folder = str(Path(evening[number].path).parent)
        assert evening[number + 1] == Call("sync", folder)


@pytest.mark.parametrize("name", WRITERS)
def test_a_file_is_synced_before_it_gets_its_name(calls: dict[str, list[Call]], name: str) -> None:
    """Then the folder is, and so are new folders."""
    written = calls[name]
    renamed = [number for number, call in enumerate(written) if call.kind == "rename"]
    assert renamed
    for number in renamed:
        assert Path(written[number].path).name not in pending(written[:number])
    assert pending(written) == set()


def test_a_restore_is_synced_before_and_after_its_commit(calls: dict[str, list[Call]]) -> None:
    """What is staged before the rename that commits it; what is in place before it is forgotten."""
    restore = calls["restore"]
    (began,) = (n for n, call in enumerate(restore) if call.data == b"restore")
    kinds = [call.kind if "/.restor" in call.path else "" for call in restore]
    commit = kinds.index("rename", began)
    assert pending(restore[began:commit]) == set()
    assert restore[commit + 1].kind == "sync"
    assert restore[commit + 1].path.endswith("/data")
    left = unsynced(restore[began : kinds.index("delete", commit)])
    assert {path for path in left if "/.restor" not in path} == set()
