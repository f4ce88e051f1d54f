"""The backups: making one now, and restoring one after confirmation."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, StringProperty

from companion.errors import CompanionError
from companion.session.service_ports import BackupLine
from kivy_ui import theme
from kivy_ui.common.background_task import BackgroundTask
from kivy_ui.common.dates import day
from kivy_ui.panels.base import Panel
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import TextButton
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.window.presenters import Presenters

_MOST = 30
_LOOK_AGAIN_S = 0.2


class BackupsPanel(Panel):
    """The list of backups, the newest first."""

    note = StringProperty("")
    busy = BooleanProperty(False)

    def __init__(self, presenters: Presenters, window: Navigator) -> None:
        self._made = BackgroundTask[tuple[str, ...] | CompanionError]("backup", ())
        self._service = presenters.ui.settings.services.backups
        super().__init__(presenters, window)
        self.refresh()

    def refresh(self) -> None:
        """Show the backups."""
        translate = self.presenters.ui.translate
        self.title = translate("Backups")
        listed = self._service.listed()[:_MOST]
        self.note = translate("One is made after each game. Tap one to restore it.")
        if not listed:
            self.note = translate("There is no backup yet. One is made after each game.")
        buttons = reuse_children(self.ids.backups, len(listed), self._make_button)
        for button, line in zip(buttons, listed, strict=True):
            where = translate("USB drive") if line.on_stick else translate("This device")
            button.choice, button.text = line, f"{day(translate, line.made_at)} · {where}"

    def back_up(self) -> None:
        """Make a backup in the background."""
        self._made.start(self._make, object())
        self.busy = True
        Clock.schedule_interval(self._look_again, _LOOK_AGAIN_S)

    def _make(self) -> tuple[str, ...] | CompanionError:
        try:
            return self._service.make()
        except CompanionError as error:
            return error

    def _look_again(self, _dt: float) -> bool:
        if not self._made.arrived():
            return True
        self.busy = False
        translate, made = self.presenters.ui.translate, self._made.result
        if isinstance(made, CompanionError):
            self.window.show_banner(translate.message(made), translate.hint(made), "error")
        else:
            text = translate("Saved: %(where)s", where=", ".join(made))
            self.window.show_banner(text, "", "info")
        self.refresh()
        return False

    def _make_button(self) -> TextButton:
        button = TextButton(icon="file", size_hint_y=None, height=dp(theme.FOOT))
        button.bind(on_release=self._restore)
        return button

    def _restore(self, button: TextButton) -> None:
        self.close()
        self.window.open_panel(RestorePanel(self.presenters, self.window, button.choice))


class RestorePanel(Panel):
    """Asks before a backup is restored."""

    words = StringProperty("")

    def __init__(self, presenters: Presenters, window: Navigator, line: BackupLine) -> None:
        self._line = line
        super().__init__(presenters, window)
        self.refresh()

    def refresh(self) -> None:
        """Show what will be replaced."""
        translate = self.presenters.ui.translate
        self.title = translate("Restore this backup?")
        self.words = translate(
            "Games, settings and profiles become those of %(date)s. The present ones are kept in a "
            "folder beside them. The companion restarts.",
            date=day(translate, self._line.made_at),
        )

    def restore(self) -> None:
        """Restart with the backup."""
        self.presenters.ui.settings.services.backups.restore(self._line.name)


load_kv(__file__)
