"""The report holds what is needed to find a fault, and pictures only where people agreed."""

import logging
import sqlite3
import zipfile
from pathlib import Path

import pytest

from companion.app.fault_report import LogTail, ZipReporter
from companion.games.registry import GAMES
from companion.places import Places
from companion.storage.exchange import FolderExchange
from companion.storage.sqlite_log import SqliteEventLog
from tests.history.evenings import an_evening


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places(tmp_path / "config", tmp_path / "data")


def _report(places: Places, lines: LogTail | None = None, **pictures: bytes) -> zipfile.ZipFile:
    exchange = FolderExchange(places.exchange)
    written = ZipReporter(places, places.log_file, exchange, lines).write(pictures=pictures)
    assert Path(written).parent == places.exchange
    return zipfile.ZipFile(written)


def test_a_report_without_anything_is_whole(places: Places) -> None:
    """No log, no settings yet: the versions at least."""
    with _report(places) as bundle:
        assert bundle.namelist() == ["versions.json"]
        assert b'"companion"' in bundle.read("versions.json")


def test_the_log_is_copied_while_it_is_written(places: Places, tmp_path: Path) -> None:
    """The copy opens on its own and has every event; settings and last lines are there."""
    places.config.mkdir()
    places.config_file.write_text('language = "hu"\n', encoding="utf-8")
    lines = LogTail()
    logger = logging.getLogger("companion.test")
    logger.addHandler(lines)
    logger.warning("the lamp is on")
    log = SqliteEventLog(places.log_file, GAMES)
    try:
        _, header = an_evening(log)
        expected = len(log.load(header.game_id))
        with _report(places, lines) as bundle:
            bundle.extract("games.sqlite", tmp_path)
            assert b'"hu"' in bundle.read("config.toml")
            assert b"the lamp is on" in bundle.read("log.txt")
    finally:
        logger.removeHandler(lines)
        log.close()
    with sqlite3.connect(tmp_path / "games.sqlite") as copy:
        assert copy.execute("SELECT count(*) FROM event").fetchone() == (expected,)


def test_a_damaged_log_is_in_it_as_it_is(places: Places) -> None:
    """It may be what the report is about."""
    places.data.mkdir()
    places.log_file.write_bytes(b"no database")
    with _report(places) as bundle:
        assert bundle.read("games.sqlite") == b"no database"


def test_pictures_only_where_given(places: Places) -> None:
    """They are named as they came."""
    with _report(places, camera=b"P6") as bundle:
        assert bundle.read("pictures/camera") == b"P6"
