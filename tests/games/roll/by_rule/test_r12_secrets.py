"""Section 5: what nobody else may know."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.roll.model.state import tracking
from tests.games.roll.by_rule.scenario import ANN, BOB, EXPLORE, Table, begun, in_phase, mat

FIRST = "home/ship,home/explore,home/develop"
OTHER = "home/settle,home/settle,home/settle"


@pytest.mark.parametrize("seat", [None, 1, 2])
def test_rolls_are_hidden_until_reveal(seat: int | None) -> None:
    """R-12.1: other faces, other arrangements: every view is the same until Reveal."""
    seen = []
    for faces, laid in (
        (FIRST, "home:ship! home:explore home:develop"),
        (OTHER, "home:settle@explore! home:settle home:settle"),
    ):
        table = Table(begun(ANN, BOB))
        table.tell(f"RollDice seat=1 dice={faces}", "SignalReady seat=1", mat(laid))
        seen.append(table.view(seat))
    assert seen[0] == seen[1]


def public(table: Table) -> object:
    """What the other players may see."""
    return table.view(None), table.view(2)


def test_tiles_below_the_top_are_hidden() -> None:
    """R-12.1: what lies below the top changes nobody else's view."""
    one = in_phase(
        EXPLORE, developments="public_works conscription", worlds="spice_world pirate_world"
    )
    other = in_phase(
        EXPLORE, developments="public_works space_docks", worlds="spice_world gem_world"
    )
    assert public(one) == public(other)


def test_abandoned_tiles_and_the_bag_are_hidden() -> None:
    """R-12.1: they lie face down under the phase tile."""
    tables = [in_phase(EXPLORE) for _ in range(2)]
    for table, abandoned in zip(tables, ((3, 4), (5, 6)), strict=True):
        box = replace(tracking(table.state), bag=(1, 2), abandoned=abandoned)
        table.state = replace(table.state, tracking=box)
    assert public(tables[0]) == public(tables[1])
