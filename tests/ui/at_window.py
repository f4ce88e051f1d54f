"""The window's own pages without a window: what they say, and what a touch brings about."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from companion.errors import CompanionError
from companion.games.roll.view.table_view import TableView
from kivy_ui.art.files import SIZES_PX
from kivy_ui.common.page_source import Leave, PageSource, Quit, Speak, Visit
from kivy_ui.games.roll.context import RollContext
from kivy_ui.pages.check import faults
from kivy_ui.pages.letters import Letter
from kivy_ui.pages.marks import Scene
from kivy_ui.pages.page import Frame, Page
from kivy_ui.pages.photos import At
from kivy_ui.pages.templates import compose
from kivy_ui.settings import UiSettings
from kivy_ui.window.presenters import Presenters
from tests.ui import fake_table as fake


class AtWindow:
    """A window that shows one of its pages.

    Attributes:
        said: why the last touch had no effect, or what it did, and a hint.
        gone: whether the program was closed.

    Args:
        screen: that is visited first.
        view: of the running game; None without one.
        settings: of the window.
    """

    def __init__(self, screen: str, view: TableView | None = None, **settings: Any) -> None:
        self.table = fake.FakeTable(fake.an_update(view))
        self.presenters = Presenters(RollContext(self.table, UiSettings(**settings)))
        self.said: tuple[str, str] | None = None
        self.gone = False
        self.visit(screen)

    @property
    def ui(self) -> RollContext:
        return self.presenters.ui

    @property
    def source(self) -> PageSource:
        """What shows the visited screen."""
        return self.presenters.source(self.presenters.screen)

    @property
    def page(self) -> Page:
        self.ui.take(self.table.latest())
        return self.source.page()

    def visit(self, screen: str | None) -> None:
        """Open a screen."""
        self.ui.visit(screen)
        if screen is not None:
            self.presenters.source(screen).enter()

    def scenes(self, size_px: tuple[int, int] = SIZES_PX[0]) -> Iterator[Scene]:
        """Lay out all parts of the page, each of which has to be sound."""
        from kivy_ui.pages.textures import text_width

        page = self.page
        for part in itertools.count():
            scene = compose(replace(page, part=part), size_px, text_width)
            found = faults(scene, size_px)
            assert not found, (found, size_px, self.ui.language, page)
            yield scene
            if Frame.LATER not in [target.key for target in scene.targets]:
                return

    @property
    def keys(self) -> list[Any]:
        """What can be touched, on any part."""
        keys = [target.key for scene in self.scenes() for target in scene.targets]
        return [key for key in dict.fromkeys(keys) if key not in (Frame.EARLIER, Frame.LATER)]

    def reads(self, text: str) -> bool:
        """Whether a text stands on any part; lines are joined."""
        for scene in self.scenes():
            if text in " ".join(mark.text for mark in scene.words if not mark.shaded):
                return True
        return False

    def touch(self, key: Any) -> None:
        """Touch a place of the page, as the screen of all pages does."""
        touched = key.key if isinstance(key, At) else key
        assert touched in self.keys, (key, self.keys)
        self.said = None
        match key:
            case Frame.UNDO:
                self.source.undo()
            case Visit(screen):
                self.visit(screen)
            case Leave():
                self.ui.leave()
            case Speak(language):
                self.ui.choose_language(language)
            case Quit():
                self.gone = True
            case _:
                try:
                    self.said = self.source.touch(key)
                except CompanionError as error:
                    text = self.ui.error_text
                    self.said = text.message(error), text.hint(error)

    def key(self, what: str) -> Any:
        """The key of what bears a text or the name of a piece, in full if possible; else None."""
        for scene in self.scenes():
            keys = [target.key for target in scene.targets]
            named = [(mark.text, mark.of) for mark in scene.words]
            named += [(mark.name, mark.of) for mark in scene.pieces]
            found = [(name != what, of) for name, of in named if what in name and of in keys]
            if found:
                return min(found, key=lambda each: each[0])[1]
        return None

    def tap(self, *names: str) -> None:
        """Touch what bears a text or the name of a piece, one after the other."""
        for what in names:
            key = self.key(what)
            assert key is not None, (what, self.page)
            self.touch(key)

    def type(self, letters: str) -> None:
        """Touch the keys of letters."""
        for letter in letters:
            self.touch(Letter(letter))

    def main(self) -> None:
        """Touch the main button of the page or of its sheet."""
        page = self.page
        main = page.sheet.main if page.sheet else page.main
        assert main is not None
        self.touch(main.key)
