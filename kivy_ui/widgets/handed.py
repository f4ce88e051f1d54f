"""Rows that change sides for people who work with the left hand."""

from __future__ import annotations

from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout

from kivy_ui.widgets.rules import load_rules


class Handed:
    """Mixed into a box: its parts stand the other way round for a left hand.

    Words are read from left to right in any case; only what is touched often goes to the side of
    the hand that touches it, so that the arm does not cover what is read.
    """

    left_handed = BooleanProperty(False)

    def on_left_handed(self, *_args: object) -> None:
        """The person has changed hands."""
        self._trigger_layout()  # type: ignore[attr-defined]

    def do_layout(self, *args: object) -> None:
        """Place the parts, then mirror them."""
        super().do_layout(*args)  # type: ignore[misc]
        if not self.left_handed or self.orientation != "horizontal":  # type: ignore[attr-defined]
            return
        for part in self.children:  # type: ignore[attr-defined]
            part.x = self.x + self.right - part.right  # type: ignore[attr-defined]


class HandRow(Handed, BoxLayout):
    """A row whose buttons stand on the side of the hand."""


load_rules(__file__)
