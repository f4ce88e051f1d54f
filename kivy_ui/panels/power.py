"""Switching off, after confirmation."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty

from kivy_ui.panels.base import Panel
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.window.presenters import Presenters


class PowerPanel(Panel):
    """Asks whether to switch off the machine (if that is possible) or only close the program."""

    words = StringProperty("")
    can_switch_off = BooleanProperty(False)

    def __init__(self, presenters: Presenters, window: Navigator) -> None:
        super().__init__(presenters, window)
        self.refresh()

    def refresh(self) -> None:
        """Show what will be switched off."""
        translate = self.presenters.ui.translate
        settings = self.presenters.side.settings
        self.title = translate("Switch off?")
        self.can_switch_off = settings.can_switch_off
        kept = translate("The game is saved. “Close the program” leaves the machine on.")
        other = translate("This machine cannot be switched off from here.")
        self.words = kept if self.can_switch_off else f"{kept} {other}"

    def switch_off(self) -> None:
        """Switch off; show an error if that fails."""
        settings = self.presenters.side.settings
        settings.switch_off()
        self.close()
        translate = self.presenters.ui.translate
        if settings.error is not None:
            self.window.show_banner(
                translate.message(settings.error), translate.hint(settings.error), "error"
            )
        else:
            text = translate("Switching off: wait until the green LED is off.")
            self.window.show_banner(text, "", "info")
        self.window.refresh()


load_kv(__file__)
