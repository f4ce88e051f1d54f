"""The game as played at a screen: phases that end automatically, and computer players.

``decide`` handles one command. At a screen a phase in which no player has a decision ends without a
tap. All events caused by one tap are one step, so that one undo reverts them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from companion.games.definition import GameDefinition
from companion.games.question import Steps
from companion.games.refusals import RefusedError
from companion.games.roll import with_rules
from companion.games.roll.decide.combined import Decided
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.state import GameState, Step, holdings
from companion.games.roll.phases.build import asks_whether_complete
from companion.games.roll.phases.manage import Recruit, is_managed, may_recruit
from companion.games.roll.phases.reveal import ConfirmReveal
from companion.games.roll.phases.round import FinishPhase, FinishRound, SignalReady, must_act
from companion.games.roll.phases.set_up import LevelLowered, SeatComputers
from companion.games.roll.rules.exploring import may_rearrange
from companion.games.roll.rules.judge import Command, Events
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.rules.managing import propose_recruits
from companion.games.roll.view.observe import view


@dataclass(frozen=True, slots=True)
class Choice:
    """A move of a computer player; *lowered* is recorded first if a weaker level had to decide."""

    command: Command
    lowered: LevelLowered | None = None


Players = Callable[[Rules, GameState], Iterator[Choice]]
"""``(rules, state) -> choices`` of the computer players, the best first; the first legal one is
executed. Empty if all of them wait. A pure function of its arguments, like the rules.
"""

_MOST_MOVES: Final = 1000
"""Upper bound on the moves of computer players between two taps; prevents an endless loop."""


def _no_players(_rules: Rules, _state: GameState) -> Iterator[Choice]:
    return iter(())


def at_table(rules: Rules, players: Players = _no_players) -> GameDefinition:
    """Return the game for a table with a screen; *players* decides for the computer seats."""
    return replace(
        with_rules(rules),
        decide=partial(decide_at_table, rules, players=players),
        view=partial(view, rules),
    )


def decide_at_table(
    rules: Rules, state: GameState, command: Command, players: Players = _no_players
) -> Events:
    """Return the events of *command*, the computer players' moves and the automatic steps.

    Raises:
        RefusedError: the command, or one of several, is refused.
    """
    commands = command.commands if isinstance(command, Steps) else (command,)
    done = Decided(rules, state)
    for each in commands:
        done.do(each)
    if done.events and _goes_on(commands[-1]):
        for _ in range(_MOST_MOVES):
            if _played(done, players(rules, done.state)):
                continue
            following = _by_itself(rules, done.state)
            if following is None:
                break
            done.do(following)
    return tuple(done.events)


def _played(done: Decided, choices: Iterator[Choice]) -> bool:
    """Execute the first legal choice; return whether there was one."""
    for choice in choices:
        try:
            done.do(choice.command, choice.lowered)
        except RefusedError:
            continue
        return True
    return False


def _goes_on(command: Command) -> bool:
    """Whether automatic steps may follow the command; never after a correction."""
    moves = ConfirmReveal | FinishPhase | SignalReady | SeatComputers
    return isinstance(command, moves) or command.when.is_task


def _by_itself(rules: Rules, state: GameState) -> FinishPhase | FinishRound | Recruit | None:
    """Return the automatic command if no player has a decision: recruit, end phase or round."""
    if state.tracking is None:
        return None
    if state.step is Step.PHASE:
        busy = any(must_act(rules, state, s) or _may_act(rules, state, s) for s in state.seats)
        return None if busy else FinishPhase()
    if state.step is Step.MANAGE:
        for seat in state.seats:
            held = holdings(state, seat)
            # With one kind of die in the Citizenry there is no choice.
            if may_recruit(state.empire(seat)) and len(set(held.citizenry)) == 1:
                return Recruit(seat, propose_recruits(state.empire(seat).credits, held.citizenry))
        free = all(is_managed(state, s) and not _recallable(state, s) for s in state.seats)
        return FinishRound() if free else None
    return None


def _may_act(rules: Rules, state: GameState, seat: int) -> bool:
    """Whether the player has an optional action in this phase."""
    phase = state.round.current
    if phase in (Phase.DEVELOP, Phase.SETTLE):
        return asks_whether_complete(state, seat)
    if phase is not Phase.EXPLORE or state.computers.at(seat) is not None:
        return False
    drawn = any(holdings(state, each).turn.extra_drawn for each in state.seats)
    # Even a single tile can be turned over and moved to the other stack.
    something = holdings(state, seat).zone_size > 0
    return something and may_rearrange(rules.tableau(state, seat), extra_tile_drawn=drawn)


def _recallable(state: GameState, seat: int) -> bool:
    """Whether a player may still recall dice; a ready computer player has decided already."""
    if state.computers.at(seat) is not None and state.assignment(seat).ready:
        return False
    return holdings(state, seat).recallable > 0
