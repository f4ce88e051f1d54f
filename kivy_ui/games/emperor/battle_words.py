"""Battle odds as a bar and a line of icons, before and during a battle."""

from __future__ import annotations

from companion.games.emperor.state import GameState
from companion.games.emperor.war.battle_odds import BattleOdds
from companion.games.emperor.war.forces import Force
from kivy_ui.common.board.icons import Icon, IconLine, Share, seat_icon
from kivy_ui.games.emperor.page_part import EmperorTable

OddsSide = tuple[int, str, str]
"""Seat, name and colour of the attacker or defender."""
Sides = tuple[OddsSide, OddsSide]


def odds_side(table: EmperorTable, state: GameState, seat: int) -> OddsSide:
    """Return one side of a battle."""
    return seat, state.player(seat).name, table.group.colour(seat)


def odds_bar(table: EmperorTable, odds: BattleOdds, sides: Sides) -> tuple[Share, ...]:
    """Return the probabilities of the battle's final results as bar segments.

    Args:
        sides: attacker and defender.
    """
    (_, mine, blue), (_, theirs, red) = sides
    translate = table.ui.translate
    return (
        Share(translate("%(name)s wins", name=mine), odds.attacker, blue),
        Share(translate("nobody"), odds.neither),
        Share(translate("%(name)s wins", name=theirs), odds.defender, red),
    )


def left_line(
    table: EmperorTable, odds: BattleOdds, forces: tuple[Force, Force], sides: Sides
) -> tuple[IconLine, ...]:
    """Return the expected number of remaining units of both sides.

    Args:
        forces: current forces of attacker and defender.
        sides: attacker and defender.
    """
    translate = table.ui.translate
    icons = [Icon("", translate("Left on average"))]
    expected = (odds.attacker_left, odds.defender_left)
    for (seat, _, colour), force, left in zip(sides, forces, expected, strict=True):
        count = translate("%(left)s of %(now)s", left=round(left), now=force.units)
        icons += [seat_icon(seat, colour), Icon("", count)]
    return (IconLine(tuple(icons)),)
