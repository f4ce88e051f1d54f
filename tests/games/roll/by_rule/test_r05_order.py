"""R-5.6: the order of players, at a table that plays in turn where it may matter (D-18)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.refusals import RefusedError
from companion.games.roll.model import errors
from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.holdings import Turn
from companion.games.roll.model.options import TableOptions, Timing
from tests.games.roll.by_rule.scenario import (
    DEVELOP,
    EXPLORE,
    PRODUCE,
    SETTLE,
    SHIP,
    Table,
    in_phase,
    with_bag,
)

IN_TURN = TableOptions(timing=Timing.IN_TURN)
"""Bob has faction 1, Ann faction 2: Bob comes first."""


def waits(table: Table, line: str) -> bool:
    """Whether Ann has to wait for Bob; if not, she does it."""
    try:
        table.tell(line)
    except RefusedError as error:
        if error.reason is not errors.TIMING:
            raise
        return True
    return False


@pytest.mark.parametrize(("left", "must_wait"), [(11, False), (10, True), (2, True)])
def test_a_low_bag(left: int, must_wait: bool) -> None:
    """R-5.6, D-18: Ann's two explorers could draw 3 and then 4 tiles, Bob's one 4: 11 in all."""
    table = in_phase(EXPLORE, options=IN_TURN, workers="home home", worlds="spice_world gem_world")
    table.seat(2, workers="home", worlds="comet_zone pirate_world new_vinland")
    with_bag(table, *range(19, 19 + left))
    assert waits(table, "Stock seat=1 die=home") is must_wait
    if must_wait:
        table.tell("Stock seat=2 die=home", "Stock seat=1 die=home")


@pytest.mark.parametrize(
    ("tiles", "workers", "must_wait"),
    [(11, "home", True), (10, "home", False), (10, "home home", True), (9, "home home", False)],
)
@pytest.mark.parametrize("phase", [DEVELOP, SETTLE])
def test_the_twelfth_tile(phase: Phase, tiles: int, workers: str, must_wait: bool) -> None:
    """R-5.6, R-10.4, D-18: somebody has workers and tiles enough to reach twelve."""
    table = in_phase(phase, options=IN_TURN)
    for seat in (1, 2):
        table.seat(seat, workers=workers, developments="public_works diversification")
        table.seat(seat, worlds="secluded_world artist_colony")
    table.state = table.state.with_empire(replace(table.state.empire(1), tiles=tiles))
    assert waits(table, "PlaceWorkers seat=1 dice=home") is must_wait


def test_who_has_nothing_to_do_is_not_waited_for() -> None:
    """R-5.6, D-18: Bob has developers on a tile that is not complete, or no tile at all."""
    for bob in ({"developers": "home", "developments": "export_duties"}, {"workers": "home"}):
        table = in_phase(DEVELOP, options=IN_TURN, workers="home", developments="public_works")
        table.seat(2, **bob)
        table.state = table.state.with_empire(replace(table.state.empire(1), tiles=11))
        assert not waits(table, "PlaceWorkers seat=1 dice=home")


def test_a_complete_tile_is_waited_for() -> None:
    """R-5.6, R-6.6, D-18: Bob only has to complete it, but he comes first."""
    table = in_phase(DEVELOP, options=IN_TURN, workers="home", developments="public_works")
    table.seat(2, developers="home home", developments="export_duties")
    table.state = table.state.with_empire(replace(table.state.empire(1), tiles=11))
    assert waits(table, "PlaceWorkers seat=1 dice=home")
    table.tell("CompleteTile seat=2", "PlaceWorkers seat=1 dice=home")


@pytest.mark.parametrize(
    ("built", "pool", "must_wait"),
    [
        ("", 7, False),
        ("", 6, True),  # three VP for a good of each
        ("galactic_renaissance", 8, True),  # and one more for Ann's, counted on the safe side
        ("galactic_renaissance", 9, False),
    ],
)
def test_the_last_chips(built: str, pool: int, must_wait: bool) -> None:
    """R-5.6, R-9.4, D-18: the pool may run out in this phase, powers included."""
    table = in_phase(SHIP, options=IN_TURN, built=f"spice_world {built}", workers="home")
    table.seat(goods="spice_world/home")
    table.seat(2, built="gem_world", workers="home", goods="gem_world/home")
    table.state = replace(table.state, vp_pool=pool)
    line = "Ship seat=1 shipper=home good=spice_world/home task=consume"
    assert waits(table, line) is must_wait


def test_nobody_waits_in_produce() -> None:
    """R-5.6, D-18: what lies on one's worlds changes nothing for others."""
    table = in_phase(PRODUCE, options=IN_TURN, built="spice_world", workers="home")
    table.seat(2, built="gem_world", workers="home")
    table.state = replace(with_bag(table).state, vp_pool=0)
    assert not waits(table, "Produce seat=1 goods=spice_world/home")


def test_borrowed_explorers_of_those_before() -> None:
    """R-5.6, D-18, T-48d: at every table a tile is left for each of Bob's, the borrowed one too."""
    for tiles, must_wait in ((1, True), (2, False)):
        table = in_phase(EXPLORE, workers="home")
        table.seat(2, turn=Turn(borrowed=(DieType.HOME,)))
        with_bag(table, *range(20, 20 + tiles))
        assert waits(table, "Scout seat=1 die=home drawn=20") is must_wait


def test_players_at_once() -> None:
    """R-5.6, D-18: without the option only a low bag keeps an order."""
    table = in_phase(SHIP, built="spice_world", workers="home", goods="spice_world/home")
    table.seat(2, built="gem_world", workers="home", goods="gem_world/home")
    table.state = replace(table.state, vp_pool=1)
    assert not waits(table, "Ship seat=1 shipper=home good=spice_world/home task=consume")
