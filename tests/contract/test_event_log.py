"""What every event log must do, on a disk or without one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.seating import PlayerSetup
from companion.games.roll.phases.reveal import DiceReturned
from companion.games.roll.phases.round import RoundStarted
from companion.games.roll.phases.set_up import GameStarted
from companion.session.errors import LogError
from companion.session.ports import EventLog, GameHeader, StoredEvent
from companion.session.steps import Redone, Undone
from companion.storage.memory_log import MemoryEventLog
from companion.storage.sqlite_log import SqliteEventLog

START = GameStarted((PlayerSetup(1, "Zażółć ő", "blue"), PlayerSetup(2, "B", "red", 3)), (1, 1), 24)
AT = "2026-01-01T00:00:00.000+00:00"


@pytest.fixture(params=["sqlite", "memory"])
def event_log(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[EventLog]:
    log: EventLog = (
        SqliteEventLog(tmp_path / "log.sqlite", GAMES)
        if request.param == "sqlite"
        else MemoryEventLog()
    )
    yield log
    log.close()


def begun(log: EventLog, game_id: str = "g1") -> EventLog:
    log.begin(game_id, game="roll", started_at=AT)
    return log


def test_an_empty_log(event_log: EventLog) -> None:
    """No games, and none to be found."""
    assert event_log.games() == ()
    for ask in (event_log.load, event_log.finish):
        with pytest.raises(LogError, match="has no game"):
            ask("g1")
    with pytest.raises(LogError, match="has no game"):
        event_log.append("g1", [START], after_version=0, recorded_at=AT)


def test_a_begun_game_is_empty(event_log: EventLog) -> None:
    """A game exists before anything has happened in it."""
    begun(event_log)
    assert event_log.games() == (GameHeader("g1", "roll", AT, finished=False),)
    assert event_log.load("g1") == ()


def test_events_come_back_as_they_were(event_log: EventLog) -> None:
    """In order, with their versions, their step and their time; the session's own too."""
    begun(event_log)
    event_log.append("g1", [START, RoundStarted(1)], after_version=0, recorded_at="t1")
    event_log.append("g1", [Undone(0)], after_version=2, recorded_at="t2", played_ms=70)
    event_log.append("g1", [Redone(2)], after_version=3, recorded_at="t3")
    returned = DiceReturned(1, ((DieType.HOME, 2), (DieType.GENES, 1)))
    event_log.append("g1", [returned], after_version=4, recorded_at="t4")
    assert event_log.load("g1") == (
        StoredEvent(1, 1, START, "t1", 0),
        StoredEvent(2, 1, RoundStarted(1), "t1", 0),
        StoredEvent(3, 3, Undone(0), "t2", 70),
        StoredEvent(4, 4, Redone(2), "t3", 0),
        StoredEvent(5, 5, returned, "t4", 0),
    )


@pytest.mark.parametrize("after_version", [0, 1, 3])
def test_a_second_writer_is_refused(event_log: EventLog, after_version: int) -> None:
    """Versions are taken once and leave no gap; what was refused left nothing behind."""
    begun(event_log)
    event_log.append("g1", [START, RoundStarted(1)], after_version=0, recorded_at=AT)
    before = event_log.load("g1")
    with pytest.raises(LogError, match="Another companion process"):
        event_log.append(
            "g1", [RoundStarted(2), RoundStarted(3)], after_version=after_version, recorded_at=AT
        )
    assert event_log.load("g1") == before
    event_log.append("g1", [RoundStarted(2)], after_version=2, recorded_at=AT)
    assert len(event_log.load("g1")) == 3


def test_games_do_not_mix(event_log: EventLog) -> None:
    """Each game has versions of its own; the newest game comes first."""
    begun(event_log, "g1")
    begun(event_log, "g2")
    event_log.append("g1", [RoundStarted(1)], after_version=0, recorded_at=AT)
    event_log.append("g2", [RoundStarted(7)], after_version=0, recorded_at=AT)
    assert [stored.event for stored in event_log.load("g1")] == [RoundStarted(1)]
    assert [header.game_id for header in event_log.games()] == ["g2", "g1"]


def test_a_game_id_is_taken_once(event_log: EventLog) -> None:
    """A second game of the same name would write into the first."""
    begun(event_log)
    with pytest.raises(LogError, match="Another companion process"):
        begun(event_log)


def test_finished_games_stay_readable(event_log: EventLog) -> None:
    """Finishing marks, it deletes nothing."""
    begun(event_log)
    event_log.append("g1", [START], after_version=0, recorded_at=AT)
    event_log.finish("g1")
    event_log.finish("g1")
    assert event_log.games()[0].finished
    assert len(event_log.load("g1")) == 1


def test_closing_twice(event_log: EventLog) -> None:
    """Safe, as every port's close is; the games can be opened again."""
    begun(event_log).close()
    event_log.close()
    if isinstance(event_log, SqliteEventLog):
        event_log = SqliteEventLog(event_log.path, GAMES)
    assert [header.game_id for header in event_log.games()] == ["g1"]
    event_log.close()
