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


@dataclass(frozen=True, slots=True)
class Trouble:
    """What has to be done with a recorded mat, and why.

    Attributes:
        do: the next step; empty if nothing is wrong.
        text: what is wrong, or which powers allow it.
        dice: correction indices of the dice in question.
    """

    do: str
    text: str
    dice: frozenset[int] = frozenset()


def trouble(ui: RollContext, seat: SeatView) -> Trouble:
    """Return what is wrong with a recorded mat and how to mend it."""
    view, said, translate = ui.view, check_mat(ui, seat), ui.translate
    if said is not None and not said.fine:
        return Trouble(_mending(ui, seat, said), said.text, said.dice)
    own = tuple(need for need in view.needs if need.seat == seat.seat) if view is not None else ()
    if not own or own[0].code == "doubtful_die":
        return Trouble("", said.text if said is not None else "")
    do = translate("%(who)s: correct the dice", who=seat.name) if own[0].blocking else ""
    return Trouble(do, ui.words.need(own, view.seats if view is not None else ()))


def _mending(ui: RollContext, seat: SeatView, said: VerdictModel) -> str:
    translate = ui.translate
    if said.dice:
        return translate("%(who)s: correct the marked die", who=seat.name)
    if not any(die.place.selecting for die in seat.dice):
        return translate("No phase selected: %(who)s", who=seat.name)
    return translate("%(who)s: add the missing dice", who=seat.name)


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
