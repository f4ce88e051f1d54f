"""Resetting a score entry, exporting it as a score file, importing a score file."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.properties import ListProperty, StringProperty

from kivy_ui import theme
from kivy_ui.panels.base import Panel
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import TextButton
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.window.presenters import Presenters

_MOST_FILES = 20


class ScoreEntryFilesPanel(Panel):
    """The panel for the score entry's score files."""

    note = StringProperty("")
    offered = ListProperty()

    def __init__(self, presenters: Presenters, window: Navigator) -> None:
        super().__init__(presenters, window)
        self.offered = presenters.side.score_entry.files.offered()[:_MOST_FILES]
        self.refresh()

    def refresh(self) -> None:
        """Show the available files."""
        translate = self.presenters.ui.translate
        self.title = translate("Score files")
        if self.offered:
            self.note = translate("Tap a file to load its position:")
        else:
            self.note = translate("There is no score file on the USB drive or in the folder.")
        buttons = reuse_children(self.ids.files, len(self.offered), self._make)
        for button, name in zip(buttons, self.offered, strict=True):
            button.text = name

    def begin(self) -> None:
        """Reset the score entry."""
        self.presenters.side.score_entry.begin()
        self._done()

    def export(self) -> None:
        """Export the score entry."""
        self.presenters.side.score_entry.export()
        self._done()

    def _import(self, button: TextButton) -> None:
        self.presenters.side.score_entry.import_file(button.text)
        self._done()

    def _done(self) -> None:
        self.close()
        self.window.refresh()

    def _make(self) -> TextButton:
        button = TextButton(icon="import", size_hint_y=None, height=dp(theme.TOUCH))
        button.bind(on_release=self._import)
        return button


load_kv(__file__)
