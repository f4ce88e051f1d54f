"""What every archive must do, on a disk or without one."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.catalog import load_roll_catalog
from companion.games.registry import GAMES
from companion.games.roll.phases.round import RoundStarted
from companion.history.archive import (
    Archive,
    ArchiveWriteError,
    StoredScoreEntry,
    past_games,
    tiles_built,
)
from companion.history.records import Source
from companion.scorefile.score_entry import ScoreEntryPlayer, document
from companion.session.ports import EventLog
from companion.storage import rows
from companion.storage.archive import FileArchive
from companion.storage.high_water import Head
from companion.storage.memory_log import MemoryEventLog
from companion.storage.rows import row_sum
from companion.storage.sqlite_log import SqliteEventLog
from tests.history.evenings import an_evening

CATALOG = load_roll_catalog()
ANN = ScoreEntryPlayer("Ann", 20, 3, 4, "doomed_world", ("galactic_federation", "secluded_world"))
BELA = ScoreEntryPlayer("Béla", 22, 3, 1, "old_earth")
SCORE_ENTRY = StoredScoreEntry(
    "tally-20261101200000-ab12", "2026-11-01T20:00:00+00:00", document((ANN, BELA))
)

Made = tuple[Archive, EventLog, Callable[[], None]]


@pytest.fixture(params=["file", "memory"])
def made(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """An archive, the log beside it, and what brings the log's games into it."""
    if request.param == "memory":
        memory, log = Archive(), MemoryEventLog()

        def show() -> None:
            memory.headers = list(log.games())
            memory.stored = {each.game_id: log.load(each.game_id) for each in memory.headers}

        yield memory, log, show
        return
    path = tmp_path / "games.sqlite"
    sqlite = SqliteEventLog(path, GAMES)
    yield FileArchive(path, tmp_path / "tallies", GAMES), sqlite, lambda: None
    sqlite.close()


def test_an_empty_archive(made: Made) -> None:
    """No games, no score entries, nothing to drop."""
    archive, _, _ = made
    assert archive.games() == ()
    assert archive.score_entries() == ()
    assert archive.events("nobody") == ()
    archive.drop("nobody")
    assert past_games(archive, CATALOG) == ()


def test_the_running_game_can_be_looked_at(made: Made) -> None:
    """While its writer has the log open: every event, undone ones included."""
    archive, log, show = made
    _, header = an_evening(log)
    show()
    assert archive.games() == log.games()
    assert archive.events(header.game_id) == log.load(header.game_id)


def test_reading_a_game_reads_no_other(tmp_path: Path) -> None:
    """The rows of the list are read once, not once for each game."""
    path = tmp_path / "games.sqlite"
    log = SqliteEventLog(path, GAMES)
    for number in range(3):
        log.begin(f"g{number}", game="roll", started_at="2026-01-01T00:00:00.000+00:00")
    log.close()
    archive, read = FileArchive(path, tmp_path / "tallies", GAMES), list[Head]()

    def counted(head: Head) -> str:
        read.append(head)
        return row_sum(head)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows, "row_sum", counted)
        assert archive.events("g1") == ()
    assert [head.game_id for head in read] == ["g1"]


def test_score_entries_are_kept_replaced_and_dropped(made: Made) -> None:
    """They come back as they were, newest first."""
    archive, _, _ = made
    later = StoredScoreEntry(
        "tally-20261102200000-cd34", "2026-11-02T20:00:00+00:00", SCORE_ENTRY.document
    )
    archive.keep(SCORE_ENTRY)
    archive.keep(later)
    assert archive.score_entries() == (later, SCORE_ENTRY)
    corrected = StoredScoreEntry(later.entry_id, later.played_at, document((BELA,)))
    archive.keep(corrected)
    assert archive.score_entries() == (corrected, SCORE_ENTRY)
    archive.drop(later.entry_id)
    assert archive.score_entries() == (SCORE_ENTRY,)


def test_a_removed_score_entry_can_be_found_again(tmp_path: Path) -> None:
    archive = FileArchive(tmp_path / "games.sqlite", tmp_path / "tallies", GAMES)
    archive.keep(SCORE_ENTRY)
    archive.drop(SCORE_ENTRY.entry_id)
    assert (tmp_path / "tallies" / "removed" / f"{SCORE_ENTRY.entry_id}.json").is_file()


