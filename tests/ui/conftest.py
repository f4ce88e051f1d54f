"""One window for all tests of the screen: Kivy has only one in a process."""

from collections.abc import Iterator, Mapping

import pytest

from companion.app.wiring import games_at_table
from companion.games.definition import GameDefinition
from companion.session.table import TableOwner
from companion.storage.memory_log import MemoryEventLog
from tests.fakes import ManualClock
from tests.ui import fake_table as fake
from tests.ui.hand import Hand


@pytest.fixture
def table() -> fake.FakeTable:
    """A table without a game."""
    return fake.FakeTable(fake.an_update(None))


@pytest.fixture
def log() -> MemoryEventLog:
    """An empty log."""
    return MemoryEventLog()


@pytest.fixture
def games() -> Mapping[str, GameDefinition]:
    """The games that can be played."""
    return games_at_table()


@pytest.fixture
def owner(games: Mapping[str, GameDefinition], log: MemoryEventLog) -> Iterator[TableOwner]:
    """A running evening without devices."""
    running = TableOwner(games, log, ManualClock())
    running.start()
    yield running
    running.stop()


@pytest.fixture
def hand(table: fake.FakeTable) -> Iterator[Hand]:
    """A hand before the window at 800 x 480, in English."""
    with Hand(table) as opened:
        yield opened
