"""The ten goals and the state machine of their tiles (section 2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.games.storm.cards import NO_COUNTS, Counts


class Moment(Enum):
    """When goals are tested: at the end of a phase, or of the round."""

    EXPLORE = "I"
    DEVELOP = "II"
    SETTLE = "III"
    CONSUME = "IV"
    PRODUCE = "V"
    ROUND_END = "round_end"


class Goal(Enum):
    """The goal tiles."""

    STANDARD_OF_LIVING = "galactic_standard_of_living"
    SYSTEM_DIVERSITY = "system_diversity"
    OVERLORD_DISCOVERIES = "overlord_discoveries"
    BUDGET_SURPLUS = "budget_surplus"
    INNOVATION_LEADER = "innovation_leader"
    GALACTIC_STATUS = "galactic_status"
    GREATEST_MILITARY = "greatest_military"
    LARGEST_INDUSTRY = "largest_industry"
    GREATEST_INFRASTRUCTURE = "greatest_infrastructure"
    PRODUCTION_LEADER = "production_leader"


THRESHOLD: Final = {
    Goal.STANDARD_OF_LIVING: 5,
    Goal.SYSTEM_DIVERSITY: 4,
    Goal.OVERLORD_DISCOVERIES: 3,
    Goal.BUDGET_SURPLUS: 1,
    Goal.INNOVATION_LEADER: 6,
    Goal.GALACTIC_STATUS: 1,
    Goal.GREATEST_MILITARY: 6,
    Goal.LARGEST_INDUSTRY: 3,
    Goal.GREATEST_INFRASTRUCTURE: 4,
    Goal.PRODUCTION_LEADER: 4,
}
"""The minimum value for each goal (section 2.2)."""

MOST: Final = (
    Goal.GREATEST_MILITARY,
    Goal.LARGEST_INDUSTRY,
    Goal.GREATEST_INFRASTRUCTURE,
    Goal.PRODUCTION_LEADER,
)
FIRST: Final = tuple(goal for goal in Goal if goal not in MOST)
MOST_IN_PLAY: Final = 2
FIRST_IN_PLAY: Final = 4
MOST_VP: Final = 5
FIRST_VP: Final = 3
CHIP_VP: Final = 3

_DEVELOP: Final = (Moment.DEVELOP,)
_SETTLE: Final = (Moment.SETTLE,)
_II_AND_III: Final = (Moment.DEVELOP, Moment.SETTLE)

TESTED: Final[Mapping[Goal, tuple[Moment, ...]]] = {
    Goal.STANDARD_OF_LIVING: (Moment.CONSUME,),
    Goal.SYSTEM_DIVERSITY: _SETTLE,
    Goal.OVERLORD_DISCOVERIES: _II_AND_III,
    Goal.BUDGET_SURPLUS: (Moment.ROUND_END,),
    Goal.INNOVATION_LEADER: _II_AND_III,
    Goal.GALACTIC_STATUS: _DEVELOP,
    Goal.GREATEST_MILITARY: _II_AND_III,
    Goal.LARGEST_INDUSTRY: _SETTLE,
    Goal.GREATEST_INFRASTRUCTURE: _DEVELOP,
    Goal.PRODUCTION_LEADER: _SETTLE,
}
"""When each goal is tested: the phases that the tile shows (section 2.2)."""


def is_tested(goal: Goal, moment: Moment, *, infrastructure_after_settle: bool = False) -> bool:
    """Return whether a goal is tested now; Greatest Infrastructure after Settle is an option."""
    also = infrastructure_after_settle and goal is Goal.GREATEST_INFRASTRUCTURE
    return moment in (_II_AND_III if also else TESTED[goal])


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's values that goals use."""

    counts: Counts = NO_COUNTS
    vp_chips: int = 0
    discarded: int = 0


def value(goal: Goal, standing: Standing) -> int:  # noqa: C901  # one case a goal
    """Return a player's value for a goal."""
    counts = standing.counts
    match goal:
        case Goal.STANDARD_OF_LIVING:
            return standing.vp_chips
        case Goal.SYSTEM_DIVERSITY:
            return counts.kinds
        case Goal.OVERLORD_DISCOVERIES:
            return counts.alien_cards
        case Goal.BUDGET_SURPLUS:
            return standing.discarded
        case Goal.INNOVATION_LEADER:
            return counts.rows
        case Goal.GALACTIC_STATUS:
            return counts.six_costs
        case Goal.GREATEST_MILITARY:
            return counts.general_military
        case Goal.LARGEST_INDUSTRY:
            return counts.novelty_rare_worlds
        case Goal.GREATEST_INFRASTRUCTURE:
            return counts.developments
        case Goal.PRODUCTION_LEADER:
            return counts.production_worlds


def meeting(goal: Goal, standings: Mapping[int, Standing]) -> tuple[int, ...]:
    """Return the seats that meet a "first" goal now."""
    return tuple(
        seat for seat, standing in standings.items() if value(goal, standing) >= THRESHOLD[goal]
    )


def keeps(goal: Goal, holder: int | None, standings: Mapping[int, Standing]) -> int | None:
    """Return the holder after any change: below the threshold the tile is lost (2.4, step 1)."""
    if holder is None or value(goal, standings[holder]) >= THRESHOLD[goal]:
        return holder
    return None


def tested(goal: Goal, holder: int | None, standings: Mapping[int, Standing]) -> int | None:
    """Return the holder of a "most" tile after a test (2.4, step 2)."""
    best = best_value(goal, standings)
    if best < THRESHOLD[goal]:
        return None
    leaders = [seat for seat, standing in standings.items() if value(goal, standing) == best]
    if holder in leaders:
        return holder
    return leaders[0] if len(leaders) == 1 else None


def tied_at_the_end(
    goal: Goal, holder: int | None, standings: Mapping[int, Standing]
) -> tuple[int, ...]:
    """Return who gets a chip for sharing the highest value without the tile (section 2.5)."""
    best = best_value(goal, standings)
    if best < THRESHOLD[goal]:
        return ()
    return tuple(
        seat
        for seat, standing in standings.items()
        if value(goal, standing) == best and seat != holder
    )


def best_value(goal: Goal, standings: Mapping[int, Standing]) -> int:
    """Return the highest value of all players."""
    return max(value(goal, standing) for standing in standings.values())
