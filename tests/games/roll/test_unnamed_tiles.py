"""Tiles that nobody names before they are built: none is lost, and no phase ends too early."""

from dataclasses import replace

import pytest

from companion.games.refusals import RefusedError
from companion.games.roll.decide.combined import Build
from companion.games.roll.model.dice import DieType, Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import UNKNOWN, Spot
from companion.games.roll.model.state import Step, holdings, tracking
from companion.games.roll.phases.build import LeaveUnfinished, PlaceWorkers
from companion.games.roll.phases.explore import Scout, Stock
from companion.games.roll.phases.round import FinishPhase
from companion.games.roll.phases.tile_corrections import MoveTile, TileLocation, TileSpot
from tests.games.roll.tracked_table import RULES, Played, a_game

HOME = DieType.HOME
DEVELOPMENT, WORLD = Category.DEVELOPMENT, Category.WORLD
TWO = next(t for t in RULES.catalog.tiles if t.world.cost == 2)
ONE_DEVELOPMENT = next(t for t in RULES.catalog.tiles if t.development.cost == 1)


def exploring(*, tableau: tuple[str, ...] = (), **held: object) -> Played:
    """Player 1 has one explorer and two settlers on an unnamed world; Settle is active, too."""
    game = a_game(1, 2, 3)
    mine = {"cup": (HOME,), "worlds": (UNKNOWN,) * 2, "settlers": (HOME,) * 2, "goods": ()}
    game.hold(1, **{**mine, "tableau": (*holdings(game.state, 1).tableau, *tableau), **held})
    game.hold(2, cup=(HOME,), goods=()).hold(3, cup=(HOME,), goods=())
    return game.reveal(p1=Phase.EXPLORE, p2=Phase.SETTLE, p3=Phase.SETTLE)


def scout(game: Played, *abandoned: Spot) -> None:
    """Scout with unnamed tiles, all drawn ones under the developments."""
    count = 1 + len(abandoned)
    game.do(Scout(1, HOME, abandoned, (UNKNOWN,) * count))
    game.answer(1, tuple((index, "development") for index in range(count)))


def others_leave(game: Played) -> Played:
    return game.do(LeaveUnfinished(2), LeaveUnfinished(3))


def is_built(game: Played) -> bool:
    return TWO.world.key in holdings(game.state, 1).tableau


def test_a_tile_uncovered_by_abandoning_can_be_built() -> None:
    """R-6.6: it waits for Settle, and Settle waits for the people to say what it is."""
    game = exploring()
    scout(game, Spot(WORLD, 0))
    others_leave(game)
    assert game.state.round.current is Phase.SETTLE
    assert game.tracking(1).must_act
    game.do(Build(1, TWO.id))
    assert is_built(game)
    assert game.step is Step.MANAGE


def test_a_tile_laid_on_top_can_be_built() -> None:
    """Improved Reconnaissance."""
    game = exploring(tableau=("improved_reconnaissance",))
    game.answer(1, "scout", (), ()).answer(1, ((0, "world-top"),))
    assert is_built(others_leave(game).do(Build(1, TWO.id)))


def test_a_tile_moved_to_the_top_can_be_built() -> None:
    """Advanced Logistics."""
    game = exploring(tableau=("advanced_logistics",))
    game.answer(1, "rearrange", ((0, "world"), (2, "world"), (1, "world")))
    game.do(Stock(1, HOME), FinishPhase())
    assert is_built(others_leave(game).do(Build(1, TWO.id)))


def test_a_tile_in_the_place_of_an_empty_stack_can_be_built() -> None:
    """R-6.4: the settlers have stayed there."""
    game = exploring(worlds=())
    game.answer(1, "world")
    assert is_built(others_leave(game).do(Build(1, TWO.id)))


def test_placing_workers_leaves_it_open_whether_the_tile_is_complete() -> None:
    """Whoever finishes first does not end the phase for the others."""
    game = a_game(1, 2, 3).hold(1, cup=(HOME,) * 2, settlers=(), goods=())
    game.hold(2, cup=(HOME,), goods=()).hold(3, cup=(HOME,), goods=())
    game.reveal(p1=Phase.SETTLE, p2=Phase.SETTLE, p3=Phase.SETTLE)
    game.do(PlaceWorkers(1, (HOME,) * 2))
    others_leave(game)
    assert game.tracking(1).must_act
    assert {"leave", "complete"} <= game.tracking(1).open
    assert is_built(game.do(Build(1, TWO.id)))


