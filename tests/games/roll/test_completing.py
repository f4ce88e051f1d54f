"""Workers of a completed tile, freed by powers (R-7.2, D-4, D-9)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.catalog import load_roll_catalog
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.options import FreedWorkers, TableOptions
from companion.games.roll.model.tiles import Side
from companion.games.roll.rules.completing import FreedDice, freed_dice, propose_freed

CATALOG = load_roll_catalog()
HOME, MILITARY, CONSUMPTION, NOVELTY, RARE, GENES, ALIEN = tuple(DieType)
WORLD = "tourist_world"
MAY_DECLINE = TableOptions(freed_workers=FreedWorkers.MAY_DECLINE)


def _freed(
    workers: tuple[DieType, ...], *powers: str, completed: str = WORLD, **kw: TableOptions
) -> FreedDice:
    tableau: list[Side] = [CATALOG.sides[key] for key in (*powers, completed)]
    return freed_dice(workers, CATALOG.sides[completed], tableau, **kw)


def test_without_powers_all_workers_go_to_the_citizenry() -> None:
    """R-7.2."""
    freed = _freed((HOME, MILITARY))
    assert freed == FreedDice()
    assert freed.allows((HOME, MILITARY), ())
    assert not freed.allows((HOME, MILITARY), (HOME,))


def test_new_galactic_order_frees_every_red_settler() -> None:
    """None may stay, no other may come along; purple dice are not red (R-11.3)."""
    workers = (HOME, MILITARY, MILITARY, CONSUMPTION)
    freed = _freed(workers, "new_galactic_order")
    assert freed.forced == (MILITARY, MILITARY)
    assert freed.allows(workers, (MILITARY, MILITARY))
    assert not freed.allows(workers, (MILITARY,))
    assert not freed.allows(workers, (MILITARY, MILITARY, HOME))


def test_it_frees_settlers_and_no_developers() -> None:
    """Completing a world is its moment."""
    assert _freed((MILITARY,), "new_galactic_order", completed="space_docks") == FreedDice()


@pytest.mark.parametrize(("count", "legal"), [(0, False), (1, True), (2, True), (3, False)])
def test_galactic_exchange_frees_one_or_two(count: int, *, legal: bool) -> None:
    """D-4: the tile has no "may", so at least one."""
    workers = (HOME, HOME, GENES)
    freed = _freed(workers, "galactic_exchange")
    assert freed.allows(workers, workers[:count]) == legal
    declined = _freed(workers, "galactic_exchange", options=MAY_DECLINE)
    assert declined.allows(workers, ()) is True


def test_galactic_federation_does_not_free_its_own_developers() -> None:
    """Later developments only; not worlds."""
    assert _freed((HOME,) * 6, completed="galactic_federation") == FreedDice()
    assert _freed((HOME,), "galactic_federation") == FreedDice()
    freed = _freed((HOME, GENES), "galactic_federation", completed="space_docks")
    assert (freed.least, freed.most, freed.tiles) == (1, 2, ("galactic_federation",))


def test_two_powers_free_the_union() -> None:
    """D-9: all red ones, and up to two others; the choice may fall on a red one."""
    workers = (MILITARY, HOME, GENES, RARE)
    freed = _freed(workers, "new_galactic_order", "galactic_exchange")
    assert freed.allows(workers, (MILITARY,))
    assert freed.allows(workers, (MILITARY, HOME, GENES))
    assert not freed.allows(workers, (HOME, GENES))
    assert not freed.allows(workers, (MILITARY, HOME, GENES, RARE))
    none_red = (HOME, GENES)
    assert not _freed(none_red, "new_galactic_order", "galactic_exchange").allows(none_red, ())


def test_dice_that_were_not_used_cannot_be_freed() -> None:
    """Only workers of this completion."""
    freed = _freed((HOME,), "galactic_exchange")
    assert not freed.allows((HOME,), (GENES,))
    assert freed.most == 1


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
