"""Help for any phase, tile, power or die: full-text search and rule texts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.catalog.roll_loader import LANGUAGES
from companion.catalog.roll_texts import load_tile_texts
from companion.catalog.tile_search import TileFilter, fold, search
from companion.games.roll.model.dice import COUNTS, FACES, DieType, Face
from companion.games.roll.model.effects import Category
from companion.games.roll.model.tiles import Side
from kivy_ui.common.side_frame import SideFrame
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.texts.rule_texts import TOPICS, rule_lines, topic_title

_LONGEST_TEXT = 16


class HelpSection(Enum):
    """Sections of the help."""

    RULES = "rules"
    DEVELOPMENTS = "developments"
    WORLDS = "worlds"
    DICE = "dice"


@dataclass(frozen=True, slots=True)
class HelpEntry:
    """An entry of the help.

    Attributes:
        key: of the topic, the side or the die.
        face: icon of a phase; ``side`` and ``die`` provide the icon of tiles and dice.
    """

    key: str
    title: str
    face: str = ""
    side: Side | None = None
    die: DieType | None = None


class HelpPresenter:
    """Presenter of the help screen.

    Attributes:
        section: the section shown without a search.
        text: the search text.
        chosen: key of the selected entry.
    """

    def __init__(self, ui: RollContext) -> None:
        self._ui = ui
        self.section = HelpSection.RULES
        self.text = ""
        self.chosen = ""

    @property
    def sections(self) -> tuple[HelpSection, ...]:
        """All sections."""
        return tuple(HelpSection)

    def enter(self) -> None:
        """Clear the search."""
        self.text = ""

    def open_section(self, section: HelpSection) -> None:
        """Show another section from its start."""
        self.section, self.text, self.chosen = section, "", ""

    def type(self, letters: str) -> None:
        """Append to the search text."""
        clean = "".join(char for char in letters if char.isprintable())
        self.text = (self.text + clean)[:_LONGEST_TEXT]

    def erase(self) -> None:
        """Delete the last character."""
        self.text = self.text[:-1]

    def choose(self, key: str) -> None:
        """Select an entry."""
        self.chosen = key

    def entries(self) -> tuple[HelpEntry, ...]:
        """Return the section's entries, or the search results from all sections."""
        if not self.text.strip():
            return self._section(self.section)
        letters = fold(self.text)
        found = [
            entry
            for section in (HelpSection.RULES, HelpSection.DICE)
            for entry in self._section(section)
            if letters in fold(entry.title) or letters in fold(self.words_of(entry))
        ]
        texts = [load_tile_texts(key) for key in LANGUAGES]
        sides = self._ui.tiles.catalog.sides.values()
        tiles = search(sides, TileFilter(self.text), texts=texts)
        return (*found, *(self._tile(side) for side in tiles))

    def entry(self) -> HelpEntry | None:
        """Return the selected entry, else the first."""
        entries = self.entries()
        return next((each for each in entries if each.key == self.chosen), None) or next(
            iter(entries), None
        )

    def words_of(self, entry: HelpEntry) -> str:
        """Return the text of an entry."""
        if entry.side is not None:
            return self._about_tile(entry.side)
        if entry.die is not None:
            return self._about_die(entry.die)
        topic = next(topic for topic in TOPICS if topic.title == entry.key)
        return rule_lines(self._ui.translate, topic.rules)

    def frame(self) -> SideFrame:
        """Return the title and the button back to the game."""
        translate = self._ui.translate
        return SideFrame(
            title=translate("Help"),
            status=self.status(translate("A few letters find any phase, tile, power or die.")),
            primary_text=translate("Back to the round"),
        )

    def status(self, hint: str) -> str:
        """Return the number of results; without a search text, the hint."""
        if not self.text.strip():
            return hint
        count = len(self.entries())
        return self._ui.translate.plural("%(count)s found", "%(count)s found", count)

    def primary(self) -> None:
        """Return to the game."""
        self._ui.visit(None)

    def undo(self) -> None:
        """Do nothing: nothing is changed here."""

    def redo(self) -> None:
        """Do nothing: nothing is changed here."""

    # --- internals -------------------------------------------------------------------------------

    def _section(self, section: HelpSection) -> tuple[HelpEntry, ...]:
        translate = self._ui.translate
        match section:
            case HelpSection.RULES:
                return tuple(
                    HelpEntry(topic.title, topic_title(translate, topic.title), topic.face)
                    for topic in TOPICS
                )
            case HelpSection.DICE:
                return tuple(
                    HelpEntry(die.value, self._ui.words.die(die), die=die) for die in DieType
                )
            case HelpSection.DEVELOPMENTS | HelpSection.WORLDS:
                wanted = (
                    Category.DEVELOPMENT if section is HelpSection.DEVELOPMENTS else Category.WORLD
                )
                sides = self._ui.tiles.catalog.sides.values()
                found = search(sides, TileFilter(category=wanted))
                return tuple(self._tile(side) for side in found)

    def _tile(self, side: Side) -> HelpEntry:
        return HelpEntry(side.key, self._ui.tiles.name(side.key), side=side)

    def _about_tile(self, side: Side) -> str:
        return self._ui.tiles.text(side.key)  # the drawing has the cost

    def _about_die(self, die: DieType) -> str:
        words = self._ui.words
        sides = FACES[die]
        faces = ", ".join(
            f"{sides.count(face)} × {words.face(face)}" for face in Face if face in sides
        )
        count = words.translate("%(count)s dice in the box, %(colour)s", count=COUNTS[die],
                                colour=words.colour(die))  # fmt: skip
        return f"{count}\n{faces}\n\n{rule_lines(words.translate, ['R-3.1'])}"
