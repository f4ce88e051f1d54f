"""A desk over a fake table, for presenters without a window."""

from __future__ import annotations

from companion.games.roll.view.table_view import TableView
from kivy_ui.presenters.desk import Desk
from kivy_ui.settings import UiSettings
from tests.ui import fake_table as fake


def a_desk(view: TableView | None, **settings: object) -> tuple[Desk, fake.FakeTable]:
    table = fake.FakeTable(fake.an_update(view))
    return Desk(table, UiSettings(**settings)), table  # type: ignore[arg-type]
