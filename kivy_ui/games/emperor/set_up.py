"""Galactic Emperor's set-up: players, locations and yields of the home sectors."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from companion.games.emperor import GAME
from companion.games.emperor.ask.set_up import FEWEST_PLAYERS
from companion.games.emperor.galaxy.hexes import CENTRE
from companion.games.emperor.options import GOODS
from companion.games.emperor.state import EMPIRE_TOKENS, VP_POOL, GameState
from companion.games.emperor.view import TableView
from kivy_ui.common.board.box_facts import save_box_facts
from kivy_ui.common.board.hex_map import HEX
from kivy_ui.common.board.icons import Icon, IconLine
from kivy_ui.common.board.page_table import Cell, Head, Line, PageTable
from kivy_ui.common.board.pages import Option, Page, Row
from kivy_ui.common.board.piles import Pile, PileShape
from kivy_ui.common.player_group import CLOCKWISE, SeatedPlayer
from kivy_ui.games.emperor.icons import MARKS, THRONE, VP, cube
from kivy_ui.games.emperor.page_part import EmperorTable, Part
from kivy_ui.games.emperor.star_map import layout_map

_THRONE, _BOARD, _HOMES = range(3)
"""Parts of the form; a home for each player is followed by the yields of each home."""


class _Stage(Enum):
    PLAYERS = "players"
    PIECES = "pieces"
    LAYOUT = "layout"
    YIELDS = "yields"


class SetUpPages(Part):
    """The answers to the question before the first round, a part of it per page."""

    def __init__(self, table: EmperorTable) -> None:
        super().__init__(table)
        self._stage = _Stage.PLAYERS
        self._lifted = ""
        self._began: tuple[int, list[str]] = (FEWEST_PLAYERS, [])

    # --- page content --------------------------------------------------------------------------

    def page(self, view: TableView) -> Page:
        """Return the question of the current stage; after an undo it is answered as before."""
        if not self._asking.path:
            players, marks = self._began
            self._asking.open(view.state, 0, players, marks=marks)
        match self._stage:
            case _Stage.PLAYERS:
                return self._who(view.state)
            case _Stage.PIECES:
                return self._lay_out()
            case _Stage.LAYOUT:
                return self._layout(view.state)
            case _Stage.YIELDS:
                return self._yields(view.state)

    @property
    def _people(self) -> tuple[SeatedPlayer, ...]:
        return self._table.group.sitting(self._asking.path[0])

    @property
    def _homes(self) -> list[str]:
        return self._asking.marked[_HOMES : _HOMES + len(self._people)]

    @property
    def _on_map(self) -> bool:
        on_map: bool = self._asking.marked[_BOARD] == "yes"
        return on_map

    def _who(self, state: GameState) -> Page:
        translate, asking = self._table.ui.translate, self._asking
        throne, board = asking.opened(state).parts[_THRONE : _BOARD + 1]
        cards = tuple(
            replace(each, icons=(*each.icons, Icon(THRONE))) if each.chosen else each
            for each in asking.choices(state, _THRONE)
        )
        asked = f"{translate(CLOCKWISE)} {asking.said(throne.text)}"
        return Page(
            "Galactic Emperor",
            translate("Who plays, and who has the Throne?"),
            lead=Row("", numbers=(asking.number(state, 0, icon=Icon("people")),)),
            rows=(
                Row(asked, cards, cards=True),
                Row(asking.said(board.text), asking.choices(state, _BOARD)[::-1], cards=True),
            ),
            primary=translate("Next"),
            progress=self._step(1),
        )

    def _step(self, number: int) -> str:
        """Return the progress of the set-up."""
        steps = len(_Stage) if self._on_map else len(_Stage) - 1
        return self._table.ui.translate("Step %(number)s of %(all)s", number=number, all=steps)

    def _lay_out(self) -> Page:
        """Return the page listing the components for the number of players."""
        translate = self._table.ui.translate
        stack = translate("The stack, from below: atom tiles, Black Hole face down, plain tiles")
        return Page(
            "Galactic Emperor",
            translate("Lay this out"),
            rows=(self._back(_Stage.PLAYERS),),
            primary=translate("Next"),
            lines=(IconLine((Icon("tile/back", times=3),), stack),),
            piles=self._piles(),
            progress=self._step(2),
        )

    def _back(self, stage: _Stage) -> Row:
        text = self._table.ui.translate("Back")
        return Row("", (Option(f"stage:{stage.value}", text, icon="back"),))

    def _piles(self) -> tuple[Pile, ...]:
        """Return the components for the number of players (section 2)."""
        translate = self._table.ui.translate
        count = len(self._people)
        tokens, vp, tiles = EMPIRE_TOKENS[count], VP_POOL[count], count + 1
        found = (
            (Icon("token/empire"), f"{tokens}", translate("Empire tokens for each player")),
            (Icon(VP), f"{vp}", translate("VP in the pool")),
            (Icon("tile/empty"), f"{tiles}", translate("Tiles face up")),
            (Icon(MARKS), "5", translate("Marks for each player")),
            (cube("metal", "1"), "", translate("Metal for each player")),
            (cube("energy", "1"), "", translate("Energy for each player")),
            (Icon("ship/fighter"), "1", translate("Fighter on each home sector")),
            (Icon("role/scientist"), "12", translate("Technologies face up")),
            (Icon("role/explorer"), "7", translate("Roles; the Explorer on its Explorer side")),
        )
        return tuple(
            Pile(PileShape.DISC, count, text, (replace(icon, text=count or icon.text),))
            for icon, count, text in found
        )

    def _layout(self, state: GameState) -> Page:
        translate, people = self._table.ui.translate, self._people
        lifted = int(self._lifted or 0)
        status = translate("Same as on your table? If not, tap a home sector, then its hex")
        if lifted:
            part = _HOMES + self._homes.index(self._lifted)
            status = self._asking.said(self._asking.opened(state).parts[part].text)
        homes = tuple(map(int, self._homes))
        cards = tuple(
            Option(
                f"{HEX}{number}",
                each.name,
                chosen=number == lifted,
                icons=(self._table.group.badge(each.seat),),
                note=translate("Hex %(hex)s", hex=number),
            )
            for each, number in zip(people, homes, strict=True)
        )
        seats = tuple(each.seat for each in people)
        return Page(
            translate("Home sectors"),
            status,
            rows=(
                Row(translate("Compare with the picture in the rulebook"), cards, cards=True),
                self._back(_Stage.PIECES),
            ),
            primary=translate("Next"),
            progress=self._step(3),
            hexes=layout_map(homes, self._table.group.colour, seats, lifted),
        )

    def _yields(self, state: GameState) -> Page:
        translate, asking = self._table.ui.translate, self._asking
        first = _HOMES + len(self._people)
        lines = tuple(
            Line(
                each.name,
                tuple(
                    Cell(number=asking.part(state, part))
                    for part in range(start, start + len(GOODS))
                ),
                icons=(self._table.group.badge(each.seat),),
            )
            for row, each in enumerate(self._people)
            for start in (first + row * len(GOODS),)
        )
        return Page(
            "Galactic Emperor",
            asking.asked(state, 0, *asking.path),
            rows=(self._back(_Stage.LAYOUT if self._on_map else _Stage.PIECES),),
            table=PageTable(tuple(Head("", icons=(cube(key),)) for key in GOODS), lines),
            primary=translate("Start game"),
            progress=self._step(4 if self._on_map else 3),
        )

    # --- input ---------------------------------------------------------------------------------

    def tap(self, view: TableView, key: str) -> None:
        """Handle a tap on a button or a hex."""
        verb, _, value = key.partition(":")
        if verb == "stage":
            self._stage, self._lifted = _Stage(value), ""
        elif f"{verb}:" == HEX:
            self._tap_hex(value)
        else:
            super().tap(view, key)

    def _tap_hex(self, number: str) -> None:
        """Select a home sector, or move the selected one; two home sectors swap places."""
        lifted, homes = self._lifted, self._homes
        if int(number) == CENTRE:
            return
        if not lifted:
            self._lifted = number if number in homes else ""
            return
        swap = {lifted: number, number: lifted}
        moved = [swap.get(each, each) for each in homes]
        self._asking.marked[_HOMES : _HOMES + len(homes)] = moved
        self._lifted = ""

    def change(self, view: TableView, key: str, delta: int) -> None:
        """Change a yield, or the number of players; the Throne and the map stay as answered."""
        throne, board = self._asking.marked[:_HOMES]
        super().change(view, key, delta)
        throne = str(min(int(throne), len(self._people)))
        self._asking.marked[:_HOMES] = throne, board

    def primary(self, view: TableView) -> None:
        """Go to the next question, or start the game with the owner's options."""
        if self._stage is _Stage.PLAYERS:
            self._stage = _Stage.PIECES
        elif self._stage is _Stage.PIECES and self._on_map:
            self._stage = _Stage.LAYOUT
        elif self._stage is _Stage.YIELDS:
            self._start(view.state)
        else:
            self._stage = _Stage.YIELDS

    def _start(self, state: GameState) -> None:
        asking = self._asking
        started = asking.entered(state)
        if started.homes:
            save_box_facts(self._table.ui, GAME.key, started.options)
        self._stage, self._began = _Stage.PLAYERS, (asking.path[0], asking.marked[:_HOMES])
        asking.send_marked(state)
