"""What every presenter works with: the port, the newest update, the words."""

from __future__ import annotations

from collections.abc import Callable

from companion.errors import CompanionError
from companion.i18n import LANGUAGES, Translator, translator
from companion.session.steps import PlayedStep
from companion.session.table_port import TablePort, TableUpdate
from kivy_ui.common.error_text import ErrorText
from kivy_ui.settings import UiSettings

_MOST_STEPS = 60


class UiContext:
    """What all presenters share. Lives on the window's thread.

    Attributes:
        update: the newest update that the window has taken.
        steps: what has been played since this game is shown, the newest last; the last ones only.
        translate: the words of the chosen language.
        look: what was chosen of the screen's settings.
        visiting: the screen that is shown instead of the present step's, if any.
        complaint: what failed beside the game and is to be said once.

    Args:
        port: the running evening.
        settings: what the window was started with.
        on_language: told when another language is chosen.
    """

    def __init__(
        self,
        port: TablePort,
        settings: UiSettings,
        on_language: Callable[[str], None] | None = None,
    ) -> None:
        self.port = port
        self.settings = settings
        self.update: TableUpdate = port.latest()
        self.steps: tuple[PlayedStep, ...] = _steps((), self.update)
        self.translate: Translator = translator(settings.language)
        self.look = settings.look
        self._on_language = on_language
        self.visiting: str | None = None
        self.complaint: CompanionError | None = None

    def take(self, update: TableUpdate) -> None:
        """Take a new update."""
        before = self.steps if update.game_id == self.update.game_id else ()
        self.update, self.steps = update, _steps(before, update)

    def visit(self, screen: str | None) -> None:
        """Show a screen by its name instead of the step's; None goes back.

        A calibration that is left is given up.
        """
        self.settings.services.calibration.cancel()
        self.visiting = screen

    @property
    def language(self) -> str:
        """Key of the chosen language."""
        return self.translate.language

    def choose_language(self, key: str) -> None:
        """Switch the language and remember it."""
        self.translate = translator(key)
        if self._on_language is not None:
            self._on_language(self.language)

    def next_language(self) -> None:
        """Switch to the language after the present one."""
        keys = [language.key for language in LANGUAGES]
        self.choose_language(keys[(keys.index(self.language) + 1) % len(keys)])

    @property
    def error_text(self) -> ErrorText:
        """Errors and problems in the words of this table."""
        return ErrorText(self.translate)


def _steps(before: tuple[PlayedStep, ...], update: TableUpdate) -> tuple[PlayedStep, ...]:
    step = update.step
    if step is None or (before and before[-1].version == step.version):
        return before
    return (*before, step)[-_MOST_STEPS:]
