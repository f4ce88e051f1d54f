"""The map beside the turn: what lies on a hex, and putting it right by hand."""

from __future__ import annotations

from dataclasses import replace

from companion.games.emperor import commands as c
from companion.games.emperor.galaxy.fields import Ground, force_of
from companion.games.emperor.galaxy.hexes import HEXES
from companion.games.emperor.galaxy.moving import ground_of
from companion.games.emperor.state import GameState
from companion.games.emperor.war.forces import Ship
from companion.i18n import N_
from kivy_ui.common.hex_map import HexMap
from kivy_ui.common.pages import Option, Row
from kivy_ui.common.signs import SignLine
from kivy_ui.games.emperor.card_corrections import BY_HAND
from kivy_ui.games.emperor.page_part import EmperorTable
from kivy_ui.games.emperor.signs import force_signs, kind_signs, pieces, seat_sign, ship_sign
from kivy_ui.games.emperor.star_map import star_map
from kivy_ui.games.emperor.words import ship_word

_GROUNDS = {
    None: N_("No tile"),
    Ground.EMPTY: N_("No planet"),
    Ground.SUN: N_("A Sun"),
}
_NAMES = {
    Ground.SUN: N_("A Sun"),
    Ground.OMEGA: N_("The Omega Sun"),
    Ground.BLACK_HOLE: N_("The Black Hole: a stargate"),
    Ground.EMPTY: N_("A tile without planets"),
    None: N_("No tile yet"),
}


class MapPage:
    """Which hex is looked at, and which ship is about to stand elsewhere."""

    def __init__(self, table: EmperorTable) -> None:
        self._table = table
        self._hex = 0
        self._ship: tuple[int, Ship] | None = None

    def open(self) -> None:
        """Look at nothing yet."""
        self._hex, self._ship = 0, None

    def hexes(self, state: GameState) -> HexMap:
        """Return the board; every hex can be tapped."""
        every = range(1, HEXES + 1)
        return star_map(self._table, state, chosen=self._hex or None, quiet=every)

    def asks(self, state: GameState) -> tuple[str, str]:
        """Return which hex is looked at, and what can be done with it."""
        translate = self._table.ui.translate
        if not self._hex:
            text = translate("Tap a hex to see what lies there, or to put it right.")
            return translate("Map"), text
        title = translate("Hex %(hex)s", hex=self._hex)
        if state.battle is not None or state.regent is not None:
            return title, translate("Corrections wait until the battle or the conflict is over.")
        if self._ship is not None:
            return title, translate("Tap the hex on which this ship stands.")
        return title, translate("Set here what differs on the table")

    def lines(self, state: GameState) -> tuple[SignLine, ...]:
        """Return what lies on the hex: the tile, then a line for each player."""
        translate = self._table.ui.translate
        if not self._hex:
            return ()
        sector = state.sector(self._hex)
        if sector is None:
            lines = [SignLine((), translate(_NAMES[ground_of(state, self._hex)]))]
        else:
            lines = [SignLine(kind_signs(sector), translate("planets and yield"))]
            if sector.cubes:
                food = pieces("cube/food", sector.cubes)
                lines.append(SignLine((food,), translate("lies there")))
        for player in state.players:
            colour = self._table.group.colour(player.seat)
            there = force_of(state.fleets, player.seat, self._hex)
            if sector is not None and sector.owner == player.seat:
                there = replace(there, token=sector.token)
            if signs := force_signs(there, colour):
                lines.append(SignLine((seat_sign(player.seat, colour), *signs)))
        return tuple(lines)

    def rows(self, state: GameState) -> tuple[Row, ...]:
        """Return the corrections of the hex."""
        translate = self._table.ui.translate
        if not self._hex or state.battle is not None or state.regent is not None:
            return ()
        ships = tuple(
            Option(
                f"ship:{player.seat}:{ship.value}",
                ship_word(translate, ship),
                chosen=self._ship == (player.seat, ship),
                signs=(ship_sign(ship, self._table.group.colour(player.seat)),),
            )
            for player in state.players
            for ship in Ship
            if force_of(state.fleets, player.seat, self._hex).count(ship)
        )
        label = translate("Move a ship to another hex")
        rows = [Row(label, ships, cards=True, stacked=True)] if ships else []
        ground = ground_of(state, self._hex)
        if ground in _GROUNDS and self._ship is None:
            tiles = tuple(
                Option(f"ground:{each.value if each else ''}", translate(word))
                for each, word in _GROUNDS.items()
                if each is not ground
            )
            rows.append(Row(translate("Correct it"), tiles))
        return tuple(rows)

    def corrected(self, state: GameState) -> int:
        """Return the hex whose sector can be put right; 0 while something else is asked."""
        waits = self._ship is not None or state.battle is not None or state.regent is not None
        return 0 if waits else self._hex

    def tap(self, verb: str, value: str) -> None:
        """A hex or a correction was tapped."""
        post = self._table.ui.port.post
        match verb:
            case "hex" if self._ship is not None:
                post(c.CorrectFleet(self._ship[0], self._hex, int(value), self._ship[1], BY_HAND))
                self._hex, self._ship = int(value), None
            case "hex":
                self._hex = 0 if self._hex == int(value) else int(value)
            case "ship":
                seat, _, name = value.partition(":")
                picked = int(seat), Ship(name)
                self._ship = None if self._ship == picked else picked
            case _:
                ground = Ground(value) if value else None
                post(c.CorrectHex(self._hex, ground, BY_HAND))
