"""What holds in every state of every game, whatever is asked of it."""

from hypothesis import given

from companion.games.roll import GAME
from companion.games.roll.model.event import Event
from companion.games.roll.model.state import GameState, Step
from companion.games.roll.phases.counters import Correct
from companion.games.roll.rules.judge import Command
from tests.games.roll.table import any_command, attempt, follow, games, see, states


@given(games())
def test_counters_stay_on_the_table(told: list[Command]) -> None:
    """Credits 0..10 (R-5.3), no negative chips or pool, a reserve only beyond an empty pool."""
    for _, _, state in states(told):
        for empire in state.empires:
            assert 0 <= empire.credits <= 10
            assert empire.vp_chips >= 0
            assert empire.tiles >= 3
        assert state.vp_pool >= 0
        assert state.vp_beyond_pool == 0 or state.vp_pool == 0


@given(games())
def test_vp_issued_are_the_change_of_the_pool(told: list[Command]) -> None:
    """R-1.3, R-9.4: chips move, they are not made; only corrections may say otherwise."""
    for before, events, after in states(told):
        if before.step is Step.SETUP or any(isinstance(event, Correct) for event in events):
            continue
        gained = sum(e.vp_chips for e in after.empires) - sum(e.vp_chips for e in before.empires)
        given_out = before.vp_pool - after.vp_pool + after.vp_beyond_pool - before.vp_beyond_pool
        assert gained == given_out


@given(games())
def test_replay_equals_live(told: list[Command]) -> None:
    """The events alone lead to the same state and the same view."""
    log: list[Event] = []
    live: GameState = GAME.initial
    for _, events, state in states(told):
        log.extend(events)
        live = state
    assert follow(GAME.initial, log) == live
    assert see(follow(GAME.initial, log)) == see(live)


@given(games(), any_command)
def test_decide_and_apply_are_functions(told: list[Command], wanted: Command) -> None:
    """The same question twice has the same answer, and asking changes nothing."""
    state: GameState = GAME.initial
    for _, _, following in states(told):
        state = following
    view = see(state)
    assert attempt(state, wanted) == attempt(state, wanted)
    assert see(state) == view


@given(games())
def test_no_view_shows_dice_before_reveal(told: list[Command]) -> None:
    """R-12.1: while players assign, no view has a die, a selection or a number of workers."""
    for _, _, state in states(told):
        if state.step is not Step.ASSIGN:
            continue
        for seat in (None, *state.seats):
            view = see(state, seat)
            for each in view.seats:
                assert (each.dice, each.selected, each.workers, each.recorded) == (
                    (),
                    None,
                    (),
                    False,
                )
            assert all(not phase.selected_by for phase in view.phases)
            assert {need.code for need in view.needs} <= {"ready"}


@given(games())
def test_the_table_always_knows_what_it_waits_for(told: list[Command]) -> None:
    """While a game runs there is a need, and no step is left with everybody ready."""
    for _, _, state in states(told):
        if state.step in (Step.SETUP, Step.OVER):
            continue
        assert see(state).needs
        assert not all(part.ready for part in state.round.assignments)


@given(games())
def test_phases_of_a_round_are_those_that_were_selected(told: list[Command]) -> None:
    """R-4.1, R-4.2: also after corrections during the phases."""
    for _, _, state in states(told):
        if state.step not in (Step.PHASE, Step.MANAGE):
            continue
        view, rolled = see(state), state.round.spare_die
        spare = None if rolled is None else rolled.value
        for phase in view.phases:
            chosen = bool(phase.selected_by) or spare == phase.phase.value
            assert chosen is (phase.phase in state.round.active)
