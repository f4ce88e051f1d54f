"""The score entry screen: players at the side, tabs, an entry page for each tab."""

from __future__ import annotations

from typing import Final

from kivy.properties import BooleanProperty, ColorProperty, StringProperty
from kivy.uix.widget import Widget

from companion.errors import CompanionError
from kivy_ui import theme
from kivy_ui.common.player_group import COLOURS
from kivy_ui.games.roll.score_entry.by_camera import ScoreEntryByCamera
from kivy_ui.games.roll.score_entry.pages import EntryPage
from kivy_ui.games.roll.score_entry.presenter import MOST_PLAYERS, ScoreEntryPresenter
from kivy_ui.games.roll.tiles.sought import Sought
from kivy_ui.games.roll.tiles.tile_camera import TileCamera
from kivy_ui.panels.game_date import GameDatePanel
from kivy_ui.panels.score_entry.files import ScoreEntryFilesPanel
from kivy_ui.panels.score_entry.player import ScoreEntryPlayerPanel
from kivy_ui.panels.tiles.camera import TileCameraPanel
from kivy_ui.screens.base import Navigator, TableScreen
from kivy_ui.screens.score_entry.dice import DicePage
from kivy_ui.screens.score_entry.page import ScoreEntryPage
from kivy_ui.screens.score_entry.result import ResultPage
from kivy_ui.screens.score_entry.start import FactionPage, HomePage, NumbersPage
from kivy_ui.screens.score_entry.tiles import OwnPage, TilesPage
from kivy_ui.widgets import controls  # noqa: F401 - the .kv file uses it
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import TapArea
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.mirrored import Mirrored
from kivy_ui.window.presenters import Presenters

_TABS: Final = tuple(EntryPage)

_ICONS: Final = {EntryPage.TILES: "plus", EntryPage.SEARCH: "search"}
"""Icons of the tabs that show no value."""

_PAGES: Final[dict[EntryPage, type[ScoreEntryPage]]] = {
    EntryPage.FACTION: FactionPage,
    EntryPage.HOME: HomePage,
    EntryPage.NUMBERS: NumbersPage,
    EntryPage.TILES: TilesPage,
    EntryPage.OWN: OwnPage,
    EntryPage.DICE: DicePage,
}


class PlayerTab(TapArea):
    """A player's tab with the points so far; a second tap opens the panel to rename or remove."""

    index = 0
    number = StringProperty("")
    name = StringProperty("")
    points = StringProperty("")
    colour = ColorProperty(theme.SEAT_UNKNOWN)
    chosen = BooleanProperty(False)
    lacking = BooleanProperty(False)


class PageTab(TapArea):
    """The tab of an entry page, with a summary of what is entered there."""

    page = EntryPage.FACTION
    caption = StringProperty("")
    value = StringProperty("")
    icon = StringProperty("")
    chosen = BooleanProperty(False)


