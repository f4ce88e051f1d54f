"""A selectable kind or face of a die."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty

from kivy_ui.widgets.controls import TapArea
from kivy_ui.widgets.kv_file import load_kv


class DieChoice(TapArea):
    """A selectable die type or face; the letters name the type."""

    die = StringProperty("")
    face = StringProperty("")
    letters = StringProperty("")
    chosen = BooleanProperty(False)


load_kv(__file__)
