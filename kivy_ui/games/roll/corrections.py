"""Correction of one player's tracked state: counters, dice, tiles. Physical truth wins.

The panel first asks what is wrong, then shows the tracked state. Marking an item and its real
location makes a correction. Each correction is one step that can be undone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from companion.games.roll.model.dice import PHASES, DieType
from companion.games.roll.model.effects import Category
from companion.games.roll.model.holdings import DieLocation, DieSpot
from companion.games.roll.model.tiles import World
from companion.games.roll.phases.counters import Correct, Correctable
from companion.games.roll.phases.dice_corrections import MoveDice
from companion.games.roll.phases.tile_corrections import (
    MoveTile,
    ReplaceTile,
    TileLocation,
    TileSpot,
)
from companion.games.roll.view.table_view import SeatTracking, SeatView
from companion.i18n import N_
from kivy_ui.games.roll.choosing.model import (
    STACK_ICONS,
    ChoiceAction,
    ChoiceCounter,
    ChoiceGroup,
    ChoiceItem,
    ChoosingModel,
    stacked_name,
)
from kivy_ui.games.roll.context import RollContext

REASON: Final = "screen"
"""Reason logged with each correction made by hand on the screen."""

_START_SIDES: Final = 3

_PAGES: Final = (
    ("counters", N_("Counters"), "credits"),
    ("dice", N_("Dice"), "cup"),
    ("tableau", N_("Tableau"), "tile"),
    ("stacks", N_("Stacks"), "development"),
)
"""Key, name and icon of each page."""
_PLACES: Final = MappingProxyType(
    {
        DieLocation.CUP: "cup",
        DieLocation.CITIZENRY: "people",
        DieLocation.DEVELOPERS: STACK_ICONS[Category.DEVELOPMENT],
        DieLocation.SETTLERS: STACK_ICONS[Category.WORLD],
        DieLocation.GOOD: "tile",
        DieLocation.STOCK: "box",
    }
)
"""Icon of each die location except the columns."""


@dataclass(frozen=True, slots=True)
class Naming:
    """A correction that needs a tile's name first.

    Attributes:
        category: the side that is face up.
        make: creates the correction from the tile's number.
        title: the question; empty for the default question.
    """

    category: Category
    make: Callable[[int], object]
    title: str = ""


class TrackedCorrections:
    """One player's tracked state as items to correct.

    Args:
        ui: context of the presenters.
        number: the player's seat.
    """

    def __init__(self, ui: RollContext, number: int) -> None:
        self._ui = ui
        self.number = number
        self._page = _PAGES[0][0]
        self._marked: dict[str, int] = {}

    def model(self) -> ChoosingModel | None:
        """Return the panel's content; None if the seat is empty or not tracked."""
        seat = self._ui.seat(self.number)
        if seat is None or seat.tracking is None:
            return None
        translate = self._ui.translate
        pages = tuple(ChoiceItem(translate(text), key, icon=icon) for key, text, icon in _PAGES)
        groups = [
            ChoiceGroup("page", "", pages, 1, tabs=True),
            *self._groups(seat),
        ]
        page = next(i for i, (key, *_) in enumerate(_PAGES) if key == self._page)
        marked = [(page,), *(self._mark_of(group) for group in groups[1:])]
        title = translate("%(name)s: what is wrong?", name=seat.name)
        actions = tuple(self._actions(seat, seat.tracking, groups))
        counters = self._steppers(seat, actions) if self._page == "counters" else ()
        return ChoosingModel(title, tuple(groups), tuple(marked), actions, counters)

    def mark(self, key: str, index: int) -> None:
        """Mark an item instead of the previous one, or remove its mark."""
        if key == "page":
            self._page = _PAGES[index][0]
            self._marked = {}
        elif self._marked.get(key) == index:
            del self._marked[key]
        else:
            self._marked[key] = index

    def back(self) -> None:
        """Do nothing: the pages are tabs."""

    def command(self, index: int) -> object | None:
        """Return the command sent by button number *index*, or a ``Naming``."""
        model = self.model()
        if model is None or not 0 <= index < len(model.actions):
            return None
        return model.actions[index].command

    # --- internals -----------------------------------------------------------------------------

    def _mark_of(self, group: ChoiceGroup) -> tuple[int, ...]:
        index = self._marked.get(group.key)
        return () if index is None or index >= len(group.items) else (index,)

    def _value(self, groups: Sequence[ChoiceGroup], key: str) -> object | None:
        for group in groups:
            if group.key == key and (marked := self._mark_of(group)):
                return group.items[marked[0]].value
        return None

    def _groups(self, seat: SeatView) -> Iterator[ChoiceGroup]:
        tracking = seat.tracking or SeatTracking()
        translate = self._ui.translate
        match self._page:
            case "dice":
                sources = tuple(self._sources(tracking))
                yield ChoiceGroup("die", translate("Tap the die that is elsewhere"), sources, 1)
                yield ChoiceGroup(
                    "place", translate("Where is it?"), tuple(self._places(tracking)), 1
                )
            case "tableau":
                built = tuple(
                    ChoiceItem(
                        self._ui.tiles.name(key),
                        key,
                        icon=STACK_ICONS[self._ui.tiles.side(key).category],
                    )
                    for key in tracking.tableau[_START_SIDES:]
                )
                title = translate("Tap a tile to change or remove it")
                if not built:
                    title = translate("No tile has been completed yet")
                yield ChoiceGroup("built", title, built, 1)
            case "stacks":
                yield ChoiceGroup(
                    "stacked",
                    translate("Tap a tile to move or remove it"),
                    self._stacked(tracking),
                    1,
                )
            case _:
                return

    def _actions(
        self, seat: SeatView, tracking: SeatTracking, groups: Sequence[ChoiceGroup]
    ) -> Iterator[ChoiceAction]:
        match self._page:
            case "counters":
                yield from self._counters(seat)
            case "dice":
                yield self._move(groups)
            case "tableau":
                yield from self._tableau(tracking, groups)
            case _:
                yield from self._stack_actions(tracking, groups)

    def _counters(self, seat: SeatView) -> Iterator[ChoiceAction]:
        translate = self._ui.translate
        for what, label, value, most in (
            (Correctable.CREDITS, translate("Credits"), seat.credits, 10),
            (Correctable.VP_CHIPS, translate("VP chips"), seat.vp_chips, 999),
        ):
            for delta, icon in ((-1, "minus"), (1, "plus")):
                fits = 0 <= value + delta <= most
                command = Correct(what, value + delta, seat.seat, REASON) if fits else None
                text = translate(
                    "%(what)s %(now)s: make it %(new)s", what=label, now=value, new=value + delta
                )
                unchanged = f"{label} {value}"
                yield ChoiceAction(text if fits else unchanged, command, icon)

    def _steppers(
        self, seat: SeatView, actions: Sequence[ChoiceAction]
    ) -> tuple[ChoiceCounter, ...]:
        """Return a stepper for each pair of counter actions."""
        translate = self._ui.translate
        able = [n if action.command is not None else None for n, action in enumerate(actions)]
        return (
            ChoiceCounter(translate("Credits"), "credits", seat.credits, *able[:2]),
            ChoiceCounter(translate("VP chips"), "chip", seat.vp_chips, *able[2:4]),
        )

    def _move(self, groups: Sequence[ChoiceGroup]) -> ChoiceAction:
        source, target = self._value(groups, "die"), self._value(groups, "place")
        command = None
        if isinstance(source, tuple) and isinstance(target, DieSpot):
            die, spot = source
            command = MoveDice(die, spot, target, reason=REASON) if spot != target else None
        return ChoiceAction(self._ui.translate("Move"), command, "check", primary=True)

    def _sources(self, tracking: SeatTracking) -> Iterator[ChoiceItem]:
        for name, spot, dice in self._lying(tracking):
            for die in dict.fromkeys(dice):
                yield ChoiceItem(name, (die, spot), die.value, _place_icon(spot))

    def _lying(self, tracking: SeatTracking) -> Iterator[tuple[str, DieSpot, tuple[DieType, ...]]]:
        """Yield each location with its name and its dice."""
        translate, seat = self._ui.translate, self.number
        for location, name, dice in (
            (DieLocation.CUP, translate("Cup"), tracking.cup),
            (DieLocation.CITIZENRY, translate("Citizenry"), tracking.citizenry),
            (
                DieLocation.DEVELOPERS,
                translate("Development stack"),
                tracking.developments.workers,
            ),
            (DieLocation.SETTLERS, translate("World stack"), tracking.worlds.workers),
        ):
            yield name, DieSpot(location, seat), dice
        for phase, column in zip(PHASES, tracking.columns, strict=False):
            spot = DieSpot(DieLocation.COLUMN, seat, phase)
            if column or phase is self._phase():
                yield self._ui.words.phase(phase), spot, column
        for key in tracking.tableau:
            side = self._ui.tiles.side(key)
            if isinstance(side, World) and side.produces:
                goods = tuple(good.die for good in tracking.goods if good.world == key)
                spot = DieSpot(DieLocation.GOOD, seat, world=key)
                yield self._ui.tiles.name(key), spot, goods
        table = self._ui.view.tracking if self._ui.view is not None else None
        counts = table.stock if table is not None else ()
        stock = tuple(die for die, count in zip(DieType, counts, strict=False) if count)
        yield translate("Supply"), DieSpot(DieLocation.STOCK), stock

    def _phase(self) -> object:
        view = self._ui.view
        return view.current_phase if view is not None else None

    def _places(self, tracking: SeatTracking) -> Iterator[ChoiceItem]:
        for name, spot, _ in self._lying(tracking):
            yield ChoiceItem(name, spot, icon=_place_icon(spot))

    def _tableau(
        self, tracking: SeatTracking, groups: Sequence[ChoiceGroup]
    ) -> Iterator[ChoiceAction]:
        translate = self._ui.translate
        key = self._value(groups, "built")
        if isinstance(key, str):
            side = self._ui.tiles.side(key)
            spot = TileSpot(TileLocation.TABLEAU, self.number, side.category, side=key)
            bag = TileSpot(TileLocation.BAG)
            yield ChoiceAction(
                translate("It is another tile ..."),
                Naming(side.category, lambda tile: ReplaceTile(spot, tile, REASON)),
                "pencil",
            )
            yield ChoiceAction(
                translate("It is not there"), MoveTile(spot, bag, reason=REASON), "close"
            )
            return
        for category, stack, text in (
            (Category.DEVELOPMENT, tracking.developments, translate("Add a development")),
            (Category.WORLD, tracking.worlds, translate("Add a world")),
        ):
            source = (
                TileSpot(TileLocation.STACK, self.number, category)
                if stack.size
                else TileSpot(TileLocation.BAG)
            )
            target = TileSpot(TileLocation.TABLEAU, self.number, category)
            icon = STACK_ICONS[category]
            yield ChoiceAction(text, Naming(category, _moved(source, target)), icon)

    def _stacked(self, tracking: SeatTracking) -> tuple[ChoiceItem, ...]:
        found = []
        for kind, stack in (
            (Category.DEVELOPMENT, tracking.developments),
            (Category.WORLD, tracking.worlds),
        ):
            for index in range(stack.size):
                spot = TileSpot(TileLocation.STACK, self.number, kind, index)
                name = stacked_name(self._ui.words, kind, index)
                found.append(ChoiceItem(name, spot, icon=STACK_ICONS[kind]))
        return tuple(found)

    def _stack_actions(
        self, tracking: SeatTracking, groups: Sequence[ChoiceGroup]
    ) -> Iterator[ChoiceAction]:
        translate = self._ui.translate
        spot, bag = self._value(groups, "stacked"), TileSpot(TileLocation.BAG)
        sizes = {
            Category.DEVELOPMENT: tracking.developments.size,
            Category.WORLD: tracking.worlds.size,
        }
        if isinstance(spot, TileSpot) and spot.stack is not None:
            other = Category.WORLD if spot.stack is Category.DEVELOPMENT else Category.DEVELOPMENT
            goal = TileSpot(TileLocation.STACK, self.number, other, sizes[other])
            yield ChoiceAction(
                translate("It is in the other stack"), MoveTile(spot, goal, reason=REASON), "next"
            )
            yield ChoiceAction(
                translate("It is in the bag"), MoveTile(spot, bag, reason=REASON), "close"
            )
            return
        for kind, text in (
            (Category.DEVELOPMENT, translate("Add a development")),
            (Category.WORLD, translate("Add a world")),
        ):
            goal = TileSpot(TileLocation.STACK, self.number, kind, sizes[kind])
            yield ChoiceAction(text, MoveTile(bag, goal, reason=REASON), STACK_ICONS[kind])


def _place_icon(spot: DieSpot) -> str:
    return spot.phase.value if spot.phase is not None else _PLACES.get(spot.location, "")


def _moved(source: TileSpot, target: TileSpot) -> Callable[[int], object]:
    return lambda tile: MoveTile(source, target, tile, REASON)
