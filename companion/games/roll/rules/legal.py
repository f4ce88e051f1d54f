"""Which commands belong to which step of the round (section 2)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final, get_args

from companion.games.roll.model.commands import (
    AddDie,
    ChangeCredits,
    ChangeTiles,
    ChangeVp,
    ConfirmReveal,
    Correct,
    CorrectDie,
    FinishPhase,
    FinishRound,
    RecordMat,
    RecordSpareDie,
    RemoveDie,
    SignalReady,
    StartGame,
    WithdrawReady,
)
from companion.games.roll.model.corrections import TrackingCorrection
from companion.games.roll.model.state import GameState
from companion.games.roll.model.steps import Step

_RUNNING = frozenset({Step.ASSIGN, Step.REVEAL, Step.PHASE, Step.MANAGE})
_READYING = frozenset({Step.ASSIGN, Step.MANAGE})
_CORRECTING_DICE = frozenset({Step.REVEAL, Step.PHASE})

STEPS: Final = MappingProxyType(
    {
        StartGame: frozenset({Step.SETUP}),
        SignalReady: _READYING,
        WithdrawReady: _READYING,
        RecordMat: frozenset({Step.ASSIGN, Step.REVEAL}),
        CorrectDie: _CORRECTING_DICE,
        AddDie: _CORRECTING_DICE,
        RemoveDie: _CORRECTING_DICE,
        RecordSpareDie: frozenset({Step.REVEAL}),
        ConfirmReveal: frozenset({Step.REVEAL}),
        FinishPhase: frozenset({Step.PHASE}),
        # Bookkeeping that was forgotten may be done at any time while the game runs.
        ChangeCredits: _RUNNING,
        ChangeVp: _RUNNING,
        ChangeTiles: _RUNNING,
        FinishRound: frozenset({Step.MANAGE}),
        Correct: _RUNNING | {Step.OVER},
    }
)
"""Command class -> the steps in which it may be sent."""

BY_HAND: Final = (ChangeCredits, ChangeVp, ChangeTiles)
"""What only tables that keep their counters by hand do; with one the rules do the counting."""

_CORRECTIONS: Final = frozenset(command.__name__ for command in get_args(TrackingCorrection))
"""Possible in every step of a fully tracked game."""

_MAT_BY_HAND: Final = (CorrectDie, AddDie, RemoveDie)

PLAYERS_WITH_SPARE_DIE: Final = 2
"""R-4.2 holds for this many players only."""


def is_legal(command: type, state: GameState) -> bool:
    """Whether commands of this class belong to the step that *state* is at.

    Fully tracked dice of a mat are where they belong once Reveal is confirmed; then they are
    corrected one by one, from place to place.
    """
    if state.tracking is not None and command in _MAT_BY_HAND and state.step is not Step.REVEAL:
        return False
    return state.step in STEPS[command]


def legal_names(state: GameState) -> frozenset[str]:
    """Return the names of the command classes that may be sent now."""
    names = {command.__name__ for command in STEPS if is_legal(command, state)}
    if len(state.empires) != PLAYERS_WITH_SPARE_DIE:
        names.discard(RecordSpareDie.__name__)
    if state.tracking is not None:
        names -= {command.__name__ for command in BY_HAND}
        names |= _CORRECTIONS
    return frozenset(names)
