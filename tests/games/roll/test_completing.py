"""Workers of a completed tile, freed by powers (R-7.2, D-4, D-9)."""

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from companion.catalog import load_roll_catalog
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.options import TableOptions
from companion.games.roll.model.tiles import Side
from companion.games.roll.rules.completing import FreedDice, freed_dice, propose_freed

CATALOG = load_roll_catalog()
HOME, MILITARY, CONSUMPTION, NOVELTY, RARE, GENES, ALIEN = tuple(DieType)
WORLD = "tourist_world"


def _freed(
    workers: tuple[DieType, ...], *powers: str, completed: str = WORLD, **kw: TableOptions
) -> FreedDice:
    tableau: list[Side] = [CATALOG.sides[key] for key in (*powers, completed)]
    return freed_dice(workers, CATALOG.sides[completed], tableau, **kw)


def test_it_frees_settlers_and_no_developers() -> None:
    """Completing a world is its moment."""
    assert _freed((MILITARY,), "new_galactic_order", completed="space_docks") == FreedDice()


def test_the_proposal_frees_the_most_able_dice() -> None:
    """Those with wild faces, white ones last."""
    workers = (HOME, ALIEN, MILITARY, GENES)
    freed = _freed(workers, "new_galactic_order", "galactic_exchange")
    assert propose_freed(workers, freed) == (MILITARY, ALIEN, GENES)


_WORKERS = st.lists(st.sampled_from(DieType), min_size=1, max_size=5).map(tuple)
_POWERS = st.sets(st.sampled_from(["new_galactic_order", "galactic_exchange"]))


@given(_WORKERS, _POWERS)
def test_what_may_go_is_the_union_of_choices(
    workers: tuple[DieType, ...], powers: set[str]
) -> None:
    """Against all choices of Galactic Exchange."""
    numbers = range(len(workers))
    red = (
        {n for n in numbers if workers[n] is MILITARY} if "new_galactic_order" in powers else set()
    )
    sizes = (1, 2) if "galactic_exchange" in powers else (0,)
    unions = {
        frozenset(Counter(workers[n] for n in red | set(chosen)).items())
        for size in sizes
        for chosen in combinations(numbers, size)
    }
    freed = _freed(workers, *sorted(powers))
    assert freed.allows(workers, propose_freed(workers, freed))
    for size in range(len(workers) + 1):
        for some in combinations(workers, size):
            assert freed.allows(workers, some) == (frozenset(Counter(some).items()) in unions)
