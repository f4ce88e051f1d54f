"""The context shared by every presenter: the port, the newest update, the language."""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

from companion.errors import CompanionError
from companion.i18n import LANGUAGES, Translator, translator
from companion.preferences import Preferences
from companion.session.steps import PlayedStep
from companion.session.table_port import TablePort, TableUpdate
from kivy_ui.common.error_text import ErrorText
from kivy_ui.common.player_group import KnownPlayers
from kivy_ui.settings import UiSettings

_MOST_STEPS = 60


class UiContext:
    """The context shared by all presenters. Used only on the window thread.

    Attributes:
        update: the newest update that the window has applied.
        steps: the latest steps played since this game was opened, the newest last.
        visiting: the screen shown instead of the current step's screen, if any.
        beside: names of the screens that lie over the one that was shown before, and return to it;
            set by the window.
        behind: the screen that lies behind one of them.
        apply: applies changed preferences to the window; set by the window.
        known: who has played at this table.
        complaint: an error outside the game that is to be shown once.
    """

    def __init__(self, port: TablePort, settings: UiSettings) -> None:
        self.port = port
        self.settings = settings
        self.update: TableUpdate = port.latest()
        self.steps: tuple[PlayedStep, ...] = _steps((), self.update)
        self.translate: Translator = translator(settings.language)
        self.preferences = settings.preferences
        self.visiting: str | None = None
        self.beside: Collection[str] = ()
        self.behind: str | None = None
        self.apply: Callable[[Preferences], None] = lambda _preferences: None
        self.known = KnownPlayers(settings.services.archive, settings.player_names)
        self.complaint: CompanionError | None = None

    def take(self, update: TableUpdate) -> None:
        if update.game_id != self.update.game_id:
            self.known.read_again()
        before = self.steps if update.game_id == self.update.game_id else ()
        self.update, self.steps = update, _steps(before, update)

    def visit(self, screen: str | None) -> None:
        """Show a screen by its name instead of the step's; None returns to the step.

        A calibration in progress is cancelled, a test of the buttons ends.
        """
        self._stop()
        if screen in self.beside and self.visiting not in self.beside:
            self.behind = self.visiting
        self.visiting = screen

    def leave(self) -> None:
        """Close the screen that lies over another one."""
        self._stop()
        self.visiting = self.behind

    def _stop(self) -> None:
        self.settings.services.calibration().cancel()
        self.settings.services.devices.end_test()

    @property
    def language(self) -> str:
        return self.translate.language

    def choose_language(self, key: str) -> None:
        """Switch the language and save the choice."""
        self.translate = translator(key)
        self.settings.services.remember(language=self.language)

    def choose(self, **chosen: Any) -> None:
        """Change preferences, save what was chosen and apply it."""
        before, self.preferences = self.preferences, replace(self.preferences, **chosen)
        if self.preferences != before:
            self.settings.services.remember(**chosen)
            self.apply(self.preferences)

    @property
    def following_language(self) -> str:
        """Key of the language after the current one."""
        keys = [language.key for language in LANGUAGES]
        return keys[(keys.index(self.language) + 1) % len(keys)]

    @property
    def error_text(self) -> ErrorText:
        """Converts errors and problems to text in the chosen language."""
        return ErrorText(self.translate)


def _steps(before: tuple[PlayedStep, ...], update: TableUpdate) -> tuple[PlayedStep, ...]:
    step = update.step
    if step is None or (before and before[-1].version == step.version):
        return before
    return (*before, step)[-_MOST_STEPS:]
