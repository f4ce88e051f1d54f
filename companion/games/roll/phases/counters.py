"""Credits, victory points, tile counts, and setting any of them to its real value."""

from dataclasses import replace
from enum import Enum
from typing import Any, Final

from companion.games.refusals import RefusedError
from companion.games.roll.model import errors
from companion.games.roll.model.event import Event
from companion.games.roll.model.state import MAX_CREDITS, TILES_AT_SETUP, GameState, Step
from companion.games.roll.phases.corrections import followed
from companion.games.roll.phases.ledger import CreditsPaid, VpGiven
from companion.games.roll.phases.set_up import VP_PER_PLAYER
from companion.games.roll.rules.judge import RUNNING, Command, Events, Move, When
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.rules.managing import add_credits

# Forgotten bookkeeping may be entered at any time while the game runs.
_BY_HAND: Final = When(RUNNING, tracked=False)


class ChangeCredits(Move, when=_BY_HAND):
    """Gain or spend credits; gains stop at $10 (R-5.3), spending below $0 is refused."""

    delta: int

    def decide(self, _: Rules, state: GameState) -> Events:
        _check_change(self.delta)
        empire = state.empire(self.seat)
        after, lost = add_credits(empire.credits, self.delta)
        if after < 0:
            raise errors.NOT_ENOUGH_CREDITS(name=empire.name, credits=empire.credits)
        return (CreditsPaid(self.seat, self.delta - lost, lost=lost),)


class ChangeVp(Move, when=_BY_HAND):
    """Take VP from the pool (positive) or put them back (negative) (R-9.4)."""

    delta: int

    def decide(self, _: Rules, state: GameState) -> Events:
        _check_change(self.delta)
        empire = state.empire(self.seat)
        if empire.vp_chips + self.delta < 0:
            raise errors.NOT_ENOUGH_VP(name=empire.name, vp=empire.vp_chips)
        after, most = empire.vp_chips + self.delta, most_vp(state, self.seat)
        if after > most:
            raise _out_of_range(Correctable.VP_CHIPS, after, (0, most))
        from_pool, from_reserve = _from_pool(state, self.delta)
        return (VpGiven(self.seat, from_pool, from_reserve=from_reserve),)


class ChangeTiles(Move, Event, when=_BY_HAND):
    """A tile was completed (+1) or one was counted wrongly (-1); set-up counts 3 (R-10.4)."""

    delta: int

    def decide(self, _: Rules, state: GameState) -> None:
        _check_change(self.delta)
        total = state.empire(self.seat).tiles + self.delta
        if not TILES_AT_SETUP <= total <= MAX_TILES:
            raise errors.TILE_COUNT(least=TILES_AT_SETUP, most=MAX_TILES)

    def apply(self, state: GameState) -> GameState:
        empire = state.empire(self.seat)
        return state.with_empire(replace(empire, tiles=empire.tiles + self.delta))


class Correctable(Enum):
    """The counters that a person can set by hand at any time."""

    CREDITS = "credits"
    VP_CHIPS = "vp_chips"
    TILES = "tiles"
    VP_POOL = "vp_pool"
    ROUND = "round"


class Correct(Command, Event, when=When((*RUNNING, Step.OVER))):
    """Set a counter to its real value on the table; the table is always right.

    Attributes:
        seat: whose counter; None for the pool and the round.
        reason: free text of the player or a key from the screen; kept in the log.
        old: the previous value, as an event.
    """

    what: Correctable
    value: int
    seat: int | None = None
    reason: str = ""
    old: int = 0

    def decide(self, rules: Rules, state: GameState) -> Events:
        """Set a counter to its real value on the table; the old value stays in the log.

        In a fully tracked game tile counts and the VP pool are derived values.
        """
        if state.tracking is None:
            return (_corrected(state, self),)
        if self.what in (Correctable.TILES, Correctable.VP_POOL):
            raise errors.COUNTED_BY_RULES()
        return followed(rules, state, _corrected(state, self))

    def apply(self, state: GameState) -> GameState:
        match self.what:
            case Correctable.VP_POOL:
                # Chips in the pool again: the reserve has not been used.
                beyond = 0 if self.value else state.vp_beyond_pool
                return replace(state, vp_pool=self.value, vp_beyond_pool=beyond)
            case Correctable.ROUND:
                return replace(state, round=replace(state.round, number=self.value))
            case _ if self.seat is None:
                return state
            case Correctable.VP_CHIPS if state.tracking is not None:
                from_pool, from_reserve = _from_pool(state, self.value - self.old)
                given = VpGiven(self.seat, from_pool, from_reserve=from_reserve)
                return given.apply(state)
            case counter:
                changes: Any = {counter.value: self.value}
                return state.with_empire(replace(state.empire(self.seat), **changes))


MAX_TILES: Final = 58
"""The 55 game tiles, a faction (2) and a home world (R-1.2)."""

MAX_VP: Final = 110
"""What all chips of the box are worth (R-1.2): 20 x 1, 8 x 5, 5 x 10."""

MAX_ROUND: Final = 99


def _corrected(state: GameState, command: Correct) -> Correct:
    of_a_seat = command.what not in (Correctable.VP_POOL, Correctable.ROUND)
    if of_a_seat is (command.seat is None):
        raise errors.WHOSE()
    least, most = limits(state, command.what, command.seat)
    if not least <= command.value <= most:
        raise _out_of_range(command.what, command.value, (least, most))
    old = current(state, command)
    if old == command.value:
        raise errors.NO_CHANGE()
    return replace(command, old=old)


def _check_change(delta: int) -> None:
    if delta == 0:
        raise errors.NO_CHANGE()


def _from_pool(state: GameState, delta: int) -> tuple[int, int]:
    """Return how many chips come from the pool and from the reserve (R-9.4).

    Chips are put back in reverse order of issue: first to the reserve, then to the pool.
    """
    from_pool = min(delta, state.vp_pool) if delta > 0 else min(0, delta + state.vp_beyond_pool)
    return from_pool, delta - from_pool


def most_vp(state: GameState, seat: int | None) -> int:
    """Return how many VP in chips a player can have: all that the others do not have."""
    chips = {each.seat: each.vp_chips for each in state.empires}
    own = chips.get(seat or 0, 0)
    return max(own, MAX_VP - sum(chips.values()) + own)


def limits(state: GameState, what: Correctable, seat: int | None) -> tuple[int, int]:
    """Return the minimum and maximum of a counter; *seat* is whose it is, if it is a player's."""
    return {
        Correctable.CREDITS: (0, MAX_CREDITS),
        Correctable.VP_CHIPS: (0, most_vp(state, seat)),
        Correctable.TILES: (TILES_AT_SETUP, MAX_TILES),
        Correctable.VP_POOL: (0, VP_PER_PLAYER * len(state.empires)),
        Correctable.ROUND: (1, MAX_ROUND),
    }[what]


def current(state: GameState, command: Correct) -> int:
    """Return the recorded value of the counter that *command* corrects."""
    if command.what is Correctable.VP_POOL:
        return state.vp_pool
    if command.what is Correctable.ROUND or command.seat is None:
        return state.round.number
    value: int = getattr(state.empire(command.seat), command.what.value)
    return value


def _out_of_range(what: Correctable, value: int, limits: tuple[int, int]) -> RefusedError:
    least, most = limits
    return errors.BAD_VALUE(what=what.value, value=value, least=least, most=most)
