"""Feature vectors of a position, one for each seat: the input of the value network.

Uses only information that is known at a real table: built tiles, dice by place, goods, counters,
stack sizes. The tiles in the own construction zone are known; of other players' construction zones
only the number of tiles.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from companion.games.roll.model.dice import FACES, KINDS, PHASES, DieType, Face, Phase
from companion.games.roll.model.effects import (
    Category,
    CostModifier,
    DictateModifier,
    ExtraWorkers,
    GainCredits,
    GainVpChips,
    Reassign,
)
from companion.games.roll.model.holdings import UNKNOWN, Holdings
from companion.games.roll.model.state import TILES_TO_END, GameState, holdings
from companion.games.roll.model.tiles import Development, Side, World
from companion.games.roll.phases.set_up import VP_PER_PLAYER
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.rules.producing import rooms
from companion.games.roll.rules.scoring import FinalEmpire, OwnedDice, bonus_scores
from companion.games.roll.rules.shipping import TRADE_CREDITS, matches
from companion.players.outlook import expected_workers

_COST: Final = 3.0
"""Assumed cost of an unknown tile."""

_CLEAR: Final = 3.0
"""Lead in points at which a finished game is clearly decided."""

_WILDS: Final = {kind: FACES[kind].count(Face.WILD) for kind in KINDS}

OWN: Final = (
    "vp_chips",
    "tiles_vp",
    "bonus_vp",
    "tiles",
    "credits",
    *(f"dice_{kind.value}" for kind in KINDS),
    "cup",
    "citizenry",
    "wild_faces",
    "goods",
    "goods_vp",
    "goods_credits",
    "free_rooms",
    "goods_worlds",
    "developers",
    "settlers",
    "developments",
    "worlds",
    "next_development",
    "next_world",
    "waiting_vp",
    "reassign_powers",
    "discounts",
    "income_powers",
    "vp_powers",
    "lent_workers",
    "dictate_powers",
    *(f"workers_{phase.value}" for phase in PHASES),
)
"""Features of one seat, in this order."""

SHARED: Final = (
    "round",
    "pool",
    "most_tiles",
    "lead",
    "lead_in_dice",
    "known",
    "over",
    "ahead_at_the_end",
    "behind_at_the_end",
)
"""Features of the position from the seat's view: rest of the game, and lead over the others.

