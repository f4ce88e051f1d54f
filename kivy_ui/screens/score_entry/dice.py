"""The score entry's page for dice and goods."""

from __future__ import annotations

from typing import Final

from kivy.properties import BooleanProperty, StringProperty

from companion.games.roll.model.dice import DieType
from kivy_ui.games.roll.score_entry.pages import DiceCell
from kivy_ui.screens.score_entry.page import Entering, ScoreEntryPage
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import TapArea
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.window.presenters import Presenters

_DICE: Final = tuple(DieType)


class DiceCellView(TapArea):
    """The number of dice of one type in the cup or elsewhere."""

    cell = DiceCell("cup", DieType.HOME)
    count = StringProperty("")
    chosen = BooleanProperty(False)
    empty = BooleanProperty(False)


class DieHead(TapArea):
    """A column heading with a die type; a tap adds one die."""

    value = DieType.HOME
    die = StringProperty("")


class GoodWorld(TapArea):
    """A world and the goods on it."""

    key = ""
    name = StringProperty("")
    first = StringProperty("")
    second = StringProperty("")
    full = BooleanProperty(False)


class BrushView(TapArea):
    """The die used for the next good: the world's own colour, or the chosen type."""

    die = StringProperty("")
    word = StringProperty("")


class DicePage(ScoreEntryPage):
    """Dice by type, in the cup and elsewhere, and the goods on worlds.

    Attributes:
        typing: whether a cell's number is being typed; the keypad is shown then.
        die: the die type whose number is typed.
        words: what is being typed, or a hint about taps.
    """

    typing = BooleanProperty(False)
    die = StringProperty("")
    words = StringProperty("")

    def __init__(self, presenters: Presenters, screen: Entering) -> None:
        self._player = -1
        super().__init__(presenters, screen)

    def on_parent(self, *_change: object) -> None:
        """Hide the keypad when the page is opened."""
        self.typing = False

    def refresh(self) -> None:
        """Show all numbers."""
        self.ids.keypad.fill(self.screen)
        presenter = self.presenter
        player = presenter.player
        if self._player != presenter.chosen:
            self._player, self.typing = presenter.chosen, False
        self.die, self.words = presenter.cell.die.value, self._words()
        for head, die in zip(
            reuse_children(self.ids.heads, len(_DICE), self._make_head), _DICE, strict=True
        ):
            head.value, head.die = die, die.value
        for place in ("cup", "elsewhere"):
            views = reuse_children(self.ids[place], len(_DICE), self._make_cell)
            for view, die in zip(views, _DICE, strict=True):
                view.cell = DiceCell(place, die)
                view.count = str(player.count(place, die))
                view.chosen = self.typing and presenter.cell == view.cell
        self._show_goods()

    def begins(self) -> None:
        """Highlight the cell that is being typed."""
        self.typing = True

    def step(self, delta: int) -> None:
        """Change the number of dice by *delta*."""
        self.presenter.step(delta)
        self.screen.changed()

    def take_likely(self) -> None:
        """Fill in the dice that the tiles have given."""
        self.presenter.take_likely_dice()
        self.screen.changed()

    def toggle_brush(self) -> None:
        """Switch the next good between the chosen die type and the world's own colour."""
        presenter = self.presenter
        chosen = presenter.cell.die if presenter.good_die is None else None
        self._then(presenter.choose_good_die, chosen)

    def _words(self) -> str:
        words, cell = self.presenters.ui.words, self.presenter.cell
        if not self.typing:
            return words.translate("Tap a die for one more, a number to type it.")
        if cell.place == "cup":
            return words.translate("%(die)s in the cup", die=words.die(cell.die))
        return words.translate("%(die)s not in the cup", die=words.die(cell.die))

    def _show_goods(self) -> None:
        presenter, ui = self.presenter, self.presenters.ui
        brush, die = self.ids.brush, presenter.good_die
        brush.die = die.value if die is not None else ""
        brush.word = ui.translate("Goods")
        worlds = presenter.good_worlds()
        views = reuse_children(self.ids.worlds, len(worlds), self._make_world)
        for view, (world, goods) in zip(views, worlds, strict=True):
            view.key, view.name = world.key, ui.tiles.name(world.key)
            view.ids.mark.show(world)
            view.first = goods[0].value if goods else ""
            view.second = goods[1].value if len(goods) > 1 else ""
            view.full = bool(goods)

    def _make_head(self) -> DieHead:
        view = DieHead()
        view.bind(on_release=lambda tapped: self._then(self.presenter.one_more, tapped.value))
        return view

    def _make_cell(self) -> DiceCellView:
        view = DiceCellView()
        view.bind(on_release=lambda tapped: self._type(tapped.cell))
        return view

    def _type(self, cell: DiceCell) -> None:
        self.typing = True
        self._then(self.presenter.choose_cell, cell)

    def _make_world(self) -> GoodWorld:
        view = GoodWorld()
        view.bind(on_release=lambda tapped: self._then(self.presenter.tap_world, tapped.key))
        return view

    def _then(self, action: object, value: object) -> None:
        action(value)  # type: ignore[operator]
        self.screen.changed()


load_kv(__file__)
