"""A ui over a fake table, for presenters without a window, and games that still run."""

from typing import Any

from companion.games.roll.view.table_view import TableView
from companion.history.archive import Archive
from companion.storage.memory_log import MemoryEventLog
from kivy_ui.common.move_texts import Moves
from kivy_ui.games.roll.context import RollContext
from kivy_ui.settings import UiSettings
from tests.ui import fake_table as fake


def a_context(view: TableView | None, **settings: object) -> tuple[RollContext, fake.FakeTable]:
    table = fake.FakeTable(fake.an_update(view))
    return RollContext(table, UiSettings(**settings)), table  # type: ignore[arg-type]


def notes_by_name(moves: Moves) -> dict[str, tuple[str, ...]]:
    """What to move, in words, by the name of the player."""
    found: dict[str, tuple[str, ...]] = {}
    for row in moves.rows:
        name = row.seat.name if row.seat is not None else "the table"
        found[name] = (*found.get(name, ()), row.said)
    return found


class RunningArchive(Archive):
    """The games of a log that is still written."""

    def __init__(self, log: MemoryEventLog) -> None:
        super().__init__()
        self._log = log

    def events(self, game_id: str) -> Any:
        return self._log.load(game_id)
