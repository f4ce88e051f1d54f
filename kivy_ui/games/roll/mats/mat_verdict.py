"""Checks a mat at Reveal against the rules and reports the result as a sentence."""

from collections import Counter
from dataclasses import dataclass, replace

from companion.games.roll.model.dice import DieType
from companion.games.roll.rules.reassign import DICTATE, Judgement, Verdict
from companion.games.roll.view.table_view import SeatTracking, SeatView
from kivy_ui.games.roll.context import RollContext


@dataclass(frozen=True, slots=True)
class Found:
    """What has to be done with a recorded mat, and why.

    Attributes:
        do: the next step; empty if nothing is wrong.
        text: what is wrong, or which powers allow it.
        dice: correction indices of the dice in question.
    """

    do: str = ""
    text: str = ""
    dice: frozenset[int] = frozenset()


def check(ui: RollContext, seat: SeatView) -> Found:
    """Return what is wrong with a recorded mat; doubtful dice are looked at before."""
    view = ui.view
    if view is None or not seat.recorded:
        return Found()
    found = Found() if seat.tracking is None else _compared(ui, seat, seat.tracking)
    if found.do:
        return found
    need = next((each for each in view.needs if each.seat == seat.seat), None)
    need = need or next((each for each in view.needs if each.code == "impossible_dice"), None)
    if need is None or need.code == "doubtful_die":
        return found
    do = ui.translate("%(who)s: correct the dice", who=seat.name) if need.blocking else ""
    return Found(do, ui.words.need(need, seat.name))


def _compared(ui: RollContext, seat: SeatView, known: SeatTracking) -> Found:
    """Compare a mat with the cup, then with the rules."""
    missing, more = known.not_on_mat, _surplus(seat, known)
    if missing or more:
        dice = frozenset(number for number, die in enumerate(seat.dice) if die.type in more)
        return _mended(ui, seat, Found("", _difference_text(ui, seat, missing, more), dice))
    if known.judgement is None or any(die.doubtful for die in seat.dice):
        return Found()
    return _judged(ui, seat, known.judgement)


def _surplus(seat: SeatView, known: SeatTracking) -> tuple[DieType, ...]:
    """Return the dice on a mat that were not in the cup."""
    lying = Counter(die.type for die in seat.dice)
    return tuple((lying - Counter(known.cup)).elements())


def _mended(ui: RollContext, seat: SeatView, found: Found) -> Found:
    """Add how a fault is mended."""
    translate = ui.translate
    do = translate("%(who)s: add the missing dice", who=seat.name)
    if found.dice:
        do = translate("%(who)s: correct the marked die", who=seat.name)
        if len(found.dice) > 1:
            do = translate("%(who)s: which marked die is wrong?", who=seat.name)
    elif not any(die.place.selecting for die in seat.dice):
        do = translate("No phase selected: %(who)s", who=seat.name)
    return replace(found, do=do)


def _judged(ui: RollContext, seat: SeatView, judgement: Judgement) -> Found:
    translate = ui.translate
    match judgement.verdict:
        case Verdict.WRONG:
            fault = judgement.wrong[0]
            found = Found("", ui.error_text.message(fault), frozenset(fault.dice))
            return _mended(ui, seat, found)
        case Verdict.UNDECIDED:
            text = translate("Too many powers to check everything: it is accepted as it is.")
            return Found(text=text)
        case Verdict.LEGAL:
            tools = dict.fromkeys(use.tool for use in judgement.uses)
            names = tuple(
                translate("Dictate") if tool == DICTATE else ui.tiles.name(tool) for tool in tools
            )
            powers = translate.list_of(names)
            allowed = translate("These dice are allowed by %(powers)s", powers=powers)
            return Found(text=allowed if tools else "")


def _difference_text(
    ui: RollContext, seat: SeatView, missing: tuple[DieType, ...], more: tuple[DieType, ...]
) -> str:
    """Return which dice are missing, and of which kinds there are too many, with their numbers."""
    translate, lying = ui.translate, Counter(die.type for die in seat.dice)
    parts = []
    if missing:
        dice = ui.words.dice(missing)
        parts.append(translate("missing from the cup: %(dice)s", dice=dice))
    for kind, count in Counter(more).items():
        there, cup = lying[kind], lying[kind] - count
        die = ui.words.of(kind)
        parts.append(
            translate("%(die)s: %(there)s here, %(cup)s in the cup", die=die, there=there, cup=cup)
        )
    said = "; ".join(parts)
    return said[:1].upper() + said[1:]
