"""Trade, Consume, and the proposals for Produce and Ship (R-8.1, R-9.1 to R-9.3)."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.catalog import load_roll_catalog
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.holdings import Good, ShipTask
from companion.games.roll.model.tiles import Side, World
from companion.games.roll.rules.matching import best_assignment
from companion.games.roll.rules.producing import goods_limit, propose_production, rooms
from companion.games.roll.rules.shipping import Shippers, consume, propose_shipping, trade

CATALOG = load_roll_catalog()
HOME, MILITARY, CONSUMPTION, NOVELTY, RARE, GENES, ALIEN = tuple(DieType)

NOVELTY_WORLD, RARE_WORLD, GENES_WORLD, ALIEN_WORLD = (
    "spice_world",
    "silicon_world",
    "jungle_world",
    "alien_sentinels",
)


def _sides(*keys: str) -> tuple[Side, ...]:
    return tuple(CATALOG.sides[key] for key in keys)


# --- one shipper ---------------------------------------------------------------------------------


def test_powers_add_to_a_task() -> None:
    """All of them, each named."""
    tableau = _sides(
        *(RARE_WORLD, "galactic_renaissance", "new_economy", "space_refineries"),
        *("mining_industry", "export_duties", "jumpdrive_research"),
    )
    good = Good(RARE_WORLD, RARE)
    consumed, traded = consume(good, HOME, tableau), trade(good, HOME, tableau)
    assert (consumed.total_vp, consumed.total_credits) == (2 + 2, 3)
    assert (traded.total_vp, traded.total_credits) == (0, 4 + 2)
    assert [gain.tile for gain in traded.gains] == ["export_duties", "jumpdrive_research"]


@pytest.mark.parametrize("world", ["spice_world", "old_earth", "nowhere"])
def test_a_good_needs_a_world_of_the_tableau(world: str) -> None:
    """One that is built and not gray."""
    with pytest.raises(KeyError):
        consume(Good(world, HOME), HOME, _sides("old_earth", GENES_WORLD))


# --- proposals -----------------------------------------------------------------------------------


def test_shippers_are_matched_to_the_goods_where_they_count() -> None:
    """The green shipper takes the green world's good, the purple one the one left."""
    goods = (Good(NOVELTY_WORLD, NOVELTY), Good(GENES_WORLD, GENES))
    plan = propose_shipping(
        Shippers((CONSUMPTION, GENES)), goods, _sides(NOVELTY_WORLD, GENES_WORLD)
    )
    assert [(s.shipper, s.good.world, s.task) for s in plan.shipments] == [
        (CONSUMPTION, NOVELTY_WORLD, ShipTask.CONSUME),
        (GENES, GENES_WORLD, ShipTask.CONSUME),
    ]
    assert plan.vp == 6


def test_credits_decide_among_equal_points() -> None:
    """With Galactic Bankers a sale can be worth the same point and more credits."""
    tableau = _sides(ALIEN_WORLD, "galactic_bankers")
    plan = propose_shipping(Shippers((HOME,)), (Good(ALIEN_WORLD, HOME),), tableau)
    assert plan.shipments[0].task is ShipTask.TRADE
    assert (plan.vp, plan.credits) == (1, 5)


def test_a_borrowed_shipper_goes_before_an_own_one() -> None:
    """It costs no credit to be recruited again (R-10.1)."""
    plan = propose_shipping(
        Shippers((GENES,), (GENES,)), (Good(GENES_WORLD, GENES),), _sides(GENES_WORLD)
    )
    assert (plan.vp, plan.borrowed) == (3, (True,))


def test_credits_beyond_the_limit_are_worth_nothing() -> None:
    """R-5.3: with $10 a sale for a point would cost one (Galactic Bankers)."""
    tableau = _sides(ALIEN_WORLD, "galactic_bankers")
    plan = propose_shipping(Shippers((HOME,), (), 10), (Good(ALIEN_WORLD, HOME),), tableau)
    assert (plan.shipments[0].task, plan.vp, plan.credits) == (ShipTask.CONSUME, 1, 10)


