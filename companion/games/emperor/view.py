"""The visible state: everything except the other players' victory points (section 1)."""

from dataclasses import dataclass, replace

from companion.games.emperor.options import unverified
from companion.games.emperor.state import (
    GameState,
    Role,
    Step,
    is_last_role,
    next_selector,
    pool_left,
    roles_left,
    tokens_left,
)
from companion.games.emperor.war.battle import throws
from companion.games.emperor.war.forces import Throw
from companion.games.emperor.war.rolls import due


@dataclass(frozen=True, slots=True)
class TableView:
    """The state as visible to one seat, with derived values.

    Attributes:
        state: with hidden VP set to 0.
        pool: VP left.
        tokens: (seat, Empire tokens in reserve).
        acts: seat that must act now; None for the whole table.
        roles: those that can still be selected.
        throws: dice of attacker and defender in this phase; None outside of one.
        due: number of dice still to be thrown; the market's dice count for the first side.
        ends_after_role: whether the current role will be the last one, in this state (section 6);
            False in a Regent role, as influence tokens return.
        unverified: settings not yet compared with the copy.
    """

    state: GameState
    pool: int
    tokens: tuple[tuple[int, int], ...]
    acts: int | None
    roles: tuple[Role, ...]
    throws: tuple[Throw, Throw] | None
    due: tuple[int, int]
    unverified: tuple[str, ...]
    ends_after_role: bool = False


def view(state: GameState, seat: int | None) -> TableView:
    """Return what *seat* may see; for None all VP are hidden until the end."""
    over = state.step is Step.OVER
    seats = [player.seat for player in state.players]
    shown = frozenset(seats if over else [each for each in seats if each == seat])
    hidden = tuple(p if p.seat in shown else replace(p, vp=0) for p in state.players)
    return TableView(
        state=replace(state, players=hidden),
        pool=pool_left(state) if seats else 0,
        tokens=tuple((each, tokens_left(state, each)) for each in seats),
        acts=acting(state),
        roles=roles_left(state) if state.step is Step.SELECT else (),
        throws=throws(state.battle) if state.battle and state.step is Step.FIRE else None,
        due=due(state),
        unverified=unverified(state.options),
        ends_after_role=bool(seats) and not over and state.regent is None and is_last_role(state),
    )


def acting(state: GameState) -> int | None:
    """Return the seat that must act now."""
    match state.step:
        case Step.DIRECTION:
            return state.throne
        case Step.SELECT:
            return next_selector(state)
        case Step.MARKET_THROW | Step.MARKET_DROP:
            return state.selector
        case Step.EXTRA_DIE | Step.GO_ON:
            return state.battle.attacker if state.battle else None
        case Step.SET_UP | Step.FIRE | Step.LOSSES | Step.DUEL | Step.OVER:
            return None
        case _:
            return state.turns[0] if state.turns else None
