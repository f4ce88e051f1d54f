"""The map outside the turn: shows what is on a hex and corrects it."""

from __future__ import annotations

from dataclasses import replace

from companion.games.emperor.galaxy.fields import Ground, force_of
from companion.games.emperor.galaxy.hexes import HEXES
from companion.games.emperor.galaxy.moving import ground_of
from companion.games.emperor.state import GameState
from companion.games.question import Answer
from companion.i18n import N_
from kivy_ui.common.board.hex_map import HexMap
from kivy_ui.common.board.icons import Icon, IconLine
from kivy_ui.common.board.pages import Option, Row
from kivy_ui.common.board.question_page import answer_key
from kivy_ui.games.emperor.icons import force_icons, kind_icons, pieces
from kivy_ui.games.emperor.page_part import EmperorTable
from kivy_ui.games.emperor.star_map import star_map

_TILES = {"none": "close", "empty": "tile/empty", "sun": "sun"}
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
        self._asking = table.asking
        self._hex = 0
        self._mends = ""

    def open(self) -> None:
        """Reset the selection."""
        self._hex, self._mends = 0, ""

    def hexes(self, state: GameState) -> HexMap:
        """Return the board; every hex can be tapped."""
        every = {number: f"hex:{number}" for number in range(1, HEXES + 1)}
        path = self._asking.path
        if path[:2] == ("correct", "fleets"):
            every = {
                int(key): answer_key(0, *path, key) for key in self._asking.able(state, 0, *path)
            }
        return star_map(self._table, state, chosen=self._hex or None, quiet=every)

    def asks(self, state: GameState) -> tuple[str, str]:
        """Return the title with the selected hex, and the instruction."""
        translate = self._table.ui.translate
        look = translate("Tap a hex to view it")
        if not self._hex:
            return translate("Map"), look
        title = f"{translate('Map')}: {translate('Hex %(hex)s', hex=self._hex)}"
        if not self._table.corrects(state):
            return title, self._table.corrections_wait()
        if self._mends == "ships":
            path = self._asking.path or ("correct", "fleets", str(self._hex))
            return title, self._asking.asked(state, 0, *path)
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
        """Return the corrections of the hex: what may be corrected, then a ship or the tile."""
        translate = self._table.ui.translate
        if not self._hex or not self._table.corrects(state):
            return ()
        path = ("correct", "fleets", str(self._hex))
        ships = tuple(
            self._asking.option(each, 0, *path, chosen=self._asking.path == (*path, key))
            for key, each in self._asking.answers(state, 0, *path).items()
        )
        if self._mends == "ships":
            return (Row("", ships, cards=True, stacked=True),)
        tiles = self._asking.answers(state, 0, "correct", "hexes", str(self._hex))
        if self._mends:
            return self._tiles(state, tiles) if tiles else ()
        ways = []
        if ships:
            ways.append(Option("mend:ships", translate("Move a ship"), icons=ships[0].icons))
        if tiles or state.sector(self._hex) is not None:
            ways.append(Option("mend:sector", translate("Correct it"), icon="pencil"))
        return (Row("", tuple(ways), cards=True),) if ways else ()

    def _tiles(self, state: GameState, tiles: dict[str, Answer]) -> tuple[Row, ...]:
        """Return the tiles without planets that can lie there, and none."""
        ground = ground_of(state, self._hex)
        now = "none" if ground is None else ground.value
        options = tuple(
            self._asking.option(
                each,
                0,
                *("correct", "hexes", str(self._hex)),
                chosen=key == now,
                enabled=key == now or each.refused is None,
                icons=(Icon(_TILES[key]),),
            )
            for key, each in tiles.items()
        )
        return (Row("", options, cards=True),)

    def corrected(self, state: GameState) -> int:
        """Return the hex whose sector is being corrected; 0 during any other question."""
        return self._hex if self._mends == "sector" and self._table.corrects(state) else 0

    def tap(self, key: str) -> None:
        """Handle a tap on a hex, or on what is to be corrected."""
        verb, _, value = key.partition(":")
        if verb == "hex":
            self._hex = 0 if self._hex == int(value) else int(value)
            self._mends = ""
            self._asking.close()
        elif verb == "mend":
            self._mends = value
