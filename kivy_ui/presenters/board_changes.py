"""What to move on the table after an undo or a redo in one of the other games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from companion.i18n import Translator
from kivy_ui.presenters.changes import SeatChanges
from kivy_ui.presenters.desk import Desk
from kivy_ui.presenters.group import Group
from kivy_ui.presenters.inventory import Inventory, differences


@dataclass(frozen=True, slots=True)
class Moment:
    """A game at one moment: what the table sees, and what each player alone may see."""

    game: str | None
    game_id: str | None
    version: int
    view: Any
    own: Mapping[int, Any]


class Turning:
    """Remembers the moment before an undo or a redo, and tells the difference once."""

    def __init__(self, desk: Desk, group: Group) -> None:
        self._desk = desk
        self._group = group
        self._before: Moment | None = None

    def begin(self) -> None:
        """Keep the present moment."""
        self._before = self._now()

    def take(self) -> Callable[[], tuple[SeatChanges, ...]] | None:
        """Return what says what to move, in the language of the moment; None for nothing."""
        before, now = self._before, self._desk.update
        if before is None or (before.version == now.version and now.error is None):
            return None
        self._before = None
        if before.version == now.version or before.game_id != now.game_id:
            return None
        after = self._now()
        if not self._changes(before, after):
            return None
        return lambda: self._changes(before, after)

    def _now(self) -> Moment:
        update = self._desk.update
        seats = (
            [player.seat for player in update.view.state.players] if update.game in _HIDDEN else []
        )
        own = {seat: self._desk.port.view_for(seat) for seat in seats}
        return Moment(update.game, update.game_id, update.version, update.view, own)

    def _changes(self, before: Moment, after: Moment) -> tuple[SeatChanges, ...]:
        inventory = _INVENTORIES.get(after.game or "")
        if inventory is None or before.game != after.game:
            return ()
        translate = self._desk.words.translate
        old, new = (inventory(translate, self._group, moment.view) for moment in (before, after))
        hidden = _HIDDEN.get(after.game or "", _nothing_hidden)(translate, before.own, after.own)
        return differences(translate, old, new, hidden)


def _rule(translate: Translator, group: Group, view: Any) -> Inventory:
    from kivy_ui.presenters.moved_rule import inventory

    return inventory(translate, group, view)


def _goals(translate: Translator, group: Group, view: Any) -> Inventory:
    from kivy_ui.presenters.moved_storm import goals_inventory

    return goals_inventory(translate, group, view)


def _solo(translate: Translator, group: Group, view: Any) -> Inventory:
    from kivy_ui.presenters.moved_storm import solo_inventory

    return solo_inventory(translate, group, view)


def _emperor(translate: Translator, group: Group, view: Any) -> Inventory:
    from kivy_ui.presenters.moved_emperor import inventory

    return inventory(translate, group, view)


Own = Mapping[int, Any]
"""Seat -> the view that only this player may see."""


def _emperor_points(translate: Translator, before: Own, after: Own) -> dict[tuple[int, str], int]:
    """How many VP each player gives back or gets: the difference is no secret, the sum is."""
    from kivy_ui.presenters.moved_emperor import points

    return {
        key: value - points(translate, before[seat], seat)[key]
        for seat, view in after.items()
        if seat in before
        for key, value in points(translate, view, seat).items()
    }


def _nothing_hidden(
    _translate: Translator, _before: Own, _after: Own
) -> dict[tuple[int, str], int]:
    return {}


_INVENTORIES: Final[Mapping[str, Callable[[Translator, Group, Any], Inventory]]] = MappingProxyType(
    {
        "galactic_emperor": _emperor,
        "gathering_storm": _goals,
        "gathering_storm_solo": _solo,
        "rule_the_galaxy": _rule,
    }
)
_HIDDEN: Final = MappingProxyType({"galactic_emperor": _emperor_points})
"""Games in which players have something that only they may see."""
