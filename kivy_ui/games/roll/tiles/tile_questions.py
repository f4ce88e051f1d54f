"""Questions about recognised tiles in a picture; base of the pages that use the answers."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final, TypeAlias

from companion.i18n import N_
from companion.session.ports import Corners, DieStatus
from companion.session.service_ports import NoTileCameraError, TileReading, TileScan
from companion.tableau.from_picture import (
    SECOND_FACTION,
    SECOND_HOME,
    TWICE,
    UNREAD,
    UNSURE,
    with_answer,
)
from kivy_ui.common.outlines import cut, upright
from kivy_ui.common.stacked_pages import StackedPages, do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.tiles.sought import Sought
from kivy_ui.games.roll.tiles.tile_camera import Named, TileCamera
from kivy_ui.games.roll.tiles.tile_cards import tile_card
from kivy_ui.pages.page import Card, Picture
from kivy_ui.pages.photos import Photo, Zone

_MOST_CHOICES: Final = 3
_ROOM: Final = 0.15
"""Margin around the outermost tiles, as a fraction of a tile's side."""
WHY: Final = {
    TWICE: N_("This tile is in the image twice. Which one is this?"),
    SECOND_FACTION: N_("A second faction. Which tile is this?"),
    SECOND_HOME: N_("A second home world. Which tile is this?"),
}
"""What is asked where a tile cannot be what it was read as, by the reason."""

Ask: TypeAlias = Callable[[StackedPages, Sought, Callable[[str], None]], None]
"""Asks for a tile over some pages; called with the question and what gets the answer."""


class SeenPicture:
    """A picture and its reading, updated by the answers; shown cropped to its tiles.

    Attributes:
        named: what people said of its tiles.
    """

    def __init__(self, scan: TileScan) -> None:
        self.scan = scan
        self.reading = scan.reading
        self.named: list[Named] = []
        self._part = _part(scan)
        self.photo = cut(scan.picture, self._part)

    def corners(self, index: int) -> Corners:
        """Return the corners of a tile as fractions of what is shown, y down."""
        left, top, right, low = self._part
        scale = _scale(self.scan)
        return tuple(
            ((x * scale - left) / (right - left), (y * scale - top) / (low - top))
            for x, y in self.reading.tiles[index].corners_px
        )

    def settled(self, index: int) -> bool:
        """Return whether a person has named a tile."""
        corners = self.reading.tiles[index].corners_px
        return any(tile.corners_px == corners for tile, _ in self.named)

    def answer(self, index: int, key: str | None) -> None:
        """Set the identity of a tile; None: it is not a tile."""
        tile = self.reading.tiles[index]
        self.named = [each for each in self.named if each[0].corners_px != tile.corners_px]
        if key is not None:
            self.named.append((tile, key))
        self.reading = with_answer(self.reading, index, key)


