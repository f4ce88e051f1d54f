"""Search for a tile, faction or home world by text in any language, cost and colour."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from companion.catalog.tile_search import TileFilter, fold
from companion.games.roll.decide.combined import Build
from companion.games.roll.model.dice import PHASES, Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.tiles import Side, World
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.corrections import Naming
from kivy_ui.games.roll.tiles.tile_filters import COLOURS, COSTS, Filter, filters, narrowed

KEYS: Final = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
WIDE_KEYS: Final = ("abcdefghijklm", "nopqrstuvwxyz")
"""Two keyboard rows for wide screens: four rows of tiles remain visible above them.

Lower-case letters without accents find names in all languages.
"""


@dataclass(frozen=True, slots=True)
class FoundTile:
    """A tile of the list.

    Attributes:
        key: identifies the tile.
        note: cost and colour, or who has it already.
        free: whether it can be chosen.
        proposed: whether it is highlighted because the camera has recognised it.
        side: side to draw; None for a faction.
        halves: of a faction, whose icons are drawn together.
    """

    key: str
    name: str
    note: str
    free: bool = True
    die: str = ""
    proposed: bool = False
    side: Side | None = None
    halves: tuple[Side, ...] = ()


@dataclass(frozen=True, slots=True)
class FinderModel:
    """Content of the panel."""

    title: str
    text: str
    filters: tuple[Filter, ...]
    found: tuple[FoundTile, ...]
    keys: tuple[str, ...]


class TileFinder:
    """Search for the tile on top of the current phase's stack, or for a correction's tile.

    Tiles that the player's dice can pay for come first, among them those named recently or built
    often. Initially only tiles that cost exactly the number of dice are shown, if there are any.

    Args:
        ui: context of the presenters.
        number: the player's seat.
        naming: the correction that needs a name; None completes the top tile.
    """

    def __init__(self, ui: RollContext, number: int, naming: Naming | None = None) -> None:
        self._ui = ui
        self.number = number
        self._naming = naming
        self._wanted = TileFilter(category=self._category())
        dice = 0 if naming is not None else self._dice()
        if dice in COSTS and self._sides(replace(self._wanted, cost=dice)):
            self._wanted = replace(self._wanted, cost=dice)

    def model(self) -> FinderModel | None:
        """Return the content of the panel; None if no tile has to be named."""
        seat = self._ui.seat(self.number)
        if seat is None or seat.tracking is None or self._category() is None:
            return None
        dice = COSTS[-1] if self._naming is not None else self._dice()
        if not dice:
            return None
        words = self._ui.words
        title = words.translate("%(name)s: which tile is complete?", name=seat.name)
        if self._naming is not None:
            usual = words.translate("%(name)s: which tile is it?", name=seat.name)
            title = self._naming.title or usual
        sides = sorted(self._sides(self._wanted), key=lambda side: side.cost > dice)
        return FinderModel(
            title=title,
            text=self._wanted.text,
            filters=filters(words, self._wanted, kinds=self._either_side),
            found=tuple(self._found(side) for side in sides),
            keys=KEYS,
        )

    def type(self, text: str) -> None:
        """Append to the search text, which searches all costs."""
        letters = self._wanted.text + "".join(char for char in text if char.isprintable())
        self._wanted = replace(self._wanted, text=letters[:24], cost=None)

    def erase(self) -> None:
        """Delete the last character."""
        self._wanted = replace(self._wanted, text=self._wanted.text[:-1])

    def narrow(self, key: str) -> None:
        """Toggle the filter of a kind, a cost or a colour."""
        self._wanted = narrowed(self._wanted, key)

    def widen(self) -> None:
        """Clear the filters and the text."""
        self._wanted = TileFilter(category=self._category())

    def choose(self, key: str) -> object:
        """Return the command that names this tile."""
        tile = self._ui.tiles.number(key)
        self._ui.tile_frequency.named(key)
        return Build(self.number, tile) if self._naming is None else self._naming.make(tile)

    def allows(self, key: str) -> bool:
        """Return whether the rules allow the tile to be this one."""
        found = self._ui.tiles.catalog.sides.get(key)
        if found is None or key not in self._ui.tiles.catalog.tile_by_side:
            return False
        fits = self._either_side or found.category is self._category()
        return fits and not self.is_known(key)

    def is_known(self, key: str) -> bool:
        """Return whether the location of this side's tile is already known."""
        tile = self._ui.tiles.catalog.tile_by_side.get(key)
        return tile is not None and tile.id in self._known()

    def objection(self, key: str) -> str:
        """Return why a recognised tile is not possible; empty if it is."""
        catalog, translate = self._ui.tiles.catalog, self._ui.translate
        tile = catalog.tile_by_side.get(key)
        if tile is None:
            return ""
        side, name = catalog.sides[key], self._ui.tiles.name(key)
        if self.is_known(key):
            return translate("%(tile)s is there, but it is already listed elsewhere.", tile=name)
        if not self._either_side and side.category is not self._category():
            if side.category is Category.WORLD:
                return translate("%(tile)s is a world; a development is asked for.", tile=name)
            return translate("%(tile)s is a development; a world is asked for.", tile=name)
        dice = self._dice()
        if self._naming is None and side.cost > dice:
            return translate(
                "%(tile)s costs %(cost)s, the workers pay only %(dice)s.",
                tile=name, cost=side.cost, dice=dice,
            )  # fmt: skip
        return ""

    def first(self) -> str | None:
        """Return the key of the first tile of the list."""
        model = self.model()
        return model.found[0].key if model is not None and model.found else None

    # --- internals -----------------------------------------------------------------------------

    def _category(self) -> Category | None:
        if self._naming is not None:
            return self._naming.category
        view = self._ui.view
        match view.current_phase if view is not None else None:
            case Phase.DEVELOP:
                return Category.DEVELOPMENT
            case Phase.SETTLE:
                return Category.WORLD
            case _:
                return None

    def _dice(self) -> int:
        """Return the number of dice that can pay: those on the stack, and the unused workers."""
        view, seat = self._ui.view, self._ui.seat(self.number)
        if view is None or seat is None or seat.tracking is None or view.current_phase is None:
            return 0
        tracking = seat.tracking
        stack = tracking.developments if view.current_phase is Phase.DEVELOP else tracking.worlds
        columns = tracking.columns or ((),) * len(PHASES)
        return len(stack.workers) + len(columns[PHASES.index(view.current_phase)])

    def _sides(self, wanted: TileFilter) -> tuple[Side, ...]:
        return self._ui.find_tiles(wanted, without=self._known())

    def _known(self) -> frozenset[int]:
        """Return the tiles with a known location, which cannot be the new one."""
        view = self._ui.view
        return view.tracking.seen if view is not None and view.tracking is not None else frozenset()

    @property
    def _either_side(self) -> bool:
        """Whether either side can be named, which applies to drawn tiles."""
        return self._naming is not None and bool(self._naming.title)

    def _found(self, side: Side) -> FoundTile:
        cost = "6+" if not isinstance(side, World) and side.six_plus else str(side.cost)
        translate = self._ui.translate
        colour, die = "", ""
        if isinstance(side, World):
            colour = f", {translate(COLOURS[side.colour])}"
            die = side.colour.value if side.produces else ""
        note = translate("cost %(cost)s", cost=cost) + colour
        return FoundTile(side.key, self._ui.tiles.name(side.key), note, die=die, side=side)


def matches(letters: str, *names: str) -> bool:
    """Return whether a name contains these letters, ignoring accents and case."""
    return not letters or any(fold(letters) in fold(name) for name in names)
