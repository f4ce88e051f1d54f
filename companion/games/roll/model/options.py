"""Options of a table where the rules are silent or the editions differ.

The defaults follow the printed text and, where it is silent, the milder or more usual reading. The
numbers D-1 to D-18 are the decisions in ``companion/catalog/README.md``.
"""

from dataclasses import dataclass
from typing import Literal

EmptyBag = Literal["three_or_more", "more_than_three"]
BankersMoment = Literal["before_income", "after_income"]
Timing = Literal["at_once", "in_turn"]


@dataclass(frozen=True, slots=True)
class TableOptions:
    """The options of a table; the defaults are the decisions of the catalogue's README.

    Attributes:
        timing: D-18: whether players act in turn order wherever order could matter (R-5.6).
        empty_bag: D-12: who returns a tile when bag and abandoned tiles do not suffice (R-6.5).
        empty_cup: D-15: whether a player with an empty cup must recall a die (R-10.2).
        freed_workers: D-4: how many workers Galactic Exchange and Galactic Federation must free.
        unprinted_moment: D-5: when Space Tourism, Galactic Salon and Technology Unions pay.
        bankers_moment: D-6: whether Galactic Bankers spend before or after the income of the Trade.
        renaissance_limit: D-7: whether the sequence of Galactic Renaissance continues beyond 10 VP
            for 55.
        reconnaissance_scope: D-8: whether Improved Reconnaissance also places the draw of Alien
            Research Team.
    """

    timing: Timing = "at_once"
    empty_bag: EmptyBag = "three_or_more"
    empty_cup: Literal["must_recall", "may_recall"] = "must_recall"
    freed_workers: Literal["at_least_one", "may_decline"] = "at_least_one"
    unprinted_moment: Literal["phase_start", "phase_end"] = "phase_end"
    bankers_moment: BankersMoment = "after_income"
    renaissance_limit: Literal["open_ended", "ten"] = "open_ended"
    reconnaissance_scope: Literal["scouted_only", "every_draw"] = "scouted_only"


DEFAULT_OPTIONS = TableOptions()
