"""Income from powers: at an event (a Trade, a completion) or once in a phase (R-5.4).

Every gain includes the tile that pays, so that the table can see the cause. The limit of $10 and
the VP pool are not applied here but by the caller that books the gain (R-5.3, R-9.4).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.games.roll.model import effects as e
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.holdings import Good
from companion.games.roll.model.tiles import Development, Side, World, effects_of
from companion.games.roll.rules.completing import fits


@dataclass(frozen=True, slots=True)
class Gain:
    """The income from one power: credits or VP from the pool, with the key of its tile."""

    tile: str
    credits: int = 0
    vp: int = 0


@dataclass(frozen=True, slots=True)
class EmpireInPhase:
    """Everything that a player's powers depend on during a phase.

    Attributes:
        tableau: everything built at this moment, start tiles included.
        others: the tableaus of all other players, for comparisons.
        citizenry: the dice there, one entry for each.
        goods: the goods on the own worlds.
        scouted: the explorers that scouted in this phase, borrowed ones included.
    """

    tableau: tuple[Side, ...]
    others: tuple[tuple[Side, ...], ...] = ()
    citizenry: tuple[DieType, ...] = ()
    goods: tuple[Good, ...] = ()
    scouted: tuple[DieType, ...] = ()


def event_gains(
    tableau: Iterable[Side],
    step: e.PowerStep,
    trigger: e.Trigger,
    *,
    side: Side | None = None,
    world: World | None = None,
) -> tuple[Gain, ...]:
    """Return what every power pays for one ON_TRADE, ON_CONSUME or AFTER_COMPLETE_TILE.

    For a completion *tableau* includes the completed *side*; *world* is where a shipped good was.
    """
    of = world if world is not None else side
    return tuple(
        _gain(owner, effect, effect.amount)
        for owner, effect in _paying(tableau, step, trigger)
        if not (effect.excludes_self and side is not None and owner.key == side.key)
        and (effect.filter is None or (of is not None and fits(effect.filter, of)))
    )


def phase_gains(empire: EmpireInPhase, step: e.PowerStep, trigger: e.Trigger) -> tuple[Gain, ...]:
    """Return what every power pays once in the phase, at PHASE_END or DURING_PHASE.

    Powers that pay nothing now are left out.
    """
    gains = []
    for owner, effect in _paying(empire.tableau, step, trigger):
        if effect.condition is not None and not holds(effect.condition, empire):
            continue
        amount = effect.amount * units(effect.per, empire)
        if amount:
            gains.append(_gain(owner, effect, amount))
    return tuple(gains)


def units(per: e.Per | None, empire: EmpireInPhase) -> int:
    """Number of units for which an amount is paid; groups are rounded up (R-11.2)."""
    if per is None:
        return 1
    if per.unit is e.PerUnit.DIE:
        count = sum(not per.dice or die in per.dice for die in empire.citizenry)
    else:
        count = sum(_good_counts(per, good, empire.tableau) for good in empire.goods)
    return -(-count // per.group_size)


def holds(condition: e.Condition, empire: EmpireInPhase) -> bool:
    """Whether a condition is fulfilled at this moment."""
    match condition:
        case e.ScoutedWith(dice=dice, min=least):
            return sum(die in dice for die in empire.scouted) >= least
        case e.Rank():
            return holds_rank(condition, empire.tableau, empire.others)


def holds_rank(rank: e.Rank, own: Sequence[Side], others: Iterable[Sequence[Side]]) -> bool:
    """Whether the owner of *own* has that rank among all players.

    Several worlds of the highest cost must all be the owner's (Space Tourism, section 6). If nobody
    has a tile to count, all players are tied for the most (Mad Scientists, section 6).
    """
    mine = _measured(rank, own)
    rivals = [_measured(rank, tableau) for tableau in others]
    best = max(rivals, default=None)
    if rank.position is e.RankPosition.SOLE_MOST:
        return best is None or mine > best
    return mine == best


def _measured(rank: e.Rank, tableau: Iterable[Side]) -> int:
    """A player's measured value; every player has worlds, so a highest cost always exists."""
    counted = [side for side in tableau if _is_of(rank, side)]
    if rank.measure is e.RankMeasure.COUNT_TILES:
        return len(counted)
    return max((side.cost for side in counted), default=-1)


def _is_of(rank: e.Rank, side: Side) -> bool:
    if side.category is not rank.category:
        return False
    return rank.colour is None or (isinstance(side, World) and side.colour is rank.colour)


def _paying(
    tableau: Iterable[Side], step: e.PowerStep, trigger: e.Trigger
) -> Iterator[tuple[Development, e.Income]]:
    for owner, effect in effects_of(tableau, e.Income):
        if effect.trigger is trigger and step in effect.steps:
            yield owner, effect


def _gain(owner: Development, effect: e.Income, amount: int) -> Gain:
    if isinstance(effect, e.GainCredits):
        return Gain(owner.key, credits=amount)
    return Gain(owner.key, vp=amount)


def _good_counts(per: e.Per, good: Good, tableau: Iterable[Side]) -> bool:
    if per.dice and good.die not in per.dice:
        return False
    if not per.world_colours:
        return True
    return any(
        isinstance(side, World) and side.key == good.world and side.colour in per.world_colours
        for side in tableau
    )
