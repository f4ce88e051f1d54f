"""The map outside the turn: shows what is on a hex and corrects it."""

from __future__ import annotations

from dataclasses import replace

from companion.games.emperor.corrections import CorrectFleet, CorrectHex
from companion.games.emperor.galaxy.fields import Ground, force_of
from companion.games.emperor.galaxy.hexes import HEXES
from companion.games.emperor.galaxy.moving import ground_of
from companion.games.emperor.state import GameState
from companion.games.emperor.war.forces import Ship
from companion.i18n import N_
from kivy_ui.common.board.hex_map import HexMap
from kivy_ui.common.board.icons import Icon, IconLine
from kivy_ui.common.board.pages import Option, Row
from kivy_ui.games.emperor.icons import force_icons, kind_icons, pieces, ship_icon
from kivy_ui.games.emperor.page_part import EmperorTable, corrections_wait
from kivy_ui.games.emperor.star_map import star_map
from kivy_ui.games.emperor.words import word

_GROUNDS = {
    None: (N_("No tile"), "close"),
    Ground.EMPTY: (N_("No planet"), "tile/empty"),
    Ground.SUN: (N_("A Sun"), "sun"),
}
_NAMES = {
    Ground.SUN: N_("A Sun"),
    Ground.OMEGA: N_("The Omega Sun"),
    Ground.BLACK_HOLE: N_("The Black Hole: a stargate"),
    Ground.EMPTY: N_("A tile without planets"),
    None: N_("No tile yet"),
}


class MapPage:
    """Selection on the map: the hex shown, the kind of correction, the ship to move."""

    def __init__(self, table: EmperorTable) -> None:
        self._table = table
        self._hex = 0
        self._mends = ""
        self._ship: tuple[int, Ship] | None = None

    def open(self) -> None:
        """Reset the selection."""
        self._hex, self._mends, self._ship = 0, "", None

    def hexes(self, state: GameState) -> HexMap:
        """Return the board; every hex can be tapped."""
        every = {number: f"hex:{number}" for number in range(1, HEXES + 1)}
        return star_map(self._table, state, chosen=self._hex or None, quiet=every)

    def asks(self, state: GameState) -> tuple[str, str]:
        """Return the title with the selected hex, and the instruction."""
        translate = self._table.ui.translate
        look = translate("Tap a hex to view it")
        if not self._hex:
            return translate("Map"), look
        title = f"{translate('Map')}: {translate('Hex %(hex)s', hex=self._hex)}"
        if corrections_wait(state):
            return title, translate("Corrections wait until the battle or the conflict is over.")
        if self._ship is not None:
            return title, translate("Tap the hex of this ship.")
        if self._mends == "ships":
            return title, translate("Move a ship to another hex")
        if self._mends:
            return title, translate("Change what differs on the table")
        return title, look

    def lines(self, state: GameState) -> tuple[IconLine, ...]:
        """Return what is on the hex: the tile, then a line for each player."""
        translate = self._table.ui.translate
        if not self._hex or self._mends:
            return ()
        sector = state.sector(self._hex)
        if sector is None:
            lines = [IconLine((), translate(_NAMES[ground_of(state, self._hex)]))]
        else:
            lines = [IconLine(kind_icons(sector), translate("planets and yield"))]
            if sector.cubes:
                food = pieces("cube/food", sector.cubes)
                lines.append(IconLine((food,), translate("is there")))
        for player in state.players:
            colour = self._table.group.colour(player.seat)
            there = force_of(state.fleets, player.seat, self._hex)
            if sector is not None and sector.owner == player.seat:
                there = replace(there, token=sector.token)
            if icons := force_icons(there, colour):
                lines.append(IconLine((self._table.group.badge(player.seat), *icons)))
        return tuple(lines)

    def rows(self, state: GameState) -> tuple[Row, ...]:
        """Return the corrections of the hex."""
        translate = self._table.ui.translate
        if not self._hex or corrections_wait(state):
            return ()
        ships = tuple(
            Option(
                f"ship:{player.seat}:{ship.value}",
                word(translate, ship),
                chosen=self._ship == (player.seat, ship),
                icons=(ship_icon(ship, self._table.group.colour(player.seat)),),
            )
            for player in state.players
            for ship in Ship
            if force_of(state.fleets, player.seat, self._hex).count(ship)
        )
        if self._mends == "ships":
            return (Row("", ships, cards=True, stacked=True),)
        ground = ground_of(state, self._hex)
        if not self._mends:
            ways = []
            if ships:
                ways.append(Option("mend:ships", translate("Move a ship"), icons=ships[0].icons))
            if ground in _GROUNDS or state.sector(self._hex) is not None:
                ways.append(Option("mend:sector", translate("Correct it"), icon="pencil"))
            return (Row("", tuple(ways), cards=True),) if ways else ()
        if ground not in _GROUNDS:
            return ()
        tiles = tuple(
            Option(
                f"ground:{each.value if each else ''}",
                translate(word),
                chosen=each is ground,
                icons=(Icon(icon),),
            )
            for each, (word, icon) in _GROUNDS.items()
        )
        return (Row("", tiles, cards=True),)

    def corrected(self, state: GameState) -> int:
        """Return the hex whose sector is being corrected; 0 during any other question."""
        return self._hex if self._mends == "sector" and not corrections_wait(state) else 0

    def tap(self, verb: str, value: str) -> None:
        """Handle a tap on a hex or a correction."""
        post = self._table.ui.port.post
        match verb:
            case "hex" if self._ship is not None:
                post(CorrectFleet(self._ship[0], self._hex, int(value), self._ship[1]))
                self._hex, self._ship = int(value), None
            case "hex":
                self._hex = 0 if self._hex == int(value) else int(value)
                self._mends = ""
            case "mend":
                self._mends = value
            case "ship":
                seat, _, name = value.partition(":")
                picked = int(seat), Ship(name)
                self._ship = None if self._ship == picked else picked
            case _:
                ground = Ground(value) if value else None
                post(CorrectHex(self._hex, ground))
