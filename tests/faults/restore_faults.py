"""A restore is killed before each of its calls that change files, and so is its completion.

Afterwards the table must hold all of the old or all of the new, with the old beside it, and start.
The kills run in a process of their own, since the library that does them is preloaded.
"""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from calibration.core.store import ProfileStore
from companion.games.registry import GAMES
from companion.storage.backup import write_backup
from companion.storage.backup_sources import (
    BEFORE,
    COMMITTED,
    STAGING,
    BackupSources,
    files_to_back_up,
)
from companion.storage.restore import complete_restore, restore_backup
from companion.storage.sqlite_log import SqliteEventLog
from tests.calibration.samples import full_profile
from tests.faults.calls import library
from tests.faults.killing import FAST, Counter, killed_in, new_counter
from tests.faults.matrix import Row
from tests.history.evenings import an_evening

_LAYOUTS: Final = ("one folder", "settings and games apart")
_COMPLETIONS: Final = 6
"""Kills of the completion for each kill of the restore."""


def rows(scale: float) -> Iterable[Row]:
    """Kill restores of two layouts; a scale below 1 takes a share of the calls."""
    with tempfile.TemporaryDirectory(dir=FAST) as folder:
        counter = new_counter(Path(folder) / "counter")
        preloaded = {"LD_PRELOAD": str(library(Path(folder))), "KILL_COUNTER": str(counter)}
        done = subprocess.run(
            [sys.executable, "-m", "tests.faults.restore_faults", folder, str(scale)],
            env={**os.environ, **preloaded},
            stdout=subprocess.PIPE,
            check=True,
            text=True,
        )
        for line in done.stdout.splitlines():
            yield Row(**json.loads(line))


def _injected(folder: Path, scale: float) -> Iterator[dict[str, object]]:
    counter = Counter(folder / "counter")
    for layout in _LAYOUTS:
        yield from _layout(folder / layout, layout, counter, scale)


def _layout(
    folder: Path, layout: str, counter: Counter, scale: float
) -> Iterator[dict[str, object]]:
    chance = random.Random(15)
    kept = _kept(folder / "table", layout)
    _fill(kept, "old", rounds=1)
    newer = _kept(folder / "newer", layout)
    _fill(newer, "new", rounds=2)
    if newer.log is not None:  # as if it had been made here
        (folder / "table").rename(folder / "set aside")
        (folder / "newer").rename(folder / "table")
        backup = write_backup(kept, folder / "new.zip", name="").path
        (folder / "table").rename(folder / "newer")
        (folder / "set aside").rename(folder / "table")
    else:
        backup = write_backup(newer, folder / "new.zip", name="").path
    old, new = _contents(kept), _contents(newer)
    shutil.copytree(folder / "table", folder / "pristine")

    def afresh() -> None:
        shutil.rmtree(folder / "table")
        shutil.copytree(folder / "pristine", folder / "table")

    def restore() -> None:
        restore_backup(backup, kept)

    calls = _calls_of(restore, counter)
    judged = {"restore": _Tally(), "completion": _Tally()}
    step = max(1, round(0.25 / scale))
    for number in range(1 + chance.randrange(step), calls + 1, step):
        afresh()
        if not killed_in(restore, counter, number):
            continue
        shutil.rmtree(folder / "cut", ignore_errors=True)
        shutil.copytree(folder / "table", folder / "cut")
        judged["restore"].judge(kept, old, new)
        for _ in range(_COMPLETIONS):
            shutil.rmtree(folder / "table")
            shutil.copytree(folder / "cut", folder / "table")
            if killed_in(lambda: complete_restore(kept), counter, chance.randint(1, 60)):
                judged["completion"].judge(kept, old, new)
    afresh()
    for what, tally in judged.items():
        yield tally.row(f"kill in a {what} ({layout})", f"{calls} calls of a restore")


def _calls_of(action: Callable[[], None], counter: Counter) -> int:
    """Count the calls of a whole run."""
    child = os.fork()
    if child == 0:
        counter.arm(0)
        action()
        os._exit(0)
    os.waitpid(child, 0)
    return counter.calls


class _Tally:
    """What came of the kills of one kind."""

    def __init__(self) -> None:
        self.runs = self.lost = self.not_started = self.old = 0

    def judge(self, kept: BackupSources, old: dict[str, bytes], new: dict[str, bytes]) -> None:
        """Go on as the next command does, and look at what the table holds."""
        self.runs += 1
        complete_restore(kept)
        found = _contents(kept)
        self.old += found == old
        beside = [folder for root in {*kept.roots().values()} for folder in root.glob(f"{BEFORE}*")]
        kept_beside = [
            path.read_bytes() for each in beside for path in each.rglob("*") if path.is_file()
        ]
        whole = found == old or (
            found == new and all(old[name] in kept_beside for name in old if name in new)
        )
        left = [root for root in kept.roots().values() if _unfinished(root)]
        self.lost += not whole or bool(left)
        try:
            log = SqliteEventLog(kept.log_file, GAMES)
            (header,) = log.games()
            log.load(header.game_id)
            log.close()
        except Exception:  # whatever it is, the table did not start
            self.not_started += 1

    def row(self, fault: str, note: str) -> dict[str, object]:
        return {
            "fault": fault,
            "runs": self.runs,
            "silent_losses": self.lost,
            "failed_starts": self.not_started,
            "note": f"{note}; {self.old} all old, {self.runs - self.old} all new",
        }


def _unfinished(root: Path) -> bool:
    return (root / STAGING).exists() or any(root.glob(f"{COMMITTED}*"))


def _kept(folder: Path, layout: str) -> BackupSources:
    data = folder / "data"
    if layout == _LAYOUTS[0]:
        return BackupSources(data, data)
    return BackupSources(data, folder / "config", folder / "disk" / "evening.sqlite")


def _fill(kept: BackupSources, word: str, *, rounds: int) -> None:
    """A table with a game and one file of each kind, all telling apart old and new."""
    log = SqliteEventLog(kept.log_file, GAMES)
    an_evening(log, rounds=rounds)
    log.close()
    kept.config.mkdir(parents=True, exist_ok=True)
    (kept.config / "config.toml").write_text(f"# {word}\n")
    kept.data.mkdir(exist_ok=True)
    (kept.data / "choices.json").write_text(f'{{"profile": "{word}"}}')
    (kept.data / "tallies").mkdir()
    (kept.data / "tallies" / "t.json").write_text(word)
    profile = replace(full_profile(), name="Światło 1", made_at=f"2026-01-01 {word}")
    ProfileStore(kept.data / "profiles").save(profile)


def _contents(kept: BackupSources) -> dict[str, bytes]:
    return {name: path.read_bytes() for name, path in files_to_back_up(kept)}


if __name__ == "__main__":
    for result in _injected(Path(sys.argv[1]), float(sys.argv[2])):
        sys.stdout.write(json.dumps(result) + "\n")
