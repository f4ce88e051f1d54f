"""Writing a fault report, with or without the camera picture."""

from __future__ import annotations

from kivy.properties import BooleanProperty

from kivy_ui.panels.base import Panel
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.window.presenters import Presenters


class ReportPanel(Panel):
    """Lists the contents of the report and asks whether to include the picture."""

    has_picture = BooleanProperty(False)

    def __init__(self, presenters: Presenters, window: Navigator) -> None:
        super().__init__(presenters, window)
        self.refresh()

    def refresh(self) -> None:
        """Update the title and whether there is a picture."""
        self.title = self.presenters.ui.translate("Report a bug")
        self.has_picture = self.presenters.side.settings.has_picture

    def write(self, with_picture: bool) -> None:  # noqa: FBT001 - called by the layout
        """Write the report and show its location."""
        settings = self.presenters.side.settings
        settings.report(with_picture=with_picture)
        self.close()
        translate = self.presenters.ui.translate
        if settings.error is not None:
            self.window.show_banner(
                translate.message(settings.error), translate.hint(settings.error), "error"
            )
        else:
            self.window.show_banner(translate("Saved: %(where)s", where=settings.where), "", "info")
        self.window.refresh()


load_kv(__file__)
