"""The pages of the tally: faction, home world, numbers, tiles, search, what is built, dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from kivy.properties import BooleanProperty, ColorProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView

from companion.games.roll.dice import DieType
from companion.games.roll.effects import Category, WorldColour
from companion.games.roll.tiles import FACTION_COUNT, Side, World
from kivy_ui import theme
from kivy_ui.presenters.house import House
from kivy_ui.presenters.start import COLOURS
from kivy_ui.presenters.tally import DiceCell, Page, TallyPresenter
from kivy_ui.presenters.tile_finder import DRAWERS, ROWS, Drawer
from kivy_ui.screens.base import keep_children
from kivy_ui.widgets import controls  # noqa: F401 - the rules name its widgets
from kivy_ui.widgets.controls import TapArea, TextButton
from kivy_ui.widgets.rules import load_rules
from kivy_ui.widgets.tile_marks import DEVELOPMENT_GROUND, WORLD_GROUNDS

_MOST_CREDITS: Final = 10
_MOST_FOUND: Final = 24
_ERASE: Final = "<"
_DICE: Final = tuple(DieType)


class Entering(Protocol):
    """The screen around a page."""

    def changed(self) -> None:
        """Something was entered."""
        ...

    def erased(self) -> bool:
        """The erasing key was tapped."""
        ...

    def typed(self, text: str) -> bool:
        """A key was tapped."""
        ...


class TallyPage(BoxLayout):
    """Base of the pages.

    Args:
        house: the presenters.
        screen: the tally's screen.
    """

    def __init__(self, house: House, screen: Entering) -> None:
        self.house = house
        self.screen = screen
        super().__init__()

    @property
    def presenter(self) -> TallyPresenter:
        """The behaviour behind the pages."""
        return self.house.side.tally

    def refresh(self) -> None:
        """Show what is entered."""


# --- faction and home world ----------------------------------------------------------------------


class StartChoice(TapArea):
    """A faction or a home world."""

    key = ""
    number = StringProperty("")
    words = StringProperty("")
    chosen = BooleanProperty(False)
    taken = StringProperty("")
    taken_colour = ColorProperty(theme.SEAT_UNKNOWN)

    def show_owner(self, owner: int | None) -> None:
        """Say who else has it."""
        self.taken = "" if owner is None else str(owner + 1)
        self.taken_colour = theme.SEAT_UNKNOWN if owner is None else _seat_colour(owner)


class StartPage(TallyPage):
    """Nine choices."""

    def choices(self, count: int) -> list[StartChoice]:
        """Return the nine choices, made where they are missing."""
        return keep_children(self.ids.choices, count, self._make)

    def choose(self, choice: StartChoice) -> None:
        """A choice was tapped."""

    def _make(self) -> StartChoice:
        choice = StartChoice()
        choice.bind(on_release=self._tapped)
        return choice

    def _tapped(self, choice: StartChoice) -> None:
        self.choose(choice)
        self.screen.changed()


class FactionPage(StartPage):
    """Which faction."""

    def refresh(self) -> None:
        """Show the nine factions."""
        presenter, tiles = self.presenter, self.house.desk.tiles
        for number, view in enumerate(self.choices(FACTION_COUNT), 1):
            view.key, view.number = str(number), str(number)
            view.words = tiles.faction(number).replace(" / ", "\n")
            view.chosen = presenter.player.faction == number
            owners = [i for i, player in enumerate(presenter.players) if player.faction == number]
            view.show_owner(next((i for i in owners if i != presenter.chosen), None))

    def choose(self, choice: StartChoice) -> None:
        """Take this faction."""
        self.presenter.choose_faction(int(choice.key))


class HomePage(StartPage):
    """Which home world."""

    def refresh(self) -> None:
        """Show the nine home worlds."""
        presenter, tiles = self.presenter, self.house.desk.tiles
        homes = [home.world for home in tiles.catalog.home_worlds]
        for view, world in zip(self.choices(len(homes)), homes, strict=True):
            view.key, view.words = world.key, tiles.name(world.key)
            view.ids.mark.show(world)
            view.chosen = presenter.player.home_world == world.key
            owners = [
                i for i, player in enumerate(presenter.players) if player.home_world == world.key
            ]
            view.show_owner(next((i for i in owners if i != presenter.chosen), None))

    def choose(self, choice: StartChoice) -> None:
        """Take this home world."""
        self.presenter.choose_home(choice.key)


# --- numbers -------------------------------------------------------------------------------------


class Keypad(GridLayout):
    """Digits and an erasing key; in a row, or as on a telephone."""

    tall = BooleanProperty(False)

    def fill(self, screen: Entering) -> None:
        """Make the keys once."""
        if self.children:
            return
        digits = ("1", "2", "3", "4", "5", "6", "7", "8", "9")
        for label in (*digits, "0", _ERASE) if not self.tall else (*digits, _ERASE, "0"):
            button = TextButton(icon="erase") if label == _ERASE else TextButton(text=label)
            button.label = label
            button.bind(on_release=lambda tapped: _tap_key(screen, tapped.label))
            self.add_widget(button)


def _tap_key(screen: Entering, label: str) -> None:
    if label == _ERASE:
        screen.erased()
    else:
        screen.typed(label)


class NumbersPage(TallyPage):
    """VP in chips by keypad and stepper, credits by one tap."""

    chips = StringProperty("")

    def refresh(self) -> None:
        """Show both numbers."""
        self.ids.keypad.fill(self.screen)
        player = self.presenter.player
        self.chips = "–" if player.vp_chips is None else str(player.vp_chips)
        views = keep_children(self.ids.credits, _MOST_CREDITS + 1, self._make)
        for count, view in enumerate(views):
            view.text = str(count)
            view.kind = "chosen" if player.credits == count else "plain"

    def step(self, delta: int) -> None:
        """The stepper was tapped."""
        self.presenter.step(delta)
        self.screen.changed()

    def _make(self) -> TextButton:
        button = TextButton()
        button.bind(on_release=self._tapped)
        return button

    def _tapped(self, button: TextButton) -> None:
        self.presenter.choose_credits(int(button.text))
        self.screen.changed()


# --- tiles ---------------------------------------------------------------------------------------


class TileChoice(TapArea):
    """A side to build or to take back."""

    key = ""
    name = StringProperty("")
    letters = StringProperty("")
    chosen = BooleanProperty(False)
    taken = StringProperty("")
    taken_colour = ColorProperty(theme.SEAT_UNKNOWN)


class TileGrid(ScrollView):
    """Sides in columns."""

    def show(self, page: TallyPage, sides: Sequence[Side]) -> None:
        """Show *sides*; a tap builds one or takes it back."""
        presenter, desk = page.presenter, page.house.desk
        views = keep_children(self.ids.grid, len(sides), lambda: _tile_choice(page))
        for view, side in zip(views, sides, strict=True):
            view.key, view.name = side.key, desk.tiles.name(side.key)
            view.ids.mark.show(side)
            die = side.colour.die if isinstance(side, World) else None
            view.letters = "" if die is None else desk.words.letters(die)
            owner = presenter.owner_of(side)
            view.chosen = side.key in presenter.player.tiles
            other = owner is not None and not view.chosen
            view.taken = str(owner + 1) if other and owner is not None else ""
            view.taken_colour = theme.SEAT_UNKNOWN if owner is None else _seat_colour(owner)


def _tile_choice(page: TallyPage) -> TileChoice:
    view = TileChoice()
    view.bind(on_release=lambda tapped: _tap_tile(page, tapped.key))
    return view


def _tap_tile(page: TallyPage, key: str) -> None:
    owner = page.presenter.toggle_tile(key)
    page.screen.changed()
    if owner is not None:
        desk = page.house.desk
        name = page.presenter.players[owner].name
        text = desk.words.translate(
            "%(tile)s cannot be built twice: %(name)s has this tile.",
            tile=desk.tiles.name(key),
            name=name,
        )
        hint = desk.words.translate("Every tile is in the box once.")
        page.screen.window.show_banner(text, hint, "error")  # type: ignore[attr-defined]


class DrawerView(TapArea):
    """A kind and a cost, or a colour, to look into."""

    value: object = None
    kind = StringProperty("")
    cost = StringProperty("")
    ground = ColorProperty(DEVELOPMENT_GROUND)
    chosen = BooleanProperty(False)


class TilesPage(TallyPage):
    """Ten drawers and what is in the open one: two taps a tile at most."""

    def refresh(self) -> None:
        """Show drawers and tiles."""
        finder = self.presenter.finder
        for view, drawer in zip(
            keep_children(self.ids.drawers, len(DRAWERS), self._make), DRAWERS, strict=True
        ):
            view.value, view.kind, view.cost = drawer, drawer.category.value, drawer.label
            developments = drawer.category is Category.DEVELOPMENT
            view.ground = DEVELOPMENT_GROUND if developments else WORLD_GROUNDS[WorldColour.GRAY]
            view.chosen = finder.drawer == drawer
        self.ids.tiles.show(self, finder.in_drawer())

    def _make(self) -> DrawerView:
        drawer = DrawerView()
        drawer.bind(on_release=self._open)
        return drawer

    def _open(self, view: DrawerView) -> None:
        if isinstance(view.value, Drawer):
            self.presenter.finder.open_drawer(view.value)
        self.ids.tiles.scroll_y = 1.0
        self.screen.changed()


class OwnPage(TallyPage):
    """What the player has built; a tap takes it back."""

    empty = BooleanProperty(False)

    def refresh(self) -> None:
        """Show the tiles, the newest first."""
        sides = self.presenter.own_tiles()
        self.empty = not sides
        self.ids.tiles.show(self, sides)


class KeyRow(BoxLayout):
    """A row of letters."""


class SearchPage(TallyPage):
    """Letters, costs and colours; the likeliest tiles above."""

    text = StringProperty("")

    def refresh(self) -> None:
        """Show what is asked and what is found."""
        finder = self.presenter.finder
        self.text = finder.text
        self._show_filters()
        self._show_keys()
        self.ids.tiles.show(self, finder.found()[:_MOST_FOUND])

    def _show_filters(self) -> None:
        finder = self.presenter.finder
        asked: list[object] = [*range(1, 7), *WorldColour]
        views = keep_children(self.ids.filters, len(asked), self._make_filter)
        for view, value in zip(views, asked, strict=True):
            view.value = value
            if isinstance(value, WorldColour):
                die = value.die
                view.kind, view.ground = "world", WORLD_GROUNDS[value]
                view.cost = self.house.desk.words.letters(die) if die is not None else "·"
                view.chosen = finder.colour is value
            else:
                view.kind, view.cost, view.chosen = "plain", str(value), finder.cost == value

    def _show_keys(self) -> None:
        rows = keep_children(self.ids.key_rows, len(ROWS), lambda: KeyRow(spacing=2))
        for index, (row, keys) in enumerate(zip(rows, ROWS, strict=True)):
            labels = [*keys, *((" ", _ERASE) if index == len(ROWS) - 1 else ())]
            views = keep_children(row, len(labels), self._make_key)
            for view, label in zip(views, labels, strict=True):
                view.label = label
                view.text = "" if label == _ERASE else label.replace(" ", "_")
                view.icon = "erase" if label == _ERASE else ""

    def _make_filter(self) -> DrawerView:
        drawer = DrawerView()
        drawer.bind(on_release=self._filter)
        return drawer

    def _filter(self, drawer: DrawerView) -> None:
        finder, value = self.presenter.finder, drawer.value
        if isinstance(value, WorldColour):
            finder.toggle_colour(value)
        elif isinstance(value, int):
            finder.toggle_cost(value)
        self.screen.changed()

    def _make_key(self) -> TextButton:
        button = TextButton()
        button.bind(on_release=lambda tapped: _tap_key(self.screen, tapped.label))
        return button


# --- dice ----------------------------------------------------------------------------------------


class DiceCellView(TapArea):
    """How many dice of a kind lie in a place."""

    cell = DiceCell("cup", DieType.HOME)
    count = StringProperty("")
    chosen = BooleanProperty(False)


class DieHead(TapArea):
    """A kind of die over its numbers; a tap is one die more."""

    value = DieType.HOME
    die = StringProperty("")
    letters = StringProperty("")


class GoodWorld(TapArea):
    """A world and the goods on it."""

    key = ""
    name = StringProperty("")
    first = StringProperty("")
    second = StringProperty("")
    full = BooleanProperty(False)


class BrushView(TapArea):
    """The die that the next good shows: the world's own colour, or the chosen kind."""

    die = StringProperty("")
    word = StringProperty("")


