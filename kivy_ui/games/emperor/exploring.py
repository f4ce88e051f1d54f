"""Galactic Emperor's Explorer on the screen: where a tile goes, and what it shows."""

from __future__ import annotations

from companion.games.emperor import commands as c
from companion.games.emperor.galaxy.hexes import HEXES
from companion.games.emperor.galaxy.moving import ground_of
from companion.games.emperor.state import GameState
from companion.games.emperor.technologies import Technology
from companion.games.emperor.view import TableView
from kivy_ui.common.hex_map import HexMap
from kivy_ui.common.pages import Option, Page, Row
from kivy_ui.games.emperor.page_part import GOODS, EmperorTable
from kivy_ui.games.emperor.star_map import star_map

_MOST_YIELD = 4
"""A larger yield is put right by hand."""


class ExplorerPages:
    """The page of the Explorer's role; a tile with one planet is proposed."""

    def __init__(self, table: EmperorTable) -> None:
        self._table = table

    # --- what is shown -------------------------------------------------------------------------

    def page(self, view: TableView) -> Page:
        """Return what to show: on a map first the hex, then the tile."""
        translate = self._table.ui.translate
        state = view.state
        name = self._table.name(view)
        left = translate.plural(
            "%(count)s tile lies open", "%(count)s tiles lie open", state.revealed
        )
        kind = self._kind()
        placed = not state.fields or self._hex() is not None or kind == "black_hole"
        rows: list[Row] = []
        if placed or not state.omega_collapsed:
            rows.append(
                Row(translate("What does the tile show?"), self._kinds(state, placed=placed))
            )
        if placed and kind.isdigit():
            rows += self._yields()
        if placed and (extras := self._extras(view, kind)):
            rows.append(Row("", extras))
        rows.append(self._table.more_row(compact=bool(state.fields)))
        status = translate("%(name)s places a tile", name=name)
        if not placed:
            status = translate("%(name)s places a tile: tap its hex", name=name)
        facts = (left, *self._scanners(view))
        return self._table.page(
            view,
            status,
            facts=facts,
            rows=tuple(rows),
            primary=translate("Placed") if placed else "",
            hexes=self._map(state) if state.fields else (),
        )

    def _map(self, state: GameState) -> HexMap:
        empty = [number for number in range(1, HEXES + 1) if ground_of(state, number) is None]
        return star_map(self._table, state, chosen=self._hex(), offered=empty)

    def _kinds(self, state: GameState, *, placed: bool) -> tuple[Option, ...]:
        translate = self._table.ui.translate
        planets = {
            "1": translate("One planet"),
            "2": translate("Two planets"),
            "0": translate("No planet"),
        }
        found = dict(planets) if placed else {}
        if placed and state.fields:
            found["sun"] = translate("A Sun")
        if not state.omega_collapsed:
            found["black_hole"] = translate("It is the Black Hole")
        chosen = self._kind()
        return tuple(
            Option(f"shows:{key}", word, chosen=key == chosen) for key, word in found.items()
        )

    def _yields(self) -> list[Row]:
        inputs = self._table.inputs
        return [
            Row(
                word,
                tuple(
                    Option(f"yield:{key}:{n}", str(n), chosen=inputs.number(key) == n)
                    for n in range(_MOST_YIELD + 1)
                ),
            )
            for key, word in self._table.goods()
        ]

    def _extras(self, view: TableView, kind: str) -> tuple[Option, ...]:
        translate = self._table.ui.translate
        state, inputs = view.state, self._table.inputs
        found = []
        first = view.acts == state.selector and not state.placing_rest
        enemies = any(f.hex == self._hex() and f.seat != view.acts for f in state.fleets)
        if first and kind in ("1", "2") and not enemies:
            found.append(inputs.option("annex", translate("Put an Empire on it")))
            if not state.fields:
                found.append(inputs.option("under", translate("It lies under enemy ships")))
        if self._may_scan(view):
            text = translate("Long Range Scanners used")
            found.append(inputs.option("scanned", text))
        return tuple(found)

    def _may_scan(self, view: TableView) -> bool:
        state, seat = view.state, view.acts
        scans = seat is not None and state.player(seat).has(Technology.LONG_RANGE_SCANNERS)
        return scans and seat == state.selector and not state.placing_rest and bool(state.hidden)

    def _scanners(self, view: TableView) -> tuple[str, ...]:
        """Section 5: what the selector may do before his first pick."""
        if not self._may_scan(view):
            return ()
        return (
            self._table.ui.translate(
                "Long Range Scanners: draw the top hidden tile in secret, keep one of the two, put "
                "the other on top. A Black Hole that lies open is kept; a drawn one goes back."
            ),
        )

    def _hex(self) -> int | None:
        keys = (key.partition(":") for key in self._table.inputs.picked)
        return next((int(value) for verb, _, value in keys if verb == "hex"), None)

    def _kind(self) -> str:
        keys = (key.partition(":") for key in self._table.inputs.picked)
        return next((value for verb, _, value in keys if verb == "shows"), "1")

    # --- what can be done ----------------------------------------------------------------------

    def tap(self, view: TableView, key: str) -> None:
        """A hex, what the tile shows, a yield or a button was tapped."""
        del view
        inputs = self._table.inputs
        verb, _, value = key.partition(":")
        match verb:
            case "hex" | "shows":
                others = [k for k in inputs.picked if not k.startswith(f"{verb}:")]
                inputs.picked = others if key in inputs.picked else [*others, key]
            case "yield":
                good, _, number = value.partition(":")
                inputs.numbers[good] = int(number)
            case "annex" | "under" | "scanned":
                inputs.toggle(key)
            case _:
                pass

    def primary(self, view: TableView) -> None:
        """The tile lies there."""
        inputs, kind = self._table.inputs, self._kind()
        planets = int(kind) if kind.isdigit() else 0
        food, metal, energy = (inputs.number(key) if planets else 0 for key in GOODS)
        hole = kind == "black_hole"
        self._table.ui.port.post(
            c.PlaceTile(
                view.acts or 0,
                planets,
                food,
                metal,
                energy,
                under_enemy_ships="under" in inputs.picked and planets > 0,
                annex="annex" in inputs.picked and planets > 0,
                black_hole=hole,
                hex=0 if hole else self._hex() or 0,
                sun=kind == "sun",
                scanned="scanned" in inputs.picked,
            )
        )
