"""The score entry's pages for tiles: choosing by category, and the built tiles."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.properties import BooleanProperty, ColorProperty, StringProperty

from companion.games.roll.model.effects import WorldColour
from companion.games.roll.model.tiles import Side
from kivy_ui import theme
from kivy_ui.games.roll.tiles.tile_groups import TILE_GROUPS, TileGroup
from kivy_ui.screens.score_entry.page import ScoreEntryPage, seat_colour
from kivy_ui.widgets import side_line  # noqa: F401 - the rules name its widget
from kivy_ui.widgets.children import reuse_children
from kivy_ui.widgets.controls import TapArea
from kivy_ui.widgets.kv_file import load_kv
from kivy_ui.widgets.row_scroll import RowScroll

_FEW = 4
"""Maximum number of built tiles that are shown as high cards."""


class TileChoice(TapArea):
    """A tile side; a tap builds or removes it."""

    key = ""
    name = StringProperty("")
    chosen = BooleanProperty(False)
    taken = StringProperty("")
    taken_colour = ColorProperty(theme.SEAT_UNKNOWN)


class TileGrid(RowScroll):
    """Tile sides in columns."""

    def show(self, page: ScoreEntryPage, sides: Sequence[Side]) -> None:
        """Show *sides*; a tap builds or removes one."""
        presenter, ui = page.presenter, page.presenters.ui
        views = reuse_children(self.ids.grid, len(sides), lambda: _tile_choice(page))
        for view, side in zip(views, sides, strict=True):
            view.key, view.name = side.key, ui.tiles.name(side.key)
            view.ids.mark.show(side)
            owner = presenter.owner_of(side)
            view.chosen = side.key in presenter.player.tiles
            other = owner is not None and not view.chosen
            view.taken = str(owner + 1) if other and owner is not None else ""
            view.taken_colour = theme.SEAT_UNKNOWN if owner is None else seat_colour(owner)


def _tile_choice(page: ScoreEntryPage) -> TileChoice:
    view = TileChoice()
    view.bind(on_release=lambda tapped: _tap_tile(page, tapped.key))
    return view


def _tap_tile(page: ScoreEntryPage, key: str) -> None:
    owner = page.presenter.toggle_tile(key)
    page.screen.changed()
    if owner is not None:
        ui = page.presenters.ui
        name = page.presenter.players[owner].name
        text = ui.translate(
            "%(tile)s cannot be built twice: %(name)s has this tile.",
            tile=ui.tiles.name(key),
            name=name,
        )
        hint = ui.translate("The box contains every tile once.")
        page.screen.window.show_banner(text, hint, "error")  # type: ignore[attr-defined]


class TileGroupView(TapArea):
    """A group (category) of tiles: a kind and a cost, or a colour."""

    value: object = None
    kind = StringProperty("")
    cost = StringProperty("")
    world = StringProperty(WorldColour.GRAY.value)
    chosen = BooleanProperty(False)


class TilesPage(ScoreEntryPage):
    """Ten groups and the tiles of the open one: at most two taps per tile."""

    def refresh(self) -> None:
        """Show groups and tiles."""
        finder = self.presenter.finder
        for view, group in zip(
            reuse_children(self.ids.groups, len(TILE_GROUPS), self._make), TILE_GROUPS, strict=True
        ):
            view.value, view.kind, view.cost = group, group.category.value, group.label
            view.chosen = finder.group == group
        self.ids.tiles.show(self, finder.in_group())

    def _make(self) -> TileGroupView:
        group = TileGroupView()
        group.bind(on_release=self._open)
        return group

    def _open(self, view: TileGroupView) -> None:
        if isinstance(view.value, TileGroup):
            self.presenter.finder.open_group(view.value)
        self.ids.tiles.scroll_y = 1.0
        self.screen.changed()


class OwnTile(TapArea):
    """A tile side that the player has built; a tap removes it.

    Attributes:
        large: whether there is room for a high card.
    """

    key = ""
    large = BooleanProperty(False)


class OwnPage(ScoreEntryPage):
    """The player's built tiles and their effects."""

    empty = BooleanProperty(False)
    summary = StringProperty("")

    def refresh(self) -> None:
        """Show the tiles, the newest first."""
        presenter, ui = self.presenter, self.presenters.ui
        sides = presenter.own_tiles()
        self.empty = not sides
        self.summary = (
            ui.translate.plural(
                "%(count)s tile built for %(vp)s VP",
                "%(count)s tiles built for %(vp)s VP",
                len(sides),
                vp=sum(side.cost for side in sides),
            )
            if sides
            else ui.translate("Nothing built yet. Open Tiles or Search.")
        )
        views = reuse_children(self.ids.tiles, len(sides), self._make)
        for view, side in zip(views, sides, strict=True):
            view.key, view.large = side.key, len(sides) <= _FEW
            view.ids.line.show(side, ui.tiles.name(side.key), signed=True)

    def _make(self) -> OwnTile:
        view = OwnTile()
        view.bind(on_release=lambda tapped: _tap_tile(self, tapped.key))
        return view


load_kv(__file__)
