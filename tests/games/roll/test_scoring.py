"""Points at the end, whatever the table (R-11.1 to R-11.5)."""

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.catalog import load_roll_catalog
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.holdings import Good, SeatScore
from companion.games.roll.model.tiles import Development, Side, World
from companion.games.roll.rules.scoring import (
    FinalEmpire,
    OwnedDice,
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


def _only(result: tuple[SeatScore, ...]) -> SeatScore:
    (player,) = result
    return player


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
