"""The menu: what is wanted most often first, then what is looked up, then the device."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from companion.i18n import LANGUAGES, N_
from kivy_ui.common.page_source import Leave, Rescan, Said, Speak, Visit
from kivy_ui.common.ui_context import UiContext
from kivy_ui.pages.page import Card, Cards, Chip, Page, Picture

_LOOKED_UP: Final = (
    ("crown", N_("Final score"), "score_entry"),
    ("chart", N_("History"), "history"),
    ("plus", N_("New game"), "start"),
    ("cards", N_("First game"), "guide"),
    ("bars", N_("Settings"), "settings"),
    ("gear", N_("This device"), "device"),
)
"""Symbol, name and screen of what does not belong to the running game."""


class MenuPages:
    """The pages of the menu."""

    live = False

    def __init__(self, ui: UiContext) -> None:
        self._ui = ui

    def enter(self) -> None:
        """Do nothing: the menu has one page."""

    def page(self) -> Page:
        """Return the page, with a button to the next language."""
        keys = [language.key for language in LANGUAGES]
        following = keys[(keys.index(self._ui.language) + 1) % len(keys)]
        return Page(
            self._ui.translate("Menu"),
            self._ui.translate("What do you need?"),
            Cards(tuple(card for card in self._cards() if card.key != Visit(self._ui.behind))),
            chips=(Chip(self._ui.language.upper(), key=Speak(following)),),
            back=Leave(),
            can_undo=False,
        )

    def _cards(self) -> Iterator[Card]:
        """Yield all entries, also the one of the screen behind, which needs none."""
        translate, update = self._ui.translate, self._ui.update
        game = self._ui.settings.games.get(update.game or "")
        if game is not None:
            yield entry("back", translate("Back to the round"), Visit(None))
        yield entry("question", translate("Help"), Visit("help"))
        if game is not None:
            yield from game.menu(self._ui)
            yield entry("letters", translate("Large text"), Visit("status"))
            yield entry("file", translate("Log"), Visit("event_log"))
        for symbol, name, screen in _LOOKED_UP:
            yield entry(symbol, translate(name), Visit(screen))

    def touch(self, key: Any) -> Said:
        """Read all mats again."""
        if isinstance(key, Rescan):
            self._ui.port.rescan()
            self._ui.leave()
        return None

    def undo(self) -> None:
        """Do nothing: nothing is changed here."""

    def redo(self) -> None:
        """Do nothing."""


def entry(symbol: str, text: str, key: object) -> Card:
    """Return an entry of the menu."""
    return Card(key, (Picture(f"symbol/{symbol}"),), text)
