"""The explanation of an event: its rule or power in words."""

from __future__ import annotations

from kivy.properties import StringProperty

from kivy_ui.panels.base import Panel
from kivy_ui.screens.base import Navigator
from kivy_ui.widgets import lists  # noqa: F401 - the rules name its widget
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.window.presenters import Presenters


class WhyPanel(Panel):
    """An event and the rule or power that caused it.

    Args:
        presenters: the presenters.
        window: the window that shows the panel.
        heading: the topic of the rule, or the name of the tile.
        event: what happened.
        words: text of the rule or the power.
    """

    event = StringProperty("")
    words = StringProperty("")

    def __init__(
        self, presenters: Presenters, window: Navigator, heading: str, event: str, words: str
    ) -> None:
        super().__init__(presenters, window)
        self.title = heading or presenters.ui.translate("By hand")
        self.event, self.words = event, words


load_kv(__file__)
