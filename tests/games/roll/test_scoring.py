"""Points at the end: R-11.1 to R-11.5, every 6+ bonus, the rulebooks' examples."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.catalog import load_roll_catalog
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.holdings import Good, SeatScore
from companion.games.roll.model.options import TableOptions
from companion.games.roll.model.tiles import Development, Side, World
from companion.games.roll.rules.scoring import (
    FinalEmpire,
    OwnedDice,
    bonus_scores,
    score,
    tableau_cost,
    triangular_root,
)
from tests.some import some

CATALOG = load_roll_catalog()
HOME, MILITARY, CONSUMPTION = DieType.HOME, DieType.MILITARY, DieType.CONSUMPTION


def _sides(*keys: str) -> tuple[Side, ...]:
    return tuple(CATALOG.sides[key] for key in keys)


def _empire(*keys: str, name: str = "Ann", **fields: object) -> FinalEmpire:
    values: dict[str, object] = {"vp_chips": 0, "credits": 1, "dice": OwnedDice(), **fields}
    return FinalEmpire(name=name, tableau=_sides(*keys), **values)  # type: ignore[arg-type]


def _bonus(empire: FinalEmpire, key: str) -> tuple[int, str]:
    (found,) = (bonus for bonus in bonus_scores(empire) if bonus.tile == key)
    return found.vp, found.why


def _only(result: tuple[SeatScore, ...]) -> SeatScore:
    (player,) = result
    return player


# --- the rulebooks' examples ---------------------------------------------------------------------


def test_the_rulebooks_example_is_25_points() -> None:
    """R-11.4 (PL and HU p. 8): 13 developments + 3 worlds + 5 + 4.

    Faction and home world count: one of the 13 and all 3 VP of worlds come from start tiles.
    """
    empire = _empire(
        *("alien_archaeology", "alien_rosetta_stone_world", "new_sparta"),
        *("galactic_federation", "new_galactic_order"),
        dice=OwnedDice(citizenry=(MILITARY,) * 4),
    )
    player = _only(score([empire]))
    assert player.tiles == 13 + 3
    assert [(b.tile, b.vp, b.why) for b in player.bonuses] == [
        ("galactic_federation", 5, "ceil(13/3)"),
        ("new_galactic_order", 4, "2 * ceil(4/3)"),
    ]
    assert player.total == 25


# --- the ten bonuses -----------------------------------------------------------------------------


def test_new_galactic_order_counts_dice_wherever_they_are() -> None:
    """Cup, Citizenry, strip, construction zone and goods."""
    dice = OwnedDice(
        cup=(MILITARY,),
        citizenry=(MILITARY,),
        strip=(MILITARY,),
        construction=(MILITARY,),
        goods=(Good("spice_world", MILITARY), Good("comet_zone", HOME)),
    )
    empire = _empire("new_galactic_order", "spice_world", "comet_zone", dice=dice)
    assert _bonus(empire, "new_galactic_order") == (4, "2 * ceil(5/3)")


def test_galactic_exchange_counts_the_colours_of_all_dice() -> None:
    """Goods are dice, too; all seven are the most."""
    dice = OwnedDice(cup=(HOME, HOME), goods=(Good("spice_world", DieType.GENES),))
    empire = _empire("galactic_exchange", "spice_world", dice=dice)
    assert _bonus(empire, "galactic_exchange") == (2, "2")
    empire = _empire("galactic_exchange", dice=OwnedDice(citizenry=tuple(DieType)))
    assert _bonus(empire, "galactic_exchange") == (7, "7")


def test_galactic_federation_counts_itself_and_faction_halves() -> None:
    """A third of the developments' cost, rounded up; worlds do not count."""
    empire = _empire("consumer_markets", "space_mall", "galactic_federation", "spice_world")
    assert _bonus(empire, "galactic_federation") == (3, "ceil(9/3)")
    assert _bonus(_empire("galactic_federation"), "galactic_federation") == (2, "ceil(6/3)")


def test_galactic_bankers_count_developments() -> None:
    """One each, this one and a faction half of cost 0 included."""
    empire = _empire("space_piracy", "hidden_fortress", "galactic_bankers", "public_works")
    assert _bonus(empire, "galactic_bankers") == (3, "3")


