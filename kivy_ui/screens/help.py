"""The help screen: rules, tiles and dice in words, with a text search."""

from __future__ import annotations

from typing import Final

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from kivy_ui import theme
from kivy_ui.games.roll.help import HelpSection
from kivy_ui.games.roll.tiles.tile_finder import KEYS
from kivy_ui.panels.name import TypingRow
from kivy_ui.screens.base import TableScreen
from kivy_ui.widgets import guide_drawing  # noqa: F401 - the rules name its widget
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import Key, TextButton
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.lists import LineView
from kivy_ui.window.game_help import GameHelpPresenter

_ERASE: Final = "<"
_MOST_SHOWN: Final = 64
_FEW_WORDS: Final = 160
"""Maximum text length (characters) that fits below a larger drawing."""


class Help(TableScreen):
    """A list at the left, drawing and text at the right; an on-screen keyboard for the search."""

    text = StringProperty("")
    title = StringProperty("")
    words = StringProperty("")
    searching = BooleanProperty(False)
    picture_high = NumericProperty(11)

    @property
    def presenter(self) -> GameHelpPresenter:
        """The presenter of this screen."""
        return self.presenters.side.help

    def refresh(self) -> None:
        """Show the entries and the chosen one."""
        presenter, translate = self.presenter, self.presenters.ui.translate
        words = {
            HelpSection.RULES: translate("Rules"),
            HelpSection.DEVELOPMENTS: translate("Developments"),
            HelpSection.WORLDS: translate("Worlds"),
            HelpSection.DICE: translate("Dice"),
        }
        chosen = None if presenter.text.strip() else presenter.section
        tabs = [(section, words[section]) for section in presenter.sections]
        self.ids.tabs.show(tabs, chosen, self._open)
        self.text = presenter.text or translate("Search")
        self._show_entries()
        self._show_keys()

    def typed(self, text: str) -> bool:
        """Add a typed letter to the search."""
        self.presenter.type(text)
        self.window.refresh()
        return True

    def erased(self) -> bool:
        """Delete the last letter of the search."""
        self.presenter.erase()
        self.window.refresh()
        return True

    def toggle_search(self) -> None:
        """Show or hide the on-screen keyboard."""
        self.searching = not self.searching
        self.window.refresh()

    def _show_entries(self) -> None:
        presenter = self.presenter
        shown = presenter.entry()
        entries = presenter.entries()[:_MOST_SHOWN]
        for view, entry in zip(
            self.ids.entries.fill(len(entries), self._choose), entries, strict=True
        ):
            view.key, view.title, view.face = entry.key, entry.title, entry.face
            view.die = entry.die.value if entry.die is not None else ""
            view.show_side(entry.side)
            view.chosen = shown is not None and entry.key == shown.key
        nothing = self.presenters.ui.translate("Nothing found.")
        title = shown.title if shown is not None else nothing
        if title != self.title:
            self.ids.words.scroll_y = 1.0
        self.title = title
        self.words = presenter.words_of(shown) if shown is not None else ""
        self.picture_high = 15 if shown is not None and len(self.words) < _FEW_WORDS else 11
        self.ids.drawing.show(presenter.picture(shown) if shown is not None else ())

    def _show_keys(self) -> None:
        if not self.searching:
            self.ids.key_rows.clear_widgets()
            return
        rows = reuse_children(self.ids.key_rows, len(KEYS), TypingRow)
        for index, (row, keys) in enumerate(zip(rows, KEYS, strict=True)):
            labels = [*keys, *((" ", _ERASE) if index == len(KEYS) - 1 else ())]
            for view, label in zip(
                reuse_children(row, len(labels), self._make_key), labels, strict=True
            ):
                view.label = label
                view.size_hint_x = 2 if label == " " else 1
                space = self.presenters.ui.translate("Space")
                view.text = {_ERASE: "", " ": space}.get(label, label)
                view.icon = "erase" if label == _ERASE else ""

    def _open(self, section: object) -> None:
        if isinstance(section, HelpSection):
            self.presenter.open_section(section)
            self.ids.entries.scroll_y = 1.0
            self.window.refresh()

    def _choose(self, view: LineView) -> None:
        """Show the tapped entry and hide the keyboard."""
        self.presenter.choose(view.key)
        self.searching = False
        self.window.refresh()

    def _make_key(self) -> TextButton:
        button = Key(base_size=theme.TEXT_LARGE)
        button.bind(on_release=self._tap_key)
        return button

    def _tap_key(self, button: TextButton) -> None:
        if button.label == _ERASE:
            self.erased()
        else:
            self.typed(button.label)


load_kv(__file__)
