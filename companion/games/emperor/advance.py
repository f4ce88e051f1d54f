"""What follows without a decision: ends of steps, roles and rounds."""

from dataclasses import replace
from typing import Final

from companion.games.emperor.holdings import MarksChanged
from companion.games.emperor.roles.explorer import TilesRevealed, new_tiles
from companion.games.emperor.roles.regent import resolve, second_phase
from companion.games.emperor.rounds import StepBegan, end_of_role
from companion.games.emperor.rules import Event, Events, decide
from companion.games.emperor.state import GameState, Role, Step
from companion.games.emperor.war.losses import after_fire
from companion.games.emperor.war.rolls import by_itself

ROUND_MARKS: Final = 2
"""Income of each player at the end of a round (section 3)."""


class RoundEnded(Event):
    """The round is over: roles return, all players have received marks (section 3)."""

    def apply(self, state: GameState) -> GameState:
        return replace(
            state,
            players=tuple(replace(p, used=frozenset(), blocked=frozenset()) for p in state.players),
            selected=(),
            turns=(),
            step=Step.DIRECTION,
            round=state.round + 1,
        )


def _end_of_round(state: GameState) -> Events:
    """One more tile if nobody explored, marks for all, the roles return."""
    explored = any(role is Role.EXPLORER for role, _ in state.selected)
    more = (TilesRevealed(1),) if state.hidden and not explored else ()
    marks = (MarksChanged(p.seat, ROUND_MARKS, "round") for p in state.players)
    return (*more, *marks, RoundEnded())


@decide.automatic
def _automatic(state: GameState) -> Events:
    """Return the events that follow without a decision; empty where a player must act."""
    match state.step:
        case Step.FIRE | Step.MARKET_THROW:
            return by_itself(state)
        case Step.LOSSES if state.battle:
            return after_fire(state, state.battle)
        case Step.SELECT if len(state.selected) == len(state.players):
            return _end_of_round(state)
        case Step.TRADE | Step.PRODUCE | Step.BUILD | Step.WAR | Step.RETREAT | Step.RESEARCH:
            return () if state.turns else end_of_role(state)
        case Step.EXPLORE if not state.revealed or not state.turns:
            if state.revealed and not state.placing_rest:
                return (StepBegan(Step.EXPLORE, (state.selected[-1][1],)),)
            return (*new_tiles(state), *end_of_role(state))
        case Step.BUY_INFLUENCE if not state.turns:
            return second_phase(state)
        case Step.PLACE_INFLUENCE if not state.turns:
            return resolve(state) if state.regent else end_of_role(state)
        case _:
            return ()
