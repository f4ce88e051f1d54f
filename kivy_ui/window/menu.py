"""The menu: what is wanted most often first, then what is looked up, then the device."""

from collections.abc import Iterator
from typing import Any, Final

from companion.i18n import N_
from kivy_ui.common.page_source import Rescan, Said, Speak, Visit
from kivy_ui.common.stacked_pages import StackedPages
from kivy_ui.pages.page import Card, Cards, Chip, Page, Picture

_LOOKED_UP: Final = (
    ("crown", N_("Final score"), "score_entry"),
    ("clock", N_("History"), "history"),
    ("plus", N_("New game"), "start"),
    ("gear", N_("Settings"), "settings"),
    ("qr", N_("Phones"), "phones"),
    ("power", N_("This device"), "device"),
)
"""Symbol, name and screen of what does not belong to the running game."""


class MenuPages(StackedPages):
    def first(self) -> Page:
        return Page(
            self.translate("Menu"),
            self.translate("What do you need?"),
            Cards(tuple(card for card in self._cards() if card.key != Visit(self.ui.behind))),
            chips=(Chip(self.ui.language.upper(), key=Speak(self.ui.following_language)),),
        )

    def _cards(self) -> Iterator[Card]:
        """Yield all entries, also the one of the screen behind, which needs none."""
        translate, update = self.translate, self.ui.update
        game = self.ui.settings.games.get(update.game or "")
        if game is not None:
            yield entry("back", translate("Back to the game"), Visit(None))
        yield entry("question", translate("Help"), Visit("help"))
        if game is not None:
            yield from game.menu(self.ui)
            yield entry("letters", translate("Large text"), Visit("status"))
            yield entry("file", translate("Log"), Visit("event_log"))
        for symbol, name, screen in _LOOKED_UP:
            yield entry(symbol, translate(name), Visit(screen))

    def touch(self, key: Any) -> Said:
        """Read all mats again."""
        if isinstance(key, Rescan):
            self.ui.port.rescan()
            self.ui.leave()
        return None


def entry(symbol: str, text: str, key: object) -> Card:
    return Card(key, (Picture(f"symbol/{symbol}"),), text)