class DicePage(TallyPage):
    """Dice by kind, in the cup and elsewhere, and the goods on worlds."""

    def refresh(self) -> None:
        """Show all numbers."""
        self.ids.keypad.fill(self.screen)
        presenter, words = self.presenter, self.house.desk.words
        player = presenter.player
        for head, die in zip(
            keep_children(self.ids.heads, len(_DICE), self._make_head), _DICE, strict=True
        ):
            head.value, head.die, head.letters = die, die.value, words.letters(die)
        for place in ("cup", "elsewhere"):
            views = keep_children(self.ids[place], len(_DICE), self._make_cell)
            for view, die in zip(views, _DICE, strict=True):
                view.cell = DiceCell(place, die)
                view.count = str(player.count(place, die))
                view.chosen = presenter.cell == view.cell
        self._show_goods()

    def step(self, delta: int) -> None:
        """One die more or less."""
        self.presenter.step(delta)
        self.screen.changed()

    def take_likely(self) -> None:
        """Begin with the dice that the tiles gave."""
        self.presenter.take_likely_dice()
        self.screen.changed()

    def toggle_brush(self) -> None:
        """The next good shows the chosen die, or the world's own colour again."""
        presenter = self.presenter
        chosen = presenter.cell.die if presenter.good_die is None else None
        self._then(presenter.choose_good_die, chosen)

    def _show_goods(self) -> None:
        presenter, desk = self.presenter, self.house.desk
        brush, die = self.ids.brush, presenter.good_die
        brush.die = die.value if die is not None else ""
        words = desk.words
        brush.word = words.translate("Goods") if die is not None else words.translate("Own goods")
        worlds = presenter.good_worlds()
        views = keep_children(self.ids.worlds, len(worlds), self._make_world)
        for view, (world, goods) in zip(views, worlds, strict=True):
            view.key, view.name = world.key, desk.tiles.name(world.key)
            view.first = goods[0].value if goods else ""
            view.second = goods[1].value if len(goods) > 1 else ""
            view.full = bool(goods)

    def _make_head(self) -> DieHead:
        view = DieHead()
        view.bind(on_release=lambda tapped: self._then(self.presenter.one_more, tapped.value))
        return view

    def _make_cell(self) -> DiceCellView:
        view = DiceCellView()
        view.bind(on_release=lambda tapped: self._then(self.presenter.choose_cell, tapped.cell))
        return view

    def _make_world(self) -> GoodWorld:
        view = GoodWorld()
        view.bind(on_release=lambda tapped: self._then(self.presenter.tap_world, tapped.key))
        return view

    def _then(self, action: object, value: object) -> None:
        action(value)  # type: ignore[operator]
        self.screen.changed()


PAGES: Final[dict[Page, type[TallyPage]]] = {
    Page.FACTION: FactionPage,
    Page.HOME: HomePage,
    Page.NUMBERS: NumbersPage,
    Page.TILES: TilesPage,
    Page.SEARCH: SearchPage,
    Page.OWN: OwnPage,
    Page.DICE: DicePage,
}


def _seat_colour(index: int) -> theme.Rgba:
    return theme.seat_colour(COLOURS[index])


load_rules(__file__)
