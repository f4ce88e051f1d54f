"""The group of players at the table, for any game: names and colours of the last group."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from companion.history.records import PastPlayer
from companion.i18n import N_, Translator
from kivy_ui.common.event_text import EventContext
from kivy_ui.pages.page import Seat

MOST_SEATS: Final = 6
COLOURS: Final = ("blue", "orange", "green", "purple", "yellow", "white")

CLOCKWISE: Final = N_("Seats are numbered clockwise.")


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A player at a seat."""

    seat: int
    name: str
    colour: str


def past_seat(players: Sequence[PastPlayer], index: int) -> Seat:
    """Return the seat of a past player; those without one are numbered in their order."""
    player = players[index]
    return Seat(player.seat or index + 1, player.name, player.colour or COLOURS[index])


class KnownPlayers(Protocol):
    """Provides the names and colours of the last group of players."""

    def known_players(self) -> tuple[SeatedPlayer, ...]:
        """Return all players with a seat, including those who do not play now."""
        ...

    def default_name(self, seat: int) -> str:
        """Return the name of a player who did not enter one."""
        ...


class PlayerGroup:
    """The group of players of the start screen, extended for games with more seats.

    Args:
        known: the start screen's presenter.
    """

    def __init__(self, known: KnownPlayers) -> None:
        self._known = known

    def sitting(self, count: int) -> tuple[SeatedPlayer, ...]:
        """Return the first *count* players."""
        known = {player.seat: player for player in self._known.known_players()}
        return tuple(
            known.get(seat) or SeatedPlayer(seat, self._known.default_name(seat), COLOURS[seat - 1])
            for seat in range(1, count + 1)
        )

    def colour(self, seat: int) -> str:
        """Return the colour key of a seat; empty for none."""
        return next((each.colour for each in self.sitting(MOST_SEATS) if each.seat == seat), "")

    def names(self, view: Any) -> dict[int, str]:
        """Return seat -> name for the game of a view, or of the first player without players."""
        return {person.seat: person.name for person in _people(view) or self.sitting(1)}

    def told(self, translate: Translator, view: Any) -> EventContext:
        """Return what the sentences of a running game need."""
        own = {person.seat: getattr(person, "colour", "") for person in _people(view)}
        return EventContext(
            translate,
            self.names(view),
            colour=lambda seat: own.get(seat) or self.colour(seat),
        )


def _people(view: Any) -> tuple[Any, ...]:
    state = getattr(view, "state", view)
    return getattr(state, "players", None) or getattr(state, "seats", None) or ()
