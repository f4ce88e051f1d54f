"""The tasks of a player in any step of a fully tracked game."""

from __future__ import annotations

from companion.games.question import Question
from companion.games.roll.ask.at import At
from companion.games.roll.ask.build import build
from companion.games.roll.ask.explore import explore
from companion.games.roll.ask.goods import produce, ship
from companion.games.roll.ask.manage import manage
from companion.games.roll.ask.mat import mat
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.state import GameState, Step
from companion.games.roll.rules.lookup import Rules


def tasks(rules: Rules, state: GameState, seat: int) -> Question | None:
    """Return the tasks of the player at *seat*; None if others have to act.

    None, too, at a table that keeps its counters by hand: it asks nothing of a single player.
    """
    if state.tracking is None or seat not in state.seats:
        return None
    at = At(rules, state, seat)
    if state.step is Step.MANAGE:
        return manage(at)
    if state.step in (Step.ASSIGN, Step.REVEAL):
        return mat(at)
    if state.step is not Step.PHASE:
        return None
    match state.round.current:
        case Phase.EXPLORE:
            return explore(at)
        case Phase.DEVELOP | Phase.SETTLE as phase:
            return build(at, phase)
        case Phase.PRODUCE:
            return produce(at)
        case Phase.SHIP:
            return ship(at)
        case None:
            return None
