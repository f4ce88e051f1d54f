"""The settings: language, and all preferences that are shown, in the order of their table."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from companion.i18n import LANGUAGES
from companion.preferences import LINES, OFFERED
from companion.setting_values import Line
from kivy_ui.common.page_source import Speak
from kivy_ui.common.stacked_pages import StackedPages, do
from kivy_ui.pages.forms import Choice
from kivy_ui.pages.listing import List, Row
from kivy_ui.pages.page import Page, Picture


class SettingsPages(StackedPages):
    def first(self) -> Page:
        translate = self.translate
        body = List(tuple(self._rows()))
        return Page(translate("Changes apply at once"), translate("Settings"), body)

    def _rows(self) -> Iterator[Row]:
        spoken = tuple(
            Choice(Speak(each.key), each.key.upper(), chosen=each.key == self.ui.language)
            for each in LANGUAGES
        )
        language = self.translate("Language")
        yield Row(None, language, (Picture("symbol/globe"),), choices=spoken)
        for name, line in LINES.items():
            yield self._row(name, line, getattr(self.ui.preferences, name))

    def _row(self, name: str, line: Line, now: Any) -> Row:
        """Return a row; a value of the settings file that is not offered is added."""
        translate, picture = self.translate, Picture(f"symbol/{line.icon}")
        if not line.words:
            game = self.ui.settings.games.get(self.ui.update.game or "")
            why = game.no_chances(self.ui) if game and name == "live_chances" else ""
            return Row(do(self._set, name, not now), translate(line.name), (picture,), why, on=now)
        values = OFFERED[name] if now in OFFERED[name] else tuple(sorted((*OFFERED[name], now)))
        choices = tuple(
            Choice(do(self._set, name, value), translate(word, value=value), chosen=value == now)
            for value, word in zip_longest(values, line.words, fillvalue=line.words[-1])
        )
        return Row(None, translate(line.name), (picture,), choices=choices)

    def _set(self, name: str, value: object) -> None:
        self.ui.choose(**{name: value})
