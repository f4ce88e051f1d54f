"""The moves of a computer player: the answers to its question, without random events.

One worker acts at a time, so that using several workers is a sequence of moves. Rolls and draws are
not moves; a ``Scout`` has no drawn tiles yet. If a player may stop, ``FinishPhase`` or
``SignalReady`` is one of the moves.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from companion.games.answers import commands
from companion.games.question import Steps
from companion.games.roll.ask.seat import tasks
from companion.games.roll.decide.combined import Build
from companion.games.roll.model.state import GameState, Step, holdings
from companion.games.roll.phases.build import LeaveUnfinished
from companion.games.roll.phases.drawing import Draw
from companion.games.roll.phases.explore import Rearrange, Scout
from companion.games.roll.phases.reveal import RecordMat
from companion.games.roll.rules.judge import Command
from companion.games.roll.rules.legal_mats import mats
from companion.games.roll.rules.lookup import Rules

_NO_MOVES: Final = (Steps, Draw, Build, LeaveUnfinished)
"""Draws, what needs the name of a tile, and what single moves do as well."""


def moves(rules: Rules, state: GameState, seat: int) -> Iterator[Command]:
    """Yield all distinct decisions of the player at *seat*; none if others have to act.

    Args:
        rules: the tiles and rule variants.
        state: the observable state of the game (``Observation.state``), or the full state.
        seat: the player.
    """
    if state.step in (Step.ASSIGN, Step.REVEAL):
        rolled = holdings(state, seat).rolled
        yield from (RecordMat(seat, mat) for mat in mats(rolled, rules.powers(state, seat)))
        return
    asked = tasks(rules, state, seat)
    held = holdings(state, seat)
    orders = {(held.developments, held.worlds)}
    for command in () if asked is None else commands(asked, single=True):
        if isinstance(command, Rearrange):
            order = command.developments, command.worlds
            if order in orders:  # the same, or by exchanging unknown tiles
                continue
            orders.add(order)
        if not isinstance(command, _NO_MOVES):
            yield replace(command, drawn=()) if isinstance(command, Scout) else command
