"""The group of players at the table, for any game: names and colours of the last group."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from companion.games.question import seat_names
from companion.history.records import PastPlayer
from companion.i18n import Translator
from kivy_ui.common.event_text import EventContext
from kivy_ui.common.usual_names import MOST_SEATS
from kivy_ui.pages.page import Seat

COLOURS: Final = ("blue", "orange", "green", "purple", "yellow", "white")


def past_seat(players: Sequence[PastPlayer], index: int) -> Seat:
    """Return the seat of a past player; those without one are numbered in their order."""
    player = players[index]
    return Seat(player.seat or index + 1, player.name, player.colour or COLOURS[index])


def usual_seat(seat: int) -> Seat:
    """Return a seat at which nobody has entered a name or chosen a colour."""
    return Seat(seat, seat_names(seat)[-1], COLOURS[seat - 1])


class PlayerGroup:
    """The group of players of the start screen, for any game.

    Args:
        sits: returns who sits at a seat, from 1 to ``MOST_SEATS``.
    """

    def __init__(self, sits: Callable[[int], Seat]) -> None:
        self._sits = sits

    def sitting(self, count: int) -> tuple[Seat, ...]:
        """Return the first *count* players."""
        return tuple(map(self._sits, range(1, count + 1)))

    def colour(self, seat: int) -> str:
        """Return the colour key of a seat; empty for none."""
        return self._sits(seat).colour if 1 <= seat <= MOST_SEATS else ""

    def names(self, view: Any) -> dict[int, str]:
        """Return seat -> name for the game of a view, or of the first player without players."""
        found = {person.seat: person.name for person in _people(view)}
        return found or {1: self._sits(1).name}

    def told(self, translate: Translator, view: Any) -> EventContext:
        """Return what the sentences of a running game need."""
        own = {person.seat: getattr(person, "colour", "") for person in _people(view)}
        return EventContext(
            translate,
            self.names(view),
            colour=lambda seat: own.get(seat) or self.colour(seat),
        )


def seats_of_people(view: Any) -> tuple[int, ...]:
    """Return the seats that no computer player has, in the game of a view."""
    people = (each for each in _people(view) if getattr(each, "computer", None) is None)
    return tuple(sorted(person.seat for person in people))


def _people(view: Any) -> tuple[Any, ...]:
    state = getattr(view, "state", view)
    return getattr(state, "players", None) or getattr(state, "seats", None) or ()
