"""Score entry by camera: one or two pictures of each player's tiles and dice."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from companion.scorefile.score_entry import ScoreEntryPlayer
from companion.tableau.from_picture import (
    FACTION,
    Tableau,
    possible_tiles,
    tableau_of,
    with_tableau,
)
from companion.tableau.two_pictures import side_by_side, without_tiles_of
from kivy_ui.common.player_group import COLOURS
from kivy_ui.games.roll.context import RollContext
from kivy_ui.games.roll.score_entry.presenter import ScoreEntryPresenter
from kivy_ui.games.roll.tiles.tile_camera import TileCamera
from kivy_ui.games.roll.tiles.tile_questions import (
    SeenPicture,
    TileCameraModel,
    TileQuestions,
    pieces,
)

_MOST_PICTURES: Final = 2


class ScoreEntryByCamera(TileQuestions):
    """Reads the chosen player's tiles and dice from pictures.

    Args:
        ui: context of the presenters.
        score_entry: receives the result.
        camera: takes the pictures; the first one is requested at once.
    """

    def __init__(
        self, ui: RollContext, score_entry: ScoreEntryPresenter, camera: TileCamera
    ) -> None:
        super().__init__(ui, camera)
        self._score_entry = score_entry
        self._pictures: list[SeenPicture] = []
        self._again = False
        self._place = 0
        self._chips: int | None = None
        self._begin()

    @property
    def seen(self) -> SeenPicture | None:
        """The picture with the first doubt, else the last one."""
        if not self._pictures:
            return None
        doubtful = (place for place in range(len(self._pictures)) if self._doubts_in(place))
        place = next(doubtful, -1) if self._chosen is None else self._place
        return self._pictures[place]

    def choose(self, index: int) -> None:
        """Ask about a tile of the displayed picture."""
        if self.seen is not None:
            self._place = self._pictures.index(self.seen)
            super().choose(index)

    def take(self, seen: SeenPicture) -> None:
        """Receive a picture: the first, the second, or a replacement of the last one."""
        if self._again and self._pictures:
            self._pictures.pop()
        if self._pictures:
            seen.reading = without_tiles_of(seen.reading, self._pictures[0].reading)
        self._pictures.append(seen)

    def doubts(self) -> dict[int, str]:
        """Return the doubts of the displayed picture."""
        seen = self.seen
        return {} if seen is None else self._doubts_in(self._pictures.index(seen))

    def can_be(self, key: str) -> bool:
        """Return whether no other player has this tile."""
        return key in self._possible()

    def model(self) -> TileCameraModel:
        """Return the content of the panel."""
        translate = self._ui.translate
        player, camera = self._score_entry.player, self.camera
        common = {
            "title": translate("%(name)s: tiles by camera", name=player.name),
            "number": self._score_entry.chosen + 1,
            "colour": COLOURS[self._score_entry.chosen],
        }
        seen = self.seen
        if camera.waiting or seen is None:
            error = camera.error
            text = translate("Reading the tiles …")
            if error is not None:
                text = self._ui.error_text.sentence(error)
            return TileCameraModel(
                text=text,
                trouble=error is not None,
                picture=None if seen is None else seen.shown.picture,
                outlines=(),
                question=None,
                primary=translate("Cancel") if camera.waiting else translate("Try again"),
                done="" if camera.waiting else translate("Enter by touch"),
                waiting=camera.waiting,
                **common,  # type: ignore[arg-type]
            )
        following = self._following()
        empty = not any(each.reading.tiles for each in self._pictures)
        primary = translate("Save")
        if following is not None:
            name = self._score_entry.players[following].name
            primary = translate("Save, next: %(name)s", name=name)
        can_add = len(self._pictures) < _MOST_PICTURES
        return TileCameraModel(
            text=self._summary(following),
            trouble=empty or camera.error is not None,
            picture=seen.shown.picture,
            outlines=self.outlines(),
            question=self.question(),
            primary=translate("Try again") if empty else primary,
            more=translate("Second image") if can_add and not empty else "",
            asks_chips=not empty,
            chips=self._chips,
            done=translate("Save and stop") if following is not None and not empty else "",
            **common,  # type: ignore[arg-type]
        )

    def primary(self) -> bool:
        """Store the result and go to the next player; returns whether the entry is finished."""
        if self.camera.waiting:
            return True
        if not any(each.reading.tiles for each in self._pictures):
            self._begin()
            return False
        following = self._following()
        self.done()
        if following is None:
            return True
        self._score_entry.choose(following)
        self._begin()
        return False

    def choose_chips(self, count: int) -> None:
        """Set the player's VP chips; the same count again clears it."""
        self._chips = None if self._chips == count else count

    def more(self) -> None:
        """Take a second picture for tiles that did not fit."""
        self._again, self._chosen = False, None
        self.camera.take_picture(self._possible())

    def look_again(self) -> None:
        """Repeat the last picture."""
        self._again = bool(self._pictures)
        self.camera.take_picture(self._possible(), again=self._again)

    def done(self) -> None:
        """Store the result; tiles entered by touch that are not in the pictures are kept."""
        if not self._pictures:
            return
        for seen in self._pictures:
            self.camera.remember(seen.scan, seen.named)
        catalog = self._ui.tiles.catalog
        player, shown = self._score_entry.player, self._tableau()
        there = pieces(catalog, shown.tiles)
        kept = tuple(key for key in player.tiles if not there & pieces(catalog, [key]))
        self._score_entry.enter_player(
            replace(with_tableau(player, shown), tiles=(*kept, *shown.tiles), vp_chips=self._chips)
        )

    # --- internals ------------------------------------------------------------------

    def _begin(self) -> None:
        self._pictures, self._chosen, self._again = [], None, False
        self._chips = self._score_entry.player.vp_chips
        self.camera.take_picture(self._possible())

    def _following(self) -> int | None:
        following = self._score_entry.chosen + 1
        return following if following < len(self._score_entry.players) else None

    def _tableau(self) -> Tableau:
        reading = self._pictures[0].reading
        for more in self._pictures[1:]:
            reading = side_by_side(reading, more.reading)
        return tableau_of(reading, self._ui.tiles.catalog)

    def _doubts_in(self, place: int) -> dict[int, str]:
        first = sum(len(each.reading.tiles) for each in self._pictures[:place])
        seen = self._pictures[place]
        found = {doubt.index - first: doubt.why for doubt in self._tableau().doubts}
        return {
            index: why
            for index, why in found.items()
            if 0 <= index < len(seen.reading.tiles) and not seen.settled(index)
        }

    def _possible(self) -> frozenset[str]:
        """Return the tiles that no other player has."""
        catalog = self._ui.tiles.catalog
        taken = [
            key
            for index, player in enumerate(self._score_entry.players)
            if index != self._score_entry.chosen
            for key in _entered(player)
        ]
        gone = pieces(catalog, taken)
        return frozenset(
            key
            for key in possible_tiles(catalog)
            if key not in taken and not gone & pieces(catalog, [key])
        )

    def _summary(self, following: int | None) -> str:
        translate = self._ui.translate
        if self.camera.error is not None:
            return self._ui.error_text.sentence(self.camera.error)
        shown = self._tableau()
        tiles = sum(len(each.reading.tiles) for each in self._pictures)
        if not tiles:
            return translate("No tile is seen. Put the tiles flat under the camera, face up.")
        dice = len(shown.goods) + sum(shown.other_dice.values())
        said = [
            translate.plural("%(count)s tile", "%(count)s tiles", tiles),
            translate.plural("%(count)s die", "%(count)s dice", dice),
        ]
        text = ", ".join(said) + "."
        if shown.dice_to_check:
            text += " " + translate("Check the dice afterwards: some are not clear.")
        text += " " + translate("Tap a tile to change it.")
        if following is not None:
            name = self._score_entry.players[following].name
            text += " " + translate(
                "Then put the tiles of %(name)s there: the next image is theirs.", name=name
            )
        return text


def _entered(player: ScoreEntryPlayer) -> tuple[str, ...]:
    home = () if player.home_world is None else (player.home_world,)
    faction = () if player.faction is None else (f"{FACTION}{player.faction}",)
    return (*player.tiles, *home, *faction)
