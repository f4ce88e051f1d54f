"""Turn order within a phase (R-5.6): clockwise from the lowest faction number.

A player's results depend on the order only where tiles are drawn out of a low bag: chips come from
the reserve when the pool is empty, all players finish each phase, and ranks are compared at the
same moment. So every table keeps the order for a low bag; a table may also require it wherever a
player could gain by waiting for others (``"in_turn"``, D-18).
"""

from typing import Final

from companion.games.roll.model import errors
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.effects import GainVpChips, PayForVpChip
from companion.games.roll.model.state import TILES_TO_END, GameState, holdings, tracking
from companion.games.roll.model.tiles import effects_of
from companion.games.roll.rules.lookup import (
    Rules,
    before,
    current_workers,
    explorers,
    missing_workers,
    stack_of,
)
from companion.games.roll.rules.producing import rooms

_MOST_CONSUME_VP: Final = 3


def check_turn(rules: Rules, state: GameState, seat: int) -> None:
    """Refuse a task of a player who has to wait for others."""
    if waits_for(rules, state, seat):
        raise errors.TIMING(name=state.empire(seat).name)


def waits_for(rules: Rules, state: GameState, seat: int) -> tuple[int, ...]:
    """Return the seats that act before *seat* now; none where all act at once."""
    if state.options.timing != "in_turn" or not in_turn(rules, state):
        return ()
    return tuple(each for each in before(state, seat) if has_work(rules, state, each))


def in_turn(rules: Rules, state: GameState) -> bool:
    """Whether the order may matter in the current phase.

    That is if the bag is low, a player may build a 12th tile, or the pool may run out.
    """
    match state.round.current:
        case Phase.EXPLORE:
            return len(tracking(state).bag) < sum(_drawable(state, each) for each in state.seats)
        case Phase.DEVELOP | Phase.SETTLE:
            return any(_may_end(state, each) for each in state.seats)
        case Phase.SHIP:
            return state.vp_pool <= sum(_most_vp(rules, state, each) for each in state.seats)
        case _:
            return False


def is_own_turn(rules: Rules, state: GameState, seat: int) -> bool:
    """Whether a power that works in one's own turn of Explore may be used (Advanced Logistics)."""
    if state.options.timing != "in_turn" or not in_turn(rules, state):
        return True
    if waits_for(rules, state, seat):
        return False
    earlier = (*before(state, seat), seat)
    begun = any(holdings(state, each).turn.tasks for each in state.seats if each not in earlier)
    return not begun or explorers(state, seat) > 0


def has_work(rules: Rules, state: GameState, seat: int) -> bool:
    """Whether the player has workers with a task; draws at the end of Explore come later."""
    held, workers = holdings(state, seat), current_workers(state, seat)
    match state.round.current:
        case Phase.EXPLORE:
            return bool(workers or held.turn.borrowed or held.turn.hand or held.turn.owed)
        case Phase.DEVELOP | Phase.SETTLE as phase:
            stack, builders, _ = stack_of(held, phase)
            if not stack:
                return False
            # A tile without workers is never complete: the minimum cost is one.
            return bool(workers) or (bool(builders) and missing_workers(rules, state, seat) == 0)
        case Phase.PRODUCE:
            return bool(workers) and bool(rooms(rules.sides(held.tableau), held.goods))
        case Phase.SHIP:
            return bool((workers or held.turn.borrowed) and held.goods)
        case None:
            return False


def _drawable(state: GameState, seat: int) -> int:
    """Maximum number of tiles that the player's explorers could draw, each abandoning all.

    The construction zone grows by one tile with each of them (R-6.3).
    """
    count = explorers(state, seat)
    return count * (1 + holdings(state, seat).zone_size) + count * (count - 1) // 2


def _may_end(state: GameState, seat: int) -> bool:
    """Whether the player may have twelve tiles at the end of the phase."""
    phase = state.round.current
    assert phase is not None, "asked in a phase"  # noqa: S101 - checked by the caller
    held = holdings(state, seat)
    stack, builders, _ = stack_of(held, phase)
    most = min(len(stack), len(builders) + len(held.workers(phase)))
    return most > 0 and state.empire(seat).tiles + most >= TILES_TO_END


def _most_vp(rules: Rules, state: GameState, seat: int) -> int:
    """An upper bound on the VP that the player can take in this phase."""
    held = holdings(state, seat)
    shippers = len(current_workers(state, seat)) + len(held.turn.borrowed)
    tableau = rules.tableau(state, seat)
    powers = sum(effect.amount for _, effect in effects_of(tableau, GainVpChips))
    powers += sum(effect.vp for _, effect in effects_of(tableau, PayForVpChip))
    return min(shippers, len(held.goods)) * (_MOST_CONSUME_VP + powers) + powers
