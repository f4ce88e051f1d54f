"""The end of the game: points, 6+ bonuses, tie-break and ranks (R-11.1 to R-11.5).

Pure calculations on the players' pieces. Callers must check that the position is possible (no tile
with two owners, not too many dice of a colour).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import isqrt

from companion.games.roll.model.dice import DieType
from companion.games.roll.model.holdings import BonusScore, Good, Holdings, SeatScore
from companion.games.roll.model.options import DEFAULT_OPTIONS, TableOptions
from companion.games.roll.model.tiles import Bonus, Development, Measure, Side, Transform

_TEN = 10


@dataclass(frozen=True, slots=True)
class OwnedDice:
    """All dice of a player by place; each tuple has one entry for each die.

    ``strip`` is everything on or under the phase strip, the Dictate place included.
    """

    cup: tuple[DieType, ...] = ()
    citizenry: tuple[DieType, ...] = ()
    strip: tuple[DieType, ...] = ()
    construction: tuple[DieType, ...] = ()
    goods: tuple[Good, ...] = ()

    @classmethod
    def of(cls, held: Holdings) -> "OwnedDice":
        """Return the dice of a player's holdings."""
        construction = (*held.developers, *held.settlers)
        return cls(held.cup, held.citizenry, held.strip, construction, held.goods)

    def everywhere(self) -> tuple[DieType, ...]:
        """Every die owned, wherever it is."""
        goods = tuple(good.die for good in self.goods)
        return (*self.cup, *self.citizenry, *self.strip, *self.construction, *goods)


@dataclass(frozen=True, slots=True)
class FinalEmpire:
    """What one player has at the end.

    Attributes:
        tableau: every side that is built: both faction halves, the home world, then the game tiles.
            Nothing from the construction zone.
        seat: 0 where the players have none.
    """

    name: str
    vp_chips: int
    credits: int
    tableau: tuple[Side, ...]
    dice: "OwnedDice" = OwnedDice()
    seat: int = 0


def score(
    empires: Sequence[FinalEmpire], options: TableOptions = DEFAULT_OPTIONS
) -> tuple[SeatScore, ...]:
    """Return everybody's points, tie-break and rank, in the order of *empires*."""
    scored = [_points(empire, options) for empire in empires]
    standings = [(each.total, each.tiebreak) for each in scored]
    return tuple(
        replace(each, rank=1 + sum(other > (each.total, each.tiebreak) for other in standings))
        for each in scored
    )


def tableau_cost(sides: Iterable[Side]) -> int:
    """The printed costs in VP; discounts never change them, a 6+ development counts 6 (R-11.1)."""
    return sum(side.cost for side in sides)


def bonus_scores(
    empire: FinalEmpire, options: TableOptions = DEFAULT_OPTIONS
) -> tuple[BonusScore, ...]:
    """The bonus of every 6+ development of the tableau, in its order (R-11.1, R-11.2)."""
    return tuple(
        _bonus_score(side.key, side.bonus, empire, options)
        for side in empire.tableau
        if isinstance(side, Development) and side.bonus is not None
    )


def _points(empire: FinalEmpire, options: TableOptions) -> SeatScore:
    """Return a player's score, still without its rank."""
    bonuses, tiles = bonus_scores(empire, options), tableau_cost(empire.tableau)
    total = empire.vp_chips + tiles + sum(bonus.vp for bonus in bonuses)
    tiebreak = len(empire.dice.cup) + empire.credits
    return SeatScore(empire.seat, total, empire.vp_chips, tiles, bonuses, tiebreak, rank=0)


def _bonus_score(key: str, bonus: Bonus, empire: FinalEmpire, options: TableOptions) -> BonusScore:
    units, why = _transform(bonus, measure(bonus, empire), options)
    if bonus.vp_per_unit != 1:
        why = f"{bonus.vp_per_unit} * {why}"
    return BonusScore(key, bonus.vp_per_unit * units, why)


def counted(bonus: Bonus, empire: FinalEmpire) -> tuple[DieType | Side, ...]:
    """The pieces that *bonus* counts: dice, one die of each colour, or tiles; none for chips."""
    match bonus.measure:
        case Measure.COUNT_DICE:
            return tuple(die for die in empire.dice.everywhere() if die in bonus.dice)
        case Measure.COUNT_DIE_COLOURS:
            return tuple(dict.fromkeys(empire.dice.everywhere()))
        case Measure.COUNT_TILES | Measure.SUM_PRINTED_COST:
            return tuple(side for side in empire.tableau if _counts(bonus, side))
        case Measure.COUNT_GOODS:
            return tuple(good.die for good in empire.dice.goods)
        case Measure.CHIP_VP:
            return ()


def measure(bonus: Bonus, empire: FinalEmpire) -> int:
    """The number that *bonus* starts from, before rounding and multiplying."""
    match bonus.measure:
        case Measure.SUM_PRINTED_COST:
            return tableau_cost(side for side in empire.tableau if _counts(bonus, side))
        case Measure.CHIP_VP:
            return empire.vp_chips
        case _:
            return len(counted(bonus, empire))


def _counts(bonus: Bonus, side: Side) -> bool:
    if side.category is not bonus.category:
        return False
    if isinstance(side, Development):
        wanted = bonus.kind in (None, side.kind)
        return wanted and side.kind is not bonus.kind_not
    return bonus.colour in (None, side.colour)


def _transform(bonus: Bonus, number: int, options: TableOptions) -> tuple[int, str]:
    """Return the units and their calculation as text."""
    match bonus.transform:
        case Transform.LINEAR:
            return number, str(number)
        case Transform.CEIL_DIV:
            return -(-number // bonus.divisor), f"ceil({number}/{bonus.divisor})"
        case Transform.TRIANGULAR_ROOT:
            root = triangular_root(number)
            if options.renaissance_limit == "ten":
                root = min(root, _TEN)
            return root, f"{_sum_to(root)} <= {number}"


def triangular_root(number: int) -> int:
    """The largest n with ``1 + 2 + ... + n`` not above *number*, for *number* >= 0."""
    return (isqrt(8 * number + 1) - 1) // 2


def _sum_to(root: int) -> str:
    longest = 4
    if root <= longest:
        return "+".join(str(n) for n in range(1, root + 1)) or "0"
    return f"1+2+...+{root}"
