"""What the parts of Galactic Emperor's pages share: people, names, what is picked."""

from __future__ import annotations

from typing import Protocol

from companion.games.emperor.state import Player, Sector, Step
from companion.games.emperor.technologies import ONCE_A_ROUND
from companion.games.emperor.view import TableView
from kivy_ui.common.page_input import PageInput
from kivy_ui.common.pages import Option, Page, Person, Row
from kivy_ui.common.player_group import PlayerGroup
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.emperor.words import role_word, sector_words

GOODS = ("food", "metal", "energy")


class Part(Protocol):
    """The pages of some steps of the game."""

    def page(self, view: TableView) -> Page:
        """Return what to show."""
        ...

    def tap(self, view: TableView, key: str) -> None:
        """A button was tapped."""
        ...

    def primary(self, view: TableView) -> None:
        """The main button was tapped."""
        ...


class EmperorTable:
    """Everybody's open belongings, and what is picked before a command is sent.

    Attributes:
        inputs: forgotten with each step of the game.
        shows_odds: whether the odds of battles are shown; who wants to guess turns them off.
    """

    def __init__(self, ui: UiContext, group: PlayerGroup) -> None:
        self.ui = ui
        self.group = group
        self.inputs = PageInput()
        self.shows_odds = True

    def page(self, view: TableView, status: str, **more: object) -> Page:
        """Return a page of the running game."""
        return Page(self.title(view), status, self.people(view), **more)  # type: ignore[arg-type]  # fields of a page

    def title(self, view: TableView) -> str:
        """Return the round and its role."""
        translate = self.ui.translate
        title = translate("Round %(number)s", number=view.state.round)
        role = view.state.role
        busy = view.state.step not in (Step.SELECT, Step.DIRECTION)
        if role is None or not busy:
            return title
        last = f" ({translate('last role')})" if view.ends_after_role else ""
        return f"{title}: {role_word(translate, role)}{last}"

    def people(self, view: TableView) -> tuple[Person, ...]:
        """Return everybody's open belongings."""
        tokens = dict(view.tokens)
        return tuple(
            Person(
                player.seat,
                player.name,
                self.group.colour(player.seat),
                self._belongings(player, tokens[player.seat]),
                active=player.seat in waited_for(view),
            )
            for player in view.state.players
        )

    def _belongings(self, player: Player, tokens: int) -> str:
        return self.ui.translate(
            "%(marks)s marks, metal %(metal)s, energy %(energy)s, %(tokens)s tokens",
            marks=player.marks,
            metal=player.metal,
            energy=player.energy,
            tokens=tokens,
        )

    def name(self, view: TableView) -> str:
        """Return the name of who acts; empty where the whole table does."""
        return view.state.player(view.acts).name if view.acts is not None else ""

    def goods(self) -> tuple[tuple[str, str], ...]:
        """Return the goods' keys and names."""
        translate = self.ui.translate
        return tuple(
            zip(GOODS, (translate("food"), translate("metal"), translate("energy")), strict=True)
        )

    def goods_row(self, label: str, suffix: str, most: int) -> Row:
        """Return a row with a number for each good."""
        numbers = tuple(
            self.inputs.part(word, f"{key}{suffix}", 0, most) for key, word in self.goods()
        )
        return Row(label, numbers=numbers)

    def sector(self, sector: Sector) -> str:
        """Return a sector in words."""
        return sector_words(self.ui.translate, sector)

    def more_row(self) -> Row:
        """Return what leads beside the turn: technologies that somebody can use now, and the rest.

        One question at a time: everything else stands behind one button.
        """
        translate = self.ui.translate
        players = self.ui.update.view.state.players
        usable = any(player.technologies & ONCE_A_ROUND for player in players)
        now = (self._technologies(),) if usable else ()
        return Row("", (*now, Option("open:menu", translate("More"), icon="menu")))

    def _technologies(self) -> Option:
        return Option("open:more", self.ui.translate("Technologies"), icon="power")

    def menu_row(self) -> Row:
        """Return everything that stands beside the turn."""
        translate = self.ui.translate
        on_map = self.ui.update.view.state.fields
        board = (Option("open:map", translate("Map"), icon="flag"),) if on_map else ()
        return Row(
            "",
            (
                *board,
                self._technologies(),
                Option("open:vp", translate("My VP"), icon="chip"),
                Option("open:right", translate("Correct it"), icon="pencil"),
                Option("open:copy", translate("Prices and costs"), icon="tile"),
            ),
        )


def waited_for(view: TableView) -> tuple[int, ...]:
    """Return the seats of those who act now: in a battle who throws or takes hits."""
    battle = view.state.battle
    if battle is None or view.acts is not None:
        return () if view.acts is None else (view.acts,)
    sides = (battle.attacker, battle.defender)
    if view.state.step is Step.FIRE:
        return tuple(seat for seat, due in zip(sides, view.due, strict=True) if due)
    return (sides[0] if battle.hits[0] else sides[1],)
