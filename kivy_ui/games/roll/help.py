"""The help of Roll for the Galaxy: rules, both kinds of tiles, dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import MappingProxyType
from typing import Final

from companion.catalog.roll_loader import LANGUAGES
from companion.catalog.roll_texts import load_tile_texts
from companion.catalog.tile_search import TileFilter, search
from companion.games.roll.model.dice import COLOURS, COUNTS, FACES, PHASES, DieType
from companion.games.roll.model.effects import Category
from companion.i18n import N_
from kivy_ui.common.rule_book import HelpTopic, Shelf
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.texts.rule_texts import RULES, TOPICS, Topic, topic_title
from kivy_ui.games.roll.tiles.tile_cards import side_picture
from kivy_ui.pages.page import Picture

_PHASES: Final = frozenset(phase.value for phase in PHASES)
_PICTURES: Final = MappingProxyType(
    {
        "box": "bag",
        "wild": "die/home/wild",
        "hand": "symbol/hand",
        "camera": "symbol/camera",
        "mat": "symbol/mat",
        "cup": "cup",
        "crown": "symbol/crown",
    }
)
"""Face of a topic -> its picture."""
_SYMBOLS: Final = (
    ("development", N_("Development"), N_("The number is what it costs and what it scores.")),
    ("world/genes", N_("World"), N_("The number is its cost; the colour is that of its goods.")),
    ("chip", N_("VP chips"), N_("A victory point each, from the pool.")),
    ("coin", N_("Credits"), N_("Money on your track, $10 at most; it recruits dice.")),
    ("symbol/tile", N_("Tiles"), N_("In your empire; the 12th ends the game.")),
    ("cup", N_("Cup"), N_("Dice in it are rolled at the beginning of the next round.")),
    ("symbol/people", N_("Citizenry"), N_("Used dice wait here until you pay $1 for each.")),
    ("symbol/crown", N_("First place"), N_("The player who leads, or has won.")),
    ("symbol/doubt", N_("Uncertain"), N_("The camera is not sure: check this die.")),
)
"""Picture of a symbol, its name and its meaning."""


def shelves(ui: UiContext) -> tuple[Shelf, ...]:
    """Return everything that can be read about the game."""
    if not isinstance(ui, RollContext):
        return ()
    translate = ui.translate
    return (
        Shelf(translate("Rules"), Picture("symbol/book"), tuple(_rules(ui))),
        Shelf(
            translate("Developments"),
            Picture("development"),
            tuple(_tiles(ui, Category.DEVELOPMENT)),
        ),
        Shelf(translate("Worlds"), Picture("world/genes"), tuple(_tiles(ui, Category.WORLD))),
        Shelf(
            translate("Dice"),
            Picture("die/military"),
            tuple(_die(ui, die) for die in DieType),
        ),
        Shelf(translate("Symbols"), Picture("symbol/question"), tuple(_symbols(ui))),
    )


def _symbols(ui: RollContext) -> Iterator[HelpTopic]:
    for piece, name, meaning in _SYMBOLS:
        yield HelpTopic(piece, ui.translate(name), (ui.translate(meaning),), (Picture(piece),))


def _rules(ui: RollContext) -> Iterator[HelpTopic]:
    for topic in TOPICS:
        title, text = topic_title(ui.translate, topic.title), _told(ui, topic.rules)
        yield HelpTopic(topic.title, title, text, (_picture(topic),), topic.rules)


def _picture(topic: Topic) -> Picture:
    active = f"phase/{topic.face}/active"
    return Picture(active if topic.face in _PHASES else _PICTURES[topic.face])


def _told(ui: RollContext, rules: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"\u2022 {ui.translate(RULES[rule])}" for rule in rules)


def _tiles(ui: RollContext, category: Category) -> Iterator[HelpTopic]:
    """Yield the sides of a category, found by names and texts of all languages."""
    texts = [load_tile_texts(key) for key in LANGUAGES]
    for side in search(ui.tiles.catalog.sides.values(), TileFilter(category=category)):
        found = " ".join((side.name_en, side.name_pl or "", *(each.of(side) for each in texts)))
        text, picture = ui.tiles.text(side.key), side_picture(side)
        yield HelpTopic(side.key, ui.tiles.name(side.key), (text,), (picture,), found=found)


def _die(ui: RollContext, die: DieType) -> HelpTopic:
    words, sides = ui.words, FACES[die]
    count = words.translate(
        "%(count)s dice in the box, %(colour)s", count=COUNTS[die], colour=words.of(COLOURS[die])
    )
    pictures = tuple(
        Picture(f"die/{die.value}/{face.value}", count=sides.count(face))
        for face in dict.fromkeys(sides)
    )
    return HelpTopic(die.value, words.of(die), (count, *_told(ui, ("R-3.1",))), pictures)
