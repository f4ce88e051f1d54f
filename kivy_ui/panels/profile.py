"""A profile's name on the keyboard, and the question before one is removed."""

from __future__ import annotations

from kivy.properties import StringProperty

from kivy_ui.panels.base import Panel
from kivy_ui.panels.name import TypingPanel
from kivy_ui.presenters.house import House
from kivy_ui.screens.base import Opener
from kivy_ui.widgets.rules import load_rules


class ProfileNamePanel(TypingPanel):
    """The keyboard for the name of the profile that is made."""

    def __init__(self, house: House, window: Opener) -> None:
        super().__init__(house, window, house.side.calibrate.name)
        self.refresh()

    def heading(self) -> str:
        """What is typed."""
        return self.house.desk.words.translate("Name of the profile")

    def keep(self, name: str) -> None:
        """Take the name; an empty one leaves the old one."""
        if name.strip():
            self.house.side.calibrate.name = name.strip()


class DeleteProfilePanel(Panel):
    """Asks before a profile is removed."""

    words = StringProperty("")

    def __init__(self, house: House, window: Opener) -> None:
        super().__init__(house, window)
        self.refresh()

    def refresh(self) -> None:
        """Say what will happen."""
        translate = self.house.desk.words.translate
        name = self.house.side.calibrate.profiles.opened
        self.title = translate("Delete the profile?")
        self.words = translate(
            "%(name)s and what it has learnt are removed. Nothing else changes.", name=name
        )

    def delete(self) -> None:
        """Yes, remove it."""
        self.house.side.calibrate.delete()
        self.close()
        self.window.refresh()


load_rules(__file__)
