"""Galactic Emperor pages outside the turn: technologies, corrections, own hidden VP."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.emperor.state import GameState, Player
from companion.games.emperor.technologies import ONCE_A_ROUND, Technology
from companion.games.emperor.view import TableView
from companion.games.question import Answer
from kivy_ui.common.board.icons import Icon, IconLine
from kivy_ui.common.board.pages import Option, Page, Row
from kivy_ui.common.board.question_page import BACK, answer_path
from kivy_ui.games.emperor.corrections import CorrectionPages
from kivy_ui.games.emperor.dice import ThrownDice
from kivy_ui.games.emperor.icons import (
    VP,
    technology_icons,
)
from kivy_ui.games.emperor.map_page import MapPage
from kivy_ui.games.emperor.page_part import EmperorTable
from kivy_ui.games.emperor.words import word

_SABOTAGE = "sabotage"


class MorePages:
    """Pages that can be opened at any time during a role; the main button closes them.

    Attributes:
        shown: name of the open page; empty if none is open.
    """

    def __init__(self, table: EmperorTable, dice: ThrownDice) -> None:
        self._table = table
        self._group = table.group
        self._asking = table.asking
        self._dice = dice
        self.shown = ""
        self._looking = 0
        self._map = MapPage(table)
        self._right = CorrectionPages(table)

    def open(self, view: TableView, name: str) -> None:
        """Open a page.

        Args:
            name: ``menu``, ``more`` (technologies), ``vp``, ``right`` (corrections), ``map``.
        """
        self.shown = name
        self._asking.close()
        self._map.open()
        self._right.open(view.acts or view.state.players[0].seat)
        self._looking = 0

    def page(self, view: TableView) -> Page:
        """Return the open page."""
        translate = self._table.ui.translate
        back: dict[str, Any] = {"primary": translate("Back to the game"), "primary_quiet": True}
        if self.shown == "right":
            right: Page = replace(self._right.page(view.state), **back)
            return right
        asks = self._asking.path[:1] == (_SABOTAGE,)
        if asks:
            back |= {"primary": translate("Back"), "primary_key": BACK}
        title, status, facts, rows = {
            "more": self._technologies,
            "vp": self._points,
            "menu": self._menu,
            "map": self._on_map,
        }[self.shown](view)
        return Page(
            title,
            status,
            self._table.people(view),
            facts,
            rows,
            hexes=self._map.hexes(view.state) if self.shown == "map" else (),
            lines=() if asks else self._lines(view),
            **back,
        )

    def _lines(self, view: TableView) -> tuple[IconLine, ...]:
        if self.shown == "map":
            return self._map.lines(view.state)
        if self.shown == "more":
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
        sector = state.sector(self._map.corrected(state))
        more = self._right.sector_rows(state, sector, roomy=False) if sector is not None else ()
        return title, status, (), (*rows, *more)

    # --- technologies --------------------------------------------------------------------------

    def _technologies(self, view: TableView) -> tuple[str, str, tuple[str, ...], tuple[Row, ...]]:
        """Show a card for each once-a-round technology; the other technologies are lines."""
        translate = self._table.ui.translate
        state, title = view.state, translate("Technologies")
        if self._asking.path:
            asked = self._asking.asked(state, self._asking.seat, *self._asking.path)
            return title, asked, (), (self._sabotage(state),)
        if not any(player.technologies for player in state.players):
            facts = (translate("Nobody has a technology yet: the Scientist sells them."),)
            return title, translate("Nothing to use yet"), facts, ()
        uses = tuple(
            self._use_card(state, player, each)
            for player in state.players
            for each in sorted(player.technologies & ONCE_A_ROUND, key=_by_name)
        )
        private = tuple(
            self._ambassador(state, player, answer)
            for player in state.players
            for key, answer in self._asking.able(state, player.seat).items()
            if key == "ambassador"
        )
        if not uses and not private:
            return title, translate("These technologies apply automatically."), (), ()
        asked = translate("Tap a technology when it is used")
        return title, asked, (), (Row("", uses, cards=True), *private)

    def _use_card(self, state: GameState, player: Player, technology: Technology) -> Option:
        """Return a technology's card; it is enabled if the player can use it now."""
        translate = self._table.ui.translate
        blocks = technology is Technology.SABOTEUR
        note = translate("block a technology") if blocks else translate("mark as used")
        if technology in player.blocked:
            note = translate("blocked")
        elif technology in player.used:
            note = translate("used")
        text = word(translate, technology)
        icons = (self._group.badge(player.seat), *technology_icons(technology))
        key = _SABOTAGE if blocks else f"used-{technology.value}"
        answer = self._asking.answers(state, player.seat).get(key)
        if answer is None:
            return Option("", text, enabled=False, icons=icons, note=note)
        return self._asking.option(answer, player.seat, text=text, icons=icons, note=note)

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

    def _sabotage(self, state: GameState) -> Row:
        """Ask for the technology that a Saboteur blocks, then for its owner's die."""
        translate, seat, path = self._table.ui.translate, self._asking.seat, self._asking.path
        answers = self._asking.able(state, seat, *path)
        if len(path) == 1:
            options = tuple(
                self._asking.option(
                    each,
                    seat,
                    *path,
                    icons=(
                        self._group.badge(each.pieces[0].owner),
                        *technology_icons(Technology(key)),
                    ),
                )
                for key, each in answers.items()
            )
            return Row("", options, cards=True, stacked=True)
        blocked = self._asking.answers(state, seat, _SABOTAGE)[path[1]]
        badges = self._group.badge(seat), self._group.badge(blocked.pieces[0].owner)
        label = translate("Saboteur of %(name)s blocks", name=state.player(seat).name)
        return Row(
            f"{label}: {self._asking.said(blocked.text)}",
            self._asking.options(state, seat, *path),
            cards=True,
            icons=(badges[0], Icon("arrow"), badges[1]),
        )

    def _ambassador(self, state: GameState, player: Player, answer: Answer) -> Row:
        """Return the sectors that an Ambassador can reserve."""
        options = self._asking.options(state, player.seat, answer.key)
        only = (self._asking.option(answer, player.seat),)
        name = self._table.ui.translate("Ambassador of %(name)s reserves", name=player.name)
        return Row(name, options or only, cards=True, stacked=True)

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

    # --- input ---------------------------------------------------------------------------------

    def tap(self, view: TableView, key: str) -> None:
        """Handle a tap on a button, or the release of a held one."""
        verb, _, value = key.partition(":")
        self._looking = int(value) if verb == "look" else 0
        seat, *path = answer_path(key) or (0,)
        if path[:1] == ["vp"]:  # the steps depend on VP that only their owner knows
            self._asking.send(self._table.ui.port.view_for(seat).state, seat, *path)
        elif self._asking.tap(view.state, key):
            self._leave_answered(path)
        elif self.shown == "map":
            self._map.tap(key)
        elif verb == "odds":
            self._table.shows_odds = not self._table.shows_odds
        elif verb != "look":
            self._right.tap(key)

    def _leave_answered(self, path: list[str]) -> None:
        """Close the menu once an answer of it is given; the other pages stay open."""
        if self.shown == "menu" and path:
            self.leave()

    def leave(self) -> None:
        """Close the page."""
        self.shown = ""
        self._looking = 0
        self._asking.close()


def _by_name(technology: Technology) -> str:
    return technology.value
