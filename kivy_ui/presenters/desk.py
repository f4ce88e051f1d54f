"""What every presenter works with: the port, the newest update, the words."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.roll.view import Step, TableView
from companion.i18n import LANGUAGES, translator
from companion.session.table_port import TablePort, TableUpdate
from kivy_ui.presenters.said import Said
from kivy_ui.presenters.words import Words
from kivy_ui.settings import UiSettings

GAME = "roll"


class Desk:
    """The shared desk of the presenters. Lives on the window's thread.

    Attributes:
        update: the newest update that the window has taken.
        words: the words of the chosen language.
        visiting: the screen that is shown instead of the present step's, if any.

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
        self.words = Words(translator(settings.language))
        self._on_language = on_language
        self.visiting: str | None = None

    def take(self, update: TableUpdate) -> None:
        """Take a new update; a visit to the table or the dice ends when the round goes on."""
        before = self.step
        self.update = update
        if self.visiting in ("table", "reveal") and self.step is not before:
            self.visiting = None

    def visit(self, screen: str | None) -> None:
        """Show ``start``, ``table`` or ``reveal`` instead of the step's screen; None goes back."""
        self.visiting = screen

    @property
    def language(self) -> str:
        """Key of the chosen language."""
        return self.words.translate.language

    def choose_language(self, key: str) -> None:
        """Switch the language and remember it."""
        self.words = Words(translator(key))
        if self._on_language is not None:
            self._on_language(self.language)

    def next_language(self) -> None:
        """Switch to the language after the present one."""
        keys = [language.key for language in LANGUAGES]
        self.choose_language(keys[(keys.index(self.language) + 1) % len(keys)])

    @property
    def view(self) -> TableView | None:
        """The table; None where no game is open."""
        view = self.update.view
        return view if isinstance(view, TableView) and self.update.game is not None else None

    @property
    def said(self) -> Said:
        """Errors and problems in the words of this table."""
        view = self.view
        return Said(self.words, view.seats if view is not None else ())

    @property
    def step(self) -> Step:
        """Where the round is; ``SETUP`` without a game."""
        view = self.view
        return view.step if view is not None else Step.SETUP

    def may(self, command: type) -> bool:
        """Whether a command of this kind may be sent now."""
        view = self.view
        return view is not None and command.__name__ in view.legal
