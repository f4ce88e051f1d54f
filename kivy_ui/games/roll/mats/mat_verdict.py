"""Checks a mat at Reveal against the rules and reports the result as a sentence."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from companion.games.roll.model.dice import DieType
from companion.games.roll.rules.reassign import DICTATE, Judgement, Verdict
from companion.games.roll.view.table_view import SeatView, TableView
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.texts.dice_text import dice_text


@dataclass(frozen=True, slots=True)
class VerdictModel:
    """The result as a sentence; *fine* if nothing has to be changed.

    Attributes:
        dice: correction indices of the dice with an illegal placement.
    """

    text: str
    fine: bool
    dice: frozenset[int] = frozenset()


def check_mat(ui: RollContext, seat: SeatView | None) -> VerdictModel | None:
    """Return the check result of a recorded mat; None if there is nothing to report."""
    view = ui.view
    if view is None or seat is None or seat.tracking is None or not seat.recorded:
        return None
    missing, more = _difference(view, seat)
    if missing or more:
        dice = frozenset(number for number, die in enumerate(seat.dice) if die.type in more)
        return VerdictModel(_difference_text(ui, missing, more), fine=False, dice=dice)
    judgement = seat.tracking.judgement
    if judgement is None or any(die.doubtful for die in seat.dice):
        return None
    return _judged(ui, judgement)


def is_inconsistent(ui: RollContext, seat: SeatView) -> bool:
    """Return whether the mat is inconsistent; doubtful dice are resolved before this check."""
    said = check_mat(ui, seat)
    return said is not None and not said.fine


def _judged(ui: RollContext, judgement: Judgement) -> VerdictModel | None:
    translate = ui.translate
    match judgement.verdict:
        case Verdict.WRONG:
            fault = judgement.wrong[0]
            dice = frozenset(fault.dice)
            return VerdictModel(ui.error_text.message(fault), fine=False, dice=dice)
        case Verdict.UNDECIDED:
            text = translate("Too many powers to check everything: it is accepted as it is.")
            return VerdictModel(text, fine=True)
        case Verdict.LEGAL:
            tools = dict.fromkeys(use.tool for use in judgement.uses)
            if not tools:
                return None
            names = tuple(
                translate("Dictate") if tool == DICTATE else ui.tiles.name(tool) for tool in tools
            )
            text = translate("Allowed by %(powers)s", powers=translate.list_of(names))
            return VerdictModel(text, fine=True)


def _difference(view: TableView, seat: SeatView) -> tuple[tuple[DieType, ...], tuple[DieType, ...]]:
    """Return the dice missing on the mat according to the tracking, and the surplus dice."""
    expected = view.tracking.expected if view.tracking is not None else None
    wanted = (expected or {}).get(f"strip-{seat.seat}")
    if wanted is None:
        return (), ()
    should = Counter({DieType(kind): count for kind, count in wanted.items()})
    lying = Counter(die.type for die in seat.dice)
    return tuple((should - lying).elements()), tuple((lying - should).elements())


def _difference_text(
    ui: RollContext, missing: tuple[DieType, ...], more: tuple[DieType, ...]
) -> str:
    translate = ui.translate
    parts = []
    if missing:
        dice = dice_text(ui.words, missing)
        parts.append(translate("missing from the cup: %(dice)s", dice=dice))
    if more:
        dice = dice_text(ui.words, more)
        parts.append(translate("not in the cup: %(dice)s", dice=dice))
    return "; ".join(parts)


def first_missing(view: TableView, seat: SeatView) -> DieType | None:
    """Return a kind of die that still has to be entered by hand, if any."""
    return next(iter(_difference(view, seat)[0]), None)
