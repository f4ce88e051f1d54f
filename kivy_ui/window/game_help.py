"""Help for the games of the board: their rules by number, found by a few letters."""

from __future__ import annotations

from companion.catalog.tile_search import fold
from kivy_ui.common.rule_book import RuleBook
from kivy_ui.common.side_frame import SideFrame
from kivy_ui.games.roll.guide import Piece
from kivy_ui.games.roll.help import HelpEntry, HelpPresenter, HelpSection
from kivy_ui.window.help_pictures import picture_of


class GameHelpPresenter(HelpPresenter):
    """Roll's help where that is played, else the rules of the game on the board."""

    @property
    def book(self) -> RuleBook:
        """The rules of the running game; empty for Roll and for none."""
        game = self._ui.settings.games.get(self._ui.update.game or "")
        return game.rules if game is not None else ()

    @property
    def sections(self) -> tuple[HelpSection, ...]:
        """What can be opened."""
        return (HelpSection.RULES,) if self.book else super().sections

    def open_rule(self, number: str) -> None:
        """Read the topic of a section; the screen is visited by whoever asks."""
        self.open_section(HelpSection.RULES)
        self.chosen = number

    def entries(self) -> tuple[HelpEntry, ...]:
        """The topics, or those in which the letters are found."""
        if not self.book:
            return super().entries()
        letters, translate = fold(self.text.strip()), self._ui.translate
        return tuple(
            HelpEntry(HelpSection.RULES, topic.number, topic.heading(translate))
            for topic in self.book
            if letters in fold(topic.heading(translate)) or letters in fold(topic.words(translate))
        )

    def words_of(self, entry: HelpEntry) -> str:
        """Return the rules of a topic."""
        found = next((topic for topic in self.book if topic.number == entry.key), None)
        return super().words_of(entry) if found is None else found.words(self._ui.translate)

    def picture(self, entry: HelpEntry) -> tuple[Piece, ...]:
        """Return the drawing of what is read."""
        found = next((topic for topic in self.book if topic.number == entry.key), None)
        if found is None:
            return picture_of(entry, entry.key)
        return picture_of(entry, "other Set-up" if found.title == "Set-up" else found.title)

    def frame(self) -> SideFrame:
        """Title and the way back."""
        if not self.book:
            return super().frame()
        translate = self._ui.translate
        return SideFrame(
            title=translate("Help"),
            status=self.status(translate("A number or a few letters find any rule.")),
            primary_text=translate("Back to the game"),
        )
