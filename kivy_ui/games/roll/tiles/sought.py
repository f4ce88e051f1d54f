"""Which tile is asked for: what may be the answer, and why a tile may not be it."""

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from companion.games.question import Choose, Path
from companion.games.roll.decide.combined import Build, NameTile
from companion.games.roll.model.effects import Category
from companion.games.roll.model.tiles import Side
from companion.games.roll.phases.tile_corrections import TileSpot
from companion.i18n import N_
from kivy_ui.asking import draft as drafts
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.looks import asked_of, telling
from kivy_ui.games.roll.tiles.tile_cards import STARTS, TILE_GROUPS, TileGroup

_DEAREST: Final = 6
_ASKED: Final = MappingProxyType(
    {
        None: N_("Draw a tile for %(name)s: which development?"),
        Category.DEVELOPMENT: N_("%(name)s can build: which development is on top?"),
        Category.WORLD: N_("%(name)s can build: which world is on top?"),
    }
)
"""Stack of the tile that a computer player needs -> the question; None: it is drawn."""


@dataclass(frozen=True, slots=True)
class Sought:
    """A question for a tile.

    Attributes:
        seat: whose tile it is; 0 for nobody's.
        category: the side that is face up; None if it may be either.
        first: the kind that is shown first, if it may be either.
        pays: what the dice pay without a discount; None if that does not matter.
        dear: key of a side -> whether the dice do not pay for it.
        shows: key of a side, home world or faction -> whether it may be the tile.
        starts: whether home worlds and factions may be the tile, too.
        new: whether it has just been placed, so that the camera can see what is new.
        lasts: whether the question is still open.
    """

    question: str
    seat: int = 0
    category: Category | None = None
    first: Category | None = None
    pays: int | None = None
    dear: Callable[[str], bool] = lambda _key: False
    shows: Callable[[str], bool] = lambda _key: True
    starts: bool = False
    new: bool = False
    lasts: Callable[[], bool] = lambda: True

    @property
    def groups(self) -> tuple[TileGroup, ...]:
        sides = (each for each in TILE_GROUPS if self.category in (None, each.category))
        return (*sides, STARTS) if self.starts else tuple(sides)

    @property
    def begun(self) -> TileGroup | None:
        """What is shown first: the tiles that cost what the dice pay; None for all."""
        return next((each for each in self.groups if self.pays in each.costs), None)

    def sides(self, ui: RollContext, letters: str = "") -> tuple[Side, ...]:
        """Return what may be the tile: what the dice pay for first, then the likely ones."""

        def order(side: Side) -> tuple[bool, bool, bool]:
            return self.dear(side.key), side.cost != self.pays, side.category is not self.first

        fits = (side for side in ui.find_tiles(letters) if self.allows(ui, side.key))
        return tuple(sorted(fits, key=order))

    def allows(self, ui: RollContext, key: str) -> bool:
        """Return whether the rules allow the tile to be this side."""
        catalog = ui.tiles.catalog
        if key not in catalog.tile_by_side:
            return False
        return self.category in (None, catalog.sides[key].category) and self.shows(key)

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
        if self.dear(key):
            return translate(
                "%(tile)s costs %(cost)s, the workers pay only %(dice)s.",
                tile=name, cost=side.cost, dice=self.pays,
            )  # fmt: skip
        return ""


def tile_question(
    ui: RollContext, seat: int, path: Path | None
) -> tuple[Sought, Callable[[str], Any]] | None:
    """Return a question that a tile answers, and key of a side -> command; None if it is over.

    Args:
        seat: of the player who completes a tile, or of a computer player who needs a name.
        path: of a question of the table instead.
    """
    number, build = ui.tiles.number, ("complete",)
    computer = _of_computer(ui, seat) if path is None else None
    asked = computer or _of_question(ui, 0 if path else seat, path or build)
    if asked is None:
        return None
    if path is not None:
        return asked, lambda key: _at(ui, 0, (*path, str(number(key))))
    command = Build if computer is None else NameTile
    return asked, lambda key: command(seat, number(key))


def _of_question(ui: RollContext, number: int, path: Path) -> Sought | None:
    """Return a question of a player, or of the table; what is too dear for a player may be it."""
    asked, seat = _at(ui, number, path), ui.seat(number)
    category = _side(asked)
    if category is None:
        return None
    able = frozenset(int(each.key) for each in asked.answers if each.refused is None)
    dear = frozenset(int(each.key) for each in asked.answers if number) - able
    sides = (ui.tiles.of_tile(tile, category) for tile in dear)
    costs = {side.cost for side in sides if side is not None} or {_DEAREST + 1}
    return Sought(
        ui.translate("%(name)s: which tile is complete?", name=seat.name)
        if seat is not None
        else telling(ui).said(asked.text),
        number,
        category,
        pays=min(costs) - 1 if number else None,
        dear=lambda key: _tile(ui, key) in dear,
        shows=lambda key: _tile(ui, key) in able | dear,
        new=True,
        lasts=lambda: _side(_at(ui, number, path)) is category,
    )


def _of_computer(ui: RollContext, number: int) -> Sought | None:
    """Return which tile a computer player needs; None if it needs none.

    A drawn tile is identified by either side; developments come first.
    """
    seat, view, spot = ui.seat(number), ui.view, _spot(ui, number)
    if seat is None or spot is None or view is None or view.tracking is None:
        return None
    seen = view.tracking.seen
    return Sought(
        ui.translate(_ASKED[spot.stack], name=seat.name),
        number,
        spot.stack,
        Category.DEVELOPMENT,
        shows=lambda key: _tile(ui, key) not in {None, *seen},
        new=True,
        lasts=lambda: _spot(ui, number) == spot,
    )


def _spot(ui: RollContext, number: int) -> TileSpot | None:
    """Return the tile that a computer player needs; None if it needs none."""
    seat = ui.seat(number)
    return None if seat is None or seat.tracking is None else seat.tracking.asked


def _side(question: Any) -> Category | None:
    """Return which side of its tiles a question is about; None if it is not about tiles."""
    if not isinstance(question, Choose):
        return None
    return Category(question.answers[-1].pieces[0].key.split("/")[1])


def _tile(ui: RollContext, key: str) -> int | None:
    """Return the number of the tile that has a side; None for a home world or a faction."""
    tile = ui.tiles.catalog.tile_by_side.get(key)
    return None if tile is None else tile.id


def _at(ui: RollContext, seat: int, path: Path) -> Any:
    return drafts.at(lambda number: asked_of(ui.view, number), seat, path)
