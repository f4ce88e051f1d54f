"""Recording of the owner's tiles as camera references, about twelve per picture."""

from __future__ import annotations

from companion.session.service_ports import TileReading
from companion.tableau.from_picture import UNREAD, UNSURE
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.tiles.tile_camera import Named, TileCamera
from kivy_ui.games.roll.tiles.tile_picker import TilePicker
from kivy_ui.games.roll.tiles.tile_picture import is_sure
from kivy_ui.games.roll.tiles.tile_questions import SeenPicture, TileCameraModel, TileQuestions


class BoxTiles(TileQuestions):
    """Records each tile's appearance; saved after each picture, so that one can stop any time.

    Args:
        ui: context of the presenters.
        camera: takes the pictures.
    """

    def __init__(self, ui: RollContext, camera: TileCamera) -> None:
        super().__init__(ui, camera)
        self._seen: SeenPicture | None = None
        camera.ask_progress()

    @property
    def seen(self) -> SeenPicture | None:
        """The current picture."""
        return self._seen

    def take(self, seen: SeenPicture) -> None:
        """Receive a picture."""
        self._seen = seen

    def tick(self) -> bool:
        """Process new results; clears the picture once its tiles are saved."""
        kept = self.camera.keeping
        changed = super().tick()
        if kept and not self.camera.keeping and self.camera.error is None:
            self._seen = None
        return changed

    def doubts(self) -> dict[int, str]:
        """Return the tiles that are not recognised with certainty and have not been named."""
        seen = self._seen
        if seen is None:
            return {}
        return {
            index: UNREAD if tile.tile is None else UNSURE
            for index, tile in enumerate(seen.reading.tiles)
            if not is_sure(tile)
        }

    def model(self) -> TileCameraModel:
        """Return the content of the panel."""
        translate, seen = self._ui.translate, self._seen
        waiting = self.camera.waiting or self.camera.keeping
        found = self._named()
        primary = translate("Capture")
        if waiting:
            primary = translate("Cancel")
        elif found:
            primary = translate.plural(
                "Save %(count)s known tile", "Save %(count)s known tiles", len(found)
            )
        progress = self.camera.progress
        return TileCameraModel(
            title=self._title(),
            text=self._text(),
            picture=None if seen is None else seen.shown.picture,
            outlines=self.outlines(),
            question=None if waiting else self.question(),
            primary=primary,
            more=translate("What is missing") if progress is not None and progress.unknown else "",
            more_icon="search",
            waiting=waiting,
            trouble=self.camera.error is not None,
        )

    def primary(self) -> bool:
        """Take a picture or save its tiles; returns whether the panel can be closed."""
        if self.camera.waiting or self.camera.keeping:
            return True
        found = self._named()
        if self._seen is not None and found:
            self.camera.error = None
            self.camera.remember(self._seen.scan, found)
        else:
            self.look_again()
        return False

    def look_again(self) -> None:
        """Take another picture; unsaved names of the current one are discarded."""
        self._seen = None
        self.camera.take_picture()

    def more(self) -> TilePicker | None:
        """Return the list of the tiles that are not recorded yet."""
        progress = self.camera.progress
        if progress is None:
            return None
        unknown = frozenset(progress.unknown)
        title = self._ui.translate("Still missing: %(count)s", count=len(unknown))
        return TilePicker(self._ui, title, unknown.__contains__, can_type=False)

    # --- internals ------------------------------------------------------------------------------

    def _named(self) -> list[Named]:
        """Return the tiles to save: recognised with certainty, or named."""
        tiles: tuple[TileReading, ...] = () if self._seen is None else self._seen.reading.tiles
        return [(tile, tile.tile) for tile in tiles if tile.tile is not None and is_sure(tile)]

    def _title(self) -> str:
        translate, progress = self._ui.translate, self.camera.progress
        if progress is None:
            return translate("Tiles of this box")
        whole = progress.known + len(progress.unknown)
        return translate(
            "Tiles of this box: %(known)s of %(all)s known", known=progress.known, all=whole
        )

    def _text(self) -> str:
        translate, camera = self._ui.translate, self.camera
        if camera.error is not None:
            return self._ui.error_text.sentence(camera.error)
        if self.camera.keeping:
            return translate("Saving the tiles …")
        if camera.waiting:
            return translate("Reading the tiles …")
        if self._seen is None:
            return translate(
                "Put twelve tiles flat under the camera, then tap Capture. You can stop after "
                "every image and continue another day."
            )
        if not self._seen.reading.tiles:
            return translate("No tile is seen. Put the tiles flat under the camera, face up.")
        return translate("Check the names; tap a tile to change its name. Then save them.")