class ScoreEntry(Mirrored, TableScreen):
    """The screen on which a final position is entered and scored."""

    can_add = BooleanProperty(True)
    narrow = BooleanProperty(False)
    worded = BooleanProperty(False)

    def __init__(self, presenters: Presenters, window: Navigator) -> None:
        self._pages: dict[type, ScoreEntryPage] = {}
        self._told: CompanionError | None = None
        super().__init__(presenters, window)
        self._entering: list[Widget] = self.children[::-1]

    @property
    def presenter(self) -> ScoreEntryPresenter:
        """The presenter of this screen."""
        return self.presenters.side.score_entry

    def refresh(self) -> None:
        """Show players, tabs and the chosen page."""
        presenter = self.presenter
        if not presenter.players:  # built in advance, never opened
            return
        self._show_players()
        self._show_tabs()
        self._show_page()
        self.can_add = len(presenter.players) < MOST_PLAYERS
        error = presenter.files.error
        if error is not None and error is not self._told:
            self._told = error
            self.window.tell(error)

    def changed(self) -> None:
        """Update this screen and the frame after an input."""
        self.window.refresh()

    def typed(self, text: str) -> bool:
        """Handle a typed key: digits edit the number, a letter opens the search."""
        presenter = self.presenter
        if text.isalpha() and not presenter.shows_result:
            self.search()
        elif text.isdecimal() and presenter.page in (EntryPage.NUMBERS, EntryPage.DICE):
            for page in self.ids.page.children:
                page.begins()
            presenter.digit(int(text))
        else:
            return False
        self.changed()
        return True

    def erased(self) -> bool:
        """Handle a typed backspace."""
        self.presenter.erase()
        self.changed()
        return True

    def one_more(self) -> None:
        """Increase the entered number by one."""
        self.presenter.step(1)
        self.changed()

    def add_player(self) -> None:
        """Add a player."""
        self.presenter.add_player()
        self.changed()

    def search(self) -> None:
        """Open the search for a tile that nobody has, by letters, kind, cost and colour."""
        ui, catalog = self.presenters.ui, self.presenters.ui.tiles.catalog
        title = ui.translate("%(name)s: which tile is it?", name=self.presenter.player.name)

        def free(key: str) -> bool:
            return (
                key in catalog.tile_by_side and self.presenter.owner_of(catalog.sides[key]) is None
            )

        def build(key: str) -> None:
            self.presenter.toggle_tile(key)
            self.changed()

        self.presenters.tile.ask(Sought(title, shows=free), build)
        self.window.refresh()

    def go_back(self) -> None:
        """Return from the result to the entry pages."""
        self.presenter.open(self.presenter.page)
        self.changed()

    def files(self) -> None:
        """Open the panel to reset the score entry, or import or export a score file."""
        self.window.open_panel(ScoreEntryFilesPanel(self.presenters, self.window))

    def primary(self) -> None:
        """Do what the main button says; before a result without a date is saved, ask for it."""
        presenter = self.presenter
        if presenter.asks_date:
            panel = GameDatePanel(self.presenters, self.window, presenter.save_dated)
            self.window.open_panel(panel)
        else:
            presenter.primary()

    def by_camera(self) -> None:
        """Read the chosen player's tiles from a camera picture."""
        ui = self.presenters.ui
        questions = ScoreEntryByCamera(ui, self.presenter, TileCamera(ui.settings.services.tiles))
        self.window.open_panel(TileCameraPanel(self.presenters, self.window, questions))

    # --- private ---------------------------------------------------------------------------------

    def _show_players(self) -> None:
        presenter = self.presenter
        findings = presenter.findings()
        tabs = reuse_children(self.ids.players, len(presenter.players), self._make_player)
        for index, (tab, player) in enumerate(zip(tabs, presenter.players, strict=True)):
            tab.index, tab.number, tab.name = index, str(index + 1), player.name
            tab.points = str(presenter.points(index))
            tab.colour = theme.seat_colour(COLOURS[index])
            tab.chosen = index == presenter.chosen
            tab.lacking = any(f.blocking and f.player in (index, None) for f in findings)

    def _show_tabs(self) -> None:
        presenter = self.presenter
        tabs = reuse_children(self.ids.tabs, len(_TABS), self._make_tab)
        for tab, page in zip(tabs, _TABS, strict=True):
            tab.page = page
            tab.caption, tab.value = self._tab_words(page)
            tab.icon = _ICONS.get(page, "")
            tab.chosen = page is presenter.page and not presenter.shows_result

    def _tab_words(self, page: EntryPage) -> tuple[str, str]:
        ui, player = self.presenters.ui, self.presenter.player
        translate = ui.translate
        nothing = "–"
        match page:
            case EntryPage.FACTION:
                value = nothing if player.faction is None else str(player.faction)
                return translate("Faction"), value
            case EntryPage.HOME:
                home = player.home_world
                first = ui.tiles.name(home).split()[0] if home is not None else nothing
                return translate("World"), first
            case EntryPage.NUMBERS:
                chips = nothing if player.vp_chips is None else str(player.vp_chips)
                money = nothing if player.credits is None else f"${player.credits}"
                return translate("VP · $"), f"{chips} · {money}"
            case EntryPage.TILES:
                return translate("Tiles"), ""
            case EntryPage.SEARCH:
                return translate("Search"), ""
            case EntryPage.OWN:
                return translate("Built"), str(len(player.tiles))
            case EntryPage.DICE:
                dice = sum(player.cup) + sum(player.elsewhere) + len(player.goods)
                asked = self.presenter.needs_dice(self.presenter.chosen)
                unknown = "?" if asked else nothing
                return translate("Dice"), str(dice) if player.dice_entered else unknown

    def _show_page(self) -> None:
        presenter = self.presenter
        self.ask((presenter.page, presenter.chosen, presenter.shows_result))
        kind = ResultPage if presenter.shows_result else _PAGES[presenter.page]
        page = self._pages.get(kind)
        if page is None:
            page = self._pages[kind] = kind(self.presenters, self)
        # The result uses the whole screen: it lists the players and their points itself.
        parts: list[Widget] = [page] if presenter.shows_result else self._entering
        if self.children[::-1] != parts:
            self.ids.page.clear_widgets()
            self.clear_widgets()
            for part in parts:
                self.add_widget(part)
        if not presenter.shows_result and self.ids.page.children != [page]:
            self.ids.page.clear_widgets()
            self.ids.page.add_widget(page)
        page.refresh()

    def _make_player(self) -> PlayerTab:
        tab = PlayerTab()
        tab.bind(on_release=self._tap_player)
        return tab

    def _tap_player(self, tab: PlayerTab) -> None:
        if tab.index == self.presenter.chosen:
            self.window.open_panel(ScoreEntryPlayerPanel(self.presenters, self.window, tab.index))
            return
        self.presenter.choose(tab.index)
        self.changed()

    def _make_tab(self) -> PageTab:
        tab = PageTab()
        tab.bind(on_release=self._tap_tab)
        return tab

    def _tap_tab(self, tab: PageTab) -> None:
        if tab.page is EntryPage.SEARCH:
            self.search()
            return
        self.presenter.open(tab.page)
        self.changed()


load_kv(__file__)
