"""Recording of the owner's tiles as camera references, about twelve per picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.session.service_ports import TileReading
from companion.tableau.from_picture import UNREAD, UNSURE, faction_number
from kivy_ui.common.page_source import Said, Visit
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.tiles.tile_camera import Named, TileCamera
from kivy_ui.games.roll.tiles.tile_cards import faction_card, side_card
from kivy_ui.games.roll.tiles.tile_picture import is_sure
from kivy_ui.games.roll.tiles.tile_questions import Ask, SeenPicture, TileQuestions
from kivy_ui.pages.page import Card, Cards, Main, Page, Side

SCREEN = "box_tiles"
"""Name under which the window shows the pages."""


@dataclass(frozen=True, slots=True)
class Capture:
    """Key: takes a picture; one that is being taken is given up."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Key: saves the known tiles of the picture."""


@dataclass(frozen=True, slots=True)
class Lacking:
    """Key: shows the tiles that are not recorded yet, or the picture again."""


class BoxTiles(TileQuestions):
    """Records each tile's appearance; saved after each picture, so that one can stop any time.

    Args:
        ui: context of the presenters.
        camera: takes the pictures.
        search: asks for a tile of the whole box.
    """

    def __init__(self, ui: RollContext, camera: TileCamera, search: Ask) -> None:
        super().__init__(ui, camera, search)
        self._seen: SeenPicture | None = None
        self._lists = False

    @property
    def live(self) -> bool:
        """Whether a picture is being taken or its tiles are being saved."""
        return self.camera.waiting or self.camera.keeping or self.camera.progress is None

    def enter(self) -> None:
        """Begin without a picture."""
        self._seen, self._lists = None, False
        self.camera.ask_progress()

    def undo(self) -> None:
        """Do nothing: a name can be given again."""

    def redo(self) -> None:
        """Do nothing."""

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
        tiles = self._seen.reading.tiles if self._seen is not None else ()
        return {
            index: UNREAD if tile.tile is None else UNSURE
            for index, tile in enumerate(tiles)
            if not is_sure(tile)
        }

    def look_again(self) -> None:
        """Take another picture; unsaved names of the current one are discarded."""
        self._seen = None
        self.camera.take_picture()

    # --- page and touches ----------------------------------------------------------------------

    def page(self) -> Page:
        """Return the picture with its tiles and what is asked, or the tiles that are missing."""
        self.tick()
        translate, progress = self._ui.translate, self.camera.progress
        lacking = progress is not None and bool(progress.unknown)
        if self._lists and lacking:
            return Page(
                self._title(),
                translate("What is missing"),
                Cards(tuple(self._missing_cards())),
                back=Lacking(),
                can_undo=False,
            )
        more = (Side(Lacking(), translate("What is missing"), "search"),) if lacking else ()
        return Page(
            translate("Tiles of this box"),
            self._title(),
            self.photo(self._text()),
            side=more,
            main=self._main(),
            back=Visit("device"),
            can_undo=False,
        )

    def _missing_cards(self) -> Iterator[Card]:
        """Yield the tiles that are not recorded yet, which a touch does not change."""
        catalog, progress = self._ui.tiles.catalog, self.camera.progress
        for key in progress.unknown if progress is not None else ():
            number = faction_number(key)
            if number is not None:
                card = faction_card(self._ui, catalog.faction(number))
            else:
                card = side_card(self._ui, catalog.sides[key])
            yield Card(None, card.pictures, card.title, card.text, number=card.number)

    def _main(self) -> Main | None:
        translate = self._ui.translate
        if self.camera.keeping or self.camera.waiting:
            return Main(translate("Cancel"), Capture(), "close")
        if self.question() is not None:
            return None
        found = len(self._named())
        if not found:
            return Main(translate("Capture"), Capture(), "camera")
        text = translate.plural("Save %(count)s known tile", "Save %(count)s known tiles", found)
        return Main(text, Keep(), "tick")

    def touch(self, key: Any) -> Said:
        """Take or save a picture, answer the question, or ask about another tile."""
        match key:
            case Capture() if self.live and self.camera.progress is not None:
                self.close()
            case Capture():
                self.look_again()
            case Keep() if self._seen is not None:
                self.camera.error = None
                self.camera.remember(self._seen.scan, self._named())
            case Lacking():
                self._lists = not self._lists
            case _:
                self.touched(key)
        return None

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
        return translate("%(known)s of %(all)s tiles known", known=progress.known, all=whole)

    def _text(self) -> str:
        translate, camera = self._ui.translate, self.camera
        if camera.error is not None:
            return self._ui.error_text.sentence(camera.error)
        if camera.keeping:
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
