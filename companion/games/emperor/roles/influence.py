"""The Regent's conflicts: owner of a tile or the Throne after influence (section 4.6)."""

from dataclasses import replace
from typing import Final

from companion.games.emperor.rules import Event
from companion.games.emperor.state import GameState, RegentState, tokens_left
from companion.games.emperor.war.forces import Token

FIRST_PRICE: Final = 2
"""Marks for the first bought token; each purchase raises the price by one."""

TOKENS_EACH: Final = 2

STANDING: Final = {Token.NONE: 0, Token.EMPIRE: 1, Token.STARBASE: 2}
"""Strength that an own token on the tile adds."""


class InfluenceDealt(Event):
    """(seat, tokens) from the reserves (section 4.6)."""

    tokens: tuple[tuple[int, int], ...]

    def apply(self, state: GameState) -> GameState:
        return replace(state, regent=RegentState(hand=self.tokens))


def dealt(state: GameState) -> InfluenceDealt:
    """Return the tokens that each player gets, as far as the reserve allows."""
    return InfluenceDealt(
        tuple((p.seat, min(TOKENS_EACH, tokens_left(state, p.seat))) for p in state.players)
    )


def price(bought: int, *, diplomat: bool) -> int:
    """Return the marks for the next token after *bought* purchases of all players."""
    return FIRST_PRICE if diplomat else FIRST_PRICE + bought


def outcome(strengths: dict[int, int]) -> tuple[int | None, int]:
    """Return the winner and the tokens left, if any; all lose equally until at most one remains.

    *strengths*: seat -> tokens there, tokens already on the tile included.
    """
    ranked = sorted(strengths.items(), key=lambda item: -item[1])
    if not ranked or ranked[0][1] <= 0:
        return None, 0
    second = ranked[1][1] if len(ranked) > 1 else 0
    left = ranked[0][1] - second
    return (ranked[0][0], left) if left > 0 else (None, 0)


def token_for(left: int) -> Token:
    """Return the token of a tile whose winner has *left* tokens."""
    if left <= 0:
        return Token.NONE
    return Token.EMPIRE if left == 1 else Token.STARBASE
