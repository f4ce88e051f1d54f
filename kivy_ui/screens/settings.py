"""The settings screen, with backups and fault report."""

from __future__ import annotations

from functools import partial
from typing import Final

from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from kivy_ui import theme
from kivy_ui.panels.backups import BackupsPanel
from kivy_ui.panels.report import ReportPanel
from kivy_ui.screens.base import TableScreen
from kivy_ui.widgets import lists  # noqa: F401 - the .kv file uses it
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import TextButton
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.mirrored import MirroredRow
from kivy_ui.window.screen_settings import ScreenSettingsPresenter, SettingsGroup

_GROUP_ICONS: Final = {
    SettingsGroup.SCREEN: "brightness",
    SettingsGroup.USE: "hand",
    SettingsGroup.GAME: "pips",
}


class SettingRow(MirroredRow):
    """A setting and its choices; the choices of all rows are aligned, close to the names.

    Attributes:
        many: number of choices.
    """

    name = StringProperty("")
    many = NumericProperty(1)
    icon = StringProperty("")
    upright = BooleanProperty(False)


class SettingsScreen(TableScreen):
    """The screen of the settings."""

    @property
    def presenter(self) -> ScreenSettingsPresenter:
        """The presenter of this screen."""
        return self.presenters.side.settings

    def refresh(self) -> None:
        """Show every setting."""
        presenter = self.presenter
        groups = presenter.groups()
        tabs = reuse_children(self.ids.groups, len(groups), self._make_group)
        for tab, (group, word) in zip(tabs, groups, strict=True):
            tab.choice, tab.text, tab.icon = group, word, _GROUP_ICONS[group]
            tab.kind = "chosen" if group is presenter.group else "plain"
        shown = presenter.shown()
        rows = reuse_children(self.ids.rows, len(shown), SettingRow)
        for row, (key, each) in zip(rows, shown.items(), strict=True):
            row.name, row.icon, row.many = each.name, each.icon, len(each.choices)
            row.ids.choices.show(each.choices, each.value, partial(self._choose, key))

    def backups(self) -> None:
        """Open the list of backups."""
        self.window.open_panel(BackupsPanel(self.presenters, self.window))

    def report(self) -> None:
        """Ask whether to include the picture, then write the fault report."""
        self.window.open_panel(ReportPanel(self.presenters, self.window))

    def _make_group(self) -> TextButton:
        tab = TextButton(padding=(dp(theme.GAP), dp(theme.HALF_GAP)))
        tab.bind(on_release=lambda tapped: self._open(tapped.choice))
        return tab

    def _open(self, group: SettingsGroup) -> None:
        self.presenter.group = group
        self.window.refresh()

    def _choose(self, key: str, value: object) -> None:
        if key == "language":
            self.window.choose_language(str(value))
            return
        self.presenter.change(**{key: value})
        self.window.refresh()


load_kv(__file__)
