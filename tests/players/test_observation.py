"""What is hidden from a seat makes no difference to what it observes."""

from dataclasses import replace
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.catalog import load_roll_catalog
from companion.games.roll.model.dice import FACES
from companion.games.roll.model.event import Event
from companion.games.roll.model.holdings import UNKNOWN, Holdings, RolledDie
from companion.games.roll.model.state import GameState, Step, holdings, tracking
from companion.games.roll.phases.reveal import RecordMat
from companion.games.roll.rules.judge import Command
from companion.games.roll.rules.lookup import Rules
from companion.players.observation import observe
from companion.players.seeded_random import SeededRandom
from companion.simulation.playing import game_rng, play
from tests.some import some

RULES = Rules(load_roll_catalog())


@cache
def _states() -> list[GameState]:
    rng, found = SeededRandom("observed"), []

    def tell(command: Command, _: tuple[Event, ...], state: GameState) -> None:
        if rng.one_in(5) or isinstance(command, RecordMat):
            found.append(state)

    for players in (2, 3):
        play(RULES, players, game_rng(9, players, 0), tell)
    return [state for state in found if state.tracking is not None]


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_permuting_hidden_information_changes_nothing(data: st.DataObject) -> None:
    """Other rolls, mats, hands, lower tiles, another bag: the observation is equal."""
    state = data.draw(st.sampled_from(_states()))
    seat = data.draw(st.sampled_from(state.seats))
    assert observe(_permuted(data, state, seat), seat) == observe(state, seat)


def _permuted(data: st.DataObject, state: GameState, seat: int) -> GameState:
    """The state with everything hidden from *seat* dealt again."""
    others = [each for each in state.seats if each != seat]
    box = tracking(state)
    hidden = [*box.bag, *box.abandoned]
    for other in others:
        held = holdings(state, other)
        hidden += [*held.developments[1:], *held.worlds[1:], *held.turn.hand]
    dealt = iter(data.draw(st.permutations(hidden)))

    def again(tiles: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(next(dealt) for _ in tiles)

    box = replace(box, bag=again(box.bag), abandoned=again(box.abandoned))
    state = replace(state, tracking=box)
    for other in others:
        held = holdings(state, other)
        held = replace(
            held,
            developments=(*held.developments[:1], *again(held.developments[1:])),
            worlds=(*held.worlds[:1], *again(held.worlds[1:])),
            turn=replace(held.turn, hand=again(held.turn.hand)),
            rolled=_rolled_again(data, held),
        )
        state = state.with_empire(replace(state.empire(other), holdings=held))
        if state.step in (Step.ASSIGN, Step.REVEAL) and data.draw(st.booleans()):
            state = state.with_assignment(replace(state.assignment(other), dice=None))
    return state


def _rolled_again(data: st.DataObject, held: Holdings) -> tuple[RolledDie, ...]:
    dice = data.draw(st.permutations([die.type for die in held.rolled]))
    return tuple(RolledDie(die, data.draw(st.sampled_from(FACES[die]))) for die in dice)


def test_the_own_seat_keeps_all_that_is_its_own() -> None:
    """Own roll, tiles with their order and hand stay; counts of what is hidden stay, too."""
    for state in some(_states()):
        for seat in some(state.seats):
            seen = observe(state, seat).state
            assert seen.empire(seat) == state.empire(seat)
            assert seen.assignment(seat) == state.assignment(seat)
            assert tracking(seen).bag == (UNKNOWN,) * len(tracking(state).bag)
            for other in state.seats:
                mine, theirs = holdings(seen, other), holdings(state, other)
                assert mine.zone_size == theirs.zone_size
                assert len(mine.cup) + len(mine.rolled) == len(theirs.cup) + len(theirs.rolled)
                assert mine.tableau == theirs.tableau
