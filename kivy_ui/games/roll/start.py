"""New game: seats, names, colours and start tiles.

Names and colours of the last group are preset. The screen asks for the drawn start tiles one after
the other, so that each is entered with one tap.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from companion.games.names import clean_name
from companion.games.roll.model.seating import PlayerSetup
from companion.games.roll.model.steps import Step
from companion.games.roll.model.tiles import Side
from companion.games.roll.phases.set_up import FirstTiles, SetUpGame, StartGame
from kivy_ui.common.player_group import COLOURS, SeatedPlayer
from kivy_ui.games.roll.context import GAME, RollContext
from kivy_ui.games.roll.seating import SeatingPresenter
from kivy_ui.games.roll.tiles.tile_finder import FoundTile, matches

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 5
MAX_NAME: Final = 16
_USUAL_PLAYERS: Final = 3


class StartTile(Enum):
    """Start tiles drawn at set-up (R-1.4)."""

    FACTION = "faction"
    HOME_WORLD = "home_world"


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat of the new game. ``name`` is empty until it is entered.

    Attributes:
        shown_name: the name, or the seat's default name.
        home_world: key of the home world; None if it is not known.
        faction_text, home_text: display texts of the start tiles.
        computer: whether a computer player has the seat.
    """

    seat: int
    shown_name: str
    name: str
    colour: str
    faction: int | None = None
    home_world: str | None = None
    faction_text: str = ""
    home_text: str = ""
    computer: bool = False


