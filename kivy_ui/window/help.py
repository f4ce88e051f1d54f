"""The help of the running game: topics on shelves, a topic to read, a search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.catalog.tile_search import fold
from kivy_ui.common.page_source import Leave, Said
from kivy_ui.common.rule_book import HelpTopic, Shelf, rule_shelf
from kivy_ui.common.ui_context import UiContext
from kivy_ui.pages.letters import Erase, Letter, Typing
from kivy_ui.pages.listing import Prose
from kivy_ui.pages.page import Card, Cards, Chip, Page


@dataclass(frozen=True, slots=True)
class OpenShelf:
    """Key: shows the topics of a shelf."""

    index: int


@dataclass(frozen=True, slots=True)
class OpenTopic:
    """Key: shows a topic; empty for the topics again."""

    key: str


@dataclass(frozen=True, slots=True)
class Search:
    """Key: begins a search, or ends it."""

    begins: bool


class HelpPages:
    """The pages of the help.

    Without a game it is that of the first one, which has the most to explain.
    """

    live = False

    def __init__(self, ui: UiContext) -> None:
        self._ui = ui
        self._shelf = 0
        self._topic = ""
        self._straight = False
        self._typing: Typing | None = None

    def enter(self) -> None:
        """Show all topics."""
        self._topic, self._straight, self._typing = "", False, None

    def open(self, number: str) -> None:
        """Show the topic of a rule; the back button then leads to where one came from."""
        self.enter()
        topics = (topic for shelf in self._shelves() for topic in shelf.topics)
        found = next((topic for topic in topics if number in topic.numbers), None)
        if found is not None:
            self._topic, self._straight = found.key, True

    @property
    def _game(self) -> str:
        return self._ui.update.game or self._ui.settings.games.choices[0].key

    def _shelves(self) -> tuple[Shelf, ...]:
        game = self._ui.settings.games[self._game]
        if game.help is not None:
            return game.help(self._ui)
        return (rule_shelf(self._ui.translate, game.rules),)

    def page(self) -> Page:
        """Return the topic that is read, the search, or all topics of a shelf."""
        shelves = self._shelves()
        topics = [topic for shelf in shelves for topic in shelf.topics]
        read = next((topic for topic in topics if topic.key == self._topic), None)
        name = self._ui.translate(self._ui.settings.games.name(self._game))
        if read is not None:
            back = Leave() if self._straight else OpenTopic("")
            body = Prose(read.text, read.pictures)
            return Page(self._ui.translate("Help"), read.title, body, back=back, can_undo=False)
        if self._typing is not None:
            return self._search(topics, self._typing)
        shown = min(self._shelf, len(shelves) - 1)
        marks = tuple(
            Chip(picture=shelf.picture, key=OpenShelf(index), chosen=index == shown)
            for index, shelf in enumerate(shelves)
        )
        search = Chip(icon="search", key=Search(begins=True))
        return Page(
            name if len(shelves) == 1 else self._ui.translate("Help"),
            self._ui.translate("Help") if len(shelves) == 1 else shelves[shown].name,
            Cards(tuple(map(_card, shelves[shown].topics))),
            chips=(*(marks if len(shelves) > 1 else ()), search),
            back=Leave(),
            can_undo=False,
        )

    def _search(self, topics: list[HelpTopic], typing: Typing) -> Page:
        """Return what two letters or more find, in titles before texts."""
        translate, letters = self._ui.translate, fold(typing.text.strip())
        found = [topic for topic in topics if len(letters) > 1 and letters in _words(topic)]
        found.sort(key=lambda topic: letters not in fold(topic.title))
        return Page(
            translate("Help"),
            translate("What do you look for?"),
            typing.body(translate("A few letters"), cards=tuple(map(_card, found))),
            back=Search(begins=False),
            can_undo=False,
        )

    def touch(self, key: Any) -> Said:
        """Show another shelf or topic, or search."""
        match key:
            case OpenShelf(index):
                self._shelf = index
            case OpenTopic(topic):
                self._topic = topic
            case Search(begins):
                self._typing = Typing(searches=True) if begins else None
            case Letter() | Erase() if self._typing is not None:
                self._typing = self._typing.after(key)
            case _:
                pass
        return None

    def undo(self) -> None:
        """Do nothing: nothing is changed here."""

    def redo(self) -> None:
        """Do nothing."""


def _card(topic: HelpTopic) -> Card:
    return Card(OpenTopic(topic.key), topic.pictures[:1], topic.title)


def _words(topic: HelpTopic) -> str:
    return fold(" ".join((topic.title, topic.found, *topic.text, *topic.numbers)))
