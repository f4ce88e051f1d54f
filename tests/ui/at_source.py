"""A source of pages without a window: what it says, and what a touch brings about."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kivy_ui.art.files import SIZES_PX
from kivy_ui.common.page_source import PageSource, Said
from kivy_ui.pages.check import faults
from kivy_ui.pages.marks import Scene
from kivy_ui.pages.page import Card, Cards, Frame, Page
from kivy_ui.pages.photos import At, Photo
from kivy_ui.pages.templates import compose

LANGUAGES = ("en", "pl", "hu")


class AtSource:
    """Somebody before the pages of one source.

    Attributes:
        said: why the last touch had no effect, and a hint.
    """

    def __init__(self, source: PageSource, size_px: tuple[int, int] = SIZES_PX[0]) -> None:
        self.source = source
        self.size_px = size_px
        self.said: Said = None

    @property
    def page(self) -> Page:
        return self.source.page()

    def scene(self, part: int = 0) -> Scene:
        """A part of the page as it is laid out."""
        from kivy_ui.pages.textures import text_width

        return compose(replace(self.page, part=part), self.size_px, text_width)

    def keys(self, part: int = 0) -> list[Any]:
        """What can be touched."""
        return [target.key for target in self.scene(part).targets]

    def touch(self, key: object) -> None:
        """Touch a place of the page, on whichever part it is."""
        parts = range(self.scene().parts)
        assert any(key in self.keys(part) for part in parts), (key, self.keys())
        self.said = None
        if key is Frame.UNDO:
            self.source.undo()
        else:
            self.said = self.source.touch(key)

    def words(self) -> str:
        """All that can be read on all parts of the page."""
        parts = map(self.scene, range(self.scene().parts))
        return " ".join(word.text for scene in parts for word in scene.words)

    def main(self) -> None:
        """Touch the main button."""
        main = self.page.main
        assert main is not None
        self.touch(main.key)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Those of the page, or beside its photo."""
        body = self.page.body
        assert isinstance(body, Cards | Photo)
        return body.cards

    @property
    def photo(self) -> Photo:
        body = self.page.body
        assert isinstance(body, Photo)
        return body

    @property
    def titles(self) -> list[str]:
        return [card.title for card in self.cards]

    def card(self, title: str) -> Card:
        """The card with this title."""
        return next(card for card in self.cards if card.title == title)

    def tap(self, title: str) -> None:
        """Touch the card with this title."""
        self.touch(self.card(title).key)

    @property
    def side(self) -> list[str]:
        return [button.text for button in self.page.side]

    def press(self, text: str) -> None:
        """Touch the secondary button with this text."""
        self.touch(next(button.key for button in self.page.side if button.text == text))

    def stroll(self, chance: random.Random, touches: int, goes: Callable[[Any], bool]) -> int:
        """Touch by chance whatever *goes*; every page that comes has to be sound.

        Returns how many touches there were.
        """
        for done in range(touches):
            scene = self.scene(chance.randrange(3))
            found = faults(scene, self.size_px)
            assert not found, (self.page.question, found)
            keys = [each.key for each in scene.targets if goes(each.key)]
            if not keys:
                return done
            key = chance.choice(keys)
            if key is Frame.UNDO:
                self.source.undo()
            elif isinstance(self.page.body, Photo) and key == self.page.body.key:
                self.source.touch(At(key, chance.random(), chance.random()))
            elif not isinstance(key, Frame):
                self.source.touch(key)
        return touches
