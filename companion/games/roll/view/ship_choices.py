"""Results of each good in Ship, and whether the choice of the die matters (R-9.1 to R-9.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Final

from companion.games.roll.model.commands import Ship, ShipTask
from companion.games.roll.model.dice import FACES, DieType, Face
from companion.games.roll.model.holdings import Good
from companion.games.roll.model.tiles import Side, World
from companion.games.roll.rules.shipping import matches
from companion.games.roll.view.table_view import Option, ShipChoice, ShipResult

_KINDS: Final = tuple(DieType)


def ship_choices(options: Iterable[Option], tableau: Sequence[Side]) -> tuple[ShipChoice, ...]:
    """Return the goods in the order of the options, without duplicates.

    Args:
        options: of the seat in Ship (``SeatTracking.options``).
        tableau: what the seat has built.
    """
    ships: dict[Good, list[Option]] = {}
    for option in options:
        if isinstance(option.command, Ship):
            ships.setdefault(option.command.good, []).append(option)
    worlds = [side for side in tableau if any(good.world == side.key for good in ships)]
    return tuple(
        ShipChoice(
            good,
            trade=_result(found, ShipTask.TRADE, worlds, buy_vp=False),
            consume=_result(found, ShipTask.CONSUME, worlds, buy_vp=False),
            trade_for_vp=_result(found, ShipTask.TRADE, worlds, buy_vp=True),
        )
        for good, found in ships.items()
    )


def _result(
    options: Iterable[Option], task: ShipTask, worlds: Sequence[Side], *, buy_vp: bool
) -> ShipResult | None:
    """Return the task with the best die, and with the others."""
    wanted = [
        (_order(option, command, worlds), option)
        for option, command in _ships(options)
        if command.task is task and command.buy_vp == buy_vp
    ]
    if not wanted:
        return None
    best, *others = (option for _, option in sorted(wanted, key=itemgetter(0)))
    matters = any((each.vp, each.credits) != (best.vp, best.credits) for each in others)
    return ShipResult(best, tuple(others), matters)


def _ships(options: Iterable[Option]) -> Iterator[tuple[Option, Ship]]:
    for option in options:
        if isinstance(option.command, Ship):
            yield option, option.command


def _order(option: Option, command: Ship, worlds: Sequence[Side]) -> tuple[int, ...]:
    """Sort key: most VP, then credits; borrowed dice first; least useful for other goods."""
    die = command.shipper
    elsewhere = sum(
        matches(die, world)
        for world in worlds
        if isinstance(world, World) and world.key != command.good.world
    )
    return (
        -option.vp,
        -option.credits,
        not command.borrowed,
        elsewhere,
        FACES[die].count(Face.WILD),
        _KINDS.index(die),
    )
