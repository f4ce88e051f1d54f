"""A new game that is being set up: seats, names, colours and the start tiles that were drawn.

Names and colours of the last group are preset.
"""

import random
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final

from companion.games.names import clean_name
from companion.games.roll.model.seating import STYLES, Computers, ComputerSeat, PlayerSetup
from companion.games.roll.model.state import Step
from companion.games.roll.phases.set_up import (
    MAX_PLAYERS,
    MIN_PLAYERS,
    FirstTiles,
    SeatComputers,
    SetUpGame,
    StartGame,
)
from companion.tableau.from_picture import faction_number
from kivy_ui.common.player_group import COLOURS
from kivy_ui.common.usual_names import is_usual, usual_name
from kivy_ui.games.roll.agreements import Agreements
from kivy_ui.games.roll.context import GAME, RollContext
from kivy_ui.games.roll.tiles.tile_cards import faction_keys, home_keys
from kivy_ui.pages.letters import MOST_LETTERS
from kivy_ui.pages.page import Seat

_USUAL_PLAYERS: Final = 3


class StartTile(Enum):
    """Start tiles drawn at set-up (R-1.4); the value is the field of a seat."""

    FACTION = "faction"
    HOME_WORLD = "home_world"


@dataclass(frozen=True, slots=True)
class NewSeat:
    """A seat of the new game.

    Attributes:
        name: as it was entered; empty for the default name.
        faction, home_world: key of the tile; empty while it is not known.
        computer: whether a computer player has the seat.
    """

    seat: int
    name: str
    colour: str
    faction: str = ""
    home_world: str = ""
    shown_name: str = ""
    computer: bool = False

    @property
    def badge(self) -> Seat:
        return Seat(self.seat, self.shown_name, self.colour)

    def tile(self, what: StartTile) -> str:
        """Return the key of a start tile; empty while it is not known."""
        return self.faction if what is StartTile.FACTION else self.home_world


