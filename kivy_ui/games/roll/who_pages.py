"""Who plays a seat: a person, with or without hints, or a computer player; before and in a game."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.roll.model.seating import LEVELS, STYLES
from kivy_ui.common.fields import one_of
from kivy_ui.common.naming import ask_name
from kivy_ui.common.player_group import COLOURS
from kivy_ui.common.stacked_pages import Over, StackedPages, do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.hints import HintsPresenter
from kivy_ui.games.roll.new_game import NewGame
from kivy_ui.pages.forms import Choice, Field, Form
from kivy_ui.pages.page import Main, Page, Seat, Side


class WhoPages(Over):
    """Asks who plays a seat, over the pages of what asks; every touch takes effect at once.

    Args:
        ui: context of the presenters.
        game: the game that is set up, and the computer players of the running one.
        hints: what is chosen for a person.
    """

    def __init__(self, ui: RollContext, game: NewGame, hints: HintsPresenter) -> None:
        self._ui = ui
        self._game = game
        self._hints = hints

    def ask_about(self, on: StackedPages, seat: int) -> None:
        """Show the page of a seat."""
        on.open(self.page, on, seat)

    def page(self, on: StackedPages, seat: int) -> Page:
        """Return the options of a seat."""
        translate, row = self._ui.translate, self._game.at(seat)
        player = None if self._ui.sets_up else self._ui.seat(seat)
        side = Side(do(self.ask_name, on, seat), translate("Name"), "pencil")
        name = row.shown_name if player is None else player.name
        return Page(
            translate("Seat %(number)s", number=seat),
            translate("%(name)s: who plays here?", name=name),
            Form(tuple(self._fields(seat, new=player is None))),
            side=(side,) if player is None else (),
            main=Main(translate("Done"), do(on.back, "done"), "tick"),
        )

    def _fields(self, seat: int, *, new: bool) -> Iterator[Field]:
        translate, game = self._ui.translate, self._game
        if new:
            colours = (self._colour(seat, colour) for colour in COLOURS)
            yield Field(translate("Colour"), choices=tuple(colours))
        if self._ui.sets_up and not game.all_rules:
            return  # without tracking there are neither computer players nor hints
        now = game.computers.at(seat)
        levels = [("", translate("A person")), *((e, self._ui.words.of(e)) for e in LEVELS)]
        level = "" if now is None else now.level
        yield one_of(translate("Who plays?"), do(game.set_level, seat), levels, level)
        if now is None:
            yield self._hints.field(seat)
            return
        styles = [(style, self._ui.words.of(style)) for style in STYLES]
        yield one_of(translate("It likes"), do(game.set_style, seat), styles, now.style)
        dice = (
            (True, translate("rolled by the companion")),
            (False, translate("rolled on the table")),
        )
        virtual = game.computers.virtual_dice
        yield one_of(translate("Its dice"), game.set_virtual_dice, dice, virtual)

    def _colour(self, seat: int, colour: str) -> Choice:
        chosen, badge = colour == self._game.at(seat).colour, Seat(seat, "", colour).badge()
        return Choice(do(self._game.recolour, seat, colour), "", (badge,), chosen=chosen)

    def ask_name(self, on: StackedPages, seat: int) -> None:
        """Ask what the player is called; an empty name restores the default."""
        row, used = self._game.at(seat), [each.shown_name for each in self._game.seats()]
        ask_name(on, row.name, do(self._game.rename, seat), shown=row.shown_name, used=used)
