"""Naming, exporting and importing calibration profiles."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.properties import BooleanProperty, StringProperty

from kivy_ui import theme
from kivy_ui.calibration.presenter import ENDING
from kivy_ui.panels.base import Panel
from kivy_ui.panels.delete import DeleteProfilePanel
from kivy_ui.panels.name import TypingPanel
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import TextButton
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.window.presenters import Presenters

_MOST_FILES = 20


class ProfileNamePanel(TypingPanel):
    """The keyboard for a profile's name."""

    def __init__(self, presenters: Presenters, window: Navigator, name: str) -> None:
        super().__init__(presenters, window, name)
        self.refresh()

    def heading(self) -> str:
        """Return the title of the panel."""
        return self.presenters.ui.translate("Name of the profile")


class NewNamePanel(ProfileNamePanel):
    """The keyboard for the name of a new profile."""

    def __init__(self, presenters: Presenters, window: Navigator) -> None:
        super().__init__(presenters, window, presenters.side.calibrate.wizard.name)

    def keep(self, name: str) -> None:
        """Save the name; an empty one keeps the old name."""
        if name.strip():
            self.presenters.side.calibrate.wizard.name = name.strip()


class RenamePanel(ProfileNamePanel):
    """The keyboard to rename the opened profile."""

    def __init__(self, presenters: Presenters, window: Navigator) -> None:
        super().__init__(presenters, window, presenters.side.calibrate.profiles.opened)

    def keep(self, name: str) -> None:
        """Rename the profile."""
        self.presenters.side.calibrate.rename(name)


class ProfileMorePanel(Panel):
    """Less frequent actions on a profile: rename, export, delete."""

    def __init__(self, presenters: Presenters, window: Navigator) -> None:
        super().__init__(presenters, window)
        self.refresh()

    def refresh(self) -> None:
        """Show the profile's name as title."""
        self.title = self.presenters.side.calibrate.profiles.opened

    def rename(self) -> None:
        """Open the keyboard to rename the profile."""
        self.close()
        self.window.open_panel(RenamePanel(self.presenters, self.window))

    def export(self) -> None:
        """Export the profile to a file."""
        self.presenters.side.calibrate.export_profile()
        self.close()
        self.window.refresh()

    def delete(self) -> None:
        """Ask for confirmation before deleting the profile."""
        self.close()
        self.window.open_panel(DeleteProfilePanel(self.presenters, self.window))


class ImportProfilePanel(Panel):
    """The list of profile files to import."""

    note = StringProperty("")
    many = BooleanProperty(False)

    def __init__(self, presenters: Presenters, window: Navigator) -> None:
        super().__init__(presenters, window)
        self._offered = presenters.side.calibrate.offered()[:_MOST_FILES]
        self.many = len(self._offered) > 1
        self.refresh()

    def refresh(self) -> None:
        """Show the available files."""
        translate = self.presenters.ui.translate
        self.title = translate("Profiles to import")
        self.note = translate("Tap a file. It is added as a new profile; none is replaced.")
        if not self._offered:
            self.note = translate("There is no profile on the USB drive or in the folder.")
        buttons = reuse_children(self.ids.files, len(self._offered), self._make)
        for button, name in zip(buttons, self._offered, strict=True):
            button.choice, button.text = name, name.removesuffix(ENDING)

    def _import(self, button: TextButton) -> None:
        self.presenters.side.calibrate.import_profile(button.choice)
        self.close()
        self.window.refresh()

    def _make(self) -> TextButton:
        button = TextButton(icon="import", size_hint_y=None, height=dp(theme.FOOT))
        button.bind(on_release=self._import)
        return button


load_kv(__file__)
