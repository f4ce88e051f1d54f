"""Player type of a seat (person or computer player), before and during the game."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from companion.games.roll.model.seating import LEVELS, STYLES, Computers, ComputerSeat
from companion.games.roll.phases.set_up import SeatComputers
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.texts.player_words import level_word, style_word

PERSON: Final = "person"
_USUAL_STYLE: Final = STYLES[0]
_VIRTUAL, _REAL = "virtual", "real"


@dataclass(frozen=True, slots=True)
class SeatOption:
    """A button, identified by *key*."""

    key: str
    text: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class SeatOptions:
    """A group of buttons of which exactly one is chosen."""

    key: str
    label: str
    options: tuple[SeatOption, ...]


class SeatingPresenter:
    """Presenter of the panel that sets the player type of a seat.

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

    # --- the next game ---------------------------------------------------------------------------

    def composed_for(self, players: int) -> Computers:
        """Return the computer players of a new game with *players* seats, with a new seed."""
        seats = tuple(each for each in self.composed.seats if each.seat <= players)
        return replace(self.composed, seats=seats, seed=self._new_seed() if seats else "")

    # --- page content ----------------------------------------------------------------------------

    def at(self, seat: int) -> ComputerSeat | None:
        """Return a seat's computer player in the current game or the one being set up."""
        return self._computers().at(seat)

    def groups(self, seat: int) -> tuple[SeatOptions, ...]:
        """Return the groups of options of a seat."""
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

    # --- input -----------------------------------------------------------------------------------

    def choose(self, seat: int, group: str, key: str) -> None:
        """Choose an option of a group."""
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
        if self._ui.sets_up:
            self.composed = computers
        else:
            seed = computers.seed or self._new_seed()
            self._ui.port.post(SeatComputers(replace(computers, seed=seed)))

    def _computers(self) -> Computers:
        view = self._ui.view
        return self.composed if self._ui.sets_up or view is None else view.computers
