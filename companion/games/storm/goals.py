"""The ten goals and the state machine of their tiles (section 2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

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


class _Tile(NamedTuple):
    """What a tile shows: the counted field, its minimum, the phases of the test (section 2.2)."""

    counter: str
    threshold: int
    tested: tuple[Moment, ...]


_TILES: Final = {
    Goal.STANDARD_OF_LIVING: _Tile("vp_chips", 5, (Moment.CONSUME,)),
    Goal.SYSTEM_DIVERSITY: _Tile("kinds", 4, _SETTLE),
    Goal.OVERLORD_DISCOVERIES: _Tile("alien_cards", 3, _II_AND_III),
    Goal.BUDGET_SURPLUS: _Tile("discarded", 1, (Moment.ROUND_END,)),
    Goal.INNOVATION_LEADER: _Tile("rows", 6, _II_AND_III),
    Goal.GALACTIC_STATUS: _Tile("six_costs", 1, _DEVELOP),
    Goal.GREATEST_MILITARY: _Tile("general_military", 6, _II_AND_III),
    Goal.LARGEST_INDUSTRY: _Tile("novelty_rare_worlds", 3, _SETTLE),
    Goal.GREATEST_INFRASTRUCTURE: _Tile("developments", 4, _DEVELOP),
    Goal.PRODUCTION_LEADER: _Tile("production_worlds", 4, _SETTLE),
}
THRESHOLD: Final = {goal: tile.threshold for goal, tile in _TILES.items()}
"""The minimum value for each goal."""
TESTED: Final = {goal: tile.tested for goal, tile in _TILES.items()}
"""When each goal is tested."""
COUNTER: Final = {g: t.counter for g, t in _TILES.items() if t.counter in Counts.__slots__}
"""The count of a tableau that decides a goal; the other two goals count chips and discards."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's values that goals use."""

    counts: Counts = NO_COUNTS
    vp_chips: int = 0
    discarded: int = 0


def value(goal: Goal, standing: Standing) -> int:
    """Return a player's value for a goal."""
    of_tableau = goal in COUNTER
    found: int = getattr(standing.counts if of_tableau else standing, _TILES[goal].counter)
    return found


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
