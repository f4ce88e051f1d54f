"""Entry of a date by day, month and year, for a table whose clock was not set."""

from __future__ import annotations

from calendar import monthrange
from datetime import date

from companion.i18n import Translator
from companion.session.clock import RELEASED
from kivy_ui.common.dates import MONTHS, YEAR_FIRST


class DateEntry:
    """A date to correct; the system's date is proposed, unless it is surely wrong.

    Attributes:
        day: the entered date.
    """

    def __init__(self, today: date) -> None:
        self.day = max(today, RELEASED.date())

    def parts(self, translate: Translator) -> tuple[tuple[str, str], ...]:
        """Return key and text of day, month and year, in the order of the language."""
        month = translate(MONTHS[self.day.month - 1])
        parts = (("day", str(self.day.day)), ("month", month), ("year", str(self.day.year)))
        return parts[::-1] if translate.language in YEAR_FIRST else parts

    def step(self, part: str, delta: int) -> None:
        """Change a part; day and month wrap around, so that another part never changes with it."""
        year, month = self.day.year, self.day.month
        if part == "year":
            year = max(RELEASED.year, year + delta)
        elif part == "month":
            month = (month - 1 + delta) % 12 + 1
        last = monthrange(year, month)[1]
        wanted = (self.day.day - 1 + delta) % last + 1 if part == "day" else self.day.day
        self.day = date(year, month, min(wanted, last))
