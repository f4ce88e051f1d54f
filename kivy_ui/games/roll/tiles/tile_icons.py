"""A tile's effect as icons: when it applies, then what it takes and gives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final

from companion.games.roll.model.dice import DieType
from companion.games.roll.model.effects import (
    CostModifier,
    DictateModifier,
    DrawTile,
    Effect,
    ExtraWorkers,
    GainCredits,
    GainVpChips,
    GoodsLimit,
    Immediate,
    InstantStep,
    PayForVpChip,
    PowerStep,
    RearrangeConstructionZone,
    Reassign,
    RemoveDie,
    ReturnWorkersToCup,
    ScoutPlacement,
    StockValue,
    TakeCredits,
    TakeDice,
)
from companion.games.roll.model.tiles import Side, World
from kivy_ui.common.numbers import MINUS


class IconKind(Enum):
    """How an icon is drawn."""

    GLYPH = "glyph"
    ICON = "icon"
    DIE = "die"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class TileSign:
    """An icon: of a phase, a named icon, a kind of die, or a number.

    Attributes:
        opens: whether it is the first icon of a power.
    """

    kind: IconKind
    key: str
    opens: bool = False


_ARROW: Final = TileSign(IconKind.ICON, "arrow")
_STARTS: Final = {PowerStep.ASSIGN: "hand", PowerStep.IMMEDIATE: "star"}
"""Icons of the steps that are not phases."""


@lru_cache(maxsize=256)
def icons(side: Side, step: PowerStep | None = None) -> tuple[TileSign, ...]:
    """Return the icons of a side's effects; with *step*, only of that step."""
    if isinstance(side, World):
        return tuple(_world(side)) if step is None else ()
    found: list[TileSign] = []
    last: PowerStep | None = None
    for effect in side.effect:
        if step is not None and step not in effect.steps:
            continue
        begun = step or effect.steps[0]
        if begun is not last:
            found.append(_start(begun))
        found += _effect(effect)
        last = begun
    if side.bonus is not None and step is None:
        found += (TileSign(IconKind.ICON, "crown", opens=True), _number(side.bonus.vp_per_unit))
    return tuple(found)


def _start(step: PowerStep) -> TileSign:
    icon = _STARTS.get(step)
    if icon is not None:
        return TileSign(IconKind.ICON, icon, opens=True)
    return TileSign(IconKind.GLYPH, step.value, opens=True)


def _world(world: World) -> Iterator[TileSign]:
    if world.produces and world.colour.die is not None:
        yield _start(PowerStep.PRODUCE)
        yield _die(world.colour.die)
    if world.instant_steps:
        yield _start(PowerStep.IMMEDIATE)
        yield from _instant(world.instant_steps)


def _effect(effect: Effect) -> Iterator[TileSign]:  # noqa: C901 - one case per kind of effect
    match effect:
        case Reassign():
            yield from map(_die, effect.workers.colours)
            yield _ARROW
            if isinstance(effect.to, tuple):
                yield from (TileSign(IconKind.GLYPH, phase.value) for phase in effect.to)
        case DictateModifier():
            yield from (TileSign(IconKind.ICON, "cup"), _ARROW, _ARROW)
        case GainCredits():
            yield from (_number(effect.amount), _icon("credits"))
        case GainVpChips():
            yield from (_number(effect.amount), _icon("chip"))
        case PayForVpChip():
            yield from (_number(-effect.cost_credits), _icon("credits"), _ARROW)
            yield from (_number(effect.vp), _icon("chip"))
        case ExtraWorkers():
            yield TileSign(IconKind.TEXT, "+")
            yield from map(_die, effect.dice)
        case ReturnWorkersToCup():
            yield from map(_die, effect.colours)
            yield from (_ARROW, _icon("cup"))
        case CostModifier():
            yield from (_number(effect.delta), _icon("tile"))
        case GoodsLimit():
            yield from (TileSign(IconKind.TEXT, f"×{effect.limit_per_world}"), _icon("box"))
        case RearrangeConstructionZone():
            yield from (_icon("tile"), _icon("redo"))
        case DrawTile():
            yield from (_number(effect.count), _icon("tile"))
        case ScoutPlacement():
            yield from (_icon("tile"), _icon("up"))
        case StockValue():
            yield from map(_die, effect.dice)
            yield from (_number(effect.credits), _icon("credits"))
        case Immediate():
            yield from _instant(effect.sequence)


def _instant(steps: Iterable[InstantStep]) -> Iterator[TileSign]:
    for step in steps:
        match step:
            case RemoveDie():
                yield from (_number(-step.count), _icon("bin"))
            case TakeCredits():
                yield from (_number(step.amount), _icon("credits"))
            case TakeDice():
                yield from (_die(step.die) for _ in range(step.count))


def _die(die: DieType) -> TileSign:
    return TileSign(IconKind.DIE, die.value)


def _icon(name: str) -> TileSign:
    return TileSign(IconKind.ICON, name)


def _number(value: int) -> TileSign:
    return TileSign(IconKind.TEXT, f"+{value}" if value >= 0 else f"{MINUS}{-value}")
