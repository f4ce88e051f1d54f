"""The pages of the reveal: each mat as it was read, doubtful dice first, or entered by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from companion.games.roll.model.dice import DieType
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
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.mats import dice_pages
from kivy_ui.games.roll.mats.dice_pages import (
    Close,
    Correction,
    LyingDice,
    ShowDie,
    Shown,
    ShowPhase,
    opened,
)
from kivy_ui.games.roll.mats.learning import LearningPresenter, Lesson
from kivy_ui.games.roll.mats.mat_pages import (
    MatAction,
    Tab,
    hand_page,
    head,
    left_of,
    looking_page,
    other_light,
    read_page,
    spare_page,
    to_go,
)
from kivy_ui.games.roll.mats.mat_verdict import check
from kivy_ui.pages.page import Card, Cards, Chip, Main, Page, Picture
from kivy_ui.pages.photos import At
from kivy_ui.pages.scores import Next

SPARE: Final = 0
"""Tab of the spare die of two players; the other tabs are seats."""


class RevealPages:
    """Shows one mat at a time: the chosen one, else the most urgent one.

    Args:
        ui: context of the presenters.
        learning: asks whether corrections are examples.
        take_light: adapts a profile to the light.
        steps: of the game, to be undone.
    """

    def __init__(
        self,
        ui: RollContext,
        learning: LearningPresenter,
        take_light: Callable[[str], None],
        steps: Steps,
    ) -> None:
        self._ui = ui
        self._learning = learning
        self._take_light = take_light
        self.undo, self.redo = steps.undo, steps.redo
        self._by_hand = False
        self._kind: DieType | None = None
        self._open: tuple[Shown, ...] = ()
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
        """Begin with what is most urgent."""
        self._by_hand, self._kind, self._open = False, None, ()

    # --- which mat -----------------------------------------------------------------------------

    @property
    def _tab(self) -> int:
        """The chosen mat while it lasts, else the most urgent one, else the first."""
        numbers = self._numbers()
        if self._ui.mat_tab in numbers:
            return self._ui.mat_tab or SPARE
        return next(iter((*self._waiting(), *numbers)), SPARE)

    def _numbers(self) -> tuple[int, ...]:
        """Return the seats in their order at the table; two players have the spare die (R-4.2)."""
        view = self._ui.view
        seats = sorted(seat.seat for seat in (view.seats if view is not None else ()))
        return (*seats, SPARE) if len(seats) == 2 else tuple(seats)

    def _waiting(self) -> list[int]:
        return [number for number in self._numbers() if not self._is_fine(number)]

    @property
    def _seat(self) -> SeatView | None:
        return self._ui.seat(self._tab)

    def _is_fine(self, number: int) -> bool:
        view, seat = self._ui.view, self._ui.seat(number)
        if number == SPARE:
            return view is not None and view.spare_die is not None
        if seat is None or not seat.recorded or self._is_entering(seat):
            return False
        return not (check(self._ui, seat).do or any(die.doubtful for die in seat.dice))

    def _is_entering(self, seat: SeatView) -> bool:
        """Whether dice of a mat are still to be entered by hand."""
        if self._ui.port.mat_picture(seat.seat) is not None:
            return False
        if not seat.recorded:
            return self._by_hand or self._camera is DeviceState.ABSENT
        if seat.tracking is not None:
            return bool(seat.tracking.not_on_mat)
        return self._mat(seat) in self._begun

    def _mat(self, seat: SeatView) -> tuple[object, ...]:
        view = self._ui.view
        return self._ui.update.game_id, view and view.round, seat.seat

    @property
    def _camera(self) -> DeviceState:
        return self._ui.port.latest_scan().camera

    # --- what is shown -------------------------------------------------------------------------

    def page(self) -> Page:
        """Return what has to be looked at next."""
        self._follow()
        self._shown_camera = self._camera
        seat, shown = self._seat, self._open[-1] if self._open else None
        page = self._lesson() if self._learning.question else self._page(seat, shown)
        page = replace(page, can_undo=self._ui.update.can_undo)
        if isinstance(shown, ShowDie) and not self._learning.question:
            return page
        back = page.back
        if back is None and self._ui.visiting is not None:
            back = Visit(None)
        return replace(page, chips=(*self._chips(), *page.chips), back=back)

    def _page(self, seat: SeatView | None, shown: Shown | None) -> Page:
        ui, above = self._ui, self._above
        if seat is None:
            return spare_page(ui, above, self._next())
        if shown is not None:
            return dice_pages.page(ui.words, above, self._lying(seat), shown)
        if self._is_entering(seat):
            back = MatAction.BY_HAND if self._by_hand and not seat.recorded else None
            return replace(hand_page(ui, above, seat, self._next_kind(seat)), back=back)
        if not seat.recorded:
            return looking_page(ui, above, seat, self._awaited())
        onward = self._awaited() if check(ui, seat).do else self._next()
        return read_page(ui, above, seat, self._lying(seat), onward)

    def _follow(self) -> None:
        """Forget what was open of another mat, or of one that was recorded anew."""
        seat = self._seat
        of = self._tab, seat is not None and seat.recorded, len(seat.dice) if seat else 0
        if of != self._of:
            self._by_hand = self._by_hand and of[0] == (self._of or of)[0]
            self._of, self._open = of, ()

    @property
    def _above(self) -> str:
        translate, view = self._ui.translate, self._ui.view
        begun = translate("Round %(number)s", number=view.round if view is not None else 0)
        return f"{begun} \N{MIDDLE DOT} {translate('Reveal')}"

    def _chips(self) -> Iterator[Chip]:
        shown, waiting = self._tab, self._waiting()
        for number in self._numbers():
            seat = self._ui.seat(number)
            yield Chip(
                picture=Picture("die/home") if seat is None else None,
                seat=None if seat is None else head(seat),
                key=Tab(number),
                chosen=number == shown,
                done=number not in waiting,
            )

    def _lesson(self) -> Page:
        cards = tuple(Card(key, (), text) for key, text in self._learning.choices())
        return Page(self._above, self._learning.question, Cards(cards))

    def _lying(self, seat: SeatView) -> LyingDice:
        cup = seat.tracking.cup if seat.tracking is not None else ()
        seen = self._ui.port.mat_picture(seat.seat)
        return LyingDice(head(seat), seat.dice, seen, cup, self._next_kind(seat))

    def _next_kind(self, seat: SeatView) -> DieType:
        """Return the chosen kind of die while there is one left, else the first that is."""
        left = left_of(seat)
        kinds = [kind for kind in DieType if left[kind]]
        return self._kind if self._kind in kinds else next(iter(kinds), DieType.HOME)

    def _awaited(self) -> Main:
        return Main(to_go(self._ui, len(self._waiting())))

    def _next(self) -> Main:
        """Return the next step: another mat that waits, else the end of the reveal."""
        translate, waiting = self._ui.translate, self._waiting()
        others = [number for number in waiting if number != self._tab]
        if others:
            seat = self._ui.seat(others[0])
            name = translate("Spare die") if seat is None else seat.name
            return Main(translate("Next: %(name)s", name=name), Next(Tab(others[0])))
        if waiting or not self._ui.revealed:
            return self._awaited()
        return Main(translate("Confirm"), ConfirmReveal(), "tick")

    # --- touches -------------------------------------------------------------------------------

    def touch(self, key: Any) -> Said:
        """Open something, correct a die, or go on."""
        seat = self._seat
        match key:
            case Tab(number=number) | Next(key=Tab(number=number)):
                self._ui.mat_tab = number
                self.enter()
            case DieType():
                self._kind = key
            case MatAction():
                self._do(key)
            case ShowPhase() | ShowDie() | Close():
                self._open = opened(self._open, key)
            case AddDie() | CorrectDie() | RemoveDie() if seat is not None:
                self._correct(seat, key)
            case RecordSpareDie() | ConfirmReveal():
                self._ui.mat_tab = None
                self._ui.port.post(key)
            case At(x=x, y=y) if seat is not None:
                touched = self._lying(seat).nearest(x, y)
                self._open = self._open if touched is None else (touched,)
            case str():
                self._learning.answer(key)
            case _:
                pass
        return None

    def _do(self, action: MatAction) -> None:
        seat = self._seat
        match action:
            case MatAction.BY_HAND:
                self._by_hand = not self._by_hand
            case MatAction.ENTERED:
                self._begun -= {seat and self._mat(seat)}
            case MatAction.RESCAN:
                self._ui.port.rescan(self._tab or None)
            case MatAction.TAKE_LIGHT:
                self._take_light(other_light(self._ui))

    def _correct(self, seat: SeatView, command: Correction) -> None:
        """Send a correction, then show the most urgent mat; one that is entered stays."""
        was_open, self._open = self._open, ()
        if isinstance(command, AddDie) and not was_open:
            self._begun |= {self._mat(seat)}
        else:
            self._ui.mat_tab = None
        self._ui.port.post(command)
        if was_open:
            self._learning.corrected(_lesson(seat, command))


def _lesson(seat: SeatView, command: Correction) -> Lesson | None:
    """Return what a correction teaches about a die that was read; None for nothing."""
    if not isinstance(command, CorrectDie) or not seat.dice[command.index].mark:
        return None
    die = command.die
    return seat.dice[command.index].mark, die.type.value, die.face.value
