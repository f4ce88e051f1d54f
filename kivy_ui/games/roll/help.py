"""The help of Roll for the Galaxy: rules, both kinds of tiles, dice."""

from collections import Counter
from collections.abc import Iterable, Iterator

from companion.catalog.roll_loader import LANGUAGES
from companion.catalog.roll_texts import load_tile_texts
from companion.catalog.tile_search import TileFilter, search
from companion.games.roll.model.dice import COLOURS, COUNTS, FACES, DieType
from companion.games.roll.model.effects import Category
from companion.games.roll.model.tiles import OtherDie
from kivy_ui.common.rule_book import HelpTopic, Shelf
from kivy_ui.common.ui_context import UiContext
from kivy_ui.games.roll.agreements import Agreements
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.texts.book import QUESTIONS, RULES, SYMBOLS, TOPICS, topic_title
from kivy_ui.games.roll.tiles.tile_cards import side_picture
from kivy_ui.pages.page import Picture


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
            (
                *(_die(ui, die) for die in DieType),
                *(_other_die(ui, e) for e in ui.tiles.catalog.dice),
            ),
        ),
        Shelf(translate("Questions"), Picture("symbol/info"), tuple(_questions(ui))),
        Shelf(translate("Symbols"), Picture("symbol/question"), tuple(_symbols(ui))),
    )


def _questions(ui: RollContext) -> Iterator[HelpTopic]:
    for each in QUESTIONS:
        said = tuple(f"\u2022 {ui.translate(line)}" for line in each.lines)
        yield HelpTopic(
            f"asked {each.title}", topic_title(ui.translate, each.title), said, each.pictures
        )
    sides = Counter((side.cost, side.category) for side in ui.tiles.catalog.sides.values()
                    if side.key in ui.tiles.catalog.tile_by_side)  # fmt: skip
    names = {Category.DEVELOPMENT: "Developments", Category.WORLD: "Worlds"}
    costs = tuple(
        f"{cost}: " + ", ".join(f"{ui.translate(names[of])} {sides[cost, of]}" for of in Category)
        for cost in sorted({cost for cost, _ in sides})
    )
    yield HelpTopic("by cost", ui.translate("Tiles by cost"), costs, (Picture("tile"),))


def _symbols(ui: RollContext) -> Iterator[HelpTopic]:
    for each in SYMBOLS:
        name, meaning = ui.translate(each.title), ui.translate(each.text)
        yield HelpTopic(each.title, name, (meaning,), each.pictures)


def _rules(ui: RollContext) -> Iterator[HelpTopic]:
    cards = (Picture("symbol/cards"),)
    yield HelpTopic("guide", ui.translate("First-game guide"), (), cards, screen="guide")
    for each in TOPICS:
        title, text = topic_title(ui.translate, each.title), _told(ui, each.rules)
        yield HelpTopic(each.title, title, text, each.pictures, each.rules)
    agreed = tuple(f"\u2022 {each}" for each in Agreements(ui).told())
    yield HelpTopic("agreements", ui.translate("Agreements"), agreed, (Picture("symbol/people"),))


def _told(ui: RollContext, rules: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"\u2022 {ui.translate(RULES[rule])}" for rule in rules)


def _tiles(ui: RollContext, category: Category) -> Iterator[HelpTopic]:
    """Yield the sides of a category, found by names and texts of all languages."""
    texts = [load_tile_texts(key) for key in LANGUAGES]
    for side in search(ui.tiles.catalog.sides.values(), TileFilter(category=category)):
        found = " ".join((side.name_en, side.name_pl or "", *(each.of(side) for each in texts)))
        text, picture = ui.tiles.text(side.key), side_picture(side)
        yield HelpTopic(side.key, ui.tiles.name(side.key), (text,), (picture,), found=found)


def _other_die(ui: RollContext, die: OtherDie) -> HelpTopic:
    said = ui.words.translate(
        "%(name)s counts as %(die)s", name=die.name_en, die=ui.words.of(die.counts_as)
    )
    return HelpTopic(die.key, die.name_en, (said,), (Picture(f"die/{die.counts_as.value}"),))


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
