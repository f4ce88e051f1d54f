"""Hints for a human player's decision, as text.

Before Reveal the player enters the rolled faces privately. They are kept here and are not part of
the game state, so that computer players cannot know them. Later all dice are open.
"""

from collections.abc import Iterator
from typing import Final

from companion.games.roll.model.dice import DieType
from companion.games.roll.model.holdings import RolledDie
from companion.games.roll.model.state import Step
from companion.games.roll.view.table_view import SeatTracking, SeatView
from companion.players.hints import (
    Hint,
    MoveHint,
    Option,
)
from companion.preferences import HINTS
from kivy_ui.common.background_task import BackgroundTask
from kivy_ui.common.fields import one_of
from kivy_ui.common.numbers import signed_decimal
from kivy_ui.common.stacked_pages import do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.texts.book import BOOK
from kivy_ui.games.roll.texts.event_text import proposal
from kivy_ui.pages.forms import Field
from kivy_ui.pages.listing import List, Row
from kivy_ui.pages.page import Note, Page, Picture

LEARNING_ROUNDS: Final = 5
"""Number of rounds with hints in learning mode."""

_OFF, _LEARNING, _ALWAYS = HINTS
_About = tuple[object, ...]
"""Cache key of hints: game, round and cup, or game and version."""


class HintsPresenter:
    """Presenter of hints: when a player may ask, and the texts."""

    def __init__(self, ui: RollContext) -> None:
        self._ui = ui
        self._asked: dict[int, BackgroundTask[tuple[Option, ...]]] = {}

    # --- the setting -----------------------------------------------------------------------------

    def mode(self, seat: int) -> str:
        modes = self._ui.preferences.hints
        return modes[seat - 1] if seat <= len(modes) else _OFF

    def field(self, seat: int) -> Field:
        """Return the hint modes to choose from for a seat."""
        translate = self._ui.translate
        rounds = translate("learning: rounds 1 to %(number)s", number=LEARNING_ROUNDS)
        modes = zip(HINTS, (translate("off"), rounds, translate("always")), strict=True)
        return one_of(translate("Hints"), do(self.choose, seat), modes, self.mode(seat))

    def choose(self, seat: int, mode: str) -> None:
        """Set a seat's hint mode; an entered roll is discarded."""
        ui = self._ui
        modes = list(ui.preferences.hints)
        modes += [_OFF] * (seat - len(modes))
        modes[seat - 1] = mode
        ui.choose(hints=tuple(modes))
        self._asked.pop(seat, None)

    # --- questions -------------------------------------------------------------------------------

    def may_ask(self, seat: int) -> bool:
        """Return whether this player can get hints now: to assign dice, or to decide in a phase."""
        view, mode = self._ui.view, self.mode(seat)
        learning = mode == _LEARNING and view is not None and view.round <= LEARNING_ROUNDS
        return (mode == _ALWAYS or learning) and (bool(self._cup(seat)) or self._decides(seat))

    def asks_roll(self, seat: int) -> bool:
        """Return whether the player must first enter the rolled faces."""
        return bool(self._cup(seat)) and not self._is_asked(seat)

    def ask(self, seat: int, dice: tuple[RolledDie, ...] = ()) -> None:
        """Start the search for the best options unless it is already running.

        Args:
            dice: the rolled dice; empty in a phase and in Manage Empire.
        """
        if not dice and self._is_asked(seat):
            return
        giver, game = self._ui.settings.services.hints, self._ui.update.game_id or ""

        def find() -> tuple[Option, ...]:
            return giver.hints(game, seat, dice) if dice else giver.move_hints(game, seat)

        self._asked[seat] = BackgroundTask("hints", ())
        self._asked[seat].start(find, self._about(seat))

    def busy(self, seat: int) -> bool:
        return seat in self._asked and self._asked[seat].busy

    # --- page content ----------------------------------------------------------------------------

    def page(self, seat: SeatView) -> Page | None:
        """Return the best options, which are looked for at once; None if nobody may ask."""
        if not self.may_ask(seat.seat) or self.asks_roll(seat.seat):
            return None
        self.ask(seat.seat)
        note = Note((self._said(seat.seat),), icon="symbol/info")
        asked = self._ui.translate("%(name)s: hints", name=seat.name)
        return Page("", asked, List(self.rows(seat.seat)), note=note)

    def _said(self, seat: int) -> str:
        translate = self._ui.translate
        if self.busy(seat):
            return translate("Looking for the best options ...")
        if not self._asked[seat].result:
            return translate("There are no hints here.")
        if self._cup(seat):
            return translate("The symbol is the phase to select, the number the win chance.")
        return translate("The number is the win chance.")

    def rows(self, seat: int) -> tuple[Row, ...]:
        """Return the options, the best one first: what to do, why, the chance to win."""
        if self.busy(seat) or not self._is_asked(seat):
            return ()
        return tuple(self._row(option) for option in self._asked[seat].result)

    def _row(self, option: Option) -> Row:
        value, difference = f"{round(100 * option.chance)}%", round(100 * option.difference, 1)
        if difference:
            value += f" ({signed_decimal(self._ui.language, difference)})"
        if isinstance(option, Hint):
            picture = Picture(f"phase/{option.selected.value}/active")
            return Row(None, self._mat(option), (picture,), self._reason(option), value=value)
        title = proposal(self._ui.told, option.move) if isinstance(option, MoveHint) else ""
        return Row(None, title, (), self._reason(option), value=value)

    def _mat(self, hint: Hint) -> str:
        words = self._ui.words
        places = [(words.of(phase), count) for phase, count in hint.workers]
        if hint.dictated:
            places.append((words.translate("Dictate"), hint.dictated))
        return ", ".join(f"{place} {count}" for place, count in places)

    def _reason(self, option: Option) -> str:
        translate, words = self._ui.translate, self._ui.words
        gains = ", ".join(self._gains(option)) or translate("no gain")
        if not isinstance(option, Hint):
            return translate("By the end of the round: %(gains)s.", gains=gains)
        return translate(
            "Probably active: %(phases)s; then %(gains)s.",
            phases=", ".join(words.of(phase) for phase in option.active),
            gains=gains,
        )

    def _gains(self, option: Option) -> Iterator[str]:
        for key, count in option.gains:
            yield self._ui.translate(BOOK["gains"][key], count=count)

    def _is_asked(self, seat: int) -> bool:
        asked = self._asked.get(seat)
        return asked is not None and asked.about == self._about(seat)

    def _about(self, seat: int) -> _About:
        ui, cup = self._ui, self._cup(seat)
        if cup:
            return ui.update.game_id, ui.view.round if ui.view is not None else 0, cup
        return ui.update.game_id, ui.update.version

    def _tracking(self, seat: int) -> SeatTracking | None:
        player = self._ui.seat(seat)
        return None if player is None or player.computer is not None else player.tracking

    def _cup(self, seat: int) -> tuple[DieType, ...]:
        """Return the dice that a human player has to assign now."""
        tracked = self._tracking(seat)
        return tracked.cup if tracked is not None and self._ui.step is Step.ASSIGN else ()

    def _decides(self, seat: int) -> bool:
        tracked = self._tracking(seat)
        working = self._ui.step in (Step.PHASE, Step.MANAGE)
        return working and tracked is not None and tracked.decides
