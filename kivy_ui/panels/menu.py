"""The menu: language, corrections, devices, side screens, a new game."""

from __future__ import annotations

from functools import partial

from kivy.properties import BooleanProperty, StringProperty

from companion.games.roll.model.steps import Step
from companion.i18n import LANGUAGES
from kivy_ui.panels.base import Panel
from kivy_ui.panels.corrections import CorrectionsPanel
from kivy_ui.panels.devices import DevicesPanel
from kivy_ui.panels.power import PowerPanel
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import TextButton
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.window.presenters import Presenters


class MenuPanel(Panel):
    """The main menu, with the less frequent functions."""

    wide = BooleanProperty(True)
    has_game = BooleanProperty(False)
    has_dice = BooleanProperty(False)
    visiting = BooleanProperty(False)
    camera_icon = StringProperty("")

    def __init__(self, presenters: Presenters, window: Navigator) -> None:
        super().__init__(presenters, window)
        self.refresh()

    def refresh(self) -> None:
        """Show the choices."""
        ui = self.presenters.ui
        self.title = ui.translate("Menu")
        self.has_game = ui.view is not None and bool(ui.view.seats)
        self.has_dice = ui.step in (Step.PHASE, Step.MANAGE, Step.OVER)
        self.visiting = ui.visiting is not None
        self.camera_icon = self.presenters.frame.camera().icon
        views = reuse_children(self.ids.languages, len(LANGUAGES), TextButton)
        for button, language in zip(views, LANGUAGES, strict=True):
            button.text = language.name
            button.kind = "chosen" if language.key == ui.language else "plain"
            if not hasattr(button, "key"):
                button.key = language.key
                button.bind(on_release=partial(self._choose_language, language.key))

    def corrections(self) -> None:
        """Close the menu and open the corrections."""
        self.close()
        self.window.open_panel(CorrectionsPanel(self.presenters, self.window))

    def power(self) -> None:
        """Close the menu and ask whether to switch off."""
        self.close()
        self.window.open_panel(PowerPanel(self.presenters, self.window))

    def devices(self) -> None:
        """Close the menu and open the device status and button test."""
        self.close()
        devices = self.presenters.ui.settings.services.devices
        self.window.open_panel(DevicesPanel(self.presenters, self.window, devices))

    def rescan(self) -> None:
        """Read every mat again."""
        self.presenters.ui.port.rescan()
        self.close()

    def _choose_language(self, key: str, _button: TextButton) -> None:
        self.window.choose_language(key)


load_kv(__file__)
