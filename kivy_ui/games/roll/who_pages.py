"""Who plays a seat: a person, with or without hints, or a computer player; before and in a game."""

from __future__ import annotations

from dataclasses import dataclass

from kivy_ui.common.page_source import Said
from kivy_ui.common.player_group import COLOURS
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.hints import HINTS_GROUP, HintsPresenter
from kivy_ui.games.roll.new_game import NewGame
from kivy_ui.games.roll.seating import SeatingPresenter, SeatOptions
from kivy_ui.pages.forms import Choice, Field, Form
from kivy_ui.pages.letters import Erase, Letter, Shift, Turn, Typing
from kivy_ui.pages.page import Card, Main, Page, Picture, Side

SCREEN = "who"
"""Name under which the window shows the pages."""
_COLOUR = "colour"


@dataclass(frozen=True, slots=True)
class Choose:
    """Key: an option of a group."""

    group: str
    key: str


@dataclass(frozen=True, slots=True)
class Rename:
    """Key: the name is typed."""


@dataclass(frozen=True, slots=True)
class Name:
    """Key: this is the name."""

    name: str


@dataclass(frozen=True, slots=True)
class Return:
    """Key: returns to where it was asked from, or from the name to the seat."""


class WhoPages:
    """Asks who plays a seat; every touch takes effect at once.

    Args:
        ui: context of the presenters.
        game: the game that is set up.
    """

    live = False

    def __init__(
        self, ui: RollContext, game: NewGame, seating: SeatingPresenter, hints: HintsPresenter
    ) -> None:
        self._ui = ui
        self._game = game
        self._seating = seating
        self._hints = hints
        self._seat = 1
        self._typing: Typing | None = None

    def ask(self, seat: int, *, name: bool = False) -> None:
        """Ask about a seat; *name* begins with its name."""
        self._seat = seat
        self._typing = Typing(self._game.at(seat).name) if name else None
        self._ui.detour(SCREEN, lambda: True)

    def enter(self) -> None:
        """Go on with the seat that is asked about."""

    def undo(self) -> None:
        """Do nothing: every choice can be chosen again."""

    def redo(self) -> None:
        """Do nothing."""

    def page(self) -> Page:
        """Return the options of the seat, or the keyboard for its name."""
        translate, row = self._ui.translate, self._game.at(self._seat)
        player = None if self._ui.sets_up else self._ui.seat(self._seat)
        name = row.shown_name if player is None else player.name
        if self._typing is not None:
            return self._name_page(name)
        fields = tuple(self._field(group) for group in self._groups())
        side: tuple[Side, ...] = ()
        if player is None:
            fields = (self._colours(row.colour), *fields)
            side = (Side(Rename(), translate("Name"), "pencil"),)
        return Page(
            translate("Seat %(number)s", number=self._seat),
            name,
            Form(fields),
            side=side,
            main=Main(translate("Done"), Return(), "tick"),
            can_undo=False,
        )

    def _name_page(self, name: str) -> Page:
        """Return the keyboard, with known names beside it."""
        translate, typing = self._ui.translate, self._typing or Typing()
        taken = {row.shown_name for row in self._game.seats()}
        known = [each for each in self._ui.settings.player_names if each not in taken]
        cards = tuple(Card(Name(each), (Picture("symbol/people"),), each) for each in known[:4])
        return Page(
            name,
            translate("What is the name?"),
            typing.body(translate("Name"), self._ui.language, cards),
            main=Main(translate("Done"), Name(typing.text), "tick"),
            back=Return(),
            can_undo=False,
        )

    def _groups(self) -> tuple[SeatOptions, ...]:
        if self._ui.sets_up and not self._game.all_rules:
            return ()  # without tracking there are neither computer players nor hints
        groups = self._seating.groups(self._seat)
        if self._seating.at(self._seat) is None:
            groups = (*groups, self._hints.options(self._seat))
        return groups

    def _colours(self, now: str) -> Field:
        number = str(self._seat)
        choices = tuple(
            Choice(Choose(_COLOUR, each), "", (Picture("seat", number=number, colour=each),),
                   chosen=each == now)
            for each in COLOURS
        )  # fmt: skip
        return Field(self._ui.translate("Colour"), choices=choices)

    @staticmethod
    def _field(group: SeatOptions) -> Field:
        return Field(
            group.label,
            choices=tuple(
                Choice(Choose(group.key, each.key), each.text, chosen=each.chosen)
                for each in group.options
            ),
        )

    def touch(self, key: object) -> Said:
        """Choose an option, type the name, or return."""
        match key:
            case Choose(group=group, key=chosen):
                self._choose(group, chosen)
            case Rename():
                self._typing = Typing(self._game.at(self._seat).name)
            case Letter() | Erase() | Shift() | Turn() if self._typing is not None:
                self._typing = self._typing.after(key)
            case Name(name=name):
                self._game.rename(self._seat, name)
                self._typing = None
            case Return() if self._typing is not None:
                self._typing = None
            case _:
                self._ui.turn_back()
        return None

    def _choose(self, group: str, key: str) -> None:
        if group == _COLOUR:
            self._game.recolour(self._seat, key)
        elif group == HINTS_GROUP:
            self._hints.choose(self._seat, key)
        else:
            self._seating.choose(self._seat, group, key)
