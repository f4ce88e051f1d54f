"""Settings on the spot, the fault report, switching off."""

from __future__ import annotations

from typing import Final

from kivy.properties import BooleanProperty, StringProperty

from kivy_ui.panels.power import PowerPanel
from kivy_ui.panels.report import ReportPanel
from kivy_ui.screens.base import TableScreen, keep_children
from kivy_ui.widgets import lists  # noqa: F401 - the rules name its widgets
from kivy_ui.widgets.handed import HandRow
from kivy_ui.widgets.rules import load_rules
from kivy_ui.window.screen_settings import ScreenSettingsPresenter

_ICONS: Final = {
    "language": "globe",
    "text_size": "letters",
    "brightness_percent": "brightness",
    "sound": "speaker",
    "volume_percent": "bars",
    "motion": "star",
    "left_handed": "hand",
    "sleep_after_min": "power",
    "rest_after_min": "people",
    "turn_limit_min": "waiting",
    "evening_limit_min": "clock",
    "brief": "arrow",
    "live_chances": "chart",
    "learn": "camera",
}


class SettingRow(HandRow):
    """A setting and its choices."""

    name = StringProperty("")
    icon = StringProperty("")
    upright = BooleanProperty(False)


class SettingsScreen(TableScreen):
    """The screen of the settings."""

    @property
    def presenter(self) -> ScreenSettingsPresenter:
        """The behaviour behind this screen."""
        return self.presenters.side.look

    def refresh(self) -> None:
        """Show every setting."""
        presenter = self.presenter
        options, names = presenter.options(), presenter.names()
        rows = keep_children(self.ids.rows, len(options), SettingRow)
        for row, (key, choices) in zip(rows, options.items(), strict=True):
            row.name, row.icon = names[key], _ICONS.get(key, "gear")
            chosen = next((value for _, value, holds in choices if holds), None)
            row.ids.choices.show(
                [(value, word) for word, value, _ in choices],
                chosen,
                lambda value, key=key: self._choose(key, value),
            )

    def report(self) -> None:
        """Ask about the picture, then write the report."""
        self.window.open_panel(ReportPanel(self.presenters, self.window))

    def power(self) -> None:
        """Ask before anything is switched off."""
        self.window.open_panel(PowerPanel(self.presenters, self.window))

    def _choose(self, key: str, value: object) -> None:
        if key == "language":
            self.window.choose_language(str(value))
            return
        self.presenter.change(**{key: value})
        self.window.refresh()


load_rules(__file__)
