"""Rows that are mirrored for left-handed users."""

from __future__ import annotations

from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout

from kivy_ui.widgets.kv_file import load_kv


class Mirrored:
    """Mixin of a box layout: reverses the order of its children for left-handed users.

    Text is always read from left to right; only frequently touched controls move to the side of
    the hand, so that the arm does not cover the text.
    """

    left_handed = BooleanProperty(False)

    def on_left_handed(self, *_args: object) -> None:
        """Repeat the layout after a change of the setting."""
        self._trigger_layout()  # type: ignore[attr-defined]

    def do_layout(self, *args: object) -> None:
        """Lay out the children, then mirror them."""
        super().do_layout(*args)  # type: ignore[misc]
        if not self.left_handed or self.orientation != "horizontal":  # type: ignore[attr-defined]
            return
        for part in self.children:  # type: ignore[attr-defined]
            part.x = self.x + self.right - part.right  # type: ignore[attr-defined]


class MirroredRow(Mirrored, BoxLayout):
    """A row whose buttons are on the side of the user's hand."""


load_kv(__file__)
