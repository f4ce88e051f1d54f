"""Who plays a seat: a person or a computer player, before the game and at any time later."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from companion.games.roll.model.commands import SeatComputers
from companion.games.roll.model.seating import LEVELS, STYLES, Computers, ComputerSeat
from companion.games.roll.model.steps import Step
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.texts.player_words import level_word, style_word

PERSON: Final = "person"
_USUAL_STYLE: Final = STYLES[0]
_VIRTUAL, _REAL = "virtual", "real"


@dataclass(frozen=True, slots=True)
class SeatOption:
    """A button: *key* stands for it."""

    key: str
    text: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class SeatOptions:
    """Buttons of which one holds."""

    key: str
    label: str
    options: tuple[SeatOption, ...]


class SeatingPresenter:
    """Behaviour of the panel that asks who plays a seat.

    Attributes:
        composed: who plays the next game's seats, as far as the companion does.

    Args:
        ui: the presenters' context.
        new_seed: makes the seed of a game's computer players.
    """

    def __init__(
        self, ui: RollContext, new_seed: Callable[[], str] = lambda: secrets.token_hex(4)
    ) -> None:
        self._ui = ui
        self._new_seed = new_seed
        view = ui.view
        self.composed = view.computers if view is not None else Computers()

    # --- the next game ---------------------------------------------------------------------------

    def composed_for(self, players: int) -> Computers:
        """Return who plays a new game of so many players, with a seed of its own."""
        seats = tuple(each for each in self.composed.seats if each.seat <= players)
        return replace(self.composed, seats=seats, seed=self._new_seed() if seats else "")

    def _composing(self) -> bool:
        return self._ui.visiting == "start" or self._ui.step in (Step.SETUP, Step.OVER)

    # --- what is shown ---------------------------------------------------------------------------

    def at(self, seat: int) -> ComputerSeat | None:
        """Return who plays a seat now, or in the game that is being composed."""
        return self._computers().at(seat)

    def groups(self, seat: int) -> tuple[SeatOptions, ...]:
        """Return what can be chosen for a seat."""
        translate, now = self._ui.translate, self.at(seat)
        level = PERSON if now is None else now.level
        who = [SeatOption(PERSON, translate("A person"), now is None)]
        who += [SeatOption(key, level_word(translate, key), key == level) for key in LEVELS]
        found = [SeatOptions("level", translate("Who plays?"), tuple(who))]
        if now is not None:
            styles = tuple(
                SeatOption(key, style_word(translate, key), key == now.style) for key in STYLES
            )
            virtual = self._computers().virtual_dice
            dice = (
                SeatOption(_VIRTUAL, translate("rolled by the companion"), virtual),
                SeatOption(_REAL, translate("rolled on the table"), not virtual),
            )
            found.append(SeatOptions("style", translate("It likes"), styles))
            found.append(SeatOptions("dice", translate("Its dice"), dice))
        return tuple(found)

    # --- what can be done ------------------------------------------------------------------------

    def choose(self, seat: int, group: str, key: str) -> None:
        """Choose a button of a group."""
        computers, now = self._computers(), self.at(seat)
        if group == "dice":
            computers = replace(computers, virtual_dice=key == _VIRTUAL)
        else:
            others = tuple(each for each in computers.seats if each.seat != seat)
            style = key if group == "style" else now.style if now is not None else _USUAL_STYLE
            level = now.level if group == "style" and now is not None else key
            mine = () if level == PERSON else (ComputerSeat(seat, level, style),)
            seats = tuple(sorted((*others, *mine), key=lambda each: each.seat))
            computers = replace(computers, seats=seats)
        if computers == self._computers():
            return
        if self._composing():
            self.composed = computers
        else:
            seed = computers.seed or self._new_seed()
            self._ui.port.post(SeatComputers(replace(computers, seed=seed)))

    def _computers(self) -> Computers:
        view = self._ui.view
        return self.composed if self._composing() or view is None else view.computers
