"""Who sits at the table, whatever is played: names and colours of the last group."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kivy_ui.presenters.start import COLOURS, StartPresenter

MOST_SEATS: Final = 6


@dataclass(frozen=True, slots=True)
class Sitting:
    """A person at a seat."""

    seat: int
    name: str
    colour: str


class Group:
    """The group that the start screen knows, for games of other sizes, too.

    Args:
        start: the start screen's presenter, which keeps names and colours.
    """

    def __init__(self, start: StartPresenter) -> None:
        self._start = start

    def sitting(self, count: int) -> tuple[Sitting, ...]:
        """Return the first *count* people."""
        known = {row.seat: row for row in self._start.every_row()}
        people = []
        for seat in range(1, count + 1):
            row = known.get(seat)
            name = row.shown_name if row else self._start.default_name(seat)
            people.append(Sitting(seat, name, row.colour if row else COLOURS[seat - 1]))
        return tuple(people)

    def colour(self, seat: int) -> str:
        """Return the colour of a seat; grey for none."""
        return next((each.colour for each in self.sitting(MOST_SEATS) if each.seat == seat), "")
