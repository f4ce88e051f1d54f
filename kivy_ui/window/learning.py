"""Whether the companion may learn from a correction: one quiet question, and its answer kept."""

from __future__ import annotations

from typing import Final

from companion.errors import CompanionError
from companion.session.teaching_ports import Teaching
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.roll.mats.die_editor import DieEditor
from kivy_ui.window.screen_settings import ScreenSettingsPresenter

ALWAYS, NEVER = "always", "never"
ANSWERS: Final = ("yes", "no", ALWAYS, NEVER)

_Lesson = tuple[str, str, str]
"""Mark of the die, what it is, what it shows."""


class LearningPresenter:
    """Asks after a die was put right whose picture is at hand.

    Args:
        ui: the presenters' ui.
        look: where the answer "always" or "never" is kept, beside the other settings.
    """

    def __init__(self, ui: UiContext, look: ScreenSettingsPresenter) -> None:
        self._ui = ui
        self._look = look
        self._lesson: _Lesson | None = None
        self.error: CompanionError | None = None

    @property
    def _machine(self) -> Teaching:
        return self._ui.settings.services.calibration.teaching

    def corrected(self, editor: DieEditor) -> None:
        """A die is being put right by hand; call before it is saved."""
        lesson = editor.lesson()
        self._lesson = None
        if lesson is None or self._look.look.learn == NEVER:
            return
        if not self._machine.can_learn(*lesson):
            return
        if self._look.look.learn == ALWAYS:
            self._learn(lesson)
        else:
            self._lesson = lesson

    @property
    def question(self) -> str:
        """What is asked; empty where nothing is."""
        if self._lesson is None:
            return ""
        return self._ui.translate("Should the companion learn from this correction?")

    def choices(self) -> tuple[tuple[str, str], ...]:
        """The answers with their words."""
        translate = self._ui.translate
        words = (translate("Yes"), translate("No"), translate("Always"), translate("Never"))
        return tuple(zip(ANSWERS, words, strict=True))

    def answer(self, answer: str) -> None:
        """Learn or not, and remember "always" and "never"."""
        lesson, self._lesson = self._lesson, None
        if answer in (ALWAYS, NEVER):
            self._look.change(learn=answer)
        if lesson is not None and answer in ("yes", ALWAYS):
            self._learn(lesson)

    def _learn(self, lesson: _Lesson) -> None:
        self.error = None
        try:
            self._machine.learn(*lesson)
        except CompanionError as error:
            self.error = error
