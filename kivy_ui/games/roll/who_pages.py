"""Who plays a seat: a person, with or without hints, or a computer player; before and in a game."""

from __future__ import annotations

from collections.abc import Iterator

from kivy_ui.common.naming import name_page
from kivy_ui.common.player_group import COLOURS
from kivy_ui.common.stacked_pages import Over, StackedPages, do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.hints import HintsPresenter
from kivy_ui.games.roll.new_game import NewGame
from kivy_ui.games.roll.seating import SeatingPresenter
from kivy_ui.pages.forms import Choice, Field, Form
from kivy_ui.pages.letters import Typing
from kivy_ui.pages.page import Main, Page, Seat, Side


class WhoPages(Over):
    """Asks who plays a seat, over the pages of what asks; every touch takes effect at once.

    Args:
        ui: context of the presenters.
        game: the game that is set up.
    """

    def __init__(
        self, ui: RollContext, game: NewGame, seating: SeatingPresenter, hints: HintsPresenter
    ) -> None:
        self._ui = ui
        self._game = game
        self._seating = seating
        self._hints = hints

    def ask_about(self, on: StackedPages, seat: int) -> None:
        """Show the page of a seat."""
        on.open(self.page, on, seat)

    def page(self, on: StackedPages, seat: int) -> Page:
        """Return the options of a seat."""
        translate, row = self._ui.translate, self._game.at(seat)
        player = None if self._ui.sets_up else self._ui.seat(seat)
        side = Side(do(self.ask_name, on, seat), translate("Name"), "pencil")
        return Page(
            translate("Seat %(number)s", number=seat),
            row.shown_name if player is None else player.name,
            Form(tuple(self._fields(seat, new=player is None))),
            side=(side,) if player is None else (),
            main=Main(translate("Done"), do(on.back, "done"), "tick"),
        )

    def _fields(self, seat: int, *, new: bool) -> Iterator[Field]:
        if new:
            colours = (self._colour(seat, colour) for colour in COLOURS)
            yield Field(self._ui.translate("Colour"), choices=tuple(colours))
        if self._ui.sets_up and not self._game.all_rules:
            return  # without tracking there are neither computer players nor hints
        yield from self._seating.fields(seat)
        if self._seating.at(seat) is None:
            yield self._hints.field(seat)

    def _colour(self, seat: int, colour: str) -> Choice:
        chosen, badge = colour == self._game.at(seat).colour, Seat(seat, "", colour).badge()
        return Choice(do(self._game.recolour, seat, colour), "", (badge,), chosen=chosen)

    def ask_name(self, on: StackedPages, seat: int) -> None:
        """Ask what the player is called; an empty name restores the default."""
        on.typing = Typing(self._game.at(seat).name)
        on.open(self.name, on, seat)

    def name(self, on: StackedPages, seat: int) -> Page:
        """Return the keyboard for the name of a seat."""
        used = {row.shown_name for row in self._game.seats()}
        take = do(self.rename, on, seat)
        return name_page(self._ui, on.typing, self._game.at(seat).shown_name, used, take)

    def rename(self, on: StackedPages, seat: int, name: str) -> None:
        """Call the player so."""
        self._game.rename(seat, name)
        on.back()
