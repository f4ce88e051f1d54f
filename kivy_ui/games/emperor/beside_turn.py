"""Galactic Emperor beside the turn: technologies, corrections, one's own hidden VP."""

from __future__ import annotations

from dataclasses import replace

from companion.games.emperor import commands as c
from companion.games.emperor.state import GameState, Player, Sector
from companion.games.emperor.technologies import ONCE_A_ROUND, Technology
from companion.games.emperor.view import TableView
from companion.games.emperor.war.forces import Token
from kivy_ui.common.pages import Number, Option, Page, Row
from kivy_ui.common.signs import Sign, SignLine
from kivy_ui.games.emperor.card_corrections import BY_HAND, CardCorrections
from kivy_ui.games.emperor.dice import DIE_VALUES, ThrownDice
from kivy_ui.games.emperor.map_page import MapPage
from kivy_ui.games.emperor.page_part import GOODS, EmperorTable
from kivy_ui.games.emperor.signs import (
    PLANET,
    VP,
    counter_sign,
    cube,
    die_sign,
    seat_sign,
    technology_signs,
)
from kivy_ui.games.emperor.words import technology_word, token_word

_MOST = 99
_CATCHES_FROM = 5
_MOST_YIELD = 9
_GOODS = (c.Counter.MARKS, c.Counter.METAL, c.Counter.ENERGY)
_SHIPS = (c.Counter.FIGHTERS, c.Counter.CRUISERS, c.Counter.DREADNOUGHTS)


