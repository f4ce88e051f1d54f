"""The game as a table with a screen plays it: macros, and phases that end by themselves.

``decide`` answers one command of the rules. At a table one tap may stand for several of them,
and a phase in which nobody has anything to decide needs no tap at all. All events that follow from
one tap are one step, so that one undo takes them back.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from companion.games.definition import GameDefinition
from companion.games.roll import with_rules
from companion.games.roll.decide.build import asks_whether_complete
from companion.games.roll.decide.macro_expander import MacroExpander, Plain
from companion.games.roll.decide.manage import is_managed, may_recruit
from companion.games.roll.decide.turns import must_act
from companion.games.roll.model.commands import (
    ConfirmReveal,
    FinishPhase,
    FinishRound,
    Recruit,
    SignalReady,
    TrackedCommand,
)
from companion.games.roll.model.dice import Phase
from companion.games.roll.model.events import Events
from companion.games.roll.model.macros import Macro
from companion.games.roll.model.state import GameState, holdings
from companion.games.roll.model.steps import Step
from companion.games.roll.rules.exploring import may_rearrange
from companion.games.roll.rules.lookup import Rules
from companion.games.roll.rules.managing import propose_recruits
from companion.games.roll.view.instructions import instructions
from companion.games.roll.view.observe import view


def at_table(rules: Rules) -> GameDefinition:
    """Return the game for a table with a screen: every command of the rules, and macros."""
    return replace(
        with_rules(rules),
        decide=partial(decide_at_table, rules),
        view=partial(view, rules),
        instructions=partial(instructions, rules),
    )


def decide_at_table(rules: Rules, state: GameState, command: Plain | Macro) -> Events:
    """Return the events of *command* and of what ends by itself after it.

    Raises:
        RulesError: the command, or one that a macro stands for, is refused.
    """
    expander = MacroExpander(rules, state)
    if isinstance(command, Macro):
        expander.unfold(command)
    else:
        expander.do(command)
    if expander.events and _goes_on(command):
        while (following := _by_itself(rules, expander.state)) is not None:
            expander.do(following)
    return tuple(expander.events)


def _goes_on(command: Plain | Macro) -> bool:
    """Whether the round may go on by itself after it: never after a correction."""
    moves = Macro | TrackedCommand | ConfirmReveal | FinishPhase | SignalReady
    return isinstance(command, moves)


def _by_itself(rules: Rules, state: GameState) -> FinishPhase | FinishRound | Recruit | None:
    """What happens where nobody has anything to decide: recruiting, the end of a phase or round."""
    if state.tracking is None:
        return None
    if state.step is Step.PHASE:
        busy = any(must_act(rules, state, s) or _may_act(rules, state, s) for s in state.seats)
        return None if busy else FinishPhase()
    if state.step is Step.MANAGE:
        for seat in state.seats:
            held = holdings(state, seat)
            # With one kind in the Citizenry any die is the same.
            if may_recruit(state.empire(seat)) and len(set(held.citizenry)) == 1:
                return Recruit(seat, propose_recruits(state.empire(seat).credits, held.citizenry))
        free = all(is_managed(rules, state, s) and not _recallable(state, s) for s in state.seats)
        return FinishRound() if free else None
    return None


def _may_act(rules: Rules, state: GameState, seat: int) -> bool:
    """Whether the player has something that may be done in this phase, but need not."""
    phase = state.round.current
    if phase in (Phase.DEVELOP, Phase.SETTLE):
        return asks_whether_complete(state, seat)
    if phase is not Phase.EXPLORE:
        return False
    drawn = any(holdings(state, each).turn.extra_drawn for each in state.seats)
    # A single tile may lie on its other side, in the other stack.
    something = holdings(state, seat).zone_size > 0
    return something and may_rearrange(rules.tableau(state, seat), extra_tile_drawn=drawn)


def _recallable(state: GameState, seat: int) -> bool:
    held = holdings(state, seat)
    return bool(held.developers or held.settlers or held.goods)
