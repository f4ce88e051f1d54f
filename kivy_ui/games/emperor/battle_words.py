"""The odds of a battle in words, before it and at every step of it."""

from __future__ import annotations

from companion.games.emperor.war.battle_odds import BattleOdds
from companion.games.emperor.war.forces import Force
from kivy_ui.games.emperor.page_part import EmperorTable


def odds_words(
    table: EmperorTable, odds: BattleOdds, forces: tuple[Force, Force]
) -> tuple[str, ...]:
    """Return who wins how often, and what is left of both sides on average.

    Args:
        forces: of attacker and defender as they are now.
    """
    translate = table.ui.translate
    to_the_end = translate(
        "To the end: attacker %(a)s %%, defender %(d)s %%, both lost %(n)s %%.",
        a=round(100 * odds.attacker),
        d=round(100 * odds.defender),
        n=round(100 * odds.neither),
    )
    left = translate(
        "Expected to be left: attacker %(mine)s of %(now)s, defender %(theirs)s of %(there)s.",
        mine=round(odds.attacker_left, 1),
        now=forces[0].units,
        theirs=round(odds.defender_left, 1),
        there=forces[1].units,
    )
    return to_the_end, left
