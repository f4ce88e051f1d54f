"""One window for all tests of the screen: Kivy has only one in a process."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.ui import fake_table as fake
from tests.ui.hand import Hand

Opened = Callable[..., Hand]


@pytest.fixture
def table() -> fake.FakeTable:
    """A table without a game."""
    return fake.FakeTable(fake.an_update(None))


@pytest.fixture
def hand(table: fake.FakeTable) -> Iterator[Hand]:
    """A hand before the window at 800 x 480, in English."""
    with Hand(table) as opened:
        yield opened
