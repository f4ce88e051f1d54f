"""The tally's first pages: faction, home world, VP chips and credits."""

from __future__ import annotations

from typing import Final

from kivy.properties import BooleanProperty, ColorProperty, StringProperty

from companion.games.roll.model.tiles import FACTION_COUNT
from kivy_ui import theme
from kivy_ui.screens.base import keep_children
from kivy_ui.screens.tally_page import TallyPage, seat_colour
from kivy_ui.widgets import tile_marks  # noqa: F401 - the rules name its widgets
from kivy_ui.widgets.controls import TapArea, TextButton
from kivy_ui.widgets.rules import load_rules

_MOST_CREDITS: Final = 10


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
        self.taken_colour = theme.SEAT_UNKNOWN if owner is None else seat_colour(owner)


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
        presenter, tiles = self.presenter, self.presenters.ui.tiles
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
        presenter, tiles = self.presenter, self.presenters.ui.tiles
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


load_rules(__file__)
