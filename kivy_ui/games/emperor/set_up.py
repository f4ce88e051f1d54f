"""Galactic Emperor's set-up: players, locations and yields of the home sectors."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from companion.games.emperor import GAME
from companion.games.emperor.galaxy.hexes import CENTRE
from companion.games.emperor.options import DEFAULT_OPTIONS, Options
from companion.games.emperor.set_up import NewPlayer, StartGame
from companion.games.emperor.state import EMPIRE_TOKENS, VP_POOL
from kivy_ui.common.board.box_facts import load_box_facts, save_box_facts
from kivy_ui.common.board.icons import Icon, IconLine
from kivy_ui.common.board.page_table import Cell, Head, Line, PageTable
from kivy_ui.common.board.pages import Number, Option, Page, Row
from kivy_ui.common.board.piles import Pile, PileShape
from kivy_ui.common.player_group import CLOCKWISE
from kivy_ui.games.emperor.icons import MARKS, VP, cube, throne_options
from kivy_ui.games.emperor.page_part import GOODS, EmperorTable
from kivy_ui.games.emperor.star_map import layout_map

FEWEST_PLAYERS = 3
MOST_PLAYERS = 6
MOST_YIELD = 5


class _Stage(Enum):
    PLAYERS = "players"
    PIECES = "pieces"
    LAYOUT = "layout"
    YIELDS = "yields"


class EmperorSetUp:
    """Data entry before the first round, one question per page."""

    def __init__(self, table: EmperorTable) -> None:
        self._table = table
        self._players = FEWEST_PLAYERS
        self._throne = 1
        self._on_map = True
        self._stage = _Stage.PLAYERS
        self._homes: tuple[int, ...] = ()
        self._lifted: int | None = None

    # --- page content --------------------------------------------------------------------------

    def page(self) -> Page:
        """Return the question of the current stage."""
        match self._stage:
            case _Stage.PLAYERS:
                return self._who()
            case _Stage.PIECES:
                return self._lay_out()
            case _Stage.LAYOUT:
                return self._layout()
            case _Stage.YIELDS:
                return self._yields()

    def _who(self) -> Page:
        translate = self._table.ui.translate
        people = self._table.group.sitting(self._players)
        throne = throne_options([(p.seat, p.name, p.colour) for p in people], self._throne)
        drawn = translate("Chosen at random: who has the Throne?")
        number = Number("players", self._players, FEWEST_PLAYERS, MOST_PLAYERS, icon=Icon("people"))
        board = (
            Option(
                "map:yes",
                translate("Map on the screen"),
                chosen=self._on_map,
                icons=(Icon("hexes"),),
            ),
            Option(
                "map:no",
                translate("Without a map"),
                chosen=not self._on_map,
                icons=(Icon("tile/empty"),),
            ),
        )
        return Page(
            "Galactic Emperor",
            translate("Who plays, and who has the Throne?"),
            lead=Row("", numbers=(number,)),
            rows=(
                Row(f"{translate(CLOCKWISE)} {drawn}", throne, cards=True),
                Row(translate("Where ships and sectors are"), board, cards=True),
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
        count = self._players
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

    def _layout(self) -> Page:
        translate = self._table.ui.translate
        people = self._table.group.sitting(self._players)
        seats = tuple(each.seat for each in people)
        lifted = self._lifted
        status = translate("Same as on your table? If not, tap a home sector, then its hex")
        if lifted is not None:
            name = people[self._homes.index(lifted)].name
            status = translate("Tap the home hex of %(name)s", name=name)
        homes = tuple(
            Option(
                f"hex:{number}",
                each.name,
                chosen=number == lifted,
                icons=(self._table.group.badge(each.seat),),
                note=translate("Hex %(hex)s", hex=number),
            )
            for each, number in zip(people, self._homes, strict=True)
        )
        return Page(
            translate("Home sectors"),
            status,
            rows=(
                Row(translate("Compare with the picture in the rulebook"), homes, cards=True),
                self._back(_Stage.PIECES),
            ),
            primary=translate("Next"),
            progress=self._step(3),
            hexes=layout_map(self._homes, self._table.group.colour, seats, lifted),
        )

    def _yields(self) -> Page:
        translate = self._table.ui.translate
        part = self._table.inputs.part
        lines = tuple(
            Line(
                each.name,
                tuple(Cell(number=part("", f"{key}{each.seat}", 0, MOST_YIELD)) for key in GOODS),
                icons=(self._table.group.badge(each.seat),),
            )
            for each in self._table.group.sitting(self._players)
        )
        return Page(
            "Galactic Emperor",
            translate("What do the home sectors yield?"),
            rows=(self._back(_Stage.LAYOUT if self._on_map else _Stage.PIECES),),
            table=PageTable(tuple(Head("", icons=(cube(key),)) for key in GOODS), lines),
            primary=translate("Start game"),
            progress=self._step(4 if self._on_map else 3),
        )

    # --- input ---------------------------------------------------------------------------------

    def tap(self, verb: str, value: str) -> None:
        """Handle a tap on a button or a hex."""
        match verb:
            case "throne":
                self._throne = int(value)
            case "map":
                self._on_map = value == "yes"
            case "stage":
                self._stage, self._lifted = _Stage(value), None
            case "hex":
                self._tap_hex(int(value))
            case _:
                pass

    def _tap_hex(self, number: int) -> None:
        """Select a home sector, or move the selected one; two home sectors swap places."""
        lifted = self._lifted
        if number == CENTRE:
            return
        if lifted is None:
            self._lifted = number if number in self._homes else None
            return
        swap = {lifted: number, number: lifted}
        self._homes = tuple(swap.get(each, each) for each in self._homes)
        self._lifted = None

    def change_players(self, delta: int) -> None:
        """Change the number of players."""
        self._players = max(FEWEST_PLAYERS, min(MOST_PLAYERS, self._players + delta))
        self._throne = min(self._throne, self._players)

    def _box(self) -> Options:
        known = load_box_facts(self._table.ui, GAME.key)
        return known if isinstance(known, Options) else DEFAULT_OPTIONS

    def primary(self) -> None:
        """Go to the next question, or start the game with the owner's options."""
        if self._stage is _Stage.PLAYERS:
            self._stage = _Stage.PIECES
        elif self._stage is _Stage.PIECES and self._on_map:
            self._homes, self._stage = self._box().homes(self._players), _Stage.LAYOUT
        elif self._stage is _Stage.YIELDS:
            self._start()
        else:
            self._stage = _Stage.YIELDS

    def _start(self) -> None:
        number = self._table.inputs.number
        players = tuple(
            NewPlayer(
                each.seat,
                each.name,
                1,
                number(f"food{each.seat}"),
                number(f"metal{each.seat}"),
                number(f"energy{each.seat}"),
            )
            for each in self._table.group.sitting(self._players)
        )
        options = self._box()
        homes = self._homes if self._on_map else ()
        if homes:
            options = options.with_homes(homes)
            save_box_facts(self._table.ui, GAME.key, options)
        self._stage = _Stage.PLAYERS
        self._table.ui.port.post(StartGame(players, self._throne, options, homes))