def test_a_new_discount_asks_for_the_tile_of_the_other_stack() -> None:
    """R-5.5: what was not enough yesterday may be enough now."""
    game = a_game(1, 2, 3).hold(1, cup=(HOME,) * 2, settlers=(HOME,), goods=())
    game.hold(2, cup=(HOME,), goods=()).hold(3, cup=(HOME,), goods=())
    game.reveal(p1=Phase.DEVELOP, p2=Phase.SETTLE, p3=Phase.SETTLE)
    discount = RULES.catalog.tile_by_side["replicant_robots"]
    game.hold(1, developers=(HOME,) * 8)
    game.do(Build(1, discount.id))
    assert is_built(others_leave(game).do(Build(1, TWO.id)))


def test_nobody_is_asked_twice() -> None:
    """What a person has said holds until something changes, in later rounds, too."""
    game = exploring()
    game.do(Stock(1, HOME))
    assert not game.tracking(1).must_act, "nothing has changed since the last Settle"
    others_leave(game)
    assert game.step is Step.MANAGE
    assert holdings(game.state, 2).maybe_complete == ()


def test_finishing_the_phase_says_it_for_everybody() -> None:
    """One tap for the table."""
    game = a_game(1, 2, 3)
    game.reveal(p1=Phase.DEVELOP, p2=Phase.DEVELOP, p3=Phase.DEVELOP)
    for seat in (1, 2, 3):
        game.do(PlaceWorkers(seat, holdings(game.state, seat).workers(Phase.DEVELOP)))
    assert game.state.round.current is Phase.DEVELOP
    game.do(FinishPhase())
    assert game.step is Step.MANAGE
    assert all(holdings(game.state, seat).maybe_complete == () for seat in (1, 2, 3))


def test_a_correction_of_the_top_tile_asks_again() -> None:
    """A tile was on the wrong stack."""
    game = exploring()
    source = TileSpot(TileLocation.STACK, 1, WORLD, 0)
    game.do(MoveTile(source, TileSpot(TileLocation.STACK, 1, DEVELOPMENT, 0)), Stock(1, HOME))
    assert game.tracking(1).must_act


@pytest.mark.parametrize("seat", [1, 2])
def test_only_an_unnamed_tile_can_be_left_unfinished(seat: int) -> None:
    """Of a named one the rules know it; without a tile or workers there is nothing to say."""
    game = exploring()
    game.do(Stock(1, HOME)).hold(1, worlds=(TWO.id,)).hold(2, worlds=())
    with pytest.raises(RefusedError):
        game.do(LeaveUnfinished(seat))


def test_a_named_tile_that_was_abandoned_is_any_tile_again() -> None:
    """It lies face down: drawn later, nobody knows it before it is built."""
    game = exploring(worlds=(TWO.id, UNKNOWN))
    scout(game, Spot(WORLD, 0))
    assert TWO.id not in (*tracking(game.state).bag, *tracking(game.state).abandoned)
    assert is_built(others_leave(game).do(Build(1, TWO.id)))


def test_the_last_tiles_can_be_drawn_although_one_had_a_name() -> None:
    """R-6.5: a draw is mandatory, whatever was known of the tiles."""
    game = exploring(worlds=(TWO.id, ONE_DEVELOPMENT.id))
    box = tracking(game.state)
    game.state = replace(game.state, tracking=replace(box, bag=(UNKNOWN,)))
    spots = (Spot(WORLD, 0), Spot(WORLD, 1))
    scout(game, *spots)
    assert len(holdings(game.state, 1).developments) == 4


def test_a_single_tile_may_change_its_stack() -> None:
    """Advanced Logistics with one tile in the zone: it may lie on its other side."""
    game = exploring(tableau=("advanced_logistics",), developments=(), worlds=(UNKNOWN,))
    game.do(Stock(1, HOME))
    assert game.state.round.current is Phase.EXPLORE
    assert "rearrange" in game.tracking(1).open
    game.answer(1, "rearrange", ((0, "development"),))
    assert holdings(game.state, 1).developments == (UNKNOWN,)
    game = exploring(tableau=("advanced_logistics",), developments=(), worlds=())
    assert "rearrange" not in game.tracking(1).open
    assert game.do(Stock(1, HOME)).state.round.current is Phase.SETTLE, "nothing to move"


def test_a_draw_from_nothing_asks_for_tiles() -> None:
    """R-6.5, Alien Research Team: the bag is empty, so tiles are returned first."""
    game = exploring(tableau=("alien_research_team",), worlds=(UNKNOWN,) * 3)
    box = tracking(game.state)
    game.state = replace(game.state, tracking=replace(box, bag=()))
    game.do(Stock(1, HOME))
    assert game.tracking(1).draws
    game.answer(1, "draw", ())
    assert tracking(game.state).givers == (1,)