def test_producers_go_where_this_rounds_shippers_match() -> None:
    """R-9.3: a Genes die ships, so a good on the Genes world is worth a point more."""
    tableau = _sides(ALIEN_WORLD, GENES_WORLD)
    assert propose_production((HOME,), tableau, ()) == (Good(ALIEN_WORLD, HOME),)
    found = propose_production((HOME,), tableau, (), Shippers((GENES,)))
    assert found == (Good(GENES_WORLD, HOME),)


@pytest.mark.parametrize(("shippers", "goods"), [(0, 2), (2, 0), (1, 2), (3, 2)])
def test_every_shipper_ships_while_there_are_goods(shippers: int, goods: int) -> None:
    """R-5.1; the rest return to the cup (R-9.5)."""
    worlds = (NOVELTY_WORLD, GENES_WORLD)
    lying = [Good(world, HOME) for world in worlds[:goods]]
    found = propose_shipping(Shippers((HOME,) * shippers), lying, _sides(*worlds)).shipments
    assert len(found) == min(shippers, goods)
    assert len({shipment.good for shipment in found}) == len(found)


def test_gray_and_full_worlds_have_no_room() -> None:
    """R-8.1: one good a world, two with Galactic Reserves."""
    tableau = _sides("old_earth", NOVELTY_WORLD, GENES_WORLD)
    goods = [Good(NOVELTY_WORLD, HOME)]
    assert [(room.world.key, room.free) for room in rooms(tableau, goods)] == [(GENES_WORLD, 1)]
    more = (*tableau, *_sides("galactic_reserves"))
    assert [(room.world.key, room.free) for room in rooms(more, goods)] == [
        (NOVELTY_WORLD, 1),
        (GENES_WORLD, 2),
    ]
    gray = CATALOG.sides["old_earth"]
    assert isinstance(gray, World)
    assert goods_limit(gray, more) == 0


def test_producers_go_where_they_match_then_where_goods_are_dear() -> None:
    """And those without room stay out (R-8.2)."""
    tableau = _sides(NOVELTY_WORLD, GENES_WORLD, ALIEN_WORLD)
    found = propose_production((HOME, NOVELTY, GENES, HOME), tableau, ())
    assert found[1:3] == (Good(NOVELTY_WORLD, NOVELTY), Good(GENES_WORLD, GENES))
    assert {found[0], found[3]} == {Good(ALIEN_WORLD, HOME), None}
    assert propose_production((HOME,), tableau, ()) == (Good(ALIEN_WORLD, HOME),)
    assert propose_production((HOME,), _sides("old_earth"), ()) == (None,)


def test_powers_that_pay_for_goods_decide_where_a_producer_goes() -> None:
    """A Rare Elements world is worth $4, a Novelty world $3: powers on Trades and goods add up."""
    worlds = (NOVELTY_WORLD, RARE_WORLD)
    for powers, best in (
        ((), RARE_WORLD),
        (("galactic_demand",), NOVELTY_WORLD),  # 3 + 2 against 4
        (("galactic_demand", "jumpdrive_research", "mining_league"), RARE_WORLD),  # against 4 + 2
    ):
        assert propose_production((HOME,), _sides(*worlds, *powers), ()) == (Good(best, HOME),)


# --- the method ----------------------------------------------------------------------------------


@given(st.integers(0, 5), st.integers(0, 5), st.data())
def test_the_assignment_is_the_best_of_all(rows: int, columns: int, data: st.DataObject) -> None:
    """Against brute force; every row or every column is used, none twice."""
    row = st.lists(st.integers(-9, 9), min_size=columns, max_size=columns)
    values = data.draw(st.lists(row, min_size=rows, max_size=rows))
    chosen = best_assignment(values)
    assert len(chosen) == rows
    used = [column for column in chosen if column is not None]
    assert len(used) == len(set(used)) == min(rows, columns)
    found = sum(values[i][column] for i, column in enumerate(chosen) if column is not None)
    if rows <= columns:
        sums = [
            sum(values[i][c] for i, c in enumerate(way))
            for way in permutations(range(columns), rows)
        ]
    else:
        sums = [
            sum(values[r][i] for i, r in enumerate(way))
            for way in permutations(range(rows), columns)
        ]
    assert found == max(sums)
