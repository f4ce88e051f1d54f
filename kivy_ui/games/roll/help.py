"""Help for any phase, tile, power or die: found by a few letters, with the rules for it."""

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
    """What the help holds."""

    RULES = "rules"
    DEVELOPMENTS = "developments"
    WORLDS = "worlds"
    DICE = "dice"


@dataclass(frozen=True, slots=True)
class HelpEntry:
    """Something to read about.

    Attributes:
        key: of the topic, the side or the die.
        face: symbol of a phase; ``side`` and ``die`` are for its mark.
    """

    section: HelpSection
    key: str
    title: str
    face: str = ""
    side: Side | None = None
    die: DieType | None = None


class HelpPresenter:
    """Behaviour of the help's screen.

    Attributes:
        section: what is shown while nothing is searched.
        text: letters of the search.
        chosen: key of the entry that is read.
    """

    def __init__(self, ui: RollContext) -> None:
        self._ui = ui
        self.section = HelpSection.RULES
        self.text = ""
        self.chosen = ""

    @property
    def sections(self) -> tuple[HelpSection, ...]:
        """What can be opened."""
        return tuple(HelpSection)

    def enter(self) -> None:
        """Begin at the rules."""
        self.text = ""

    def open_section(self, section: HelpSection) -> None:
        """Show another section from its beginning."""
        self.section, self.text, self.chosen = section, "", ""

    def type(self, letters: str) -> None:
        """Add letters to the search."""
        clean = "".join(char for char in letters if char.isprintable())
        self.text = (self.text + clean)[:_LONGEST_TEXT]

    def erase(self) -> None:
        """Take the last letter away."""
        self.text = self.text[:-1]

    def choose(self, key: str) -> None:
        """Read an entry."""
        self.chosen = key

    def entries(self) -> tuple[HelpEntry, ...]:
        """What can be read: the section, or what the letters find on every section."""
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
        """The entry that is read: the chosen one, else the first."""
        entries = self.entries()
        return next((each for each in entries if each.key == self.chosen), None) or next(
            iter(entries), None
        )

    def words_of(self, entry: HelpEntry) -> str:
        """Return what there is to read about an entry."""
        if entry.side is not None:
            return self._about_tile(entry.side)
        if entry.die is not None:
            return self._about_die(entry.die)
        topic = next(topic for topic in TOPICS if topic.title == entry.key)
        return rule_lines(self._ui.translate, topic.rules)

    def frame(self) -> SideFrame:
        """Title and the way back."""
        translate = self._ui.translate
        return SideFrame(
            title=translate("Help"),
            status=self.status(translate("A few letters find any phase, tile, power or die.")),
            primary_text=translate("Back to the round"),
        )

    def status(self, hint: str) -> str:
        """Say how much the letters find, before there are any what they may be."""
        if not self.text.strip():
            return hint
        count = len(self.entries())
        return self._ui.translate.plural("%(count)s found", "%(count)s found", count)

    def primary(self) -> None:
        """Back to the game."""
        self._ui.visit(None)

    def undo(self) -> None:
        """Nothing is changed here."""

    def redo(self) -> None:
        """Nothing is changed here."""

    # --- inside ----------------------------------------------------------------------------------

    def _section(self, section: HelpSection) -> tuple[HelpEntry, ...]:
        translate = self._ui.translate
        match section:
            case HelpSection.RULES:
                return tuple(
                    HelpEntry(section, topic.title, topic_title(translate, topic.title), topic.face)
                    for topic in TOPICS
                )
            case HelpSection.DICE:
                return tuple(
                    HelpEntry(section, die.value, self._ui.words.die(die), die=die)
                    for die in DieType
                )
            case HelpSection.DEVELOPMENTS | HelpSection.WORLDS:
                wanted = (
                    Category.DEVELOPMENT if section is HelpSection.DEVELOPMENTS else Category.WORLD
                )
                sides = self._ui.tiles.catalog.sides.values()
                found = search(sides, TileFilter(category=wanted))
                return tuple(self._tile(side) for side in found)

    def _tile(self, side: Side) -> HelpEntry:
        section = HelpSection.WORLDS
        if side.category is Category.DEVELOPMENT:
            section = HelpSection.DEVELOPMENTS
        return HelpEntry(section, side.key, self._ui.tiles.name(side.key), side=side)

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