class StartPresenter:
    """Presenter of the new game screen.

    Attributes:
        players: number of players.
        all_rules: whether the companion tracks all dice and tiles; else it only counts credits, VP
            chips and tiles.
    """

    def __init__(self, ui: RollContext, seating: SeatingPresenter | None = None) -> None:
        self._ui = ui
        self._seating = seating or SeatingPresenter(ui)
        self.all_rules = True
        view = ui.view
        last = {seat.seat: seat for seat in view.seats} if view is not None else {}
        names = ui.settings.player_names[:MAX_PLAYERS]
        if last:
            self.players = max(MIN_PLAYERS, *last)
        else:
            self.players = max(MIN_PLAYERS, len(names)) if names else _USUAL_PLAYERS
        self._rows: list[SeatRow] = []
        for seat in range(1, MAX_PLAYERS + 1):
            sat = last.get(seat)
            known = sat.name if sat is not None else (names[seat - 1 : seat] or ("",))[0]
            name = "" if known == self.default_name(seat) else known[:MAX_NAME]
            used = {row.colour for row in self._rows} | {
                other.colour for other in last.values() if other.seat > seat
            }
            wanted = (sat.colour,) if sat is not None else ()
            colour = next(c for c in (*wanted, *COLOURS) if c in COLOURS and c not in used)
            self._rows.append(SeatRow(seat, "", name, colour))

    # --- page content --------------------------------------------------------------------------

    def rows(self) -> tuple[SeatRow, ...]:
        """Return the seats in use."""
        return tuple(
            replace(
                row,
                shown_name=row.name or self._usual_name(row.seat),
                computer=self._is_computer(row.seat),
                faction_text=self._faction_text(row.faction),
                home_text=self._home_text(row.home_world),
            )
            for row in self._rows[: self.players]
        )

    def known_players(self) -> tuple[SeatedPlayer, ...]:
        """Return all seats with their names, including unused ones."""
        return tuple(
            SeatedPlayer(row.seat, row.name or self._usual_name(row.seat), row.colour)
            for row in self._rows
        )

    def default_name(self, seat: int) -> str:
        """Return the name of a player who did not enter one."""
        return self._ui.translate("Player %(number)s", number=seat)

    def _is_computer(self, seat: int) -> bool:
        """Return whether a computer player has the seat, which requires full tracking."""
        return self.all_rules and self._seating.composed.at(seat) is not None

    def _usual_name(self, seat: int) -> str:
        if self._is_computer(seat):
            return self._ui.translate("Computer %(number)s", number=seat)
        return self.default_name(seat)

    def missing(self) -> tuple[int, StartTile] | None:
        """Return the seat and kind of the next missing start tile; None if all are known."""
        if not self.all_rules:
            return None
        for row in self.rows():
            if row.faction is None:
                return row.seat, StartTile.FACTION
            if row.home_world is None:
                return row.seat, StartTile.HOME_WORLD
        return None

    def offers(self, seat: int, what: StartTile, letters: str = "") -> tuple[FoundTile, ...]:
        """Return the start tiles matching *letters*; those of other seats are disabled."""
        found = self._factions(seat) if what is StartTile.FACTION else self._homes(seat)
        return tuple(each for each in found if matches(letters, *self._names(what, each)))

    # --- input ---------------------------------------------------------------------------------

    def choose_players(self, count: int) -> None:
        """Set the number of players."""
        self.players = min(MAX_PLAYERS, max(MIN_PLAYERS, count))

    def choose_rules(self, *, all_rules: bool) -> None:
        """Choose full tracking or counting only."""
        self.all_rules = all_rules

    def rename(self, seat: int, name: str) -> None:
        """Set a seat's name; an empty one restores the default."""
        self._change(seat, name=clean_name(name)[:MAX_NAME])

    def next_colour(self, seat: int) -> None:
        """Assign the next unused colour."""
        taken = {row.colour for row in self.rows() if row.seat != seat}
        now = COLOURS.index(self._rows[seat - 1].colour)
        order = (*COLOURS[now + 1 :], *COLOURS[: now + 1])
        self._change(seat, colour=next(colour for colour in order if colour not in taken))
        self._give_way(seat)

    def pick(self, seat: int, what: StartTile, key: str) -> None:
        """Set a seat's start tile, removing it from other seats; an empty key clears it."""
        value: object = key or None
        name = what.value
        if what is StartTile.FACTION:
            value = int(key) if key else None
        for row in list(self._rows):
            if row.seat != seat and value is not None and getattr(row, name) == value:
                self._change(row.seat, **{name: None})
        self._change(seat, **{name: value})

    def start(self) -> tuple[int, StartTile] | None:
        """Start a game with these players, or return the first missing start tile."""
        missing = self.missing()
        if missing is not None:
            return missing
        players = tuple(
            PlayerSetup(row.seat, row.shown_name, row.colour, row.faction, row.home_world)
            for row in self.rows()
        )
        command: object = StartGame(players)
        if self.all_rules:
            computers = self._seating.composed_for(len(players))
            tiles = (FirstTiles(),) * len(players)
            command = SetUpGame(players, tiles, computers=computers)
        if self._ui.view is None or self._ui.step is not Step.SETUP:
            self._ui.port.new_game(GAME)
        self._ui.port.post(command)
        self._ui.visit(None)
        for row in list(self._rows):  # new start tiles for the next game
            self._change(row.seat, faction=None, home_world=None)
        return None

    # --- internals -----------------------------------------------------------------------------

    def _faction_text(self, faction: int | None) -> str:
        if faction is None:
            return ""
        return f"{faction}  {self._ui.tiles.faction(faction)}"

    def _home_text(self, home_world: str | None) -> str:
        return self._ui.tiles.name(home_world) if home_world is not None else ""

    def _factions(self, seat: int) -> Iterator[FoundTile]:
        taken = {row.faction: row.shown_name for row in self.rows() if row.seat != seat}
        for faction in self._ui.tiles.catalog.factions:
            note = taken.get(faction.number, "")
            text = self._ui.tiles.faction(faction.number)
            name = f"{faction.number}  {text}"
            yield FoundTile(str(faction.number), name, note, free=not note, halves=faction.halves)

    def _homes(self, seat: int) -> Iterator[FoundTile]:
        taken = {row.home_world: row.shown_name for row in self.rows() if row.seat != seat}
        for home in self._ui.tiles.catalog.home_worlds:
            key = home.world.key
            note = taken.get(key, "")
            die = home.world.colour.value if home.world.produces else ""
            yield FoundTile(
                key, self._ui.tiles.name(key), note, free=not note, die=die, side=home.world
            )

    def _names(self, what: StartTile, found: FoundTile) -> tuple[str, ...]:
        catalog = self._ui.tiles.catalog
        if what is StartTile.FACTION:
            sides: tuple[Side, ...] = catalog.faction(int(found.key)).halves
        else:
            sides = (catalog.home_by_key[found.key].world,)
        spelt = (name for side in sides for name in (side.name_en, side.name_pl, *side.name_alt))
        return (found.name, *(name for name in spelt if name))

    def _give_way(self, seat: int) -> None:
        """Free the colour of *seat* from unused seats."""
        mine = self._rows[seat - 1].colour
        for row in list(self._rows):
            if row.seat != seat and row.colour == mine:
                used = {other.colour for other in self._rows}
                self._change(row.seat, colour=next(c for c in COLOURS if c not in used))

    def _change(self, seat: int, **changes: object) -> None:
        self._rows[seat - 1] = replace(self._rows[seat - 1], **changes)  # type: ignore[arg-type]
