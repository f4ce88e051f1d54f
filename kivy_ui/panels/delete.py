"""Asks before something is deleted that no undo brings back at once."""

from __future__ import annotations

from kivy.properties import StringProperty

from kivy_ui.panels.base import Panel
from kivy_ui.screens.base import Opener
from kivy_ui.widgets.rules import load_rules
from kivy_ui.window.presenters import Presenters


class DeletePanel(Panel):
    """Keep it, or delete it: the one place where deleting is red."""

    words = StringProperty("")

    def __init__(self, presenters: Presenters, window: Opener) -> None:
        super().__init__(presenters, window)
        self.refresh()

    def enter(self) -> None:
        """Enter means yes."""
        self.delete()

    def delete(self) -> None:
        """Yes."""
        self.remove()
        self.close()
        self.window.refresh()

    def remove(self) -> None:
        """Delete what is asked about."""
        raise NotImplementedError


class DeleteProfilePanel(DeletePanel):
    """Asks before a profile is removed."""

    def refresh(self) -> None:
        """Say what will happen."""
        translate = self.presenters.ui.translate
        name = self.presenters.side.calibrate.profiles.opened
        self.title = translate("Delete the profile?")
        self.words = translate("“%(name)s” is removed, with what it has learned.", name=name)

    def remove(self) -> None:
        """Remove the opened profile."""
        self.presenters.side.calibrate.delete()


class DeleteScorePanel(DeletePanel):
    """Asks before an entered score leaves the history."""

    def refresh(self) -> None:
        """Say what will happen."""
        translate = self.presenters.ui.translate
        self.title = translate("Delete the score?")
        self.words = translate("The game leaves the history and all averages.")

    def remove(self) -> None:
        """Remove the chosen game's score."""
        self.presenters.side.history.drop()


load_rules(__file__)
