"""Files that somebody or something spoilt: an error with a code, or a result; never a crash.

Some hundred of each in the quick tests, ten thousand in the slow ones. A file that hangs its reader
runs into the tests' time limit.
"""

import json
import logging
import random
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from calibration.core.profile_file import parse_profile, profile_bytes
from companion.catalog.roll_loader import load_roll_catalog
from companion.errors import CompanionError
from companion.games.registry import GAMES
from companion.games.roll import GAME
from companion.scorefile.final import parse_json
from companion.scorefile.roll_final import read_final
from companion.session.session import GameSession
from companion.storage.backup import write_backup
from companion.storage.backup_reader import opened
from companion.storage.backup_sources import BackupSources
from companion.storage.sqlite_log import SqliteEventLog
from tests.calibration.samples import full_profile
from tests.fakes import ManualClock
from tests.fuzz.mutations import mutated
from tests.history.evenings import an_evening
from vision.core.decoding import decode_file

report = logging.getLogger(__name__)

QUICK, MANY = 150, 10_000


@dataclass(frozen=True, slots=True)
class Target:
    """Something that reads files.

    Attributes:
        seeds: good files, made in a folder.
        read: reads one; raises `CompanionError` where it is bad.
    """

    name: str
    seeds: Callable[[Path], Iterator[bytes]]
    read: Callable[[Path], object]


def _logs(folder: Path) -> Iterator[bytes]:
    path = folder / "seed.sqlite"
    with closing(SqliteEventLog(path, GAMES)) as log:
        an_evening(log)
    yield path.read_bytes()


def _read_log(path: Path) -> object:
    """Open, resume what is whole, and close: what the table does at its start."""
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    log = SqliteEventLog(path, GAMES)
    try:
        for header in log.games():
            if header.game in GAMES:
                GameSession.resume(GAME, log, ManualClock(), header)
    finally:
        log.close()
    return None


def _profiles(_folder: Path) -> Iterator[bytes]:
    yield profile_bytes(full_profile())


def _pictures(_folder: Path) -> Iterator[bytes]:
    import cv2

    from companion.demo.script import PICTURES

    pixels = cv2.imread(str(next(iter(sorted(PICTURES.glob("*.jpg"))))))
    assert pixels is not None
    small = cv2.resize(pixels, (192, 108))
    for ending in (".jpg", ".png", ".webp", ".bmp", ".tiff"):
        yield cv2.imencode(ending, small)[1].tobytes()


def _scores(_folder: Path) -> Iterator[bytes]:
    ann = {
        "name": "Ann",
        "vp_chips": 12,
        "credits": 3,
        "faction": 4,
        "home_world": "doomed_world",
        "tiles": ["galactic_federation", "galactic_investors", "spice_world", "comet_zone"],
        "dice": {
            "cup": {"home": 3},
            "citizenry": {"home": 1},
            "strip": {},
            "construction": {"military": 2},
            "goods": [{"world": "spice_world", "die": "genes"}],
        },
    }
    yield json.dumps({"schema": "roll-final/1", "players": [ann]}).encode()


def _backups(folder: Path) -> Iterator[bytes]:
    data = folder / "data"
    data.mkdir()
    (data / "choices.json").write_text('{"language": "hu"}')
    SqliteEventLog(data / "games.sqlite", GAMES).close()
    yield write_backup(
        BackupSources(data, data), folder / "seed.zip", name="seed.zip"
    ).path.read_bytes()


def _read_backup(path: Path) -> None:
    with opened(path) as backup:
        backup.check()


_CATALOG = load_roll_catalog()

TARGETS = (
    Target("log", _logs, _read_log),
    Target("profile", _profiles, lambda path: parse_profile(path.read_bytes(), called="a profile")),
    Target("picture", _pictures, lambda path: decode_file(path)),
    Target("score", _scores, lambda path: read_final(parse_json(path.read_bytes()), _CATALOG)),
    Target("backup", _backups, _read_backup),
)


def spoil(target: Target, folder: Path, *, seed: int, files: int) -> None:
    chance = random.Random(seed)
    seeds = list(target.seeds(folder))
    path = folder / "spoilt.bin"
    refused, slowest_s = 0, 0.0
    for _ in range(files):
        path.write_bytes(mutated(chance.choice(seeds), chance))
        began_s = time.process_time()
        try:
            target.read(path)
        except CompanionError as error:
            refused += 1
            if not (error.code and error.message):
                pytest.fail(f"{type(error).__name__} says nothing")
        slowest_s = max(slowest_s, time.process_time() - began_s)
    report.info(
        "%s: %d files, %d refused, slowest %.3f s of the processor",
        *(target.name, files, refused, slowest_s),
    )
    assert refused > 0


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_a_spoilt_file_is_an_error_with_a_code(target: Target, tmp_path: Path) -> None:
    """Whatever was flipped, cut, doubled or exchanged in it."""
    spoil(target, tmp_path, seed=1, files=QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_ten_thousand_spoilt_files(target: Target, tmp_path: Path) -> None:
    """The same, longer and with other chances."""
    spoil(target, tmp_path, seed=2, files=MANY)
