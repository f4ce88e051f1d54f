"""Backups with a flipped bit, and zip files that somebody made to do harm."""

import random
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path

from companion.errors import CompanionError
from companion.games.registry import GAMES
from companion.storage.backup import write_backup
from companion.storage.backup_reader import opened
from companion.storage.backup_sources import BackupSources, files_to_back_up
from companion.storage.restore import restore_backup
from companion.storage.sqlite_log import SqliteEventLog
from tests.faults.hostile_zips import hostile_zips
from tests.faults.killing import FAST
from tests.faults.matrix import Row, count
from tests.faults.measured import MOST_MB, run_measured
from tests.history.evenings import an_evening

FLIPS = 1_000


def rows(scale: float) -> Iterable[Row]:
    """Flip bits in one backup, and restore hostile ones over a table with games."""
    with tempfile.TemporaryDirectory(dir=FAST) as folder:
        base = Path(folder)
        kept = _table(base / "table")
        good = write_backup(kept, base / "good.zip", name="").path
        yield _flipped(base, good, count(FLIPS, scale))
        yield _hostile(base, kept, good, scale)


def _flipped(base: Path, good: Path, runs: int) -> Row:
    chance = random.Random(15)
    sound, path = good.read_bytes(), base / "flipped.zip"
    with opened(good) as backup:
        whole = {name: b"".join(backup.pieces(name)) for name in backup.entries}
    lost = internal = refused = 0
    target = BackupSources(base / "target", base / "target")
    for _ in range(runs):
        data = bytearray(sound)
        at = chance.randrange(len(data) * 8)
        data[at // 8] ^= 1 << at % 8
        path.write_bytes(data)
        shutil.rmtree(target.data, ignore_errors=True)
        try:
            restore_backup(path, target)
            lost += any(
                (target.data / name.removeprefix("data/")).read_bytes() != content
                for name, content in whole.items()
            )
        except CompanionError:
            refused += 1
            lost += any(files_to_back_up(target))
        except Exception:  # whatever it is, it is no answer
            internal += 1
    note = f"{refused} refused, {runs - refused} without a difference"
    return Row("bit flip in a backup", runs, lost, 0, internal, note)


def _hostile(base: Path, kept: BackupSources, good: Path, scale: float) -> Row:
    before = {name: file.read_bytes() for name, file in files_to_back_up(kept)}
    kinds = list(hostile_zips(good))
    kinds = kinds[: count(len(kinds), min(1.0, scale * 4))]  # the first ones are quick
    lost = internal = 0
    most_mb, outside = 0.0, set(base.iterdir())
    harmful = []
    for number, (what, make) in enumerate(kinds):
        path = base / f"hostile-{number}.zip"
        make(path)
        done = run_measured(["restore", path], home=kept.data)
        most_mb = max(most_mb, done.peak_mb)
        shutil.rmtree(path) if path.is_dir() else path.unlink()
        changed = {name: file.read_bytes() for name, file in files_to_back_up(kept)} != before
        wrong = changed or done.status == 0 or set(base.iterdir()) != outside
        lost += wrong
        internal += done.is_internal_error or done.is_too_large
        if wrong or done.is_internal_error or done.is_too_large:
            harmful.append(f"{what}: {done}"[:300])
    note = "; ".join([f"at most {most_mb:.0f} MB of {MOST_MB}", *harmful])
    return Row("hostile zip file", len(kinds), lost, 0, internal, note)


def _table(folder: Path) -> BackupSources:
    kept = BackupSources(folder, folder)
    log = SqliteEventLog(kept.log_file, GAMES)
    an_evening(log)
    log.close()
    (kept.data / "choices.json").write_text("{}")
    return kept