The last three describe a game that ends with this round, in which only points count.
"""

NAMES: Final = (*OWN, *SHARED)

_AT: Final[Mapping[str, int]] = {name: index for index, name in enumerate(OWN)}
_POINTS: Final = tuple(_AT[name] for name in ("vp_chips", "tiles_vp", "bonus_vp"))
_DICE: Final = tuple(_AT[f"dice_{kind.value}"] for kind in KINDS)

Row = list[float]


def position(rules: Rules, state: GameState, observer: int) -> list[Row]:
    """Return a row of ``NAMES`` for every seat, from the information of the player *observer*."""
    rows = [own(rules, state, seat, known=seat == observer) for seat in state.seats]
    return with_shared(state, rows, observer)


def with_shared(state: GameState, rows: list[Row], observer: int) -> list[Row]:
    """Return the scaled rows, extended by features that compare the seats (``SHARED``)."""
    pool = VP_PER_PLAYER * len(rows)
    points = [sum([row[index] for index in _POINTS]) for row in rows]
    dice = [sum([row[index] for index in _DICE]) for row in rows]
    most_tiles = max([row[_AT["tiles"]] for row in rows])
    chips = sum([row[_AT["vp_chips"]] for row in rows])
    left = max(0.0, 1 - chips / pool)
    over = left <= 0 or most_tiles >= TILES_TO_END
    found = []
    for index, row in enumerate(rows):
        lead = points[index] - _best_other(points, index)
        shared = [
            state.round.number / 15,
            left,
            most_tiles / TILES_TO_END,
            lead / 10,
            (dice[index] - _best_other(dice, index)) / 5,
            float(state.seats[index] == observer),
            float(over),
            over * max(0.0, min(lead, _CLEAR)) / _CLEAR,
            over * max(0.0, min(-lead, _CLEAR)) / _CLEAR,
        ]
        found.append([value * scale for value, scale in zip(row, _SCALES, strict=True)] + shared)
    return found


def _best_other(values: list[float], index: int) -> float:
    return max(values[:index] + values[index + 1 :])


def own(rules: Rules, state: GameState, seat: int, *, known: bool) -> Row:
    """Return the features of a seat (``OWN``), not scaled.

    Args:
        rules: the tiles.
        state: the observable state of the game.
        seat: the seat.
        known: whether the tiles of its construction zone are known.
    """
    empire, held = state.empire(seat), holdings(state, seat)
    sides = rules.sides(held.tableau)
    dice = _dice(held)
    vp, credits_ = _goods(rules, held)
    free = sum(room.free for room in rooms(sides, held.goods))
    missing, waiting = _zone(rules, held, known=known)
    workers = expected_workers(held)
    return [
        float(empire.vp_chips),
        float(sum([side.cost for side in sides])),
        float(_bonus(empire.vp_chips, sides, held)),
        float(empire.tiles),
        float(empire.credits),
        *[float(dice.count(kind)) for kind in KINDS],
        float(len(held.cup) + len(held.rolled)),
        float(len(held.citizenry)),
        float(sum([_WILDS[die] for die in dice])),
        float(len(held.goods)),
        vp,
        credits_,
        float(free),
        float(sum([isinstance(side, World) and side.produces for side in sides])),
        float(len(held.developers)),
        float(len(held.settlers)),
        float(len(held.developments)),
        float(len(held.worlds)),
        *missing,
        waiting,
        *_powers(sides),
        *[workers[phase] for phase in PHASES],
    ]


def _dice(held: Holdings) -> list[DieType]:
    dice = [*held.cup, *held.citizenry, *held.developers, *held.settlers]
    for column in held.columns:
        dice += column
    dice += [die.type for die in held.rolled]
    dice += [good.die for good in held.goods]
    return dice


def _goods(rules: Rules, held: Holdings) -> tuple[float, float]:
    """Return the VP, or alternatively credits, of all goods with shippers that match no colour."""
    vp, credits_ = 0.0, 0.0
    for good in held.goods:
        side = rules.catalog.sides[good.world]
        if isinstance(side, World) and side.produces:
            vp += 1 + matches(good.die, side)
            credits_ += TRADE_CREDITS[side.colour]
    return vp, credits_


def _zone(rules: Rules, held: Holdings, *, known: bool) -> tuple[tuple[float, float], float]:
    """Return the workers missing on both top tiles, and the cost of all tiles in the zone."""
    missing, points = [], 0.0
    for tiles, builders, kind in (
        (held.developments, held.developers, Category.DEVELOPMENT),
        (held.worlds, held.settlers, Category.WORLD),
    ):
        lacking = _COST if tiles else 0.0
        for index, tile in enumerate(tiles):
            if not known or tile == UNKNOWN:
                points += _COST
                continue
            side = rules.side_of(tile, kind)
            points += side.cost
            if index == 0:
                lacking = float(rules.needed(side, held.tableau))
        missing.append(max(0.0, lacking - len(builders)))
    return (missing[0], missing[1]), points


def _bonus(chips: int, sides: tuple[Side, ...], held: Holdings) -> int:
    if not any(isinstance(side, Development) and side.bonus is not None for side in sides):
        return 0
    empire = FinalEmpire("", chips, 0, sides, OwnedDice.of(held))
    return sum([bonus.vp for bonus in bonus_scores(empire)])


def _powers(sides: tuple[Side, ...]) -> Iterable[float]:
    kinds = (Reassign, CostModifier, GainCredits, GainVpChips, ExtraWorkers, DictateModifier)
    effects = [effect for side in sides if isinstance(side, Development) for effect in side.effect]
    return [float(sum([isinstance(effect, kind) for effect in effects])) for kind in kinds]


# --- expected rounds of other players ------------------------------------------------------------


def advanced(row: Row, active: Iterable[Phase]) -> Row:
    """Return the expected unscaled row after a round with the phases *active*.

    For players whose dice and tiles are unknown: assumes the average faces of the cup's dice and
    tiles of average cost.
    """
    row = list(row)
    workers = {phase: row[_AT[f"workers_{phase.value}"]] for phase in PHASES}
    used = 0.0
    for phase in active:
        count = workers[phase]
        match phase:
            case Phase.EXPLORE:
                row[_AT["credits"]] = min(10.0, row[_AT["credits"]] + count)
                row[_AT["developments"]] += count / 4
                row[_AT["worlds"]] += count / 4
            case Phase.DEVELOP:
                count = min(count, _COST * row[_AT["developments"]])
                _build(row, "developments", count)
            case Phase.SETTLE:
                count = min(count, _COST * row[_AT["worlds"]])
                _build(row, "worlds", count)
            case Phase.PRODUCE:
                count = min(count, row[_AT["free_rooms"]])
                row[_AT["free_rooms"]] -= count
                row[_AT["goods"]] += count
                row[_AT["goods_vp"]] += 1.6 * count
                row[_AT["goods_credits"]] += 4 * count
                used -= count  # goods stay on their worlds instead of going to the Citizenry
                row[_AT["cup"]] -= count
            case Phase.SHIP:
                goods = row[_AT["goods"]]
                count = min(count, goods)
                if goods:
                    share = count / goods
                    row[_AT["vp_chips"]] += 0.9 * share * row[_AT["goods_vp"]]
                    row[_AT["credits"]] += 0.3 * share * row[_AT["goods_credits"]]
                    for name in ("goods", "goods_vp", "goods_credits"):
                        row[_AT[name]] *= 1 - share
                    row[_AT["citizenry"]] += count  # the goods' dice
                    row[_AT["free_rooms"]] += count
        used += count
    used = max(0.0, min(used, row[_AT["cup"]]))
    row[_AT["cup"]] -= used
    row[_AT["citizenry"]] += used
    recruited = min(row[_AT["citizenry"]], row[_AT["credits"]])
    row[_AT["cup"]] += recruited
    row[_AT["citizenry"]] -= recruited
    row[_AT["credits"]] = min(10.0, max(1.0, row[_AT["credits"]] - recruited))
    return row


def _build(row: Row, stack: str, count: float) -> None:
    row[_AT["tiles"]] += count / _COST
    row[_AT["tiles_vp"]] += count
    row[_AT[stack]] -= count / _COST


_TENS: Final = {"vp_chips", "tiles_vp", "bonus_vp", "credits", "goods_credits", "waiting_vp"}
_SCALES: Final = tuple(0.1 if name in _TENS else 0.25 for name in OWN)
