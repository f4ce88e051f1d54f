"""Galactic Emperor's corrections: goods, ships, VP, technologies, sectors, the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.games.emperor.corrections import Counter
from companion.games.emperor.options import GOODS
from companion.games.emperor.state import GameState, Sector
from companion.games.emperor.technologies import Technology
from companion.games.question import Piece
from kivy_ui.common.board.icons import Icon
from kivy_ui.common.board.page_table import Cell, Head, Line, PageTable
from kivy_ui.common.board.pages import Option, Page, Row, part_tabs
from kivy_ui.games.emperor.icons import (
    PLANET,
    THRONE,
    VP,
    cube,
    kind_icons,
    piece_icon,
    technology_icons,
)
from kivy_ui.games.emperor.page_part import EmperorTable

_COUNTED = {
    "goods": (Counter.MARKS, Counter.METAL, Counter.ENERGY),
    "ships": (Counter.FIGHTERS, Counter.CRUISERS, Counter.DREADNOUGHTS),
}


class CorrectionPages:
    """One category of corrections at a time."""

    def __init__(self, table: EmperorTable) -> None:
        self._table = table
        self._asking = table.asking
        self._seat = 0
        self._part = "goods"
        self._sector = 0

    def open(self, seat: int) -> None:
        """Show the first category, for the player at *seat*."""
        self._seat, self._part, self._sector = seat, "goods", 0

    def page(self, state: GameState) -> Page:
        """Return the page; during a battle or a conflict it says that corrections wait."""
        translate = self._table.ui.translate
        words = {
            "goods": translate("Goods"),
            "ships": translate("Ships"),
            "points": translate("VP"),
            "cards": translate("Technologies"),
            "sectors": translate("Sectors"),
            "table": translate("Board"),
        }
        shown: dict[str, Callable[[GameState], tuple[Row, ...]]] = {
            "points": self._points,
            "cards": self._cards,
            "sectors": self._sectors,
            "table": self._middle,
        }
        page = Page(
            translate("Correct a mistake"),
            self._asking.asked(state, 0, "correct"),
            lead=part_tabs(words, self._part),
        )
        if not self._table.corrects(state):
            return replace(page, facts=(self._table.corrections_wait(),))
        if self._part in _COUNTED:
            return replace(page, table=self._counters(state, _COUNTED[self._part]))
        return replace(page, rows=shown[self._part](state))

    def _counters(self, state: GameState, which: tuple[Counter, ...]) -> PageTable:
        """Return a table of every player's open counters; hidden VP are not shown here."""
        path = ("correct", "counters")
        lines = tuple(
            Line(
                player.name,
                tuple(
                    Cell(number=self._asking.number(state, 0, *path, str(player.seat), each.value))
                    for each in which
                ),
                icons=(self._table.group.badge(player.seat),),
            )
            for player in state.players
        )
        icons = (piece_icon(Piece(f"counter/{each.value}")) for each in which)
        return PageTable(tuple(Head("", icons=(icon,)) for icon in icons), lines)

    def _whose(self, state: GameState) -> Row:
        people = tuple(
            Option(
                f"seat:{each.seat}",
                each.name,
                chosen=each.seat == self._seat,
                icons=(self._table.group.badge(each.seat),),
            )
            for each in state.players
        )
        return Row("", people, cards=True)

    def _points(self, state: GameState) -> tuple[Row, ...]:
        """Return rows that change VP without showing them."""
        own = self._table.ui.port.view_for(self._seat).state
        label = self._asking.asked(own, self._seat, "vp")
        steps = self._asking.options(own, self._seat, "vp")
        return self._whose(state), Row(label, steps, cards=True, icons=(Icon(VP),))

    def _cards(self, state: GameState) -> tuple[Row, ...]:
        """Return every technology; those of the player are chosen."""
        path = ("correct", "cards", str(self._seat))
        held = state.player(self._seat).technologies
        cards = tuple(
            self._asking.option(each, 0, *path, chosen=card in held, icons=technology_icons(card))
            for key, each in self._asking.answers(state, 0, *path).items()
            for card in (Technology(key),)
        )
        return self._whose(state), Row("", cards, cards=True, stacked=True)

    def _middle(self, state: GameState) -> tuple[Row, ...]:
        """Return the counts of hidden and revealed tiles, and the owner of the Throne."""
        icons = {"hidden": "tile/back", "revealed": "tile/empty"}
        path = ("correct", "tiles")
        numbers = tuple(
            self._asking.number(
                state, 0, *path, key, label=self._asking.said(each.text), icon=Icon(icons[key])
            )
            for key, each in self._asking.answers(state, 0, *path).items()
        )
        badge = self._table.group.badge
        throne = tuple(
            self._asking.option(
                each,
                0,
                "correct",
                "throne",
                chosen=seat == state.throne,
                icons=(badge(seat), *((Icon(THRONE),) if seat == state.throne else ())),
            )
            for seat, each in (
                (int(key), each)
                for key, each in self._asking.answers(state, 0, "correct", "throne").items()
            )
        )
        asked = self._asking.asked(state, 0, "correct", "throne")
        return Row("", numbers=numbers, tall=True), Row(asked, throne, cards=True)

    def _sectors(self, state: GameState) -> tuple[Row, ...]:
        """Ask for a sector; once it is chosen, show only its values."""
        sector = state.sector(self._sector)
        if sector is not None:
            back = Option(f"sector:{sector.number}", self._table.place(sector), icon="back")
            return Row("", (back,)), *self.sector_rows(state, sector, roomy=True)
        sectors = tuple(
            Option(
                f"sector:{each.number}",
                self._table.place(each),
                icons=(
                    *((self._table.group.badge(each.owner),) if each.owner is not None else ()),
                    *kind_icons(each),
                ),
            )
            for each in state.sectors
        )
        label = self._asking.asked(state, 0, "correct", "sectors")
        return (Row(label, sectors, cards=True, stacked=True),)

    def sector_rows(self, state: GameState, sector: Sector, *, roomy: bool) -> tuple[Row, ...]:
        """Return the values of a sector and its holder; there is less room beside the map."""
        path = ("correct", "sectors", str(sector.number))
        answers = self._asking.answers(state, 0, *path)
        words = {key: self._asking.said(each.text) for key, each in answers.items()}
        icons = {"planets": Icon(PLANET), **{good: cube(good) for good in GOODS}}
        numbers = tuple(
            self._asking.number(
                state, 0, *path, key, icon=icon, **({"label": words[key]} if roomy else {})
            )
            for key, icon in icons.items()
        )
        food = self._asking.number(state, 0, *path, "cubes", icon=cube("food"))
        rows = [Row("", numbers=numbers), Row(words["cubes"], number=food, icons=(cube("food"),))]
        if roomy:
            row = Row("", numbers=(*numbers, replace(food, label=words["cubes"])), tall=True)
            rows = [row]
        if "holder" not in answers:
            return tuple(rows)
        now = f"{sector.owner}-{sector.token.value}" if sector.owner else "nobody"
        owners = tuple(
            self._asking.option(
                each, 0, *path, "holder", chosen=key == now, **self._holder(each.pieces)
            )
            for key, each in self._asking.answers(state, 0, *path, "holder").items()
        )
        rows.append(Row(words["holder"], owners, cards=True, pictures=True))
        return tuple(rows)

    def _holder(self, pieces: tuple[Piece, ...]) -> dict[str, tuple[Icon, ...]]:
        """Return the icon of nobody; another holder is shown by its pieces."""
        return {} if pieces else {"icons": (Icon("close"),)}

    def tap(self, key: str) -> None:
        """Choose the player, category or sector to show."""
        verb, _, value = key.partition(":")
        match verb:
            case "part":
                self._part, self._sector = value, 0
            case "seat":
                self._seat = int(value)
            case "sector":
                self._sector = 0 if self._sector == int(value) else int(value)
            case _:
                pass
