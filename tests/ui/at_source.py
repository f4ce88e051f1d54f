"""Pages without Kivy: what they say, and what a touch brings about.

``AtSource`` stands before the pages of one source, ``AtWindow`` before those of a whole window,
``AtScreen`` before a game's questions.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from companion.app.wiring import games_at_table
from companion.errors import CompanionError
from companion.games.roll.view.table_view import TableView
from companion.session.table_port import TablePort
from kivy_ui.art.files import SIZES_PX
from kivy_ui.asking.draft import Give, More
from kivy_ui.asking.game_pages import LaidOut
from kivy_ui.common.page_source import Leave, PageSource, Quit, Said, Speak, Visit
from kivy_ui.games.roll.context import RollContext
from kivy_ui.pages.check import faults
from kivy_ui.pages.letters import Letter, Letters
from kivy_ui.pages.listing import List, Row
from kivy_ui.pages.maps import Map
from kivy_ui.pages.marks import Scene
from kivy_ui.pages.page import Card, Cards, Frame, Main, Page
from kivy_ui.pages.photos import At, Photo
from kivy_ui.pages.templates import compose
from kivy_ui.settings import UiSettings
from kivy_ui.window.presenters import Presenters
from tests.some import of, there
from tests.ui import fake_table as fake
from tests.ui.one_game import OneGame

LANGUAGES = ("en", "pl", "hu")
T = TypeVar("T")


class AtSource:
    """Somebody before the pages of one source.

    Attributes:
        said: why the last touch had no effect, or what it did, and a hint.
    """

    source: PageSource

    def __init__(self, source: PageSource | None, size_px: tuple[int, int] = SIZES_PX[0]) -> None:
        if source is not None:
            self.source = source
        self.size_px = size_px
        self.said: Said = None
        self._laid_out: tuple[Page, tuple[int, int], dict[int, Scene]] | None = None

    @property
    def page(self) -> Page:
        return self.source.page()

    def scene(self, part: int = 0) -> Scene:
        """A part of the page as it is laid out, which has to be sound."""
        return self._scene(self.page, part)

    def scenes(self) -> Iterator[Scene]:
        """All parts of the page as they are laid out."""
        page = self.page
        first = self._scene(page, 0)
        yield first
        yield from (self._scene(page, part) for part in range(1, first.parts))

    def _scene(self, page: Page, part: int) -> Scene:
        from kivy_ui.pages.textures import text_width

        if self._laid_out is None or self._laid_out[:2] != (page, self.size_px):
            self._laid_out = page, self.size_px, {}
        scenes = self._laid_out[2]
        if part not in scenes:
            scenes[part] = compose(replace(page, part=part), self.size_px, text_width)
            found = faults(scenes[part], self.size_px)
            assert not found, (page.question, found, self.size_px)
        return scenes[part]

    @property
    def keys(self) -> list[Any]:
        """What can be touched, on any part."""
        keys = [target.key for scene in self.scenes() for target in scene.targets]
        return [key for key in dict.fromkeys(keys) if key not in (Frame.EARLIER, Frame.LATER)]

    def touch(self, key: Any) -> int:
        """Touch a place of the page; return the number of the first part on which it is."""
        place = key.key if isinstance(key, At) else key
        keys = ([target.key for target in scene.targets] for scene in self.scenes())
        part = next((part for part, there in enumerate(keys) if place in there), None)
        assert part is not None, (key, self.keys)
        self.said = None
        self.touched(key)
        return part

    def touched(self, key: Any) -> None:
        """Handle a touch, also where there is nothing to touch."""
        if key is Frame.UNDO:
            self.source.undo()
        else:
            self.said = self.source.touch(key)

    def words(self) -> str:
        """All that can be read on all parts of the page."""
        marks = (mark for scene in self.scenes() for mark in scene.words)
        return " ".join(mark.text for mark in marks if not mark.shaded)

    def body(self, kind: type[T]) -> T:
        """What the page shows, which is of this kind."""
        return of(kind, self.page.body)

    @property
    def main_button(self) -> Main:
        """Of the page or of its sheet."""
        page = self.page
        return there(page.sheet.main if page.sheet else page.main)

    def main(self) -> None:
        """Touch the main button."""
        self.touch(self.main_button.key)

    @property
    def note(self) -> str:
        """The lines of the note; empty without one."""
        note = self.page.note
        return "" if note is None else " ".join(note.lines)

    @property
    def cards(self) -> tuple[Card, ...]:
        """Those of the page, or beside its board, keys or photo."""
        body = self.page.body
        assert isinstance(body, Cards | Letters | Map | Photo)
        return body.cards

    @property
    def rows(self) -> tuple[Row, ...]:
        """Those of a list."""
        return self.body(List).rows

    @property
    def photo(self) -> Photo:
        return self.body(Photo)

    @property
    def titles(self) -> list[str]:
        return [card.title for card in self.cards]

    def card(self, title: str) -> Card:
        """The card with this title."""
        return next(card for card in self.cards if card.title == title)

    def tap(self, *titles: str) -> None:
        """Touch the cards with these titles, one after the other."""
        for title in titles:
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
            targets = self.scene(chance.randrange(3)).targets
            keys = [each.key for each in targets if goes(each.key)]
            if not keys:
                return done
            key = chance.choice(keys)
            if isinstance(self.page.body, Photo) and key == self.page.body.key:
                key = At(key, chance.random(), chance.random())
            if key not in (Frame.EARLIER, Frame.LATER, Frame.MENU):
                self.touched(key)
        return touches


class AtWindow(AtSource):
    """Somebody before a window without a screen; touches lead to other pages.

    Attributes:
        gone: whether the program was closed.

    Args:
        screen: that is visited first.
        view: of the running game; None without one.
        settings: of the window.
    """

    def __init__(
        self, screen: str | None, view: TableView | None = None, *, port: TablePort | None = None,
        size_px: tuple[int, int] = SIZES_PX[0], **settings: Any,
    ) -> None:  # fmt: skip
        self.table: Any = port or fake.FakeTable(fake.an_update(view))
        self.presenters = Presenters(RollContext(self.table, UiSettings(**settings)))
        self.gone = False
        super().__init__(None, size_px)
        self.visit(screen)

    @property
    def ui(self) -> RollContext:
        return self.presenters.ui

    @property
    def source(self) -> PageSource:  # type: ignore[override]  # the visited screen decides
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
            self.source.enter()

    def reads(self, text: str) -> bool:
        """Whether a text stands on any part; lines are joined."""
        return text in self.words()

    def touched(self, key: Any) -> None:
        """Do what the screen of all pages does."""
        match key:
            case Visit(screen):
                self.visit(screen)
            case Leave():
                self.ui.leave()
            case Speak(language):
                self.ui.choose_language(language)
            case Quit():
                self.gone = True
            case Frame.MENU:
                self.visit("menu")
            case _:
                try:
                    super().touched(key)
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

    def tap(self, *titles: str) -> None:
        """Touch what bears a text or the name of a piece, one after the other."""
        for what in titles:
            key = self.key(what)
            assert key is not None, (what, self.page)
            self.touch(key)

    def type(self, letters: str) -> None:
        """Touch the keys of letters."""
        for letter in letters:
            self.touch(Letter(letter))


class AtScreen(AtWindow):
    """A table before one game's questions.

    Args:
        names: of the players at seats 1 and up.
    """

    def __init__(
        self, game: str, *, names: tuple[str, ...] = ("Ann", "Bo", "Cy"), **window: Any
    ) -> None:
        self.port = OneGame(games_at_table()[game])
        super().__init__(None, port=self.port, player_names=names, **window)

    @property
    def source(self) -> PageSource:  # type: ignore[override]  # nothing leads away from it
        return self.presenters.board.asked

    @property
    def state(self) -> Any:
        view = self.port.latest().view
        return getattr(view, "state", view)

    def touched(self, key: Any) -> None:
        self.said = self.source.touch(key)
        assert not self.port.refused, self.port.refused

    def answer_key(self, element: object) -> Give | None:
        """The answer whose path ends so; None if nowhere."""
        keys = (target.key for scene in self.scenes() for target in scene.targets)
        answers = (key for key in keys if isinstance(key, Give))
        return next((key for key in answers if key.path[-1] == element), None)

    def can(self, element: object) -> bool:
        """Whether there is such an answer."""
        return self.answer_key(element) is not None

    def answer(self, *elements: object) -> None:
        """Touch the answers whose paths end so, one after the other."""
        for element in elements:
            key = self.answer_key(element)
            assert key is not None, (element, self.page)
            self.touch(key)

    def more(self, *elements: object) -> None:
        """Touch the button of the seldom wanted answers, then the answers as ``answer`` does."""
        self.touch(More())
        self.answer(*elements)

    def laid_out(self) -> None:
        """Touch the button that says that everything lies on the table."""
        self.touch(LaidOut())
