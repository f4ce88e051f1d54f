"""Where the dice marked in a question go: onto the top tile, or into the cup."""

from __future__ import annotations

from companion.games.roll.model.dice import Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import Dice
from companion.games.roll.model.steps import Step
from companion.games.roll.view.table_view import SeatTracking, SeatView
from kivy_ui.games.roll.choosing.model import STACK_ICONS, ChoiceTarget
from kivy_ui.games.roll.context import RollContext


def target(
    ui: RollContext, seat: SeatView, tracking: SeatTracking, dice: Dice
) -> ChoiceTarget | None:
    """Return where the marked dice go; None if each goes somewhere else."""
    if ui.step is Step.MANAGE and tracking.recruits:
        return _cup(ui, seat, tracking, dice)
    if ui.phase in (Phase.DEVELOP, Phase.SETTLE):
        return _top_tile(ui, tracking, dice)
    return None


def _cup(ui: RollContext, seat: SeatView, tracking: SeatTracking, dice: Dice) -> ChoiceTarget:
    """Return the cup with the recruited dice and the credits left."""
    left = max(1, seat.credits - len(dice))
    return ChoiceTarget(
        "cup",
        ui.translate("Cup"),
        tuple(die.value for die in dice),
        count=f"{len(dice)} / {tracking.recruits}",
        full=len(dice) == tracking.recruits,
        note=ui.translate("$%(left)s of $%(now)s left", now=seat.credits, left=left),
    )


def _top_tile(ui: RollContext, tracking: SeatTracking, dice: Dice) -> ChoiceTarget | None:
    """Return the top tile with its workers and the marked dice; None while it is paid for."""
    developing = ui.phase is Phase.DEVELOP
    stack = tracking.developments if developing else tracking.worlds
    if stack.needed is not None and len(stack.workers) >= stack.needed:
        return None
    kind = Category.DEVELOPMENT if developing else Category.WORLD
    side = ui.tiles.of_tile(stack.top, kind)
    unnamed = ui.translate("Top development") if developing else ui.translate("Top world")
    there = (*stack.workers, *dice)
    return ChoiceTarget(
        STACK_ICONS[kind],
        unnamed if side is None else ui.tiles.name(side.key),
        tuple(die.value for die in there),
        count=f"{len(there)}" + ("" if stack.needed is None else f" / {stack.needed}"),
        full=len(there) == stack.needed,
    )
