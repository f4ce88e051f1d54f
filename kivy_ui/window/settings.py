"""The settings: language, and all preferences that are shown, in the order of their table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from companion.i18n import LANGUAGES
from companion.preferences import LINES, OFFERED
from companion.setting_values import Line
from kivy_ui.common.page_source import Leave, Said, Speak
from kivy_ui.common.ui_context import UiContext
from kivy_ui.pages.forms import Choice
from kivy_ui.pages.listing import List, Row
from kivy_ui.pages.page import Page, Picture


@dataclass(frozen=True, slots=True)
class Set:
    """Key: a preference gets a value."""

    name: str
    value: object


class SettingsPages:
    """The pages of the settings."""

    live = False

    def __init__(self, ui: UiContext) -> None:
        self._ui = ui

    def enter(self) -> None:
        """Do nothing: all settings are on one list."""

    def page(self) -> Page:
        """Return the list."""
        translate = self._ui.translate
        return Page(
            translate("Changes apply at once"),
            translate("Settings"),
            List(tuple(self._rows())),
            back=Leave(),
            can_undo=False,
        )

    def _rows(self) -> Iterator[Row]:
        spoken = tuple(
            Choice(Speak(each.key), each.key.upper(), chosen=each.key == self._ui.language)
            for each in LANGUAGES
        )
        language = self._ui.translate("Language")
        yield Row(None, language, (Picture("symbol/globe"),), choices=spoken)
        for name, line in LINES.items():
            yield self._row(name, line, getattr(self._ui.preferences, name))

    def _row(self, name: str, line: Line, now: Any) -> Row:
        """Return a row; a value of the settings file that is not offered is added."""
        translate, picture = self._ui.translate, Picture(f"symbol/{line.icon}")
        if not line.words:
            game = self._ui.settings.games.get(self._ui.update.game or "")
            why = game.no_chances(self._ui) if game and name == "live_chances" else ""
            return Row(Set(name, not now), translate(line.name), (picture,), why, on=now)
        values = OFFERED[name] if now in OFFERED[name] else tuple(sorted((*OFFERED[name], now)))
        choices = tuple(
            Choice(Set(name, value), translate(word, value=value), chosen=value == now)
            for value, word in zip_longest(values, line.words, fillvalue=line.words[-1])
        )
        return Row(None, translate(line.name), (picture,), choices=choices)

    def touch(self, key: Any) -> Said:
        """Change a preference."""
        if isinstance(key, Set):
            self._ui.choose(**{key.name: key.value})
        return None

    def undo(self) -> None:
        """Do nothing: a touch on the old value brings it back."""

    def redo(self) -> None:
        """Do nothing."""
