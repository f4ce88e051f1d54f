"""What watches the games notices what is wrong with a state."""

from dataclasses import replace

import pytest

from companion.catalog import load_roll_catalog
from companion.games.roll import with_rules
from companion.games.roll.model.dice import DieType
from companion.games.roll.model.holdings import Good, Holdings, Tracking
from companion.games.roll.model.state import GameState, holdings, tracking
from companion.games.roll.rules.lookup import Rules
from companion.simulation.invariants import Invariants
from companion.simulation.playing import game_rng
from companion.simulation.table import Table

RULES = Rules(load_roll_catalog())
GAME = with_rules(RULES)


@pytest.fixture
def begun() -> GameState:
    """A game after set-up."""
    state: GameState = GAME.initial
    for event in GAME.decide(state, Table(RULES, game_rng(1, 3, 0)).set_up(3)):
        state = GAME.apply(state, event)
    return state


def first(state: GameState, **changes: object) -> GameState:
    """Return the state with something changed in front of seat 1."""
    held: Holdings = replace(holdings(state, 1), **changes)  # type: ignore[arg-type] # any field
    return state.with_empire(replace(state.empire(1), holdings=held))


def box(state: GameState, **changes: object) -> GameState:
    """Return the state with something changed in the box."""
    changed: Tracking = replace(tracking(state), **changes)  # type: ignore[arg-type] # any field
    return replace(state, tracking=changed)


def test_a_sound_state_is_sound(begun: GameState) -> None:
    """Nothing is said about a set-up that is right."""
    assert Invariants(RULES).violations(begun) == []


@pytest.mark.parametrize("seen_before", [False, True])
def test_what_is_wrong_is_said(begun: GameState, seen_before: bool) -> None:
    """Whether the state before was looked at or not."""
    held = holdings(begun, 1)
    wrong = {
        "dice": first(begun, cup=(*held.cup, DieType.GENES)),
        "Good": first(begun, goods=(*held.goods, Good("tourist_world", DieType.HOME))),
        "tiles are": first(begun, worlds=held.developments),
        "counted": first(begun, tableau=held.tableau[1:]),
        "stock": box(begun, stock=(0,) * 7),
        "bag": box(begun, bag=tracking(begun).bag[1:]),
        "$11": begun.with_empire(replace(begun.empire(1), credits=11)),
        "VP": begun.with_empire(replace(begun.empire(2), vp_chips=1)),
        "pool": replace(begun, vp_pool=37),
    }
    for name, state in wrong.items():
        watch = Invariants(RULES)
        if seen_before:
            watch.violations(begun)
        assert watch.violations(state), name