@pytest.mark.parametrize(
    ("entry_id", "played_at"),
    [("a-20261101-b", "2026-11-01"), ("a-20261301200000-b", ""), ("a", ""), ("a-2026-b", "")],
)
def test_the_day_of_a_score_entry_is_in_its_name(
    tmp_path: Path, entry_id: str, played_at: str
) -> None:
    archive = FileArchive(tmp_path / "games.sqlite", tmp_path / "tallies", GAMES)
    archive.keep(StoredScoreEntry(entry_id, "", SCORE_ENTRY.document))
    assert [each.played_at for each in archive.score_entries()] == [played_at]


def test_a_folder_that_takes_no_score_entry_is_said(tmp_path: Path) -> None:
    archive = FileArchive(tmp_path / "games.sqlite", tmp_path / "tallies", GAMES)
    archive.keep(SCORE_ENTRY)
    (tmp_path / "tallies" / "removed").touch()
    with pytest.raises(ArchiveWriteError):
        archive.drop(SCORE_ENTRY.entry_id)
    with pytest.raises(ArchiveWriteError):
        FileArchive(tmp_path / "x", tmp_path / "tallies" / "removed", GAMES).keep(SCORE_ENTRY)


@pytest.mark.parametrize(
    ("harm", "codes", "listed", "events"),
    [
        ("UPDATE game SET started_at = 'x'", ["game_row_damaged"], 0, 2),
        ("UPDATE event SET body = '' WHERE version = 2", ["game_damaged"], 1, 0),
        ("DELETE FROM event", ["log_short"], 1, 0),
        ("DELETE FROM event WHERE version = 2", ["log_short"], 1, 1),
        ("DROP TABLE event", ["log_structure", "game_damaged"], 0, 0),
    ],
)
def test_what_is_damaged_is_said_and_left_out(
    tmp_path: Path, harm: str, codes: list[str], listed: int, events: int
) -> None:
    path = tmp_path / "games.sqlite"
    log = SqliteEventLog(path, GAMES)
    log.begin("g1", game="roll", started_at="2026-01-01T00:00:00.000+00:00")
    log.append("g1", [RoundStarted(1), RoundStarted(2)], after_version=0, recorded_at="t")
    log.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute(harm)
        db.commit()
    archive = FileArchive(path, tmp_path, GAMES)
    assert len(archive.games()) == listed
    assert len(archive.events("g1")) == events
    assert codes == [problem.code for problem in archive.problems]


def test_a_score_entry_is_a_past_game(made: Made) -> None:
    """Totals by the rules, ranks, and which tiles were built."""
    archive, _, _ = made
    archive.keep(SCORE_ENTRY)
    (game,) = past_games(archive, CATALOG)
    assert (game.source, game.counts, game.started_at) == (
        Source.ENTERED,
        True,
        SCORE_ENTRY.played_at,
    )
    assert [player.rank for player in game.players] == [1, 2]
    assert tiles_built((game,)) == {"galactic_federation": 1, "secluded_world": 1}


def test_a_score_entry_completes_the_tracked_game(made: Made) -> None:
    """One game in the list, with the rounds of the table and the score of the score entry."""
    archive, log, show = made
    _, header = an_evening(log)
    show()
    archive.keep(StoredScoreEntry(header.game_id, header.started_at, SCORE_ENTRY.document))
    (game,) = past_games(archive, CATALOG)
    assert (game.source, game.counts, game.rounds) == (Source.BOTH, True, 2)
    assert game.vp_by_round


def test_a_damaged_score_entry_spoils_nothing(made: Made, tmp_path: Path) -> None:
    """A file that is none is left out; the others are there."""
    archive, _, _ = made
    archive.keep(SCORE_ENTRY)
    if isinstance(archive, FileArchive):
        (tmp_path / "tallies" / "broken.json").write_text('{"schema": ', encoding="utf-8")
    archive.keep(
        StoredScoreEntry("tally-20261103200000-ee", "2026-11-03T20:00:00+00:00", {"no": 1})
    )
    assert [game.game_id for game in past_games(archive, CATALOG)] == [SCORE_ENTRY.entry_id]
