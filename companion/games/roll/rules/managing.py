"""Calculations of Manage Empire: recruiting, credits, recalling (R-5.3, R-10.1, R-10.2)."""

from collections.abc import Sequence
from typing import Final

from companion.games.roll.model.dice import DieType, least_able
from companion.games.roll.model.options import DEFAULT_OPTIONS, TableOptions
from companion.games.roll.model.state import MAX_CREDITS

RECRUIT_COST: Final = 1
CREDITS_AFTER_SPENDING_ALL: Final = 1


def add_credits(credits_now: int, gain: int) -> tuple[int, int]:
    """Return the credits after a gain, and how many of it were lost above $10 (R-5.3)."""
    total = credits_now + gain
    return min(total, MAX_CREDITS), max(total - MAX_CREDITS, 0)


def recruiting(credits_now: int, citizenry: Sequence[DieType]) -> int:
    """Return how many dice must be recruited: until Citizenry or credits are used up (R-10.1)."""
    return min(credits_now // RECRUIT_COST, len(citizenry))


def propose_recruits(credits_now: int, citizenry: Sequence[DieType]) -> tuple[DieType, ...]:
    """Return the dice to recruit: as many as must be, those with the most wild faces first.

    Ties are broken by kind, coloured dice before white ones.
    """
    return least_able(citizenry)[::-1][: recruiting(credits_now, citizenry)]


def must_recall(
    cup: Sequence[DieType], recallable: int, options: TableOptions = DEFAULT_OPTIONS
) -> bool:
    """Whether the player must recall a die: the cup is empty after recruiting (R-10.2, D-15).

    *recallable*: dice in the construction zone and goods; if 0, nothing can be recalled.
    """
    return not cup and recallable > 0 and options.empty_cup == "must_recall"
