"""The pages of the reveal: each mat as it was read, doubtful dice first, or entered by hand."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.phases.reveal import (
    AddDie,
    ConfirmReveal,
    CorrectDie,
    RecordSpareDie,
    RemoveDie,
)
from companion.games.roll.view.table_view import SeatView
from companion.session.table_port import DeviceState
from kivy_ui.common.page_source import Said, Steps, Visit
from kivy_ui.common.stacked_pages import do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.looks import shown_seat
from kivy_ui.games.roll.mats.dice_pages import Correction, DicePages, LyingDice
from kivy_ui.games.roll.mats.learning import LearningPresenter, Lesson
from kivy_ui.games.roll.mats.mat_pages import (
    hand_page,
    left_of,
    looking_page,
    other_light,
    read_page,
    spare_page,
)
from kivy_ui.games.roll.mats.mat_verdict import check
from kivy_ui.games.roll.mats.summary import summary_page
from kivy_ui.pages.page import Chip, Main, Page, Picture

SPARE: Final = 0
"""Tab of the spare die of two players; the other tabs are seats."""


class RevealPages(DicePages):
    """Shows one mat at a time, the chosen one, else the most urgent one; all once they are read.

    Args:
        learning: asks whether corrections are examples.
    """

    ui: RollContext

    def __init__(
        self,
        ui: RollContext,
        learning: LearningPresenter,
        take_light: Callable[[str], None],
        steps: Steps,
    ) -> None:
        super().__init__(ui, steps)
        self._learning = learning
        self._take_light = take_light
        self._by_hand = False
        self._kind: DieType | None = None
        self._of: tuple[object, ...] = ()
        self._shown_camera: DeviceState | None = None
        self._begun: frozenset[tuple[object, ...]] = frozenset()
        """Mats that are being entered by hand, where it is not known how many dice there are."""

    @property
    def live(self) -> bool:
        """Whether the picture of the camera is shown, or the camera has come or gone."""
        seat = self._seat
        looking = seat is not None and not seat.recorded and not self._is_entering(seat)
        return looking or self._camera is not self._shown_camera

    def enter(self) -> None:
        super().enter()
        self._by_hand, self._kind = False, None

    # --- which mat -----------------------------------------------------------------------------

    @property
    def _tab(self) -> int:
        """The chosen mat while it lasts, else the most urgent one, else the first."""
        numbers = self._numbers()
        if self.ui.mat_tab in numbers:
            return self.ui.mat_tab or SPARE
        return next(iter((*self._waiting(), *numbers)), SPARE)

    def _numbers(self) -> tuple[int, ...]:
        """Return the seats in their order at the table; two players have the spare die (R-4.2)."""
        seats = tuple(seat.seat for seat in self.ui.seats)
        return (*seats, SPARE) if len(seats) == 2 else seats

    def _waiting(self) -> list[int]:
        return [number for number in self._numbers() if not self._is_fine(number)]

    @property
    def _seat(self) -> SeatView | None:
        return self.ui.seat(self._tab)

    def _is_fine(self, number: int) -> bool:
        view, seat = self.ui.view, self.ui.seat(number)
        if number == SPARE:
            return view is not None and view.spare_die is not None
        if seat is None or not seat.recorded or self._is_entering(seat):
            return False
        return not (check(self.ui, seat).do or any(die.doubtful for die in seat.dice))

    def _is_entering(self, seat: SeatView) -> bool:
        """Whether dice of a mat are still to be entered by hand."""
        if self.ui.port.mat_picture(seat.seat) is not None:
            return False
        if not seat.recorded:
            return self._by_hand or self._camera is DeviceState.ABSENT
        if seat.tracking is not None:
            return bool(seat.tracking.not_on_mat)
        return self._mat(seat) in self._begun

    def _mat(self, seat: SeatView) -> tuple[object, ...]:
        view = self.ui.view
        return self.ui.update.game_id, view and view.round, seat.seat

    @property
    def _camera(self) -> DeviceState:
        return self.ui.port.latest_scan().camera

    @property
    def _is_read(self) -> bool:
        """Whether all mats are consistent and known from the tracking or the camera."""
        view, seats = self.ui.view, self.ui.seats
        if view is None or not view.needs or view.needs[0].code != "confirm":
            return False
        seen = all(self.ui.port.mat_picture(seat.seat) is not None for seat in seats)
        return (seen or self.ui.counts_everything) and not any(check(self.ui, e).do for e in seats)

    # --- what is shown -------------------------------------------------------------------------

    def page(self) -> Page:
        seat = self._seat
        of = self._tab, seat is not None and seat.recorded, len(seat.dice) if seat else 0
        if of != self._of:  # what was open is of another mat, or of one that was recorded anew
            self._by_hand = self._by_hand and of[0] == (self._of or of)[0]
            self._of = of
            self._opened.clear()
        self._shown_camera = self._camera
        self.leads_to = None if self.ui.visiting is None else Visit(None)
        if self._by_hand and seat is not None and not seat.recorded:
            self.leads_to = do(self.toggle_by_hand)
        return super().page()

    def first(self) -> Page:
        """Return the page of the mat; before the phases all of them at once."""
        if self._learning.question:
            page = self._learning.page(self.above)
        elif self.ui.visiting is None and self._is_read:
            return summary_page(self.ui, self.above)
        else:
            page = self._of_mat(self._seat)
        return replace(page, chips=(*self._chips(), *page.chips))

    def _of_mat(self, seat: SeatView | None) -> Page:
        if seat is None:
            return spare_page(self, self._next())
        if self._is_entering(seat):
            return hand_page(self, seat, self._next_kind(seat))
        if not seat.recorded:
            return looking_page(self, seat)
        return read_page(self, seat, self._awaited() if check(self.ui, seat).do else self._next())

    def of_phase(self, phase: Phase | None) -> Page:
        """Ask which die of a phase is wrong, or for another mat."""
        return replace(super().of_phase(phase), chips=tuple(self._chips()))

    @property
    def above(self) -> str:
        return f"{self.ui.round_title} \N{MIDDLE DOT} {self.translate('Reveal')}"

    def _chips(self) -> Iterator[Chip]:
        shown, waiting = self._tab, self._waiting()
        for number in self._numbers():
            seat = self.ui.seat(number)
            yield Chip(
                picture=Picture("die/home") if seat is None else None,
                seat=None if seat is None else shown_seat(seat),
                key=do(self.show, number),
                chosen=number == shown,
                done=number not in waiting,
            )

    @property
    def lying(self) -> LyingDice:
        """The dice of the shown mat.

        Raises:
            LookupError: the spare die is shown.
        """
        seat = self._seat
        if seat is None:
            raise LookupError("no mat is shown")
        cup = seat.tracking.cup if seat.tracking is not None else ()
        seen = self.ui.port.mat_picture(seat.seat)
        return LyingDice(shown_seat(seat), seat.dice, seen, cup, self._next_kind(seat))

    def _next_kind(self, seat: SeatView) -> DieType:
        """Return the chosen kind of die while there is one left, else the first that is."""
        left = left_of(seat)
        kinds = [kind for kind in DieType if left[kind]]
        return self._kind if self._kind in kinds else next(iter(kinds), DieType.HOME)

    def _awaited(self) -> Main:
        count = len(self._waiting())
        return Main(self.translate.plural("%(count)s mat to go", "%(count)s mats to go", count))

    def _next(self) -> Main:
        """Return the next step: another mat that waits, else the end of the reveal."""
        translate, waiting = self.translate, self._waiting()
        others = [number for number in waiting if number != self._tab]
        if others:
            seat = self.ui.seat(others[0])
            name = translate("Spare die") if seat is None else seat.name
            key = do(self.show, others[0], by="next")
            return Main(translate("Next: %(name)s", name=name), key)
        if waiting or not self.ui.revealed:
            return self._awaited()
        return Main(translate("Confirm"), ConfirmReveal(), "tick")

    # --- touches -------------------------------------------------------------------------------

    def touch(self, key: Any) -> Said:
        match key:
            case AddDie() | CorrectDie() | RemoveDie():
                if self._seat is not None:
                    self._correct(self._seat, key)
            case RecordSpareDie() | ConfirmReveal():
                self.ui.mat_tab = None
                self.ui.port.post(key)
            case _:
                return super().touch(key)
        return None

    def show(self, number: int) -> None:
        """Show the mat of a seat, or the spare die."""
        self.ui.mat_tab = number
        self.enter()

    def choose(self, kind: DieType) -> None:
        self._kind = kind

    def toggle_by_hand(self) -> None:
        """Let the dice be entered by hand, or be read by the camera after all."""
        self._by_hand = not self._by_hand

    def entered(self) -> None:
        """Say that all dice of the mat are entered."""
        self._begun -= {self._seat and self._mat(self._seat)}

    def rescan(self) -> None:
        self.ui.port.rescan(self._tab or None)

    def take_light(self) -> None:
        """Adapt the profile in use to the light."""
        self._take_light(other_light(self.ui))

    def _correct(self, seat: SeatView, command: Correction) -> None:
        """Send a correction, then show the most urgent mat; one that is entered stays."""
        was_open = self.covered
        self._opened.clear()
        if isinstance(command, AddDie) and not was_open:
            self._begun |= {self._mat(seat)}
        else:
            self.ui.mat_tab = None
        self.ui.port.post(command)
        if was_open:
            self._learning.corrected(_lesson(seat, command))


def _lesson(seat: SeatView, command: Correction) -> Lesson | None:
    """Return what a correction teaches about a die that was read; None for nothing."""
    if not isinstance(command, CorrectDie) or not seat.dice[command.index].mark:
        return None
    die = command.die
    return seat.dice[command.index].mark, die.type.value, die.face.value
