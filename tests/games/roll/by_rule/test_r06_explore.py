"""Phase I: Explore."""

from __future__ import annotations

import pytest

from companion.games.roll.model.dice import Phase
from companion.games.roll.model.options import EmptyBag, TableOptions
from companion.games.roll.model.state import tracking
from tests.games.roll.by_rule.scenario import (
    DEVELOP,
    EXPLORE,
    SETTLE,
    Table,
    in_phase,
    tile,
    with_bag,
)

PUBLIC_WORKS, EXPORT_DUTIES = 40, 17
SPICE_WORLD, SILICON_WORLD = 7, 17


def test_an_explorer_scouts_or_stocks() -> None:
    """R-6.1: one of both, and is in the Citizenry; nobody explores twice."""
    table = in_phase(EXPLORE, workers="home genes")
    table.tell("Stock seat=1 die=home", "Scout seat=1 die=genes drawn=3")
    table.tell("PlaceTiles seat=1 placings=3/world/no")
    assert table.citizenry() == "genes home"
    assert table.refuses("Stock seat=1 die=home") == "no_such_worker"
    table.tell("FinishPhase")


def test_stock() -> None:
    """R-6.2: two credits, whatever the die."""
    table = in_phase(EXPLORE, workers="military")
    assert table.pays("Stock seat=1 die=military") == {"R-6.2": (2, 0)}


def test_scout_without_abandoning() -> None:
    """R-6.3: one tile, either side up, at the bottom of the stack."""
    for stack, expected in (
        ("development", ((PUBLIC_WORKS, 9), (SPICE_WORLD,))),
        ("world", ((PUBLIC_WORKS,), (SPICE_WORLD, 9))),
    ):
        table = in_phase(EXPLORE, workers="home", developments="public_works", worlds="spice_world")
        table.tell("Scout seat=1 die=home drawn=9", f"PlaceTiles seat=1 placings=9/{stack}/no")
        assert table.stacks() == expected


def test_scout_draws_one_more_than_abandoned() -> None:
    """R-6.3: any number of tiles of either stack, also ones from below the top."""
    table = in_phase(
        EXPLORE,
        workers="home",
        developments="public_works export_duties",
        worlds="spice_world silicon_world",
    )
    line = "Scout seat=1 die=home abandon=development/1,world/0 drawn={}"
    assert table.refuses(line.format("1,2")) == "draw"
    assert table.refuses(line.format("1,2,3,4")) == "draw"
    table.tell(line.format("1,2,3"))
    table.tell("PlaceTiles seat=1 placings=3/development/no,1/development/no,2/world/no")
    assert table.stacks() == ((PUBLIC_WORKS, 3, 1), (SILICON_WORLD, 2))


def test_tiles_drawn_in_this_phase_may_be_abandoned() -> None:
    """R-6.3: the second explorer gives back what the first one brought."""
    table = in_phase(EXPLORE, workers="home home")
    table.tell("Scout seat=1 die=home drawn=9", "PlaceTiles seat=1 placings=9/world/no")
    table.tell("Scout seat=1 die=home abandon=world/0 drawn=3,4")
    table.tell("PlaceTiles seat=1 placings=3/world/no,4/world/no")
    assert table.stacks() == ((), (3, 4))
    assert tracking(table.state).abandoned == (9,)


def test_abandoned_tiles_lie_aside_until_the_phase_ends() -> None:
    """R-6.4, FAQ (pl, hu) 65: nobody draws them before; afterwards they are in the bag."""
    table = in_phase(EXPLORE, workers="home", worlds="spice_world").seat(2, workers="home")
    table.tell("Scout seat=1 die=home abandon=world/0 drawn=1,2")
    table.tell("PlaceTiles seat=1 placings=1/world/no,2/world/no")
    assert table.refuses(f"Scout seat=2 die=home drawn={SPICE_WORLD}") == "draw"
    table.tell("Stock seat=2 die=home", "FinishPhase")
    assert SPICE_WORLD in tracking(table.state).bag
    assert tracking(table.state).abandoned == ()


