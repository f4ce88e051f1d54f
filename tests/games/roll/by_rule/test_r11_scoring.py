"""Section 4: scoring through a whole FinishRound; ``tests/cli`` has the bonuses one by one."""

from __future__ import annotations

from dataclasses import replace

from companion.games.roll.model.holdings import SeatScore
from companion.games.roll.model.state import tracking
from tests.games.roll.by_rule.scenario import SHIP, Table, in_phase, managing


def scored(table: Table, seat: int = 1) -> SeatScore:
    """End the game and return the score."""
    table.state = replace(table.state, vp_pool=0)
    table.tell("FinishRound")
    return next(score for score in tracking(table.state).scores if score.seat == seat)


def test_what_counts() -> None:
    """R-11.1: chips, printed costs (start tiles too, a 6+ one as 6), bonuses; not the zone.

    Alien Archaeology 1 + Rosetta Stone World 1 + Doomed World 0 + Mining League 6 + Comet Zone 3
    = 11; Mining League scores 2 for the one Rare Elements world.
    """
    table = managing(
        built="mining_league comet_zone",
        developments="galactic_bankers",
        worlds="silicon_world",
        cup="home",
        recruited=True,
    )
    table.state = table.state.with_empire(replace(table.state.empire(1), vp_chips=7))
    score = scored(table)
    assert (score.vp_chips, score.tiles, score.total) == (7, 11, 20)
    assert [(bonus.tile, bonus.vp) for bonus in score.bonuses] == [("mining_league", 2)]


def test_rounding_up() -> None:
    """R-11.2, FAQ (pl, hu) 37, F-1l, T-1d: three red dice pay $2; four of them score 4 VP."""
    table = in_phase(SHIP, built="space_piracy", citizenry="military military military")
    assert table.pays("FinishPhase") == {"space_piracy": (2, 0)}
    red = managing(built="new_galactic_order", citizenry="military " * 4, recruited=True)
    assert [bonus.vp for bonus in scored(red.seat(cup="home")).bonuses] == [4]


def test_purple_is_no_other_colour() -> None:
    """R-11.3, FAQ (pl, hu) 36: not for Space Piracy, not for New Galactic Order."""
    table = in_phase(SHIP, built="space_piracy", citizenry="consumption consumption")
    assert table.pays("FinishPhase") == {}
    purple = managing(built="new_galactic_order", citizenry="consumption " * 4, recruited=True)
    assert [bonus.vp for bonus in scored(purple.seat(cup="home")).bonuses] == [0]


def test_ties() -> None:
    """R-11.5: dice in the cup and credits are added up; still equal: both have won."""
    for cup, money, ranks in (
        ("home home", 1, [1, 1]),
        ("home", 2, [1, 1]),
        ("home home home", 1, [1, 2]),
        ("home", 1, [2, 1]),
    ):
        table = managing(cup=cup, credits=money, recruited=True)
        table.seat(2, cup="home", credits=2)
        level = replace(table.state.empire(1), vp_chips=2)  # Bob's start tiles cost 2 more
        table.state = table.state.with_empire(level)
        scored(table)
        assert [score.rank for score in tracking(table.state).scores] == ranks


def test_the_example_of_the_rulebooks() -> None:
    """R-11.4: 13 for developments, 3 for worlds, Galactic Federation 5, New Galactic Order 4.

    13 = New Galactic Order 6 + Galactic Federation 6 + Alien Archaeology 1; the example has other
    worlds of the same cost.
    """
    table = managing(
        built="new_galactic_order galactic_federation spice_world",
        citizenry="military " * 4,
        cup="home",
        recruited=True,
    )
    score = scored(table)
    assert (score.tiles, [bonus.vp for bonus in score.bonuses]) == (13 + 3, [4, 5])
    assert score.total == 25
