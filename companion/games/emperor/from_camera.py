"""The market dice as the camera reads them on the tray (section 7)."""

from __future__ import annotations

from typing import Final

from companion.games.definition import MatAnswer, SeenDie
from companion.games.emperor.commands import ThrowMarket
from companion.games.emperor.errors import DiceCountError
from companion.games.emperor.market import MARKET_DICE
from companion.games.emperor.state import Step
from companion.games.emperor.view import TableView

TRAY: Final = "tray"


def wanted_mats(view: TableView) -> tuple[str, ...]:
    """Return the tray while the market dice are rolled."""
    return (TRAY,) if view.state.step is Step.MARKET_THROW else ()


def mat_command(mat_id: str, dice: tuple[SeenDie, ...]) -> MatAnswer:
    """Return the market's throw of exactly four dice that nobody has to look at."""
    if mat_id != TRAY:
        return MatAnswer(None)
    values = tuple(int(die.face) for die in dice if die.face.isdigit() and not die.doubtful)
    if len(dice) != MARKET_DICE or len(values) != MARKET_DICE:
        return MatAnswer(None, (DiceCountError(expected=MARKET_DICE, found=len(values)),))
    return MatAnswer(ThrowMarket(values))
