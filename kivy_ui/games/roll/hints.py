"""Hints for a person's roll, in words; the person says what was rolled, and nobody else is told.

The roll stays here and is no part of the game: computer players cannot know it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from companion.games.roll.model.dice import DieType
from companion.games.roll.model.holdings import RolledDie
from companion.games.roll.model.steps import Step
from companion.i18n import N_
from companion.players.hints import BUILDERS, CHIPS, CUP, GOODS, TILES, ZONE, Hint
from kivy_ui.common.numbers import signed
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.rolling import RollEntry
from kivy_ui.games.roll.seating import SeatOption, SeatOptions
from kivy_ui.settings import HINTS

HINTS_GROUP: Final = "hints"
LEARNING_ROUNDS: Final = 5
"""As long somebody learns."""

_OFF, _LEARNING, _ALWAYS = HINTS
_GAINS: Final = {
    TILES: N_("tiles completed %(count)s"),
    CHIPS: N_("VP chips %(count)s"),
    GOODS: N_("goods %(count)s"),
    ZONE: N_("new tiles to build %(count)s"),
    BUILDERS: N_("workers on tiles to build %(count)s"),
    CUP: N_("dice for the next round %(count)s"),
}

_Roll = tuple[str | None, int, tuple[DieType, ...]]
"""Game, round and cup that a roll belongs to."""


@dataclass(frozen=True, slots=True)
class HintLine:
    """An option: key of the phase to select, where the dice go, why, chance to win."""

    phase: str
    title: str
    reason: str
    value: str


class _Asked:
    """A roll and the options for it, which are found on a thread."""

    def __init__(self, ui: RollContext, roll: _Roll, seat: int, dice: tuple[RolledDie, ...]):
        self.roll = roll
        self.found: tuple[Hint, ...] = ()
        giver = ui.settings.services.hints

        def find() -> None:
            self.found = giver.hints(roll[0] or "", seat, dice)

        self.thread = threading.Thread(target=find, name="hints", daemon=True)
        self.thread.start()


class HintsPresenter:
    """When a player may ask for hints, and what is said then.

    Args:
        ui: the presenters' context.
    """

    def __init__(self, ui: RollContext) -> None:
        self._ui = ui
        self._asked: dict[int, _Asked] = {}

    # --- the setting -----------------------------------------------------------------------------

    def mode(self, seat: int) -> str:
        """Return when the player at a seat may ask: one of ``HINTS``."""
        modes = self._ui.look.hints
        return modes[seat - 1] if seat <= len(modes) else _OFF

    def options(self, seat: int) -> SeatOptions:
        """Return what can be chosen for a seat."""
        translate, now = self._ui.translate, self.mode(seat)
        rounds = translate("learning: rounds 1 to %(number)s", number=LEARNING_ROUNDS)
        words = (translate("off"), rounds, translate("always"))
        buttons = tuple(
            SeatOption(key, word, key == now) for key, word in zip(HINTS, words, strict=True)
        )
        label = translate("Hints while the name is held")
        return SeatOptions(HINTS_GROUP, label, buttons)

    def choose(self, seat: int, mode: str) -> None:
        """Choose when the player may ask; a roll that was entered is forgotten."""
        ui = self._ui
        modes = list(ui.look.hints)
        modes += [_OFF] * (seat - len(modes))
        modes[seat - 1] = mode
        ui.look = replace(ui.look, hints=tuple(modes))
        ui.settings.services.remember(ui.look)
        self._asked.pop(seat, None)

    # --- asking ----------------------------------------------------------------------------------

    def may_ask(self, seat: int) -> bool:
        """Whether there are hints for this person now: while everybody assigns dice."""
        view, mode = self._ui.view, self.mode(seat)
        learning = mode == _LEARNING and view is not None and view.round <= LEARNING_ROUNDS
        return (mode == _ALWAYS or learning) and bool(self._roll(seat)[2])

    def has_roll(self, seat: int) -> bool:
        """Whether the player has said what was rolled in this round."""
        asked = self._asked.get(seat)
        return asked is not None and asked.roll == self._roll(seat)

    def entry(self, seat: int) -> RollEntry:
        """Return the dice that the player says the faces of."""
        note = self._ui.translate("Then hold the name again: hints show as long as you hold it.")
        return RollEntry(seat, lambda: self._roll(seat)[2], lambda dice: self.ask(seat, dice), note)

    def ask(self, seat: int, dice: tuple[RolledDie, ...]) -> None:
        """Begin to look for the best options."""
        self._asked[seat] = _Asked(self._ui, self._roll(seat), seat, dice)

    def busy(self, seat: int) -> bool:
        """Whether the options are still looked for."""
        return seat in self._asked and self._asked[seat].thread.is_alive()

    def wait(self, seat: int, timeout_s: float = 30.0) -> None:
        """Wait until the options are found."""
        self._asked[seat].thread.join(timeout_s)

    # --- what is shown ---------------------------------------------------------------------------

    def text(self, seat: int) -> str:
        """Return what stands above the options."""
        translate = self._ui.translate
        if self.busy(seat):
            return translate("Looking for the best options ...")
        if not self.has_roll(seat) or not self._asked[seat].found:
            return translate("There are no hints for this roll.")
        return translate("The symbol is the phase to select, the number the chance to win.")

    def lines(self, seat: int) -> tuple[HintLine, ...]:
        """Return the options, the best one first."""
        if self.busy(seat) or not self.has_roll(seat):
            return ()
        return tuple(self._line(hint) for hint in self._asked[seat].found)

    def _line(self, hint: Hint) -> HintLine:
        words = self._ui.words
        places = [(words.phase(phase), count) for phase, count in hint.workers]
        if hint.dictated:
            places.append((words.translate("Dictate"), hint.dictated))
        title = ", ".join(f"{place} {count}" for place, count in places)
        value = f"{round(100 * hint.chance)} %"
        difference = round(100 * hint.difference)
        if difference:
            value += f" ({signed(difference)})"
        return HintLine(hint.selected.value, title, self._reason(hint), value)

    def _reason(self, hint: Hint) -> str:
        translate, words = self._ui.translate, self._ui.words
        return translate(
            "Probably active: %(phases)s; then %(gains)s.",
            phases=", ".join(words.phase(phase) for phase in hint.active),
            gains=", ".join(self._gains(hint)) or translate("no gain"),
        )

    def _gains(self, hint: Hint) -> Iterator[str]:
        for key, count in hint.gains:
            yield self._ui.translate(_GAINS[key], count=count)

    def _roll(self, seat: int) -> _Roll:
        ui = self._ui
        player = ui.seat(seat)
        tracked = None if player is None or player.computer is not None else player.tracking
        assigning = ui.view is not None and ui.step is Step.ASSIGN and tracked is not None
        cup = tracked.cup if assigning and tracked is not None else ()
        return ui.update.game_id, ui.view.round if ui.view is not None else 0, cup
