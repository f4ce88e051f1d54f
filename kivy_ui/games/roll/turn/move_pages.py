"""Which pieces to move on the table, as values of pages."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.roll.phases.round import RoundStarted, SignalReady, WithdrawReady
from companion.session.steps import PlayedStep, StepKind
from kivy_ui.asking.telling import halves
from kivy_ui.common.move_texts import BoardMove, board_moves
from kivy_ui.common.stacked_pages import do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.texts.move_text import MOVE_TEXTS
from kivy_ui.pages.page import Move, Picture

if TYPE_CHECKING:
    from kivy_ui.games.roll.turn.round_pages import RoundPages


def told(ui: RollContext) -> PlayedStep | None:
    """Return the newest step that moves anything: nothing moves when somebody gets ready."""
    return next((step for step in reversed(ui.steps) if not _readies(step)), None)


def _readies(step: PlayedStep) -> bool:
    return all(isinstance(event, SignalReady | WithdrawReady) for event in step.events)


def newest(ui: RollContext) -> tuple[BoardMove, ...]:
    """Return the moves of the newest step; an undo has told its own on another page."""
    step = told(ui)
    if step is None or ui.update.restored or not ui.counts_everything:
        return ()
    return _of(ui, (step,)) if step.kind is StepKind.DONE else ()


def says_at_once(ui: RollContext) -> bool:
    """Return whether the newest moves are shown before anything else: a round begins with them."""
    step = ui.update.step
    return step is not None and _begins(step) and bool(newest(ui))


def of_the_round(ui: RollContext) -> tuple[BoardMove, ...]:
    """Return the moves of every step of this round, the newest first."""
    steps: list[PlayedStep] = []
    for step in reversed(ui.steps):
        steps.append(step)
        if step.kind is StepKind.DONE and _begins(step):
            break
    return _of(ui, steps)


def _begins(step: PlayedStep) -> bool:
    return any(isinstance(event, RoundStarted) for event in step.events)


def _of(ui: RollContext, steps: Iterable[PlayedStep]) -> tuple[BoardMove, ...]:
    """Return the moves of steps; of each, sentences are the last."""
    found: list[BoardMove] = []
    for step in steps:
        moves = board_moves(MOVE_TEXTS, ui.told, step)
        found += sorted(moves, key=lambda each: bool(each.note))
    return tuple(found)


def move(on: "RoundPages", told: BoardMove, index: int | None, *, done: bool = False) -> Move:
    """Return a move as a page shows it; without an index it cannot be ticked."""
    return Move(
        told.pictures or (Picture("symbol/info"),),
        told.spot or Picture("symbol/hand"),
        told.lines,
        told.seat,
        None if index is None else do(on.tick, index),
        None if told.seat else Picture("symbol/people"),
        done,
    )


def brief(on: "RoundPages", told: BoardMove, index: int) -> Move:
    """Return a move as it stands in the foot: few pieces, and words where there is room."""
    shown = move(on, told, index)
    first, *others = shown.pictures
    if others:
        count = sum(each.count for each in shown.pictures)
        first = replace(first, count=count, text="")
    return replace(shown, pictures=(first,), label=halves(told.target))
