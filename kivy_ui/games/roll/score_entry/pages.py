"""Pages of the score entry, and which page has missing values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.games.roll.model.dice import DieType
from companion.scorefile.score_entry import ScoreEntryPlayer
from companion.scorefile.score_entry_errors import ScoreEntryFinding


class EntryPage(Enum):
    """Pages for entering the chosen player's values."""

    FACTION = "faction"
    HOME = "home"
    NUMBERS = "numbers"
    TILES = "tiles"
    SEARCH = "search"
    OWN = "own"
    DICE = "dice"


_PAGE_OF: Final = {
    "start": EntryPage.FACTION,
    "numbers": EntryPage.NUMBERS,
    "tiles": EntryPage.OWN,
    "dice": EntryPage.DICE,
}


@dataclass(frozen=True, slots=True)
class DiceCell:
    """The location and kind of die whose count is being entered."""

    place: str
    die: DieType


_HOME_CODES: Final = ("score_entry_no_home_world", "score_entry_home_world_taken")
_START_PAGES: Final = (EntryPage.FACTION, EntryPage.HOME, EntryPage.NUMBERS)


def page_of(finding: ScoreEntryFinding, shown: EntryPage) -> EntryPage:
    """Return the page on which a finding is corrected; *shown* if any page will do."""
    if finding.code in _HOME_CODES:
        return EntryPage.HOME
    return _PAGE_OF.get(finding.page, shown)


def page_with_a_gap(player: ScoreEntryPlayer, shown: EntryPage) -> EntryPage:
    """Return the first page with missing values, else the page after the start pages.

    Pages without a fixed end, such as the tiles, are kept if they are *shown*.
    """
    if player.faction is None:
        return EntryPage.FACTION
    if player.home_world is None:
        return EntryPage.HOME
    if player.vp_chips is None or player.credits is None:
        return EntryPage.NUMBERS
    return EntryPage.TILES if shown in _START_PAGES else shown
