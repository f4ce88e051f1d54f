"""Naming a tile, a faction or a home world: a few letters of any language, cost, colour."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from companion.catalog.tile_search import TileFilter, fold
from companion.games.roll.model.dice import PHASES, Phase
from companion.games.roll.model.effects import Category
from companion.games.roll.model.macros import Build
from companion.games.roll.model.tiles import Side, World
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.corrections import Naming
from kivy_ui.games.roll.tiles.tile_filters import COLOURS, COSTS, Filter, filters, narrowed

KEYS: Final = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
WIDE_KEYS: Final = ("abcdefghijklm", "nopqrstuvwxyz")
"""Two rows where there is room: four rows of tiles stay in view above them.

Small letters without accents find names in all languages."""


@dataclass(frozen=True, slots=True)
class FoundTile:
    """A tile of the list.

    Attributes:
        key: what it stands for.
        note: cost and colour, or who has it already.
        free: whether it can be chosen.
        proposed: whether it stands apart from the others, because the camera sees it.
        side: what is drawn of it; None for a faction.
        halves: of a faction, whose signs are drawn together.
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
    """What the panel shows."""

    title: str
    text: str
    filters: tuple[Filter, ...]
    found: tuple[FoundTile, ...]
    keys: tuple[str, ...]


class TileFinder:
    """Which tile lies on top of the stack that the phase builds, or which one a correction means.

    The tiles that the player's dice can pay for come first, among them those that were named
    lately or built often; at the start only those that take exactly these dice are shown, if there
    are any.

    Args:
        ui: the presenters' ui.
        number: whose tile.
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
        """Return what is shown; None where nothing can be named any more."""
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
        """Add letters; they search all costs."""
        letters = self._wanted.text + "".join(char for char in text if char.isprintable())
        self._wanted = replace(self._wanted, text=letters[:24], cost=None)

    def erase(self) -> None:
        """Take the last letter away."""
        self._wanted = replace(self._wanted, text=self._wanted.text[:-1])

    def narrow(self, key: str) -> None:
        """Choose a kind, a cost or a colour, or any again."""
        self._wanted = narrowed(self._wanted, key)

    def widen(self) -> None:
        """Show all costs and colours again."""
        self._wanted = TileFilter(category=self._category())

    def choose(self, key: str) -> object:
        """Return the command that names this tile."""
        tile = self._ui.tiles.number(key)
        self._ui.tile_frequency.named(key)
        return Build(self.number, tile) if self._naming is None else self._naming.make(tile)

    def allows(self, key: str) -> bool:
        """Whether the rules let the tile be this one."""
        found = self._ui.tiles.catalog.sides.get(key)
        if found is None or key not in self._ui.tiles.catalog.tile_by_side:
            return False
        fits = self._either_side or found.category is self._category()
        return fits and not self.is_known(key)

    def is_known(self, key: str) -> bool:
        """Whether the tile with this side is somewhere already."""
        tile = self._ui.tiles.catalog.tile_by_side.get(key)
        return tile is not None and tile.id in self._known()

    def objection(self, key: str) -> str:
        """Return what the rules say against a tile that lies there; empty where nothing."""
        catalog, translate = self._ui.tiles.catalog, self._ui.translate
        tile = catalog.tile_by_side.get(key)
        if tile is None:
            return ""
        side, name = catalog.sides[key], self._ui.tiles.name(key)
        if self.is_known(key):
            return translate("%(tile)s lies there, but it is known to be elsewhere.", tile=name)
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

    # --- inside --------------------------------------------------------------------------------

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
        """How many dice can pay: those on the stack, and the unused workers."""
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
        """Tiles that are somewhere, so that this one cannot be one of them."""
        view = self._ui.view
        return view.tracking.seen if view is not None and view.tracking is not None else frozenset()

    @property
    def _either_side(self) -> bool:
        """A drawn tile is known by either of its sides."""
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
    """Whether a name has these letters, accents and capitals aside."""
    return not letters or any(fold(letters) in fold(name) for name in names)
