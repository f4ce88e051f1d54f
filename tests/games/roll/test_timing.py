"""R-5.6, D-18: who has to wait, and when nobody does."""

from dataclasses import replace

import pytest

from companion.games.answers import commands
from companion.games.refusals import RefusedError
from companion.games.roll.ask.seat import question
from companion.games.roll.decide.proposals import proposals
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.holdings import Turn
from companion.games.roll.model.options import TableOptions
from companion.games.roll.model.state import GameState, tracking
from companion.games.roll.rules.timing import in_turn, waits_for
from tests.games.roll.tracked_positions import (
    RULES,
    agreed,
    bag,
    dice,
    front,
    goods,
    phase,
    play,
    told,
)


def in_order(state: GameState) -> GameState:
    """Ann and Bob have agreed to act in turn; Ann has faction 5, Bob 3: Bob comes before Ann."""
    return agreed(state, TableOptions(timing="in_turn"))


def waits(state: GameState, line: str) -> bool:
    """Whether Ann's command is refused in turn because Bob comes first, and taken after him."""
    with pytest.raises(RefusedError) as caught:
        told(in_order(state), line)
    play(state, line)  # players who act at once do not wait
    after = front(state, 2, workers="")
    play(in_order(after), line)
    return caught.value.code == "timing"


def offered(state: GameState, seat: int) -> set[str]:
    return {
        type(each).__name__
        for each in commands(question(RULES, in_order(state), seat), single=True)
    }


def test_explore_in_turn() -> None:
    """The bag is low: whatever could be drawn is more than there is."""
    state = bag(front(phase(Phase.EXPLORE, workers="home"), 2, workers="home"), 1, 2, 3, 4, 5)
    assert in_turn(RULES, state)
    assert waits(state, "Stock seat=1 die=home")
    assert waits_for(RULES, in_order(state), 1) == (2,)
    assert "Stock" not in offered(state, 1)
    assert "Stock" in offered(state, 2)
    assert not in_turn(RULES, bag(state, *range(1, 7)))


def test_a_hand_is_placed_before_the_next_turn() -> None:
    """The turn of Bob ends with his tiles in their stacks, not with his last explorer."""
    state = bag(front(phase(Phase.EXPLORE, workers="home home home"), 2, turn=Turn(hand=(9,))), 1)
    assert waits_for(RULES, in_order(state), 1) == (2,)


def test_advanced_logistics_in_ones_own_turn() -> None:
    """Section 6: with timing in order, not before it and not after it; else at any time."""
    state = phase(Phase.EXPLORE, built="advanced_logistics", workers="home")
    state = front(state, 2, built="", workers="home")
    line = "Rearrange seat=1 developments=52 worlds=51"
    low = bag(state, 1)
    with pytest.raises(RefusedError) as caught:
        told(in_order(low), line)
    assert caught.value.code == "timing"
    assert "Rearrange" not in offered(low, 1)
    play(low, line)
    own = play(in_order(low), "Stock seat=2 die=home")
    play(in_order(own), line)
    assert "Rearrange" in offered(own, 1)


def test_advanced_logistics_after_ones_own_turn() -> None:
    """Once a later player has begun, the turn of those before is over."""
    state = front(
        phase(Phase.EXPLORE, workers="home"), 2, built="advanced_logistics", workers="home"
    )
    low = play(in_order(bag(state, 1)), "Stock seat=2 die=home")
    line = "Rearrange seat=2 developments=54 worlds=53"
    play(in_order(low), line)
    others = front(low, 1, workers="home home home")
    begun = play(in_order(others), "Stock seat=1 die=home")
    with pytest.raises(RefusedError) as caught:
        told(in_order(begun), line)
    assert caught.value.code == "timing"


def test_developing_and_settling_in_turn() -> None:
    """R-10.4: somebody may build a twelfth tile, so that others could wait to see it."""
    for running, builders in ((Phase.DEVELOP, "developers"), (Phase.SETTLE, "settlers")):
        state = front(phase(running, workers="home"), 2, workers="home")
        line = "PlaceWorkers seat=1 dice=home"
        play(in_order(state), line)
        close = state.with_empire(replace(state.empire(1), tiles=11))
        assert waits(close, line)
        assert proposals(RULES, in_order(close), 1) == ()
        assert proposals(RULES, in_order(close), 2) != ()
        waiting = front(close, 2, workers="", **{builders: dice("home")})  # type: ignore[arg-type] # a field
        play(in_order(waiting), line)  # Bob's tile is not complete: he has nothing to do


def test_shipping_in_turn() -> None:
    """R-9.4: the pool may run out in this phase."""
    mine = goods("the_last_of_the_gnarssh/genes")
    state = phase(Phase.SHIP, workers="home", goods=mine)
    state = front(state, 2, workers="home", goods=goods("space_mall/home"))
    line = "Ship seat=1 shipper=home good=the_last_of_the_gnarssh/genes task=consume"
    play(in_order(state), line)
    assert waits(replace(state, vp_pool=6), line)
    assert not in_turn(RULES, replace(state, vp_pool=7))


def test_producing_is_never_in_turn() -> None:
    """What lies on one's worlds changes nothing for others."""
    state = front(phase(Phase.PRODUCE, workers="home"), 2, workers="home")
    state = replace(state, tracking=replace(tracking(state), bag=()), vp_pool=0)
    assert not in_turn(RULES, state)
    play(in_order(state), "Produce seat=1 goods=the_last_of_the_gnarssh/home")
