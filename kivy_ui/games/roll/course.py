"""Analysis of a game: chances to win by round, turning points, luck, missed chances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.roll.model.dice import Phase
from companion.history.course import Course, MissedChance, turning_points
from kivy_ui.common.background import Background
from kivy_ui.common.numbers import signed
from kivy_ui.games.roll.context import RollContext

Chances = tuple[int, tuple[int, ...]]
"""A player's index, and the chance to win in percent from the start of the game."""


@dataclass(frozen=True, slots=True)
class CourseLine:
    """A line of text beside the curves."""

    title: str
    note: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class CourseModel:
    """Content of the panel; *text* explains missing curves, *marks* are turning points."""

    curves: tuple[Chances, ...] = ()
    lines: tuple[CourseLine, ...] = ()
    text: str = ""
    marks: tuple[int, ...] = ()


class CoursePresenter:
    """Presenter of the game analysis, which is computed on a thread.

    Args:
        ui: context of the presenters.
        game_id: id of the game's log.
        names: of the players, in the order of their seats.
    """

    def __init__(self, ui: RollContext, game_id: str, names: Sequence[str]) -> None:
        self._ui = ui
        self._names = tuple(names)
        self._course = Background[Course | None]("course", None)
        analyst = ui.settings.services.analyst
        self._course.start(lambda: analyst.course(game_id), game_id)

    @property
    def busy(self) -> bool:
        """Whether the analysis is still being computed."""
        return self._course.busy

    def wait(self, timeout_s: float = 30.0) -> None:
        """Wait until the analysis is done."""
        self._course.wait(timeout_s)

    def model(self) -> CourseModel:
        """Return curves and lines."""
        translate, course = self._ui.translate, self._course.result
        if self.busy:
            return CourseModel(text=translate("Analysing the game ..."))
        if course is None:
            return CourseModel(text=translate("This game cannot be analysed."))
        curves = tuple(
            (index, tuple(round(100 * chances[index]) for chances in course.chances))
            for index in range(len(course.seats))
        )
        marks = tuple(point.round + 1 for point in turning_points(course))
        return CourseModel(curves, tuple(self._lines(course)), marks=marks)

    def _lines(self, course: Course) -> Iterator[CourseLine]:
        translate = self._ui.translate
        for point in turning_points(course):
            note = translate("turning point in round %(number)s", number=point.round)
            yield CourseLine(self._name(course, point.seat), note, _percent(point.change))
        for seat, luck in zip(course.seats, course.luck, strict=False):
            note = translate("luck of the rolls, in VP")
            yield CourseLine(self._name(course, seat), note, f"{luck:+.1f}")
        for missed in course.missed:
            yield self._missed(course, missed)

    def _missed(self, course: Course, missed: MissedChance) -> CourseLine:
        translate, words = self._ui.translate, self._ui.words
        if missed.selected == missed.better:
            note = translate(
                "round %(number)s: better with the dice placed differently", number=missed.round
            )
        else:
            note = translate(
                "round %(number)s: %(better)s instead of %(selected)s",
                number=missed.round,
                better=words.phase(Phase(missed.better)),
                selected=words.phase(Phase(missed.selected)),
            )
        return CourseLine(self._name(course, missed.seat), note, _percent(missed.loss))

    def _name(self, course: Course, seat: int) -> str:
        return self._names[course.seats.index(seat)]


def _percent(share: float) -> str:
    return f"{signed(round(100 * share))} %"
