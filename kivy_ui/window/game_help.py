"""Presenter of the help, including numbered rules of the board games with text search."""

from __future__ import annotations

from companion.catalog.tile_search import fold
from kivy_ui.common.rule_book import RuleBook
from kivy_ui.common.side_frame import SideFrame
from kivy_ui.games.roll.guide import Piece
from kivy_ui.games.roll.help import HelpEntry, HelpPresenter, HelpSection
from kivy_ui.window.help_pictures import picture_of


class GameHelpPresenter(HelpPresenter):
    """Help for Roll for the Galaxy, or the rules of the game on the board screen."""

    @property
    def book(self) -> RuleBook:
        """The rules of the running game; empty for Roll for the Galaxy and without a game."""
        game = self._ui.settings.games.get(self._ui.update.game or "")
        return game.rules if game is not None else ()

    @property
    def sections(self) -> tuple[HelpSection, ...]:
        """The available sections."""
        return (HelpSection.RULES,) if self.book else super().sections

    def open_rule(self, number: str) -> None:
        """Select the topic with this number; the caller opens the screen."""
        self.open_section(HelpSection.RULES)
        self.chosen = number

    def entries(self) -> tuple[HelpEntry, ...]:
        """Return all topics, or those that contain the search text."""
        if not self.book:
            return super().entries()
        letters, translate = fold(self.text.strip()), self._ui.translate
        return tuple(
            HelpEntry(topic.number, topic.heading(translate))
            for topic in self.book
            if letters in fold(topic.heading(translate)) or letters in fold(topic.words(translate))
        )

    def words_of(self, entry: HelpEntry) -> str:
        """Return the text of a topic."""
        found = next((topic for topic in self.book if topic.number == entry.key), None)
        return super().words_of(entry) if found is None else found.words(self._ui.translate)

    def picture(self, entry: HelpEntry) -> tuple[Piece, ...]:
        """Return the illustration of a topic."""
        found = next((topic for topic in self.book if topic.number == entry.key), None)
        if found is None:
            return picture_of(entry, entry.key)
        return picture_of(entry, "other Set-up" if found.title == "Set-up" else found.title)

    def frame(self) -> SideFrame:
        """Return the content of the window's frame."""
        if not self.book:
            return super().frame()
        translate = self._ui.translate
        return SideFrame(
            title=translate("Help"),
            status=self.status(translate("A number or a few letters find any rule.")),
            primary_text=translate("Back to the game"),
        )
