"""Player type of a seat (person or computer player), before and during the game."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from companion.games.roll.model.seating import LEVELS, STYLES, Computers, ComputerSeat
from companion.games.roll.phases.set_up import SeatComputers
from kivy_ui.common.stacked_pages import do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.pages.forms import Choice, Field

PERSON: Final = "person"


def one_of(
    label: str, choose: Callable[..., Any], options: Iterable[tuple[Any, str]], now: object
) -> Field:
    """Return the field whose touches call *choose* with an option; *options* are (option, text)."""
    choices = (Choice(do(choose, each), text, chosen=each == now) for each, text in options)
    return Field(label, choices=tuple(choices))


class SeatingPresenter:
    """Sets the player type of a seat.

    Attributes:
        composed: the computer players of the next game.

    Args:
        ui: context of the presenters.
        new_seed: returns the random seed of a game's computer players.
    """

    def __init__(
        self, ui: RollContext, new_seed: Callable[[], str] = lambda: secrets.token_hex(4)
    ) -> None:
        self._ui = ui
        self._new_seed = new_seed
        view = ui.view
        self.composed = view.computers if view is not None else Computers()

    def composed_for(self, players: int) -> Computers:
        """Return the computer players of a new game with *players* seats, with a new seed."""
        seats = tuple(each for each in self.composed.seats if each.seat <= players)
        return replace(self.composed, seats=seats, seed=self._new_seed() if seats else "")

    def at(self, seat: int) -> ComputerSeat | None:
        """Return a seat's computer player in the current game or the one being set up."""
        return self._computers.at(seat)

    def fields(self, seat: int) -> Iterator[Field]:
        """Yield what can be chosen for a seat."""
        translate, now = self._ui.translate, self.at(seat)
        levels = [(PERSON, translate("A person"))]
        levels += [(level, self._ui.words.of(level)) for level in LEVELS]
        level = PERSON if now is None else now.level
        yield one_of(translate("Who plays?"), do(self.set_level, seat), levels, level)
        if now is not None:
            styles = [(style, self._ui.words.of(style)) for style in STYLES]
            yield one_of(translate("It likes"), do(self.set_style, seat), styles, now.style)
            dice = (
                (True, translate("rolled by the companion")),
                (False, translate("rolled on the table")),
            )
            virtual = self._computers.virtual_dice
            yield one_of(translate("Its dice"), self.set_virtual_dice, dice, virtual)

    def set_level(self, seat: int, level: str) -> None:
        """Seat a computer player of a level, or a person."""
        now = self.at(seat)
        style = STYLES[0] if now is None else now.style
        self._seat(seat, () if level == PERSON else (ComputerSeat(seat, level, style),))

    def set_style(self, seat: int, style: str) -> None:
        """Choose what the computer player of a seat likes."""
        now = self.at(seat)
        self._seat(seat, () if now is None else (replace(now, style=style),))

    def set_virtual_dice(self, virtual: bool) -> None:  # noqa: FBT001 - the value of a choice
        """Choose whether the companion rolls for the computer players."""
        self._choose(replace(self._computers, virtual_dice=virtual))

    def _seat(self, seat: int, mine: tuple[ComputerSeat, ...]) -> None:
        others = tuple(each for each in self._computers.seats if each.seat != seat)
        seats = tuple(sorted((*others, *mine), key=lambda each: each.seat))
        self._choose(replace(self._computers, seats=seats))

    def _choose(self, computers: Computers) -> None:
        """Take over the computer players: for the next game, or at once."""
        if computers == self._computers:
            return
        if self._ui.sets_up:
            self.composed = computers
        else:
            seed = computers.seed or self._new_seed()
            self._ui.port.post(SeatComputers(replace(computers, seed=seed)))

    @property
    def _computers(self) -> Computers:
        view = self._ui.view
        return self.composed if self._ui.sets_up or view is None else view.computers
