"""Galactic Emperor's Explorer pages: where a tile is placed and what it shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple, replace

from companion.games.emperor import GAME
from companion.games.emperor.galaxy.hexes import HEXES
from companion.games.emperor.galaxy.moving import ground_of
from companion.games.emperor.options import USUAL_TILES, TileKind
from companion.games.emperor.roles.explorer import MOST_PLANETS, PlaceTile
from companion.games.emperor.state import GameState
from companion.games.emperor.technologies import Technology
from companion.games.emperor.view import TableView
from kivy_ui.common.board.box_facts import load_box_facts, save_box_facts
from kivy_ui.common.board.hex_map import HexMap
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.pages import Option, Page, Row
from kivy_ui.games.emperor.icons import PLANET, kind_icons, switch
from kivy_ui.games.emperor.page_part import GOODS, EmperorTable, Part
from kivy_ui.games.emperor.star_map import star_map

_MOST_YIELD = 4
"""Largest yield that can be selected; a larger one is entered as a correction."""
_ANOTHER = "another"


class ExplorerPages(Part):
    """Page of the Explorer role, which asks for the tile's kind and hex in any order.

    Known kinds of tiles are listed; another kind is entered by its planets and yields.
    """

    def __init__(self, table: EmperorTable) -> None:
        super().__init__(table)

    # --- page content --------------------------------------------------------------------------

    def page(self, view: TableView) -> Page:
        """Return the page; the tile is placed once both questions are answered."""
        translate = self._table.ui.translate
        state = view.state
        name = self._table.name(view)
        left = translate.plural("%(count)s open tile", "%(count)s open tiles", state.revealed)
        kind, number = self._kind(), self._hex()
        if kind == _ANOTHER:
            rows = self._composed()
        elif state.fields and kind:
            rows = [self._picked_kind(state, kind)]
        else:
            rows = [*self._offered(state, kind)]
        extras = self._extras(view, kind)
        back = Option("shows:", translate("Known tiles"), icons=(Icon("back"),))
        if kind == _ANOTHER:
            rows[0] = replace(rows[0], options=(*rows[0].options, back))
        if state.fields and kind == _ANOTHER:
            rows += [Row("", (extra,)) for extra in extras]
        elif state.fields and kind:  # on the map: once the kind is known
            rows.append(Row("", (*extras, back), cards=True))
        elif extras and not state.fields:  # the tile ends the turn
            rows.insert(0, Row("", extras, cards=True))
        status = translate("%(name)s places an open tile on an empty hex: which one?", name=name)
        if number is not None:
            status = translate("%(name)s: which tile is on hex %(hex)s?", name=name, hex=number)
        elif state.fields and kind:
            status = translate("%(name)s: tap the hex of the tile", name=name)
        complete = kind == _ANOTHER and (number is not None or not state.fields)
        page = self._table.page(
            view,
            status,
            facts=self._scanners(view),
            facts_last=True,
            rows=tuple(rows),
            primary=translate("Placed") if complete else "",
            hexes=self._map(state) if state.fields else (),
        )
        return replace(page, progress=f"{page.progress}; {left}" if page.progress else left)

    def _map(self, state: GameState) -> HexMap:
        empty = {n: f"hex:{n}" for n in range(1, HEXES + 1) if ground_of(state, n) is None}
        asked = empty if self._kind() else {}
        return star_map(self._table, state, chosen=self._hex(), offered=asked, quiet=empty)

    def _offered(self, state: GameState, chosen: str) -> tuple[Row, ...]:
        """Return a row of known tile kinds per number of planets, then the other tiles."""
        translate = self._table.ui.translate
        words = dict(self._table.goods())
        known = tuple(
            (
                kind.planets,
                Option(
                    f"shows:{_key(kind)}",
                    " ".join(
                        (
                            "\u2022" * kind.planets,
                            *(f"{words[g]} {n}" for g, n in _yields(kind) if n),
                        )
                    ),
                    chosen=_key(kind) == chosen,
                    icons=kind_icons(kind)[1:] or (Icon(PLANET),),
                ),
            )
            for kind in _known(state)
        )
        rows = tuple(
            Row(
                "",
                tuple(option for planets, option in known if planets == number),
                cards=True,
                pictures=True,
                icons=(Icon(PLANET, times=number),),
                headed=True,
            )
            for number in dict.fromkeys(planets for planets, _ in known)
        )
        others = [("0", "tile/empty", translate("No planet"))]
        if state.fields:
            others.append(("sun", "sun", translate("A Sun")))
        if not state.omega_collapsed:
            others.append(("black_hole", "black_hole", translate("The Black Hole")))
        others.append((_ANOTHER, "plus", translate("Another tile")))
        rest = tuple(
            Option(f"shows:{key}", word, chosen=key == chosen, icons=(Icon(icon),))
            for key, icon, word in others
        )
        beside_map = bool(state.fields)  # no room for words
        return *rows, Row("", rest, cards=True, pictures=beside_map)

    def _picked_kind(self, state: GameState, kind: str) -> Row:
        """Return the tile whose hex is being asked for."""
        found = next(
            option
            for row in self._offered(state, kind)
            for option in row.options
            if option.key == f"shows:{kind}"
        )
        if kind[0].isdigit() and kind != "0":
            tile = TileKind(*map(int, kind.split("-")))
            found = replace(found, text="", icons=kind_icons(tile))
        return Row("", (found,), cards=True)

    def _composed(self) -> list[Row]:
        """Return the rows for entering an unknown tile: its planets, then its yields."""
        translate = self._table.ui.translate
        words = {"planets": translate("planets"), **dict(self._table.goods())}
        numbers = {"planets": range(1, MOST_PLANETS + 1)}
        return [
            Row(
                "",
                tuple(
                    Option(
                        f"yield:{key}:{n}",
                        f"{n} {word}",
                        chosen=self._number(key) == n,
                        icons=_counted(key, n),
                    )
                    for n in numbers.get(key, range(_MOST_YIELD + 1))
                ),
                cards=True,
                pictures=True,
            )
            for key, word in words.items()
        ]

    def _number(self, key: str) -> int:
        return self._table.inputs.number(key, 1 if key == "planets" else 0)

    def _extras(self, view: TableView, kind: str) -> tuple[Option, ...]:
        translate = self._table.ui.translate
        inputs = self._table.inputs
        found = []
        if self._may_annex(view, kind):
            word = translate("Put an Empire on it")
            colour = self._table.group.colour(view.acts or 0)
            empire = Option("annex", word, chosen=self._annexes(view, kind))
            found.append(switch(empire, Icon("token/empire", colour=colour)))
            if not view.state.fields:
                under = inputs.option("under", translate("It is under enemy ships"))
                found.append(switch(under))
        if self._may_scan(view):
            text = translate("Long Range Scanners used")
            found.append(switch(inputs.option("scanned", text)))
        return tuple(found)

    def _may_annex(self, view: TableView, kind: str) -> bool:
        """The selector's first tile gets an Empire if no enemies are there and a token is left."""
        state, seat = view.state, view.acts
        first = seat == state.selector and not state.placing_rest
        enemies = any(f.hex == self._hex() and f.seat != seat for f in state.fleets)
        without = kind in ("0", "sun", "black_hole")
        return first and not without and not enemies and dict(view.tokens).get(seat or 0, 0) > 0

    def _annexes(self, view: TableView, kind: str) -> bool:
        """Return whether the tile is annexed, which is the default because it is free."""
        picked = self._table.inputs.picked
        return self._may_annex(view, kind) and not {"annex", "under"} & set(picked)

    def _may_scan(self, view: TableView) -> bool:
        state, seat = view.state, view.acts
        scans = seat is not None and state.player(seat).has(Technology.LONG_RANGE_SCANNERS)
        return scans and seat == state.selector and not state.placing_rest and bool(state.hidden)

    def _scanners(self, view: TableView) -> tuple[str, ...]:
        """Return the options of the selector before the first pick (section 5)."""
        if not self._may_scan(view):
            return ()
        return (
            self._table.ui.translate(
                "Long Range Scanners: draw the top hidden tile in secret, keep one of the two, "
                "put the other on top. An open Black Hole is kept; a drawn one goes back."
            ),
        )

    def _hex(self) -> int | None:
        return int(found) if (found := self._picked("hex")) else None

    def _kind(self) -> str:
        return self._picked("shows")

    def _picked(self, wanted: str) -> str:
        keys = (key.partition(":") for key in self._table.inputs.picked)
        return next((value for verb, _, value in keys if verb == wanted), "")

    # --- input ---------------------------------------------------------------------------------

    def tap(self, view: TableView, key: str) -> None:
        """Handle a tap on a hex, a tile kind, a yield or a button."""
        inputs = self._table.inputs
        verb, _, value = key.partition(":")
        match verb:
            case "hex" | "shows":
                others = [k for k in inputs.picked if not k.startswith(f"{verb}:")]
                inputs.picked = others if key in inputs.picked or not value else [*others, key]
                self._place_if_known(view)
            case "yield":
                good, _, number = value.partition(":")
                inputs.numbers[good] = int(number)
            case "annex" | "under" | "scanned":
                inputs.toggle(key)
            case _:
                pass

    def _place_if_known(self, view: TableView) -> None:
        kind, lies = self._kind(), self._hex() is not None or not view.state.fields
        composed = kind != _ANOTHER or (view.state.fields and any(map(self._number, GOODS)))
        if kind == "black_hole" or (kind and lies and composed):
            self.primary(view)

    def primary(self, view: TableView) -> None:
        """Place the tile; the kinds of the tiles placed before are saved for all games."""
        inputs, kind, state = self._table.inputs, self._kind(), view.state
        tile = TileKind(0)
        if kind == _ANOTHER:
            tile = TileKind(*(self._number(key) for key in ("planets", *GOODS)))
        elif kind[0].isdigit():
            tile = TileKind(*map(int, kind.split("-")))
        hole = kind == "black_hole"
        self._keep(state)
        self._table.ui.port.post(
            PlaceTile(
                view.acts or 0,
                tile.planets,
                tile.food,
                tile.metal,
                tile.energy,
                under_enemy_ships="under" in inputs.picked and tile.planets > 0,
                annex=self._annexes(view, kind),
                black_hole=hole,
                hex=0 if hole else self._hex() or 0,
                sun=kind == "sun",
                scanned="scanned" in inputs.picked,
            )
        )

    def _keep(self, state: GameState) -> None:
        """Save the tile kinds on the board; a tile whose placement was undone is not included."""
        found = state.options.with_tiles(_on_board(state))
        kept = load_box_facts(self._table.ui, GAME.key)
        if found.tiles != (kept or state.options).tiles:
            save_box_facts(
                self._table.ui, GAME.key, (kept or state.options).with_tiles(found.tiles)
            )


def _on_board(state: GameState) -> Iterator[TileKind]:
    return (TileKind(s.planets, s.food, s.metal, s.energy) for s in state.sectors)


def _counted(key: str, number: int) -> tuple[Icon, ...]:
    """Return a planet or cube icon with its count."""
    return (Icon(PLANET if key == "planets" else f"cube/{key}", str(number)),)


def _known(state: GameState) -> tuple[TileKind, ...]:
    """Return the known tile kinds in a fixed order: by planets, food first."""
    usual = () if state.options.tiles else USUAL_TILES
    found = {*state.options.tiles, *_on_board(state), *usual}
    return tuple(sorted(found, key=lambda k: (k.planets, not k.food, not k.metal, astuple(k))))


def _key(kind: TileKind) -> str:
    return "-".join(map(str, astuple(kind)))


def _yields(kind: TileKind) -> tuple[tuple[str, int], ...]:
    return tuple((good, getattr(kind, good)) for good in GOODS)
