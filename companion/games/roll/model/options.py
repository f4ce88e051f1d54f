"""Options of a table where the rules are silent or the editions differ.

The defaults follow the printed text and, where it is silent, the milder or more usual reading. The
numbers D-1 to D-18 are the decisions in ``companion/catalog/README.md``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class FreedWorkers(Enum):
    """D-4: how many workers Galactic Exchange and Galactic Federation must free."""

    AT_LEAST_ONE = "at_least_one"
    MAY_DECLINE = "may_decline"


class UnprintedMoment(Enum):
    """D-5: when Space Tourism, Galactic Salon and Technology Unions pay."""

    PHASE_START = "phase_start"
    PHASE_END = "phase_end"


class BankersMoment(Enum):
    """D-6: whether Galactic Bankers spend before or after the income of the Trade."""

    BEFORE_INCOME = "before_income"
    AFTER_INCOME = "after_income"


class RenaissanceLimit(Enum):
    """D-7: whether the sequence of Galactic Renaissance continues beyond 10 VP for 55."""

    OPEN_ENDED = "open_ended"
    TEN = "ten"


class ReconnaissanceScope(Enum):
    """D-8: whether Improved Reconnaissance also places the draw of Alien Research Team."""

    SCOUTED_ONLY = "scouted_only"
    EVERY_DRAW = "every_draw"


class EmptyBag(Enum):
    """D-12: who returns a tile when bag and abandoned tiles do not suffice (R-6.5)."""

    THREE_OR_MORE = "three_or_more"
    MORE_THAN_THREE = "more_than_three"


class EmptyCup(Enum):
    """D-15: whether a player with an empty cup must recall a die (R-10.2)."""

    MUST_RECALL = "must_recall"
    MAY_RECALL = "may_recall"


class Timing(Enum):
    """D-18: whether players act in turn order wherever order could matter (R-5.6)."""

    AT_ONCE = "at_once"
    IN_TURN = "in_turn"


@dataclass(frozen=True, slots=True)
class TableOptions:
    """The options of a table; the defaults are the decisions of the catalogue's README."""

    freed_workers: FreedWorkers = FreedWorkers.AT_LEAST_ONE
    unprinted_moment: UnprintedMoment = UnprintedMoment.PHASE_END
    bankers_moment: BankersMoment = BankersMoment.AFTER_INCOME
    renaissance_limit: RenaissanceLimit = RenaissanceLimit.OPEN_ENDED
    reconnaissance_scope: ReconnaissanceScope = ReconnaissanceScope.SCOUTED_ONLY
    empty_bag: EmptyBag = EmptyBag.THREE_OR_MORE
    empty_cup: EmptyCup = EmptyCup.MUST_RECALL
    timing: Timing = Timing.AT_ONCE


DEFAULT_OPTIONS = TableOptions()
