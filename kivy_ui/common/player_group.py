"""The players at the table, for any game: the last group, and all who have played here."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from companion.games.question import seat_names
from companion.history.archive import Archive
from companion.history.records import PastPlayer
from companion.i18n import Translator
from kivy_ui.common.background_task import BackgroundTask
from kivy_ui.common.event_text import EventContext
from kivy_ui.common.usual_names import MOST_SEATS, is_usual
from kivy_ui.pages.page import Seat

COLOURS: Final = ("blue", "orange", "green", "purple", "yellow", "white")
_LATEST_GAMES: Final = 8
"""Games whose players are remembered; more would take long to read."""
_FIRST_EVENTS: Final = 3
"""Events of a game that may say who plays."""
_AT_ONCE_S: Final = 0.3
"""How long a page waits for them."""


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


class KnownPlayers:
    """Names with the colours of the latest games; more of them once they are read.

    Args:
        names: of the group in the settings.
    """

    def __init__(self, archive: Archive, names: tuple[str, ...]) -> None:
        self._archive = archive
        self._names = names
        self._read = BackgroundTask[Mapping[str, str]]("known-players", {})

    def read_again(self) -> None:
        """Read the log anew when the players are asked for next."""
        self._read.about = None

    def everybody(self) -> Mapping[str, str]:
        """Return name -> colour, empty if it is not known; usual names of seats, too."""
        self._read.start(self._played, True)
        self._read.wait(_AT_ONCE_S)
        return {**dict.fromkeys(self._names, ""), **self._read.result}

    def players(self) -> Mapping[str, str]:
        """Return those of them whose names somebody has entered."""
        found = self.everybody().items()
        return {name: colour for name, colour in found if name and not is_usual(name)}

    def _played(self) -> Mapping[str, str]:
        found: dict[str, str] = {}
        for game in self._archive.games()[:_LATEST_GAMES]:
            for stored in self._archive.events(game.game_id)[:_FIRST_EVENTS]:
                for player in getattr(stored.event, "players", ()):
                    name, colour = getattr(player, "name", ""), getattr(player, "colour", "")
                    found[name] = found.get(name) or colour
        for kept in self._archive.score_entries():
            rows = kept.document.get("players", ())
            names = (str(row.get("name", "")) for row in rows if isinstance(row, dict))
            found |= dict.fromkeys(set(names) - set(found), "")
        return found
