"""What may not be left between two commands."""

from typing import Final

from companion.games.roll.model.dice import PHASES, Phase
from companion.games.roll.model.holdings import Turn
from companion.games.roll.model.state import GameState, Step

_NO_TURN: Final = Turn()


def unsettled(state: GameState) -> list[str]:
    """Return dice and turn data invalid in the current step; for states between two commands."""
    found = []
    for empire in state.empires:
        held = empire.holdings
        if held is None:
            continue
        if held.rolled and state.step not in (Step.ASSIGN, Step.REVEAL):
            found.append(f"{empire.name}: rolled dice in {state.step.value}")
        for phase, dice in zip(PHASES, held.columns, strict=True):
            if dice and not _to_come(state, phase):
                found.append(f"{empire.name}: workers of {phase.value} in {state.step.value}")
        if held.turn != _NO_TURN and state.step is not Step.PHASE:
            found.append(f"{empire.name}: a turn in {state.step.value}")
    return found


def _to_come(state: GameState, phase: Phase) -> bool:
    current = state.round.current
    return (
        state.step is Step.PHASE
        and current is not None
        and phase in state.round.active
        and phase.number >= current.number
    )
