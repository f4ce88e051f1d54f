"""Asks whether a correction may be used as a training example, and stores the answer."""

from typing import Final, TypeAlias

from companion.session.calibration_ports import Teaching
from kivy_ui.common.stacked_pages import do
from kivy_ui.common.ui_context import UiContext
from kivy_ui.pages.page import Card, Cards, Page

Lesson: TypeAlias = tuple[str, str, str]
"""Mark of a recorded die, its kind and its face as a person has corrected it."""

ALWAYS, NEVER = "always", "never"
ANSWERS: Final = ("yes", "no", ALWAYS, NEVER)


class LearningPresenter:
    """Asks after the correction of a die whose picture is available."""

    def __init__(self, ui: UiContext) -> None:
        self._ui = ui
        self._lesson: Lesson | None = None

    @property
    def _machine(self) -> Teaching:
        return self._ui.settings.services.calibration().teaching

    def corrected(self, lesson: Lesson | None) -> None:
        """Handle the correction of a die.

        Raises:
            CompanionError: it could not be learned.
        """
        self._lesson = None
        if lesson is None or self._ui.preferences.learn == NEVER:
            return
        if not self._machine.can_learn(*lesson):
            return
        if self._ui.preferences.learn == ALWAYS:
            self._machine.learn(*lesson)
        else:
            self._lesson = lesson

    @property
    def question(self) -> str:
        """The question to ask; empty if there is none."""
        if self._lesson is None:
            return ""
        return self._ui.translate("Should the companion learn from this correction?")

    def page(self, above: str) -> Page:
        translate = self._ui.translate
        words = (translate("Yes"), translate("No"), translate("Always"), translate("Never"))
        cards = zip(ANSWERS, words, strict=True)
        body = Cards(tuple(Card(do(self.answer, key), (), text) for key, text in cards))
        return Page(above, self.question, body)

    def answer(self, answer: str) -> None:
        """Learn or not, and store "always" and "never"."""
        lesson, self._lesson = self._lesson, None
        if answer in (ALWAYS, NEVER):
            self._ui.choose(learn=answer)
        if lesson is not None and answer in ("yes", ALWAYS):
            self._machine.learn(*lesson)
