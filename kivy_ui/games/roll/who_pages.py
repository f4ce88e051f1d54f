"""Who plays a seat: a person, with or without hints, or a computer player; before and in a game."""

from collections.abc import Iterator
from typing import Final

from companion.games.roll.model.seating import LEVELS, STYLES, ComputerSeat
from kivy_ui.common.fields import one_of
from kivy_ui.common.naming import ask_name
from kivy_ui.common.player_group import COLOURS
from kivy_ui.common.stacked_pages import Over, StackedPages, do
from kivy_ui.common.usual_names import usual_name
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.hints import HintsPresenter
from kivy_ui.games.roll.new_game import NewGame
from kivy_ui.pages.forms import Choice, Field, Form
from kivy_ui.pages.page import Main, Page, Seat, Side

_MOST_KNOWN: Final = 3


class WhoPages(Over):
    """Asks who plays a seat, over the pages of what asks; every touch takes effect at once.

    Args:
        game: the game that is set up, and the computer players of the running one.
        hints: what is chosen for a person.
    """

    def __init__(self, ui: RollContext, game: NewGame, hints: HintsPresenter) -> None:
        self._ui = ui
        self._game = game
        self._hints = hints

    def ask_about(self, on: StackedPages, seat: int) -> None:
        on.open(self.page, on, seat)

    def page(self, on: StackedPages, seat: int) -> Page:
        translate, row = self._ui.translate, self._game.at(seat)
        player = None if self._ui.sets_up else self._ui.seat(seat)
        side = Side(do(self.ask_name, on, seat), translate("Name"), "pencil")
        name = row.shown_name if player is None else player.name
        return Page(
            translate("Seat %(number)s", number=seat),
            translate("%(name)s: who plays here?", name=name),
            Form(tuple(self._fields(seat, new=player is None))),
            side=(side,) if player is None else (),
            main=Main(translate("Done"), do(on.back, by="done"), "tick"),
        )

    def _fields(self, seat: int, *, new: bool) -> Iterator[Field]:
        translate, game = self._ui.translate, self._game
        tracked = game.all_rules or not self._ui.sets_up  # else neither computers nor hints
        now = game.computers.at(seat) if tracked else None
        if new and now is None:
            colours = (self._colour(seat, colour) for colour in COLOURS)
            yield Field(translate("Colour"), choices=tuple(colours))
        yield Field(translate("A person"), choices=tuple(self._people(seat, now, new=new)))
        if not tracked:
            return
        levels = ((each, self._ui.words.of(each)) for each in LEVELS)
        level = "" if now is None else now.level
        yield one_of(translate("A computer"), do(game.set_level, seat), levels, level)
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

    def _people(self, seat: int, now: ComputerSeat | None, *, new: bool) -> Iterator[Choice]:
        """Yield who may sit there: who does, and those who played before, in their colours."""
        game, others = self._game, {each.shown_name for each in self._game.seats()}
        player = None if new else self._ui.seat(seat)
        name = game.at(seat).name or usual_name(self._ui.translate, seat)
        name = name if player is None else player.name
        yield Choice(do(game.set_level, seat, ""), name, chosen=now is None)
        known = self._ui.known.players() if player is None else {}
        free = [(name, colour) for name, colour in known.items() if name not in others]
        for name, colour in free[:_MOST_KNOWN]:
            badge = (Seat(seat, "", colour).badge(),) if colour else ()
            yield Choice(do(self.sit_down, seat, name, colour), name, badge)

    def sit_down(self, seat: int, name: str, colour: str) -> None:
        """Seat somebody who is known, in his or her colour."""
        self._game.set_level(seat, "")
        self._game.rename(seat, name)
        if colour in COLOURS:
            self._game.recolour(seat, colour)

    def _colour(self, seat: int, colour: str) -> Choice:
        chosen, badge = colour == self._game.at(seat).colour, Seat(seat, "", colour).badge()
        return Choice(do(self._game.recolour, seat, colour), "", (badge,), chosen=chosen)

    def ask_name(self, on: StackedPages, seat: int) -> None:
        """Ask what the player is called; an empty name restores the default."""
        row, used = self._game.at(seat), [each.shown_name for each in self._game.seats()]
        ask_name(on, row.name, do(self._game.rename, seat), shown=row.shown_name, used=used)
