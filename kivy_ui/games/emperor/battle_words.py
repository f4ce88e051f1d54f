"""Battle odds as a bar and a line of icons, before and during a battle."""

from __future__ import annotations

from companion.games.emperor.state import WARS, GameState
from companion.games.emperor.war.battle_odds import BattleOdds, Side, battle_odds
from companion.games.emperor.war.forces import Force
from kivy_ui.common.board.icons import Icon, IconLine, Share
from kivy_ui.games.emperor.page_part import EmperorTable

Seats = tuple[int, int]
"""Attacker and defender."""
Shown = tuple[tuple[Share, ...], tuple[IconLine, ...]]
"""The probabilities of the results as bar segments, and what is left on average."""


def odds_bar(
    table: EmperorTable, state: GameState, seats: Seats, odds: BattleOdds
) -> tuple[Share, ...]:
    """Return the probabilities of the battle's final results as bar segments."""
    translate = table.ui.translate
    mine, theirs = (
        Share(translate("%(name)s wins", name=state.player(seat).name), wins, colour)
        for seat, wins in zip(seats, (odds.attacker, odds.defender), strict=True)
        for colour in (table.group.colour(seat),)
    )
    return mine, Share(translate("nobody"), odds.neither), theirs


def odds_shown(
    table: EmperorTable,
    state: GameState,
    seats: Seats,
    forces: tuple[Force, Force],
    odds: BattleOdds,
) -> Shown:
    """Return the odds of a battle between the current forces of attacker and defender."""
    translate = table.ui.translate
    icons = [Icon("", translate("Left on average"))]
    expected = (odds.attacker_left, odds.defender_left)
    for seat, force, left in zip(seats, forces, expected, strict=True):
        count = translate("%(left)s of %(now)s", left=round(left), now=force.units)
        icons += [table.group.badge(seat), Icon("", count)]
    return odds_bar(table, state, seats, odds), (IconLine(tuple(icons)),)


def odds_before(
    table: EmperorTable,
    state: GameState,
    seats: Seats,
    forces: tuple[Force, Force],
    jumped: Force,
) -> Shown:
    """Return the odds of a battle that may begin; nothing while a side is empty.

    Args:
        forces: those that meet.
        jumped: the attacking ships that come through the stargate, for the free attack.
    """
    if not forces[0].ships or not forces[1].alive or not table.shows_odds:
        return (), ()
    attacker, defender = (
        Side(force, state.player(seat).arms) for seat, force in zip(seats, forces, strict=True)
    )
    odds = battle_odds(
        attacker,
        defender,
        extra_die=seats[0] == state.selector and state.role in WARS,
        free_attack=jumped if jumped.ships else None,
    )
    return odds_shown(table, state, seats, forces, odds)