def test_workers_stay_when_their_tile_goes() -> None:
    """R-6.4: developers and settlers wait in their place, even above an empty stack."""
    table = in_phase(
        EXPLORE,
        DEVELOP,
        SETTLE,
        workers="home",
        developments="conscription",
        developers="home genes",
        worlds="spice_world",
        settlers="military",
    )
    table.tell("Scout seat=1 die=home abandon=development/0,world/0 drawn=1,2,3")
    table.tell("PlaceTiles seat=1 placings=1/world/no,2/world/no,3/world/no")
    assert table.held().developments == ()
    table.tell("FinishPhase", "FinishPhase")  # nothing to develop
    assert len(table.held().developers) == 2
    assert table.refuses("FinishPhase") == "work_left"  # tile 1 costs 1: the settler suffices


def test_a_short_bag_is_refilled() -> None:
    """R-6.5, FAQ (pl, hu) 12: first the rest of the bag, then the abandoned tiles, own ones too."""
    table = in_phase(EXPLORE, workers="home", developments="public_works")
    with_bag(table, 3, abandoned=(5, 6))
    line = "Scout seat=1 die=home abandon=development/0 drawn={}"
    assert table.refuses(line.format(f"5,{PUBLIC_WORKS}")) == "draw"
    table.tell(line.format(f"3,{PUBLIC_WORKS}"))
    assert (tracking(table.state).bag, tracking(table.state).abandoned) == ((5, 6), ())


def test_a_short_bag_of_unnamed_tiles() -> None:
    """R-6.5: a table that names no tiles (0) draws the last one, then one that lay aside."""
    table = in_phase(EXPLORE, workers="home", developments="public_works")
    with_bag(table, 0, abandoned=(0,))
    table.tell("Scout seat=1 die=home abandon=development/0 drawn=0,0")
    # Public Works lies there face down: what was known of it is forgotten.
    assert (tracking(table.state).bag, tracking(table.state).abandoned) == ((0,), ())
    table.tell("PlaceTiles seat=1 placings=0/world/no,0/development/no")
    assert table.stacks() == ((0,), (0,))


def short(option: EmptyBag) -> Table:
    """Ann wants three tiles, two are to be had; Bob has three tiles in his zone, Ann two."""
    table = in_phase(
        EXPLORE,
        options=TableOptions(empty_bag=option),
        workers="home home",
        developments="public_works export_duties",
    )
    table.seat(2, developments="space_docks", worlds="spice_world silicon_world")
    with_bag(table)
    table.tell("Scout seat=1 die=home abandon=development/0,development/1 drawn=17,40")
    table.tell("PlaceTiles seat=1 placings=17/development/no,40/development/no")
    return table


def test_everybody_with_three_tiles_returns_one() -> None:
    """R-6.5, D-12, FAQ (pl) 13: three or more; Bob chooses which, then Ann draws the rest."""
    table = short(EmptyBag.THREE_OR_MORE)
    assert tracking(table.state).givers == (2,)
    assert table.refuses("ReturnTile seat=1 spot=development/0") == "timing"
    assert table.refuses("DrawOwed seat=1 drawn=7") == "timing"
    table.tell("ReturnTile seat=2 spot=development/0")
    drawn = tile("space_docks")
    table.tell(f"DrawOwed seat=1 drawn={drawn}", f"PlaceTiles seat=1 placings={drawn}/world/no")
    assert table.stacks() == ((EXPORT_DUTIES, PUBLIC_WORKS), (drawn,))
    table.tell("Stock seat=1 die=home", "FinishPhase")


def test_more_than_three_tiles() -> None:
    """R-6.5, D-12, FAQ (hu) 13: the Hungarian reading asks nobody here, so Ann gets two."""
    table = short(EmptyBag.MORE_THAN_THREE)
    assert tracking(table.state).givers == ()
    assert table.refuses("DrawOwed seat=1 drawn=5") == "timing"
    table.tell("Stock seat=1 die=home", "FinishPhase")