def test_free_trade_association_halves_the_cost_of_novelty_worlds() -> None:
    """Rounded up; start worlds count by their cost, other colours do not."""
    empire = _empire(
        *("free_trade_association", "earths_lost_colony", "universal_exports"),
        *("radioactive_world", "public_works"),
    )
    assert _bonus(empire, "free_trade_association") == (3, "ceil(5/2)")
    assert _bonus(_empire("free_trade_association"), "free_trade_association")[0] == 0


def test_mining_league_counts_rare_elements_worlds() -> None:
    """Two VP each, whatever they cost or hold."""
    empire = _empire("mining_league", "meteorite_planet", "silicon_world", "spice_world")
    assert _bonus(empire, "mining_league") == (4, "2 * 2")


@pytest.mark.parametrize(
    ("chips", "vp", "why"),
    [
        (0, 0, "0 <= 0"),
        (1, 1, "1 <= 1"),
        (2, 1, "1 <= 2"),
        (3, 2, "1+2 <= 3"),
        (9, 3, "1+2+3 <= 9"),
        (10, 4, "1+2+3+4 <= 10"),
        (55, 10, "1+2+...+10 <= 55"),
        (66, 11, "1+2+...+11 <= 66"),
    ],
)
def test_galactic_renaissance_grows_with_the_chips(chips: int, vp: int, why: str) -> None:
    """1, 3, 6, 10, ... VP in chips; the sequence goes on behind 55 (D-7)."""
    assert _bonus(_empire("galactic_renaissance", vp_chips=chips), "galactic_renaissance") == (
        vp,
        why,
    )


def test_a_table_may_stop_galactic_renaissance_at_ten() -> None:
    """D-7 as an option."""
    options = TableOptions(renaissance_limit="ten")
    (bonus,) = bonus_scores(_empire("galactic_renaissance", vp_chips=80), options)
    assert bonus.vp == 10


def test_new_economy_counts_developments_without_reassign_power() -> None:
    """Biological Adaptation is none (clarified); instant ones and this one count."""
    empire = _empire(
        *("biological_adaptation", "aquatic_uplift_world", "new_economy", "conscription"),
        *("galactic_influence", "backup_planning"),
    )
    assert _bonus(empire, "new_economy") == (3, "3")


def test_galactic_reserves_count_goods() -> None:
    """Two on one world are two; dice elsewhere are none."""
    dice = OwnedDice(cup=(HOME,), goods=(Good("spice_world", HOME), Good("spice_world", MILITARY)))
    empire = _empire("galactic_reserves", "spice_world", dice=dice)
    assert _bonus(empire, "galactic_reserves") == (2, "2")


def test_system_diversification_halves_the_cost_of_reassign_developments() -> None:
    """This one included, rounded up; Biological Adaptation and others are not."""
    empire = _empire(
        *("biological_adaptation", "system_diversification", "backup_planning"),
        *("public_works", "spice_world"),
    )
    assert _bonus(empire, "system_diversification") == (4, "ceil(7/2)")


def test_only_six_plus_developments_have_a_bonus() -> None:
    """R-11.1: the others score their cost and nothing else."""
    empire = _empire("nanotechnology", "galactic_salon", "spice_world")
    player = _only(score([empire]))
    assert player.bonuses == ()
    assert player.total == 5 + 4 + 2


def test_discounts_and_goods_do_not_change_the_cost_of_tiles() -> None:
    """Printed costs count (R-11.1), whoever has Replicant Robots."""
    empire = _empire("replicant_robots", "galactic_trendsetters")
    assert tableau_cost(empire.tableau) == 10


# --- ranks (R-11.5) ------------------------------------------------------------------------------


# --- whatever the table --------------------------------------------------------------------------