class MorePages:
    """Pages that can be opened at any time of a role, and left with the main button.

    Attributes:
        shown: which of them is open; empty for none.
    """

    def __init__(self, table: EmperorTable, dice: ThrownDice) -> None:
        self._table = table
        self._dice = dice
        self._cards = CardCorrections(table)
        self.shown = ""
        self._seat = 0
        self._victim: tuple[int, Technology] | None = None
        self._sector = 0
        self._looking = 0
        self._map = MapPage(table)

    def open(self, view: TableView, name: str) -> None:
        """Open one: ``menu``, ``more`` (technologies), ``vp``, ``right``, ``map``."""
        self.shown = name
        self._map.open()
        self._seat = view.acts or view.state.players[0].seat
        self._victim, self._sector, self._looking = None, 0, 0

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
            primary=translate("Back to the game"),
            primary_quiet=True,
            hexes=self._map.hexes(view.state) if seen else (),
            lines=self._lines(view),
        )

    def _lines(self, view: TableView) -> tuple[SignLine, ...]:
        if self.shown == "map":
            return self._map.lines(view.state)
        if self.shown == "vp":
            text = self._table.ui.translate("VP are hidden: the others look away.")
            return (SignLine((Sign("eye"),), text),)
        return ()

    def _menu(self, view: TableView) -> tuple[str, str, tuple[str, ...], tuple[Row, ...]]:
        translate, again = self._table.ui.translate, self._dice.again(view)
        return (
            translate("More"),
            translate("What do you want to look up or put right?"),
            (),
            (self._table.menu_row(), *((Row("", again),) if again else ())),
        )

    def _on_map(self, view: TableView) -> tuple[str, str, tuple[str, ...], tuple[Row, ...]]:
        state = view.state
        title, status = self._map.asks(state)
        rows = self._map.rows(state)
        self._sector = self._map.corrected(state)
        sector = state.sector(self._sector)
        more = self._sector_rows(state, sector)[:1] if sector is not None else ()
        return title, status, (), (*rows, *more)

    # --- technologies --------------------------------------------------------------------------

    def _technologies(self, view: TableView) -> tuple[str, str, tuple[str, ...], tuple[Row, ...]]:
        translate = self._table.ui.translate
        state, title = view.state, translate("Technologies")
        if self._victim is not None:
            return self._caught(state, *self._victim)
        rows: list[Row] = []
        for player in state.players:
            if player.technologies:
                rows.append(self._owned(state, player))
            if player.has(Technology.AMBASSADOR) and state.regent is not None:
                rows.append(self._ambassador(state, player))
        if not rows:
            facts = (translate("Nobody has a technology yet: the Scientist sells them."),)
            return title, translate("Nothing to use yet"), facts, ()
        if not any(row.options for row in rows):
            return title, translate("These technologies work by themselves."), (), (*rows,)
        return title, translate("Tap a technology when it is used"), (), (*rows,)

    def _badge(self, seat: int) -> Sign:
        return seat_sign(seat, self._table.group.colour(seat))

    def _owned(self, state: GameState, player: Player) -> Row:
        """What a player has, and a card for each that he uses when he likes."""
        translate = self._table.ui.translate
        uses = tuple(
            Option(
                f"used:{player.seat}:{each.value}",
                technology_word(translate, each),
                signs=technology_signs(each),
                note=translate("mark as used"),
            )
            for each in sorted(ONCE_A_ROUND - {Technology.SABOTEUR}, key=_by_name)
            if player.has(each)
        )
        if player.has(Technology.SABOTEUR):
            uses += self._saboteur(state, player)
        words = []
        for each in sorted(player.technologies, key=_by_name):
            word = technology_word(translate, each)
            if each in player.blocked:
                word = translate("%(technology)s (blocked)", technology=word)
            elif each in player.used:
                word = translate("%(technology)s (used)", technology=word)
            words.append(word)
        label = ", ".join(words)
        if any(use.key.startswith("block:") for use in uses):
            label = translate("%(technologies)s: tap what to block", technologies=label)
        badge = (self._badge(player.seat),)
        return Row(label, uses, cards=True, stacked=True, signs=badge)

    def _saboteur(self, state: GameState, player: Player) -> tuple[Option, ...]:
        """What a Saboteur can block, with the badge of its owner."""
        translate = self._table.ui.translate
        return tuple(
            Option(
                f"block:{other.seat}:{each.value}",
                technology_word(translate, each),
                signs=(self._badge(other.seat), *technology_signs(each)),
            )
            for other in state.players
            if other is not player
            for each in sorted(other.technologies - other.blocked, key=_by_name)
        )

    def _caught(
        self, state: GameState, victim: int, blocked: Technology
    ) -> tuple[str, str, tuple[str, ...], tuple[Row, ...]]:
        """The die of who is blocked, and the way back to what else could be."""
        translate = self._table.ui.translate
        word = technology_word(translate, blocked)
        rows = [
            Row(
                translate("Saboteur of %(name)s blocks", name=player.name) + f": {word}",
                tuple(
                    Option(
                        f"catch:{player.seat}:{value}",
                        translate("caught") if value >= _CATCHES_FROM else translate("blocks"),
                        signs=(die_sign(value),),
                    )
                    for value in DIE_VALUES
                ),
                cards=True,
                signs=(self._badge(player.seat), Sign("arrow"), self._badge(victim)),
            )
            for player in state.players
            if player.has(Technology.SABOTEUR) and player.seat != victim
        ]
        back = Option("block:0:", translate("Another technology"), icon="back")
        name = state.player(victim).name
        status = translate("%(name)s rolls a die: 5 or 6 catches the Saboteur", name=name)
        return translate("Technologies"), status, (), (*rows, Row("", (back,)))

    def _ambassador(self, state: GameState, player: Player) -> Row:
        translate = self._table.ui.translate
        options = tuple(
            Option(f"private:{player.seat}:{sector.number}", self._table.sector(sector))
            for sector in state.sectors
            if not sector.home
        )
        return Row(translate("Ambassador of %(name)s keeps for himself", name=player.name), options)

    # --- one's own points ----------------------------------------------------------------------

    def _points(self, view: TableView) -> tuple[str, str, tuple[str, ...], tuple[Row, ...]]:
        translate = self._table.ui.translate
        options = tuple(
            Option(
                f"look:{player.seat}",
                player.name,
                held=True,
                signs=(self._badge(player.seat), Sign(VP)),
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
        translate = self._table.ui.translate
        state = view.state
        player = state.player(self._seat)
        people = tuple(
            Option(
                f"seat:{each.seat}",
                each.name,
                chosen=each.seat == self._seat,
                signs=(self._badge(each.seat),),
            )
            for each in state.players
        )
        rows = [
            Row("", people, cards=True),
            Row(
                translate("What %(name)s has", name=player.name),
                numbers=self._counters(player, _GOODS),
            ),
            Row(
                translate("Ships of %(name)s", name=player.name),
                numbers=self._counters(player, _SHIPS),
            ),
            Row(
                translate("Tiles: hidden, open"),
                numbers=(
                    Number("tiles_hidden", state.hidden, 0, _MOST, sign=Sign("tile/back")),
                    Number("tiles_revealed", state.revealed, 0, _MOST, sign=Sign("tile/empty")),
                ),
            ),
        ]
        sectors = tuple(
            Option(
                f"sector:{each.number}",
                self._table.sector(each),
                chosen=each.number == self._sector,
            )
            for each in state.sectors
        )
        rows += self._cards.rows(state, self._seat)
        rows.append(Row(translate("A sector"), sectors))
        sector = state.sector(self._sector)
        if sector is not None:
            rows += self._sector_rows(state, sector)
        facts: tuple[str, ...] = ()
        if state.battle is not None or state.regent is not None:
            facts = (translate("Corrections wait until the battle or the conflict is over."),)
        return (
            translate("Correct a mistake"),
            translate("Set here what differs on the table"),
            facts,
            (*rows,),
        )

    def _counters(self, player: Player, which: tuple[c.Counter, ...]) -> tuple[Number, ...]:
        """Everything that lies openly; hidden VP are not shown here."""
        colour = self._table.group.colour(player.seat)
        return tuple(
            Number(
                f"counter:{each.value}",
                getattr(player, each.value),
                0,
                _MOST,
                sign=counter_sign(each, colour),
            )
            for each in which
        )

    def _sector_rows(self, state: GameState, sector: Sector) -> list[Row]:
        translate = self._table.ui.translate
        numbers = (
            Number("sector:planets", sector.planets, 1, 2, sign=Sign(PLANET)),
            *(
                Number(f"sector:{key}", getattr(sector, key), 0, _MOST_YIELD, sign=cube(key))
                for key in GOODS
            ),
            Number("sector:cubes", sector.cubes, 0, 2, translate("food there")),
        )
        rows = [Row(self._table.place(sector), numbers=numbers)]
        if sector.home:
            return rows
        owners = [Option("owner:-", translate("nobody"), chosen=sector.owner is None)]
        owners += [
            Option(
                f"owner:{p.seat}:{token.value}",
                f"{p.name}: {token_word(translate, token)}",
                chosen=(sector.owner, sector.token) == (p.seat, token),
            )
            for p in state.players
            for token in (Token.EMPIRE, Token.STARBASE)
        ]
        rows.append(Row(translate("Who holds it"), tuple(owners)))
        return rows

    # --- what can be done ----------------------------------------------------------------------

    def tap(self, view: TableView, key: str) -> None:
        """A button was tapped, or a held one let go."""
        verb, _, rest = key.partition(":")
        match verb, rest.split(":"):
            case "", _:
                self._looking = 0
            case "odds", _:
                self._table.shows_odds = not self._table.shows_odds
            case (("hex" | "ship" | "ground"), _) if self.shown == "map":
                self._map.tap(verb, rest)
            case "look", [seat]:
                self._looking = int(seat)
            case "seat", [seat]:
                self._seat = int(seat)
            case "sector", [number]:
                self._sector = 0 if self._sector == int(number) else int(number)
            case "owner", [seat, *token]:
                self._give(view.state, None if seat == "-" else int(seat), token)
            case (("throne" | "card" | "vp"), [value]):
                self._cards.tap(view.state, self._seat, verb, value)
            case _, [seat, what]:
                self._use(verb, int(seat), what)
            case _:
                pass

    def _use(self, verb: str, seat: int, what: str) -> None:
        """A technology was tapped, or what belongs to its use."""
        post = self._table.ui.port.post
        match verb:
            case "used":
                post(c.UseTechnology(seat, Technology(what)))
            case "block":
                self._victim = (seat, Technology(what)) if what else None
            case "catch" if self._victim is not None:
                post(c.Sabotage(seat, *self._victim, int(what)))
                self._victim = None
            case "private":
                post(c.MakePrivate(seat, int(what)))
            case _:
                pass

    def _give(self, state: GameState, seat: int | None, token: list[str]) -> None:
        sector = state.sector(self._sector)
        if sector is not None:
            held = Token(token[0]) if token else Token.NONE
            changed = replace(sector, owner=seat, token=held)
            self._table.ui.port.post(c.CorrectSector(changed, BY_HAND))

    def change(self, view: TableView, key: str, delta: int) -> None:
        """A number was changed by one step: a correction."""
        state, post = view.state, self._table.ui.port.post
        what, _, name = key.partition(":")
        sector = state.sector(self._sector)
        if what == "counter":
            value = getattr(state.player(self._seat), name) + delta
            post(c.CorrectCounter(self._seat, c.Counter(name), value, BY_HAND))
        elif what == "sector" and sector is not None:
            changed = {name: getattr(sector, name) + delta}
            post(c.CorrectSector(replace(sector, **changed), BY_HAND))
        elif what == "tiles_hidden":
            post(c.CorrectTiles(state.hidden + delta, state.revealed, BY_HAND))
        elif what == "tiles_revealed":
            post(c.CorrectTiles(state.hidden, state.revealed + delta, BY_HAND))

    def leave(self) -> None:
        """Close the page."""
        self.shown = ""
        self._looking = 0


def _by_name(technology: Technology) -> str:
    return technology.value
