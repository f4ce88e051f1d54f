"""The date of a game that was played while the clock was not set: asked once, at its end."""

from __future__ import annotations

from datetime import date

from kivy_ui.common.date_entry import DateEntry
from kivy_ui.common.stacked_pages import StackedPages, do
from kivy_ui.pages.page import Main, Page, Side


class GameDatePages(StackedPages):
    """The page that asks for the date."""

    def enter(self) -> None:
        """Propose the date of the system."""
        super().enter()
        self._entry = DateEntry(date.today())  # noqa: DTZ011 - the date where the table stands

    def first(self) -> Page:
        """Return day, month and year."""
        translate = self.translate
        return Page(
            translate("The clock was not set during this game."),
            translate("Date of this game?"),
            self._entry.form(translate),
            side=(Side(do(self.keep, ""), translate("Without a date"), "question"),),
            main=Main(
                translate("Use this date"), do(self.keep, self._entry.day.isoformat()), "tick"
            ),
        )

    def keep(self, day: str) -> None:
        """Store the date, ISO 8601, empty if nobody knows it; return to what was shown before."""
        self.ui.port.set_date(day)
        self.ui.leave()