@st.composite
def _tables(draw: st.DrawFn) -> list[FinalEmpire]:
    """Two to five players with start tiles and any number of tiles, each tile once."""
    count = draw(st.integers(2, 5))
    factions = draw(st.permutations(CATALOG.factions))[:count]
    homes = draw(st.permutations(CATALOG.home_worlds))[:count]
    owners = draw(
        st.lists(
            st.integers(0, 2 * count), min_size=len(CATALOG.tiles), max_size=len(CATALOG.tiles)
        )
    )
    empires = []
    for seat in range(count):
        built = tuple(
            tile.development if owner % 2 else tile.world
            for tile, owner in zip(CATALOG.tiles, owners, strict=True)
            if owner // 2 == seat
        )
        tableau = (*factions[seat].halves, homes[seat].world, *built)
        empires.append(draw(_empires(f"P{seat}", tableau)))
    return empires


@st.composite
def _empires(draw: st.DrawFn, name: str, tableau: tuple[Side, ...]) -> FinalEmpire:
    dice = st.lists(st.sampled_from(DieType), max_size=5).map(tuple)
    worlds = [side for side in tableau if isinstance(side, World) and side.produces]
    goods = tuple(
        Good(world.key, draw(st.sampled_from(DieType))) for world in worlds if draw(st.booleans())
    )
    return FinalEmpire(
        name=name,
        vp_chips=draw(st.integers(0, 110)),
        credits=draw(st.integers(0, 10)),
        tableau=tableau,
        dice=OwnedDice(draw(dice), draw(dice), draw(dice), draw(dice), goods),
    )


@settings(max_examples=30)
@given(_tables())
def test_a_total_is_the_sum_of_its_lines(empires: list[FinalEmpire]) -> None:
    """R-11.1: chips + tiles + bonuses, none of them negative, one bonus for each 6+ tile."""
    for empire, player in some(zip(empires, score(empires), strict=True)):
        assert player.total == player.vp_chips + player.tiles + sum(b.vp for b in player.bonuses)
        assert min(player.vp_chips, player.tiles, player.tiebreak) >= 0
        assert all(bonus.vp >= 0 and bonus.why for bonus in player.bonuses)
        assert [bonus.tile for bonus in player.bonuses] == [
            side.key for side in empire.tableau if isinstance(side, Development) and side.six_plus
        ]


@settings(max_examples=30)
@given(_tables(), st.randoms(use_true_random=False))
def test_the_order_of_players_does_not_matter(empires: list[FinalEmpire], random: object) -> None:
    """Everybody has the same result wherever they sit."""
    shuffled = list(empires)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    first, second = score(empires), score(shuffled)
    named = {e.name: p for e, p in zip(empires, first, strict=True)}
    assert named == {e.name: p for e, p in zip(shuffled, second, strict=True)}


@settings(max_examples=30)
@given(_tables())
def test_the_order_of_tiles_does_not_matter(empires: list[FinalEmpire]) -> None:
    """A tableau is a set; only the lines change their order."""
    turned = [FinalEmpire(e.name, e.vp_chips, e.credits, e.tableau[::-1], e.dice) for e in empires]
    assert [p.total for p in score(empires)] == [p.total for p in score(turned)]


@settings(max_examples=30)
@given(_tables())
def test_ranks_follow_total_and_tie_break(empires: list[FinalEmpire]) -> None:
    """There is a winner, and a better rank means more points or the better tie-break."""
    result = score(empires)
    assert min(p.rank for p in result) == 1
    for one in result:
        for other in result:
            better = (one.total, one.tiebreak) > (other.total, other.tiebreak)
            assert better == (one.rank < other.rank)


@settings(max_examples=30)
@given(_tables())
def test_another_chip_never_costs_points(empires: list[FinalEmpire]) -> None:
    """More VP in chips are more points, by one and at most by one for Galactic Renaissance."""
    for empire in some(empires):
        richer = FinalEmpire(
            empire.name, empire.vp_chips + 1, empire.credits, empire.tableau, empire.dice
        )
        gain = _only(score([richer])).total - _only(score([empire])).total
        assert gain in (1, 2)


@given(st.integers(0, 10**12))
def test_the_triangular_root_is_the_largest_that_fits(number: int) -> None:
    """n (n + 1) / 2 <= number < (n + 1) (n + 2) / 2."""
    n = triangular_root(number)
    assert n * (n + 1) // 2 <= number < (n + 1) * (n + 2) // 2
