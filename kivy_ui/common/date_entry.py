"""Entry of a date by day, month and year, for a table whose clock was not set."""

from calendar import monthrange
from collections.abc import Callable
from datetime import date
from types import MappingProxyType
from typing import Final

from companion.i18n import N_, Translator
from companion.session.clock import RELEASED
from kivy_ui.common.dates import YEAR_FIRST
from kivy_ui.common.stacked_pages import do
from kivy_ui.pages.forms import Field, Form, Stepper
from kivy_ui.pages.page import Main, Page, Side

_NAMES: Final = MappingProxyType({"day": N_("Day"), "month": N_("Month"), "year": N_("Year")})


class DateEntry:
    """A date to correct; the system's date is proposed, unless it is surely wrong."""

    def __init__(self, today: date) -> None:
        self.day = max(today, RELEASED.date())

    def page(self, translate: Translator, above: str, keep: Callable[[str], None]) -> Page:
        """Ask for day, month and year in the order of the language.

        Args:
            keep: gets the date, ISO 8601; empty if nobody knows it.
        """
        parts = tuple(_NAMES)[:: -1 if translate.language in YEAR_FIRST else 1]
        fields = (Field(translate(_NAMES[part]), number=self._stepper(part)) for part in parts)
        return Page(
            above,
            translate("Date of this game?"),
            Form(tuple(fields)),
            side=(Side(do(keep, ""), translate("Nobody knows"), "question"),),
            main=Main(translate("Use this date"), do(keep, self.day.isoformat()), "tick"),
        )

    def _stepper(self, part: str) -> Stepper:
        less, more = (do(self.step, part, by) for by in (-1, 1))
        return Stepper(getattr(self.day, part), less, more)

    def step(self, part: str, by: int) -> None:
        """Change a part; day and month wrap around, so that another part never changes with it."""
        year, month = self.day.year, self.day.month
        if part == "year":
            year = max(RELEASED.year, year + by)
        elif part == "month":
            month = (month - 1 + by) % 12 + 1
        last = monthrange(year, month)[1]
        wanted = (self.day.day - 1 + by) % last + 1 if part == "day" else self.day.day
        self.day = date(year, month, min(wanted, last))
