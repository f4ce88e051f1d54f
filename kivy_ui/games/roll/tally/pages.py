"""What is entered on which page of the tally, and which page lacks something."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.games.roll.model.dice import DieType
from companion.scorefile.tally import TallyPlayer
from companion.scorefile.tally_errors import TallyFinding


class Page(Enum):
    """What is being entered for the chosen player."""

    FACTION = "faction"
    HOME = "home"
    NUMBERS = "numbers"
    TILES = "tiles"
    SEARCH = "search"
    OWN = "own"
    DICE = "dice"


_PAGE_OF: Final = {
    "start": Page.FACTION,
    "numbers": Page.NUMBERS,
    "tiles": Page.OWN,
    "dice": Page.DICE,
}


@dataclass(frozen=True, slots=True)
class DiceCell:
    """A place and a kind of die whose number is being entered."""

    place: str
    die: DieType


_HOME_CODES: Final = ("tally_no_home_world", "tally_home_world_taken")
_START_PAGES: Final = (Page.FACTION, Page.HOME, Page.NUMBERS)


def page_of(finding: TallyFinding, shown: Page) -> Page:
    """Return the page on which a finding is put right; *shown* where any page will do."""
    if finding.code in _HOME_CODES:
        return Page.HOME
    return _PAGE_OF.get(finding.page, shown)


def page_with_a_gap(player: TallyPlayer, shown: Page) -> Page:
    """Return the first page on which a player lacks something; the tiles after the last of them.

    A page that is entered without an end, such as the tiles, stays where it is *shown*.
    """
    if player.faction is None:
        return Page.FACTION
    if player.home_world is None:
        return Page.HOME
    if player.vp_chips is None or player.credits is None:
        return Page.NUMBERS
    return Page.TILES if shown in _START_PAGES else shown
