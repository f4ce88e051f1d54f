"""Confirmation before something is deleted that cannot simply be undone."""

from __future__ import annotations

from kivy.properties import StringProperty

from kivy_ui.panels.base import Panel
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.window.presenters import Presenters


class DeletePanel(Panel):
    """Base class of the confirmations: keep or delete; only here the delete button is red."""

    words = StringProperty("")

    def __init__(self, presenters: Presenters, window: Navigator) -> None:
        super().__init__(presenters, window)
        self.refresh()

    def enter(self) -> None:
        """Confirm the deletion."""
        self.delete()

    def delete(self) -> None:
        """Delete and close."""
        self.remove()
        self.close()
        self.window.refresh()

    def remove(self) -> None:
        """Delete the item in question."""
        raise NotImplementedError


class DeleteScorePanel(DeletePanel):
    """Asks before an entered score is deleted from the history."""

    def refresh(self) -> None:
        """Show what will be deleted."""
        translate = self.presenters.ui.translate
        self.title = translate("Delete the score?")
        self.words = translate("The game is removed from the history and all averages.")

    def remove(self) -> None:
        """Delete the chosen game's score."""
        self.presenters.side.history.drop()


load_kv(__file__)
