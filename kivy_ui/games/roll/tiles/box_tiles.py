"""Recording of the owner's tiles as camera references, about twelve per picture."""

from dataclasses import replace

from kivy_ui.common.page_source import Visit
from kivy_ui.common.stacked_pages import StackedPages, do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.tiles.tile_camera import Named, TileCamera
from kivy_ui.games.roll.tiles.tile_cards import tile_card
from kivy_ui.games.roll.tiles.tile_questions import Ask, TileQuestions, is_sure
from kivy_ui.pages.page import Cards, Main, Page, Side

SCREEN = "box_tiles"
"""Name under which the window shows the pages."""


class BoxTiles(TileQuestions, StackedPages):
    """Records each tile's appearance; saved after each picture, so that one can stop any time."""

    leads_to = Visit("device")

    def __init__(self, ui: RollContext, camera: TileCamera, search: Ask) -> None:
        TileQuestions.__init__(self, ui, self, camera, search)
        StackedPages.__init__(self, ui)

    @property
    def live(self) -> bool:
        """Whether a picture is being taken or its tiles are being saved."""
        busy = self.camera.waiting or self.camera.keeping or self.camera.progress is None
        return busy or super().live

    def enter(self) -> None:
        super().enter()
        self.pictures.clear()
        self.camera.ask_progress()

    def tick(self) -> None:
        """Process new results; clears the picture once its tiles are saved."""
        kept = self.camera.keeping
        super().tick()
        if kept and not self.camera.keeping and self.camera.error is None:
            self.pictures.clear()

    # --- pages ---------------------------------------------------------------------------------

    def page(self) -> Page:
        """Return the picture with its tiles and what is asked, or the tiles that are missing."""
        self.tick()
        return super().page()

    def first(self) -> Page:
        """Return the picture with its tiles and what is asked about them."""
        translate, progress = self.translate, self.camera.progress
        lacking = Side(do(self.open, self._missing), translate("What is missing"), "search")
        put = translate("Put twelve tiles flat under the camera")
        return Page(
            self._title(),
            self.now(translate("Check the names, then save them") if self._named() else put),
            self.photo(self._text()),
            side=(lacking,) if progress is not None and progress.unknown else (),
            main=self._main(),
        )

    def _missing(self) -> Page:
        """Return the tiles that are not recorded yet, which a touch does not change."""
        progress = self.camera.progress
        keys = progress.unknown if progress is not None else ()
        cards = tuple(replace(tile_card(self._ui, key), key=None) for key in keys)
        return Page(self._title(), self.translate("What is missing"), Cards(cards))

    def _main(self) -> Main | None:
        translate, found = self.translate, len(self._named())
        if self.camera.keeping or self.camera.waiting:
            return Main(translate("Cancel"), do(self.camera.give_up), "close")
        if self.asked() is not None:
            return None
        if not found:
            return Main(translate("Capture"), do(self._capture), "camera")
        text = translate.plural("Save %(count)s known tile", "Save %(count)s known tiles", found)
        return Main(text, do(self._keep), "tick")

    def _title(self) -> str:
        translate, progress = self.translate, self.camera.progress
        if progress is None:
            return translate("Tiles of this box")
        whole = progress.known + len(progress.unknown)
        return translate("%(known)s of %(all)s tiles known", known=progress.known, all=whole)

    def _text(self) -> str:
        translate = self.translate
        if self.camera.keeping and self.camera.error is None:
            return translate("Saving the tiles …")
        if self.seen is None and not self.in_the_way():
            return translate("You can stop after every image and continue another day.")
        named = translate("Tap a tile to change its name.")
        return self.in_the_way() or named

    # --- touches -------------------------------------------------------------------------------

    def _capture(self) -> None:
        """Take another picture; unsaved names of the current one are discarded."""
        self.pictures.clear()
        self.camera.take_picture()

    def _keep(self) -> None:
        if self.seen is not None:
            self.camera.error = None
            self.camera.remember(self.seen.scan, self._named())

    def _named(self) -> list[Named]:
        """Return the tiles to save: recognised with certainty, or named."""
        tiles = () if self.seen is None else self.seen.reading.tiles
        return [(tile, tile.tile) for tile in tiles if tile.tile is not None and is_sure(tile)]
