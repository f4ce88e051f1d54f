"""The score entry's pages for faction, home world, VP chips and credits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kivy.properties import BooleanProperty, ColorProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.games.roll.model.tiles import FACTION_COUNT, Side
from kivy_ui import theme
from kivy_ui.screens.score_entry.page import ScoreEntryPage, seat_colour
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import Key, TapArea
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.side_line import SideLine

_MOST_CREDITS: Final = 10


class StartChoice(TapArea):
    """A selectable faction or home world."""

    key = ""
    number = StringProperty("")
    chosen = BooleanProperty(False)
    taken = StringProperty("")
    taken_colour = ColorProperty(theme.SEAT_UNKNOWN)

    def show_sides(self, sides: Sequence[tuple[Side, str]], *, upright: bool) -> None:
        """Show the halves of a faction, or a home world with its effects; with their names.

        In portrait format there is room for the names of the two halves but not for their marks.
        """
        alone = len(sides) == 1
        lines = reuse_children(self.ids.sides, len(sides), lambda: SideLine(stacked=True))
        for line, (side, name) in zip(lines, sides, strict=True):
            line.mark_dp = theme.TOUCH if alone else 0 if upright else theme.ICON_LARGE
            line.base_size = theme.TEXT_BODY if alone else theme.TEXT_LEAST
            line.dim = bool(self.taken)
            line.show(side, name, signed=alone)

    def show_owner(self, owner: int | None) -> None:
        """Show which other player has it."""
        self.taken = "" if owner is None else str(owner + 1)
        self.taken_colour = theme.SEAT_UNKNOWN if owner is None else seat_colour(owner)


class StartPage(ScoreEntryPage):
    """Base class of the pages with nine choices."""

    upright = BooleanProperty(False)

    def on_upright(self, *_change: object) -> None:
        """Update the choices after a change of orientation."""
        self.refresh()

    def choices(self, count: int) -> list[StartChoice]:
        """Return *count* choice widgets; missing ones are created."""
        return reuse_children(self.ids.choices, count, self._make)

    def choose(self, choice: StartChoice) -> None:
        """Handle a tap on a choice."""

    def _make(self) -> StartChoice:
        choice = StartChoice()
        choice.bind(on_release=self._tapped)
        return choice

    def _tapped(self, choice: StartChoice) -> None:
        self.choose(choice)
        self.screen.changed()


class FactionPage(StartPage):
    """The page to choose the faction."""

    def refresh(self) -> None:
        """Show the nine factions."""
        presenter, tiles = self.presenter, self.presenters.ui.tiles
        for number, view in enumerate(self.choices(FACTION_COUNT), 1):
            view.key, view.number = str(number), str(number)
            view.chosen = presenter.player.faction == number
            owners = [i for i, player in enumerate(presenter.players) if player.faction == number]
            view.show_owner(next((i for i in owners if i != presenter.chosen), None))
            halves = tiles.catalog.faction(number).halves
            view.show_sides([(half, tiles.name(half.key)) for half in halves], upright=self.upright)

    def choose(self, choice: StartChoice) -> None:
        """Choose this faction."""
        self.presenter.choose_faction(int(choice.key))


class HomePage(StartPage):
    """The page to choose the home world."""

    def refresh(self) -> None:
        """Show the nine home worlds."""
        presenter, tiles = self.presenter, self.presenters.ui.tiles
        homes = [home.world for home in tiles.catalog.home_worlds]
        for view, world in zip(self.choices(len(homes)), homes, strict=True):
            view.key = world.key
            view.chosen = presenter.player.home_world == world.key
            owners = [
                i for i, player in enumerate(presenter.players) if player.home_world == world.key
            ]
            view.show_owner(next((i for i in owners if i != presenter.chosen), None))
            view.show_sides([(world, tiles.name(world.key))], upright=self.upright)

    def choose(self, choice: StartChoice) -> None:
        """Choose this home world."""
        self.presenter.choose_home(choice.key)


class NumberHead(BoxLayout):
    """The heading of a number: icon, caption and value so far."""

    icon = StringProperty("")
    caption = StringProperty("")
    value = StringProperty("")


class NumbersPage(ScoreEntryPage):
    """The page for VP chips (keypad) and credits (one tap)."""

    chips = StringProperty("")
    credits = StringProperty("")

    def refresh(self) -> None:
        """Show both numbers."""
        self.ids.keypad.fill(self.screen)
        player = self.presenter.player
        self.chips = "–" if player.vp_chips is None else str(player.vp_chips)
        self.credits = "–" if player.credits is None else f"${player.credits}"
        usual = range(1, _MOST_CREDITS)
        views = reuse_children(self.ids.credits, len(usual), self._make)
        views += reuse_children(self.ids.ends, 2, self._make)
        for view, count in zip(views, (*usual, 0, _MOST_CREDITS), strict=True):
            view.text = str(count)
            view.kind = "chosen" if player.credits == count else "plain"

    def _make(self) -> Key:
        button = Key(base_size=theme.TEXT_LARGE)
        button.bind(on_release=self._tapped)
        return button

    def _tapped(self, button: Key) -> None:
        self.presenter.choose_credits(int(button.text))
        self.screen.changed()


load_kv(__file__)
