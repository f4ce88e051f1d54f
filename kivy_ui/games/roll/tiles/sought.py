"""Which tile is asked for: what may be the answer, and why a tile may not be it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from companion.catalog.tile_search import TileFilter
from companion.games.roll.model.dice import PHASES, Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.tiles import Side
from kivy_ui.games.roll.context import RollContext

COSTS: Final = (1, 2, 3, 4, 5, 6)


@dataclass(frozen=True, slots=True)
class Naming:
    """A command that needs a tile's name first.

    Attributes:
        category: the side that is face up.
        make: creates the command from the tile's number.
        title: the question, if the tile may lie on either side; empty for the usual one.
    """

    category: Category
    make: Callable[[int], object]
    title: str = ""


def _always(*_given: object) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Sought:
    """A question for a tile.

    Attributes:
        seat: whose tile it is; 0 for nobody's.
        category: the side that is face up; None if it may be either.
        first: the kind that is shown first, if it may be either.
        dice: with how many dice it is paid; None if that does not matter.
        shows: key of a side, home world or faction -> whether it may be the tile.
        starts: whether home worlds and factions may be the tile, too.
        new: whether it has just been placed, so that the camera can see what is new.
        lasts: whether the question is still open.
    """

    question: str
    seat: int = 0
    category: Category | None = None
    first: Category | None = None
    dice: int | None = None
    shows: Callable[[str], bool] = _always
    starts: bool = False
    new: bool = False
    lasts: Callable[[], bool] = _always

    def begun(self, ui: RollContext) -> TileFilter:
        """Return what is shown first: the tiles that cost exactly the dice, if there are any."""
        whole = TileFilter(category=self.category or self.first)
        if self.dice not in COSTS:
            return whole
        exact = TileFilter(category=self.category, cost=self.dice)
        return exact if self.sides(ui, exact) else whole

    def sides(self, ui: RollContext, wanted: TileFilter) -> tuple[Side, ...]:
        """Return what may be the tile: what the dice can pay for first, then the likely ones."""
        found = [side for side in ui.find_tiles(wanted) if self.shows(side.key)]
        dice = COSTS[-1] if self.dice is None else self.dice
        return tuple(sorted(found, key=lambda side: side.cost > dice))

    def allows(self, ui: RollContext, key: str) -> bool:
        """Return whether the rules allow the tile to be this side."""
        if key not in ui.tiles.catalog.tile_by_side:
            return False
        fits = self.category in (None, ui.tiles.side(key).category)
        return fits and self.shows(key)

    def objection(self, ui: RollContext, key: str) -> str:
        """Return why a side that the camera sees cannot be it; empty if it can."""
        catalog, translate = ui.tiles.catalog, ui.translate
        if key not in catalog.tile_by_side:
            return ""
        side, name = catalog.sides[key], ui.tiles.name(key)
        if not self.shows(key):
            return translate("%(tile)s is there, but it is already listed elsewhere.", tile=name)
        if self.category not in (None, side.category):
            if side.category is Category.WORLD:
                return translate("%(tile)s is a world; a development is asked for.", tile=name)
            return translate("%(tile)s is a development; a world is asked for.", tile=name)
        if self.dice is not None and side.cost > self.dice:
            return translate(
                "%(tile)s costs %(cost)s, the workers pay only %(dice)s.",
                tile=name, cost=side.cost, dice=self.dice,
            )  # fmt: skip
        return ""


def completed(ui: RollContext, number: int) -> Sought | None:
    """Return the question which tile a player completes now; None if none is asked for."""
    seat, category, dice = ui.seat(number), _category(ui), _dice(ui, number)
    if seat is None or category is None or not dice:
        return None
    return Sought(
        ui.translate("%(name)s: which tile is complete?", name=seat.name),
        number,
        category,
        dice=dice,
        shows=_unseen(ui),
        new=True,
        lasts=lambda: _category(ui) is category and bool(_dice(ui, number)),
    )


def corrected(ui: RollContext, number: int, naming: Naming) -> Sought | None:
    """Return the question which tile a correction is about; with its own title for either side."""
    seat = ui.seat(number)
    if seat is None or seat.tracking is None:
        return None
    usual = ui.translate("%(name)s: which tile is it?", name=seat.name)
    category = None if naming.title else naming.category
    return Sought(
        naming.title or usual,
        number,
        category,
        naming.category,
        shows=_unseen(ui),
        new=True,
        lasts=_counted(ui, number),
    )


def _counted(ui: RollContext, number: int) -> Callable[[], bool]:
    """Return whether a player's dice and tiles are still counted."""

    def seated() -> bool:
        seat = ui.seat(number)
        return seat is not None and seat.tracking is not None

    return seated


def _unseen(ui: RollContext) -> Callable[[str], bool]:
    """Return whether the place of a side's tile is not known, so that it can be the new one."""

    def unseen(key: str) -> bool:
        view, tile = ui.view, ui.tiles.catalog.tile_by_side.get(key)
        if tile is None:
            return False
        return view is None or view.tracking is None or tile.id not in view.tracking.seen

    return unseen


def _category(ui: RollContext) -> Category | None:
    match ui.phase:
        case Phase.DEVELOP:
            return Category.DEVELOPMENT
        case Phase.SETTLE:
            return Category.WORLD
        case _:
            return None


def _dice(ui: RollContext, number: int) -> int:
    """Return the number of dice that can pay: those on the stack, and the unused workers."""
    seat = ui.seat(number)
    if seat is None or seat.tracking is None or ui.phase is None:
        return 0
    tracking = seat.tracking
    stack = tracking.developments if ui.phase is Phase.DEVELOP else tracking.worlds
    columns = tracking.columns or ((),) * len(PHASES)
    return len(stack.workers) + len(columns[PHASES.index(ui.phase)])
