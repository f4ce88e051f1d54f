"""Who plays a seat: a person, with or without hints, or a computer player; before and in a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kivy_ui.common.naming import name_page
from kivy_ui.common.player_group import COLOURS
from kivy_ui.common.stacked_pages import StackedPages, do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.hints import HintsPresenter
from kivy_ui.games.roll.new_game import NewGame
from kivy_ui.games.roll.seating import SeatingPresenter
from kivy_ui.pages.forms import Choice, Field, Form
from kivy_ui.pages.letters import Typing
from kivy_ui.pages.page import Main, Page, Seat, Side

SCREEN: Final = "who"
"""Name under which the window shows the pages."""


class WhoPages(StackedPages):
    """Asks who plays a seat; every touch takes effect at once.

    Args:
        ui: context of the presenters.
        game: the game that is set up.
    """

    leads_to = None
    ui: RollContext

    def __init__(
        self, ui: RollContext, game: NewGame, seating: SeatingPresenter, hints: HintsPresenter
    ) -> None:
        super().__init__(ui)
        self._game = game
        self._seating = seating
        self._hints = hints
        self._seat = 1

    def ask_about(self, seat: int) -> None:
        """Show the page of a seat until ``leave``."""
        self._seat = seat
        self.ui.detour(SCREEN, lambda: True)

    def leave(self) -> None:
        """Return to where the seat was asked about."""
        self.ui.turn_back()

    def first(self) -> Page:
        """Return the options of the seat."""
        translate, row = self.translate, self._game.at(self._seat)
        player = None if self.ui.sets_up else self.ui.seat(self._seat)
        side = Side(do(self.ask_name), translate("Name"), "pencil")
        return Page(
            translate("Seat %(number)s", number=self._seat),
            row.shown_name if player is None else player.name,
            Form(tuple(self._fields(new=player is None))),
            side=(side,) if player is None else (),
            main=Main(translate("Done"), do(self.leave), "tick"),
        )

    def _fields(self, *, new: bool) -> Iterator[Field]:
        if new:
            yield Field(self.translate("Colour"), choices=tuple(map(self._colour, COLOURS)))
        if self.ui.sets_up and not self._game.all_rules:
            return  # without tracking there are neither computer players nor hints
        yield from self._seating.fields(self._seat)
        if self._seating.at(self._seat) is None:
            yield self._hints.field(self._seat)

    def _colour(self, colour: str) -> Choice:
        chosen = colour == self._game.at(self._seat).colour
        badge = Seat(self._seat, "", colour).badge()
        return Choice(do(self._game.recolour, self._seat, colour), "", (badge,), chosen=chosen)

    def ask_name(self) -> None:
        """Ask what the player is called."""
        self.typing = Typing(self._game.at(self._seat).name)
        self.open(self._name)

    def _name(self) -> Page:
        used = {row.shown_name for row in self._game.seats()}
        name = self._game.at(self._seat).shown_name
        return name_page(self.ui, self.typing, name, used, self.rename)

    def rename(self, name: str) -> None:
        """Call the player so; an empty name restores the default."""
        self._game.rename(self._seat, name)
        self.back()
