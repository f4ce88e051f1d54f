"""A player's tiles and dice from one or two pictures of the camera; doubtful tiles are asked."""

from collections.abc import Callable
from typing import Final

from companion.session.service_ports import NoTileCameraError
from companion.tableau.from_picture import Tableau, possible_tiles, tableau_of
from companion.tableau.two_pictures import side_by_side, without_tiles_of
from kivy_ui.common.stacked_pages import StackedPages, do
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.score_entry.draft import Draft, taken
from kivy_ui.games.roll.score_entry.pages import seat_of
from kivy_ui.games.roll.tiles.tile_camera import TileCamera
from kivy_ui.games.roll.tiles.tile_questions import Ask, SeenPicture, TileQuestions
from kivy_ui.pages.page import Chip, Main, Page, Side

_MOST_PICTURES: Final = 2


class ScoreEntryByCamera(TileQuestions):
    """Reads the tiles and dice of the player who is asked."""

    def __init__(
        self,
        ui: RollContext,
        on: StackedPages,
        draft: Callable[[], Draft],
        camera: TileCamera,
        search: Ask,
    ) -> None:
        super().__init__(ui, on, camera, search)
        self._draft = draft
        self._again = False

    def begin(self) -> None:
        self.pictures, self._chosen, self._again = [], None, False
        self.camera.take_picture(self._possible())

    # --- pictures ------------------------------------------------------------------------------

    def take(self, seen: SeenPicture) -> None:
        """Receive a picture: the first, the second, or a replacement of the last one."""
        if self._again and self.pictures:
            self.pictures.pop()
        if self.pictures:
            seen.reading = without_tiles_of(seen.reading, self.pictures[0].reading)
        self.pictures.append(seen)

    def doubts(self) -> dict[int, str]:
        """Return the doubts of the last picture, beside what the first one shows."""
        seen = self.seen
        if seen is None:
            return {}
        first = sum(len(each.reading.tiles) for each in self.pictures[:-1])
        found = ((doubt.index - first, doubt.why) for doubt in self._tableau().doubts)
        return {index: why for index, why in found if index >= 0 and not seen.settled(index)}

    def can_be(self, key: str) -> bool:
        """Return whether no other player has this tile."""
        return self._draft().owner(key) in {None, self._draft().player}

    def look_again(self) -> None:
        self._again = bool(self.pictures)
        self.camera.take_picture(self._possible(), again=self._again)

    def look_at_more(self) -> None:
        """Take a picture of tiles that did not fit into the first one."""
        self._again, self._chosen = False, None
        self.camera.take_picture(self._possible())

    def taken(self) -> Draft:
        """Return the draft with the player as seen."""
        for seen in self.pictures:
            self.camera.remember(seen.scan, seen.named)
        return taken(self._draft(), self._tableau())

    # --- the page ------------------------------------------------------------------------------

    def page(self, take: object) -> Page:
        """Return the picture with its tiles; the key *take* takes over what is seen."""
        translate, draft = self._ui.translate, self._draft()
        empty = not any(each.reading.tiles for each in self.pictures)
        again = Side(do(self.look_again), translate("Try again"), "camera")
        main: Main | None = Main(translate("Save"), take, "tick")
        side: tuple[Side, ...] = ()
        if self.camera.waiting or self.asked() is not None:
            main = None
        elif isinstance(self.camera.error, NoTileCameraError):
            by_hand = do(self._on.back, by="hand")
            main, side = Main(translate("By hand"), by_hand, "pencil"), (again,)
        elif empty or self.camera.error is not None:
            main = Main(again.text, again.key, again.icon)
        elif len(self.pictures) < _MOST_PICTURES:
            side = (Side(do(self.look_at_more), translate("Second image"), "plus"),)
        asked = translate("Put the tiles flat under the camera")
        return Page(
            translate("%(name)s: tiles by camera", name=draft.now.name),
            self.now(asked if empty else translate("Compare with the tiles, then save")),
            self.photo(self._summary()),
            chips=(Chip(seat=seat_of(draft.player, draft.now)),),
            side=side,
            main=main,
        )

    # --- internals -----------------------------------------------------------------------------

    def _tableau(self) -> Tableau:
        reading = self.pictures[0].reading
        for more in self.pictures[1:]:
            reading = side_by_side(reading, more.reading)
        return tableau_of(reading, self._ui.tiles.catalog)

    def _possible(self) -> frozenset[str]:
        """Return the tiles that no other player has."""
        return frozenset(filter(self.can_be, possible_tiles(self._ui.tiles.catalog)))

    def _summary(self) -> str:
        translate = self._ui.translate
        tiles = sum(len(each.reading.tiles) for each in self.pictures)
        if self.camera.waiting or self.camera.error is not None or not tiles:
            return self.in_the_way() or translate("Reading the tiles …")
        shown = self._tableau()
        dice = len(shown.goods) + sum(shown.other_dice.values())
        said = [
            translate.plural("%(count)s tile", "%(count)s tiles", tiles),
            translate.plural("%(count)s die", "%(count)s dice", dice),
        ]
        text = ", ".join(said) + "."
        if shown.dice_to_check:
            text += " " + translate("Check the dice afterwards: some are not clear.")
        return text + " " + translate("Tap a tile to change it.")
