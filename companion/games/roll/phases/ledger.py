"""Credits and VP: the events that move them, and gains booked with their limits."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from companion.games.messages import OfPlayer
from companion.games.roll.model.event import Event
from companion.games.roll.model.state import GameState
from companion.games.roll.rules.income import Gain
from companion.games.roll.rules.managing import add_credits

BY_HAND: Final = "by_hand"
"""Reason for a counter that a person changed."""


class CreditsPaid(OfPlayer, Event, why=""):
    """The marker moves by *delta*; *lost* credits did not fit on the track (R-5.3)."""

    delta: int
    reason: str = BY_HAND
    lost: int = 0

    def apply(self, state: GameState) -> GameState:
        empire = state.empire(self.seat)
        return state.with_empire(replace(empire, credits=empire.credits + self.delta))


class VpGiven(OfPlayer, Event, why=""):
    """A rule, a tile or a person gives chips, or takes them back if negative (R-9.4).

    Attributes:
        from_pool: VP out of the initial pool.
        from_reserve: VP out of the reserve that opens when the pool is empty.
    """

    from_pool: int
    reason: str = BY_HAND
    from_reserve: int = 0

    def apply(self, state: GameState) -> GameState:
        empire = state.empire(self.seat)
        chips = empire.vp_chips + self.from_pool + self.from_reserve
        return replace(
            state.with_empire(replace(empire, vp_chips=chips)),
            vp_pool=state.vp_pool - self.from_pool,
            vp_beyond_pool=state.vp_beyond_pool + self.from_reserve,
        )


class Ledger:
    """Turns gains into events, in order; each is based on the result of those before.

    Args:
        state: the state before the first gain.
    """

    def __init__(self, state: GameState) -> None:
        self._state = state
        self._credits: dict[int, int] = {}
        self._pool = state.vp_pool
        self.events: list[CreditsPaid | VpGiven] = []

    def credits(self, seat: int) -> int:
        """The credits of the seat after everything booked."""
        known = self._credits.get(seat)
        return self._state.empire(seat).credits if known is None else known

    def pay(self, seat: int, amount: int, reason: str) -> None:
        """Book credits for a player; credits above the limit are lost (R-5.3)."""
        if not amount:
            return
        before = self.credits(seat)
        after, lost = add_credits(before, amount)
        self._credits[seat] = after
        self.events.append(CreditsPaid(seat, after - before, reason, lost))

    def give_vp(self, seat: int, amount: int, reason: str) -> None:
        """Book VP for a player, from the pool, then from the reserve (R-9.4)."""
        if not amount:
            return
        from_pool = min(amount, self._pool)
        self._pool -= from_pool
        self.events.append(VpGiven(seat, from_pool, reason, amount - from_pool))

    def book(self, seat: int, gains: Iterable[Gain]) -> None:
        for gain in gains:
            self.pay(seat, gain.credits, gain.tile)
            self.give_vp(seat, gain.vp, gain.tile)
