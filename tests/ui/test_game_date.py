"""The date of a game played while the clock was not set: asked once, at its end."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest

from companion.i18n import translator
from companion.session.clock import RELEASED
from kivy_ui.common.date_entry import DateEntry
from kivy_ui.pages.forms import Form
from tests.some import of
from tests.ui import fake_table as fake
from tests.ui.hand import Hand


@pytest.fixture
def hand(table: fake.FakeTable) -> Iterator[Hand]:
    """A hand before the window of a game."""
    table.update = fake.an_update(fake.assigning())
    with Hand(table) as hand:
        yield hand


def _end(table: fake.FakeTable, hand: Hand) -> None:
    over = replace(fake.an_update(fake.over(3), version=table.update.version + 1), asks_date=True)
    table.update = over
    for listener in tuple(table.listeners):
        listener(over)
    hand.wait()


def test_the_date_is_asked_at_the_end(table: fake.FakeTable, hand: Hand) -> None:
    """The proposal is today; day, month and year can be changed; one tap stores it."""
    assert hand.app.current_screen == "table"
    _end(table, hand)
    assert hand.reads("Date of this game?")
    shown = max(date.today(), RELEASED.date())  # noqa: DTZ011
    year = hand.page.body.fields[-1]  # type: ignore[union-attr]
    hand.touch_page(year.number.more)  # type: ignore[union-attr]
    hand.touch_text("Use this date")
    assert table.posted == [("date", str(shown.replace(year=shown.year + 1)))]
    assert hand.app.current_screen == "end"


def test_nobody_need_know_the_date(table: fake.FakeTable, hand: Hand) -> None:
    """The game stays without one, and is not asked again."""
    _end(table, hand)
    hand.touch_text("Nobody knows")
    assert table.posted == [("date", "")]


def test_a_date_is_changed_by_its_parts() -> None:
    """Days and months wrap around; a month without that day has its last one."""
    entry = DateEntry(date(1970, 1, 1))
    assert entry.day == RELEASED.date()
    entry = DateEntry(date(2027, 12, 31))
    for part, delta, expected in (
        ("day", 1, "2027-12-01"),
        ("day", -1, "2027-12-31"),
        ("month", 1, "2027-01-31"),
        ("month", 1, "2027-02-28"),
        ("year", 1, "2028-02-28"),
        ("day", 1, "2028-02-29"),
        ("year", -1, "2027-02-28"),
        ("year", -9, f"{RELEASED.year}-02-28"),
    ):
        entry.step(part, delta)
        assert entry.day.isoformat() == expected


def test_the_parts_are_in_the_order_of_the_language() -> None:
    """Hungarian begins with the year."""
    entry = DateEntry(date(2027, 3, 5))
    for key, order in (("en", (5, 3, 2027)), ("pl", (5, 3, 2027)), ("hu", (2027, 3, 5))):
        fields = of(Form, entry.page(translator(key), "", lambda _day: None).body).fields
        assert tuple(field.number.value for field in fields if field.number) == order
