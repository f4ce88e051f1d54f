"""Questions about recognised tiles in a picture; base of the pages that use the answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from companion.games.roll.model.tiles import Catalog
from companion.session.service_ports import TileReading, TileScan, TilesReading
from companion.tableau.from_picture import (
    SECOND_FACTION,
    SECOND_HOME,
    TWICE,
    faction_number,
    with_answer,
)
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.tiles.sought import Sought
from kivy_ui.games.roll.tiles.tile_camera import Named, TileCamera
from kivy_ui.games.roll.tiles.tile_cards import side_picture, tile_name
from kivy_ui.games.roll.tiles.tile_picture import TileOutline, TilePicture
from kivy_ui.pages.page import Card, Picture
from kivy_ui.pages.photos import At, Photo, Photograph, Zone

MOST_CHOICES: Final = 3


@dataclass(frozen=True, slots=True)
class TileQuestion:
    """A question for the identity of a tile.

    Attributes:
        why: the reason, as the text of the question.
        choices: key and name of the candidates, the most likely first.
    """

    why: str
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class IsTile:
    """Key: the tile that is asked about is this one; None: it is no tile."""

    key: str | None


@dataclass(frozen=True, slots=True)
class AskTile:
    """Key: asks about a tile of the picture."""

    index: int


@dataclass(frozen=True, slots=True)
class OnPicture:
    """Key of the picture: a touch on a tile asks about it."""


@dataclass(frozen=True, slots=True)
class Search:
    """Key: the tile that is asked about may be any of the box."""


Ask: TypeAlias = Callable[[Sought, Callable[[str], None]], None]
"""Asks for a tile; called with the question and what gets the answer."""


@dataclass(slots=True)
class SeenPicture:
    """A picture and its reading, updated by the answers."""

    scan: TileScan
    reading: TilesReading
    shown: TilePicture
    named: list[Named] = field(default_factory=list)

    def settled(self, index: int) -> bool:
        """Return whether a person has named a tile."""
        corners = self.reading.tiles[index].corners_px
        return any(tile.corners_px == corners for tile, _ in self.named)


class TileQuestions(ABC):
    """Base class of pages with pictures of tiles.

    Args:
        ui: context of the presenters.
        camera: takes the pictures.
        search: asks for a tile of the whole box.
    """

    def __init__(self, ui: RollContext, camera: TileCamera, search: Ask) -> None:
        self._ui = ui
        self._search = search
        self.camera = camera
        self._chosen: int | None = None

    # --- what is shown, and touches --------------------------------------------------------

    def photo(self, text: str) -> Photo:
        """Return the picture with its tiles; beside it the question, or *text* and all tiles."""
        seen, question = self.seen, self.question()
        shot = seen.shown.picture if seen is not None else None
        zones = tuple(
            Zone(each.corners, Picture("mark/doubt") if each.doubtful else None, each.chosen)
            for each in self.outlines()
        )
        return Photo(
            Photograph(shot.width, shot.height, shot.rgb) if shot is not None else None,
            lines=(text if question is None else question.why,),
            cards=tuple(self._cards(question)),
            key=OnPicture() if shot is not None else None,
            zones=zones,
            whole=True,
        )

    def _cards(self, question: TileQuestion | None) -> Iterator[Card]:
        """Yield the candidates for the tile in question; else all tiles as they were read."""
        translate, seen = self._ui.translate, self.seen
        if question is not None:
            for index, (key, name) in enumerate(question.choices):
                yield Card(IsTile(key), self._pieces(key), name, suggested=not index)
            yield Card(Search(), (Picture("symbol/search"),), translate("Other …"))
            yield Card(IsTile(None), (Picture("symbol/close"),), translate("No tile"))
            return
        tiles = () if seen is None or self.camera.waiting else seen.reading.tiles
        for index, tile in enumerate(tiles):
            if tile.tile is not None:
                yield Card(AskTile(index), self._pieces(tile.tile), tile_name(self._ui, tile.tile))

    def touched(self, key: object) -> None:
        """Answer the question, or ask about a tile of the picture."""
        match key:
            case IsTile(key=tile):
                self.answer(tile)
            case AskTile(index=index):
                self.choose(index)
            case At(key=OnPicture(), x=x, y=y):
                for each in self.outlines():
                    xs, ys = zip(*each.corners, strict=True)
                    if min(xs) <= x <= max(xs) and min(ys) <= y <= max(ys):
                        self.choose(each.index)
            case Search():
                question = self._ui.translate("Which tile is it?")
                self._search(Sought(question, shows=self.can_be, starts=True), self.answer)
            case _:
                pass

    @abstractmethod
    def look_again(self) -> None:
        """Repeat the picture; evaluating both together reduces the effect of reflections."""

    def tick(self) -> bool:
        """Process new results; returns whether there were any."""
        changed = self.camera.tick()
        scan = self.camera.new_scan()
        if scan is not None:
            self._chosen = None
            self.take(SeenPicture(scan, scan.reading, TilePicture(scan)))
        return changed

    def close(self) -> None:
        """Cancel the pending request."""
        self.camera.give_up()

    def choose(self, index: int) -> None:
        """Ask about a tapped tile."""
        self._chosen = index
        self.camera.error = None

    def answer(self, key: str | None) -> None:
        """Set the identity of the asked tile; None: it is not a tile."""
        seen, index = self.seen, self.asked()
        if seen is None or index is None:
            return
        tile = seen.reading.tiles[index]
        seen.named = [each for each in seen.named if each[0].corners_px != tile.corners_px]
        if key is not None:
            seen.named.append((tile, key))
        seen.reading = with_answer(seen.reading, index, key)
        self._chosen = None

    def asked(self) -> int | None:
        """Return the index of the asked tile: the tapped one, else the first doubtful one."""
        if self.seen is None or self.camera.waiting or self.camera.error is not None:
            return None
        doubts = self.doubts()
        return self._chosen if self._chosen is not None else next(iter(doubts), None)

    # --- for subclasses ------------------------------------------------------------------

    @property
    @abstractmethod
    def seen(self) -> SeenPicture | None:
        """The displayed picture."""

    @abstractmethod
    def take(self, seen: SeenPicture) -> None:
        """Receive a picture."""

    @abstractmethod
    def doubts(self) -> dict[int, str]:
        """Return the indices of the displayed picture's doubtful tiles, with the reasons."""

    def can_be(self, key: str) -> bool:
        """Return whether a tile may be this one; also filters the panel's search."""
        del key
        return True

    def outlines(self) -> tuple[TileOutline, ...]:
        """Return the outlines in the displayed picture."""
        seen = self.seen
        if seen is None:
            return ()
        return seen.shown.outlines(
            seen.reading.tiles,
            lambda key: tile_name(self._ui, key),
            doubts=frozenset(self.doubts()),
            chosen=self.asked(),
        )

    def question(self) -> TileQuestion | None:
        """Return the current question."""
        seen, index = self.seen, self.asked()
        if seen is None or index is None:
            return None
        tile = seen.reading.tiles[index]
        keys = [tile.tile, *(other.tile for other in tile.alternatives)]
        offered = [key for key in dict.fromkeys(keys) if key is not None and self.can_be(key)]
        choices = tuple((key, tile_name(self._ui, key)) for key in offered[:MOST_CHOICES])
        return TileQuestion(self._why(tile, self.doubts().get(index)), choices)

    def _pieces(self, key: str) -> tuple[Picture, ...]:
        """Return what lies on the table: a side, or both halves of a faction."""
        catalog, number = self._ui.tiles.catalog, faction_number(key)
        halves = () if number is None else catalog.faction(number).halves
        return tuple(map(side_picture, halves or (catalog.sides[key],)))

    # --- internals ------------------------------------------------------------------

    def _why(self, tile: TileReading, why: str | None) -> str:
        translate = self._ui.translate
        if tile.tile is not None and not self.can_be(tile.tile):
            name = tile_name(self._ui, tile.tile)
            return translate("%(tile)s: another player has it. Which tile is this?", tile=name)
        match why:
            case None:
                return translate("What is it?")
            case x if x == TWICE:
                return translate("This tile is in the image twice. Which one is this?")
            case x if x == SECOND_FACTION:
                return translate("A second faction. Which tile is this?")
            case x if x == SECOND_HOME:
                return translate("A second home world. Which tile is this?")
        if tile.text:
            return translate("Which tile is this? Read: %(text)s", text=tile.text)
        return translate("Which tile is this?")


def pieces(catalog: Catalog, keys: Sequence[str]) -> frozenset[int]:
    """Return the numbers of the tiles that have these sides."""
    found = (catalog.tile_by_side.get(key) for key in keys)
    return frozenset(tile.id for tile in found if tile is not None)