class TileQuestions:
    """Pictures of tiles, and what is asked about the last one; base of the pages with them.

    Attributes:
        pictures: what was taken and not yet used.
    """

    def __init__(self, ui: RollContext, on: StackedPages, camera: TileCamera, search: Ask) -> None:
        self._ui = ui
        self._on = on
        self._search = search
        self.camera = camera
        self.pictures: list[SeenPicture] = []
        self._chosen: int | None = None

    @property
    def seen(self) -> SeenPicture | None:
        return self.pictures[-1] if self.pictures else None

    def take(self, seen: SeenPicture) -> None:
        self.pictures = [seen]

    def doubts(self) -> dict[int, str]:
        """Return the indices of the shown picture's doubtful tiles, with the reasons."""
        tiles = () if self.seen is None else self.seen.reading.tiles
        return {
            index: UNREAD if tile.tile is None else UNSURE
            for index, tile in enumerate(tiles)
            if not is_sure(tile)
        }

    def can_be(self, key: str) -> bool:
        """Return whether a tile may be this one; also filters the search."""
        del key
        return True

    # --- what is shown -------------------------------------------------------------------------

    def photo(self, text: str) -> Photo:
        """Return the picture with its tiles; beside it the question, or *text* and all tiles."""
        seen, asked, doubts = self.seen, self.asked(), self.doubts()
        if seen is None:
            return Photo(None, lines=(text,), whole=True)
        zones = (
            Zone(seen.corners(index), Picture("mark/doubt") if index in doubts else None,
                 index == asked)
            for index in range(len(seen.reading.tiles))
        )  # fmt: skip
        said = text if asked is None else self._why(seen.reading.tiles[asked], asked)
        return Photo(
            seen.photo,
            lines=(said,) if said else (),
            cards=tuple(self._readings() if asked is None else self._candidates()),
            key=do(self._touch),
            zones=tuple(zones),
            whole=True,
        )

    def asked(self) -> int | None:
        """Return the index of the asked tile: the tapped one, else the first doubtful one."""
        if self.seen is None or self.camera.waiting or self.camera.error is not None:
            return None
        return self._chosen if self._chosen is not None else next(iter(self.doubts()), None)

    def choices(self) -> tuple[str, ...]:
        """Return what the asked tile may be, the most likely first."""
        seen, index = self.seen, self.asked()
        if seen is None or index is None:
            return ()
        return tuple(filter(self.can_be, seen.reading.tiles[index].likely))[:_MOST_CHOICES]

    def now(self, usual: str) -> str:
        """Return what to do now: about the camera or a tile, else *usual*."""
        translate = self._ui.translate
        if isinstance(self.camera.error, NoTileCameraError):
            return translate("No camera image")
        if self.camera.waiting:
            return translate("Reading the tiles …")
        return usual if self.asked() is None else translate("Which tile is this?")

    def in_the_way(self) -> str:
        """Return why there are no tiles to ask about; empty if there are."""
        translate, camera, seen = self._ui.translate, self.camera, self.seen
        if camera.error is not None:
            return self._ui.error_text.sentence(camera.error)
        if camera.waiting:
            return translate("Reading the tiles …")
        if seen is not None and not seen.reading.tiles:
            return translate("No tile is seen. Put the tiles flat under the camera, face up.")
        return ""

    def _candidates(self) -> Iterator[Card]:
        translate = self._ui.translate
        for index, key in enumerate(self.choices()):
            card = tile_card(self._ui, key)
            yield replace(card, key=do(self.answer, key), suggested=not index)
        search, close = (Picture("symbol/search"),), (Picture("symbol/close"),)
        yield Card(do(self._find), search, translate("Other …"))
        yield Card(do(self.answer, None), close, translate("No tile"))

    def _readings(self) -> Iterator[Card]:
        """Yield all tiles as they were read."""
        tiles = () if self.seen is None or self.camera.waiting else self.seen.reading.tiles
        for index, tile in enumerate(tiles):
            if tile.tile is not None:
                yield replace(tile_card(self._ui, tile.tile), key=do(self.choose, index))

    def _why(self, tile: TileReading, index: int) -> str:
        translate, why = self._ui.translate, self.doubts().get(index)
        if tile.tile is not None and not self.can_be(tile.tile):
            name = self._ui.tiles.name(tile.tile)
            return translate("%(tile)s: another player has it. Which tile is this?", tile=name)
        if why is None:
            return translate("What is it?")
        if why in WHY:
            return translate(WHY[why])
        return translate("The camera reads: %(text)s", text=tile.text) if tile.text else ""

    # --- touches -------------------------------------------------------------------------------

    def tick(self) -> None:
        scan = self.camera.tick()
        if scan is not None:
            self._chosen = None
            self.take(SeenPicture(scan))

    def choose(self, index: int) -> None:
        self._chosen = index
        self.camera.error = None

    def answer(self, key: str | None) -> None:
        """Set the identity of the asked tile; None: it is not a tile."""
        seen, index = self.seen, self.asked()
        if seen is not None and index is not None:
            seen.answer(index, key)
            self._chosen = None

    def _touch(self, x: float, y: float) -> None:
        """Ask about the tile at a point of the picture."""
        seen = self.seen
        for index in range(len(seen.reading.tiles) if seen is not None else 0):
            left, top, right, low = upright(seen.corners(index)) if seen else (0, 0, 0, 0)
            if left <= x <= right and top <= y <= low:
                self.choose(index)

    def _find(self) -> None:
        """Search for the asked tile in the whole box."""
        question = self._ui.translate("Which tile is it?")
        self._search(self._on, Sought(question, shows=self.can_be, starts=True), self.answer)


def is_sure(tile: TileReading) -> bool:
    """Return whether the reading can be used without asking."""
    return tile.status is DieStatus.OK and tile.tile is not None


def _scale(scan: TileScan) -> float:
    return scan.picture.width / scan.reading.width


def _part(scan: TileScan) -> tuple[int, int, int, int]:
    """Return the part of the picture with tiles: left, top, right, lower edge in pixels."""
    reading, picture, scale = scan.reading, scan.picture, _scale(scan)
    points = tuple(corner for tile in reading.tiles for corner in tile.corners_px)
    if not points:
        return 0, 0, picture.width, picture.height
    room = max(tile.size_px for tile in reading.tiles) * _ROOM
    left, top, right, low = upright(points)
    return (
        max(0, int((left - room) * scale)),
        max(0, int((top - room) * scale)),
        min(picture.width, int((right + room) * scale) + 1),
        min(picture.height, int((low + room) * scale) + 1),
    )
