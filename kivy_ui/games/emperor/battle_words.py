"""The odds of a battle as a bar and in words, before it and at every step of it."""

from __future__ import annotations

from companion.games.emperor.war.battle_odds import BattleOdds
from companion.games.emperor.war.forces import Force
from kivy_ui.common.signs import Share
from kivy_ui.games.emperor.page_part import EmperorTable


def odds_bar(
    table: EmperorTable, odds: BattleOdds, sides: tuple[tuple[str, str], tuple[str, str]]
) -> tuple[Share, ...]:
    """Return who wins how often, to the end.

    Args:
        sides: name and colour of attacker and defender.
    """
    (mine, blue), (theirs, red) = sides
    wins = table.ui.translate("%(name)s wins", name=mine)
    loses = table.ui.translate("%(name)s wins", name=theirs)
    nobody = table.ui.translate("nobody")
    return (
        Share(wins, odds.attacker, blue),
        Share(nobody, odds.neither),
        Share(loses, odds.defender, red),
    )


def left_words(table: EmperorTable, odds: BattleOdds, forces: tuple[Force, Force]) -> str:
    """Return what is left of both sides on average.

    Args:
        forces: of attacker and defender as they are now.
    """
    return table.ui.translate(
        "Expected to be left: attacker %(mine)s of %(now)s, defender %(theirs)s of %(there)s.",
        mine=round(odds.attacker_left),
        now=forces[0].units,
        theirs=round(odds.defender_left),
        there=forces[1].units,
    )
