"""Converts readings of the market's and the battle's dice on the tray (section 7)."""

from __future__ import annotations

from typing import Final

from companion.games.definition import MatAnswer, SeenDie
from companion.games.emperor.state import Step
from companion.games.emperor.view import TableView
from companion.games.emperor.war.rolls import ReadTray
from companion.games.emperor.war.tray import TrayDie

TRAY: Final = "tray"


def wanted_mats(view: TableView) -> tuple[str, ...]:
    """Return the tray while dice are rolled."""
    return (TRAY,) if view.state.step in (Step.MARKET_THROW, Step.FIRE) else ()


def throws_counted(view: TableView) -> int:
    """Return a number that increases with each counted throw."""
    return view.state.throws


def mat_command(mat_id: str, dice: tuple[SeenDie, ...]) -> MatAnswer:
    """Return the command with the dice on the tray; the rules check their number."""
    if mat_id != TRAY:
        return MatAnswer(None)
    return MatAnswer(
        ReadTray(
            tuple(
                TrayDie(int(die.face), die.colour, die.doubtful)
                for die in dice
                if die.face.isdigit()
            )
        )
    )
