"""The help of the running game: topics on shelves, a topic to read, a search."""

from companion.catalog.tile_search import fold
from kivy_ui.common.page_source import Help, Visit
from kivy_ui.common.rule_book import HelpTopic, Shelf, topic_of
from kivy_ui.common.stacked_pages import StackedPages, do
from kivy_ui.common.ui_context import UiContext
from kivy_ui.pages.letters import Typing
from kivy_ui.pages.listing import Prose
from kivy_ui.pages.page import Card, Cards, Chip, Page, Side


class HelpPages(StackedPages):
    """The pages of the help.

    Without a game it is that of the first one, which has the most to explain.
    """

    def __init__(self, ui: UiContext) -> None:
        super().__init__(ui)
        self._shelf = 0
        self._straight = ""
        """Key of the topic that was opened from elsewhere, where its arrow leads to."""
        self._read: dict[tuple[str, str], tuple[Shelf, ...]] = {}

    def enter(self) -> None:
        super().enter()
        self._straight = ""

    def open_rule(self, number: str) -> None:
        """Show the topic of a rule; the back button then leads to where one came from."""
        self.enter()
        found = topic_of(self._shelves(), number)
        self._straight = "" if found is None else found.key

    def link(self, rule: str) -> Side | None:
        """Return the button to the topic of a rule; None if nothing explains it."""
        found = topic_of(self._shelves(), rule) if rule else None
        return None if found is None else Side(Help(rule), found.title, "book")

    @property
    def _game(self) -> str:
        return self.ui.update.game or self.ui.settings.games.choices[0].key

    def _shelves(self) -> tuple[Shelf, ...]:
        """Return the shelves of the game in the chosen language, made once."""
        key = (self._game, self.ui.language)
        if key not in self._read:
            self._read[key] = self.ui.settings.games[self._game].shelves(self.ui)
        return self._read[key]

    def _topics(self) -> list[HelpTopic]:
        return [topic for shelf in self._shelves() for topic in shelf.topics]

    def first(self) -> Page:
        """Return all topics of a shelf, or the topic that is the only one or was asked for."""
        translate, shelves, topics = self.translate, self._shelves(), self._topics()
        straight = self._straight if len(topics) > 1 else topics[0].key
        if (read := self._reading(straight)) is not None:
            return read
        shown = min(self._shelf, len(shelves) - 1)
        marks = tuple(
            Chip(picture=shelf.picture, key=do(self._take, index), chosen=index == shown)
            for index, shelf in enumerate(shelves)
        )
        above, question = translate("Help"), shelves[shown].name
        if len(shelves) == 1:
            game = translate(self.ui.settings.games.name(self._game))
            above, question, marks = game, above, ()
        search = Chip(icon="search", key=do(self._search))
        cards = Cards(tuple(map(self._card, shelves[shown].topics)))
        return Page(above, question, cards, chips=(*marks, search))

    def _take(self, index: int) -> None:
        self._shelf = index

    def _card(self, topic: HelpTopic) -> Card:
        key = Visit(topic.screen) if topic.screen else do(self.open, self._reading, topic.key)
        return Card(key, topic.pictures[:1], topic.title)

    def _reading(self, key: str) -> Page | None:
        read = next((topic for topic in self._topics() if topic.key == key), None)
        if read is None:
            return None
        above = read.above or self.translate("Help")
        return Page(above, read.title, Prose(read.text, read.pictures))

    def _search(self) -> None:
        self.typing = Typing(searches=True)
        self.open(self._found)

    def _found(self) -> Page:
        """Return what two letters or more find, in titles before texts."""
        translate, typing = self.translate, self.typing or Typing()
        letters = fold(typing.text.strip())
        found = [each for each in self._topics() if len(letters) > 1 and letters in _words(each)]
        found.sort(key=lambda topic: letters not in fold(topic.title))
        body = typing.body(translate("A few letters"), cards=tuple(map(self._card, found)))
        return Page(translate("Help"), translate("What do you look for?"), body)


def _words(topic: HelpTopic) -> str:
    return fold(" ".join((topic.title, topic.found, *topic.text, *topic.numbers)))
