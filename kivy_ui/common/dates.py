"""Dates in the format of the chosen language."""

from datetime import date
from typing import Final

from companion.i18n import N_, Translator

MONTHS: Final = (
    N_("Jan"), N_("Feb"), N_("Mar"), N_("Apr"), N_("May"), N_("Jun"),
    N_("Jul"), N_("Aug"), N_("Sep"), N_("Oct"), N_("Nov"), N_("Dec"),
)  # fmt: skip
YEAR_FIRST: Final = frozenset({"hu"})


def day(translate: Translator, moment: str) -> str:
    """Return the date of a *moment* given in ISO 8601; in words that it is unknown if empty."""
    if not moment:
        return translate("date unknown")
    on = date.fromisoformat(moment[:10])
    month = translate(MONTHS[on.month - 1])
    if translate.language in YEAR_FIRST:
        return f"{on.year}. {month} {on.day}."
    return f"{on.day} {month} {on.year}"
