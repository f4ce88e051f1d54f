"""Refuses effects that the rules would not apply: at another moment, or with unused fields."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, Final

from companion.decoding import DecodeError, join
from companion.games.roll.model import effects as e
from companion.games.roll.model.effects import Category, Effect, PowerStep, Trigger
from companion.games.roll.model.tiles import Bonus, Measure, Transform

_Moments = Mapping[Trigger, tuple[PowerStep, ...]]

_PHASES: Final = tuple(step for step in PowerStep if step.phase is not None)
_BUILDING: Final = (PowerStep.DEVELOP, PowerStep.SETTLE)
_EXPLORE, _SHIP, _ASSIGN = (PowerStep.EXPLORE,), (PowerStep.SHIP,), (PowerStep.ASSIGN,)
_GAINS: Final[_Moments] = {
    Trigger.ON_TRADE: _SHIP,
    Trigger.ON_CONSUME: _SHIP,
    Trigger.AFTER_COMPLETE_TILE: _BUILDING,
    Trigger.DURING_PHASE: _PHASES,
    Trigger.PHASE_END: _PHASES,
}
_LEAST: Final = {"min": 0, "minimum": 0, "apply_order": 0}
"""The smallest values of numbers that may be below 1, apart from the change of a cost."""

_ONCE_IN_A_PHASE: Final = (Trigger.DURING_PHASE, Trigger.PHASE_END)

MOMENTS: Final[Mapping[type[Effect], _Moments]] = {
    e.Reassign: {Trigger.ASSIGN: _ASSIGN},
    e.DictateModifier: {Trigger.ON_DICTATE: _ASSIGN},
    e.GainCredits: _GAINS,
    e.GainVpChips: _GAINS,
    e.PayForVpChip: {Trigger.ON_TRADE: _SHIP},
    e.ExtraWorkers: {Trigger.PHASE_START: _PHASES},
    e.ReturnWorkersToCup: {
        Trigger.ON_COMPLETE_DEVELOPMENT: (PowerStep.DEVELOP,),
        Trigger.ON_COMPLETE_WORLD: (PowerStep.SETTLE,),
    },
    e.CostModifier: {Trigger.CONTINUOUS: _BUILDING},
    e.GoodsLimit: {Trigger.CONTINUOUS: (PowerStep.PRODUCE,)},
    e.RearrangeConstructionZone: {Trigger.DURING_PHASE: _EXPLORE},
    e.DrawTile: {Trigger.PHASE_END: _EXPLORE},
    e.ScoutPlacement: {Trigger.ON_SCOUT: _EXPLORE},
    e.StockValue: {Trigger.ON_STOCK: _EXPLORE},
    e.Immediate: {Trigger.ON_COMPLETE_SELF: (PowerStep.IMMEDIATE,)},
}
"""The triggers of each kind of effect, and the steps in which the rules apply it then."""


def check_effect(effect: Effect, place: str) -> None:
    """Check that the rules apply *effect* as it is written.

    Raises:
        DecodeError: it has another trigger or step, a field that the rules do not read there, or a
            number below 1.
    """
    _check_numbers(effect, place)
    moments = MOMENTS[type(effect)]
    steps = moments.get(effect.trigger)
    if steps is None:
        raise DecodeError(join(place, "trigger"), f"expected {_one_of(moments)} for this effect")
    if isinstance(effect, e.CostModifier):
        steps = (_BUILDING[effect.applies_to.category is Category.WORLD],)
    if not effect.steps or not set(effect.steps) <= set(steps):
        raise DecodeError(join(place, "steps"), f"expected {_one_of(steps)} for this effect")
    if isinstance(effect, e.Reassign) and (effect.count is None) != bool(effect.count_by_condition):
        raise DecodeError(join(place, "count"), "expected this or count_by_condition")
    refuse_unread(effect, _unread(effect), place)
    for name in ("applies_to", "per"):
        part = getattr(effect, name, None)
        if part is not None:
            refuse_unread(part, _unread(part), join(place, name))


def refuse_unread(value: Any, names: Iterable[str], place: str) -> None:
    """Refuse a value in which a field is set that the rules do not read.

    Raises:
        DecodeError: names the field.
    """
    usual = {each.name: each.default for each in fields(value)}
    for name in names:
        if usual.get(name, MISSING) not in (MISSING, getattr(value, name, MISSING)):
            raise DecodeError(join(place, name), "it would have no effect here")


def unread_in_bonus(bonus: Bonus) -> Iterator[str]:
    """Yield the fields that the scoring does not read in a bonus of this kind."""
    if bonus.transform is not Transform.CEIL_DIV:
        yield "divisor"
    if bonus.measure is not Measure.COUNT_DICE:
        yield "dice"
    if bonus.category is not Category.WORLD:
        yield "colour"
    if bonus.category is not Category.DEVELOPMENT:
        yield from ("kind", "kind_not")


def _check_numbers(value: Any, place: str) -> None:
    for name in (each.name for each in fields(value)):
        part, where = getattr(value, name), join(place, name)
        least = _LEAST.get(name, 1)
        if type(part) is int and name != "delta" and part < least:
            raise DecodeError(where, f"expected {least} or more, found {part}")
        for inner in part if isinstance(part, tuple) else (part,):
            if is_dataclass(inner):
                _check_numbers(inner, where)
    if isinstance(value, e.CountRange) and value.max < value.min:
        raise DecodeError(join(place, "max"), f"expected {value.min} or more, found {value.max}")
    if isinstance(value, e.TakeDice) and value.where is e.DiePlace.GOOD:
        raise DecodeError(join(place, "where"), "a development holds no goods")


def _unread(part: object) -> Iterator[str]:
    match part:
        case e.Income(trigger=trigger):
            yield from ("filter",) if trigger in _ONCE_IN_A_PHASE else ("per", "condition")
            if trigger is not Trigger.AFTER_COMPLETE_TILE:
                yield "excludes_self"
        case e.ReturnWorkersToCup(count=e.CountRange()):
            yield "colours"
        case e.SideFilter(category=Category.DEVELOPMENT):
            yield from ("colours", "not_colours")
        case e.SideFilter():
            yield "kind"
        case e.Per(unit=e.PerUnit.DIE):
            yield "world_colours"
        case _:
            pass


def _one_of(members: Iterable[Trigger | PowerStep]) -> str:
    return " or ".join(member.value for member in members)
