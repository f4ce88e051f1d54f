"""Galactic Emperor pages outside the turn: technologies, corrections, own hidden VP."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.games.emperor.corrections import CorrectCounter, CorrectSector, CorrectTiles, Counter
from companion.games.emperor.holdings import UseTechnology
from companion.games.emperor.roles.regent import MakePrivate
from companion.games.emperor.roles.scientist import Sabotage
from companion.games.emperor.state import GameState, Player, Sector
from companion.games.emperor.technologies import ONCE_A_ROUND, Technology
from companion.games.emperor.view import TableView
from companion.games.emperor.war.forces import Token
from companion.games.question import Piece
from kivy_ui.common.board.icons import Icon, IconLine
from kivy_ui.common.board.page_table import Cell, Head, Line, PageTable
from kivy_ui.common.board.pages import Number, Option, Page, Row, part_tabs
from kivy_ui.games.emperor.card_corrections import CardCorrections
from kivy_ui.games.emperor.dice import DIE_VALUES, ThrownDice
from kivy_ui.games.emperor.icons import (
    PLANET,
    VP,
    cube,
    die_icon,
    kind_icons,
    piece_icon,
    technology_icons,
    token_icon,
)
from kivy_ui.games.emperor.map_page import MapPage
from kivy_ui.games.emperor.page_part import GOODS, EmperorTable, corrections_wait
from kivy_ui.games.emperor.words import word

_MOST = 99
_CATCHES_FROM = 5
_MOST_YIELD = 9
_GOODS = (Counter.MARKS, Counter.METAL, Counter.ENERGY)
_SHIPS = (Counter.FIGHTERS, Counter.CRUISERS, Counter.DREADNOUGHTS)


class MorePages:
    """Pages that can be opened at any time during a role; the main button closes them.

    Attributes:
        shown: name of the open page; empty if none is open.
    """

    def __init__(self, table: EmperorTable, dice: ThrownDice) -> None:
        self._table = table
        self._group = table.group
        self._dice = dice
        self._cards = CardCorrections(table)
        self.shown = ""
        self._seat = 0
        self._part = "goods"
        self._saboteur = 0
        self._victim: tuple[int, Technology] | None = None
        self._sector = 0
        self._looking = 0
        self._map = MapPage(table)

    def open(self, view: TableView, name: str) -> None:
        """Open a page.

        Args:
            name: ``menu``, ``more`` (technologies), ``vp``, ``right`` (corrections), ``map``.
        """
        self.shown = name
        self._map.open()
        self._seat = view.acts or view.state.players[0].seat
        self._part = "goods"
        self._victim, self._saboteur, self._sector, self._looking = None, 0, 0, 0

    def page(self, view: TableView) -> Page:
        """Return the open page."""
        translate = self._table.ui.translate
        seen = self.shown == "map"
        title, status, facts, rows = {
            "more": self._technologies,
            "vp": self._points,
            "right": self._corrections,
            "menu": self._menu,
            "map": self._on_map,
        }[self.shown](view)
        return Page(
            title,
            status,
            () if self.shown == "right" else self._table.people(view),
            facts,
            rows,
            primary=translate("Back") if self._saboteur else translate("Back to the game"),
            primary_quiet=True,
            hexes=self._map.hexes(view.state) if seen else (),
            lines=self._lines(view),
            lead=self._parts() if self.shown == "right" else None,
            table=self._counted(view.state) if self.shown == "right" else None,
        )

    def _lines(self, view: TableView) -> tuple[IconLine, ...]:
        if self.shown == "map":
            return self._map.lines(view.state)
        if self.shown == "more" and not self._saboteur:
            return self._own(view.state)
        if self.shown == "vp":
            text = self._table.ui.translate("VP are hidden: the others look away.")
            return (IconLine((Icon("eye"),), text),)
        return ()

    def _menu(self, view: TableView) -> tuple[str, str, tuple[str, ...], tuple[Row, ...]]:
        translate, again = self._table.ui.translate, self._dice.again(view)
        return (
            translate("More"),
            translate("What do you want to look up or correct?"),
            (),
            (*self._table.menu_rows(), *((Row("", again),) if again else ())),
        )

    def _on_map(self, view: TableView) -> tuple[str, str, tuple[str, ...], tuple[Row, ...]]:
        state = view.state
        title, status = self._map.asks(state)
        rows = self._map.rows(state)
        self._sector = self._map.corrected(state)
        sector = state.sector(self._sector)
        more = self._sector_rows(state, sector) if sector is not None else ()
        return title, status, (), (*rows, *more)

    # --- technologies --------------------------------------------------------------------------

    def _technologies(self, view: TableView) -> tuple[str, str, tuple[str, ...], tuple[Row, ...]]:
        """Show a card for each once-a-round technology; the other technologies are lines."""
        translate = self._table.ui.translate
        state, title = view.state, translate("Technologies")
        if self._victim is not None:
            return self._caught(state, *self._victim)
        if self._saboteur:
            targets = self._blocked_by(state, self._saboteur)
            asked = translate("Which technology does the Saboteur block?")
            return title, asked, (), (Row("", targets, cards=True, stacked=True),)
        if not any(player.technologies for player in state.players):
            facts = (translate("Nobody has a technology yet: the Scientist sells them."),)
            return title, translate("Nothing to use yet"), facts, ()
        uses = tuple(
            self._use_card(state, player, each)
            for player in state.players
            for each in sorted(player.technologies & ONCE_A_ROUND, key=_by_name)
        )
        private = tuple(
            self._ambassador(state, player)
            for player in state.players
            if player.has(Technology.AMBASSADOR) and state.regent is not None
        )
        if not uses and not private:
            return title, translate("These technologies apply automatically."), (), ()
        uses_row = Row("", uses, cards=True)
        asked = translate("Tap a technology when it is used")
        return title, asked, (), (uses_row, *private)

    def _use_card(self, state: GameState, player: Player, technology: Technology) -> Option:
        """Return a technology's card; it is enabled if the player can use it now."""
        translate = self._table.ui.translate
        blocks = technology is Technology.SABOTEUR
        note = translate("block a technology") if blocks else translate("mark as used")
        if technology in player.blocked:
            note = translate("blocked")
        elif technology in player.used:
            note = translate("used")
        usable = technology not in player.blocked | player.used
        verb = f"saboteur:{player.seat}" if blocks else f"used:{player.seat}:{technology.value}"
        return Option(
            verb,
            word(translate, technology),
            enabled=usable and not (blocks and not self._blocked_by(state, player.seat)),
            icons=(self._group.badge(player.seat), *technology_icons(technology)),
            note=note,
        )

    def _own(self, state: GameState) -> tuple[IconLine, ...]:
        """Return the technologies that apply automatically, one line per player who has any."""
        translate = self._table.ui.translate
        found = []
        for player in state.players:
            own = sorted(player.technologies - ONCE_A_ROUND, key=_by_name)
            words = (
                translate("%(technology)s (blocked)", technology=word(translate, each))
                if each in player.blocked
                else word(translate, each)
                for each in own
            )
            icons = (icon for each in own for icon in technology_icons(each))
            if own:
                found.append(IconLine((self._group.badge(player.seat), *icons), ", ".join(words)))
        return tuple(found)

    def _blocked_by(self, state: GameState, saboteur: int) -> tuple[Option, ...]:
        """Return the technologies that a Saboteur can block, with their owners' badges."""
        translate = self._table.ui.translate
        return tuple(
            Option(
                f"block:{other.seat}:{each.value}",
                word(translate, each),
                icons=(self._group.badge(other.seat), *technology_icons(each)),
            )
            for other in state.players
            if other.seat != saboteur
            for each in sorted(other.technologies - other.blocked, key=_by_name)
        )

    def _caught(
        self, state: GameState, victim: int, blocked: Technology
    ) -> tuple[str, str, tuple[str, ...], tuple[Row, ...]]:
        """Ask for the die roll of the player whose technology is blocked."""
        translate = self._table.ui.translate
        rows = tuple(
            Row(
                translate("Saboteur of %(name)s blocks", name=player.name)
                + f": {word(translate, blocked)}",
                tuple(
                    Option(
                        f"catch:{player.seat}:{value}",
                        translate("caught") if value >= _CATCHES_FROM else translate("blocks"),
                        icons=(die_icon(value),),
                    )
                    for value in DIE_VALUES
                ),
                cards=True,
                icons=(self._group.badge(player.seat), Icon("arrow"), self._group.badge(victim)),
            )
            for player in state.players
            if player.has(Technology.SABOTEUR) and player.seat != victim
        )
        name = state.player(victim).name
        status = translate("%(name)s rolls a die: 5 or 6 catches the Saboteur", name=name)
        return translate("Technologies"), status, (), rows

    def _ambassador(self, state: GameState, player: Player) -> Row:
        translate = self._table.ui.translate
        options = tuple(
            Option(f"private:{player.seat}:{sector.number}", self._table.sector(sector))
            for sector in state.sectors
            if not sector.home
        )
        return Row(translate("Ambassador of %(name)s reserves", name=player.name), options)

    # --- own VP --------------------------------------------------------------------------------

    def _points(self, view: TableView) -> tuple[str, str, tuple[str, ...], tuple[Row, ...]]:
        translate = self._table.ui.translate
        options = tuple(
            Option(
                f"look:{player.seat}",
                player.name,
                held=True,
                icons=(self._group.badge(player.seat), Icon("press"), Icon(VP)),
                note=translate("hold"),
            )
            for player in view.state.players
        )
        title = translate("My VP")
        if self._looking:
            own = self._table.ui.port.view_for(self._looking)
            player = own.state.player(self._looking)
            title = translate("%(name)s: %(vp)s VP", name=player.name, vp=player.vp)
        return (
            title,
            translate("Hold your name to look, release to hide"),
            (),
            (Row("", options, cards=True),),
        )

    # --- corrections ---------------------------------------------------------------------------

    def _corrections(self, view: TableView) -> tuple[str, str, tuple[str, ...], tuple[Row, ...]]:
        """Show one category of corrections at a time."""
        translate = self._table.ui.translate
        state = view.state
        shown: dict[str, Callable[[GameState], tuple[Row, ...]]] = {
            "points": self._points_of,
            "cards": self._cards_of,
            "sectors": self._sectors,
            "table": self._middle,
        }
        rows = shown[self._part](state) if self._part in shown else ()
        facts: tuple[str, ...] = ()
        if corrections_wait(state):
            facts = (translate("Corrections wait until the battle or the conflict is over."),)
        return (
            translate("Correct a mistake"),
            translate("Change what differs on the table"),
            facts,
            rows,
        )

    def _parts(self) -> Row:
        translate = self._table.ui.translate
        words = {
            "goods": translate("Goods"),
            "ships": translate("Ships"),
            "points": translate("VP"),
            "cards": translate("Technologies"),
            "sectors": translate("Sectors"),
            "table": translate("Board"),
        }
        return part_tabs(words, self._part)

    def _whose(self, state: GameState) -> Row:
        people = tuple(
            Option(
                f"seat:{each.seat}",
                each.name,
                chosen=each.seat == self._seat,
                icons=(self._group.badge(each.seat),),
            )
            for each in state.players
        )
        return Row("", people, cards=True)

    def _counted(self, state: GameState) -> PageTable | None:
        """Return a table of every player's open counters; hidden VP are not shown here."""
        which = {"goods": _GOODS, "ships": _SHIPS}.get(self._part, ())
        if not which:
            return None
        lines = tuple(
            Line(
                player.name,
                tuple(
                    Cell(
                        number=Number(
                            f"counter:{player.seat}:{each.value}",
                            getattr(player, each.value),
                            0,
                            _MOST,
                        )
                    )
                    for each in which
                ),
                icons=(self._group.badge(player.seat),),
            )
            for player in state.players
        )
        return PageTable(
            tuple(Head("", icons=(piece_icon(Piece(f"counter/{each.value}")),)) for each in which),
            lines,
        )

    def _points_of(self, state: GameState) -> tuple[Row, ...]:
        """Return rows that change VP without showing them."""
        return self._whose(state), self._cards.points(state.player(self._seat))

    def _cards_of(self, state: GameState) -> tuple[Row, ...]:
        return self._whose(state), self._cards.technologies(state.player(self._seat))

    def _middle(self, state: GameState) -> tuple[Row, ...]:
        """Return the counts of hidden and revealed tiles, and the owner of the Throne."""
        translate = self._table.ui.translate
        tiles = (
            ("tiles_hidden", translate("Hidden tiles"), state.hidden, "tile/back"),
            ("tiles_revealed", translate("Open tiles"), state.revealed, "tile/empty"),
        )
        numbers = tuple(
            Number(key, count, 0, _MOST, word, icon=Icon(icon)) for key, word, count, icon in tiles
        )
        return Row("", numbers=numbers, tall=True), self._cards.throne(state)

    def _sectors(self, state: GameState) -> tuple[Row, ...]:
        """Ask for a sector; once it is chosen, show only its values."""
        translate = self._table.ui.translate
        sector = state.sector(self._sector)
        if sector is not None:
            back = Option(f"sector:{sector.number}", self._table.place(sector), icon="back")
            return Row("", (back,)), *self._sector_rows(state, sector)
        sectors = tuple(
            Option(
                f"sector:{each.number}",
                self._table.place(each),
                icons=(
                    *((self._group.badge(each.owner),) if each.owner is not None else ()),
                    *kind_icons(each),
                ),
            )
            for each in state.sectors
        )
        return (Row(translate("A sector"), sectors, cards=True, stacked=True),)

    def _sector_rows(self, state: GameState, sector: Sector) -> list[Row]:
        translate, colour = self._table.ui.translate, self._group.colour
        roomy = self.shown != "map"
        words = (
            {
                "planets": translate("Planets"),
                "food": translate("Food"),
                "metal": translate("Metal"),
                "energy": translate("Energy"),
            }
            if roomy
            else {}
        )
        numbers = (
            Number(
                "sector:planets", sector.planets, 1, 2, words.get("planets", ""), icon=Icon(PLANET)
            ),
            *(
                Number(
                    f"sector:{key}",
                    getattr(sector, key),
                    0,
                    _MOST_YIELD,
                    words.get(key, ""),
                    icon=cube(key),
                )
                for key in GOODS
            ),
        )
        lying = translate("Food there")
        food = Number("sector:cubes", sector.cubes, 0, 2, icon=cube("food"))
        if roomy:
            rows = [Row("", numbers=(*numbers, replace(food, label=lying)), tall=True)]
        else:
            rows = [Row("", numbers=numbers), Row(lying, number=food, icons=(cube("food"),))]
        if sector.home:
            return rows
        owners = [
            Option(
                "owner:-",
                translate("nobody"),
                chosen=sector.owner is None,
                icons=(Icon("close"),),
            )
        ]
        owners += [
            Option(
                f"owner:{p.seat}:{token.value}",
                f"{p.name}: {word(translate, token)}",
                chosen=(sector.owner, sector.token) == (p.seat, token),
                icons=(self._group.badge(p.seat), token_icon(token, colour(p.seat))),
            )
            for p in state.players
            for token in (Token.EMPIRE, Token.STARBASE)
        ]
        rows.append(Row(translate("Who holds it"), tuple(owners), cards=True, pictures=True))
        return rows

    # --- input ---------------------------------------------------------------------------------

    def tap(self, view: TableView, key: str) -> None:
        """Handle a tap on a button, or the release of a held one."""
        verb, _, rest = key.partition(":")
        match verb, rest.split(":"):
            case "", _:
                self._looking = 0
            case "odds", _:
                self._table.shows_odds = not self._table.shows_odds
            case (("hex" | "ship" | "ground" | "mend"), _) if self.shown == "map":
                self._map.tap(verb, rest)
            case (("saboteur" | "look" | "part" | "seat" | "sector"), [value]):
                self._choose(verb, value)
            case "owner", [seat, *token]:
                self._give(view.state, None if seat == "-" else int(seat), token)
            case (("throne" | "card" | "vp"), [value]):
                self._cards.tap(view.state, self._seat, verb, value)
            case _, [seat, what]:
                self._use(verb, int(seat), what)
            case _:
                pass

    def _choose(self, verb: str, value: str) -> None:
        """Choose the player, category or sector to show."""
        match verb:
            case "saboteur":
                self._saboteur = int(value)
            case "look":
                self._looking = int(value)
            case "part":
                self._part, self._sector = value, 0
            case "seat":
                self._seat = int(value)
            case _:
                self._sector = 0 if self._sector == int(value) else int(value)

    def _use(self, verb: str, seat: int, what: str) -> None:
        """Handle a tap on a technology or on an option that belongs to its use."""
        post = self._table.ui.port.post
        match verb:
            case "used":
                post(UseTechnology(seat, Technology(what)))
            case "block":
                self._victim = (seat, Technology(what))
            case "catch" if self._victim is not None:
                post(Sabotage(seat, *self._victim, int(what)))
                self._victim, self._saboteur = None, 0
            case "private":
                post(MakePrivate(seat, int(what)))
            case _:
                pass

    def _give(self, state: GameState, seat: int | None, token: list[str]) -> None:
        sector = state.sector(self._sector)
        if sector is not None:
            held = Token(token[0]) if token else Token.NONE
            changed = replace(sector, owner=seat, token=held)
            self._table.ui.port.post(CorrectSector(changed))

    def change(self, view: TableView, key: str, delta: int) -> None:
        """Change a number by one step, as a correction."""
        state, post = view.state, self._table.ui.port.post
        what, _, name = key.partition(":")
        sector = state.sector(self._sector)
        if what == "counter":
            seat, _, name = name.partition(":")
            value = getattr(state.player(int(seat)), name) + delta
            post(CorrectCounter(int(seat), Counter(name), value))
        elif what == "sector" and sector is not None:
            changed = {name: getattr(sector, name) + delta}
            post(CorrectSector(replace(sector, **changed)))
        elif what == "tiles_hidden":
            post(CorrectTiles(state.hidden + delta, state.revealed))
        elif what == "tiles_revealed":
            post(CorrectTiles(state.hidden, state.revealed + delta))

    def primary(self) -> None:
        """Go back one step of the Saboteur's dialogue, otherwise to the game."""
        if self._victim is not None:
            self._victim = None
        elif self._saboteur:
            self._saboteur = 0
        else:
            self.leave()

    def leave(self) -> None:
        """Close the page."""
        self.shown = ""
        self._looking = 0


def _by_name(technology: Technology) -> str:
    return technology.value
