"""The date of a game that was played while the clock was not set: asked once, at its end."""

from datetime import date

from kivy_ui.common.date_entry import DateEntry
from kivy_ui.common.stacked_pages import StackedPages
from kivy_ui.pages.page import Page


class GameDatePages(StackedPages):
    def enter(self) -> None:
        """Propose the date of the system."""
        super().enter()
        self._entry = DateEntry(date.today())  # noqa: DTZ011 - the date where the table stands

    def first(self) -> Page:
        above = self.translate("The clock was not set during this game.")
        return self._entry.page(self.translate, above, self.keep)

    def keep(self, day: str) -> None:
        """Store the date, ISO 8601, empty if nobody knows it; return to what was shown before."""
        self.ui.port.set_date(day)
        self.ui.leave()