class NewGame:
    """The players of the next game.

    Attributes:
        all_rules: whether the companion tracks all dice and tiles; else it only counts credits, VP
            chips and tiles.

    Args:
        new_seed: returns the random seed of a game's computer players.
    """

    def __init__(
        self, ui: RollContext, new_seed: Callable[[], str] = lambda: secrets.token_hex(4)
    ) -> None:
        self._ui = ui
        self._new_seed = new_seed
        self.all_rules = True
        view = ui.view
        self._composed = view.computers if view is not None else Computers()
        last = {seat.seat: seat for seat in view.seats} if view is not None else {}
        names = ui.settings.player_names[:MAX_PLAYERS]
        self.players = max(MIN_PLAYERS, *last, len(names)) if last or names else _USUAL_PLAYERS
        self._seats: list[NewSeat] = []
        for seat in range(1, MAX_PLAYERS + 1):
            sat = last.get(seat)
            known = sat.name if sat is not None else (names[seat - 1 : seat] or ("",))[0]
            name = "" if is_usual(known) else known[:MOST_LETTERS]
            used = {row.colour for row in self._seats} | {
                other.colour for other in last.values() if other.seat > seat
            }
            wanted = (sat.colour,) if sat is not None else ()
            colour = next(c for c in (*wanted, *COLOURS) if c in COLOURS and c not in used)
            self._seats.append(NewSeat(seat, name, colour))

    # --- who plays with what -------------------------------------------------------------------

    def seats(self) -> tuple[NewSeat, ...]:
        return tuple(map(self._shown, self._seats[: self.players]))

    def at(self, seat: int) -> NewSeat:
        """Return a seat, also one that is not in use."""
        return self._shown(self._seats[seat - 1])

    def sits(self, seat: int) -> Seat:
        """Return who sits at a seat, also one that only games with more players have."""
        if seat > MAX_PLAYERS:
            return Seat(seat, usual_name(self._ui.translate, seat), COLOURS[seat - 1])
        return self.at(seat).badge

    def missing(self) -> Iterator[tuple[int, StartTile]]:
        """Yield the start tiles that are not known, seat by seat."""
        for row in self.seats() if self.all_rules else ():
            yield from ((row.seat, what) for what in StartTile if not row.tile(what))

    def owner(self, key: str) -> Seat | None:
        """Return who has a start tile."""
        having = (row.badge for row in self.seats() if key in (row.faction, row.home_world))
        return next(having, None)

    def free(self, what: StartTile) -> tuple[str, ...]:
        """Return the keys of the start tiles of a kind that nobody has."""
        return tuple(key for key in self.keys(what) if self.owner(key) is None)

    def keys(self, what: StartTile) -> tuple[str, ...]:
        catalog = self._ui.tiles.catalog
        return faction_keys(catalog) if what is StartTile.FACTION else home_keys(catalog)

    # --- input ---------------------------------------------------------------------------------

    def seat(self, players: int) -> None:
        self.players = players

    def count_only(self) -> None:
        """Count only credits, VP chips and tiles, or everything again."""
        self.all_rules = not self.all_rules

    def rename(self, seat: int, name: str) -> None:
        """Set a seat's name; an empty one restores the default."""
        self._change(seat, name=clean_name(name)[:MOST_LETTERS])

    def recolour(self, seat: int, colour: str) -> None:
        """Set a seat's colour; who had it takes the one that becomes free."""
        now = self._seats[seat - 1].colour
        for row in list(self._seats):
            if row.colour == colour:
                self._change(row.seat, colour=now)
        self._change(seat, colour=colour)

    def pick(self, seat: int, what: StartTile, key: str) -> None:
        """Set a seat's start tile, taking it from other seats; an empty key clears it."""
        for row in list(self._seats):
            if key and row.tile(what) == key:
                self._change(row.seat, **{what.value: ""})
        self._change(seat, **{what.value: key})

    def draw_missing(self) -> None:
        """Draw all start tiles that are not known."""
        for seat, what in list(self.missing()):
            self.pick(seat, what, random.choice(self.free(what)))  # noqa: S311 - a draw

    def start(self) -> None:
        """Start a game with these players; the next one draws new start tiles."""
        players = tuple(
            PlayerSetup(
                row.seat, row.shown_name, row.colour,
                faction_number(row.faction), row.home_world or None,
            )
            for row in self.seats()
        )  # fmt: skip
        options = Agreements(self._ui).now
        command: object = StartGame(players, options)
        if self.all_rules:
            seats = tuple(each for each in self._composed.seats if each.seat <= len(players))
            seed = self._new_seed() if seats else ""
            computers = replace(self._composed, seats=seats, seed=seed)
            tiles = (FirstTiles(),) * len(players)
            command = SetUpGame(players, tiles, computers=computers, options=options)
        if self._ui.view is None or self._ui.step is not Step.SETUP:
            self._ui.port.new_game(GAME)
        self._ui.port.post(command)
        self._ui.visit(None)
        for row in list(self._seats):
            self._change(row.seat, faction="", home_world="")

    # --- computer players ----------------------------------------------------------------------

    @property
    def computers(self) -> Computers:
        """The computer players of the running game, or of the one that is set up."""
        view = self._ui.view
        return self._composed if self._ui.sets_up or view is None else view.computers

    def set_level(self, seat: int, level: str) -> None:
        """Seat a computer player of a level; a person if that is empty."""
        now = self.computers.at(seat)
        style = STYLES[0] if now is None else now.style
        self._seat(seat, (ComputerSeat(seat, level, style),) if level else ())

    def set_style(self, seat: int, style: str) -> None:
        now = self.computers.at(seat)
        self._seat(seat, () if now is None else (replace(now, style=style),))

    def set_virtual_dice(self, virtual: bool) -> None:  # noqa: FBT001 - the value of a choice
        self._compose(replace(self.computers, virtual_dice=virtual))

    def _seat(self, seat: int, mine: tuple[ComputerSeat, ...]) -> None:
        others = tuple(each for each in self.computers.seats if each.seat != seat)
        seats = tuple(sorted((*others, *mine), key=lambda each: each.seat))
        self._compose(replace(self.computers, seats=seats))

    def _compose(self, computers: Computers) -> None:
        """Take over the computer players: for the next game, or at once."""
        if computers == self.computers:
            return
        if self._ui.sets_up:
            self._composed = computers
        else:
            seed = computers.seed or self._new_seed()
            self._ui.port.post(SeatComputers(replace(computers, seed=seed)))

    # --- internals -----------------------------------------------------------------------------

    def _shown(self, row: NewSeat) -> NewSeat:
        """Return a seat with its name; a computer player requires full tracking."""
        computer = self.all_rules and self._composed.at(row.seat) is not None
        usual = usual_name(self._ui.translate, row.seat)
        if computer:
            usual = self._ui.translate("Computer %(number)s", number=row.seat)
        return replace(row, shown_name=row.name or usual, computer=computer)

    def _change(self, seat: int, **changes: Any) -> None:
        self._seats[seat - 1] = replace(self._seats[seat - 1], **changes)
