"""Switching off, after a question."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty

from kivy_ui.panels.base import Panel
from kivy_ui.screens.base import Opener
from kivy_ui.widgets.rules import load_rules
from kivy_ui.window.presenters import Presenters


class PowerPanel(Panel):
    """Asks before the machine is switched off; on other machines only the program closes."""

    words = StringProperty("")
    can_switch_off = BooleanProperty(False)

    def __init__(self, presenters: Presenters, window: Opener) -> None:
        super().__init__(presenters, window)
        self.refresh()

    def refresh(self) -> None:
        """Say what will happen."""
        translate = self.presenters.ui.translate
        look = self.presenters.side.look
        self.title = translate("Switch off?")
        self.can_switch_off = look.can_switch_off
        kept = translate("The game is kept. “Close the program” leaves the machine on.")
        other = translate("This machine is not switched off from here.")
        self.words = kept if self.can_switch_off else f"{kept} {other}"

    def switch_off(self) -> None:
        """Yes, switch off."""
        look = self.presenters.side.look
        look.switch_off()
        self.close()
        if look.error is not None:
            translate = self.presenters.ui.translate
            self.window.show_banner(
                translate.message(look.error), translate.hint(look.error), "error"
            )
        self.window.refresh()


load_rules(__file__)
