"""Writing a fault report, with the camera's picture or without it."""

from __future__ import annotations

from kivy.properties import BooleanProperty

from kivy_ui.panels.base import Panel
from kivy_ui.presenters.house import House
from kivy_ui.screens.base import Opener
from kivy_ui.widgets.rules import load_rules


class ReportPanel(Panel):
    """Says what goes into the report and asks about the picture."""

    has_picture = BooleanProperty(False)

    def __init__(self, house: House, window: Opener) -> None:
        super().__init__(house, window)
        self.refresh()

    def refresh(self) -> None:
        """Whether there is a picture may change."""
        self.title = self.house.desk.words.translate("Report a fault")
        self.has_picture = self.house.side.look.has_picture

    def write(self, with_picture: bool) -> None:  # noqa: FBT001 - the layout says which
        """Write it and say where it is."""
        look = self.house.side.look
        look.report(with_picture=with_picture)
        self.close()
        translate = self.house.desk.words.translate
        if look.said is not None:
            self.window.show_banner(
                translate.message(look.said), translate.hint(look.said), "error"
            )
        else:
            self.window.show_banner(translate("Written: %(where)s", where=look.where), "", "info")
        self.window.refresh()


load_rules(__file__)
