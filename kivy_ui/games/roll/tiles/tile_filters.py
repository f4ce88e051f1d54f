"""Filter buttons of a list of tiles: kind, cost and colour."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from companion.catalog.tile_search import TileFilter
from companion.games.roll.model.effects import Category, WorldColour
from companion.i18n import N_
from kivy_ui.games.roll.texts.words import Words

COSTS: Final = (1, 2, 3, 4, 5, 6)

COLOURS: Final = {
    WorldColour.NOVELTY: N_("cyan"),
    WorldColour.RARE_ELEMENTS: N_("brown"),
    WorldColour.GENES: N_("green"),
    WorldColour.ALIEN_TECHNOLOGY: N_("yellow"),
    WorldColour.GRAY: N_("gray"),
}
_KINDS: Final = {Category.DEVELOPMENT: "development", Category.WORLD: "world/novelty"}


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter button.

    Attributes:
        key: a cost, a colour or a kind.
        die: key of the die of that colour; empty for none.
        icon: icon of a kind of tile or of gray worlds; empty for none.
    """

    key: str
    text: str
    chosen: bool
    die: str = ""
    icon: str = ""


def filters(words: Words, wanted: TileFilter, *, kinds: bool) -> tuple[Filter, ...]:
    """Return the filter buttons; *kinds* adds those of developments and worlds."""
    found = [
        Filter(str(cost), "6+" if cost == COSTS[-1] else str(cost), wanted.cost == cost)
        for cost in COSTS
    ]
    if kinds:
        found[:0] = [
            Filter(kind.value, "", wanted.category is kind, icon=icon)
            for kind, icon in _KINDS.items()
        ]
    if kinds or wanted.category is Category.WORLD:
        found += [
            Filter(
                colour.value,
                words.letters(colour.die) if colour.die is not None else "",
                wanted.colour is colour,
                die=colour.die.value if colour.die is not None else "",
                icon="" if colour.die is not None else "world/gray",
            )
            for colour in COLOURS
        ]
    return tuple(found)


def narrowed(wanted: TileFilter, key: str) -> TileFilter:
    """Return the filter after a tap on the button *key*, which toggles its value."""
    if key.isdigit():
        cost = int(key)
        return replace(wanted, cost=None if cost == wanted.cost else cost)
    if key in {kind.value for kind in _KINDS}:
        kind = Category(key)
        same = kind is wanted.category
        # developments have no colour
        return replace(wanted, category=None if same else kind, colour=None)
    colour = WorldColour(key)
    return replace(wanted, colour=None if colour is wanted.colour else colour)
