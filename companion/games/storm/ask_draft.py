"""Questions of the draft; seat 0 is the table: set-up and what everybody has done."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from companion.games.question import Amount, Choose, Judge, Question, how_many, seat_names, text
from companion.games.storm.draft import (
    DRAFTERS,
    Drafter,
    DraftOn,
    DraftState,
    DraftStep,
    RevealStartWorld,
    StartDraft,
    decide,
)
from companion.games.storm.pieces import world_piece
from companion.games.storm.robot import START_WORLDS

TO_DO: Final = {
    DraftStep.CHOOSE_GOALS: text("Choose the goals"),
    DraftStep.DEAL_START_WORLDS: text("Deal the start worlds"),
    DraftStep.PICK_LEFT: text("Keep one, pass the others left"),
    DraftStep.PICK_RIGHT: text("Keep one, pass the others right"),
    DraftStep.DRAW_SIX: text("Shuffle your own cards and draw six"),
}


def question(state: DraftState, seat: int) -> Question | None:
    """Return what *seat* may do now; None if nothing is asked of it."""
    judge = Judge(partial(decide, state))
    if seat == 0:
        if not state.players:
            return set_up()
        if state.step not in TO_DO:
            return None
        return Choose(TO_DO[state.step], (judge.answer("done", text("Done"), DraftOn()),), "done")
    player = next((each for each in state.players if each.seat == seat), None)
    if player is None or state.step is not DraftStep.DISCARD:
        return None
    due = player.start_world is None
    worlds = tuple(
        replace(
            judge.piece(
                str(world.number), world_piece(world), RevealStartWorld(seat, world.number)
            ),
            minor=not due,
        )
        for world in START_WORLDS
    )
    asked = text("Which start world does %(name)s reveal?", name=player.name)
    return Choose(asked, worlds, urgent=due)


def set_up(names: tuple[str, ...] = seat_names(max(DRAFTERS))) -> Amount:
    """Return the question before the draft: how many play; *names* by seat."""
    return how_many(names, min(DRAFTERS), max(DRAFTERS), _started, min(DRAFTERS))


def _started(names: tuple[str, ...]) -> StartDraft:
    return StartDraft(tuple(Drafter(seat, name) for seat, name in enumerate(names, 1)))
