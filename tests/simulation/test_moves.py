"""What can be accepted with one tap."""

from companion.catalog import load_roll_catalog
from companion.games.messages import apply
from companion.games.roll.decide.proposals import proposals
from companion.games.roll.model.state import GameState, Step
from companion.games.roll.phases.round import SignalReady
from companion.games.roll.rules.judge import Command, decide
from companion.games.roll.rules.lookup import Rules
from companion.simulation.invariants import Invariants
from companion.simulation.playing import game_rng
from companion.simulation.table import Table

RULES = Rules(load_roll_catalog())


def test_proposals_are_taken() -> None:
    """Games in which every proposal is accepted come to their end without a violation."""
    accepted = 0
    for game in range(3):
        player, watch = Table(RULES, game_rng(6, 3, game)), Invariants(RULES)
        state = _follow(GameState(), player.set_up(3), watch)
        while state.step is not Step.OVER:
            offered = [(seat, proposals(RULES, state, seat)) for seat in state.seats]
            told = [each for _, commands in offered for each in commands]
            following: list[Command] = [*told] or [player.next_command(state)]
            for command in following:
                accepted += bool(told)
                state = _follow(state, command, watch)
                if isinstance(command, SignalReady) and state.step is not Step.MANAGE:
                    break
    assert accepted > 500


def _follow(state: GameState, command: Command, watch: Invariants) -> GameState:
    for event in decide(RULES, state, command):
        state = apply(state, event)
        assert watch.violations(state) == []
    return state
