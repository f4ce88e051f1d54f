"""The pages of the reveal: each mat as it was read, doubtful dice first, or entered by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol, TypeAlias

from companion.errors import CompanionError
from companion.games.roll.model.dice import DieType, Phase, Place, PlacedDie
from companion.games.roll.phases.reveal import (
    AddDie,
    ConfirmReveal,
    CorrectDie,
    RecordSpareDie,
    RemoveDie,
)
from companion.games.roll.view.table_view import SeatView, TableView
from companion.session.table_port import DeviceState
from kivy_ui.asking.telling import halves
from kivy_ui.common.outlines import (
    CropModel,
    around,
)
from kivy_ui.common.page_source import Said, Steps, Visit
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.mats import die_pages
from kivy_ui.games.roll.mats.die_pages import DieDraft, Elsewhere, Kind, Lies, Remove, Shows
from kivy_ui.games.roll.mats.lying import usual
from kivy_ui.games.roll.mats.mat_pages import (
    Add,
    Agree,
    ByHand,
    Change,
    Colour,
    Entered,
    Look,
    Put,
    Rescan,
    Spare,
    Tab,
    TakeLight,
    Taught,
    column_page,
    hand_page,
    left_of,
    looking_page,
    mat_body,
    nearest_die,
    outlines_of,
    spare_page,
    to_go,
)
from kivy_ui.games.roll.mats.mat_verdict import is_inconsistent, trouble
from kivy_ui.games.roll.mats.scanning import other_light
from kivy_ui.pages.page import Card, Cards, Chip, Main, Note, Page, Picture, Seat, Side
from kivy_ui.pages.photos import At
from kivy_ui.pages.scores import Next

SPARE: Final = 0
"""Tab of the spare die of two players; the other tabs are seats."""

Lesson: TypeAlias = tuple[str, str, str]
"""Mark of a recorded die, its kind and its face as a person has corrected it."""


class Learning(Protocol):
    """Asks whether a correction may be used as an example."""

    error: CompanionError | None

    @property
    def question(self) -> str:
        """What is asked; empty for nothing."""
        ...

    def corrected(self, lesson: Lesson | None) -> None:
        """Handle a correction."""
        ...

    def choices(self) -> tuple[tuple[str, str], ...]:
        """Return the answers with their texts."""
        ...

    def answer(self, answer: str) -> None:
        """Take an answer."""
        ...


@dataclass(frozen=True, slots=True)
class Draft:
    """What is open of the shown mat.

    Attributes:
        by_hand: whether dice are entered although there is a camera.
        kind: of the next die that is entered; None for the first that is left.
        looks: whether the dice of a *phase* are shown.
        die: the die that is corrected or added.
    """

    by_hand: bool = False
    kind: DieType | None = None
    looks: bool = False
    phase: Phase | None = None
    die: DieDraft | None = None


class RevealPages:
    """Shows one mat at a time: the chosen one, else the most urgent one.

    Args:
        ui: context of the presenters.
        learning: asks whether corrections are examples.
        take_light: adapts a profile to the light.
        steps: of the game, to be undone.
    """

    def __init__(
        self, ui: RollContext, learning: Learning, take_light: Callable[[str], None], steps: Steps
    ) -> None:
        self._ui = ui
        self._learning = learning
        self._take_light = take_light
        self._steps = steps
        self._draft = Draft()
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
        self._draft = Draft()

    def undo(self) -> None:
        """Undo the game's last step."""
        self._steps.undo()

    def redo(self) -> None:
        """Redo the undone step."""
        self._steps.redo()

    # --- which mat -----------------------------------------------------------------------------

    @property
    def _view(self) -> TableView | None:
        return self._ui.view

    @property
    def _tab(self) -> int:
        """The chosen mat while it lasts, else the most urgent one, else the first."""
        numbers = self._numbers()
        if self._ui.mat_tab in numbers:
            return self._ui.mat_tab or SPARE
        waiting = (number for number in numbers if not self._is_fine(number))
        return next(waiting, numbers[0] if numbers else SPARE)

    def _numbers(self) -> tuple[int, ...]:
        seats = tuple(seat.seat for seat in self._seats())
        return (*seats, SPARE) if len(seats) == 2 else seats  # two players only

    def _seats(self) -> list[SeatView]:
        """Return the seats in their order at the table."""
        view = self._view
        return sorted(view.seats if view is not None else (), key=lambda seat: seat.seat)

    @property
    def _seat(self) -> SeatView | None:
        return self._ui.seat(self._tab)

    def _is_fine(self, number: int) -> bool:
        view, seat = self._view, self._ui.seat(number)
        if number == SPARE:
            return view is not None and view.spare_die is not None
        if view is None or seat is None or not seat.recorded or self._is_entering(seat):
            return False
        needs = [need for need in view.needs if need.seat == number and need.blocking]
        doubtful = any(die.doubtful for die in seat.dice)
        return not (needs or doubtful or is_inconsistent(self._ui, seat))

    def _is_entering(self, seat: SeatView) -> bool:
        """Whether dice of a mat are still to be entered by hand."""
        if self._ui.port.mat_picture(seat.seat) is not None:
            return False
        by_hand = self._draft.by_hand or self._camera is DeviceState.ABSENT
        if not seat.recorded:
            return by_hand
        if seat.tracking is not None:
            return bool(seat.tracking.not_on_mat)
        return self._mat(seat) in self._begun

    def _mat(self, seat: SeatView) -> tuple[object, ...]:
        return self._ui.update.game_id, self._view and self._view.round, seat.seat

    @property
    def _camera(self) -> DeviceState:
        return self._ui.port.latest_scan().camera

    # --- what is shown -------------------------------------------------------------------------

    def page(self) -> Page:
        """Return what has to be looked at next."""
        self._follow()
        self._shown_camera = self._camera
        seat, draft = self._seat, self._draft
        if self._learning.question:
            page = self._lesson()
        elif draft.die is not None:
            return replace(self._die(draft.die), can_undo=self._ui.update.can_undo)
        elif seat is None:
            page = spare_page(self._ui, self._above, self._next())
        elif draft.looks:
            page = column_page(self._ui, self._above, seat, draft.phase)
        elif self._is_entering(seat):
            page = hand_page(self._ui, self._above, seat, self._kind(seat))
            if draft.by_hand and not seat.recorded:
                page = replace(page, back=ByHand())
        elif seat.recorded:
            page = self._read(seat)
        else:
            page = looking_page(self._ui, self._above, seat, Main(self._awaited()))
        back = page.back
        if back is None and self._ui.visiting is not None:
            back = Visit(None)
        return replace(page, chips=(*self._chips(), *page.chips), back=back,
                       can_undo=self._ui.update.can_undo)  # fmt: skip

    def _follow(self) -> None:
        """Forget what was open of another mat, or of one that was recorded anew."""
        seat = self._seat
        of = self._tab, seat is not None and seat.recorded, len(seat.dice) if seat else 0
        if of != self._of:
            kind, by_hand = self._draft.kind, self._draft.by_hand and of[0] == (self._of or of)[0]
            self._of, self._draft = of, Draft(by_hand=by_hand, kind=kind)

    @property
    def _above(self) -> str:
        translate, view = self._ui.translate, self._view
        begun = translate("Round %(number)s", number=view.round if view is not None else 0)
        return f"{begun} \N{MIDDLE DOT} {translate('Reveal')}"

    def _chips(self) -> Iterator[Chip]:
        shown = self._tab
        for number in self._numbers():
            fine = self._is_fine(number)
            seat = self._ui.seat(number)
            picture = Picture("die/home") if seat is None else None
            head = None if seat is None else Seat(number, seat.name, seat.colour)
            yield Chip(
                picture=picture, seat=head, key=Tab(number), chosen=number == shown, done=fine
            )

    def _lesson(self) -> Page:
        cards = tuple(Card(Taught(key), (), text) for key, text in self._learning.choices())
        return Page(self._above, self._learning.question, Cards(cards))

    def _die(self, draft: DieDraft) -> Page:
        return die_pages.die_page(self._ui.words, self._above, draft, self._crop(draft.index))

    def _crop(self, index: int | None) -> CropModel | None:
        """Return the part of the recorded picture around a die; None if there is none."""
        recorded = self._ui.port.mat_picture(self._tab)
        if recorded is None or index is None or index >= len(recorded.outlines):
            return None
        corners = recorded.outlines[index]
        return CropModel(recorded.picture, around(corners, recorded.picture)) if corners else None

    def _kind(self, seat: SeatView) -> DieType:
        """Return the chosen kind of die while there is one left, else the first that is."""
        left = left_of(seat)
        kinds = [kind for kind in DieType if left[kind]]
        chosen = self._draft.kind
        return chosen if chosen in kinds else next(iter(kinds), DieType.HOME)

    def _awaited(self) -> str:
        count = sum(not self._is_fine(number) for number in self._numbers())
        return to_go(self._ui, count)

    def _read(self, seat: SeatView) -> Page:
        """Return a recorded mat: what is doubtful or wrong with it, or what it selects."""
        translate, wrong = self._ui.translate, trouble(self._ui, seat)
        doubts = [index for index, die in enumerate(seat.dice) if die.doubtful]
        rescan = (Chip(icon="rescan", key=Rescan()),) if self._camera is DeviceState.READY else ()
        if doubts:
            first = doubts[0]
            return Page(
                self._above,
                translate("%(name)s: is this die read correctly?", name=seat.name),
                mat_body(self._ui, seat, frozenset({first}), first),
                chips=rescan,
                side=(Side(Change(first), translate("No, correct it"), "pencil"),),
                main=Main(translate("Yes, correct"), Agree(first), "tick"),
            )
        note = wrong.text or translate("Tap a phase to correct its dice.")
        icon = "symbol/doubt" if wrong.do else "symbol/info"
        return Page(
            self._above,
            wrong.do or translate("%(name)s: compare with the mat", name=seat.name),
            mat_body(self._ui, seat, wrong.dice),
            chips=rescan,
            note=Note(halves(note), icon=icon),
            main=Main(self._awaited()) if wrong.do else self._next(),
        )

    def _next(self) -> Main:
        """Return the next step: another mat that waits, else the end of the reveal."""
        translate = self._ui.translate
        waiting = [number for number in self._numbers() if not self._is_fine(number)]
        others = [number for number in waiting if number != self._tab]
        if others:
            seat = self._ui.seat(others[0])
            name = translate("Spare die") if seat is None else seat.name
            return Main(translate("Next: %(name)s", name=name), Next(Tab(others[0])))
        if waiting or not self._ui.may(ConfirmReveal):
            return Main(self._awaited())
        return Main(translate("Confirm"), ConfirmReveal(), "tick")

    # --- touches -------------------------------------------------------------------------------

    def touch(self, key: Any) -> Said:
        """Open something, correct a die, or go on."""
        seat, draft = self._seat, self._draft
        match key:
            case Tab(number=number) | Next(key=Tab(number=number)):
                self._ui.mat_tab, self._draft = number, Draft()
            case Taught(answer=answer):
                self._learning.answer(answer)
                return self._complaint()
            case ByHand():
                self._draft = Draft(by_hand=not draft.by_hand)
            case Colour(kind=kind):
                self._draft = replace(draft, kind=kind)
            case die_pages.Close():
                self._draft = replace(draft, die=None, looks=draft.looks and draft.die is not None)
            case ConfirmReveal() | Spare() | Rescan() | TakeLight():
                self._at_table(key)
            case _ if seat is not None:
                self._on_mat(seat, key)
            case _:
                pass
        return None

    def _at_table(self, key: Any) -> None:
        """Handle a touch that is about the whole table or its camera."""
        port = self._ui.port
        match key:
            case ConfirmReveal():
                port.post(key)
            case Spare(face=face):
                port.post(RecordSpareDie(face))
                self._ui.mat_tab = None
            case Rescan():
                port.rescan(self._tab or None)
            case _:
                self._take_light(other_light(self._ui))

    def _on_mat(self, seat: SeatView, key: Any) -> None:
        """Handle a touch that is about the dice of the shown mat."""
        draft, post = self._draft, self._ui.port.post
        match key:
            case Put(place=place):
                self._begun |= {self._mat(seat)}
                post(AddDie(seat.seat, usual(self._kind(seat), place)))
            case Entered():
                self._begun -= {self._mat(seat)}
            case Agree(index=index):
                post(CorrectDie(seat.seat, index, replace(seat.dice[index], doubtful=False)))
                self._ui.mat_tab = None
            case Look(phase=phase):
                self._draft = replace(draft, looks=True, phase=phase)
            case Change(index=index):
                self._edit(seat, index, seat.dice[index])
            case Add(phase=phase):
                self._edit(seat, None, usual(self._kind(seat), Place(phase)))
            case At(x=x, y=y):
                recorded = self._ui.port.mat_picture(seat.seat)
                outlines = () if recorded is None else outlines_of(recorded, seat, frozenset())
                touched = nearest_die(outlines, x, y)
                if touched is not None:
                    self._edit(seat, touched, seat.dice[touched])
            case _ if draft.die is not None:
                self._correct(seat, draft.die, key)
            case _:
                pass

    def _edit(self, seat: SeatView, index: int | None, die: PlacedDie) -> None:
        cup = seat.tracking.cup if seat.tracking is not None else ()
        kinds = die_pages.kinds_of(cup, die.type)
        self._draft = replace(self._draft, die=DieDraft(index, die, kinds))

    def _correct(self, seat: SeatView, draft: DieDraft, key: object) -> None:
        post = self._ui.port.post
        match key:
            case Kind() | Elsewhere():
                self._draft = replace(self._draft, die=die_pages.after(draft, key))
            case Remove() if draft.index is not None:
                post(RemoveDie(seat.seat, draft.index))
                self._draft = Draft()
            case Shows() | Lies():
                die = die_pages.answered(draft, key)
                mark = draft.die.mark
                lesson = (mark, die.type.value, die.face.value) if mark else None
                self._learning.corrected(lesson)
                added = AddDie(seat.seat, die)
                post(added if draft.index is None else CorrectDie(seat.seat, draft.index, die))
                self._draft, self._ui.mat_tab = Draft(), None
            case _:
                pass

    def _complaint(self) -> Said:
        """Return why a correction could not be learned, once."""
        error, self._learning.error = self._learning.error, None
        if error is None:
            return None
        return self._ui.error_text.message(error), self._ui.error_text.hint(error)