@pytest.mark.parametrize("option", EmptyBag)
@pytest.mark.parametrize("size", [2, 3, 4])
def test_who_returns_a_tile(option: EmptyBag, size: int) -> None:
    """R-6.5, D-12, FAQ (pl) 13, FAQ (hu) 13: three tiles or more; more than three."""
    table = in_phase(EXPLORE, options=TableOptions(empty_bag=option), workers="home")
    table.seat(
        2, worlds=" ".join(["spice_world", "comet_zone", "gem_world", "pirate_world"][:size])
    )
    with_bag(table).tell("Scout seat=1 die=home drawn=()")
    least = 3 if option is EmptyBag.THREE_OR_MORE else 4
    assert tracking(table.state).givers == ((2,) if size >= least else ())


def test_the_scout_returns_a_tile_too() -> None:
    """R-6.5, FAQ (pl, hu) 13: Ann herself has more than three, and draws again what she gave."""
    table = in_phase(
        EXPLORE,
        workers="home",
        developments="public_works export_duties",
        worlds="spice_world comet_zone",
    )
    with_bag(table)
    table.tell("Scout seat=1 die=home drawn=()")
    assert tracking(table.state).givers == (1,)
    table.tell("ReturnTile seat=1 spot=development/0", f"DrawOwed seat=1 drawn={PUBLIC_WORKS}")
    table.tell(f"PlaceTiles seat=1 placings={PUBLIC_WORKS}/world/no", "FinishPhase")
    assert table.stacks() == ((EXPORT_DUTIES,), (SPICE_WORLD, tile("comet_zone"), PUBLIC_WORKS))


@pytest.mark.parametrize(("phase", "stack"), [(DEVELOP, "developments"), (SETTLE, "worlds")])
def test_a_tile_completed_early_waits(phase: Phase, stack: str) -> None:
    """R-6.6: it is completed when its own phase begins, with dice of the player's choice.

    Abandoning the dear tile on top leaves a cheap one under three workers.
    """
    workers = "developers" if phase is DEVELOP else "settlers"
    kind = "development" if phase is DEVELOP else "world"
    dear = "conscription" if phase is DEVELOP else "comet_zone"
    cheap = "public_works" if phase is DEVELOP else "spice_world"
    table = in_phase(EXPLORE, DEVELOP, SETTLE).seat(
        workers="home", **{stack: f"{dear} {cheap}", workers: "home genes military"}
    )
    table.tell(f"Scout seat=1 die=home abandon={kind}/0 drawn=1,2")
    table.tell(f"PlaceTiles seat=1 placings=1/{kind}/no,2/{kind}/no")
    assert table.refuses("CompleteTile seat=1") == "wrong_step"
    table.tell("FinishPhase")
    if phase is SETTLE:
        table.tell("FinishPhase")
    assert table.built() == ()
    assert table.refuses("FinishPhase") == "work_left"
    assert table.refuses("CompleteTile seat=1") == "completion_choice"
    paid = "genes" if phase is DEVELOP else "genes,home"
    table.tell(f"CompleteTile seat=1 workers={paid}")
    assert table.built() == (cheap,)
    assert set(paid.split(",")) <= set(table.citizenry().split())


def test_a_tile_that_waits_through_a_round() -> None:
    """R-6.6: if its phase does not happen, the dice wait with it."""
    table = in_phase(EXPLORE, workers="home", worlds="comet_zone spice_world", settlers="home home")
    table.tell("Scout seat=1 die=home abandon=world/0 drawn=1,2")
    table.tell("PlaceTiles seat=1 placings=1/world/no,2/world/no", "FinishPhase")
    assert table.state.step.value == "manage"
    assert (table.built(), len(table.held().settlers)) == ((), 2)


def test_a_discount_completes_early() -> None:
    """R-6.6, R-5.5, T-19d: Replicant Robots built in Develop; the world waits for Settle."""
    table = in_phase(DEVELOP, SETTLE, developments="replicant_robots", developers="home " * 4)
    table.seat(worlds="spice_world gem_world", settlers="genes", workers="")
    table.tell("CompleteTile seat=1")
    assert table.built() == ("replicant_robots",)
    assert table.refuses("CompleteTile seat=1") == "not_complete"
    table.tell("FinishPhase")
    assert table.refuses("FinishPhase") == "work_left"
    table.tell("CompleteTile seat=1", "FinishPhase")
    assert table.built() == ("replicant_robots", "spice_world")
