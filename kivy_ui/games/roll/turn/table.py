"""Table overview: seats with ready state and counters, and the five phases."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.games.roll.model.dice import Phase
from companion.games.roll.model.steps import Step
from companion.games.roll.phases.round import SignalReady, WithdrawReady
from companion.games.roll.view.camera import rolling_seat
from companion.games.roll.view.table_view import PhaseStatus, PhaseView, SeatView
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.texts.player_words import player_word
from kivy_ui.games.roll.turn.counters import CounterModel, CounterPresenter


@dataclass(frozen=True, slots=True)
class ReadyLight:
    """A seat's ready state; text and icon convey the same as the colour."""

    lit: bool
    word: str
    icon: str
    can_toggle: bool


@dataclass(frozen=True, slots=True)
class SeatNote:
    """Further information about a seat: an icon and a short text."""

    icon: str
    text: str


@dataclass(frozen=True, slots=True)
class SeatCard:
    """A seat on the table.

    Attributes:
        notes: further information.
        dice: the kinds of dice in the cup, if tracked.
        chance: chance to win in percent; None if it is not shown.
    """

    seat: int
    name: str
    colour: str
    light: ReadyLight
    counters: tuple[CounterModel, ...]
    notes: tuple[SeatNote, ...]
    dice: tuple[str, ...] = ()
    chance: int | None = None
    chance_text: str = ""


@dataclass(frozen=True, slots=True)
class PhaseTile:
    """One of the five phases: its status as a word, and who made it active (R-4.1, R-4.2).

    A phase of None is Manage Empire, which follows them.
    """

    phase: Phase | None
    numeral: str
    name: str
    word: str
    active: bool
    current: bool
    done: bool
    selected_by: tuple[int, ...]
    by_spare_die: bool


class TablePresenter:
    """Presenter of the table screen and of the seat panel."""

    def __init__(self, ui: RollContext) -> None:
        self._ui = ui
        self.counters = CounterPresenter(ui)

    def seats(self) -> tuple[SeatCard, ...]:
        """Return the seats in the order of the view."""
        view = self._ui.view
        return tuple(self._card(seat) for seat in view.seats) if view is not None else ()

    def seat(self, number: int) -> SeatCard | None:
        """Return one seat; None if it is empty."""
        return next((card for card in self.seats() if card.seat == number), None)

    def phases(self) -> tuple[PhaseTile, ...]:
        """Return the five phases in order; in Manage Empire, that as well."""
        view = self._ui.view
        if view is None:
            return ()
        tiles = tuple(self._tile(phase) for phase in view.phases)
        if view.step is not Step.MANAGE:
            return tiles
        past = (replace(tile, selected_by=(), by_spare_die=False) for tile in tiles)
        return (*past, self._managing())

    def _managing(self) -> PhaseTile:
        words = self._ui.words
        now = words.status(PhaseStatus.CURRENT)
        name = words.translate("Manage")
        return PhaseTile(None, "", name, now, True, True, False, (), by_spare_die=False)

    def must_roll(self, number: int) -> bool:
        """Return whether people have to roll this computer player's cup now."""
        view = self._ui.view
        rolling = rolling_seat(view) if view is not None else None
        return rolling is not None and rolling.seat == number

    def toggle_ready(self, number: int) -> None:
        """Signal or withdraw a seat's readiness; an empty seat is ignored."""
        card = self.seat(number)
        if card is not None:
            withdraw = card.light.lit
            self._ui.port.post(WithdrawReady(number) if withdraw else SignalReady(number))

    def _card(self, seat: SeatView) -> SeatCard:
        chance, translate = self._ui.win_percent(seat.seat), self._ui.translate
        to_win = "" if chance is None else translate("wins %(percent)s %%", percent=chance)
        return SeatCard(
            seat=seat.seat,
            name=seat.name,
            colour=seat.colour,
            light=self._light(seat),
            counters=self.counters.of_seat(seat),
            notes=tuple(self._notes(seat)),
            dice=tuple(die.value for die in seat.tracking.cup) if seat.tracking is not None else (),
            chance=chance,
            chance_text=to_win,
        )

    def _light(self, seat: SeatView) -> ReadyLight:
        translate = self._ui.translate
        command = WithdrawReady if seat.ready else SignalReady
        if self.must_roll(seat.seat):
            return ReadyLight(seat.ready, translate("Enter dice"), "pencil", can_toggle=True)
        if seat.ready:
            word, icon = translate("Ready"), "check"
        elif seat.computer is not None and self._ui.step is Step.ASSIGN:
            word, icon = translate("Choosing"), "robot"
        elif self._ui.may(command):
            word, icon = translate("Ready?"), "unchecked"
        else:
            word, icon = translate("Not ready"), "waiting"
        by_person = seat.computer is None
        return ReadyLight(seat.ready, word, icon, by_person and self._ui.may(command))

    def _notes(self, seat: SeatView) -> Iterator[SeatNote]:
        words = self._ui.words
        if seat.computer is not None:
            yield SeatNote("robot", player_word(words.translate, seat.computer))
        if seat.faction is not None:
            development = self._ui.tiles.catalog.faction(seat.faction).halves[0]
            yield SeatNote("tile", f"{seat.faction} {self._ui.tiles.name(development.key)}")
        if seat.home_world == "doomed_world":
            yield SeatNote("world/gray", words.translate("Doomed World"))
        if seat.selected is not None and self._ui.step is not Step.ASSIGN:
            phase = words.phase(seat.selected)
            yield SeatNote(seat.selected.value, words.translate("selects %(phase)s", phase=phase))
        if seat.to_cup and self._ui.step is Step.PHASE:
            dice = ", ".join(f"{number} {words.die(die)}" for die, number in seat.to_cup)
            yield SeatNote("cup", words.translate("back to the cup: %(dice)s", dice=dice))

    def _tile(self, phase: PhaseView) -> PhaseTile:
        words = self._ui.words
        live = (PhaseStatus.WAITING, PhaseStatus.CURRENT, PhaseStatus.DONE)
        return PhaseTile(
            phase=phase.phase,
            numeral=words.numeral(phase.phase),
            name=words.phase(phase.phase),
            word=words.status(phase.status),
            active=phase.status in live,
            current=phase.status is PhaseStatus.CURRENT,
            done=phase.status is PhaseStatus.DONE,
            selected_by=phase.selected_by,
            by_spare_die=phase.by_spare_die,
        )
