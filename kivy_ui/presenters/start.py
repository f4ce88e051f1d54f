"""A new game: who sits where. Starts with sensible defaults, so that one tap is enough."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from companion.games.roll.commands import PlayerSetup, StartGame
from companion.games.roll.view import Step
from kivy_ui.presenters.desk import GAME, Desk

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 5
FACTIONS: Final = 9
COLOURS: Final = ("blue", "orange", "green", "purple", "yellow", "white")
DOOMED_WORLD: Final = "doomed_world"
MAX_NAME: Final = 16
_USUAL_PLAYERS: Final = 3


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat of the new game. ``name`` is empty while nobody typed one.

    Attributes:
        shown_name: the name, or the seat's default name.
    """

    seat: int
    shown_name: str
    name: str
    colour: str
    faction: int | None
    doomed: bool


class StartPresenter:
    """Behaviour of the new game's screen."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        names = desk.settings.player_names[:MAX_PLAYERS]
        self.players = max(MIN_PLAYERS, len(names)) if names else _USUAL_PLAYERS
        self._rows = [
            SeatRow(
                seat=seat,
                shown_name="",
                name=names[seat - 1][:MAX_NAME] if seat <= len(names) else "",
                colour=COLOURS[seat - 1],
                faction=None,
                doomed=False,
            )
            for seat in range(1, MAX_PLAYERS + 1)
        ]

    def rows(self) -> tuple[SeatRow, ...]:
        """Return the seats that play."""
        return tuple(
            replace(row, shown_name=row.name or self.default_name(row.seat))
            for row in self._rows[: self.players]
        )

    def default_name(self, seat: int) -> str:
        """Name of a player who did not type one."""
        return self._desk.words.translate("Player %(number)s", number=seat)

    def choose_players(self, count: int) -> None:
        """Set the number of players."""
        self.players = min(MAX_PLAYERS, max(MIN_PLAYERS, count))

    def rename(self, seat: int, name: str) -> None:
        """Give a seat a name; an empty one brings the default back."""
        self._change(seat, name=" ".join(name.split())[:MAX_NAME])

    def next_colour(self, seat: int) -> None:
        """Take the next colour that nobody else has."""
        taken = {row.colour for row in self.rows() if row.seat != seat}
        now = COLOURS.index(self._rows[seat - 1].colour)
        order = (*COLOURS[now + 1 :], *COLOURS[: now + 1])
        self._change(seat, colour=next(colour for colour in order if colour not in taken))
        self._give_way(seat)

    def next_faction(self, seat: int) -> None:
        """Take the next faction number that nobody else has; after the last one, none."""
        taken = {row.faction for row in self.rows() if row.seat != seat}
        now = self._rows[seat - 1].faction or 0
        free = [number for number in range(now + 1, FACTIONS + 1) if number not in taken]
        self._change(seat, faction=free[0] if free else None)

    def toggle_doomed(self, seat: int) -> None:
        """Say whether the seat's home world is Doomed World (R-1.7); there is only one."""
        doomed = not self._rows[seat - 1].doomed
        for row in list(self._rows):
            self._change(row.seat, doomed=doomed and row.seat == seat)

    def start(self) -> None:
        """Open a game with these players."""
        players = tuple(
            PlayerSetup(
                seat=row.seat,
                name=row.shown_name,
                colour=row.colour,
                faction=row.faction,
                home_world=DOOMED_WORLD if row.doomed else None,
            )
            for row in self.rows()
        )
        if self._desk.view is None or self._desk.step is not Step.SETUP:
            self._desk.port.new_game(GAME)
        self._desk.port.post(StartGame(players))
        self._desk.visit(None)

    def _give_way(self, seat: int) -> None:
        """Free the colour of *seat* from seats that are not shown."""
        mine = self._rows[seat - 1].colour
        for row in list(self._rows):
            if row.seat != seat and row.colour == mine:
                used = {other.colour for other in self._rows}
                self._change(row.seat, colour=next(c for c in COLOURS if c not in used))

    def _change(self, seat: int, **changes: object) -> None:
        self._rows[seat - 1] = replace(self._rows[seat - 1], **changes)  # type: ignore[arg-type]
